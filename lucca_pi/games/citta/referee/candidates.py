"""
The legal turns: every way to open, take and play, how badly each fits the evidence, and which of them count
differently.

Habits of a player rank turns that the evidence leaves open; they exclude nothing.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations, permutations, product
from math import log
from typing import TypeVar

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.referee.centre import (
    may_lie,
    taken_triplets,
    was_not_taken,
    weigh_centre,
    weigh_out_of_sight,
    weigh_triplet,
)
from lucca_pi.games.citta.referee.findings import Finding, total
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.game import CARDS_DEALT, Game, going_on, play_turn
from lucca_pi.games.citta.rules.position import Quarter
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.scoring import LINE_KINDS, PointsLine
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Play, Turn, Way, open_palace, play_card

_FOR_PALACE_CARDS: tuple[Way, ...] = ("palace", "wall", "discard")
_FOR_TOWERS: tuple[Way, ...] = ("tower", "wall", "discard")


def ways_to_open(quarter: Quarter) -> Iterator[tuple[tuple[str, ...], Quarter]]:
    """Every choice among the completed palaces, none first, with the quarter it leaves."""
    colours = tuple(quarter.completed)
    for count in range(len(colours) + 1):
        for chosen in combinations(colours, count):
            yield chosen, opened(quarter, chosen)


def opened(quarter: Quarter, colours: Iterable[str]) -> Quarter:
    """The quarter after these palaces were opened."""
    for colour in colours:
        quarter = open_palace(quarter, colour)
    return quarter


def _any_play(_: Play) -> bool:
    """Admits every play."""
    return True


def ways_to_play(
    game: Game, quarter: Quarter, cards: Iterable[CardName], may: Callable[[Play], bool] = _any_play
) -> Iterator[tuple[tuple[Play, ...], Quarter]]:
    """
    Every legal way to play the cards, each once, and the quarter it leaves; `may` says which plays are considered.

    Order counts only among cards for palaces of one colour: the last is on top, and one may complete the palace.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.editions import GERMAN
    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> game = Game(GERMAN, reference_deck(), read_position("Ada: nothing | Ben: nothing | Cid: nothing"))
    >>> [len(list(ways_to_play(game, Quarter(), cards))) for cards in ((1, 2, 3), (1, 8, "T1"))]
    [27, 10]
    """

    @cache
    def after_building(built: tuple[Play, ...]) -> Quarter | None:
        return after_playing(game, quarter, built)

    for plays in product(*(filter(may, _plays(card)) for card in cards)):
        rest = tuple(play for play in plays if play.way != "palace")
        for built in _orders([play for play in plays if play.way == "palace"], game.deck):
            before = after_building(built)
            after = before and after_playing(game, before, rest)
            if after:
                yield (*built, *rest), after


def _plays(card: CardName) -> list[Play]:
    return [Play(card, way) for way in (_FOR_TOWERS if card in TOWERS else _FOR_PALACE_CARDS)]


def _orders(built: Sequence[Play], deck: Deck) -> Iterator[tuple[Play, ...]]:
    """Orders of the plays that differ within a colour."""
    colours = [deck[int(play.card)].colour for play in built]
    for order in permutations(range(len(built))):
        moved = [colours[index] for index in order]
        if moved == colours:
            yield tuple(built[index] for index in order)


def after_playing(game: Game, quarter: Quarter, plays: Iterable[Play]) -> Quarter | None:
    """The quarter after the plays; None if one of them breaks a rule."""
    complete = game.position.cards_to_complete
    try:
        for one in plays:
            quarter = play_card(quarter, one, game.deck, game.edition, complete)
    except RuleError:
        return None
    return quarter


MARGIN = 3.0
"""Largest weight behind the best turn at which another turn still counts as possible: odds of about 1 in 20."""

_Opening = tuple[tuple[str, ...], Quarter]
"""The colours opened, and the quarter that leaves."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal turn in a case, the quarter it leaves, and how badly both fit the evidence."""

    case: Case = field(repr=False, compare=False)
    turn: Turn
    quarter: Quarter
    cost: float

    @property
    def triplet(self) -> frozenset[CardName]:
        """The cards of the turn's triplet."""
        return frozenset(play.card for play in self.turn.play)

    @property
    def kind(self) -> object:
        """Everything in the turn that counts."""
        return what_counts(self.case.game, self.turn)

    @property
    def rank(self) -> float:
        """The weight by which turns in doubt are ranked."""
        return self.cost + self.unusual

    @property
    def unusual(self) -> float:
        """
        Log ratio by which the turn is rarer than this player's usual one, judged by the game so far.

        A player who has built walls all evening will probably build walls again.
        """
        done = _done(self.case)
        total = done["palace"] + done["wall"] + done["discard"]
        played = sum(-log(done[play.way] / total) for play in self.turn.play)
        return played + _openings(self.case, len(self.turn.open))

    def findings(self) -> Iterator[Finding]:
        """Everything that speaks against the turn; its weight is their sum."""
        yield from _weigh_taking(self.case, self.triplet)
        yield from self.case.scale.weigh(self.quarter)
        yield from weigh_out_of_sight(self.case, self.turn.play)


def candidates(case: Case, margin: float = MARGIN) -> list[Candidate]:
    """
    The legal turns that fit no worse than the best by more than `margin`.

    Triplets whose absence from the centre alone makes them too unlikely are left out.
    """
    openings = likely_openings(case, margin)
    found: list[Candidate] = []
    taken = [(total(_weigh_taking(case, triplet)), triplet) for triplet in taken_triplets(case)]
    for left, triplet in sorted(taken, key=lambda one: one[0]):
        if found and left > min(candidate.cost for candidate in found) + margin:
            break
        found += ways(case, triplet, openings, left)
    return found


def nearest(case: Case) -> Turn | None:
    """The turn that fits best, even if something is wrong with it; None if no triplet can have been taken."""
    best = min(candidates(case), key=lambda candidate: candidate.cost, default=None)
    return best.turn if best and not was_not_taken(case, best.triplet) else None


def ways(
    case: Case, triplet: Iterable[CardName], openings: Sequence[_Opening], left: float = 0.0, *, seen: bool = False
) -> Iterator[Candidate]:
    """
    Every legal way to play the triplet after the openings; `left` is the centre's weight in that case.

    With `seen`, only ways in which every visible card is where its play may have put it.
    """
    for colours, before in openings:
        for plays, after in ways_to_play(case.game, before, triplet, partial(may_lie, case) if seen else _any_play):
            own = case.scale.cost(after) + total(weigh_out_of_sight(case, plays))
            yield Candidate(case, Turn(case.player, colours, plays), after, left + own)


def _weigh_taking(case: Case, triplet: Collection[CardName]) -> Iterator[Finding]:
    yield from weigh_triplet(case, triplet)
    yield from weigh_centre(case, (triplet,))


def likely_openings(case: Case, margin: float = MARGIN) -> list[_Opening]:
    """
    The sets of palaces to open that could belong to a likely turn.

    Opening does not change how cards can be played, so a set much worse than the best cannot catch up.
    """
    weighed = [(case.scale.cost(after), chosen, after) for chosen, after in ways_to_open(case.before)]
    best = min(cost for cost, _, _ in weighed)
    return [(chosen, after) for cost, chosen, after in weighed if cost <= best + margin]


_BEFORE_ANY: Mapping[Way, float] = {"palace": 3.0, "wall": 1.0, "discard": 1.0}
"""Prior pseudo-counts per way of playing, in cards: most players build."""
_OPENS_OR_NOT = 1.0
"""Prior pseudo-count both for opening a completed palace and for leaving it closed."""


def _done(case: Case) -> Mapping[Way, float]:
    """
    Number of cards played each way; cards that are in no palace, wall or tower were discarded.

    Towers are laid by players who build or wall.
    """
    quarter = case.before
    built = sum(len(palace.cards) for palace in quarter.palaces()) - CARDS_DEALT
    played = CARDS_IN_A_TRIPLET * (case.game.round - 1)
    discarded = played - built - quarter.walls - len(quarter.towers)
    done: Mapping[Way, int] = {"palace": max(0, built), "wall": quarter.walls, "discard": max(0, discarded)}
    often = {way: before + done[way] for way, before in _BEFORE_ANY.items()}
    return {**often, "tower": often["palace"] + often["wall"]}


def _openings(case: Case, opened: int) -> float:
    before = case.before
    opens, leaves = len(before.opened) + _OPENS_OR_NOT, len(before.completed) + _OPENS_OR_NOT
    left = len(before.completed) - opened
    return -opened * log(opens / (opens + leaves)) - left * log(leaves / (opens + leaves))


_One = TypeVar("_One")


def first_of_each(found: Iterable[_One], kind: Callable[[_One], object]) -> list[_One]:
    """The first, and so the best, of each kind, in their order."""
    kinds: dict[object, _One] = {}
    for one in found:
        kinds.setdefault(kind(one), one)
    return [*kinds.values()]


def what_counts(game: Game, turn: Turn, *, alone: bool = True) -> object:
    """
    The part of a turn that later points or later looks depend on.

    Turns equal in it bring the same points, whatever follows. Of the game's last turn only points and ranks count. Not
    `alone`: others have played since that position of the game.
    """
    after = play_turn(game, turn)
    if after.is_over and alone:
        whole = score(after)
        lines = {player: [line for line in whole.lines if line.player == player] for player in game.players}
        return tuple((whole.rank(player), _points(lines[player])) for player in game.players)
    return (
        _points(after.lines[len(game.lines) :]),
        stands(after.position.quarters[turn.player]),
        frozenset() if after.round_is_whole else frozenset(play.card for play in turn.play),
    )


def outcome(game: Game, turns: Iterable[Turn]) -> object:
    """`what_counts` of turns in sequence: it may not matter in which of two own turns a player opened a palace."""
    after = game
    for turn in turns:
        after = play_turn(going_on(after), turn)
    new = after.lines[len(game.lines) :]
    points = tuple(_points([line for line in new if line.player == player]) for player in game.players)
    quarters = tuple(stands(after.position.quarters[player]) for player in game.players)
    return points, quarters, frozenset() if after.round_is_whole else after.out


def stands(quarter: Quarter) -> object:
    """What counts of a quarter: the newest card of each pile, all cards of each column, walls and towers."""
    building = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    standing = {(area, p.number) for area in ("completed", "opened") for p in getattr(quarter, area).values()}
    return frozenset(building), frozenset(standing), quarter.walls, frozenset(quarter.towers)


def _points(lines: Sequence[PointsLine]) -> tuple[int, ...]:
    """Points of each kind."""
    return tuple(sum(line.points for line in lines if line.kind == kind) for kind in LINE_KINDS)
