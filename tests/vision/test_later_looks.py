"""A later look at a table reads what a first look would, whatever changed meanwhile."""

from functools import cache

import numpy as np
import pytest

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.vision import reader
from lucca_pi.vision.detect import Unchanged, detect, detect_in
from lucca_pi.vision.reader import LaterLooks
from tests.sim.games import TASTES, random_game

CODES = set(range(1, 112))


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
