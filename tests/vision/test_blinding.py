"""Light that may hide a code is a doubt; light on a card that was read all the same is none."""

from functools import cache

import cv2
import numpy as np

from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.vision.reader import Reader
from tests.drawn_truth import codes_in
from tests.sim.games import TASTES, random_game

PIECES = pieces_in(reference_deck_file())


@cache
def drawn():
    """A table, and the middles of its codes in pixels, by code."""
    record = random_game(1, 3, "english", tastes=[TASTES["builder"]] * 3, turns=4).record
    camera = CittaCamera(record, reference_deck_file())
    frame = camera.look(4)
    return frame, {seen.code: np.mean(seen.corners_px, axis=0) for seen in codes_in(camera, 4) if seen.visible == 1}


def lit(*places_px, radius_px=32):
    """The look at the table with light so wide at these places."""
    frame, _ = drawn()
    grey, colour = frame.grey.copy(), np.ascontiguousarray(frame.colour)
    for x, y in places_px:
        cv2.circle(grey, (round(x), round(y)), radius_px, (255,), -1)
        cv2.circle(colour, (round(x / 4), round(y / 4)), radius_px // 4, (255, 255, 255), -1)
    return Reader(PIECES).read(grey, colour).look


def inner_code():
    """A card's code that has others around it."""
    _, middles = drawn()
    middle = np.mean(list(middles.values()), axis=0)
    return min((code for code in middles if code < 97), key=lambda code: np.linalg.norm(middles[code] - middle))


def test_a_code_under_blinding_light_is_missed_but_said():
    code = inner_code()
    look = lit(drawn()[1][code])
    assert code not in {seen.code for seen in look.sightings}
    assert len(look.blinded) == 1
    assert "Glare blinds the camera at a place" in " ".join(read_table(look, PIECES).doubts)


def test_light_on_a_card_that_is_read_all_the_same_is_no_doubt():
    x, y = drawn()[1][inner_code()]
    assert lit().blinded == ()
    assert lit((x + 80, y + 120), (x + 90, y + 30)).blinded == ()


def test_light_where_a_newer_card_of_the_column_may_have_its_code_is_a_doubt():
    x, y = drawn()[1][inner_code()]
    assert len(lit((x + 10, y + 120)).blinded) == 1


def test_a_white_table_is_no_reflection():
    frame, _ = drawn()
    white = np.where(np.abs(frame.colour.astype(int) - np.median(frame.colour, axis=(0, 1))).max(2) < 30, 255, 0)
    assert Reader(PIECES).read(frame.grey, np.dstack([white] * 3).astype(np.uint8)).look.blinded == ()
