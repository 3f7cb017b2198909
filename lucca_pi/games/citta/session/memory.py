"""Memory of the table, the cases of referee and auditor, and the record so far."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lucca_pi.contract.history import Looks, Match, Started
from lucca_pi.contract.verdict import Turns
from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.auditor.evidence import Scene, astray
from lucca_pi.games.citta.auditor.memory import Memory as AuditorsMemory
from lucca_pi.games.citta.auditor.memory import Seen as Audited
from lucca_pi.games.citta.auditor.memory import known_before as known_by_auditor
from lucca_pi.games.citta.auditor.memory import remember, without_looking
from lucca_pi.games.citta.referee.candidates import MARGIN
from lucca_pi.games.citta.referee.evidence import Evidence, gather
from lucca_pi.games.citta.referee.memory import (
    TableMemory,
    after_look,
    as_far_as_shown,
    known_before,
    with_triplets_seen,
)
from lucca_pi.games.citta.referee.verdict import likeliest_case
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import CardName, Deck
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, going_on, play_turn
from lucca_pi.games.citta.rules.record import Entry, Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.families import called
from lucca_pi.games.citta.table.narrowing import (
    KnownBefore,
    QuartersAround,
    agreed,
    best_way,
    each_way,
    narrowed,
    without_sets,
)
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Look, Sighting


@dataclass(frozen=True, slots=True)
class Memory:
    """Separate memories for referee (`ground`) and auditor (`audited`), so that one mistake cannot mislead both."""

    ground: TableMemory = field(default_factory=TableMemory)
    audited: AuditorsMemory = field(default_factory=AuditorsMemory)


def memory_of(match: Match) -> Memory:
    """Memory of the looks so far; empty before the deal."""
    memory = match.memory
    return memory if isinstance(memory, Memory) else Memory()


def players_of(match: Match) -> dict[int, str]:
    """The players by the code of their quarter; before the deal, by the names that were given."""
    seats = {code: player for player, code in match.course.seats.items()}
    return seats or called(match.arrangement.names)


def game_in(match: Match) -> Game:
    """The current game. Raises ValueError before the deal."""
    if not isinstance(match.game, Game):
        raise ValueError("There is no turn before the deal.")
    return match.game


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A look in the game's axes, the quarters around its cards, and what a judge knew of the cards before it."""

    look: Look
    around: QuartersAround
    known: KnownBefore

    def narrowed(self) -> Look:
        """The look with its ambiguous cards narrowed by what was known."""
        return narrowed(self.look, self.known, self.around)

    def ways(self) -> list[Look]:
        """The look for each way to take its ambiguous cards; empty if there are too many ways."""
        return each_way(self.narrowed(), self.known.out)


def seen_table(match: Match, look: Look, ground: TableMemory, known: KnownBefore) -> SeenTable:
    """The table as a look shows it, with the quarters that it does not show where they were."""
    there, quarters = in_axes_of(look, ground)
    return SeenTable(there, QuartersAround(tuple(quarters.values()), match.setup.swap), known)


def seen_by_referee(match: Match, look: Look, ground: TableMemory, game: Game | None = None) -> SeenTable:
    """The table by the referee's memory; `game`: the one after the turn, if it is known."""
    return seen_table(match, look, ground, known_before(game or match.game, ground, match.pieces))


def _seen_by_auditor(match: Match, look: Look, game: Game) -> SeenTable:
    """The table by the auditor's memory: no earlier look is evidence."""
    memory = memory_of(match)
    return seen_table(match, look, memory.ground, known_by_auditor(memory.audited, game, match.pieces))


def cases_of(match: Match, looks: Looks) -> tuple[Case, ...]:
    """
    The referee's cases for looks at the turn being played: one for each way to take the ambiguous cards.

    Empty if there are too many ways. Raises ValueError before the deal.
    """
    ground = ground_before(match, looks)
    ways = seen_by_referee(match, looks[-1], ground, game_in(match)).ways() if looks else [None]
    return tuple(_case(match, ground, evidence_in(match, looks, ground, last=way)) for way in ways)


def case_of(match: Match, looks: Looks) -> Case:
    """The referee's likeliest case for the looks; if there are too many ways, the case without the ambiguous cards."""
    cases = cases_of(match, looks)
    if cases:
        return likeliest_case(cases)
    ground = ground_before(match, looks)
    return _case(match, ground, evidence_in(match, looks, ground))


def _case(match: Match, ground: TableMemory, evidence: Evidence) -> Case:
    game = game_in(match)
    return Case(game, match.course.seats, as_far_as_shown(game, ground, evidence), evidence, match.pieces)


def scenes_of(match: Match, looks: Looks) -> tuple[Scene, ...]:
    """The auditor's scenes, one for each way to take the ambiguous cards. Raises ValueError before the deal."""
    return _scenes(match, looks, _seen_by_auditor(match, looks[-1], game_in(match)).ways())


def scene_of(match: Match, looks: Looks) -> Scene:
    """The auditor's scene from what is certain in the looks. Raises ValueError before the deal."""
    (scene,) = _scenes(match, looks, [without_sets(_seen_by_auditor(match, looks[-1], game_in(match)).narrowed())])
    return scene


def _scenes(match: Match, looks: Looks, ways: Sequence[Look]) -> tuple[Scene, ...]:
    """Scenes with the last look taken in each of the ways; of the looks before it they hold what is certain."""
    game, memory = game_in(match), memory_of(match)
    lying = (without_sets(in_axes_of(look, memory.ground)[0]) for look in looks[:-1])
    rested = tuple(_audited(match, look) for look in lying)
    return tuple(Scene(game, match.course.seats, memory.audited, _audited(match, way), rested) for way in ways)


def ground_before(match: Match, looks: Looks) -> TableMemory:
    """The referee's memory before the last look: looks at rest before it may have shown the triplets."""
    ground = memory_of(match).ground
    for index in range(1, len(looks)):
        if match.game:
            evidence = evidence_in(match, looks[:index], ground)
            ground = with_triplets_seen(match.game, ground, evidence, match.pieces)
    return ground


def informs_later(match: Match, looks: Looks) -> bool:
    """True if the last look shows triplets that were not known before, as looks at rest do."""
    if match.game is None:
        return False
    known, after = ground_before(match, looks), ground_before(match, (*looks, looks[-1]))
    return after.offered != known.offered


def started(match: Match, event: Started) -> tuple[Game, Memory]:
    """The game after the deal, and the memory after its looks. Raises RuleError."""
    setup = match.setup
    game = begin(setup.edition, setup.deck_file.deck, tuple(event.seats), event.deal)
    evidence = evidence_in(match, event.looks, memory_of(match).ground, game=game)
    ground = after_look(game, TableMemory(), evidence, event.seats, None)
    return begin_round(game), Memory(ground, remembered(match, game, event.seats, event.looks))


def advanced(match: Match, entry: Entry, looks: Looks) -> tuple[Game, Memory]:
    """The game after a turn or an adjustment, and the memory after its looks. Raises RuleError."""
    game, seats, before = game_in(match), match.course.seats, ground_before(match, looks)
    turn = entry if isinstance(entry, Turn) else None
    after = play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)
    last = _as_it_fits(match, looks, before, after, turn) if looks else None
    evidence = evidence_in(match, looks, before, last=last, game=after)
    known = as_far_as_shown(game, before, evidence)
    ground = after_look(after, known, evidence, seats, turn.player if turn else None)
    return going_on(after), Memory(ground, remembered(match, after, seats, looks, turn))


def _as_it_fits(match: Match, looks: Looks, ground: TableMemory, after: Game, turn: Turn | None) -> Look | None:
    """The last look, in the game's axes, with ambiguous cards taken as they fit the turn; None if none can be."""
    table = seen_by_referee(match, looks[-1], ground, after)
    ways = table.ways()
    if len(ways) < 2 or turn is None:
        return agreed(ways)
    cases = [_case(match, ground, evidence_in(match, looks, ground, last=way)) for way in ways]
    quarter = after.position.quarters[turn.player]
    costs = [case.scale.cost(quarter) for case in cases]
    return best_way(ways, costs, table.around, MARGIN)


def remembered(
    match: Match, game: Game, seats: Mapping[str, int], looks: Looks, turn: Turn | None = None
) -> AuditorsMemory:
    """
    The auditor's memory after the last look is confirmed; `game` is the game after `turn`.

    A card that is still ambiguous is taken as it fits the turn; one in the centre only if nothing else fits.
    """
    known = memory_of(match).audited
    if not looks:
        return without_looking(known, game)
    table = _seen_by_auditor(match, looks[-1], game)
    ways = table.ways()
    look = ways[0] if len(ways) == 1 else None
    if look is None and turn:
        scenes = (Scene(game_in(match), seats, known, _audited(match, way)) for way in ways)
        gaps = [float(len(audit(scene, (turn,)).gaps)) for scene in scenes]
        look = best_way(ways, gaps, table.around, 0.0)
    look = look or agreed(ways) or without_sets(table.narrowed())
    seen = _audited(match, look)
    scene = Scene(game_in(match) if match.game else game, seats, known, seen)
    away = frozenset(astray(scene, game, {play.card: play for play in turn.play} if turn else {}))
    return remember(known, game, seats, seen, turn, astray=away)


def _audited(match: Match, look: Look) -> Audited:
    quarters = {**memory_of(match).ground.quarters, **quarters_in(look)}
    return Audited(look, quarters, match.pieces, match.setup.swap)


def in_axes_of(look: Look, ground: TableMemory) -> tuple[Look, dict[int, Sighting]]:
    """A look in the game's axes, and the quarters' places by it."""
    there = anchored(look, ground.known, QUARTER_CODES)
    return there, {**ground.quarters, **quarters_in(there)}


def evidence_in(
    match: Match, looks: Looks, ground: TableMemory, *, last: Look | None = None, game: Game | None = None
) -> Evidence:
    """
    The evidence in looks, without their ambiguous cards; `last`, in the game's axes, replaces the last look.

    `game`: the one after the turn, if it is known.
    """
    if not looks:
        return Evidence(ground.quarters, {}, {}, ())
    *rested, latest = (
        without_sets(seen_by_referee(match, look, ground, game).narrowed()) if look.alike else look for look in looks
    )
    lying = [in_axes_of(look, ground) for look in (*rested, last or latest)]
    in_axes = [look for look, _quarters in lying]
    return gather(in_axes, lying[-1][1], ground.kept, ground.offered, match.pieces, swap=match.setup.swap)


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the deal."""
    course = match.course
    if course.start is None or course.game is None:
        return None
    extra = {"seats": dict(course.seats), **course.record_extra(rounds=True)}
    players = tuple(course.seats)
    # An adjustment made between two rounds counts with the later one, whose order of play was fixed before.
    rounds: list[tuple[Entry, ...]] = []
    for moment, before in course.with_before():
        if len(rounds) < before.round:
            rounds.append(())
        rounds[-1] += (moment.entry,)
    return Record(course.game.edition, course.game.deck, players, course.start.deal, tuple(rounds), extra)


def facts_settled_by(match: Match, ways: Sequence[Turns]) -> frozenset[CardName]:
    """The facts that an answer settles: disputed cards, and palaces opened in only some ways, by their newest card."""
    quarters = match.game.position.quarters.values() if match.game else ()
    opened = [{colour for turn in way for colour in turn.open} for way in ways]
    either = set[str]().union(*opened) - opened[0].intersection(*opened)
    palaces = {one.number for quarter in quarters for colour, one in quarter.completed.items() if colour in either}
    roles = [dict(_roles(way, match.setup.deck_file.deck)) for way in ways]
    cards = {card for role in roles for card in role}
    return frozenset(card for card in cards if len({role.get(card) for role in roles}) > 1) | palaces


def _roles(way: Turns, deck: Deck) -> Iterator[tuple[CardName, object]]:
    """Each card with by whom, how and in which order it was played."""
    for turn in way:
        built: Counter[str] = Counter()
        for play in turn.play:
            colour = deck[int(play.card)].colour if play.way == "palace" else ""
            built[colour] += 1
            yield play.card, (turn.player, play.way, built[colour] if colour else 0)
