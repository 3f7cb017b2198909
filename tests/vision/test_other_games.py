"""The same reader before tables of other games, which it knows by their pieces alone."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import PIECES, TABLE, Lens, picture_of, square_mm

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.pieces import Piece, Pieces, PieceWords
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.detect import Detection, flipped
from lucca_pi.vision.look import MirroredError, NoAnchorError
from lucca_pi.vision.reader import Reader

LENS = Lens(size_px=(4608, 2592), tilt_deg=8, turn_deg=20)
WORDS = PieceWords("corner sheet", "brick", "No corner sheet is seen: lay one at each corner of the board.")
TILE = Piece((30, 26), 14, (8, 6), is_exact=True, is_anchor=True)
TILES = Pieces(dict.fromkeys(range(1, 51), TILE), WORDS)
"""Hexagons; each of them can give the axes."""
SHEET = Piece((60, 60), 30, (5, 5), place_mm=(60, 60), is_exact=True, is_anchor=True)
BARE = Pieces(TILES.by_code, PieceWords("tile", "tile", ""))
BOARD = Pieces(dict.fromkeys(range(112, 116), SHEET), WORDS)
"""Sheets with a code, each of which tells where a corner of the board is: its own lower right one."""


def pictured(sightings, side_mm):
    return picture_of(sightings, LENS, lambda _: side_mm)


def places(sightings):
    return [value for one in sightings for value in (one.x_mm, one.y_mm)]


def test_where_all_tiles_give_the_axes_the_lowest_in_sight_does():
    lying = [Sighting(7, 0, 0, 0), Sighting(12, 30, 0, 60), Sighting(41, 15, 26, -120)]
    seen = Reader(TILES).read(pictured(lying, 14)).look
    assert [one.code for one in seen.sightings] == [7, 12, 41]
    assert places(seen.sightings) == pytest.approx(places(lying), abs=0.7)


def test_a_corner_sheet_tells_the_place_of_the_boards_corner():
    side_mm, out = 400, 200 + 60 - 20  # from the board's middle to the middle of a sheet's code
    around = [(112, -out, -out, 0), (113, out, -out, 90), (114, out, out, 180), (115, -out, out, -90)]
    seen = Reader(BOARD).read(pictured([Sighting(*place) for place in around], 30)).look
    assert places(seen.sightings) == pytest.approx([0, 0, side_mm, 0, side_mm, side_mm, 0, side_mm], abs=2)


def test_without_a_piece_that_gives_the_axes_the_games_own_words_say_what_to_do():
    with pytest.raises(NoAnchorError, match="No corner sheet is seen: lay one"):
        Reader(BOARD).read(pictured([Sighting(7, 0, 0, 0)], 14))


def on_card(sighting, box_mm):
    """Where a part of the piece is seen, whose left, top, right and bottom are from its middle."""
    left, top, right, bottom = box_mm
    turn = np.radians(sighting.heading_deg)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    return LENS.image(np.add(turned, (sighting.x_mm, sighting.y_mm))).astype(np.float32)


def test_a_card_recognised_by_its_face_lies_where_its_sticker_says():
    grey, reader = picture_of(TABLE, LENS), Reader(PIECES)
    found = reader.detect(grey)
    card = next(one for one in TABLE if one.code == 42)
    assert on_card(card, (-5.45, -5.45, 5.45, 5.45)) == pytest.approx(LENS.image(square_mm(card, 10.9)), abs=0.01)
    face = Detection(42, on_card(card, (-9, -9, 50, 82)), 0.8, "face")
    others = tuple(one for one in found.read if one.code != 42)
    by_sticker, by_face = (
        next(one for one in reader.locate(replace(found, read=read), grey).look.sightings if one.code == 42)
        for read in (found.read, (*others, face))
    )
    assert (by_face.x_mm, by_face.y_mm) == pytest.approx((by_sticker.x_mm, by_sticker.y_mm), abs=1)
    assert by_face.heading_deg == pytest.approx(by_sticker.heading_deg, abs=1)


def test_a_face_of_another_shape_is_refused():
    grey, reader = picture_of(TABLE, LENS), Reader(PIECES)
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
