"""The state of a game at the table: what its journal adds up to, and what the machine is waiting for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from lucca_pi.citta.referee.evidence import Evidence, gather
from lucca_pi.citta.referee.ground import Ground, after_look, with_triplets_seen
from lucca_pi.citta.referee.verdict import Doubt, Unexplained
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.deckfile import DeckFile
from lucca_pi.citta.rules.game import Game, begin, begin_round, play_turn
from lucca_pi.citta.rules.record import Record
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.journal import Asked, Begun, DealtOut, Event, Played, TakenBack
from lucca_pi.table.anchor import anchored, quarters_in
from lucca_pi.table.pieces import Face, Pieces
from lucca_pi.table.sighting import Look


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt put to the players; `chosen` counts from 0. `looks` are those in doubt, the last the one it is about."""

    doubt: Doubt
    looks: tuple[Look, ...]
    chosen: int = 0


Waiting = None
Mode = Question | Unexplained | None
"""What the machine waits for: an answer, the table to be put right, or (None) the next press of OK."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game: what has been confirmed so far, and what follows from it."""

    seats: Mapping[str, int] = field(default_factory=dict)
    deal: Mapping[str, tuple[CardName, ...]] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    asked: tuple[tuple[int, int, Asked], ...] = ()
    """Round and turn of each question, both from 1, with its answer."""
    game: Game | None = None
    ground: Ground = field(default_factory=Ground)
    started: str = ""
    ended: str = ""

    @property
    def looks(self) -> int:
        """How many looks are confirmed: the deal's, and one for each turn."""
        return len(self.turns) + (self.game is not None)

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over


@dataclass(frozen=True, slots=True)
class Seen:
    """What looks show: the evidence of the last one, and the ground that was known before it."""

    ground: Ground
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class State:
    """
    Everything the session knows.

    `past` are the courses before each confirmed look, oldest first. `rested`: looks at rest since the last confirmed
    one. `page`: which of the screens up and down lead to is shown. `miscoloured`: by code the colour that a card looks
    like and should not, as any look said first; undo does not take that back.
    """

    begun: Begun
    pieces: Pieces
    course: Course = field(default_factory=Course)
    past: tuple[Course, ...] = ()
    rested: tuple[Look, ...] = ()
    mode: Mode = Waiting
    page: int = 0
    miscoloured: Mapping[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game | None:
        return self.course.game

    def seen(self, looks: tuple[Look, ...]) -> Seen:
        """What looks show, in the axes of the game; those at rest before the last may have shown the triplets."""
        ground = self.course.ground
        for index in range(1, len(looks)):
            if self.game:
                evidence = self._evidence(looks[:index], ground)
                ground = with_triplets_seen(self.game, ground, evidence, self.pieces)
        return Seen(ground, self._evidence(looks, ground))

    def _evidence(self, looks: tuple[Look, ...], ground: Ground) -> Evidence:
        in_axes = [anchored(look, ground.known) for look in looks]
        quarters = {**ground.quarters, **quarters_in(in_axes[-1])}
        return gather(in_axes, quarters, ground.kept, ground.offered, self.pieces, swap=self.begun.swap)


def begin_session(begun: Begun) -> State:
    """The state of a game that has just begun."""
    return State(begun, pieces_in(begun.deck_file))


def pieces_in(file: DeckFile) -> Pieces:
    """The pieces on the table when a deck is played with."""
    faces = {code: Face(number, file.deck[number].colour) for code, number in file.codes.items()}
    return Pieces(faces, file.card_mm, file.square_mm, file.inset_mm)


def resumed(events: Iterable[Event]) -> State:
    """The state that a journal adds up to. Raises ValueError when it does not begin with the beginning."""
    first, *rest = events
    if not isinstance(first, Begun):
        raise ValueError("The journal does not begin with the beginning of a game.")
    state = begin_session(first)
    for event in rest:
        state = after_event(state, event)
    return state


def after_event(state: State, event: Event, seen: Seen | None = None) -> State:
    """The state after one more event of the journal; `seen` is what its looks show, where that is known already."""
    match event:
        case DealtOut():
            return _confirmed(noted(state, event.looks), _after_deal(state, event))
        case Played():
            after = _after_turn(state, event, seen or state.seen(event.looks))
            return _confirmed(noted(state, event.looks), after)
        case TakenBack() if state.past:
            return replace(state, course=state.past[-1], past=state.past[:-1], rested=(), mode=Waiting, page=0)
        case _:
            return state


def noted(state: State, looks: Iterable[Look]) -> State:
    """The state that knows of the cards which the looks doubt for their colour."""
    doubted = {one.code: one.looks for look in looks for one in look.miscoloured}
    return replace(state, miscoloured={**doubted, **state.miscoloured})


def _confirmed(state: State, course: Course) -> State:
    return replace(state, course=course, past=(*state.past, state.course), rested=(), mode=Waiting, page=0)


def _after_deal(state: State, event: DealtOut) -> Course:
    game = begin(state.begun.edition, state.begun.deck_file.deck, tuple(event.seats), event.deal)
    ground = after_look(game, Ground(), state.seen(event.looks).evidence, event.seats, None)
    return Course(event.seats, event.deal, game=begin_round(game), ground=ground, started=event.date)


def _after_turn(state: State, event: Played, seen: Seen) -> Course:
    course, game = state.course, state.course.game
    if game is None:
        raise ValueError("The journal holds a turn before the deal.")
    asked = ((game.round, game.turns + 1, event.asked),) if event.asked else ()
    after = play_turn(game, event.turn)
    ground = after_look(after, seen.ground, seen.evidence, course.seats, event.turn.player)
    return replace(
        course,
        turns=(*course.turns, event.turn),
        asked=(*course.asked, *asked),
        game=begin_round(after) if after.round_is_whole and not after.is_over else after,
        ground=ground,
        ended=event.date if after.is_over else "",
    )


def record_of(state: State) -> Record | None:
    """The game's record so far; None before the deal."""
    course = state.course
    if course.game is None:
        return None
    players = len(course.seats)
    rounds = tuple(course.turns[at : at + players] for at in range(0, len(course.turns), players))
    extra = {"seats": dict(course.seats), "started": course.started}
    if course.ended:
        extra["ended"] = course.ended
    return Record(course.game.edition, course.game.deck, tuple(course.seats), course.deal, rounds, extra)
