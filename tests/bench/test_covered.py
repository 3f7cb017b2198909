"""The bench of half-covered cards, on two drawn tables."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench.covered import CARD_MM, bench
from tests.faces.printed_faces import printed_faces

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
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    row = {f"T{number}": code for number, code in enumerate(FACES, 1)}
    seats = {"P1.1": "1", "P1.2": "14", "P2.1": "40", "P2.2": "70", "P3.1": "15", "P3.2": "1"}
    seats |= {"P4.1": "null", "P4.2": "null"}
    lines = [",".join(["Image", *row, *seats])]
    for number in ("01", "02"):
        cv2.imwrite(str(folder / f"table-{number}.jpg"), table(row | seats, int(number)))
        lines.append(",".join([f"Table_{number}", *row.values(), *seats.values()]))
    (folder / "labels.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.mark.long
def test_open_and_covered_cards_are_counted_apart_and_backs_are_not(folder, capsys):
    bench([str(folder), "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert [counts[kind]["cards"] for kind in ("open", "covered")] == [16, 6]
    assert counts["open"]["named"] >= 10 and counts["covered"]["named"] >= 2
    for each in counts.values():
        assert each["wrong"] == 0 and each["found"] == each["named"] + each["unknown"]


def test_a_kept_check_of_a_table_is_counted_too(capsys):
    bench([str(TABLES / "drawn-oak"), "--json"])
    counts = json.loads(capsys.readouterr().out)
    assert counts["open"]["named"] > counts["covered"]["named"] > 0
    assert counts["open"]["wrong"] == counts["covered"]["wrong"] == 0


def test_a_folder_without_labels_is_told_of_in_one_line(tmp_path):
    with pytest.raises(SystemExit, match=r"labels\.csv"):
        bench([str(tmp_path)])
