"""The state of a game at the table: what its journal adds up to, and what the machine is waiting for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.auditor.memory import Memory, remember, without_looking
from lucca_pi.games.citta.auditor.memory import Seen as Audited
from lucca_pi.games.citta.auditor.scene import Scene
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.evidence import Evidence, gather
from lucca_pi.games.citta.referee.ground import Ground, after_look, with_triplets_seen
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, going_on, play_turn
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.course import Course, Moment, Start, record
from lucca_pi.games.citta.session.journal import Adjusted, Begun, Corrected, DealtOut, Event, GivenUp, Played, TakenBack
from lucca_pi.games.citta.session.modes import Mode, Waiting
from lucca_pi.games.citta.session.snapshot import PageAddress
from lucca_pi.strict import shown
from lucca_pi.table.anchor import anchored, quarters_in
from lucca_pi.table.pieces import Face, Pieces
from lucca_pi.table.sighting import Look, Sighting


@dataclass(frozen=True, slots=True)
class Seen:
    """What looks show: the evidence of the last one, and the ground that was known before it."""

    ground: Ground
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class State:
    """
    Everything the session knows.

    `past` are the courses before each event that can be taken back, oldest first. `rested`: looks at rest since the
    last confirmed one. `page`: which of the screens that up and down lead to. `miscoloured`: by code the colour that a
    card looks like and should not, as any look said first; undo does not take that back. `given_up`: this game will not
    go on. `advice`: the player in turn is advised. `page_address`: phones find the page there. `decks` and `people` are
    those that can be chosen before the deal.
    """

    begun: Begun
    pieces: Pieces
    course: Course = field(default_factory=Course)
    past: tuple[Course, ...] = ()
    rested: tuple[Look, ...] = ()
    mode: Mode = Waiting
    page: int = 0
    miscoloured: Mapping[int, str] = field(default_factory=dict)
    given_up: bool = False
    advice: bool = False
    page_address: PageAddress | None = None
    decks: tuple[DeckFile, ...] = ()
    people: tuple[str, ...] = ()

    @property
    def game(self) -> Game | None:
        return self.course.game

    def case(self, looks: tuple[Look, ...]) -> Case:
        """What the referee judges when the looks show the turn being played. Raises ValueError before the deal."""
        if self.game is None:
            raise ValueError("There is no turn before the deal.")
        seen = self.seen(looks)
        return Case(self.game, self.course.seats, seen.ground, seen.evidence, self.pieces)

    def seen(self, looks: tuple[Look, ...]) -> Seen:
        """What looks show, in the axes of the game; those at rest before the last may have shown the triplets."""
        ground = self.course.ground
        if not looks:
            return Seen(ground, Evidence(ground.quarters, {}, {}, ()))
        for index in range(1, len(looks)):
            if self.game:
                evidence = self._evidence(looks[:index], ground)
                ground = with_triplets_seen(self.game, ground, evidence, self.pieces)
        return Seen(ground, self._evidence(looks, ground))

    def scene(self, looks: tuple[Look, ...]) -> Scene:
        """What the auditor judges when the looks show the turn being played. Raises ValueError before the deal."""
        if self.game is None:
            raise ValueError("There is no turn before the deal.")
        return Scene(self.game, self.course.seats, self.course.memory, self._audited(looks))

    def memory_after(
        self, game: Game, seats: Mapping[str, int], looks: tuple[Look, ...], turn: Turn | None = None
    ) -> Memory:
        """What the auditor remembers once the last of the looks is confirmed; `game` is the game after `turn`."""
        if not looks:
            return without_looking(self.course.memory, game)
        return remember(self.course.memory, game, seats, self._audited(looks), turn)

    def _audited(self, looks: tuple[Look, ...]) -> Audited:
        """The last of the looks: nothing that lay otherwise before proves anything."""
        (look,), quarters = self._in_axes(looks[-1:], self.course.ground)
        return Audited(look, quarters, self.pieces, self.begun.swap)

    def _in_axes(self, looks: tuple[Look, ...], ground: Ground) -> tuple[tuple[Look, ...], dict[int, Sighting]]:
        """The looks in the axes of the game, and where the quarters lie by the last of them."""
        in_axes = tuple(anchored(look, ground.known) for look in looks)
        return in_axes, {**ground.quarters, **quarters_in(in_axes[-1])}

    def _evidence(self, looks: tuple[Look, ...], ground: Ground) -> Evidence:
        in_axes, quarters = self._in_axes(looks, ground)
        return gather(in_axes, quarters, ground.kept, ground.offered, self.pieces, swap=self.begun.swap)

    def set_as(self, other: "State") -> "State":
        """The state with all of another's that no journal tells: how play is set, and what can be chosen."""
        return replace(
            self, advice=other.advice, page_address=other.page_address, decks=other.decks, people=other.people
        )

    def at(self, course: Course) -> "State":
        """The state with another course of the game, nothing at rest since, and nothing asked."""
        return replace(self, course=course, rested=(), mode=Waiting, page=0)


def begin_session(begun: Begun) -> State:
    """The state of a game that has just begun."""
    return State(begun, pieces_in(begun.deck_file))


def pieces_in(file: DeckFile) -> Pieces:
    """The pieces on the table when a deck is played with."""
    faces = {code: Face(number, file.deck[number].colour) for code, number in file.codes.items()}
    return Pieces(faces, file.card_mm, file.square_mm, file.inset_mm)


def resumed(events: Iterable[Event]) -> State:
    """The state that a journal adds up to. Raises UnreadableError, and RuleError, where it does not add up to one."""
    try:
        return _added_up(*events)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise UnreadableError(f"the journal does not add up to a game ({shown(repr(error), 100)})") from error


def _added_up(first: Event, *rest: Event) -> State:
    if not isinstance(first, Begun):
        raise ValueError("it does not begin with the beginning")
    state = begin_session(first)
    for event in rest:
        state = after_event(state, event)
    return state


def after_event(state: State, event: Event) -> State:  # noqa: PLR0911 - one for each kind
    """The state after one more event of the journal. Raises RuleError for one that cannot be."""
    match event:
        case DealtOut():
            return _confirmed(noted(state, event.looks), Course(_start(state, event)))
        case Played() | Adjusted():
            state = noted(state, event.looks)
            return _confirmed(state, with_moment(state, event))
        case Corrected():
            return _confirmed(state, corrected(state, event))
        case TakenBack() if state.past:
            return replace(state.at(state.past[-1]), past=state.past[:-1])
        case Begun() if state.course.start is None:
            return replace(state, begun=event, pieces=pieces_in(event.deck_file))
        case GivenUp():
            return replace(state, given_up=True)
        case _:
            return state


def noted(state: State, looks: Iterable[Look]) -> State:
    """The state that knows of the cards which the looks doubt for their colour."""
    doubted = {one.code: one.looks for look in looks for one in look.miscoloured}
    return replace(state, miscoloured={**doubted, **state.miscoloured})


def _confirmed(state: State, course: Course) -> State:
    return replace(state.at(course), past=(*state.past, state.course))


def _start(state: State, event: DealtOut) -> Start:
    game = begin(state.begun.edition, state.begun.deck_file.deck, tuple(event.seats), event.deal)
    ground = after_look(game, Ground(), state.seen(event.looks).evidence, event.seats, None)
    memory = state.memory_after(game, event.seats, event.looks)
    return Start(event.seats, event.deal, event.date, begin_round(game), ground, memory)


def with_moment(state: State, event: Played | Adjusted) -> Course:
    """The course with what was confirmed. Raises RuleError for a turn or an adjustment that cannot be."""
    course, game = state.course, state.course.game
    if game is None:
        raise ValueError("The journal holds a turn before the deal.")
    entry = event.turn if isinstance(event, Played) else event.adjustment
    mover = entry.player if isinstance(entry, Turn) else None
    after = play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)
    seen = state.seen(event.looks)
    ground = after_look(after, seen.ground, seen.evidence, course.seats, mover)
    memory = state.memory_after(after, course.seats, event.looks, entry if isinstance(entry, Turn) else None)
    told = (event.asked, event.others, event.note) if isinstance(event, Played) else (None, (), "")
    return replace(
        course,
        moments=(*course.moments, Moment(entry, event.looks, event.date, going_on(after), ground, memory, *told)),
    )


def corrected(state: State, event: Corrected) -> Course:
    """The course in which the turns from `event.number` on are those of the event. Raises RuleError."""
    turns = iter(event.turns)
    course = state.course.until(event.number)
    for index, moment in enumerate(state.course.since(event.number)):
        first = index == 0
        again = again_as(moment, next(turns) if isinstance(moment.entry, Turn) else None)
        if first and isinstance(again, Played):
            again = replace(again, asked=event.asked or moment.asked, others=(), note=event.note or moment.note)
        course = with_moment(state.at(course), again)
    return course


def again_as(moment: Moment, turn: Turn | None) -> Played | Adjusted:
    """The event that tells of a moment again, with another turn in a turn's stead."""
    if isinstance(moment.entry, Turn):
        return Played(turn or moment.entry, moment.looks, moment.asked, moment.date, moment.others, moment.note)
    return Adjusted(moment.entry, moment.looks, moment.date)


def record_of(state: State) -> Record | None:
    """The game's record so far; None before the deal."""
    return record(state.course)
