"""
The colour beside a code is held against the deck, in a picture a quarter of the size.

Light that may hide a code is a doubt; light on a card that was read all the same is none.
"""

from functools import cache

import cv2
import numpy as np
import pytest
from box import DPI, LAMP, table

from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck, reference_deck_file
from lucca_pi.games.citta.table.pieces import CardFace, Cards, pieces_in
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.table.sighting import Miscoloured
from lucca_pi.vision.detect import detect
from lucca_pi.vision.picture import reduced
from lucca_pi.vision.reader import Reader
from lucca_pi.vision.stickers import blinding, lab, miscoloured, shades_in
from tests.drawn_truth import codes_in
from tests.sim.games import TASTES, random_game

CODES = range(1, 25)
FACES = {card.number: CardFace(card.number, card.colour) for card in reference_deck().cards.values()}
SWAPPED = FACES | {3: CardFace(3, FACES[4].colour), 4: CardFace(4, FACES[3].colour)}
BOTH = (Miscoloured(3, "yellow"), Miscoloured(4, "green"))
STICKER_PX = 30
WHITE = np.ones(3)
PIECES = pieces_in(reference_deck_file())


def pictured(codes, light):
    """The cards so far away that a sticker of 14 mm is 30 px wide."""
    nearer = STICKER_PX / (14 / 25.4 * DPI)
    return cv2.resize(table(codes, light), None, fx=nearer, fy=nearer, interpolation=cv2.INTER_AREA)


def doubted(picture, faces, colours=None):
    """What is doubted in the picture, with its own small colours or with those given."""
    read = detect(np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)), FACES).read
    assert len(read) >= 5
    small, pieces = reduced(picture if colours is None else colours), Cards(faces)
    return miscoloured(shades_in(small, read, picture.shape[1::-1], pieces), pieces)


@pytest.fixture(
    scope="module", params=[0.8 * WHITE, 0.8 * np.array(LAMP), 0.5 * np.array(LAMP)], ids=["white", "lamp", "dim"]
)
def picture(request):
    return pictured(CODES, request.param)


def test_right_stickers_raise_no_doubt(picture):
    assert doubted(picture, FACES) == ()


def test_two_stickers_that_were_swapped_are_both_named(picture):
    assert doubted(picture, SWAPPED) == BOTH


def test_gloss_over_half_of_the_table_takes_strength_and_not_hue(picture):
    glossy = picture.copy()
    glossy[:, 400:] = cv2.add(glossy[:, 400:], np.full_like(glossy[:, 400:], 30))
    assert (doubted(picture, FACES, glossy), doubted(picture, SWAPPED, glossy)) == ((), BOTH)


@pytest.mark.parametrize(("beside", "blinded"), [((255, 226, 151), True), ((240, 140, 60), False)])
def test_a_card_as_bright_as_a_sensor_can_see_is_held_against_nothing(beside, blinded):
    card = np.full((40, 60, 3), beside, np.uint8)
    assert blinding(card, np.array([[[10, 10], [20, 10], [20, 20], [10, 20]]], np.float32)) == [blinded]


def test_a_card_whose_colour_is_hardly_seen_is_held_against_nothing():
    assert doubted(pictured([1, 2, 3, 9, 10], WHITE), FACES | {3: CardFace(3, "orange")}) == ()


def test_a_picture_in_grey_raises_no_doubt(picture):
    grey = np.repeat(picture.mean(2, keepdims=True).astype(np.uint8), 3, axis=2)
    assert doubted(picture, SWAPPED, grey) == ()


def test_what_is_brighter_than_white_keeps_its_hue():
    assert lab((1.4, 0.7, 0.35)) == lab((1.0, 0.5, 0.25))


MIXED = {number: CardFace(number, FACES[number * 7 % 96 + 1].colour) for number in FACES}
"""Another deck: the same numbers, and other colours."""


def test_cards_of_another_deck_are_doubted_all_together(picture):
    doubts = doubted(picture, MIXED)
    unlike = {one.code for one in doubts if MIXED[one.code].colour != FACES[one.code].colour}
    assert len(unlike) >= 8


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
