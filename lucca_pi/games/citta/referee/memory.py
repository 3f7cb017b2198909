"""
The referee's memory of the table: where quarters, triplets, walls and discards were seen. Later looks are compared with
it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from lucca_pi.games.citta.referee.evidence import (
    CONTRADICTION,
    STILL_MM,
    Evidence,
    Kept,
    PlacedSighting,
    quarters_amiss,
)
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Quarter, triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.table.areas import Area, CardPlace
from lucca_pi.games.citta.table.narrowing import KnownBefore, known_by
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.games.citta.table.reading import triplets_among
from lucca_pi.table.sighting import Sighting, apart_mm

_PAIR_MM = 140.0
"""Largest distance, mm, between two cards of a triplet whose third is unread."""
_ROW_MM = 75.0
"""Largest distance, mm, between neighbouring walls of a row: they overlap, or touch side by side."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A back with a player: the quarter's code, and the back's place in the game's axes."""

    quarter: int
    seen: Sighting

    def is_still(self, back: Sighting) -> bool:
        """True if the back is where the wall was."""
        return apart_mm(self.seen, back) < STILL_MM


@dataclass(frozen=True, slots=True)
class TableMemory:
    """
    The table as the looks so far have shown it, in the game's axes.

    `kept`: players' cards, where they were last seen. `offered`: cards of the triplets on offer, where they were laid
    out; those `told` by players were never seen, and their places are guesses; `unsaid`: cards beside which there is
    one that nobody names. `left_over`: cards of triplets that nobody took; they are out of the game. `walls`: backs
    with players; `unlocated`: number of further walls of each quarter that were never in sight. `discarded`: places of
    discards.
    """

    quarters: Mapping[int, Sighting] = field(default_factory=dict)
    kept: Mapping[CardName, Kept] = field(default_factory=dict)
    offered: Mapping[CardName, Sighting] = field(default_factory=dict)
    left_over: frozenset[CardName] = frozenset()
    walls: tuple[Wall, ...] = ()
    unlocated: Mapping[int, int] = field(default_factory=dict)
    discarded: Mapping[CardName, Sighting] = field(default_factory=dict)
    told: frozenset[CardName] = frozenset()
    unsaid: frozenset[CardName] = frozenset()

    @property
    def known(self) -> dict[int, Sighting]:
        """Each unique piece, by code, where it was last seen."""
        cards = (*self.laid_out.values(), *(kept.seen for kept in self.kept.values()))
        return {seen.code: seen for seen in (*self.quarters.values(), *cards)}

    @property
    def laid_out(self) -> Mapping[CardName, Sighting]:
        """The cards on offer that were seen, where they were laid out."""
        return {name: seen for name, seen in self.offered.items() if name not in self.told}

    def wall_owners(self, backs: Sequence[PlacedSighting], *movers: int) -> tuple[int | None, ...]:
        """
        For each back the quarter whose wall it is, None for a new one; `movers`: quarters of the players who may have
        moved.

        Walls overlap, so each known wall accounts for the nearest back only. A back where no wall was known is that of
        another player who has a wall that was never in sight, or in whose row it is.
        """
        owners = list(self._known_owners(backs))
        unlocated = dict(self.unlocated)
        for index, back in enumerate(backs):
            others = (owner for owner in self._near(back, movers) if owner not in movers and unlocated.get(owner))
            owner = next(others, None)
            if owners[index] is None and owner:
                owners[index] = owner
                unlocated[owner] -= 1
        return tuple(owners)

    def _near(self, back: PlacedSighting, movers: Sequence[int]) -> Iterator[int]:
        """The quarters whose reach holds a back, and in whose row it is unless a mover's walls are beside it, too."""
        if back.place.owner:
            yield back.place.owner
        rows = self.rows(back)
        if rows.isdisjoint(movers):
            yield from sorted(rows)

    def rows(self, back: PlacedSighting) -> set[int]:
        """The quarters whose known walls are beside a back."""
        return {wall.quarter for wall in self.walls if apart_mm(wall.seen, back.sighting) < _ROW_MM}

    def _known_owners(self, backs: Sequence[PlacedSighting]) -> Iterator[int | None]:
        seen = [back.sighting for back in backs]
        near = sorted(
            (mm, index, number)
            for number, wall in enumerate(self.walls)
            for index, one in enumerate(seen)
            if (mm := apart_mm(wall.seen, one)) < STILL_MM
        )
        owners: dict[int, int] = {}
        accounted: set[int] = set()
        for _, index, number in near:
            if index not in owners and number not in accounted:
                owners[index] = self.walls[number].quarter
                accounted.add(number)
        return (owners.get(index) for index in range(len(seen)))

    def may_be_walls(self, backs: Sequence[PlacedSighting], quarter: int) -> tuple[bool, ...]:
        """The backs that may be walls of `quarter`: those in its reach, and new ones in a row with its walls."""
        owners = self.wall_owners(backs, quarter)
        new = [back.sighting for back, owner in zip(backs, owners, strict=True) if owner is None]
        row = _in_a_row([wall.seen for wall in self.walls if wall.quarter == quarter], new)
        return tuple(back.sighting in row or _in_reach(back, quarter) for back in backs)

    def new_walls_of(
        self, backs: Sequence[PlacedSighting], movers: Sequence[int]
    ) -> tuple[tuple[int, ...] | None, ...]:
        """For each new back the `movers` (quarter codes) who may have laid it, the likeliest first; else None."""
        owners = self.wall_owners(backs, *movers)
        may = {mover: self.may_be_walls(backs, mover) for mover in movers}
        return tuple(
            tuple(sorted((mover for mover in movers if may[mover][index]), key=self.likely_giver(back)))
            if owners[index] is None
            else None
            for index, back in enumerate(backs)
        )

    def likely_giver(self, back: PlacedSighting) -> Callable[[int], tuple[bool, bool]]:
        """Sort key for who laid a back: the owner of the row it continues, else the nearest player."""
        rows = self.rows(back)
        return lambda mover: (mover not in rows, mover != back.place.owner)

    def lies_as_laid_out(self, name: CardName, evidence: Evidence) -> bool:
        """
        True if a card of a triplet is seen where it was laid out; for a card that was only entered, near its
        neighbours.
        """
        return _lies_at(self.offered.get(name), name, evidence, _PAIR_MM if name in self.told else STILL_MM)

    def is_beside_discards(self, spot: PlacedSighting) -> bool:
        """True if a card is on or beside earlier discards."""
        return any(apart_mm(seen, spot.sighting) < _ROW_MM for seen in self.discarded.values())

    def lies_as_discarded(self, name: CardName, evidence: Evidence) -> bool:
        """True if a discard is seen where it was before, so it has not come back into play."""
        return _lies_at(self.discarded.get(name), name, evidence)


def _lies_at(was: Sighting | None, name: CardName, evidence: Evidence, within_mm: float = STILL_MM) -> bool:
    return was is not None and any(apart_mm(was, spot.sighting) < within_mm for spot in evidence.now.get(name, ()))


def _in_a_row(known: Sequence[Sighting], new: Sequence[Sighting]) -> Sequence[Sighting]:
    """The new backs that continue a row of known ones, directly or through other new ones."""
    row, left = [*known], [*new]
    for one in row:
        row += [seen for seen in left if apart_mm(one, seen) < _ROW_MM]
        left = [seen for seen in left if seen not in row]
    return row[len(known) :]


def _in_reach(back: PlacedSighting, quarter: int) -> bool:
    """True if a back's place is in reach of `quarter`; the area does not matter."""
    return any(place.owner == quarter and cost < CONTRADICTION for place, cost in back.costs.items())


def groups_of(offered: Mapping[CardName, Sighting], pieces: Cards) -> tuple[frozenset[CardName], ...]:
    """The triplets among the cards on offer; a triplet with an unread card is a group of two or one."""
    name_of = {seen.code: name for name, seen in offered.items()}
    whole = [frozenset(name_of[seen.code] for seen in three) for three in triplets_among([*offered.values()], pieces)]
    loose = {name: seen for name, seen in offered.items() if not any(name in three for three in whole)}
    return (*whole, *_pairs(loose))


def _pairs(loose: Mapping[CardName, Sighting]) -> list[frozenset[CardName]]:
    near = sorted(combinations(loose, 2), key=lambda pair: apart_mm(loose[pair[0]], loose[pair[1]]))
    left, groups = set(loose), []
    for one, other in near:
        if {one, other} <= left and apart_mm(loose[one], loose[other]) < _PAIR_MM:
            groups.append(frozenset((one, other)))
            left -= {one, other}
    return groups + [frozenset((name,)) for name in loose if name in left]


def fresh(game: Game, ground: TableMemory, name: CardName) -> bool:
    """True if a card has been in no turn yet, nor in a leftover triplet."""
    return name not in game.out and name not in ground.left_over


def triplets_left(game: Game) -> int:
    """Number of triplets on offer before the turn being played."""
    return triplets_laid_out(len(game.players)) - game.turns


def with_offered(game: Game, ground: TableMemory, evidence: Evidence) -> TableMemory:
    """
    The memory with cards newly seen in the centre added to those on offer; known cards keep their places.

    A triplet card that players entered counts until it is seen. If more cards are in the centre than the round can have
    left, the round was played to its end and these are the next triplets.
    """
    new = {name: seen for name, seen in evidence.in_centre.items() if fresh(game, ground, name)}
    told = {name: seen for name, seen in evidence.told.items() if fresh(game, ground, name)}
    offered = {**told, **new, **ground.offered, **{name: new[name] for name in ground.told & new.keys()}}
    if len(offered) > CARDS_IN_A_TRIPLET * triplets_left(game) and not game.round_is_whole:
        return ground
    told_only = (ground.told | told.keys() - ground.offered.keys()) - new.keys()
    return replace(ground, offered=offered, told=told_only, unsaid=ground.unsaid | evidence.unsaid)


def as_far_as_shown(game: Game, ground: TableMemory, evidence: Evidence) -> TableMemory:
    """
    The memory without entered triplet cards, if a card shows that was in no triplet: then somebody erred.

    As a round ends, the next triplets show in the centre.
    """
    if not ground.told:
        return ground
    new = [name for name in evidence.now if name not in ground.offered and fresh(game, ground, name)]
    ends = game.turns + 1 == len(game.players)
    played = [name for name in new if not (ends and name in evidence.in_centre)]
    return replace(ground, offered=ground.laid_out, told=frozenset()) if played else ground


def with_triplets_seen(game: Game, ground: TableMemory, evidence: Evidence, pieces: Cards) -> TableMemory:
    """
    The memory after a look at rest between two turns.

    The look shows where the triplets are only if all expected cards are in the centre: in mid-turn anything may be
    there. Triplets that were pushed together and could not be separated are learnt once they are apart.
    """
    seen = with_offered(game, ground, evidence)
    anew = {name: evidence.in_centre[name] for name in seen.offered if name in evidence.in_centre}
    for offered in (seen.offered, anew):
        whole = [group for group in groups_of(offered, pieces) if len(group) == CARDS_IN_A_TRIPLET]
        if len(whole) == triplets_left(game):
            return replace(seen, offered=offered, told=seen.told - anew.keys())
    return ground


def after_look(
    game: Game, ground: TableMemory, evidence: Evidence, seats: Mapping[str, int], mover: str | None
) -> TableMemory:
    """
    The memory after a look that was explained; `game` is the position after the turn of `mover`.

    After a round's last turn untaken cards are out of the game, and the next triplets are those in the centre now.
    Cards on offer that are more than the round can have left are those of a later one: it was entered by hand after
    they had been laid out. A card that was only entered does not leave the game unseen: somebody may have erred. A
    misplaced quarter card belongs where it was, even if the turn was entered by hand.
    """
    walls = _walls(game, ground, evidence, seats, mover)
    amiss = quarters_amiss(ground.quarters, ground.kept, evidence) if mover else frozenset[int]()
    seen = {code: one for code, one in evidence.quarters.items() if code not in amiss}
    quarters = {**ground.quarters, **seen}
    still = {name: seen for name, seen in ground.offered.items() if name not in game.out}
    if game.round_is_whole:
        lying = {name: seen for name, seen in still.items() if ground.lies_as_laid_out(name, evidence)}
        ahead = lying if len(lying) > CARDS_IN_A_TRIPLET else {}
        ground = replace(ground, left_over=ground.left_over.union(still.keys() - ground.told - ahead.keys()))
        still = ahead
    elif len(still) > CARDS_IN_A_TRIPLET * triplets_left(game):
        still = {}
    located = Counter(wall.quarter for wall in walls)
    unlocated = {seats[player]: own.walls - located[seats[player]] for player, own in game.position.quarters.items()}
    kept = _kept(game, ground, evidence, seats)
    discarded = {**ground.discarded, **dict(_discarded(game, ground, evidence))}
    ground = replace(ground, quarters=quarters, kept=kept, offered=still, walls=walls, unlocated=unlocated)
    ground = replace(ground, discarded=discarded, told=ground.told & still.keys(), unsaid=ground.unsaid & still.keys())
    return with_offered(game, ground, evidence)


def _discarded(game: Game, ground: TableMemory, evidence: Evidence) -> Iterator[tuple[CardName, Sighting]]:
    """Cards out of the deck that are in the centre, or beside others there at the edge of a player's reach."""
    centre = {name: seen for name, seen in evidence.in_centre.items() if name in game.out}
    known = replace(ground, discarded={**ground.discarded, **centre})
    for name, spots in evidence.now.items():
        if name in game.out and known.is_beside_discards(spots[0]):
            yield name, spots[0].sighting


def _kept(game: Game, ground: TableMemory, evidence: Evidence, seats: Mapping[str, int]) -> Mapping[CardName, Kept]:
    """
    The players' cards where they are seen now; hidden ones where they were last seen.

    A card that is clearly seen elsewhere than it belongs has been played on already, and loses its old place.
    """
    places = {
        name: CardPlace(seats[player], area)
        for player, quarter in game.position.quarters.items()
        for area, names in _areas(quarter)
        for name in names
    }
    costs = {name: evidence.cost_now(name, place) for name, place in places.items()}
    near = [name for name, cost in costs.items() if cost is not None and cost < CONTRADICTION / 2]
    here = {name: evidence.now[name][0].sighting for name in near}
    last = {name: kept.seen for name, kept in ground.kept.items()} | here
    return {name: Kept(last[name], place) for name, place in places.items() if name in last}


def _areas(quarter: Quarter) -> Iterator[tuple[Area, list[CardName]]]:
    """The cards that each area should hold."""
    yield "construction", [card.number for palace in quarter.construction.values() for card in palace.cards]
    yield "completed", [card.number for palace in quarter.completed.values() for card in palace.cards]
    yield "completed", [*quarter.towers]
    yield "opened", [card.number for palace in quarter.opened.values() for card in palace.cards]


def _walls(
    game: Game, ground: TableMemory, evidence: Evidence, seats: Mapping[str, int], mover: str | None
) -> tuple[Wall, ...]:
    """The backs in sight with their owners, and known ones that are covered now; no more than each player has walls."""
    own = (seats[mover],) if mover else ()
    owners = list(ground.wall_owners(evidence.backs, *own))
    if mover:
        _give_new(owners, game.position.quarters[mover].walls, seats[mover], ground, evidence)
    whose = [owner or back.place.owner for owner, back in zip(owners, evidence.backs, strict=True)]
    seen = [Wall(owner, back.sighting) for owner, back in zip(whose, evidence.backs, strict=True) if owner]
    covered = [wall for wall in ground.walls if all(apart_mm(wall.seen, other.seen) >= STILL_MM for other in seen)]
    kept: list[Wall] = []
    for player, quarter in seats.items():
        of_player = [wall for wall in (*seen, *covered) if wall.quarter == quarter]
        kept += of_player[: game.position.quarters[player].walls]
    return tuple(kept)


def _give_new(owners: list[int | None], walls: int, mover: int, ground: TableMemory, evidence: Evidence) -> None:
    """Assigns new backs to the mover, the likeliest first, up to the number of the mover's walls."""
    new = ground.new_walls_of(evidence.backs, (mover,))
    laid = [index for index, givers in enumerate(new) if givers]
    laid.sort(key=lambda index: ground.likely_giver(evidence.backs[index])(mover))
    for index in laid[: max(0, walls - owners.count(mover))]:
        owners[index] = mover


def known_before(game: Game | None, ground: TableMemory, pieces: Cards) -> KnownBefore:
    """Cards known from earlier looks and turns, for `table.narrowing`; nothing before the deal."""
    if game is None:
        return KnownBefore()
    offered = ground.offered.keys() - game.out
    lay = {**ground.discarded, **{name: kept.seen for name, kept in ground.kept.items()}, **ground.laid_out}
    return known_by(game, pieces, lay=lay, offered=offered, left_over=ground.left_over)
