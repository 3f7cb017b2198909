from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from synthetic import PIECES, TABLE, Lens, picture_of, side_of, square_mm

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import CardFace, Cards
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.pieces import Piece, Pieces, PieceWords
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision import reader
from lucca_pi.vision.detect import Detection, Unchanged, detect, detect_in, flipped
from lucca_pi.vision.look import MirroredError, NoAnchorError
from lucca_pi.vision.reader import LaterLooks, Reader
from tests.sim.games import TASTES, random_game

LARGE = (4608, 2592)
CODES = set(range(1, 112))
ASLANT = Lens(size_px=(4608, 2592), tilt_deg=8, turn_deg=20)
WORDS = PieceWords("corner sheet", "brick", "No corner sheet is seen: lay one at each corner of the board.")
TILE = Piece((30, 26), 14, (8, 6), is_exact=True, is_anchor=True)
TILES = Pieces(dict.fromkeys(range(1, 51), TILE), WORDS)
"""Hexagons; each of them can give the axes."""
SHEET = Piece((60, 60), 30, (5, 5), place_mm=(60, 60), is_exact=True, is_anchor=True)
BARE = Pieces(TILES.by_code, PieceWords("tile", "tile", ""))
BOARD = Pieces(dict.fromkeys(range(112, 116), SHEET), WORDS)
"""Sheets with a code, each of which tells where a corner of the board is: its own lower right one."""


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


def pictured(sightings, side_mm):
    return picture_of(sightings, ASLANT, lambda _: side_mm)


def coordinates(sightings):
    return [value for one in sightings for value in (one.x_mm, one.y_mm)]


def test_where_all_tiles_give_the_axes_the_lowest_in_sight_does():
    lying = [Sighting(7, 0, 0, 0), Sighting(12, 30, 0, 60), Sighting(41, 15, 26, -120)]
    seen = Reader(TILES).read(pictured(lying, 14)).look
    assert [one.code for one in seen.sightings] == [7, 12, 41]
    assert coordinates(seen.sightings) == pytest.approx(coordinates(lying), abs=0.7)


def test_a_corner_sheet_tells_the_place_of_the_boards_corner():
    side_mm, out = 400, 200 + 60 - 20  # from the board's middle to the middle of a sheet's code
    around = [(112, -out, -out, 0), (113, out, -out, 90), (114, out, out, 180), (115, -out, out, -90)]
    seen = Reader(BOARD).read(pictured([Sighting(*place) for place in around], 30)).look
    assert coordinates(seen.sightings) == pytest.approx([0, 0, side_mm, 0, side_mm, side_mm, 0, side_mm], abs=2)


def test_without_a_piece_that_gives_the_axes_the_games_own_words_say_what_to_do():
    with pytest.raises(NoAnchorError, match="No corner sheet is seen: lay one"):
        Reader(BOARD).read(pictured([Sighting(7, 0, 0, 0)], 14))


def on_card(sighting, box_mm):
    """Where a part of the piece is seen, whose left, top, right and bottom are from its middle."""
    left, top, right, bottom = box_mm
    turn = np.radians(sighting.heading_deg)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    return ASLANT.image(np.add(turned, (sighting.x_mm, sighting.y_mm))).astype(np.float32)


def test_a_card_recognised_by_its_face_lies_where_its_sticker_says():
    grey, reader = picture_of(TABLE, ASLANT), Reader(PIECES)
    found = reader.detect(grey)
    card = next(one for one in TABLE if one.code == 42)
    assert on_card(card, (-5.45, -5.45, 5.45, 5.45)) == pytest.approx(ASLANT.image(square_mm(card, 10.9)), abs=0.01)
    face = Detection(42, on_card(card, (-9, -9, 50, 82)), 0.8, "face")
    others = tuple(one for one in found.read if one.code != 42)
    by_sticker, by_face = (
        next(one for one in reader.locate(replace(found, read=read), grey).look.sightings if one.code == 42)
        for read in (found.read, (*others, face))
    )
    assert (by_face.x_mm, by_face.y_mm) == pytest.approx((by_sticker.x_mm, by_sticker.y_mm), abs=1)
    assert by_face.heading_deg == pytest.approx(by_sticker.heading_deg, abs=1)


def test_a_face_of_another_shape_is_refused():
    grey, reader = picture_of(TABLE, ASLANT), Reader(PIECES)
    found = reader.detect(grey)
    half = Detection(43, on_card(TABLE[3], (-9, -9, 50, 36)), 0.9, "face")
    (refused,) = reader.locate(replace(found, read=(*found.read, half)), grey).refused
    assert (refused.detection.code, refused.why) == (43, "59 x 45 mm, not 59 x 91")


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("pieces", [BOARD, TILES, BARE], ids=["sheets", "tiles", "a table that may be empty"])
def test_a_mirrored_picture_is_named_as_one_and_nothing_is_read_in_it(pieces, by_hand):
    lying = pictured([Sighting(*place) for place in [(7, 0, 0, 0), (112, 90, 0, 30)]], 30)
    with pytest.raises(MirroredError):
        Reader(pieces).read(flipped(lying))
    with pytest.raises(LookError, match="mirrored: switch that off in the camera"):
        Eyes(Config())(Frame("a picture", flipped(lying), by_hand=by_hand), pieces)


def test_an_empty_table_is_not_mirrored():
    bare = np.full((600, 800), 110, np.uint8)
    assert Eyes(Config())(Frame("a picture", bare), BARE).sightings == ()
