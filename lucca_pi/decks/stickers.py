"""Stickers on wrong cards: the colour beside each code held against the deck."""

from collections.abc import Mapping, Sequence
from math import dist
from statistics import median

from lucca_pi.decks.draft import Shade
from lucca_pi.decks.seen import Colour, shade_beside
from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.detect import Detection

LEAST_CARDS = 3
"""So many cards of a colour in the picture tell what it looks like."""
LIKE, UNLIKE = 15.0, 40.0
"""Shades that are no further apart are of one colour; those that are further are not."""


def wrong_stickers(picture: Colour, read: Sequence[Detection], pieces: Pieces) -> tuple[str, ...]:
    """
    A sentence for each card that looks unlike its colour and like another one, as the picture's other cards show them.

    `read` are the detections in the same picture. A colour of which too few cards are seen is held against nothing;
    so is every card of a picture in grey.
    """
    faces = [one for one in read if one.code in pieces.faces and one.source != "qr"]
    shades = {one.code: shade_beside(picture, one.corners_px) for one in faces}
    return tuple(text for code in sorted(shades) if (text := _doubt(code, shades, pieces)))


def _doubt(code: int, shades: Mapping[int, Shade], pieces: Pieces) -> str | None:
    shade, face = shades[code], pieces.faces[code]
    looks = _looks({other: shades[other] for other in shades if other != code}, pieces)
    alike = [colour for colour, look in looks.items() if _apart(shade, look) < LIKE]
    if face.colour not in looks or _apart(shade, looks[face.colour]) < UNLIKE or len(alike) != 1:
        return None
    called = f"Card {face.number} (code {code})"
    return f"{called} should be {face.colour} and looks {alike[0]}: is its sticker on a wrong card?"


def _looks(shades: Mapping[int, Shade], pieces: Pieces) -> dict[str, Shade]:
    """What the cards of each colour look like that is seen often enough."""
    of_colour: dict[str, list[Shade]] = {}
    for code, shade in shades.items():
        of_colour.setdefault(pieces.faces[code].colour, []).append(shade)
    return {colour: _middle(seen) for colour, seen in of_colour.items() if len(seen) >= LEAST_CARDS}


def _middle(shades: Sequence[Shade]) -> Shade:
    lightness, a, b = (median(figures) for figures in zip(*shades, strict=True))
    return lightness, a, b


def _apart(one: Shade, other: Shade) -> float:
    """Light falls unevenly: hue alone counts."""
    return dist(one[1:], other[1:])
