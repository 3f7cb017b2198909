"""
The state of a game at the table: what its journal adds up to, and what the machine waits for.

Also the players' answers about cards in looks (`Identified`), and the result of an input (`Outcome`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import dist
from typing import Any

from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Adjusted, Asked, Course, Match, Moment, Played, Setup, Start, Started
from lucca_pi.contract.questions import (
    Browse,
    Choice,
    Decision,
    Disagreed,
    GoOver,
    ListPast,
    Settle,
    Speak,
    ThisCard,
    ToStick,
)
from lucca_pi.contract.screens import PageAddress
from lucca_pi.contract.verdict import Turns
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import Begun, Corrected, Event, GivenUp, TakenBack
from lucca_pi.language import _
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Alike, Look, Missed, Sighting, Told, wrapped


@dataclass(frozen=True, slots=True)
class Examining:
    """
    A correction in progress: the moments after it are examined again, one by one.

    `course` is what has been replayed so far; once it is complete, its moments are compared with their looks, `checked`
    of them so far. `looks` wait for the correction to end; `asked` and `note` go with it.
    """

    settle: Settle
    course: Course
    checked: int
    date: str
    looks: tuple[Look, ...] = ()
    asked: Asked | None = None
    note: str = ""

    @property
    def turns(self) -> Turns:
        """The turns replayed so far, from the corrected one on."""
        return self.course.turns[self.settle.number - 1 :]


Waiting = None
Mode = Choice | Disagreed | Browse | Examining | None
"""Browse: past games are shown. None: the machine waits for the next press of OK."""


STILL_MM = 8.0
_STILL_DEG = 8.0
"""
Largest distance, mm, and largest rotation, degrees, from where a card was identified, at which it is still that card.
"""


@dataclass(frozen=True, slots=True)
class Identified:
    """
    A card that players identified in a look; `asked`: the question with its answer.

    `card`: a Sighting in the look's axes for an ambiguous card; a `Told` for a card that the look does not show; None
    if they have said which pieces these are.
    """

    look: Look
    card: Sighting | Told | None
    asked: Asked


def as_identified(look: Look, identified: Iterable[Identified], anchors: Collection[int]) -> Look:
    """The look with the identified cards that have not moved."""
    for one in identified:
        if isinstance(one.card, Told):
            look = _with_unseen_card(look, one.card)
        elif look.alike and one.card:
            look = _with_card(look, one.look, one.card, anchors)
    return look


def _with_card(look: Look, known: Look, card: Sighting, anchors: Collection[int]) -> Look:
    """The look with the card identified in `known`, if an ambiguous card that may be it is at the same place."""
    there = anchored(look, {seen.code: seen for seen in known.sightings}, anchors)
    at = next((at for at, one in enumerate(there.alike) if _is_still(one, card)), None)
    if at is None or any(seen.code == card.code for seen in look.sightings):
        return look
    one = look.alike[at]
    seen = Sighting(card.code, one.x_mm, one.y_mm, one.heading_deg, card.margin)
    return replace(look, sightings=(*look.sightings, seen), alike=(*look.alike[:at], *look.alike[at + 1 :]))


def _with_unseen_card(look: Look, card: Told) -> Look:
    """The look with a card that it does not show, if it may show the cards beside which that one is."""
    sure = {seen.code for seen in look.sightings}
    may_be = sure.union(*(one.codes for one in look.alike))
    is_more = card not in look.told and card.code not in sure and may_be.issuperset(card.beside)
    return replace(look, told=(*look.told, card)) if is_more else look


def _is_still(one: Alike, seen: Sighting) -> bool:
    near = dist((one.x_mm, one.y_mm), (seen.x_mm, seen.y_mm)) < STILL_MM
    return near and abs(wrapped(one.heading_deg - seen.heading_deg)) < _STILL_DEG and seen.code in one.codes


def with_questions(events: Sequence[Event], identified: Sequence[Identified]) -> Sequence[Event]:
    """The events, with the questions about cards added to the first event that has looks."""
    asked = tuple(one.asked for one in identified)
    for at, event in enumerate(events):
        if isinstance(event, Started | Played | Adjusted) and event.looks:
            return (*events[:at], replace(event, identified=(*asked, *event.identified)), *events[at + 1 :])
    return events


def at_rest(choice: Choice, *, takes: bool) -> Choice:
    """The question about a look at rest, with no turn to be judged yet; `takes` as in `step.Rested`."""
    options = (
        replace(one, lead=replace(one.lead, rests=True, takes=takes)) if isinstance(one.lead, ThisCard) else one
        for one in choice.options
    )
    return replace(choice, options=tuple(options))


@dataclass(frozen=True, slots=True)
class State:
    """
    Everything an evening knows of the game being played.

    `past` are the courses before each event that can be taken back, oldest first. `rested`: looks at rest since the
    last confirmed one. `identified`: cards that players identified since then. `page`: the index of the screen chosen
    with up and down. `miscoloured`: by code the colour that a piece has and should not have, as the first such look
    showed it; undo does not remove it. `given_up`: this game will not go on. `advice`: the player in turn gets advice.
    `page_address`: the page's address for phones. `update`: the version on the stick, "" without one. `people` and
    `beginnings` are those of other evenings, the latest first, and can be chosen before the start. `pieces_told`:
    players have said that these are the pieces on the table; undo of the start forgets it. `prompt` names what the
    machine waits for, and `answered` is the person who answered last from a phone, with the answer.
    """

    begun: Begun
    pieces: Any
    course: Course = field(default_factory=Course)
    past: tuple[Course, ...] = ()
    rested: tuple[Look, ...] = ()
    identified: tuple[Identified, ...] = ()
    mode: Mode = Waiting
    page: int = 0
    miscoloured: Mapping[int, str] = field(default_factory=dict)
    given_up: bool = False
    advice: bool = False
    page_address: PageAddress | None = None
    update: str = ""
    people: tuple[str, ...] = ()
    beginnings: tuple[Begun, ...] = ()
    pieces_told: bool = False
    prompt: str = ""
    answered: tuple[str, str] | None = None

    @property
    def plugin(self) -> Game:
        """The game being played, as a value."""
        return self.begun.plugin

    @property
    def game(self) -> Any:
        """The current game; None before the start."""
        return self.course.game

    @property
    def match(self) -> Match:
        """The match, as the game's functions receive it."""
        identified = tuple(one.look for one in self.identified if one.card)
        return Match(
            self.begun.arrangement,
            self.pieces,
            self.course,
            rested=self.rested,
            identified=identified,
            mode=self.mode,
            advice=self.advice,
            setups=self.setups,
            pieces_told=self.pieces_told,
        )

    @property
    def missed(self) -> Missed:
        """What the game asks about the next look."""
        referee, match = self.plugin.referee, self.match
        return Missed(partial(referee.unseen, match), partial(referee.lost, match), self.course.looks)

    @property
    def setups(self) -> tuple[Setup, ...]:
        """The set-ups of other evenings with the same game, the latest last."""
        return tuple(one.setup for one in reversed(self.beginnings) if one.plugin is self.plugin)

    def with_identified(self, look: Look) -> Look:
        """The look with the cards that players have identified and that have not moved."""
        return as_identified(look, self.identified, self.pieces.anchors)

    def set_as(self, other: "State") -> "State":
        """The state with everything of another that is not in a journal: advice, phones, people, other games."""
        set_so = replace(self, advice=other.advice, page_address=other.page_address)
        set_so = replace(set_so, prompt=other.prompt, answered=other.answered)
        return replace(set_so, people=other.people, beginnings=other.beginnings)

    def at(self, course: Course) -> "State":
        """The state with another course of the game, without looks at rest and without a question."""
        return replace(self, course=course, rested=(), identified=(), mode=Waiting, page=0)

    def before(self, number: int) -> "State":
        """The state before turn `number`, counting from 1."""
        return self.at(self.course.until(number))


def begin_evening(begun: Begun) -> State:
    """The state of a game that has just begun."""
    return State(begun, begun.plugin.rules.pieces(begun.setup))


def resumed(events: Iterable[Event]) -> State:
    """The state that a journal adds up to. Raises UnreadableError and RuleError if its events do not fit."""
    state, number = None, 1
    try:
        for event in events:
            if state:
                state = after_event(state, event)
            elif isinstance(event, Begun):
                state = begin_evening(event)
            else:
                raise ValueError("a journal begins with the beginning of its game")
            number += 1
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise UnreadableError(
            _("its journal is inconsistent: event {number} does not fit the events before it", number=number)
        ) from error
    if state is None:
        raise UnreadableError(_("its journal is empty"))
    return state


def after_event(state: State, event: Event) -> State:  # noqa: PLR0911 - one for each event
    """The state after one more event of the journal. Raises RuleError if the event is not legal."""
    match event:
        case Started():
            after = state.plugin.rules.start(state.match, event)
            start = Start(event.seats, event.deal, event.date, *after, identified=event.identified)
            return _confirmed(noted(state, event.looks), Course(start))
        case Played() | Adjusted():
            state = noted(state, event.looks)
            return _confirmed(state, with_moment(state, event))
        case Corrected():
            return _confirmed(state, corrected(state, event))
        case TakenBack() if state.past:
            before = state.past[-1]
            is_told = state.pieces_told and before.start is not None
            return replace(state.at(before), past=state.past[:-1], pieces_told=is_told)
        case Begun() if state.course.start is None:
            return _arranged(state, event)
        case GivenUp():
            return replace(state, given_up=True)
        case _:
            return state


def _arranged(state: State, event: Begun) -> State:
    """The state with another arrangement before the start; looks made for another game are dropped."""
    if event.plugin is not state.plugin:
        state = replace(state, rested=())
    if (event.plugin, event.setup) != (state.plugin, state.begun.setup):
        state = replace(state, miscoloured={}, pieces_told=False)
    return replace(state, begun=event, pieces=event.plugin.rules.pieces(event.setup))


def noted(state: State, looks: Iterable[Look]) -> State:
    """The state with the pieces whose colour the looks doubt."""
    doubted = {one.code: one.looks for look in looks for one in look.miscoloured}
    return replace(state, miscoloured={**doubted, **state.miscoloured})


def _confirmed(state: State, course: Course) -> State:
    return replace(state.at(course), past=(*state.past, state.course))


def with_moment(state: State, event: Played | Adjusted) -> Course:
    """The course with the confirmed turn or adjustment. Raises RuleError if it is not legal."""
    course = state.course
    if course.game is None:
        raise ValueError("The journal holds a turn before the start.")
    entry = event.turn if isinstance(event, Played) else event.adjustment
    after = state.plugin.rules.advance(state.match, entry, event.looks)
    moment = Moment(
        entry, event.looks, event.date, *after, is_turn=isinstance(event, Played), identified=event.identified
    )
    if isinstance(event, Played):
        moment = replace(moment, asked=event.asked, others=event.others, note=event.note)
    return replace(course, moments=(*course.moments, moment))


def corrected(state: State, event: Corrected) -> Course:
    """The course in which the turns from `event.number` on are those of the event. Raises RuleError."""
    turns = iter(event.turns)
    course, since = state.course.until(event.number), state.course.since(event.number)
    if len(event.turns) < sum(moment.is_turn for moment in since):
        course, since, first = without_turn(state, event.number), since[1:], None
        none = replace(course.moments[-1], asked=event.asked, note=event.note)
        course = replace(course, moments=(*course.moments[:-1], none))
    else:
        first = since[0]
    for moment in since:
        again = again_as(moment, next(turns) if moment.is_turn else None)
        if moment is first and isinstance(again, Played):
            again = replace(again, asked=event.asked or moment.asked, others=(), note=event.note or moment.note)
        course = with_moment(state.at(course), again)
    return course


def without_turn(state: State, number: int) -> Course:
    """The course up to turn `number`, which was none: its look stays. Raises ValueError if something was done in it."""
    before, moment = state.before(number), state.course.moment(number)
    entry = state.plugin.rules.no_turn(before.match, moment.entry)
    return with_moment(before, Adjusted(entry, moment.looks, moment.date, identified=moment.identified))


def again_as(moment: Moment, turn: Any) -> Played | Adjusted:
    """The event of a moment once more, with another turn in place of its own; None: with the same."""
    if moment.is_turn:
        entry = moment.entry if turn is None else turn
        again = Played(entry, moment.looks, moment.asked, moment.date, moment.others, moment.note)
        return replace(again, identified=moment.identified)
    return Adjusted(moment.entry, moment.looks, moment.date, identified=moment.identified)


@dataclass(frozen=True, slots=True)
class TakeLook:
    """Look at the table."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over and its end was shown."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game begins: the same game, with the same names."""


@dataclass(frozen=True, slots=True)
class CheckTable:
    """The table is checked; then the screen is shown again."""


Errand = TakeLook | Finish | Begin | CheckTable | ListPast | ToStick | GoOver | Speak
"""
What the app does after an answer. ListPast: return the past games that it asks for. ToStick, GoOver: do it, and show
the result. Speak: change the language, and show the screen in it.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The events, in their order, and then the mode. An empty outcome leaves the state as it is.

    `errand`: what the app does then; the screen stays until it is done.
    """

    events: tuple[Event, ...] = ()
    mode: Mode = Waiting
    errand: Errand | None = None


def decided_by(state: State, decision: Decision, date: str) -> Outcome:
    """The outcome of a game's decision; names that it changes are arranged first."""
    names = decision.names
    begun = () if names is None else (state.begun.arranged(replace(state.begun.arrangement, names=names), date),)
    return Outcome((*begun, *decision.events), decision.mode)
