"""What a person should look at before trusting a reading."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from lucca_pi.games.citta.table.laid import Laid
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, Cards
from lucca_pi.language import _
from lucca_pi.table.density import LEAST_STICKER_PX, sticker_px
from lucca_pi.table.sighting import Look, Miscoloured

ON_THE_LINE_MM = 3.0
"""A code whose middle lies this near to the line between two areas may belong to either."""


def doubts_about(look: Look, laid: Sequence[Laid], pieces: Cards) -> tuple[str, ...]:
    """Sentences with the codes concerned, none for a table in order."""
    return (
        *_hard_to_read(look, laid, pieces),
        *_seen_twice(look, pieces),
        *_out_of_place(laid),
        *_on_a_line(laid, pieces),
        *_colours_in_two_areas(laid, pieces),
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


def _called(code: int, pieces: Cards) -> str:
    if code in pieces.faces:
        return f"Card {pieces.faces[code].number} (code {code})"
    return f"{TOWER_OF_CODE.get(code, 'A piece')} (code {code})"
