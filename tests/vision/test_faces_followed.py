"""Cards without codes are not lost while people push them, and cover and uncover them."""

from dataclasses import replace
from functools import cache

import pytest

from lucca_pi.games.citta.drawn.lay import Lying
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, Cards, pieces_in
from lucca_pi.vision.faces.following import FaceReader
from tests.faces.small_tables import NEARER, camera, card, few_faces
from tests.faces.whole_tables import read

FIRST = [card(17, -60, 80), card(42, 20, -80)]
WIDER = replace(NEARER, focal_px=1200)
LATER: dict[str, tuple[list[list[Lying]], list[set[int]], int]] = {
    "pushed by 5 mm": ([[card(17, -60, 80), card(42, 25, -80)]], [{17, 42}], 0),
    "covered and uncovered": ([[*FIRST, card(5, 25, -60, 3, 1)], FIRST], [{17, 5}, {17, 42}], 0),
    "exchanged for one of another box": ([[FIRST[0], card(33, 20, -80)]], [{17}], 1),
}


@cache
def pieces() -> Cards:
    return pieces_in(few_faces())


@cache
def reader() -> FaceReader:
    return FaceReader.of(pieces())


@pytest.mark.parametrize(("later", "known", "doubtful"), LATER.values(), ids=LATER)
def test_card_that_is_not_known_where_it_lay_is_sought_and_missed(
    later: list[list[Lying]], known: list[set[int]], doubtful: int
) -> None:
    reader()._forget()
    looks = [read(reader(), camera(cards).look(0), pieces()) for cards in (FIRST, *later)]
    cards = [{one.code for one in look.sightings if one.code < QUARTER_CODES.start} for look in looks]
    assert cards == [{17, 42}, *known]
    assert len(looks[-1].blinded) == doubtful


def test_cards_that_a_wider_picture_shows_as_they_lay_are_not_taken_for_the_bare_table() -> None:
    reader()._forget()
    (pushed,), *_ = LATER["pushed by 5 mm"]
    looks = (camera(FIRST, view=NEARER), camera(FIRST, view=WIDER), camera(pushed, view=WIDER))
    *_, look = [read(reader(), one.look(0), pieces()) for one in looks]
    assert {17, 42} <= {one.code for one in look.sightings}
