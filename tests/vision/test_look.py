from functools import cache

import numpy as np
import pytest
from synthetic import PIECES, TABLE, Lens, picture_of, side_of

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import CardFace, Cards
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision import reader
from lucca_pi.vision.detect import Unchanged, detect, detect_in
from lucca_pi.vision.look import NoAnchorError
from lucca_pi.vision.reader import LaterLooks, Reader
from tests.sim.games import TASTES, random_game

LARGE = (4608, 2592)
CODES = set(range(1, 112))


def in_first_axes(sighting):
    """Places as the look gives them: from the middle of quarter 101."""
    return (sighting.code, sighting.x_mm, sighting.y_mm - 250, sighting.heading_deg)


def assert_seen(seen, expected):
    """The same codes, each within 3 mm and 1.5 degrees."""
    assert len(seen.sightings) == len(expected)
    for sighting in seen.sightings:
        code, x_mm, y_mm, heading_deg = min(
            map(in_first_axes, expected), key=lambda one: (one[0] != sighting.code, abs(one[1] - sighting.x_mm))
        )
        assert sighting.code == code
        assert (sighting.x_mm, sighting.y_mm) == pytest.approx((x_mm, y_mm), abs=3)
        assert (sighting.heading_deg - heading_deg + 180) % 360 - 180 == pytest.approx(0, abs=1.5)


@pytest.mark.parametrize(
    "lens",
    [
        Lens(size_px=LARGE),
        Lens(size_px=LARGE, turn_deg=137),
        Lens(size_px=LARGE, tilt_deg=25, turn_deg=20, distance_mm=1400),
        Lens(size_px=LARGE, tilt_deg=10, bend=-0.1),
    ],
)
def test_a_look_tells_every_place_from_above_turned_tilted_or_bent(lens):
    assert_seen(Reader(PIECES).read(picture_of(TABLE, lens)).look, TABLE)


def test_stickers_larger_than_the_deck_says_are_read():
    grey = picture_of(TABLE, Lens(size_px=LARGE), lambda code: 12.44 if code < 101 or code == 111 else 30.0)
    assert_seen(Reader(PIECES).read(grey).look, TABLE)


def test_codes_that_the_deck_does_not_know_are_no_sightings():
    seen = Reader(Cards({17: CardFace(17, "red")})).read(picture_of(TABLE, Lens(size_px=LARGE))).look
    assert [sighting.code for sighting in seen.sightings] == [17, 97, 101, 103, 111, 111]


def test_a_known_code_of_another_size_is_refused():
    sheet = (*TABLE, Sighting(5, 150, 60, 0))
    grey = picture_of(sheet, Lens(size_px=LARGE), lambda code: 20.0 if code == 5 else side_of(code))
    inspected = Reader(PIECES).read(grey)
    assert [(one.detection.code, one.why) for one in inspected.refused] == [(5, "20 mm wide, not 11")]
    assert_seen(inspected.look, TABLE)


def test_the_view_is_the_pictures_corners_on_the_table():
    seen = Reader(PIECES).read(picture_of(TABLE, Lens(size_px=LARGE))).look
    left, top = seen.view_mm[0]
    assert (left, top) == pytest.approx((-868, -488 - 250), rel=0.02)
    assert seen.mm_per_px == pytest.approx(1250 / (0.72 * 4608), rel=0.01)


@pytest.mark.parametrize("grey", [np.zeros((600, 800), np.uint8), picture_of(TABLE[2:], Lens())])
def test_a_picture_without_a_quarter_is_an_error(grey):
    with pytest.raises(NoAnchorError, match="101 to 105"):
        Reader(PIECES).read(grey)


@cache
def drawn(number):
    record = random_game(1, 3, "english", tastes=[TASTES["builder"]] * 3, turns=6).record
    return CittaCamera(record, reference_deck_file(), 1, CONDITIONS["easy"]).look(number).grey


def places(found):
    return sorted((one.code, *np.round(one.corners_px.mean(0)).tolist()) for one in found.read)


def lid_over(grey):
    covered = grey.copy()
    covered[1000:1500, 1500:2300] = 90
    return covered


@pytest.fixture
def searched(monkeypatch):
    """How much of a picture was searched at each call, as a share."""
    shares = []

    def noted(*arguments, unchanged=Unchanged(), **more):  # noqa: B008
        shares.append(1 if unchanged.within is None else unchanged.within.mean())
        return detect_in(*arguments, unchanged=unchanged, **more)

    monkeypatch.setattr(reader, "detect_in", noted)
    return shares


def test_a_turn_later_only_what_changed_is_searched_and_all_is_read(searched):
    looks = LaterLooks()
    looks(drawn(2), CODES)
    assert places(looks(drawn(3), CODES)) == places(detect(drawn(3), CODES))
    assert len(searched) == 2
    assert 0 < searched[1] < 0.5


def test_an_unchanged_table_is_not_searched_at_all(searched):
    looks = LaterLooks()
    noisier = np.clip(drawn(2) + np.random.default_rng(1).normal(0, 2, drawn(2).shape), 0, 255).astype(np.uint8)
    first, later = (sorted(one.code for one in looks(grey, CODES).read) for grey in (drawn(2), noisier))
    assert first == later
    assert len(searched) == 1


def test_what_is_covered_is_gone_and_comes_back():
    looks = LaterLooks()
    for grey in (drawn(2), lid_over(drawn(2)), drawn(2)):
        found = looks(grey, CODES)
        assert places(found) == places(detect(grey, CODES))


def test_a_picture_of_another_size_is_searched_whole():
    looks = LaterLooks()
    looks(drawn(2), CODES)
    half = np.ascontiguousarray(drawn(2)[:, :2304])
    assert places(looks(half, CODES)) == places(detect(half, CODES))
