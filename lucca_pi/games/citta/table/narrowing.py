"""
Candidates of ambiguous cards, known by their faces, narrowed by the cards known elsewhere.

Pure, and the same for the referee and the auditor; each has its own knowledge of the table. Nothing is weighed: a code
is struck out if its card is elsewhere, or cannot have come there. If that would leave none, nothing is struck out: the
knowledge may be wrong, so that the judge complains as about any card that cannot be there.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import dist, prod

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Position, triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.table.areas import IN_CENTRE, likeliest, place_of, possible_places
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, Cards
from lucca_pi.table.sighting import Alike, Look, Sighting, wrapped

_UNMOVED_MM = 8.0
_UNMOVED_DEG = 8.0
"""Largest difference in heading, degrees, at which a card in the place of a known one counts as that card."""
_EDGE_MM = 12.0
"""Distance, mm, by which a card may be moved to be in the centre, and still count as meant for it."""
NARROWED = 0.1
"""The margin of a sighting inferred from the other cards."""
MOST = 24
"""Most assignments of cards to sets that are tried; with more, players are asked to lay the cards clear."""

_Codes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnownBefore:
    """
    The cards as known before a look, by code.

    `lay`: their last sightings, in the look's axes. `offered`: those of the triplets on offer; `all_offered`: no card
    of those is missing. `_owned`: players' cards; `under`: those of them under another, by its code. `out`: cards that
    left the game. `next_cards`: number of cards of the next triplets.
    """

    lay: Mapping[int, Sighting] = field(default_factory=dict)
    offered: frozenset[int] = frozenset()
    all_offered: bool = False
    owned: frozenset[int] = frozenset()
    under: Mapping[int, int] = field(default_factory=dict)
    out: frozenset[int] = frozenset()
    next_cards: int = 0

    def is_new(self, code: int) -> bool:
        """True if nobody has seen the card yet."""
        return code not in self.offered | self.owned | self.out


def known_by(
    game: Game,
    pieces: Cards,
    *,
    lay: Mapping[CardName, Sighting],
    offered: Collection[CardName],
    left_over: Collection[CardName],
) -> KnownBefore:
    """
    The cards as known in a game, by code, from the memory of a judge, by name.

    `lay`: where they were seen last; `offered`: those on offer; `left_over`: those of triplets that nobody took.
    """
    codes, count = codes_of(pieces), triplets_laid_out(len(game.players))
    own = {name for quarter in game.position.quarters.values() for name in quarter.names()}
    return KnownBefore(
        lay={codes[name]: seen for name, seen in lay.items()},
        offered=frozenset(codes[name] for name in offered),
        all_offered=len(offered) >= CARDS_IN_A_TRIPLET * (count - game.turns),
        owned=frozenset(codes[name] for name in own),
        under={codes[name]: codes[top] for name, top in under(game.position).items()},
        out=frozenset(codes[name] for name in (*game.out, *left_over) if name not in own),
        next_cards=CARDS_IN_A_TRIPLET * count,
    )


@dataclass(frozen=True, slots=True)
class QuartersAround:
    """The quarters around which cards lie; `swap` as in `table.areas`."""

    quarters: tuple[Sighting, ...]
    swap: bool = False

    def is_centre(self, one: Sighting | Alike) -> bool:
        """True if a card is in nobody's reach, or so near to the edge of one that it may be meant for the centre."""
        return dict(possible_places(likeliest(one), self.quarters, self.swap))[IN_CENTRE] < _EDGE_MM

    def owner(self, one: Sighting | Alike) -> int | None:
        """The quarter in whose reach a card is."""
        return place_of(likeliest(one), self.quarters, self.swap).owner


def under(position: Position) -> dict[CardName, CardName]:
    """The covered cards of palaces completed or opened, each with the newest card over it."""
    palaces = [palace for quarter in position.quarters.values() for palace in quarter.piles()]
    return {card.number: palace.number for palace in palaces for card in palace.cards[:-1]}


def codes_of(pieces: Cards) -> dict[CardName, int]:
    """The code of each card that has a face, by its name."""
    return {pieces.name(code): code for code in pieces.codes if pieces.is_face(code)}


def narrowed(look: Look, known: KnownBefore, around: QuartersAround) -> Look:
    """
    The look with fewer candidates: a card with one code left is a sighting, and each set holds its possible codes.

    Among cards that left the game the choice makes no difference: any stands for them. Cards that the deck does not
    have stay as they are, except in the place of a known card: that one is not read.
    """
    if not look.alike:
        return look
    sightings, several = [*look.sightings], []
    sets = [one for one in look.alike if one.codes]
    for one, codes in zip(sets, left_open(look, known, around), strict=True):
        if len(codes) > 1 and not known.out.issuperset(codes):
            several.append(replace(one, codes=codes))
            continue
        taken = {seen.code for seen in sightings}
        sightings += [_sighting(one, code) for code in codes if code not in taken or len(codes) == 1][:1]
    strange = [
        one for one in look.alike if not one.codes and not any(lay_there(one, was) for was in known.lay.values())
    ]
    return replace(look, sightings=tuple(sightings), alike=(*several, *strange))


def left_open(look: Look, known: KnownBefore, around: QuartersAround) -> list[_Codes]:
    """The possible codes of each set of a look, the likeliest first."""
    sets = [one for one in look.alike if one.codes]
    sure = frozenset(seen.code for seen in look.sightings)
    coming = _Coming(look, known, around)
    unmoved = [tuple(code for code in coming.unmoved(one) if code not in sure) for one in sets]
    there = sure | {codes[0] for codes in unmoved if len(codes) == 1}
    coming.but_for(there)
    covered = {code for code, top in known.under.items() if top in there}
    left = [
        lay or tuple(code for code in one.codes if code not in there | covered and coming.may_be(code, one))
        for one, lay in zip(sets, unmoved, strict=True)
    ]
    left = _each_once(left)
    twice = {codes for codes in left if len(codes) == 1 and left.count(codes) > 1}
    return [
        codes if codes and codes not in twice else tuple(code for code in one.codes if code not in there) or one.codes
        for one, codes in zip(sets, left, strict=True)
    ]


def lay_there(one: Alike | Sighting, was: Sighting | None) -> bool:
    """True if a card has the place and heading of a known one."""
    if was is None:
        return False
    near = dist((one.x_mm, one.y_mm), (was.x_mm, was.y_mm)) < _UNMOVED_MM
    return near and abs(wrapped(one.heading_deg - was.heading_deg)) < _UNMOVED_DEG


def _each_once(left: list[_Codes]) -> list[_Codes]:
    """The sets if each card is there only once: a set with a single code left takes it from all others."""
    while True:
        single = [codes[0] for codes in left if len(codes) == 1]
        fewer = [codes if len(codes) == 1 else tuple(code for code in codes if code not in single) for codes in left]
        if fewer == left:
            return left
        left = fewer


def _sighting(one: Alike, code: int) -> Sighting:
    return Sighting(code, one.x_mm, one.y_mm, one.heading_deg, NARROWED)


class _Coming:
    """Cards that kept their places, and cards that may have come to a new one."""

    def __init__(self, look: Look, known: KnownBefore, around: QuartersAround) -> None:
        self._known, self._around = known, around
        faces = [seen for seen in look.sightings if seen.code < QUARTER_CODES.start]
        sure = [seen for seen in faces if known.is_new(seen.code) and around.is_centre(seen)]
        sets = [one for one in look.alike if one.codes and all(map(known.is_new, one.codes)) and around.is_centre(one)]
        self._sets, self._sure = look.alike, len(sure)
        self._next_lie_there = bool(sure or sets)
        self._next_are_whole = False

    def but_for(self, there: frozenset[int]) -> None:
        """
        Checks if the next triplets are whole: a set in the centre that can be none of the cards `there` may be a new
        card.
        """
        left = [{*one.codes} - there for one in self._sets if self._around.is_centre(one)]
        new = sum(bool(codes) and all(map(self._known.is_new, codes)) for codes in left)
        self._next_are_whole = self._sure + new >= self._known.next_cards > 0

    def unmoved(self, one: Alike) -> _Codes:
        """
        The cards of a set that were there, and so are there still; empty if none was.

        In place of a discard, or on it, a card of a triplet taken since may be seen; and the next round's triplets are
        laid out in the places of this round's.
        """
        known = self._known
        there = tuple(code for code in one.codes if lay_there(one, known.lay.get(code)))
        if there and all(code in known.out for code in there):
            return (*there, *(code for code in one.codes if code in known.offered))
        stays = known.owned if self._next_lie_there else known.owned | known.offered
        return there if any(code in stays for code in there) else ()

    def may_be(self, code: int, one: Alike) -> bool:
        """
        True if a card may have come to that place.

        Cards on offer and players' cards may be anywhere. Cards that left the game stay in the centre. A new card comes
        by the triplets: into the centre when they are laid out; to a player from a triplet that was never seen whole,
        or from the next round's, if those are out and no longer whole.
        """
        known = self._known
        if code in known.offered or code in known.owned:
            return True
        is_centre = self._around.is_centre(one)
        if code in known.out:
            return is_centre
        may_be_new = self._next_lie_there and (is_centre or not self._next_are_whole)
        return may_be_new or not known.all_offered


def each_way(look: Look, out: frozenset[int] = frozenset()) -> list[Look]:
    """
    The look for every assignment of its sets, each card once, the likeliest first; the look itself if it has no sets.

    Empty if there are more than `MOST` assignments, or none. A card that is `out` of the game is left out, whichever it
    is.

    >>> sets = (Alike((1, 2), 0, 0, 0), Alike((1, 2, 7), 90, 0, 0))
    >>> [[seen.code for seen in way.sightings] for way in each_way(Look((), 0.4, (), alike=sets), frozenset({7}))]
    [[1, 2], [1], [2, 1], [2]]
    """
    sets = [one for one in look.alike if one.codes]
    if not sets:
        return [look]
    choices = [tuple(dict.fromkeys(None if code in out else code for code in one.codes)) for one in sets]
    if prod(map(len, choices)) > MOST**2:
        return []
    sure, ways = {seen.code for seen in look.sightings}, []
    for way in product(*choices):
        taken = [_sighting(one, code) for one, code in zip(sets, way, strict=True) if code is not None]
        codes = [seen.code for seen in taken]
        if len({*codes}) == len(codes) and sure.isdisjoint(codes):
            ways.append(replace(look, sightings=(*look.sightings, *taken), alike=_strange(look)))
    return ways if len(ways) <= MOST else []


def best_way(ways: Sequence[Look], costs: Sequence[float], around: QuartersAround, margin: float) -> Look | None:
    """
    The cheapest assignment; of cards in the centre only those on which all agree that cost at most `margin` more.

    A player's cards follow from the turn, or the choice makes no difference. In the centre any card may be anywhere.
    """
    if not ways:
        return None
    near = [way for way, cost in zip(ways, costs, strict=True) if cost <= min(costs) + margin]
    best, sure = ways[costs.index(min(costs))], agreed(near)
    told = sure.sightings if sure else ()
    return replace(best, sightings=tuple(one for one in best.sightings if one in told or not around.is_centre(one)))


def agreed(ways: Sequence[Look]) -> Look | None:
    """The sightings that all ways share; None if there is no way."""
    if not ways:
        return None
    first, *others = ways
    sightings = tuple(seen for seen in first.sightings if all(seen in other.sightings for other in others))
    return replace(first, sightings=sightings)


def without_sets(look: Look) -> Look:
    """The look without its ambiguous cards."""
    return replace(look, alike=_strange(look)) if look.alike else look


def _strange(look: Look) -> tuple[Alike, ...]:
    return tuple(one for one in look.alike if not one.codes)
