"""
Whole tables without stickers: cards known by their faces, from look to look.

Cards that are known tell where the table lies, as quarters do; and the plane of a camera that stands stays.
"""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards, pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader, Faces
from lucca_pi.vision.faces.lying import LyingCard, overlap
from lucca_pi.vision.look import Inspected, stands, steadied
from lucca_pi.vision.reader import Reader
from tests.faces.printed_faces import alike_in_upper_half, number_only, printed
from tests.faces.small_tables import ABOVE, QUARTERS, camera, card, few_faces
from tests.faces.whole_tables import Table, compared, known, read

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
