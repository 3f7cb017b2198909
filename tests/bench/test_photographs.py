"""The benches of real photographs, on a few drawn ones, and on two drawn tables with half-covered cards."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.photographs import CARD_MM, _alike, bench, bench_covered
from tests.faces.owner import snapped
from tests.faces.printed_faces import printed_faces

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


TABLES = Path(__file__).parents[1] / "tables"
PX_PER_MM = 3
SIZE_PX = 2700, 1800
FACES = "1", "14", "40", "70", "15"
PLACES = {f"T{number}": (350 + 330 * number, 1450) for number in range(1, 6)} | {
    f"P{seat}.{card}": (x_px, y_px + (0, 135)[card - 1])
    for seat, (x_px, y_px) in enumerate([(1850, 800), (1670, 250), (970, 250), (700, 830)], 1)
    for card in (1, 2)
}
"""The upper left corner of each card, less half a card; a covering card leaves the upper part of the other one free."""


def card(code):
    width, height = (round(side * PX_PER_MM) for side in CARD_MM)
    if code == "null":
        return np.full((height, width, 3), (200, 90, 40), np.uint8)
    face = cv2.resize(printed_faces()[int(code)][..., ::-1], (width - 30, height - 30), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(face, 15, 15, 15, 15, cv2.BORDER_CONSTANT, value=(250, 250, 250))


def table(labels, seed):
    ground = np.full((SIZE_PX[1], SIZE_PX[0], 3), (150, 200, 220), np.uint8)
    for place, code in labels.items():
        face, (x, y) = card(code), PLACES[place]
        height, width = face.shape[:2]
        ground[y - height // 2 : y - height // 2 + height, x - width // 2 : x - width // 2 + width] = face
    noise = np.random.default_rng(seed).normal(0, 2, ground.shape)
    return np.clip(cv2.GaussianBlur(ground, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tables = tmp_path_factory.mktemp("tables")
    row = {f"T{number}": code for number, code in enumerate(FACES, 1)}
    seats = {"P1.1": "1", "P1.2": "14", "P2.1": "40", "P2.2": "70", "P3.1": "15", "P3.2": "1"}
    seats |= {"P4.1": "null", "P4.2": "null"}
    lines = [",".join(["Image", *row, *seats])]
    for number in ("01", "02"):
        cv2.imwrite(str(tables / f"table-{number}.jpg"), table(row | seats, int(number)))
        lines.append(",".join([f"Table_{number}", *row.values(), *seats.values()]))
    (tables / "labels.csv").write_text("\n".join(lines), encoding="utf-8")
    return tables


@pytest.mark.long
def test_open_and_covered_cards_are_counted_apart_and_backs_are_not(tables, capsys):
    bench_covered([str(tables), "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert [counts[kind]["cards"] for kind in ("open", "covered")] == [16, 6]
    assert counts["open"]["named"] >= 10 and counts["covered"]["named"] >= 2
    for each in counts.values():
        assert each["wrong"] == 0 and each["found"] == each["named"] + each["unknown"]


def test_a_kept_check_of_a_table_is_counted_too(capsys):
    bench_covered([str(TABLES / "drawn-oak"), "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert counts["open"]["named"] > counts["covered"]["named"] > 0
    assert counts["open"]["wrong"] == counts["covered"]["wrong"] == 0


def test_a_folder_without_labels_is_told_of_in_one_line(tmp_path):
    with pytest.raises(SystemExit, match=r"labels\.csv"):
        bench_covered([str(tmp_path)])
