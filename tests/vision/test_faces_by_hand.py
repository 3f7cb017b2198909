"""Photographs from the hand of cards without codes: from anywhere, of a part of the table, and one alone by `read`."""

import json
from dataclasses import replace
from functools import cache

import pytest

from lucca_pi.app.eyes import Eyes
from lucca_pi.commands.reading import Wanted, answers
from lucca_pi.config import Config
from lucca_pi.games.citta.rules.deck import deck_file_json
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, Cards, pieces_in
from lucca_pi.ports import Frame, PhotographError
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader
from tests.faces.small_tables import BY_HAND, NEARER, camera, card, few_faces, jpeg
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


def test_photograph_of_cards_without_codes_is_read_and_drawn(tmp_path):
    alike = {**few_faces().photographs, 80: few_faces().photographs[42]}
    deck = replace(few_faces(), photographs=alike)
    (tmp_path / "box.json").write_text(json.dumps(deck_file_json(deck)))
    cards = card(17, -60, 80), card(42, 20, -80, 90), card(BACK_CODE, -230, -100)
    (tmp_path / "table.jpg").write_bytes(jpeg(camera(cards).look(0)))
    wanted = Wanted(str(tmp_path / "box.json"), "aruco", None, tmp_path / "drawn", None, None, None)
    (answer,), _ = answers([str(tmp_path / "table.jpg")], wanted)
    told = answer.to_json("table.jpg")
    assert (told["quarters"][0]["construction"], told["quarters"][0]["walls"]) == ({"yellow": [17]}, 1)
    (doubt,) = told["doubts"]
    assert doubt in [f"A card may be {either}: its face does not decide it." for either in ("42 or 80", "80 or 42")]
    assert [(sorted(one["cards"]), one["owner"], one["area"]) for one in told["open"]] == [([42, 80], 102, "completed")]
    assert (tmp_path / "drawn" / "table.jpg").exists()
