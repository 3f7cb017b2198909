"""Cards with symbols in a column, and chequered backs: parts of them look like other cards of the box."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.rules.deck import CARD_MM, DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, pieces_in
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.faces.likeness import slipping, upper_edges_mm
from lucca_pi.vision.faces.prints import Prints
from lucca_pi.vision.picture import Colour
from tests.faces.printed_faces import printed_faces
from tests.faces.small_tables import camera, card
from tests.faces.whole_tables import known, read

PX_PER_MM, APART_MM = 4, 24.0
SYMBOLS = {1: 1, 2: 2, 3: 3}
PAINTED = cv2.resize(
    np.random.default_rng(3).integers(20, 235, (6, 4, 3), np.uint8), (236, 364), interpolation=cv2.INTER_CUBIC
)


def symbols(count: int) -> Colour:
    """A white card with so many red ovals in a column."""
    wide, high = (round(side * PX_PER_MM) for side in CARD_MM)
    dots = np.full((high, wide, 3), 225, np.uint8)
    for number in range(count):
        y = high / 2 + (number - (count - 1) / 2) * APART_MM * PX_PER_MM
        cv2.ellipse(dots, (wide // 2, round(y)), (72, 32), 0, 0, 360, (190, 30, 35), cv2.FILLED, cv2.LINE_AA)
    return dots


def chequered() -> Colour:
    wide, high = (round(side * PX_PER_MM) for side in CARD_MM)
    y, x = np.mgrid[0:high, 0:wide]
    is_dark = np.sin((x + y) / 9) + np.sin((x - y) / 9) > 0
    dots = np.where(is_dark[..., None], (40, 70, 120), (225, 215, 200)).astype(np.uint8)
    cv2.rectangle(dots, (0, 0), (wide - 1, high - 1), (230, 230, 230), 20)
    cv2.ellipse(dots, (wide // 2, high // 2), (50, 80), 0, 0, 360, (240, 230, 210), cv2.FILLED)
    cv2.ellipse(dots, (wide // 2, high // 2), (30, 55), 0, 0, 360, (40, 70, 120), 6)
    return dots


def deck() -> DeckFile:
    faces = {code: symbols(count) for code, count in SYMBOLS.items()} | {4: PAINTED, BACK_CODE: chequered()}
    packed = {code: cv2.imencode(".jpg", face[..., ::-1])[1].tobytes() for code, face in faces.items()}
    return replace(reference_deck_file(), photographs={code: (one, one) for code, one in packed.items()})


def test_cards_with_symbols_in_a_column_slip_and_houses_do_not() -> None:
    faces = {code: symbols(count) for code, count in SYMBOLS.items()} | {
        code: printed_faces()[code] for code in (5, 42)
    }
    assert slipping(Prints.of(faces.items(), CARD_MM)) == {2, 3}


@pytest.mark.parametrize("down_mm", [0.0, 2.0, 12.0])
def test_upper_edge_is_seen_as_far_up_as_it_lies(down_mm: float) -> None:
    table = np.full((600, 400), 60, np.uint8)
    table[200:564, 80:316] = cv2.cvtColor(symbols(1), cv2.COLOR_RGB2GRAY)
    place = np.array([[PX_PER_MM, 0, 80], [0, PX_PER_MM, 200 + down_mm * PX_PER_MM], [0, 0, 1.0]])
    nearest = upper_edges_mm(table, place, CARD_MM[0])[0]
    assert abs(nearest - (down_mm if down_mm > 4 else 0)) < 1.5


def test_number_of_symbols_is_told_where_the_upper_part_of_another_card_is_like_a_place_on_it() -> None:
    lying = [(1, -160.0), (2, 0.0), (3, 160.0)]
    looks = camera([], [card(code, x_mm, 0.0, 3.0) for code, x_mm in lying], deck=deck())
    pieces = pieces_in(deck())
    reader = FaceReader(pieces)
    shown = [known(read(reader, looks.look(number), pieces), pieces) for number in (0, 1)]
    assert sorted(one.codes for one in shown[1]) == [(1,), (2,), (3,)]


def test_part_of_a_chequered_back_is_not_taken_for_another_back() -> None:
    walls = [card(BACK_CODE, 25.0 * number, 0.0, level=number) for number in range(3)]
    looks = camera([], walls, deck=deck())
    pieces = pieces_in(deck())
    reader = FaceReader(pieces)
    shown = [known(read(reader, looks.look(number), pieces), pieces) for number in (0, 1)]
    assert [(round(one.x_mm - 220, -1), round(one.y_mm - 80, -1)) for one in shown[1]] == [(0, 0)]


def test_card_that_looks_the_same_on_its_head_is_read_as_the_nearest_player_lays_it() -> None:
    looks = camera([], [card(2, -160.0, 0.0, 180.0)], deck=deck())
    reader = FaceReader(pieces_in(deck()))
    shown = [read(reader, looks.look(number), pieces_in(deck())) for number in (0, 1)]
    assert [round(one.heading_deg, -1) for one in shown[1].sightings if one.code == 2] == [0]
