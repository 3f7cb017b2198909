"""The reading of a photograph from its file, and a drawing of how it was read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lucca_pi.errors import refusing
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM, REACH_X_MM, REACH_Y_MM, area_at, place_of
from lucca_pi.games.citta.table.narrowing import KnownBefore, QuartersAround, narrowed
from lucca_pi.games.citta.table.pieces import COAT_CODES, QUARTER_CODES, Cards
from lucca_pi.games.citta.table.reading import TableReading, read_table
from lucca_pi.table.sighting import Look, Marked, Pose, Sighting
from lucca_pi.vision.debug import Annotations, Colour, Line, TextMark
from lucca_pi.vision.faces.following import Faces
from lucca_pi.vision.look import Inspected, NoAnchorError
from lucca_pi.vision.picture import PictureError, damaged, load_picture
from lucca_pi.vision.plane import Lens
from lucca_pi.vision.reader import Reader, Style

_CENTRE: Colour = (255, 255, 255)
OWNERS: dict[int, Colour] = {
    101: (90, 90, 255),
    102: (90, 230, 90),
    103: (255, 170, 70),
    104: (40, 220, 255),
    105: (255, 110, 235),
}
_NAMED = re.compile(r"\(codes? ([\d, ]+)\)")
"""The codes named in a doubt."""
_LEGEND = "(62): margin in %, where not 100   line: one palace   thick line: triplet   grey: no marker   red: refused"


def read_picture(
    path: Path, pieces: Cards, style: Style = "aruco", lens: Lens | None = None
) -> tuple[TableReading, Inspected]:
    """
    The reading of the picture, with the details of recognition; `lens`: the camera's, if it is known. Damage is a
    doubt.

    If the deck has photographs of its faces, cards are recognised by them, too: a card recognised alone is struck from
    the candidates of ambiguous ones.

    Raises PictureError for a file that is no picture, NoAnchorError for a picture without a quarter.
    """
    picture = load_picture(path)
    doubts = (damaged(path.name, picture.damage),) if picture.damage else ()
    try:
        with refusing(str(path), PictureError):
            inspected = Reader(pieces, style, faces=Faces()).read(picture.grey, picture.colour, lens)
    except NoAnchorError as error:
        raise type(error)(" ".join((str(error), *doubts))) from None
    around = QuartersAround(tuple(one for one in inspected.look.sightings if one.code in QUARTER_CODES))
    reading = read_table(narrowed(inspected.look, KnownBefore(), around), pieces)
    return replace(reading, doubts=(*doubts, *reading.doubts)), inspected


def annotations(
    inspected: Inspected, reading: TableReading, pieces: Cards, *, swap: bool = False, marks: Sequence[Marked] = ()
) -> Annotations:
    """
    The notes that are drawn into the picture of a reading.

    Codes are in their owner's colour, white in the centre. Thin lines bound each quarter's reach and areas, thicker
    ones join the cards of a palace under construction, thick white ones triplets. The candidates of an ambiguous card
    are named. The doubts to check are at the bottom, with a ring around each card concerned; `marks` are rings, too.
    """
    quarters = [one for one in inspected.look.sightings if one.code in QUARTER_CODES]
    owners = [place_of(one, quarters, swap).owner for one in inspected.look.sightings]
    return Annotations(
        below=[mark for quarter in quarters for mark in _areas(quarter, swap)],
        above=[*_joined(inspected.look.sightings, reading, pieces), *_open_cards(inspected.look, pieces)],
        colours=[_CENTRE if owner is None else OWNERS[owner] for owner in owners],
        names={code: _label(code, pieces) for code in pieces.codes},
        caption=[
            *(_LEGEND, *_summary(reading)),
            *(f"{number}. {doubt}" for number, doubt in enumerate(reading.doubts, start=1)),
        ],
        marks=(*marks, *_doubted(inspected.look.sightings, reading)),
    )


def _doubted(sightings: Sequence[Sighting], reading: TableReading) -> Iterator[Marked]:
    """The pieces whose codes the doubts name."""
    for number, doubt in enumerate(reading.doubts, start=1):
        codes = {int(code) for named in _NAMED.findall(doubt) for code in re.findall(r"\d+", named)}
        yield from (Marked(one, (f"doubt {number}",)) for one in sightings if one.code in codes)


def _areas(quarter: Sighting, swap: bool) -> Iterator[Line | TextMark]:
    """The quarter's reach, its card's lower edge, the line between completed and opened palaces; the areas' names."""
    colour, (top, bottom) = OWNERS[quarter.code], REACH_Y_MM
    left, right, edge = -REACH_X_MM, REACH_X_MM, LOWER_EDGE_MM
    box = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    for line in (box, [(left, edge), (right, edge)], [(0.0, top), (0.0, edge)]):
        corners = np.concatenate([np.linspace(a, b, 20) for a, b in pairwise(line)])
        yield Line(_from_axes(corners, quarter), colour)
    for place in ((left / 2, top + 20), (right / 2, top + 20), (0.0, bottom - 15)):
        yield TextMark(area_at(Pose(*place, 0.0), swap), _from_axes(np.array([place]), quarter)[0], colour)


def _joined(sightings: Sequence[Sighting], reading: TableReading, pieces: Cards) -> Iterator[Line]:
    """The cards of each palace under construction, and of each triplet, joined."""
    middles = {pieces.name(one.code): (one.x_mm, one.y_mm) for one in sightings}
    for quarter in reading.quarters:
        for column in quarter.construction.values():
            yield Line(np.array([middles[card] for card in column]), OWNERS[quarter.quarter], 2)
    for triplet in reading.triplets:
        yield Line(np.array([middles[card] for card in triplet]), _CENTRE, 3, is_closed=True)


def _open_cards(look: Look, pieces: Cards) -> Iterator[TextMark]:
    """The names of the cards that an ambiguous card may be, at its place."""
    for one in look.alike:
        names = " or ".join(str(pieces.name(code)) for code in one.codes)
        yield TextMark(names or "not of this deck", np.array([one.x_mm, one.y_mm]), _CENTRE)


def _label(code: int, pieces: Cards) -> str:
    if code in QUARTER_CODES:
        return f"quarter {code}"
    return f"coat {code}" if code in COAT_CODES else str(pieces.name(code))


def _summary(reading: TableReading) -> list[str]:
    triplets = " | ".join(" ".join(map(str, triplet)) for triplet in reading.triplets)
    discards = " ".join(map(str, reading.discards))
    return [f"triplets: {triplets or 'none'}   discards: {discards or 'none'}   {reading.mm_per_px:.3f} mm/px"]


def _from_axes(points_mm: NDArray[np.float64], quarter: Sighting) -> NDArray[np.float64]:
    """Points in the quarter's axes, shape (n, 2), in the axes of the look."""
    turn = np.radians(quarter.heading_deg)
    along = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(points_mm @ along + [quarter.x_mm, quarter.y_mm])
