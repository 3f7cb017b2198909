"""
Whole tables without stickers: cards known by their faces, from look to look.

Cards that are known tell where the table lies, as quarters do; and the plane of a camera that stands stays.
"""

from collections import Counter
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.rules.deck import CARD_MM, DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards, pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader, Faces
from lucca_pi.vision.faces.likeness import slipping, upper_edges_mm
from lucca_pi.vision.faces.lying import LyingCard, overlap
from lucca_pi.vision.faces.prints import Prints
from lucca_pi.vision.look import Inspected, stands, steadied
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.reader import Reader
from tests.faces.printed_faces import alike_in_upper_half, number_only, printed, printed_faces
from tests.faces.tables import ABOVE, QUARTERS, Table, camera, card, compared, few_faces, known, read

SIZE_MM = (59.0, 91.0)
LOOKS = (-1, 0, 3)
CARDS = [
    card(code, x_mm, y_mm)
    for code, (x_mm, y_mm) in zip(
        (5, 17, 42, 58, 61, 72, 80),
        [(-60, -120), (20, -120), (100, -120), (-60, 110), (20, 110), (100, 110), (210, 30)],
        strict=True,
    )
]
PX_PER_MM, APART_MM = 4, 24.0
SYMBOLS = {1: 1, 2: 2, 3: 3}
PAINTED = cv2.resize(
    np.random.default_rng(3).integers(20, 235, (6, 4, 3), np.uint8), (236, 364), interpolation=cv2.INTER_CUBIC
)


@cache
def table() -> Table:
    return Table("4-german-easy", printed())


@cache
def pieces() -> Cards:
    return pieces_in(printed())


@cache
def followed() -> tuple[Look, ...]:
    """The bare table, the deal, and the table three turns later, as one reader sees them."""
    reader = fresh()
    return tuple(read(reader, table().look(number), pieces()) for number in LOOKS)


def of(number: int) -> Counter[str]:
    return compared(followed()[LOOKS.index(number)], table().camera.lying(number), pieces())


def test_a_table_without_cards_shows_none() -> None:
    assert {one.code for one in followed()[0].sightings} == {101, 102, 103, 104}
    assert followed()[0].alike == ()


@pytest.mark.parametrize("number", LOOKS[1:])
def test_every_card_in_sight_is_known_and_none_invented(number: int) -> None:
    counts = of(number)
    assert counts["alone"] >= 20
    assert (counts["wrong"], counts["missed"], counts["invented"]) == (0, 0, 0)


def test_walls_are_read_by_their_backs() -> None:
    walls = [one for one in followed()[-1].sightings if one.code == BACK_CODE]
    assert len(walls) == sum(card.code == BACK_CODE for card in table().camera.lying(3)) > 0


FEW = (card(5, -70, -80), card(17, 20, -80), card(42, -170, 110), card(58, -60, 105), card(61, 45, 100, 3))
"""Cards on a small table."""


@cache
def few() -> Frame:
    return camera(FEW).look(0)


@cache
def few_pieces() -> Cards:
    return pieces_in(few_faces())


def test_a_deal_is_read_without_a_look_at_the_bare_table() -> None:
    look = read(FaceReader(few_pieces()), few(), few_pieces())
    counts = compared(look, (*QUARTERS, *FEW), few_pieces())
    assert counts == Counter(alone=len(FEW))


@pytest.mark.parametrize("hidden", [(102, 103), (101, 102)])
def test_places_stay_exact_while_a_standing_camera_shows_one_quarter_alone(hidden: tuple[int, ...]) -> None:
    reader, cards = FaceReader(few_pieces()), few_pieces()
    read(reader, few(), cards)
    counts = compared(read(reader, few_without(hidden), cards), (*QUARTERS, *FEW), cards)
    assert counts == Counter(alone=len(FEW))


def test_outlines_stay_on_the_cards_while_a_standing_camera_shows_one_quarter_alone() -> None:
    faces, outlines = Faces(), []
    for frame in (few(), few_without((101, 102))):
        coded = Reader(few_pieces()).read(frame.grey, frame.colour)
        seen = faces.added(coded, frame.grey, frame.colour, few_pieces())
        outlines.append({one.code: one.corners_px for one in seen.kept if one.source == "face"})
    assert {*outlines[0]} == {*outlines[1]} == {one.code for one in FEW}
    assert all(np.abs(outlines[0][code] - outlines[1][code]).max() < 2 for code in outlines[0])


def few_without(hidden: tuple[int, ...]) -> Frame:
    """The small table with something plain over the codes of these quarters."""
    grey = few().grey.copy()
    for one in Reader(few_pieces()).detect(grey).read:
        if one.code in hidden:
            x, y = one.corners_px.mean(0).astype(int)
            grey[y - 60 : y + 60, x - 60 : x + 60] = 90
    return replace(few(), grey=grey)


def test_a_code_in_sight_wins_over_the_face() -> None:
    frame, cards = few(), few_pieces()
    assert frame.colour is not None
    inspected = Reader(cards).read(frame.grey, np.ascontiguousarray(frame.colour))
    seen = next(one for one in read(FaceReader(cards), frame, cards).sightings if one.code == 17)
    look = replace(inspected.look, sightings=(*inspected.look.sightings, replace(seen, code=18, margin=1.0)))
    told = FaceReader(cards).read(frame.grey, frame.colour, replace(inspected, look=look)).look
    there = [one.code for one in told.sightings if np.hypot(one.x_mm - seen.x_mm, one.y_mm - seen.y_mm) < 5]
    assert there == [18]


def test_a_card_in_the_place_of_one_that_differs_by_the_number_is_not_taken_for_it() -> None:
    some = sorted({code for one in FEW for code in alike_in_upper_half()[one.code]})
    deck = replace(number_only(), photographs={code: number_only().photographs[code] for code in some})
    others = tuple(replace(one, code=twin(one.code)) for one in FEW)
    cards, drawn = pieces_in(deck), camera((), FEW, others, deck=deck)
    reader = FaceReader(cards)
    looks = [read(reader, drawn.look(number), cards) for number in range(3)]
    assert compared(looks[1], (*QUARTERS, *FEW), cards) == Counter(alone=len(FEW))
    assert compared(looks[2], (*QUARTERS, *others), cards)["wrong"] == 0


def twin(code: int) -> int:
    """A card whose upper half is the same."""
    return next(other for other in alike_in_upper_half()[code] if other != code)


def fresh() -> FaceReader:
    """A reader that has seen nothing yet."""
    return FaceReader(pieces())


def test_the_reader_stays_while_the_pieces_do() -> None:
    faces = Faces()
    reader = faces.know(pieces())
    assert faces.know(pieces()) is reader is not faces.know(few_pieces())


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "heading_deg", "both"),
    [(0, 44, 0, False), (62, 0, 0, False), (0, 20, 0, True), (3, 2, 180, True), (0, -44, 180, True)],
    ids=["newer in its column", "beside it", "over its middle", "the same turned round", "upside down over its half"],
)
def test_two_cards_upper_halves_lie_apart(x_mm: float, y_mm: float, heading_deg: float, both: bool) -> None:
    assert overlap(LyingCard((1,), x_mm, y_mm, heading_deg), LyingCard((2,), 0, 0, 0), SIZE_MM) is both


def farthest_off_mm(number: int, quarters: int, *before: int) -> float:
    """How far off a card's place is at most, with so many quarters and cards, after looks at so many cards."""
    pieces = pieces_in(few_faces())
    reader = FaceReader(pieces)
    looks = [read(reader, camera(CARDS[:count], quarters=quarters).look(0), pieces) for count in (*before, number)]
    origin = QUARTERS[0]
    seen = {codes[0]: (one.x_mm, one.y_mm) for one in known(looks[-1], pieces) for codes in [one.codes]}
    assert len(seen) == number
    return max(
        float(np.hypot(*np.subtract(seen[one.code], (one.x_mm - origin.x_mm, one.y_mm - origin.y_mm))))
        for one in CARDS[:number]
    )


@pytest.mark.parametrize("before", [(), (0,)], ids=["at once", "after the bare table"])
def test_one_quarter_and_seven_cards_give_places_to_two_millimetres(before: tuple[int, ...]) -> None:
    assert farthest_off_mm(7, 1, *before) < 2.5


def test_that_plane_stays_while_the_camera_stands() -> None:
    assert farthest_off_mm(7, 1, 0, 6) < 2.5


PIECES = pieces_in(few_faces())
MOVED = replace(ABOVE, rotation_deg=2.0)


def inspected(number: int = 0, quarters: int = 3, view=ABOVE) -> Inspected:
    shown = camera(*[()] * 3, view=view, quarters=quarters).look(number)
    return Reader(PIECES).read(shown.grey, np.ascontiguousarray(shown.colour))


def corners_apart_mm(one: Inspected, other: Inspected) -> float:
    """How far the corners of two pictures lie apart on the table, at most."""
    return float(np.abs(np.array(one.look.view_mm) - np.array(other.look.view_mm)).max())


def test_a_look_that_shows_fewer_codes_has_the_plane_of_the_one_that_showed_more() -> None:
    all_, few = inspected(0), inspected(1, quarters=2)
    assert corners_apart_mm(few, all_) > 3
    assert corners_apart_mm(steadied(few, all_, PIECES), all_) < 1


def test_a_look_that_shows_more_codes_has_its_own() -> None:
    few, more = inspected(0, quarters=2), inspected(1)
    assert steadied(more, few, PIECES) is more
    assert stands(few.kept, more.kept)


def test_a_camera_that_was_moved_does_not_stand() -> None:
    first, moved = inspected(0), inspected(1, view=MOVED)
    assert not stands(first.kept, moved.kept)
    assert steadied(moved, first, PIECES) is moved


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
