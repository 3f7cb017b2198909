"""The looks of a recorded game as positions: what lies in which place at the deal and after each turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.drawn.places import Centre, Places, places_after
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.games.citta.drawn.triplets import Triplet, offers, taken
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, adjust, begin, begin_round, play_turn
from lucca_pi.games.citta.rules.position import Position, Quarter
from lucca_pi.games.citta.rules.record import Adjustment, Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.pieces import QUARTER_CODES


@dataclass(frozen=True, slots=True)
class Scene:
    """What one look shows."""

    position: Position
    centre: Centre
    places: Places


def seats_of(record: Record) -> Mapping[str, int]:
    """Each player's quarter code: the record's `seats`, or 101, 102, ... in the order of players."""
    seats = record.extra.get("seats")
    if isinstance(seats, Mapping) and all(seats.get(player) in QUARTER_CODES for player in record.players):
        return {player: seats[player] for player in record.players}
    return dict(zip(record.players, QUARTER_CODES, strict=False))


def scenes(record: Record, seed: int) -> Iterator[Scene]:
    """The table at the deal and after each turn. Raises RuleError where the record breaks a rule."""
    table = TABLES[len(record.players)]
    game = begin(record.edition, record.deck, record.players, record.deal)
    laid_out = offers(record, seed)
    scene = Scene(game.position, Centre(laid_out[0]), places_after({}, game.position, table))
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
            scene = Scene(game.position, _without_built(shown, game), places_after(scene.places, game.position, table))
            yield scene


def centre_after(centre: Centre, turn: Turn) -> Centre:
    """The taken triplet has gone, and what was discarded of it lies among the discards."""
    gone = set(taken(turn))
    triplets = tuple(None if triplet and set(triplet) == gone else triplet for triplet in centre.triplets)
    discarded = tuple(play.card for play in turn.play if play.way == "discard")
    return Centre(triplets, centre.discards + discarded)


def _next(centre: Centre, laid_out: tuple[tuple[Triplet, ...], ...], number: int) -> Centre:
    """At a round's end: the triplet left over is out of the game, the next round's lie there already."""
    following: tuple[Triplet, ...] = laid_out[number + 1] if number + 1 < len(laid_out) else ()
    return Centre(following, centre.discards)


def _without_built(centre: Centre, game: Game) -> Centre:
    """Cards that an adjustment put into a quarter no longer lie in the centre."""
    built = {name for quarter in game.position.quarters.values() for name in _names(quarter)}
    return Centre(centre.triplets, tuple(name for name in centre.discards if name not in built))


def _names(quarter: Quarter) -> Iterator[CardName]:
    yield from quarter.towers
    for palace in quarter.palaces():
        yield from (card.number for card in palace.cards)
