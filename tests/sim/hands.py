"""What people do at the table that a machine has to bear: each changes an evening, at a rate."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Protocol

from lucca_pi.games.citta.drawn.scenes import DrawnCard, TableScene
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot, Centre
from lucca_pi.games.citta.rules.deck import CARD_MM, TOWERS, CardName
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.turn import Turn, open_palace, play_card
from lucca_pi.games.citta.table.areas import UPRIGHT_DEG, Area
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import wrapped
from tests.sim.evening import Evening, Laid, Moment
from tests.sim.eye import uncovered

ON_TOP = 98
CLEARLY_MM = 30.0
"""What lies so far within an area lies there clearly."""


class Hands(Protocol):
    """Something that people do, on any evening."""

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The moments of the evening on which they do it, where `chance` has it."""


def _with_before(evening: Evening) -> Iterator[tuple[Moment, Moment]]:
    """Each moment after the last one before it at which nobody was at his turn."""
    before = evening.moments[0]
    for moment in evening.moments:
        yield before, moment
        before = before if moment.half_way else moment


@dataclass(frozen=True, slots=True)
class Fanned:
    """Who completes a palace leaves it fanned at rest before it is squared and OK is pressed."""

    rate: float = 1.0

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for before, moment in _with_before(evening):
            if isinstance(moment.done, Turn) and chance.random() < self.rate:
                yield from self._fanned(evening, before.scene, moment)
            yield moment

    def _fanned(self, evening: Evening, before: TableScene, moment: Moment) -> Iterator[Moment]:
        player, position = moment.done.player if moment.done else "", moment.scene.position
        was, quarter = before.position.quarters[player], position.quarters[player]
        new = {
            colour: palace
            for colour, palace in quarter.completed.items()
            if colour not in was.completed and len(palace.cards) > 1
        }
        if new:
            kept = {colour: palace for colour, palace in quarter.completed.items() if colour not in new}
            fanned = replace(quarter, construction={**quarter.construction, **new}, completed=kept)
            centre = replace(moment.scene.centre, triplets=_without(before.centre, moment.done).triplets)
            scene = evening.follows(before, position.with_quarter(player, fanned), centre)
            yield Moment(scene, evening.laid(scene), pressed=False, half_way=True)


def _without(centre: Centre, done: object) -> Centre:
    """The centre without the triplet that a turn took."""
    taken = {play.card for play in done.play} if isinstance(done, Turn) else set()
    return replace(
        centre, triplets=tuple(None if three and set(three) == taken else three for three in centre.triplets)
    )


@dataclass(frozen=True, slots=True)
class SeenAtRest:
    """The table is seen at rest, as a live camera sees it, before OK is pressed."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for moment in evening.moments:
            if isinstance(moment.done, Turn) and moment.pressed and chance.random() < self.rate:
                yield replace(moment, done=None, pressed=False, half_way=True, mended=None)
            yield moment


@dataclass(frozen=True, slots=True)
class MidTurn:
    """The table comes to rest in mid-turn: palaces opened, up to two cards played; the others lie there or are held."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for before, moment in _with_before(evening):
            if isinstance(moment.done, Turn) and chance.random() < self.rate:
                yield _half_way(evening, before, moment.done, chance)
            yield moment


def _half_way(evening: Evening, before: Moment, turn: Turn, chance: Random) -> Moment:
    played = chance.randrange(len(turn.play))
    return half_way(evening, before, turn, played, held=chance.random() < 0.5)


def half_way(evening: Evening, before: Moment, turn: Turn, cards: int, *, held: bool) -> Moment:
    """The table when so many cards of a turn have been played; the others are `held`, or lie where they lay."""
    played = turn.play[:cards]
    position = position_after(evening, before.scene.position, replace(turn, play=played))
    discarded = tuple(play.card for play in played if play.way == "discard")
    centre = _without(before.scene.centre, turn)
    scene = evening.follows(before.scene, position, replace(centre, discards=(*centre.discards, *discarded)))
    left = {evening.code(play.card) for play in turn.play[cards:] if not held}
    lying = tuple(card for card in before.lying if card.owner is None and card.code in left)
    return Moment(scene, (*evening.laid(scene), *lying), pressed=False, half_way=True)


def position_after(evening: Evening, position: Position, turn: Turn) -> Position:
    """The position after a turn, even one of fewer than three cards. Raises RuleError."""
    record, quarter = evening.game.record, position.quarters[turn.player]
    for colour in turn.open:
        quarter = open_palace(quarter, colour)
    for play in turn.play:
        quarter = play_card(quarter, play, record.deck, record.edition, position.cards_to_complete)
    return position.with_quarter(turn.player, quarter)


@dataclass(frozen=True, slots=True)
class PressEarly:
    """Somebody presses OK in mid-turn, and once more when the turn is whole."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for before, moment in _with_before(evening):
            if isinstance(moment.done, Turn) and chance.random() < self.rate:
                yield replace(_half_way(evening, before, moment.done, chance), pressed=True)
            yield moment


@dataclass(frozen=True, slots=True)
class TripletsLate:
    """The next triplets are not there yet as a round's last OK is pressed; once they are, the camera may see them."""

    rate: float
    seen: float = 0.5

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        yield evening.moments[0]
        for before, moment in pairwise(evening.moments):
            centre = moment.scene.centre
            new = isinstance(moment.done, Turn) and len(centre.triplets) and None not in centre.triplets
            if not new or not before.scene.centre.triplets or chance.random() >= self.rate:
                yield moment
                continue
            scene = replace(moment.scene, centre=replace(centre, triplets=()))
            yield replace(moment, scene=scene, lying=evening.laid(scene))
            yield replace(moment, done=None, pressed=False, seen=chance.random() < self.seen)


@dataclass(frozen=True, slots=True)
class DiscardGone:
    """A discard is put out of the picture, at once."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        gone: set[int] = set()
        for moment in evening.moments:
            if isinstance(moment.done, Turn):
                discards = [evening.code(play.card) for play in moment.done.play if play.way == "discard"]
                gone.update(code for code in discards if chance.random() < self.rate)
            yield moment.changed(partial(_without_discards, frozenset(gone)))


def _without_discards(gone: frozenset[int], lying: Laid) -> Laid:
    return tuple(card for card in lying if card.owner is not None or card.code not in gone)


@dataclass(frozen=True, slots=True)
class WrongArea:
    """
    A card of a palace under construction is laid where it cannot belong, and put right once the machine has said so.

    Among its player's opened or completed palaces, or in another player's reach: no legal turn lays it there.
    """

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for moment in evening.moments:
            if isinstance(moment.done, Turn) and moment.pressed and chance.random() < self.rate:
                yield self._wrong(evening, moment, moment.done, chance)
            else:
                yield moment

    def _wrong(self, evening: Evening, moment: Moment, turn: Turn, chance: Random) -> Moment:
        quarter = moment.scene.position.quarters[turn.player]
        newest = [palace.number for palace in quarter.construction.values()]
        played = [evening.code(play.card) for play in turn.play if play.card in newest and play.way == "palace"]
        if not played:
            return moment
        code = chance.choice(played)
        rest = tuple(card for card in moment.lying if card.code != code or card.owner is None)
        spots = list(_wrong_spots(moment.scene, turn.player))
        chance.shuffle(spots)
        for owner, area, spot in spots:
            card = _lying_at(evening, code, owner, area, spot)
            if _covers_nothing(evening, rest, card):
                return replace(moment, lying=(*rest, card), mended=moment.lying)
        return moment


@dataclass(frozen=True, slots=True)
class WallFaceUp:
    """A wall is not turned over until the machine has said so; a tower that lies so is a tower."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        for before, moment in pairwise((evening.moments[0], *evening.moments)):
            walls = [card for card in moment.lying if card.code == BACK_CODE and card not in before.lying]
            played = moment.done.play if isinstance(moment.done, Turn) and moment.pressed else ()
            names = [play.card for play in played if play.way == "wall" and play.card not in TOWERS]
            if walls and names and chance.random() < self.rate:
                yield _face_up(evening, moment, walls[0], names[0])
            else:
                yield moment


def _face_up(evening: Evening, moment: Moment, wall: DrawnCard, name: CardName) -> Moment:
    """The moment with the wall's face showing; across its row or at the reach's edge it might be a discard there."""
    rest, face = tuple(card for card in moment.lying if card != wall), replace(wall, code=evening.code(name))
    off = product((-CLEARLY_MM, CLEARLY_MM), repeat=2)
    heading_deg = next(quarter.heading_deg for quarter in evening.quarters() if quarter.code == wall.owner)
    across = abs(wrapped(wall.heading_deg - heading_deg)) > UPRIGHT_DEG
    if across or not all(evening.is_in_order(replace(face, x_mm=face.x_mm + x, y_mm=face.y_mm + y)) for x, y in off):
        return moment
    return replace(moment, lying=(*rest, face), mended=moment.lying)


def _wrong_spots(scene: TableScene, player: str) -> Iterator[tuple[str, Area, CardSpot]]:
    """Free spots where no card of a palace under construction may lie."""
    own = scene.places[player]
    yield from ((player, "opened", spot) for index, spot in enumerate(OPENED) if index not in own.opened.values())
    yield from (
        (player, "completed", spot) for index, spot in enumerate(COMPLETED) if index not in own.completed.values()
    )
    for other in scene.position.others(player):
        taken = scene.places[other].construction.values()
        for index, top in enumerate(COLUMNS[:4]):
            if index not in taken:
                yield other, "construction", CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2)


def _lying_at(evening: Evening, code: int, owner: str, area: Area, spot: CardSpot) -> DrawnCard:
    seat = evening.table.seats[evening.game.record.players.index(owner)]
    place = seat.to_table(spot)
    return DrawnCard(code, place.x_mm, place.y_mm, place.turned_deg, ON_TOP, evening.seats[owner], area)


def _covers_nothing(evening: Evening, rest: Laid, card: DrawnCard) -> bool:
    """Whether the code of every card can still be read, that one's too."""
    seen = uncovered((*rest, card), evening.deck_file)
    return card in seen and len(seen) == 1 + len(uncovered(rest, evening.deck_file))


@dataclass(frozen=True, slots=True)
class PressForgotten:
    """Nobody presses OK after a turn; the camera may have seen the table come to rest all the same."""

    rate: float
    seen: float = 0.5

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """After the last turn of all, and before something is settled, everybody remembers."""
        done = [index for index, moment in enumerate(evening.moments) if moment.done]
        may = {
            index
            for index, following in pairwise(done)
            if isinstance(evening.moments[index].done, Turn) and isinstance(evening.moments[following].done, Turn)
        }
        for index, moment in enumerate(evening.moments):
            if index in may and chance.random() < self.rate:
                yield replace(moment, pressed=False, seen=chance.random() < self.seen)
            else:
                yield moment
