"""A corner of a table with few cards that bear no codes, drawn: what is read of it costs little."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CameraView, Conditions
from lucca_pi.drawn.things import Ground
from lucca_pi.games.citta.drawn import CardKinds
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.ports import Frame
from tests.faces.printed_faces import printed

TABLE_MM = (520.0, 360.0)
QUARTERS = (DrawnCard(101, -170, -80, 0, 0), DrawnCard(102, 170, -80, 0, 0), DrawnCard(103, 170, 100, 0, 0))
"""Enough of them to give the plane."""
ABOVE = CameraView(1400, 970, 600)
NEARER = CameraView(1400, 970, 600, focal_px=2187)
"""What lies farther than 192 mm to the left or right of the table's middle is out of the picture."""
BY_HAND = CameraView(1800, 1300, 700, 160, 28, 40, 0.01, focal_px=1800)
FACES = (5, 17, 42, 58, 61, 72, 80, 97, 111)


@cache
def few_faces() -> DeckFile:
    """Our deck of which these faces alone have photographs: the other cards want stickers."""
    return replace(printed(), photographs={code: printed().photographs[code] for code in FACES})


def card(code: int, x_mm: float, y_mm: float, heading_deg: float = 0.0, level: int = 0) -> DrawnCard:
    """A card with its middle there, in mm from the table's middle."""
    return DrawnCard(code, x_mm, y_mm, heading_deg, level)


def camera(
    *looks: Sequence[DrawnCard], view: CameraView = ABOVE, quarters: int = 3, deck: DeckFile | None = None
) -> DrawnCamera:
    """A camera above these cards, of our deck or another, and so many quarters, look by look."""
    thing = CardKinds(deck or printed()).thing
    scenes = [DrawnScene(tuple(map(thing, (*QUARTERS[:quarters], *cards)))) for cards in looks]
    return DrawnCamera(scenes, Ground(TABLE_MM, ()), 1, Conditions(view, surface="cloth"))


def jpeg(frame: Frame) -> bytes:
    """The frame as a camera would keep it."""
    assert frame.colour is not None
    size_px = frame.grey.shape[1], frame.grey.shape[0]
    colour = cv2.resize(np.ascontiguousarray(frame.colour), size_px, interpolation=cv2.INTER_LINEAR)
    dots = cv2.cvtColor(colour, cv2.COLOR_RGB2YCrCb)
    dots[..., 0] = frame.grey
    return cv2.imencode(".jpg", cv2.cvtColor(dots, cv2.COLOR_YCrCb2BGR), [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes()
