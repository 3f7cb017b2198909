"""Photographs of laid-out cards, drawn and taken into an enrolment."""

from functools import cache

import cv2
import numpy as np

from lucca_pi.box.gathering import Gathering, Took
from lucca_pi.box.photo_store import Gathered, decoded_picture, gathered_text, read_gathered
from lucca_pi.box.same_card import CutCard, look_at
from lucca_pi.vision.faces.known import with_margin
from lucca_pi.vision.faces.laid_out import CardInRow, LaidOut
from lucca_pi.vision.picture import Colour
from tests.faces.owner import laid, snapped
from tests.faces.printed_faces import SIZE_MM
from tests.faces.views import Laid

OTHER = 21
"""Like none of the others."""
HOW = Laid(columns=4, mm_per_px=0.4, tilt_deg=6)
CODES = [*range(13, 21)]
ALIKE = (19, 40)
"""They differ by their number alone."""
SHUFFLED = [CODES[at] for at in np.random.default_rng(8).permutation(8)]


def take(gathering: Gathering, codes: list[int | None], seed: int, how: Laid | None = None) -> Took:
    """What comes of a picture of these cards."""
    if how is None:
        return gathering.take(*looked_at(tuple(codes), seed))
    shown = laid(np.random.default_rng(seed), codes, how)
    return gathering.take(*look_at(shown.rgb, shown.bare, SIZE_MM))


@cache
def looked_at(codes: tuple[int | None, ...], seed: int) -> tuple[LaidOut, tuple[CutCard, ...]]:
    """What a picture of these cards shows, the same to all who ask."""
    shown = laid(np.random.default_rng(seed), codes, HOW)
    return look_at(shown.rgb, shown.bare, SIZE_MM)


@cache
def first_pass() -> str:
    gathering = Gathering(Gathered(turned=False), SIZE_MM)
    took = take(gathering, [*CODES], 1)
    assert (len(took.codes), took.places, took.told) == (8, 8, ())
    return gathered_text(gathering.gathered)


def after_first_pass() -> Gathering:
    """The cards of one picture are known."""
    return Gathering(read_gathered(first_pass()), SIZE_MM)


def lines(took: Took) -> list[str]:
    return [str(line) for line in took.told]


def nearly_another() -> Colour:
    """A photograph that is neither surely of card 19 nor of one that is alike."""
    one, other = (with_margin(decoded_picture(snapped(code, 2))) for code in ALIKE)
    return np.asarray(cv2.addWeighted(one, 0.6, other, 0.4, 0), np.uint8)


def taken(gathering: Gathering, *cards: Colour) -> Took:
    """What comes of these cards in one row."""
    places = tuple(CardInRow(0, column, np.eye(3)) for column in range(len(cards)))
    return gathering.take(LaidOut(places, ()), [CutCard(1, at, card) for at, card in enumerate(cards, start=1)])
