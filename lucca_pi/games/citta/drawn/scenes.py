"""
The looks of a recorded game: the place of each card at the deal and after each turn, and the right reading of them.

A record leaves out the triplets that nobody took: they are invented from the cards that the game never used.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.drawn.things import Point, moved_point
from lucca_pi.games.citta.drawn.seats import (
    COLUMNS,
    COMPLETED,
    OPENED,
    TABLES,
    CardSpot,
    Centre,
    Places,
    QuarterPlaces,
    SeatedTable,
    TableSeat,
    growth,
    places_after,
    table_for,
)
from lucca_pi.games.citta.rules.deck import CARD_MM, TOWERS, CardName, DeckFile
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, play_turn
from lucca_pi.games.citta.rules.position import Palace, Position, Quarter, rounds_to_play, triplets_laid_out
from lucca_pi.games.citta.rules.record import Adjustment, Entry, Record
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Turn
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, TOWER_OF_CODE

_Triplet = tuple[CardName, ...]


def offers(record: Record, seed: int) -> tuple[tuple[_Triplet, ...], ...]:
    """
    The triplets laid out in each round, shuffled: those that its turns took, and invented ones for the rest.

    A round begun or ended on the table has its triplets, so that a record which stops early has one round more than
    turns, unless the game is over. Round 1's hold no tower. When the cards run out, fewer are laid.
    """
    chance = Random(f"{seed} offers")
    used = {card for dealt in record.deal.values() for card in dealt}
    for entry in (entry for entries in record.rounds for entry in entries):
        used.update(entry.cards() if isinstance(entry, Adjustment) else taken(entry))
    deck: tuple[CardName, ...] = (*record.deck.cards, *TOWERS)
    unused = [name for name in deck if name not in used]
    chance.shuffle(unused)
    rounds = [*record.rounds, ()][: rounds_to_play(len(record.players))]
    return tuple(_offer(entries, len(record.players), unused, number, chance) for number, entries in enumerate(rounds))


def taken(turn: Turn) -> _Triplet:
    """The triplet that a turn took, in the order played."""
    return tuple(play.card for play in turn.play)


def _offer(
    entries: Sequence[Entry], players: int, unused: list[CardName], number: int, chance: Random
) -> tuple[_Triplet, ...]:
    triplets = [taken(entry) for entry in entries if isinstance(entry, Turn)]
    while len(triplets) < triplets_laid_out(players):
        triplet = _draw(unused, towers=number > 0)
        if len(triplet) < CARDS_IN_A_TRIPLET:
            break
        triplets.append(triplet)
    chance.shuffle(triplets)
    return tuple(tuple(chance.sample(triplet, len(triplet))) for triplet in triplets)


def _draw(unused: list[CardName], towers: bool) -> _Triplet:
    """Takes the first three cards that may be in one triplet out of `unused`."""
    drawn = [name for name in unused if towers or name not in TOWERS][:CARDS_IN_A_TRIPLET]
    for name in drawn:
        unused.remove(name)
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class TableScene:
    """The cards of one look."""

    position: Position
    centre: Centre
    places: Places


def quarter_codes_of(record: Record) -> Mapping[str, int]:
    """Each player's quarter code: the record's `seats`, or 101, 102, ... in the order of players."""
    seats = record.extra.get("seats")
    if isinstance(seats, Mapping) and all(seats.get(player) in QUARTER_CODES for player in record.players):
        return {player: seats[player] for player in record.players}
    return dict(zip(record.players, QUARTER_CODES, strict=False))


def table_scenes(record: Record, seed: int) -> Iterator[TableScene]:
    """The table at the deal and after each turn. Raises RuleError if the record breaks a rule."""
    table = TABLES[len(record.players)]
    game = begin(record.edition, record.deck, record.players, record.deal)
    laid_out = offers(record, seed)
    scene = TableScene(game.position, Centre(laid_out[0]), places_after({}, game.position, table))
    yield scene
    for number, entries in enumerate(record.rounds):
        game, centre = begin_round(game), Centre(laid_out[number])
        for entry in entries:
            if isinstance(entry, Adjustment):
                game = adjust(game, entry)
                continue
            game = play_turn(game, entry)
            centre = centre_after(centre, entry)
            shown = _next(centre, laid_out, number) if game.round_is_whole else centre
            scene = TableScene(
                game.position, _without_built(shown, game), places_after(scene.places, game.position, table)
            )
            yield scene


def centre_after(centre: Centre, turn: Turn) -> Centre:
    """The centre without the taken triplet, and with its discarded cards among the discards."""
    gone = set(taken(turn))
    triplets = tuple(None if triplet and set(triplet) == gone else triplet for triplet in centre.triplets)
    discarded = tuple(play.card for play in turn.play if play.way == "discard")
    return Centre(triplets, centre.discards + discarded)


def _next(centre: Centre, laid_out: tuple[tuple[_Triplet, ...], ...], number: int) -> Centre:
    """The centre after a round: the triplet left over is out of the game, the next round's are laid out already."""
    following: tuple[_Triplet, ...] = laid_out[number + 1] if number + 1 < len(laid_out) else ()
    return Centre(following, centre.discards)


def _without_built(centre: Centre, game: Game) -> Centre:
    """The centre without the cards that an adjustment put into a quarter."""
    built = {name for quarter in game.position.quarters.values() for name in quarter.names()}
    return Centre(centre.triplets, tuple(name for name in centre.discards if name not in built))


_HAND_MM = 0.9
_HAND_DEG: Mapping[Area | None, float] = {"construction": 2.4, "completed": 1.2, "opened": 1.2, None: 2.0}
"""
Rotation error of cards laid by hand, degrees (standard deviation), by area. The headings are those of the rendered
game.
"""
_MOST_MM = 1.3
_MOST_TURNED = 2.2
"""Largest error of a laid card, mm, and of its heading, in `_HAND_DEG`: nobody covers a code."""
_BESIDE_MM = 4.0
"""Gap between the cards of a triplet, mm."""
_TOP_OF_PILE = 99
CODE_OF_TOWER = {name: code for code, name in TOWER_OF_CODE.items()}


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """
    A card on the table, in table axes: its middle, and the direction of its top edge, clockwise.

    Of two that overlap the one with the higher `level` is on top. `owner` is the quarter's code, None in the centre;
    `area` is None there and for the quarter card itself. A `buried` card is in a squared pile: its code is covered. A
    city wall is the back of a card (code 111).
    """

    code: int
    x_mm: float
    y_mm: float
    heading_deg: float
    level: int
    owner: int | None = None
    area: Area | None = None
    buried: bool = False


def lay_cards(
    position: Position,
    centre: Centre,
    seats: Mapping[str, int],
    deck_file: DeckFile,
    *,
    seed: int = 0,
    places: Places | None = None,
) -> tuple[DrawnCard, ...]:
    """
    Every card of the position and of the centre, as people lay them around a table of their number.

    `seats` gives each player's quarter code; the players sit clockwise in the position's order. `places` gives the card
    in each spot (a game goes on from `places_after` its last look), by default derived from `position` alone. The same
    card in the same place is laid the same way for the same seed. For cards larger than 59 x 91 mm the table is larger
    by as much. Raises RuleError "deck" for cards that are too large.
    """
    table = table_for(len(position.players), deck_file.card_mm)
    hand = _Hand(deck_file, {number: code for code, number in deck_file.codes.items()}, seed)
    places = places_after({}, position, TABLES[len(position.players)]) if places is None else places
    laid: list[DrawnCard] = []
    for player, seat in zip(position.players, table.seats, strict=True):
        laid += _quarter(_Side(hand, seat, seats[player]), position.quarters[player], places[player])
    return (*laid, *_centre(hand, centre, table))


@dataclass(frozen=True, slots=True)
class _Hand:
    """Lays cards, not quite exactly."""

    deck_file: DeckFile
    code_of_number: Mapping[int, int]
    seed: int

    def code(self, name: CardName) -> int:
        return self.code_of_number[name] if isinstance(name, int) else CODE_OF_TOWER[name]

    def slipped(self, what: str, card: DrawnCard) -> DrawnCard:
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
    seat: TableSeat
    owner: int

    def laid(self, code: int, area: Area, spot: CardSpot, level: int, what: str = "") -> DrawnCard:
        """A card at a spot beside the quarter; `what` distinguishes it from others with the same code."""
        grown = growth(self.hand.deck_file.card_mm)
        beside = spot.x_mm * grown, spot.y_mm * grown
        x_mm, y_mm = moved_point((self.seat.x_mm, self.seat.y_mm), self.seat.heading_deg, *beside)
        card = DrawnCard(code, x_mm, y_mm, self.seat.heading_deg + spot.turned_deg, level, self.owner, area)
        # the seed of a slip: as it was when drawn tables were stored
        where = f"Spot(x_mm={spot.x_mm}, y_mm={spot.y_mm}, turned_deg={spot.turned_deg})"
        return self.hand.slipped(f"{self.owner} {code} {what} {where}", card)


def _quarter(side: _Side, quarter: Quarter, places: QuarterPlaces) -> Iterator[DrawnCard]:
    yield DrawnCard(side.owner, side.seat.x_mm, side.seat.y_mm, side.seat.heading_deg, 0, side.owner)
    for colour, palace in quarter.construction.items():
        yield from _column(side, COLUMNS[places.construction[colour]], palace)
    for colour, palace in quarter.completed.items():
        yield from _pile(side, "completed", COMPLETED[places.completed[colour]], palace)
    for colour, palace in quarter.opened.items():
        yield from _pile(side, "opened", OPENED[places.opened[colour]], palace)
    # the walls in a fan: each is slipped under its right neighbour, so that a tower's code stays in sight
    for what, number in places.walls.items():
        spot, code = side.seat.walls[number], CODE_OF_TOWER.get(what, BACK_CODE)
        yield side.laid(code, "completed", spot, _TOP_OF_PILE + 400 + round(spot.x_mm), what)


def _column(side: _Side, top: CardSpot, palace: Palace) -> Iterator[DrawnCard]:
    """The cards of a column: each newer card covers the lower half of the one before, towards the player."""
    half = CARD_MM[1] / 2
    for level, card in enumerate(palace.cards):
        spot = CardSpot(top.x_mm, top.y_mm + half * (level + 1))
        yield side.laid(side.hand.code(card.number), "construction", spot, level)


def _pile(side: _Side, area: Area, spot: CardSpot, palace: Palace) -> Iterator[DrawnCard]:
    """The cards of a squared pile: of the older cards only an edge shows."""
    newest = side.laid(side.hand.code(palace.number), area, spot, _TOP_OF_PILE)
    for level, card in enumerate(palace.cards[:-1]):
        aside = 0.8 if level % 2 else -0.8
        under = replace(newest, code=side.hand.code(card.number), level=level, buried=True)
        yield replace(under, x_mm=newest.x_mm + aside, y_mm=newest.y_mm + aside)
    yield newest


def _centre(hand: _Hand, centre: Centre, table: SeatedTable) -> Iterator[DrawnCard]:
    """Triplets in rows of three; discards in pairs, then again a little lower."""
    pitch_mm = hand.deck_file.card_mm[0] + _BESIDE_MM
    for (x_mm, y_mm), triplet in zip(table.triplets, centre.triplets, strict=False):
        for index, name in enumerate(triplet or ()):
            yield _in_centre(hand, name, (x_mm + index * pitch_mm, y_mm), 0)
    for index, name in enumerate(centre.discards):
        again, place = divmod(index, len(table.discards))
        x_mm, y_mm = table.discards[place]
        yield _in_centre(hand, name, (x_mm, y_mm + 25.0 * again), index)


def _in_centre(hand: _Hand, name: CardName, middle: Point, level: int) -> DrawnCard:
    return hand.slipped(f"{name} {middle}", DrawnCard(hand.code(name), *middle, 0.0, level))
