"""Photographs from the hand of cards without codes: from anywhere, and of a part of the table."""

from dataclasses import replace
from functools import cache

import pytest

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, Cards, pieces_in
from lucca_pi.ports import Frame, PhotographError
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader
from tests.faces.small_tables import BY_HAND, NEARER, camera, card, few_faces
from tests.faces.whole_tables import read

AT_THE_EDGE = 222, 10
CARDS = [card(17, 0, -80), card(42, *AT_THE_EDGE)]


@cache
def pieces() -> Cards:
    return pieces_in(few_faces())


def cards_in(look: Look) -> set[int]:
    return {one.code for one in look.sightings if one.code < QUARTER_CODES.start}


def by_hand(frame: Frame) -> Frame:
    return replace(frame, by_hand=True)


def test_photographs_from_other_places_show_the_same_cards() -> None:
    eyes = Eyes(Config())
    looks = [eyes(by_hand(camera(CARDS, **view).look(0)), pieces()) for view in ({}, {"view": BY_HAND})]
    assert [*map(cards_in, looks)] == [{17, 42}] * 2


def test_photograph_with_two_quarters_does_not_tell_where_cards_lie() -> None:
    drawn = camera(CARDS, quarters=2)
    with pytest.raises(PhotographError, match="Show at least three quarters"):
        Eyes(Config())(by_hand(drawn.look(0)), pieces())


def test_card_out_of_view_is_not_told_and_read_anew_when_it_is_seen() -> None:
    reader, later = FaceReader.of(pieces()), [CARDS[0], card(5, *AT_THE_EDGE)]
    frames = camera(CARDS).look(0), camera(CARDS, view=NEARER).look(0), camera(later).look(0)
    assert [cards_in(read(reader, frame, pieces())) for frame in frames] == [{17, 42}, {17}, {17, 5}]
