"""What people do at the table that a machine has to bear: each changes an evening, as often as its `rate` says."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from random import Random

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard, TableScene
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot, Centre
from lucca_pi.games.citta.rules.deck import CARD_MM, TOWERS, CardName
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.turn import Turn, open_palace, play_card
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM, UPRIGHT_DEG, Area
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from lucca_pi.table.sighting import in_axes, wrapped
from tests.sim.evening import Evening, Moment
from tests.sim.eye import Laid, sighting_of, uncovered

ON_TOP = 98
SEEN = 0.5
"""How often the table is seen at rest all the same where nobody presses."""
CLEARLY_MM = 30.0
"""What lies so far within an area lies there clearly."""

Hands = Callable[[Evening, Random], Iterator[Moment]]
"""Something that people do: the moments of an evening on which they do it, where chance has it."""


def _before_turns(
    evening: Evening, chance: Random, rate: float, more: Callable[[Moment, Moment, Turn], Iterable[Moment]]
) -> Iterator[Moment]:
    """The moments with more before some turns; `more` makes them of the last one that was whole, this one, its turn."""
    before = evening.moments[0]
    for moment in evening.moments:
        if isinstance(moment.done, Turn) and chance.random() < rate:
            yield from more(before, moment, moment.done)
        yield moment
        before = before if moment.half_way else moment


def fanned(evening: Evening, chance: Random, rate: float = 1.0) -> Iterator[Moment]:
    """Who completes a palace leaves it fanned at rest before it is squared and OK is pressed."""

    def more(before: Moment, moment: Moment, turn: Turn) -> Iterator[Moment]:
        position = moment.scene.position
        was, quarter = (one.quarters[turn.player] for one in (before.scene.position, position))
        new = {
            colour: palace
            for colour, palace in quarter.completed.items()
            if colour not in was.completed and len(palace.cards) > 1
        }
        if new:
            kept = {colour: palace for colour, palace in quarter.completed.items() if colour not in new}
            fanned = replace(quarter, construction={**quarter.construction, **new}, completed=kept)
            centre = replace(moment.scene.centre, triplets=_without(before.scene.centre, turn).triplets)
            scene = evening.follows(before.scene, position.with_quarter(turn.player, fanned), centre)
            yield Moment(scene, evening.laid(scene), pressed=False, half_way=True)

    return _before_turns(evening, chance, rate, more)


def _without(centre: Centre, turn: Turn) -> Centre:
    """The centre without the triplet that a turn took."""
    taken = {play.card for play in turn.play}
    return replace(
        centre, triplets=tuple(None if three and set(three) == taken else three for three in centre.triplets)
    )


def seen_at_rest(evening: Evening, chance: Random, rate: float = 1.0) -> Iterator[Moment]:
    """The table is seen at rest, as a live camera sees it, before OK is pressed."""

    def more(_before: Moment, moment: Moment, _turn: Turn) -> Iterator[Moment]:
        if moment.pressed:
            yield replace(moment, done=None, pressed=False, half_way=True, mended=None)

    return _before_turns(evening, chance, rate, more)


def mid_turn(evening: Evening, chance: Random, rate: float = 0.3, *, pressed: bool = False) -> Iterator[Moment]:
    """The table comes to rest in mid-turn: palaces opened, up to two cards played; the others lie there or are held."""

    def more(before: Moment, _moment: Moment, turn: Turn) -> Iterator[Moment]:
        played = chance.randrange(len(turn.play))
        yield replace(half_way(evening, before, turn, played, held=chance.random() < 0.5), pressed=pressed)

    return _before_turns(evening, chance, rate, more)


def press_early(evening: Evening, chance: Random, rate: float = 0.05) -> Iterator[Moment]:
    """Somebody presses OK in mid-turn, and once more when the turn is whole."""
    return mid_turn(evening, chance, rate, pressed=True)


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


def triplets_late(evening: Evening, chance: Random, rate: float = 0.5) -> Iterator[Moment]:
    """The next triplets are not there yet as a round's last OK is pressed; once they are, the camera may see them."""
    yield evening.moments[0]
    for before, moment in pairwise(evening.moments):
        centre = moment.scene.centre
        new = isinstance(moment.done, Turn) and len(centre.triplets) and None not in centre.triplets
        if not new or not before.scene.centre.triplets or chance.random() >= rate:
            yield moment
            continue
        scene = replace(moment.scene, centre=replace(centre, triplets=()))
        yield replace(moment, scene=scene, lying=evening.laid(scene))
        yield replace(moment, done=None, pressed=False, seen=chance.random() < SEEN)


def discard_gone(evening: Evening, chance: Random, rate: float = 0.1) -> Iterator[Moment]:
    """A discard is put out of the picture, at once."""
    gone: frozenset[int] = frozenset()
    for moment in evening.moments:
        if isinstance(moment.done, Turn):
            discards = [evening.code(play.card) for play in moment.done.play if play.way == "discard"]
            gone |= {code for code in discards if chance.random() < rate}
        yield moment.changed(partial(_without_discards, gone))


def _without_discards(gone: frozenset[int], lying: Laid) -> Laid:
    return tuple(card for card in lying if card.owner is not None or card.code not in gone)


def wrong_area(evening: Evening, chance: Random, rate: float = 0.05) -> Iterator[Moment]:
    """
    A card of a palace under construction is laid where it cannot belong, and put right once the machine has said so.

    Among its player's opened or completed palaces, or in another player's reach: no legal turn lays it there.
    """
    for moment in evening.moments:
        if isinstance(moment.done, Turn) and moment.pressed and chance.random() < rate:
            yield _in_a_wrong_area(evening, moment, moment.done, chance)
        else:
            yield moment


def _in_a_wrong_area(evening: Evening, moment: Moment, turn: Turn, chance: Random) -> Moment:
    newest = moment.newest(turn.player)
    played = [evening.code(play.card) for play in turn.play if play.card in newest and play.way == "palace"]
    if not played:
        return moment
    code = chance.choice(played)
    rest = tuple(card for card in moment.lying if card.code != code or card.owner is None)
    spots = list(_wrong_spots(moment.scene, turn.player))
    chance.shuffle(spots)
    for owner, area, spot in spots:
        place = evening.seat(owner).to_table(spot)
        card = DrawnCard(code, place.x_mm, place.y_mm, place.turned_deg, ON_TOP, evening.seats[owner], area)
        seen = uncovered((*rest, card), evening.deck_file)
        if card in seen and len(seen) == 1 + len(uncovered(rest, evening.deck_file)):
            return replace(moment, lying=(*rest, card), mended=moment.lying)
    return moment


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


def wall_face_up(evening: Evening, chance: Random, rate: float = 0.1) -> Iterator[Moment]:
    """A wall is not turned over until the machine has said so; a tower that lies so is a tower."""
    for before, moment in pairwise((evening.moments[0], *evening.moments)):
        walls = [card for card in moment.lying if card.code == BACK_CODE and card not in before.lying]
        played = moment.done.play if isinstance(moment.done, Turn) and moment.pressed else ()
        names = [play.card for play in played if play.way == "wall" and play.card not in TOWERS]
        turned = walls and names and chance.random() < rate
        yield _face_up(evening, moment, walls[0], names[0]) if turned else moment


def _face_up(evening: Evening, moment: Moment, wall: DrawnCard, name: CardName) -> Moment:
    """The moment with the wall's face showing; across its row or at the reach's edge it might be a discard there."""
    rest, face = tuple(card for card in moment.lying if card != wall), replace(wall, code=evening.code(name))
    off = product((-CLEARLY_MM, CLEARLY_MM), repeat=2)
    across = abs(wrapped(wall.heading_deg - evening.quarter(wall).heading_deg)) > UPRIGHT_DEG
    if across or not all(evening.is_in_order(replace(face, x_mm=face.x_mm + x, y_mm=face.y_mm + y)) for x, y in off):
        return moment
    return replace(moment, lying=(*rest, face), mended=moment.lying)


def press_forgotten(evening: Evening, chance: Random, rate: float = 0.05) -> Iterator[Moment]:
    """
    Nobody presses OK after a turn; the camera may have seen the table come to rest all the same.

    After the last turn of all, and before something is settled, everybody remembers.
    """
    done = [index for index, moment in enumerate(evening.moments) if moment.done]
    may = {
        index
        for index, following in pairwise(done)
        if isinstance(evening.moments[index].done, Turn) and isinstance(evening.moments[following].done, Turn)
    }
    for index, moment in enumerate(evening.moments):
        if index in may and chance.random() < rate:
            yield replace(moment, pressed=False, seen=chance.random() < SEEN)
        else:
            yield moment


# Piles, columns and towers that lie crooked, some centimetres off, near the line to the next area, or fanned.

OFF_MM = 40.0
CROOKED_DEG = (10.0, 40.0)
FROM_THE_LINE_MM = (1.0, 6.0)
STRIP_MM = 20.0
"""So much of an older card shows above a newer one in a fanned pile."""
PLACED_WELL_AT_FIRST = 0.5
"""Of those that lie badly at last, so many were pushed there later."""

Key = tuple[int, str, str]
"""Owner, area, and colour or code of what lies together."""


@dataclass(frozen=True, slots=True)
class Push:
    """How something lies off: by so much in its owner's axes, turned about its first card; from that moment on."""

    x_mm: float
    y_mm: float
    turned_deg: float
    from_moment: int
    inside_mm: float | None = None
    """How far its newest card's code lies within its area, beside the line of the quarter's lower edge."""


def misplaced(evening: Evening, chance: Random, rate: float = 0.1) -> Iterator[Moment]:
    """
    So many of all piles, columns and towers are laid carelessly, or pushed later.

    They stay where the contract of the table says they belong: in their owner's reach, in their area, covering nothing.
    """
    pushes: dict[Key, Push | None] = {}
    for number, moment in enumerate(evening.moments):
        for key in sorted({key for card in moment.lying if (key := _key(card, evening))}):
            if key not in pushes:
                pushes[key] = _push(chance, number, len(evening.moments)) if chance.random() < rate else None
        now = {key: push for key, push in pushes.items() if push and push.from_moment <= number}
        yield moment.changed(partial(_pushed, evening, now))


def left_fanned(evening: Evening, chance: Random, rate: float = 0.3) -> Iterator[Moment]:
    """So many completed palaces are never squared: a strip of each older card shows above the newest."""
    fanned: dict[Key, bool] = {}
    for moment in evening.moments:
        for key in sorted({key for card in moment.lying if card.buried and (key := _key(card, evening))}):
            fanned.setdefault(key, key[1] == "completed" and chance.random() < rate)
        yield moment.changed(partial(_fanned, evening, [key for key, left in fanned.items() if left]))


def _fanned(evening: Evening, keys: Iterable[Key], lying: Laid) -> Laid:
    for key in keys:
        group = sorted((card for card in lying if _key(card, evening) == key), key=lambda card: card.level)
        strips = tuple(_above(evening, card, up * STRIP_MM) for up, card in enumerate(reversed(group)))
        rest = tuple(card for card in lying if card not in group)
        if not group:
            continue
        shown = len(uncovered((*rest, group[-1]), evening.deck_file)) - 1 + len(strips)
        if len(uncovered((*rest, *strips), evening.deck_file)) == shown:
            lying = (*rest, *strips)
    return lying


def _above(evening: Evening, card: DrawnCard, up_mm: float) -> DrawnCard:
    x_mm, y_mm = moved_point((card.x_mm, card.y_mm), evening.quarter(card).heading_deg, 0.0, -up_mm)
    return replace(card, x_mm=x_mm, y_mm=y_mm, buried=False)


def _push(chance: Random, number: int, moments: int) -> Push:
    later = chance.random() >= PLACED_WELL_AT_FIRST
    onset = chance.randrange(number, moments) if later else number
    off = chance.uniform(-OFF_MM, OFF_MM), chance.uniform(-OFF_MM, OFF_MM)
    turned = chance.choice((-1, 1)) * chance.uniform(*CROOKED_DEG)
    match chance.choice(("crooked", "off", "line")):
        case "crooked":
            return Push(0, 0, turned, onset)
        case "off":
            return Push(*off, 0, onset)
        case _:
            return Push(0, 0, 0, onset, chance.uniform(*FROM_THE_LINE_MM))


def _key(card: DrawnCard, evening: Evening) -> Key | None:
    if card.owner is None or card.area is None or card.code in QUARTER_CODES or card.code == BACK_CODE:
        return None
    number = evening.deck_file.codes.get(card.code)
    colour = evening.deck_file.deck[number].colour if number is not None else str(card.code)
    return card.owner, card.area, colour


def _pushed(evening: Evening, pushes: dict[Key, Push], lying: Laid) -> Laid:
    """The cards with everything pushed that can be: it stays in its area, and covers no code that was in sight."""
    for key, push in pushes.items():
        group = [card for card in lying if _key(card, evening) == key]
        if group:
            moved = tuple(_moved(evening, group, push))
            after = (*(card for card in lying if card not in group), *moved)
            if all(evening.is_in_order(card) for card in moved) and evening.hides_nothing(lying, after):
                lying = after
    return lying


def _moved(evening: Evening, group: list[DrawnCard], push: Push) -> Iterator[DrawnCard]:
    """The group after the push: all its cards as one."""
    pivot = min(group, key=lambda card: card.level)
    y_mm = push.y_mm if push.inside_mm is None else _to_the_line(evening, group, push.inside_mm)
    to = moved_point((pivot.x_mm, pivot.y_mm), evening.quarter(pivot).heading_deg, push.x_mm, y_mm)
    for card in group:
        x_mm, y_mm = moved_point(to, push.turned_deg, card.x_mm - pivot.x_mm, card.y_mm - pivot.y_mm)
        yield replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=card.heading_deg + push.turned_deg)


def _to_the_line(evening: Evening, group: Iterable[DrawnCard], inside_mm: float) -> float:
    """How far down, in the owner's axes, to the line along the quarter's lower edge."""
    card = max(group, key=lambda one: one.level)
    pose = in_axes(sighting_of(card, evening.deck_file), evening.quarter(card))
    return LOWER_EDGE_MM - pose.y_mm + (inside_mm if card.area == "construction" else -inside_mm)
