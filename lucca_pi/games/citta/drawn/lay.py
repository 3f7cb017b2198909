"""From a position to the cards on the table: where each lies, how it is turned, and what lies on what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.drawn.lying import moved
from lucca_pi.drawn.pen import Point
from lucca_pi.games.citta.drawn.places import Centre, Places, QuarterPlaces, places_after
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, TABLES, Seat, Spot, Table, growth, table_for
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName, DeckFile
from lucca_pi.games.citta.rules.position import Palace, Position, Quarter
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, TOWER_OF_CODE

_HAND_MM = 0.9
_HAND_DEG: Mapping[Area | None, float] = {"construction": 2.4, "completed": 1.2, "opened": 1.2, None: 2.0}
"""How exactly people lay cards, by area: standard deviations. The headings are those of the rendered game."""
_MOST_MM = 1.3
_MOST_TURNED = 2.2
"""Most that anything is off, in mm, and turned, in HAND_DEG: nobody covers a code."""
_BESIDE_MM = 4.0
"""Between the cards of a triplet."""
_TOP_OF_PILE = 99
CODE_OF_TOWER = {name: code for code, name in TOWER_OF_CODE.items()}


@dataclass(frozen=True, slots=True)
class Lying:
    """
    A card on the table, in table axes: its middle, and the direction of its top edge, clockwise.

    Of two that overlap the one with the higher `level` lies on top. `owner` is the quarter's code, None in the centre;
    `area` is None there and for the quarter card itself. A `buried` card lies in a squared pile: its code is covered.
    A city wall is the back of a card (code 111).
    """

    code: int
    x_mm: float
    y_mm: float
    heading_deg: float
    level: int
    owner: int | None = None
    area: Area | None = None
    buried: bool = False


def lay(
    position: Position,
    centre: Centre,
    seats: Mapping[str, int],
    deck_file: DeckFile,
    *,
    seed: int = 0,
    places: Places | None = None,
) -> tuple[Lying, ...]:
    """
    Every card of the position and of the centre, as people lay them around a table of their number.

    `seats` gives each player's quarter code; the players sit clockwise in the position's order. `places` says what
    lies in which spot (a game goes on from `places_after` its last look), by default what `position` alone tells.
    The same card in the same place is laid the same way for the same seed. Cards larger than 59 x 91 mm lie on a table
    that is larger by as much. Raises RuleError "deck" for cards that are too large.
    """
    table = table_for(len(position.players), deck_file.card_mm)
    hand = _Hand(deck_file, {number: code for code, number in deck_file.codes.items()}, seed)
    places = places_after({}, position, TABLES[len(position.players)]) if places is None else places
    laid: list[Lying] = []
    for player, seat in zip(position.players, table.seats, strict=True):
        laid += _quarter(_Side(hand, seat, seats[player]), position.quarters[player], places[player])
    return (*laid, *_centre(hand, centre, table))


def code_middle(card: Lying, deck_file: DeckFile) -> Point:
    """Where the middle of the card's code lies, in table axes: a face bears it in its upper left corner."""
    if card.code == BACK_CODE or card.code in QUARTER_CODES:
        return card.x_mm, card.y_mm
    code_mm = deck_file.inset_mm + deck_file.square_mm / 2
    left, top = code_mm - deck_file.card_mm[0] / 2, code_mm - deck_file.card_mm[1] / 2
    return moved((card.x_mm, card.y_mm), card.heading_deg, left, top)


@dataclass(frozen=True, slots=True)
class _Hand:
    """Lays cards, not quite exactly."""

    deck_file: DeckFile
    code_of_number: Mapping[int, int]
    seed: int

    def code(self, name: CardName) -> int:
        return self.code_of_number[name] if isinstance(name, int) else CODE_OF_TOWER[name]

    def slipped(self, what: str, card: Lying) -> Lying:
        """The card a little off; `what` decides how the hand slips."""
        chance = Random(f"{self.seed} {what}")
        dx, dy, turn = (chance.gauss(0, 1) for _ in range(3))
        return replace(
            card,
            x_mm=round(card.x_mm + _within(_MOST_MM, dx * _HAND_MM), 3),
            y_mm=round(card.y_mm + _within(_MOST_MM, dy * _HAND_MM), 3),
            heading_deg=round((card.heading_deg + _within(_MOST_TURNED, turn) * _HAND_DEG[card.area]) % 360, 3),
        )


def _within(most: float, off: float) -> float:
    return max(-most, min(most, off))


@dataclass(frozen=True, slots=True)
class _Side:
    """One player's side of the table."""

    hand: _Hand
    seat: Seat
    owner: int

    def laid(self, code: int, area: Area, spot: Spot, level: int, what: str = "") -> Lying:
        """A card at a spot beside the quarter; `what` tells it from others with the same code."""
        grown = growth(self.hand.deck_file.card_mm)
        beside = spot.x_mm * grown, spot.y_mm * grown
        x_mm, y_mm = moved((self.seat.x_mm, self.seat.y_mm), self.seat.heading_deg, *beside)
        card = Lying(code, x_mm, y_mm, self.seat.heading_deg + spot.turned_deg, level, self.owner, area)
        return self.hand.slipped(f"{self.owner} {code} {what} {spot}", card)


def _quarter(side: _Side, quarter: Quarter, places: QuarterPlaces) -> Iterator[Lying]:
    yield Lying(side.owner, side.seat.x_mm, side.seat.y_mm, side.seat.heading_deg, 0, side.owner)
    for colour, palace in quarter.construction.items():
        yield from _column(side, COLUMNS[places.construction[colour]], palace)
    for colour, palace in quarter.completed.items():
        yield from _pile(side, "completed", COMPLETED[places.completed[colour]], palace)
    for colour, palace in quarter.opened.items():
        yield from _pile(side, "opened", OPENED[places.opened[colour]], palace)
    yield from _walls(side, places)


def _column(side: _Side, top: Spot, palace: Palace) -> Iterator[Lying]:
    """Each newer card covers the lower half of the one before, towards the player."""
    half = CARD_MM[1] / 2
    for level, card in enumerate(palace.cards):
        spot = Spot(top.x_mm, top.y_mm + half * (level + 1))
        yield side.laid(side.hand.code(card.number), "construction", spot, level)


def _pile(side: _Side, area: Area, spot: Spot, palace: Palace) -> Iterator[Lying]:
    """Squared: all that shows of the older cards is an edge."""
    newest = side.laid(side.hand.code(palace.number), area, spot, _TOP_OF_PILE)
    for level, card in enumerate(palace.cards[:-1]):
        aside = 0.8 if level % 2 else -0.8
        under = replace(newest, code=side.hand.code(card.number), level=level, buried=True)
        yield replace(under, x_mm=newest.x_mm + aside, y_mm=newest.y_mm + aside)
    yield newest


def _walls(side: _Side, places: QuarterPlaces) -> Iterator[Lying]:
    """Fanned; each is slipped under the one on its right, so that a tower's code stays in sight."""
    spots = side.seat.walls
    for what, number in places.walls.items():
        spot, code = spots[number], CODE_OF_TOWER.get(what, BACK_CODE)
        yield side.laid(code, "completed", spot, _TOP_OF_PILE + 400 + round(spot.x_mm), what)


def _centre(hand: _Hand, centre: Centre, table: Table) -> Iterator[Lying]:
    """Triplets in rows of three; discards in pairs, then again a little lower."""
    pitch_mm = hand.deck_file.card_mm[0] + _BESIDE_MM
    for (x_mm, y_mm), triplet in zip(table.triplets, centre.triplets, strict=False):
        for index, name in enumerate(triplet or ()):
            yield _in_centre(hand, name, (x_mm + index * pitch_mm, y_mm), 0)
    for index, name in enumerate(centre.discards):
        again, place = divmod(index, len(table.discards))
        x_mm, y_mm = table.discards[place]
        yield _in_centre(hand, name, (x_mm, y_mm + 25.0 * again), index)


def _in_centre(hand: _Hand, name: CardName, middle: Point, level: int) -> Lying:
    return hand.slipped(f"{name} {middle}", Lying(hand.code(name), *middle, 0.0, level))
