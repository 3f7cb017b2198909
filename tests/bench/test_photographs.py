"""The bench of real photographs, on a few drawn ones."""

import json
import shutil

import cv2
import numpy as np
import pytest

from tests.bench.photographs import _alike, bench
from tests.faces.enrolled import snapped

LABELS = {"red-1": 1, "red-2": 2, "blue-1": 40}


@pytest.fixture
def folder(tmp_path):
    for label, code in LABELS.items():
        first, second = (snapped(code, seed) for seed in (1, 2))
        for kind, pictures in (("refs", (first, second)), ("views", (first,))):
            (tmp_path / kind / label).mkdir(parents=True)
            for number, picture in enumerate(pictures):
                (tmp_path / kind / label / f"{number}.jpg").write_bytes(picture)
    return tmp_path


def test_each_way_of_asking_counts_every_view(folder, capsys):
    bench([str(folder), "--card-mm", "59x91", "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert counts["among_all"] == counts["among_three"] == {"alone": 3, "set": 0, "unknown": 0, "wrong": 0}
    assert counts["left_out"] == {"unknown": 3, "taken": 0}


def test_a_card_left_out_of_a_box_of_one_is_not_known(folder, capsys):
    for label in ("red-2", "blue-1"):
        shutil.rmtree(folder / "refs" / label)
        shutil.rmtree(folder / "views" / label)
    bench([str(folder), "--json"])
    assert json.loads(capsys.readouterr().out)["left_out"] == {"unknown": 1, "taken": 0}


@pytest.mark.parametrize("figure", "KQ")
def test_a_card_whose_small_sign_no_card_of_the_box_has_is_not_taken_for_its_twin(tmp_path, capsys, figure):
    for sign in ("round", "pointed"):
        picture = np.full((356, 228, 3), 225, np.uint8)
        cv2.putText(picture, figure, (50, 240), cv2.FONT_HERSHEY_SIMPLEX, 6, (20, 20, 20), 28)
        for middle in [(26, 40), (202, 316)]:
            corners = cv2.ellipse2Poly(middle, (12, 14), 0, 0, 360, 90 if sign == "pointed" else 10)
            cv2.fillPoly(picture, [corners], (20, 20, 20))
        for seed, kind in enumerate(("refs/{}/1.jpg", "refs/{}/2.jpg", "views/{}/1.jpg")):
            path = tmp_path / kind.format(f"{figure}-{sign}")
            path.parent.mkdir(parents=True, exist_ok=True)
            noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
            cv2.imwrite(str(path), np.clip(picture * (1 - 0.1 * seed) + noise, 0, 255).astype(np.uint8))
    bench([str(tmp_path), "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert counts["among_all"] == {"alone": 2, "set": 0, "unknown": 0, "wrong": 0}
    assert counts["left_out"] == {"unknown": 2, "taken": 0}


def test_a_card_is_held_against_those_that_share_most_words():
    labels = ["1-red-oval", "1-red-wave", "2-red-oval", "2-blue-wave", "1-blue-oval"]
    assert _alike("1-red-oval", labels) == ["1-blue-oval", "1-red-wave"]


@pytest.mark.parametrize(
    ("options", "said"),
    [(["nowhere"], "nowhere/refs is no folder"), (["x", "--card-mm", "57"], "'57' is not WIDTHxHEIGHT")],
)
def test_what_cannot_be_measured_is_said(options, said, capsys):
    with pytest.raises(SystemExit) as ended:
        bench(options)
    assert said in f"{ended.value}{capsys.readouterr().err}"
