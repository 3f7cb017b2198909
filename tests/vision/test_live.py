"""The live picture tells when the table can be looked at, whatever the light."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.vision.live import SETTLES_S, Watcher
from tests.sim.games import TASTES, random_game

AT_REST_S = 3.5
TABLE = np.array([[0.08, 0.08], [0.92, 0.08], [0.92, 0.92], [0.08, 0.92]])


@cache
def drawn(evening, look=3, **more):
    """The table as the camera's live picture shows it."""
    record = random_game(1, 3, "english", tastes=[TASTES["builder"]] * 3, turns=4).record
    conditions = CONDITIONS[evening]
    view = replace(conditions.view, width_px=640, height_px=360)
    conditions = replace(conditions, view=view, **{"hands": 0, "nudge_mm": 0, "read_noise": 0, "shot_noise": 0, **more})
    return CittaCamera(record, reference_deck_file(), 1, conditions).look(look).grey


@cache
def noise(shape, number):
    return np.random.default_rng(number).normal(0, 0.7, shape).astype(np.float32)


def noisy(picture, number):
    """The picture as a sensor gives it, each time a little different."""
    return np.clip(picture + noise(picture.shape, number), 0, 255).astype(np.uint8)


def seen(before, now, seconds=AT_REST_S):
    """What is said at last of a table that lay as `before`, after so many seconds `now`."""
    watcher = Watcher()
    watcher.table_lies(noisy(before, 0), TABLE)
    watcher.watch(noisy(before, 1), -0.1)
    return [watcher.watch(noisy(now, 2 + n), n / 5) for n in range(1 + round(seconds * 5))][-1]


def shifted(picture, by_px):
    return cv2.warpAffine(picture, np.float32([[1, 0, by_px], [0, 1, by_px / 2]]), picture.shape[::-1], borderMode=1)


HAPPENS = {
    "at rest": lambda table: table,
    "camera moved": lambda table: shifted(table, 12),
    "dark": lambda table: table // 12,
    "too bright": lambda table: np.full_like(table, 250),
}


@pytest.mark.parametrize("evening", CONDITIONS)
@pytest.mark.parametrize("condition", HAPPENS)
def test_what_happens_at_the_table_is_told(condition, evening):
    table = drawn(evening)
    now = HAPPENS[condition](table)
    assert seen(table, now).condition == condition


@pytest.mark.parametrize("evening", [evening for evening in CONDITIONS if evening != "dim"])
def test_a_blurred_picture_is_out_of_focus_where_there_is_light_to_tell(evening):
    assert seen(drawn(evening), cv2.GaussianBlur(drawn(evening), (0, 0), 3)).condition == "out of focus"


@pytest.mark.parametrize("evening", CONDITIONS)
def test_as_long_as_something_moves_there_is_no_rest(evening):
    assert seen(drawn(evening), drawn(evening, look=4), 0.2).condition in ("moving", "hand")


@pytest.mark.parametrize("evening", ["easy", "window", "dim", "five players at the limit"])
def test_a_hand_over_the_table_is_no_rest(evening):
    assert seen(drawn(evening), drawn(evening, hands=1), SETTLES_S + 0.5).condition == "hand"


@pytest.mark.parametrize("evening", CONDITIONS)
def test_dimmer_light_and_a_small_nudge_are_no_motion(evening):
    assert seen(drawn(evening), shifted(drawn(evening), 2) * 0.7).condition == "at rest"


def test_what_lies_still_for_seconds_is_no_hand_but_a_thing():
    assert seen(drawn("easy"), drawn("easy", hands=1)).condition == "at rest"


def test_people_around_the_table_may_move():
    watcher, table = Watcher(), drawn("easy")
    watcher.table_lies(table, np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.9], [0.2, 0.9]]))
    restless = [np.where(np.arange(640) < 100, (37 * n) % 200, table).astype(np.uint8) for n in range(20)]
    assert [watcher.watch(picture, n / 10) for n, picture in enumerate(restless)][-1].condition == "at rest"


def test_a_picture_of_another_size_is_judged_anew():
    """As that of a camera that was plugged in again."""
    table = drawn("easy")
    watcher = Watcher()
    watcher.table_lies(table, TABLE)
    assert watcher.watch(np.ascontiguousarray(table[:300]), 9.0).condition in ("moving", "at rest")
    watcher.table_lies(np.ascontiguousarray(table[:300]), TABLE)
    assert watcher.watch(np.ascontiguousarray(table[:300]), 19.0).condition == "at rest"


def with_film(table, number):
    """The table with a telephone on it that plays a film."""
    now = noisy(table, number % 50)
    now[150:200, 300:323] = np.random.default_rng(number).integers(40, 220, (50, 23))
    return now


def test_a_place_where_something_moves_all_the_time_is_left_out_and_a_hand_elsewhere_is_not():
    table, watcher = drawn("easy"), Watcher()
    watcher.table_lies(with_film(table, 0), TABLE)
    seen_so = [watcher.watch(with_film(table, n), n / 5).condition for n in range(1, 150)]
    assert ({*seen_so[5:90]}, {*seen_so[110:]}) == ({"moving"}, {"at rest"})
    film = with_film(table, 150)
    hand = np.where(drawn("easy", hands=1) != table, drawn("easy", hands=1), film).astype(np.uint8)
    assert watcher.watch(hand, 30).condition in ("moving", "hand")
