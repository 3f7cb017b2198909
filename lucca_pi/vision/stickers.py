"""Stickers on wrong cards: the colour beside each code held against the one that its piece should have."""

from collections.abc import Mapping, Sequence
from math import dist, hypot
from statistics import median

import numpy as np

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Miscoloured
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.shade import Shade, is_blinding, shade_beside

LEAST_CARDS = 3
"""Cards of a colour from which its look is learnt, even if one of them bears a wrong sticker."""
LIKE, CLEARLY = 15.0, 12.0
"""
A card looks like another colour if it is within LIKE of it, and nearer to it than to its own by CLEARLY.

Measured on 22 rendered pictures and 133 looks at drawn tables of all conditions: of 4900 right cards none was doubted,
and where two stickers were swapped, one or both were in 94 (rendered) and 86 (drawn) of 100 pairs in sight.
"""
LEAST_UNLIKE = 4
"""
Cards unlike their colour from which the deck may be another one.

Measured on 24 looks at a drawn game of four conditions (easy, lamp, glare, hard): with its own deck no card was given;
with the colours of the deck shuffled, four or more in 20 of them.
"""
STRENGTH = 0.3
"""What a difference in strength weighs against one in hue: gloss and pale print take of a colour's strength."""


def miscoloured(
    picture: Colour, read: Sequence[Detection], size_px: tuple[int, int], pieces: Pieces
) -> tuple[Miscoloured, ...]:
    """
    The cards that look unlike their colour and like another one, as the picture's other cards show them; by code.

    Where most cards look unlike others of their colour, the deck is another one: then all of these are given.

    `read` are the detections in the same picture at `size_px` (width, height). Colours with too few cards in sight are
    not compared; nor are cards in blinding light, nor any in a grey picture.
    """
    height, width = picture.shape[:2]
    smaller = np.array([width / size_px[0], height / size_px[1]])
    markers = [one for one in read if pieces.by_code[one.code].colour and one.source == "marker"]
    corners_px = {one.code: ((one.corners_px + 0.5) * smaller - 0.5).astype(np.float32) for one in markers}
    shades = {code: shade_beside(picture, at) for code, at in corners_px.items() if not is_blinding(picture, at)}
    looks = {code: _looks(code, shades, pieces) for code in sorted(shades)}
    looks |= _of_another_deck(shades, pieces)
    return tuple(Miscoloured(code, colour) for code, colour in looks.items() if colour)


def _looks(code: int, shades: Mapping[int, Shade], pieces: Pieces) -> str | None:
    """The colour that the card looks like, if clearly not its own."""
    known = _known({other: shades[other] for other in shades if other != code}, pieces)
    apart = {colour: _apart(shades[code], shade) for colour, shade in known.items()}
    own = pieces.by_code[code].colour
    nearest = min(apart, key=lambda colour: apart[colour], default=own)
    clear = own in apart and apart[nearest] < LIKE and apart[nearest] + CLEARLY < apart[own]
    return nearest if clear else None


def _of_another_deck(shades: Mapping[int, Shade], pieces: Pieces) -> dict[int, str]:
    """
    By code the colour of the card that each looks most like, if most cards look unlike all others of their colour.

    In another deck the colours that go with the codes are mixed, so that none can be learnt from its cards.
    """
    nearest = {code: _nearest(code, shades, pieces) for code in sorted(shades)}
    judged = {code: colours for code, colours in nearest.items() if colours}
    unlike = {code: found for code, (found, own) in judged.items() if found[1] < LIKE and found[1] + CLEARLY < own}
    if len(unlike) < LEAST_UNLIKE or 2 * len(unlike) < len(judged):
        return {}
    return {code: colour for code, (colour, _apart_from) in unlike.items()}


def _nearest(code: int, shades: Mapping[int, Shade], pieces: Pieces) -> tuple[tuple[str, float], float] | None:
    """The other colour that a card looks most like and how far apart; and how far the nearest of its own is."""
    colour = pieces.by_code[code].colour
    apart = [(pieces.by_code[one].colour, _apart(shades[code], shades[one])) for one in shades if one != code]
    own = [far for other, far in apart if other == colour]
    others = [one for one in apart if one[0] != colour]
    return (min(others, key=lambda one: one[1]), min(own)) if own and others else None


def _known(shades: Mapping[int, Shade], pieces: Pieces) -> dict[str, Shade]:
    """What the cards of each colour look like that is seen often enough."""
    of_colour: dict[str, list[Shade]] = {}
    for code, shade in shades.items():
        of_colour.setdefault(pieces.by_code[code].colour, []).append(shade)
    return {colour: _middle(seen) for colour, seen in of_colour.items() if len(seen) >= LEAST_CARDS}


def _middle(shades: Sequence[Shade]) -> Shade:
    lightness, a, b = (median(figures) for figures in zip(*shades, strict=True))
    return lightness, a, b


def _apart(one: Shade, other: Shade) -> float:
    """Light falls unevenly, so lightness does not count; of the rest hue does most."""
    stronger = hypot(*one[1:]) - hypot(*other[1:])
    hue = dist(one[1:], other[1:]) ** 2 - stronger**2
    return hypot(max(0.0, hue) ** 0.5, STRENGTH * stronger)
