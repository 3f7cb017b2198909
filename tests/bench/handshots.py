"""How well photographs from the hand are read: drawn tables from twelve places around and above them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from lucca_pi.drawn.conditions import CONDITIONS, CameraView, Conditions
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.games.citta.table.reading import TableReading, read_table
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.quality import Quality, quality_of
from lucca_pi.vision.reader import Reader
from tests.citta_truth import truth_in
from tests.drawn_truth import SeenCode, codes_in
from tests.sim.games import random_game

DECK_FILE = reference_deck_file()
PIECES = pieces_in(DECK_FILE)
PLAYERS = 3, 5
SEED = 1
SIZE_PX = 4032, 3024
FOCAL_PX = 26 / 43.27 * hypot(*SIZE_PX)
"""A phone's main lens: 26 mm on a full frame."""
IN_SIGHT = 0.98
EDGE_PX = 6
NEAR_PX = 12
EVENINGS = ("easy", "lamp", "hard")


@dataclass(frozen=True, slots=True)
class Hold:
    """How the phone is held: millimetres a pixel in the picture's middle, tilt, towards where, and its turn."""

    mm_per_px: float
    tilt_deg: float
    towards_deg: float
    turned_deg: float

    def conditions(self, evening: Conditions) -> Conditions:
        """The evening as it is photographed so."""
        width, height = SIZE_PX
        hung = CameraView(width, height, self.mm_per_px * FOCAL_PX, self.turned_deg, self.tilt_deg, self.towards_deg)
        return replace(evening, view=replace(hung, distortion=0.01, focal_px=FOCAL_PX))


HOLDS = (
    Hold(0.42, 0, 0, 3),
    Hold(0.42, 10, 80, 95),
    Hold(0.40, 20, 0, 200),
    Hold(0.45, 25, 180, 10),
    Hold(0.40, 30, 0, 180),
    Hold(0.42, 35, 90, 270),
    Hold(0.45, 40, 180, 45),
    Hold(0.35, 40, 0, 0),
    Hold(0.45, 45, 270, 120),
    Hold(0.50, 50, 0, 0),
    Hold(0.25, 15, 300, 33),
    Hold(0.60, 5, 120, 187),
)


@dataclass(frozen=True, slots=True)
class Shot:
    """What the reader makes of a photograph, the codes in it, and what a right reading says."""

    codes: Sequence[SeenCode]
    inspected: Inspected
    quality: Quality
    reading: TableReading
    truth: dict
    is_whole: bool
    """The whole table is in the picture."""

    @property
    def missed(self) -> int:
        return sum(not self._is_read(code) for code in self.codes)

    @property
    def wrong(self) -> int:
        """Readings that lie on no sticker with their code."""
        places = [(code.code, np.mean(code.corners_px, axis=0)) for code in self.codes]
        return sum(not any(_is_at(one, *place) for place in places) for one in self._within)

    @property
    def is_right(self) -> bool:
        told, truth = self.reading.to_json(""), self.truth
        centre = all(_sets(told[name]) == _sets(truth[name]) for name in ("centre", "discards"))
        return centre and told["quarters"] == truth["quarters"]

    @property
    def _within(self):
        """What was read well within the picture: what its edge cuts is no evidence."""
        return [one for one in self.inspected.kept if _is_within(one.corners_px)]

    def _is_read(self, code: SeenCode) -> bool:
        return any(_is_at(one, code.code, np.mean(code.corners_px, axis=0)) for one in self.inspected.kept)


def bench() -> None:
    """Three and five players on each evening, in mid-game and at the end, from all places."""
    print(f"{'':10s}{'held':28s} codes missed wrong  readings right doubted refused cut wrong")
    for evening in EVENINGS:
        for hold in HOLDS:
            found = [shot for players in PLAYERS for shot in shots(CONDITIONS[evening], hold, players)]
            held = f"{hold.mm_per_px:.2f} mm/px, {hold.tilt_deg:2.0f} degrees"
            print(f"{evening:10s}{held:28s} {_figures(found)}", flush=True)


def shots(evening: Conditions, hold: Hold, players: int) -> Iterator[Shot]:
    """The table in mid-game and at the end."""
    record = random_game(players, players, "english").record
    turns = sum(map(len, record.rounds))
    camera = CittaCamera(record, DECK_FILE, SEED, hold.conditions(evening))
    for number in (turns // 2, turns):
        frame = camera.look(number)
        inspected = Reader(PIECES).read(frame.grey, frame.colour)
        in_sight = [one for one in codes_in(camera, number) if one.visible >= IN_SIGHT]
        codes = [one for one in in_sight if _is_within(one.corners_px)]
        quality = quality_of(frame.grey, inspected, PIECES)
        yield Shot(
            codes,
            inspected,
            quality,
            read_table(inspected.look, PIECES),
            truth_in(camera, number),
            len(codes) == len(in_sight),
        )


def _figures(found: Sequence[Shot]) -> str:
    codes, missed, wrong = (sum(each) for each in zip(*(_codes(one) for one in found), strict=True))
    refused = [one for one in found if one.quality.complaint]
    doubted = [one for one in found if one.reading.doubts and not one.quality.complaint]
    sure = [one for one in found if not one.reading.doubts and not one.quality.complaint]
    right, cut = (sum(one.is_right for one in sure), sum(not one.is_right and not one.is_whole for one in sure))
    of_readings = f"{right:15d} {len(doubted):7d} {len(refused):7d} {cut:3d} {len(sure) - right - cut:5d}"
    return f"{codes:5d} {missed:6d} {wrong:5d} {of_readings}"


def _codes(shot: Shot) -> tuple[int, int, int]:
    return len(shot.codes), shot.missed, shot.wrong


def _is_at(one, code: int, middle_px) -> bool:
    return one.code == code and float(np.hypot(*(one.corners_px.mean(0) - middle_px))) < NEAR_PX


def _is_within(corners_px) -> bool:
    corners = np.asarray(corners_px)
    return bool((corners > EDGE_PX).all() and (corners < np.array(SIZE_PX) - EDGE_PX).all())


def _sets(told):
    """Lists in no particular order."""
    return sorted(map(str, told))
