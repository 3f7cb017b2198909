"""The auditor's memory: where every piece was last seen, and whose it is."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Palace, Position
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.areas import IN_CENTRE, Area, CardPlace, place_of, possible_places
from lucca_pi.games.citta.table.narrowing import KnownBefore, known_by
from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards
from lucca_pi.games.citta.table.reading import middle_of
from lucca_pi.table.sighting import Look, Sighting, apart_mm, in_axes, wrapped

_UNMOVED_MM = 20.0
"""Largest distance, mm, from its old place at which a piece counts as not moved."""
EDGE_MM = 12.0
"""Largest distance, mm, from the centre at which a card may be meant for it."""
_ROW_MM = 75.0
"""Largest distance, mm, between neighbouring walls of a row: they overlap, or touch side by side."""
_IN_LINE_MM = 12.0
_IN_LINE_DEG = 12.0
"""Largest offset, mm, and turn, degrees, at which a wall continues a row in line."""


@dataclass(frozen=True, slots=True)
class RememberedPiece:
    """
    A piece where it was last seen, and its place in the game.

    `is_lost`: the latest look did not show it. `is_new`: laid or opened in the last turn. `is_settled`: a lost card
    that nobody has to look for, because it was put away, or players confirmed a wall while it was hidden. `cards`: the
    cards that a wall may be, if its turn is known.
    """

    seen: Sighting
    place: CardPlace
    is_lost: bool = False
    is_new: bool = False
    is_settled: bool = False
    cards: frozenset[CardName] = frozenset()

    def middle(self, pieces: Cards) -> Sighting:
        """The sighting moved to the middle of the card."""
        x_mm, y_mm = middle_of(self.seen, pieces)
        return replace(self.seen, x_mm=x_mm, y_mm=y_mm)


@dataclass(frozen=True, slots=True)
class Back:
    """A back in the latest look, and whose wall it would be; `was`: the wall that was there before."""

    seen: Sighting
    place: CardPlace
    was: RememberedPiece | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """
    The table as the confirmed looks have left it, in the game's axes.

    `faces`: each card that was seen, by name. `walls`: backs that are city walls. `left_over`: cards of triplets that
    nobody took. `last`: the cards of the last turn; `mover`: the quarter code of its player. `hidden`: cards that
    became walls or were discarded out of sight, with the quarter code of their player. `loose_backs`: backs that are no
    walls, such as the unused pile, and those of them that went since the last wall was confirmed. `hidden_walls`: by
    quarter code, the number of walls that were hidden when players last confirmed a wall.
    """

    faces: Mapping[CardName, RememberedPiece] = field(default_factory=dict)
    walls: tuple[RememberedPiece, ...] = ()
    left_over: frozenset[CardName] = frozenset()
    last: frozenset[CardName] = frozenset()
    mover: int | None = None
    hidden: Mapping[CardName, int] = field(default_factory=dict)
    loose_backs: tuple[Sighting, ...] = ()
    hidden_walls: Mapping[int, int] = field(default_factory=dict)

    def offered(self, game: Game) -> dict[CardName, RememberedPiece]:
        """The cards of the triplets on offer."""
        gone = game.out | self.left_over
        return {name: one for name, one in self.faces.items() if one.place == IN_CENTRE and name not in gone}


@dataclass(frozen=True, slots=True)
class Seen:
    """A look in the game's axes, and each quarter's place in them, by code; `swap` as in `table.areas`."""

    look: Look
    quarters: Mapping[int, Sighting]
    pieces: Cards
    swap: bool = False

    def place(self, seen: Sighting) -> CardPlace:
        """A piece's place by the table's axes."""
        return place_of(seen, tuple(self.quarters.values()), self.swap)


def remember(
    memory: Memory,
    game: Game,
    seats: Mapping[str, int],
    seen: Seen,
    turn: Turn | None = None,
    *,
    astray: Collection[CardName] = (),
) -> Memory:
    """
    The memory after a confirmed look; `game` is the position after it, `turn` the turn it showed.

    `astray`: cards that are unaccounted for (`evidence.astray`). If the turn has a wall, players have just vouched for
    them.
    """
    played = frozenset(play.card for play in turn.play) if turn else frozenset[CardName]()
    walled = frozenset(play.card for play in turn.play if play.way == "wall") if turn else frozenset[CardName]()
    movers = frozenset({seats[turn.player]} if turn else ())
    backs = walls_seen(seen, memory, movers)
    walls = tuple(_walls(memory, game, seats, backs, movers, walled=walled))
    return Memory(
        _faces(memory, game, seats, seen, played | _opened(game, turn), astray=astray, vouched=bool(walled)),
        walls,
        without_looking(memory, game).left_over,
        played,
        seats[turn.player] if turn else None,
        {**memory.hidden, **_hidden(seats, seen, turn)} if turn else memory.hidden,
        tuple(_loose_backs(memory, seen, backs, walls, keeps_gone=not walled)),
        dict(_hidden_walls(memory, game, seats, backs, vouched=bool(walled))),
    )


def _loose_backs(
    memory: Memory, seen: Seen, backs: Sequence[Back], walls: Sequence[RememberedPiece], *, keeps_gone: bool
) -> Iterator[Sighting]:
    """Backs that are no walls, and those of earlier looks that went without being turned face up."""
    yield from (back.seen for back in backs if not any(back.seen is wall.seen for wall in walls))
    gone = [one for one in memory.loose_backs if not any(lies_near(one, back.seen) for back in backs)]
    if keeps_gone:
        yield from gone[turned_face_up(memory, seen) :]


def turned_face_up(memory: Memory, seen: Seen) -> int:
    """Number of walled or unseen discarded cards that are in sight now and were not before."""
    before = {name for name, one in memory.faces.items() if not one.is_lost}
    return len((memory.hidden.keys() & faces_in(seen.look, seen.pieces).keys()) - before)


def _hidden_walls(
    memory: Memory, game: Game, seats: Mapping[str, int], backs: Iterable[Back], *, vouched: bool
) -> Iterator[tuple[int, int]]:
    """Number of walls of each quarter that players need not look for; `vouched`: all that are hidden now."""
    in_rows = Counter(back.place.owner for back in backs if back.place.area == "completed")
    for player, quarter in game.position.quarters.items():
        lacking = max(0, quarter.walls - in_rows[seats[player]])
        yield seats[player], lacking if vouched else min(lacking, memory.hidden_walls.get(seats[player], 0))


def _opened(game: Game, turn: Turn | None) -> frozenset[CardName]:
    """The palaces that a turn opened."""
    if turn is None:
        return frozenset()
    opened = game.position.quarters[turn.player].opened
    return frozenset(opened[colour].number for colour in turn.open)


def _hidden(seats: Mapping[str, int], seen: Seen, turn: Turn) -> dict[CardName, int]:
    faces = faces_in(seen.look, seen.pieces)
    away = (play.card for play in turn.play if play.way in ("wall", "discard") and play.card not in faces)
    return dict.fromkeys(away, seats[turn.player])


def without_looking(memory: Memory, game: Game) -> Memory:
    """The memory after a turn without a look; at a round's end the cards left on offer are out of the game."""
    over = memory.left_over.union(memory.offered(game)) if game.round_is_whole else memory.left_over
    faces = {name: replace(one, is_new=False) for name, one in memory.faces.items()}
    return replace(memory, faces=faces, left_over=over, last=frozenset(), mover=None)


def _faces(
    memory: Memory,
    game: Game,
    seats: Mapping[str, int],
    seen: Seen,
    new: Collection[CardName],
    *,
    astray: Collection[CardName],
    vouched: bool,
) -> dict[CardName, RememberedPiece]:
    """Visible cards at their places; hidden ones at their old places, unless they were moved since."""
    belongs = owned(game.position, seats)
    faces = {
        name: replace(
            one, is_lost=True, is_new=False, is_settled=vouched or one.is_settled or name not in {*belongs, *astray}
        )
        for name, one in memory.faces.items()
        if name in astray
        or (one.place == belongs.get(name, IN_CENTRE) and not (one.place == IN_CENTRE and name in game.out))
    }
    for name, spots in faces_in(seen.look, seen.pieces).items():
        lies = _place_of(spots[0], seen, memory.faces.get(name))
        faces[name] = RememberedPiece(spots[0], belongs.get(name, lies), is_new=name in new)
    return faces


def _place_of(spot: Sighting, seen: Seen, known: RememberedPiece | None) -> CardPlace:
    """The place of a visible card: its old one if it has not moved."""
    return known.place if known and lies_near(known.seen, spot) else seen.place(spot)


def _walls(
    memory: Memory,
    game: Game,
    seats: Mapping[str, int],
    backs: Sequence[Back],
    movers: Collection[int],
    *,
    walled: frozenset[CardName],
) -> Iterator[RememberedPiece]:
    """
    Each player's walls: visible ones first, then hidden ones. A mover gets the surplus of the others.

    A back at a new place may be any card that was just `walled`, or any hidden wall of its player.
    """
    spare = [back for back in backs if not back.was and back.place.owner]
    for player, quarter in game.position.quarters.items():
        own = _of_player(seats[player], backs)
        spare = [back for back in spare if back not in own[: quarter.walls]]
    for player, quarter in game.position.quarters.items():
        own = _of_player(seats[player], backs)
        place = CardPlace(seats[player], "completed")
        away = [wall for wall in walls_out_of_sight(memory, backs) if wall.place.owner == seats[player]]
        cards = frozenset[CardName]().union(walled if seats[player] in movers else (), *(wall.cards for wall in away))
        seen = [
            RememberedPiece(
                back.seen,
                place,
                cards=back.was.cards if back.was else cards,
            )
            for back in (*own, *(spare if seats[player] in movers else ()))
        ]
        yield from (*seen, *(replace(one, is_lost=True) for one in away))[: quarter.walls]


def _of_player(quarter: int, backs: Iterable[Back]) -> list[Back]:
    """A player's backs, those in the walls' area first; another may be a card of a column, laid face down."""
    own = (back for back in backs if back.place.owner == quarter)
    return sorted(own, key=lambda back: back.place.area != "completed")


def walls_out_of_sight(memory: Memory, backs: Iterable[Back]) -> list[RememberedPiece]:
    """The walls that match none of the backs."""
    seen = [back.was for back in backs]
    return [wall for wall in memory.walls if not any(wall is one for one in seen)]


def owned(position: Position, seats: Mapping[str, int]) -> dict[CardName, CardPlace]:
    """The place of every card that belongs to a player, by name, including those under a pile's newest card."""
    places: dict[CardName, CardPlace] = {}
    for player, quarter in position.quarters.items():
        own = seats[player]
        places |= {
            card.number: CardPlace(own, "construction") for one in quarter.construction.values() for card in one.cards
        }
        places |= {tower: CardPlace(own, "completed") for tower in quarter.towers}
    for player, area, palace in piles_in(position):
        places |= {card.number: CardPlace(seats[player], area) for card in palace.cards}
    return places


def piles_in(position: Position) -> Iterator[tuple[str, Area, Palace]]:
    """Every completed and opened palace with its player and area."""
    for player, quarter in position.quarters.items():
        yield from ((player, "completed", palace) for palace in quarter.completed.values())
        yield from ((player, "opened", palace) for palace in quarter.opened.values())


def may_lie_in_the_centre(card: Sighting, seen: Seen) -> bool:
    """True if an unowned card is in the centre, or at its edge."""
    return dict(possible_places(card, tuple(seen.quarters.values()), seen.swap))[IN_CENTRE] < EDGE_MM


def faces_in(look: Look, pieces: Cards) -> dict[CardName, tuple[Sighting, ...]]:
    """The faces of cards in a look, by name."""
    found: dict[CardName, tuple[Sighting, ...]] = {}
    for seen in look.sightings:
        if pieces.is_face(seen.code):
            name = pieces.name(seen.code)
            found[name] = (*found.get(name, ()), seen)
    return found


def walls_seen(seen: Seen, memory: Memory, movers: Collection[int]) -> tuple[Back, ...]:
    """
    Every back of a look with its place as a wall.

    A back where a wall was is that wall. Any other belongs to the player in whose reach it is, or to the mover whose
    row of walls and towers it continues.
    """
    backs = [one for one in seen.look.sightings if one.code == BACK_CODE]
    known = _matched(backs, memory.walls)
    found = [Back(backs[index], wall.place, wall) for index, wall in known.items()]
    new = [Back(back, seen.place(back)) for index, back in enumerate(backs) if index not in known]
    away = {wall.place.owner for wall in walls_out_of_sight(memory, found)}
    towers = tuple(_towers_seen(seen, memory))
    for _again in new:
        new = [_in_a_row(back, (*found, *new), towers, movers, away) for back in new]
    return (*found, *new)


def _towers_seen(seen: Seen, memory: Memory) -> Iterator[RememberedPiece]:
    """The towers of a look, by their middles."""
    for name, (spot, *_others) in faces_in(seen.look, seen.pieces).items():
        if name in TOWERS:
            tower = RememberedPiece(spot, _place_of(spot, seen, memory.faces.get(name)))
            yield replace(tower, seen=tower.middle(seen.pieces))


def _in_a_row(
    back: Back,
    others: Iterable[Back],
    towers: Iterable[RememberedPiece],
    movers: Collection[int],
    away: Collection[int | None],
) -> Back:
    """
    The back as a mover's wall, if it continues a row of that mover's walls; else None.

    In another player's reach it must be beside none of that player's walls if one of those is `away`. In another area
    of the mover's reach it must be in line with the row, which may hold towers.
    """
    own = back.place.owner
    beside = [other for other in others if 0 < apart_mm(other.seen, back.seen) < _ROW_MM]
    if own in movers:
        row: tuple[Back | RememberedPiece, ...] = (
            *beside,
            *(tower for tower in towers if apart_mm(tower.seen, back.seen) < _ROW_MM),
        )
        in_line = (one for one in row if one.place == CardPlace(own, "completed") and _in_line(back.seen, one.seen))
        return replace(back, place=CardPlace(own, "completed")) if any(in_line) else back
    owners = {other.place.owner for other in beside}
    whose = [owner for owner in owners if owner in movers]
    if len(whose) != 1 or (own in owners and own in away):
        return back
    return replace(back, place=CardPlace(whose[0], "completed"))


def _in_line(one: Sighting, other: Sighting) -> bool:
    """True if two backs are in one row: turned alike, and side by side or one below the other."""
    pose = in_axes(other, one)
    return abs(wrapped(2 * pose.heading_deg)) / 2 < _IN_LINE_DEG and min(abs(pose.x_mm), abs(pose.y_mm)) < _IN_LINE_MM


def _matched(backs: Sequence[Sighting], walls: Sequence[RememberedPiece]) -> dict[int, RememberedPiece]:
    """For each back that is where a wall was, by index, that wall; the nearest first."""
    near = sorted(
        (apart_mm(wall.seen, back), index, number)
        for number, wall in enumerate(walls)
        for index, back in enumerate(backs)
        if lies_near(wall.seen, back)
    )
    matched: dict[int, RememberedPiece] = {}
    taken: set[int] = set()
    for _mm, index, number in near:
        if index not in matched and number not in taken:
            matched[index] = walls[number]
            taken.add(number)
    return matched


def lies_near(one: Sighting, other: Sighting, within_mm: float = _UNMOVED_MM) -> bool:
    """True if a piece is where another was."""
    return apart_mm(one, other) < within_mm


def known_before(memory: Memory, game: Game, pieces: Cards) -> KnownBefore:
    """
    Cards known from the auditor's memory and the turns, for `table.narrowing`; little before and right after the deal.
    """
    gone = {name for name, one in memory.faces.items() if one.is_lost and name in memory.left_over}
    lay = {name: one.seen for name, one in memory.faces.items() if name not in gone}
    return known_by(game, pieces, lay=lay, offered=memory.offered(game), left_over=memory.left_over)
