"""What a person should look at before trusting a reading."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin
from statistics import fmean

from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM, UPRIGHT_DEG
from lucca_pi.games.citta.table.laid import Laid, quarters_in
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, Cards
from lucca_pi.language import _
from lucca_pi.table.axes import in_axes, wrapped
from lucca_pi.table.density import LEAST_STICKER_PX, sticker_px
from lucca_pi.table.sighting import Look, Miscoloured, Sighting

ON_THE_LINE_MM = 3.0
"""A code whose middle lies this near to the line between two areas may belong to either."""

LEAST_QUARTERS = 2
"""Quarters that together tell where the table's middle is."""
SLIGHT = 0.05
"""How much the mean of the quarters' places weighs against a line: it decides where they face each other."""


def doubts_about(look: Look, laid: Sequence[Laid], pieces: Cards) -> tuple[str, ...]:
    """Sentences with the codes concerned, none for a table in order."""
    return (
        *_hard_to_read(look, laid, pieces),
        *_seen_twice(look, pieces),
        *_out_of_place(laid),
        *_on_a_line(laid, pieces),
        *_colours_in_two_areas(laid, pieces),
        *_of_an_unseen_quarter(quarters_in(look).values(), laid, pieces),
        *_blinded(look, pieces),
        *_left_open(look, pieces),
        *(f"{against_the_deck(one, pieces)}: is its sticker on a wrong card?" for one in look.miscoloured),
    )


def against_the_deck(one: Miscoloured, pieces: Cards) -> str:
    """What the card's colour should be and what it looks like."""
    face = pieces.faces[one.code]
    told = {"card": face.number, "code": one.code, "colour": face.colour, "seen_colour": one.looks}
    return _("Card {card} (code {code}) should be {colour} and looks {seen_colour}", **told)


def _hard_to_read(look: Look, laid: Sequence[Laid], pieces: Cards) -> Iterator[str]:
    """A picture too small or too blurred for stickers shows the quarters' larger codes all the same."""
    side_px = sticker_px(pieces.sticker_mm, look.mm_per_px)
    if side_px < LEAST_STICKER_PX:
        yield f"A sticker is {side_px:.0f} pixels wide; under {LEAST_STICKER_PX:.0f} cards are missed: come nearer."
    elif not laid:
        yield "Quarters are seen, but not one card: if there are cards, the picture is not sharp enough."


def _blinded(look: Look, pieces: Cards) -> Iterator[str]:
    if not look.blinded:
        return
    places = "a place" if len(look.blinded) == 1 else f"{len(look.blinded)} places"
    if pieces.photographs:
        yield f"At {places} light blinds the camera, or what may be a card is not known: turn the lamp, or the cards."
    else:
        yield f"Light blinds the camera at {places} where a code might lie: turn the lamp, or the cards."


def _left_open(look: Look, pieces: Cards) -> Iterator[str]:
    """Cards that are known by their faces, but not alone."""
    for one in look.alike:
        names = " or ".join(str(pieces.name(code)) for code in one.codes)
        known = f"A card may be {names}: its face leaves that open."
        yield known if names else "A card lies there that this deck does not have."


def _seen_twice(look: Look, pieces: Cards) -> Iterator[str]:
    counts = Counter(sighting.code for sighting in look.sightings if sighting.code != BACK_CODE)
    for code, count in sorted(counts.items()):
        if count > 1:
            yield f"{_called(code, pieces)} is seen {count} times; the clearest counts."


def _out_of_place(laid: Iterable[Laid]) -> Iterator[str]:
    """Walls and towers belong in the completed area."""
    for card in laid:
        code, place = card.sighting.code, card.place
        if (code == BACK_CODE or code in TOWER_OF_CODE) and place.owner and place.area != "completed":
            what = TOWER_OF_CODE.get(code, "a wall")
            where = "under construction" if place.area == "construction" else "among the opened palaces"
            yield f"{what[0].upper()}{what[1:]} (code {code}) of quarter {place.owner} lies {where}; it counts."


def _on_a_line(laid: Iterable[Laid], pieces: Cards) -> Iterator[str]:
    for card in laid:
        below = card.pose.y_mm - LOWER_EDGE_MM
        beside = abs(card.pose.x_mm) if below < 0 else ON_THE_LINE_MM
        if card.place.owner and min(abs(below), beside) < ON_THE_LINE_MM:
            called = _called(card.sighting.code, pieces)
            yield f"{called} lies on the line between two areas of quarter {card.place.owner}."


def _colours_in_two_areas(laid: Iterable[Laid], pieces: Cards) -> Iterator[str]:
    """A player has one palace of a colour, in whatever area it is."""
    areas: dict[tuple[int, str], set[str]] = {}
    codes: dict[tuple[int, str], list[str]] = {}
    for card in laid:
        face = pieces.faces.get(card.sighting.code)
        if face and card.place.owner and card.place.area:
            key = card.place.owner, face.colour
            areas.setdefault(key, set()).add(card.place.area)
            codes.setdefault(key, []).append(str(card.sighting.code))
    for (owner, colour), where in sorted(areas.items()):
        if len(where) > 1:
            cards = ", ".join(codes[owner, colour])
            yield f"Quarter {owner} has {colour} cards in {len(where)} areas (codes {cards})."


def _of_an_unseen_quarter(quarters: Collection[Sighting], laid: Sequence[Laid], pieces: Cards) -> Iterator[str]:
    """
    Two cards or more that lie upright for a player whose quarter is not seen: neighbours, or nobody, get them.

    Of cards in the centre only such as lie as far out as the quarters do: those within may lie in any heading.
    """
    faces = [one for one in laid if one.sighting.code in pieces.faces]
    strange = [one.sighting for one in faces if _is_upright_for_nobody(one, quarters) or _is_outside(one, quarters)]
    groups = [[other.code for other in strange if _is_upright(other, one)] for one in strange]
    codes = max(groups, key=len, default=[])
    if len(codes) > 1:
        numbers = ", ".join(str(pieces.faces[code].number) for code in codes)
        named = ", ".join(map(str, codes))
        yield f"Cards {numbers} (codes {named}) lie as those of a quarter that is not seen: show its code, too."


def _is_upright(card: Sighting, other: Sighting) -> bool:
    """Whether it is upright for whom the other is."""
    return abs(wrapped(card.heading_deg - other.heading_deg)) <= UPRIGHT_DEG


def _is_upright_for_nobody(card: Laid, quarters: Iterable[Sighting]) -> bool:
    """Whether a player has it, and it lies upright for none of those whose quarter is seen."""
    return card.place.owner is not None and not any(_is_upright(card.sighting, one) for one in quarters)


def _is_outside(card: Laid, quarters: Collection[Sighting]) -> bool:
    """Whether it lies in nobody's reach, as far from the table's middle as a quarter, upright for who sits there."""
    if card.place.owner is not None or len(quarters) < LEAST_QUARTERS:
        return False
    middle = _faced(quarters)
    away = in_axes(middle, card.sighting)
    nearest_mm = min(hypot(one.x_mm - middle.x_mm, one.y_mm - middle.y_mm) for one in quarters)
    return -away.y_mm >= abs(away.x_mm) and hypot(away.x_mm, away.y_mm) > nearest_mm


def _faced(quarters: Collection[Sighting]) -> Sighting:
    """The table's middle, which the quarters face: nearest to the lines straight on from all of them."""
    x_mm, y_mm = fmean(one.x_mm for one in quarters), fmean(one.y_mm for one in quarters)
    across, along, both, to_x, to_y = SLIGHT, SLIGHT, 0.0, 0.0, 0.0
    for one in quarters:
        right, down = cos(radians(one.heading_deg)), sin(radians(one.heading_deg))
        aside_mm = (one.x_mm - x_mm) * right + (one.y_mm - y_mm) * down
        across, along, both = across + right**2, along + down**2, both + right * down
        to_x, to_y = to_x + right * aside_mm, to_y + down * aside_mm
    area = across * along - both**2
    return Sighting(0, x_mm + (along * to_x - both * to_y) / area, y_mm + (across * to_y - both * to_x) / area, 0)


def _called(code: int, pieces: Cards) -> str:
    if code in pieces.faces:
        return f"Card {pieces.faces[code].number} (code {code})"
    return f"{TOWER_OF_CODE.get(code, 'A piece')} (code {code})"
