"""What looks have taught about the table, and what the referee and the auditor judge by it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lucca_pi.evening.journal import Started
from lucca_pi.evening.kind import Looks
from lucca_pi.evening.state import State
from lucca_pi.games.citta.auditor.memory import Memory as AuditorsMemory
from lucca_pi.games.citta.auditor.memory import Seen as Audited
from lucca_pi.games.citta.auditor.memory import remember, without_looking
from lucca_pi.games.citta.auditor.scene import Scene
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.evidence import Evidence, gather
from lucca_pi.games.citta.referee.memory import Ground, after_look, with_triplets_seen
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, going_on, play_turn
from lucca_pi.games.citta.rules.record import Entry
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.laid import quarters_in
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.table.anchor import anchored
from lucca_pi.table.sighting import Look, Sighting


@dataclass(frozen=True, slots=True)
class Memory:
    """`ground`: what the referee goes by; `audited`: what the auditor does. Each has its own: they err apart."""

    ground: Ground = field(default_factory=Ground)
    audited: AuditorsMemory = field(default_factory=AuditorsMemory)


def memory_of(state: State) -> Memory:
    """What looks have taught so far; nothing before the deal."""
    memory = state.course.memory
    return memory if isinstance(memory, Memory) else Memory()


@dataclass(frozen=True, slots=True)
class Seen:
    """What looks show: the evidence of the last one, and the ground that was known before it."""

    ground: Ground
    evidence: Evidence


def game_in(state: State) -> Game:
    """The game as it stands. Raises ValueError before the deal."""
    if not isinstance(state.game, Game):
        raise ValueError("There is no turn before the deal.")
    return state.game


def case_of(state: State, looks: Looks) -> Case:
    """What the referee judges when the looks show the turn being played. Raises ValueError before the deal."""
    game, seen = game_in(state), seen_in(state, looks)
    return Case(game, state.course.seats, seen.ground, seen.evidence, state.pieces)


def scene_of(state: State, looks: Looks) -> Scene:
    """What the auditor judges when the looks show the turn being played. Raises ValueError before the deal."""
    return Scene(game_in(state), state.course.seats, memory_of(state).audited, _audited(state, looks))


def seen_in(state: State, looks: Looks) -> Seen:
    """What looks show, in the axes of the game; those at rest before the last may have shown the triplets."""
    ground = memory_of(state).ground
    if not looks:
        return Seen(ground, Evidence(ground.quarters, {}, {}, ()))
    for index in range(1, len(looks)):
        if state.game:
            evidence = _evidence(state, looks[:index], ground)
            ground = with_triplets_seen(state.game, ground, evidence, state.pieces)
    return Seen(ground, _evidence(state, looks, ground))


def teaches(state: State, looks: Looks) -> bool:
    """Whether the last of the looks shows triplets that were not known before, as those at rest do."""
    if state.game is None:
        return False
    known, after = seen_in(state, looks).ground, seen_in(state, (*looks, looks[-1])).ground
    return len(after.offered) > len(known.offered)


def started(state: State, event: Started) -> tuple[Game, Memory]:
    """The game after the deal, and what the looks at it taught. Raises RuleError."""
    setup = state.begun.setup
    game = begin(setup.edition, setup.deck_file.deck, tuple(event.seats), event.deal)
    ground = after_look(game, Ground(), seen_in(state, event.looks).evidence, event.seats, None)
    return begin_round(game), Memory(ground, remembered(state, game, event.seats, event.looks))


def advanced(state: State, entry: Entry, looks: Looks) -> tuple[Game, Memory]:
    """The game after a turn or an adjustment, and what the looks taught. Raises RuleError."""
    turn = entry if isinstance(entry, Turn) else None
    after = play_turn(game_in(state), entry) if isinstance(entry, Turn) else adjust(game_in(state), entry)
    seen, seats = seen_in(state, looks), state.course.seats
    ground = after_look(after, seen.ground, seen.evidence, seats, turn.player if turn else None)
    return going_on(after), Memory(ground, remembered(state, after, seats, looks, turn))


def remembered(
    state: State, game: Game, seats: Mapping[str, int], looks: Looks, turn: Turn | None = None
) -> AuditorsMemory:
    """What the auditor remembers once the last of the looks is confirmed; `game` is the game after `turn`."""
    known = memory_of(state).audited
    if not looks:
        return without_looking(known, game)
    return remember(known, game, seats, _audited(state, looks), turn)


def _audited(state: State, looks: Looks) -> Audited:
    """The last of the looks: nothing that lay otherwise before proves anything."""
    (look,), quarters = _in_axes(looks[-1:], memory_of(state).ground)
    return Audited(look, quarters, state.pieces, state.begun.setup.swap)


def _in_axes(looks: Looks, ground: Ground) -> tuple[tuple[Look, ...], dict[int, Sighting]]:
    """The looks in the axes of the game, and where the quarters lie by the last of them."""
    in_axes = tuple(anchored(look, ground.known, QUARTER_CODES) for look in looks)
    return in_axes, {**ground.quarters, **quarters_in(in_axes[-1])}


def _evidence(state: State, looks: Looks, ground: Ground) -> Evidence:
    in_axes, quarters = _in_axes(looks, ground)
    return gather(in_axes, quarters, ground.kept, ground.offered, state.pieces, swap=state.begun.setup.swap)
