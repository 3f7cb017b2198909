"""Photographs from the hand: tilted, turned, near and far; what is no good is said, and nothing is read wrongly."""

from dataclasses import replace
from functools import cache
from math import hypot

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.conditions import EASY, CameraView
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.detect import detect
from lucca_pi.vision.quality import BLURRY, TOO_DARK, TOO_FAR, TOO_OBLIQUE, Quality, quality_of, unseen
from lucca_pi.vision.reader import Reader, places_around
from tests.drawn_truth import codes_in
from tests.sim.games import random_game

DECK = reference_deck_file()
PIECES = pieces_in(DECK)
WIDTH, HEIGHT = 4032, 3024
FOCAL_PX = 26 / 43.27 * hypot(WIDTH, HEIGHT)


@cache
def shot(tilt_deg=40.0, mm_per_px=0.42, turned_deg=30.0):
    """A table of three in mid-game as a phone sees it, and the codes in full sight."""
    hung = CameraView(WIDTH, HEIGHT, mm_per_px * FOCAL_PX, turned_deg, tilt_deg, 90.0, 0.01, focal_px=FOCAL_PX)
    camera = CittaCamera(random_game(3, 3, "english").record, DECK, 1, replace(EASY, view=hung))
    grey = camera.look(9).grey
    size = np.array(grey.shape[::-1])
    within = [one for one in codes_in(camera, 9) if np.min(one.corners_px) > 8 and (one.corners_px < size - 8).all()]
    return grey, {(one.code, *np.round(np.mean(one.corners_px, 0) / 20)) for one in within if one.visible > 0.98}


def places(inspected):
    return {(one.code, *np.round(one.corners_px.mean(0) / 20)) for one in inspected.kept}


def complaint(grey):
    return quality_of(grey, Reader(PIECES).read(grey), PIECES).complaint


def far_from_the_others(one, others):
    return all(one[0] != other[0] or np.hypot(*np.subtract(one[1:], other[1:])) > 1.5 for other in others)


@pytest.mark.parametrize("hold", [(0.0, 0.42, 185.0), (40.0, 0.42, 30.0)])
def test_a_table_photographed_from_the_hand_is_read_whole_and_nothing_wrongly(hold):
    grey, lying = shot(*hold)
    read = places(Reader(PIECES).read(grey))
    assert len(lying) > 30
    assert not [one for one in lying if far_from_the_others(one, read)]
    assert not [one for one in read if far_from_the_others(one, lying)]
    assert complaint(grey) == ""


def test_what_is_small_at_the_far_side_is_sought_in_full_size():
    grey, _ = shot(40.0, 0.6, 30.0)
    assert len(Reader(PIECES).read(grey).kept) > len(detect(grey, PIECES.codes).read)


def test_a_camera_above_the_table_is_searched_once(monkeypatch):
    grey = CittaCamera(random_game(3, 3, "english").record, DECK, 1, EASY).look(9).grey
    found = Reader(PIECES).detect(grey)
    monkeypatch.setattr("lucca_pi.vision.reader.detect", lambda *_part, **_how: pytest.fail("searched again"))
    assert len(Reader(PIECES).locate(found, grey).kept) == len(found.read)


@pytest.mark.parametrize(
    ("quality", "said"),
    [
        (Quality(30, 0.3, 150, 10), ""),
        (Quality(30, 0.3, 20, 10), TOO_DARK),
        (Quality(30, 0.7, 150, 10), BLURRY),
        (Quality(12, 0.3, 150, 10), TOO_FAR),
        (Quality(12, 0.7, 150, 60), TOO_OBLIQUE),
    ],
)
def test_what_is_worst_is_said(quality, said):
    assert quality.complaint == said


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (lambda grey: cv2.GaussianBlur(grey, (0, 0), 2.5), BLURRY),
        (lambda grey: cv2.blur(grey, (1, 9)), BLURRY),
        (lambda grey: (grey * 0.1).astype(np.uint8), TOO_DARK),
        (lambda grey: cv2.resize(grey, (1600, 1200), interpolation=cv2.INTER_AREA), TOO_FAR),
    ],
)
def test_a_photograph_that_is_no_good_is_refused(spoilt, said):
    assert complaint(spoilt(shot(0.0, 0.42, 185.0)[0])) == said


def test_tilt_is_measured():
    tilts = [quality_of(grey, Reader(PIECES).read(grey), PIECES).tilt_deg for grey in (shot()[0],)]
    assert tilts == pytest.approx([40], abs=3)


def test_a_black_picture_is_too_dark():
    assert unseen(np.zeros((300, 400), np.uint8)) == TOO_DARK
    assert unseen(np.full((300, 400), 90, np.uint8)) == ""


SHAKEN = np.eye(24, dtype=np.float32) / 24


@pytest.mark.parametrize(
    "spoilt", [lambda grey: cv2.GaussianBlur(grey, (0, 0), 9), lambda grey: cv2.filter2D(grey, -1, SHAKEN)]
)
def test_a_photograph_in_which_nothing_is_sharp_is_blurred_before_it_lacks_anything(spoilt):
    grey = shot()[0]
    assert (unseen(grey), unseen(spoilt(grey))) == ("", BLURRY)


def test_places_lie_on_all_sides_of_what_lies_there():
    places_mm = places_around(Look((Sighting(7, 100, 50, 0),), 0.3, ()))
    assert (places_mm.min(0) + places_mm.max(0)) / 2 == pytest.approx([100, 50], abs=25)
    assert all(np.ptp(places_mm, axis=0) > 100)
