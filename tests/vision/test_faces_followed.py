"""Cards without codes are not lost from look to look: pushed, covered, by other light, and photographed by hand."""

import json
from dataclasses import replace
from functools import cache, partial
from typing import Any

import cv2
import numpy as np
import pytest

from lucca_pi.app.eyes import Eyes
from lucca_pi.commands.reading import Wanted, answers
from lucca_pi.config import Config
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile, deck_file_json
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, Cards, pieces_in
from lucca_pi.ports import Frame, PhotographError
from lucca_pi.table.sighting import Look, Sighting, Told
from lucca_pi.vision.faces import searching
from lucca_pi.vision.faces.finding import Finder
from lucca_pi.vision.faces.fixed_camera import UsualLight
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.faces.lying import LyingCard
from lucca_pi.vision.faces.recognise import Face
from lucca_pi.vision.faces.searching import FRUITLESS, Searcher
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.reader import Reader
from lucca_pi.vision.stickers import LUMA
from tests.faces.printed_faces import number_only
from tests.faces.tables import BY_HAND, NEARER, camera, card, few_faces, jpeg, read

FIRST = [card(17, -60, 80), card(42, 20, -80)]
WIDER = replace(NEARER, focal_px=1200)
LATER: dict[str, tuple[list[list[DrawnCard]], list[set[int]], int]] = {
    "pushed by 5 mm": ([[card(17, -60, 80), card(42, 25, -80)]], [{17, 42}], 0),
    "covered and uncovered": ([[*FIRST, card(5, 25, -60, 3, 1)], FIRST], [{17, 5}, {17, 42}], 0),
    "exchanged for one of another box": ([[FIRST[0], card(33, 20, -80)]], [{17}], 1),
}
AT_THE_EDGE = 222, 10
CARDS = [card(17, 0, -80), card(42, *AT_THE_EDGE)]


@cache
def pieces() -> Cards:
    return pieces_in(few_faces())


@cache
def reader() -> FaceReader:
    return FaceReader(pieces())


@pytest.mark.parametrize(("later", "known", "doubtful"), LATER.values(), ids=LATER)
def test_card_that_is_not_known_where_it_lay_is_sought_and_missed(
    later: list[list[DrawnCard]], known: list[set[int]], doubtful: int
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


def test_card_of_which_another_covers_a_quarter_is_known_by_the_rest() -> None:
    reader()._forget()
    beside = [*FIRST, card(5, 64, -80, 0, 1)]
    look = read(reader(), camera(beside).look(0), pieces())
    assert {17, 42, 5} <= {one.code for one in look.sightings}


def test_what_is_known_stays_known_after_a_picture_that_is_too_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    reader()._forget()
    shown = camera(FIRST).look(0)
    assert shown.colour is not None
    colour = np.ascontiguousarray(shown.colour)
    codes = Reader(pieces()).read(shown.grey, colour)
    usual = partial(reader().read, shown.grey, colour, codes)
    usual()
    dark = reader().read(shown.grey // 120, colour // 120, codes, is_closer=True)
    assert not {17, 42} & {one.code for one in dark.look.sightings}
    monkeypatch.setattr(Searcher, "recognised", lambda *_args: pytest.fail("recognised again"))
    assert {17, 42} <= {one.code for one in usual().look.sightings}


def lit(there: FaceReader, shown: Frame, *lights: float) -> list[Look]:
    """What is read of the frame with so much light, picture after picture of one look."""
    assert shown.colour is not None
    colour = np.ascontiguousarray(shown.colour)
    codes = Reader(there.pieces).read(shown.grey, colour)
    pictures = [[np.clip(dots * light, 0, 255).astype(np.uint8) for dots in (shown.grey, colour)] for light in lights]
    return [there.read(*picture, codes, is_closer=place > 0).look for place, picture in enumerate(pictures)]


def test_card_that_is_played_while_the_light_changes_lies_at_one_place() -> None:
    there, places = FaceReader(pieces()), [(-60, -80), (-60, 80), (20, 80), (20, 80), (-60, -80)]
    for (x_mm, y_mm), light in zip(places, (1.0, 0.45, 0.45, 1.0, 0.6), strict=True):
        (look,) = lit(there, camera([card(17, x_mm, y_mm), card(42, 80, 80)]).look(0), light)
        assert sorted(seen.code for seen in look.sightings if seen.code in (17, 42)) == [17, 42]


def test_cards_are_known_by_an_orange_lamp() -> None:
    shown = camera([card(17, -60, 80), card(42, 20, -80), card(97, 80, 80), card(5, -60, -80)]).look(0)
    assert shown.colour is not None
    colour = np.clip(shown.colour * np.array([1.35, 0.85, 0.3]), 0, 255)
    then, now = (cv2.transform(dots.astype(np.float32), np.array([LUMA])) for dots in (shown.colour, colour))
    lighter = cv2.resize(now / np.maximum(then, 1), shown.grey.shape[::-1])
    orange = replace(shown, grey=np.clip(shown.grey * lighter, 0, 255).astype(np.uint8), colour=colour.astype(np.uint8))
    assert {17, 42, 97, 5} <= {one.code for one in read(FaceReader(pieces()), orange, pieces()).sightings}


def test_cards_that_lie_askew_by_15_degrees_are_known() -> None:
    there = FaceReader(pieces())
    askew = [card(17, -75, -60, 15), card(42, 10, -60, -15), card(5, 90, -60, 15), card(97, -40, 60, -15)]
    for cards in ([], askew):
        look = read(there, camera(cards).look(0), pieces())
    assert {17, 42, 5, 97} <= {one.code for one in look.sightings}


def test_places_that_are_like_no_face_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[DrawnCard] = []
    monkeypatch.setattr(Finder, "places", lambda *_args: [(LyingCard((), 0, 0, 0, 0.6), ())] * 5000)
    monkeypatch.setattr(Searcher, "is_free", lambda *_args: True)
    monkeypatch.setattr(Searcher, "faint", lambda *_args: [])
    monkeypatch.setattr(Searcher, "single", lambda *_args: [])
    monkeypatch.setattr(Searcher, "_finer", lambda *args: tried.append(args[2]))
    read(FaceReader(pieces()), camera([]).look(0), pieces())
    assert len(tried) == 2 * FRUITLESS


def four_alike() -> DeckFile:
    """The deck with photographs of four houses alone that differ by the number."""
    return replace(number_only(), photographs={code: number_only().photographs[code] for code in (17, 32, 53, 96)})


def test_number_that_was_too_bright_is_told_by_a_darker_picture_and_remembered() -> None:
    twins = four_alike()
    shown = camera([card(53, -60, 80)], deck=twins).look(0)
    usual, *later = lit(FaceReader(pieces_in(twins)), shown, 1.4, 0.35, 1.4)
    assert [len(one.codes) for one in usual.alike] == [4]
    assert all(53 in {seen.code for seen in look.sightings} for look in later)


def test_place_at_which_nothing_changes_is_looked_at_closer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reader()._forget()
    read(reader(), camera(FIRST).look(0), pieces())
    strange = camera([FIRST[0], card(33, 20, -80)]).look(0)
    assert [len(look.blinded) for look in lit(reader(), strange, 1, 1, 0.35, 1)] == [1, 1, 1, 0]
    monkeypatch.setattr(Searcher, "recognised", lambda *_args: pytest.fail("tried again"))
    assert {17} <= {one.code for one in lit(reader(), strange, 1)[0].sightings}


def test_card_a_millimetre_aside_is_not_recognised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = four_alike()
    there = FaceReader(pieces_in(twins))
    first, aside = (camera([card(53, x_mm, 80)], deck=twins).look(0) for x_mm in (-60, -59.2))
    lit(there, first, 1)
    monkeypatch.setattr(Searcher, "recognised", lambda *_args: pytest.fail("recognised again"))
    assert {53} <= {one.code for one in lit(there, aside, 1)[0].sightings}


def test_card_of_whose_place_most_is_table_again_is_not_sought_there(monkeypatch: pytest.MonkeyPatch) -> None:
    reader()._forget()
    for cards in ([], FIRST):
        read(reader(), camera(cards).look(0), pieces())
    recognised, asked = Searcher.recognised, []
    monkeypatch.setattr(Searcher, "recognised", lambda *args: asked.append(args[2].codes) or recognised(*args))
    beside = camera([FIRST[0], card(5, 64, -80)]).look(0)
    assert {17, 5} <= {one.code for one in read(reader(), beside, pieces()).sightings}
    assert (42,) not in asked


def in_a_sheen(shown: Frame) -> Frame:
    """The frame with a soft spot of light, off its middle."""
    assert shown.colour is not None
    rows, columns = (np.linspace(-1, 1, side) for side in shown.grey.shape)
    sheen = 60 * np.exp(-((columns + 0.2) ** 2 + (rows[:, None] - 0.3) ** 2) / 0.05)
    few = cv2.resize(sheen, shown.colour.shape[1::-1], interpolation=cv2.INTER_AREA)[..., None]
    grey, colour = (np.clip(dots + light, 0, 255) for dots, light in ((shown.grey, sheen), (shown.colour, few)))
    return replace(shown, grey=grey.astype(np.uint8), colour=colour.astype(np.uint8))


def test_card_over_which_a_sheen_moves_is_not_recognised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    there = FaceReader(pieces())
    shown = camera(FIRST).look(0)
    lit(there, shown, 1)
    monkeypatch.setattr(Searcher, "recognised", lambda *_args: pytest.fail("recognised again"))
    assert {17, 42} <= {one.code for one in lit(there, in_a_sheen(shown), 1)[0].sightings}


def test_card_with_another_number_is_told_though_a_sheen_moves_over_it() -> None:
    twins = four_alike()
    there = FaceReader(pieces_in(twins))
    first, second = (camera([card(code, -60, 80)], deck=twins).look(0) for code in (53, 17))
    before, after = lit(there, first, 1)[0], lit(there, in_a_sheen(second), 1)[0]
    assert {53} <= {one.code for one in before.sightings}
    assert not {53} & {one.code for one in after.sightings}
    assert {17} <= {one.code for one in after.sightings}


def left_open(monkeypatch: pytest.MonkeyPatch, *codes: int) -> tuple[FaceReader, Look]:
    """A reader that leaves open which of these a card is, and what it reads of a table with it."""
    by_face = searching.recognise
    two = frozenset(codes)
    monkeypatch.setattr(searching, "recognise", lambda *args: replace(by_face(*args), names=two))
    there = FaceReader(pieces())
    return there, read(there, camera([card(codes[0], 60, 60)]).look(0), pieces())


def test_card_that_is_certain_is_remembered_as_it_looked_until_that_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there, look = left_open(monkeypatch, 42, 17)
    (one,) = look.alike
    there.learn([(look, [Sighting(42, one.x_mm, one.y_mm, one.heading_deg)])])
    there.learn(())
    there.lessons.take_back()
    assert there.lessons.learnt == {42}
    there.lessons.take_back()
    assert there.lessons.learnt == set()


def test_card_that_nobody_made_certain_or_that_is_not_the_one_told_teaches_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there, look = left_open(monkeypatch, 42, 17)
    (one,) = look.alike
    for certain in (
        [],
        [Sighting(17, one.x_mm, one.y_mm, one.heading_deg)],
        [Sighting(42, one.x_mm + 60, one.y_mm, 0)],
    ):
        read(there, camera([card(42, 60, 60)]).look(0), pieces())
        there.learn([(look, certain)])
    assert there.lessons.learnt == set()


def test_card_whose_code_is_in_sight_beside_its_face_teaches() -> None:
    there, shown = FaceReader(pieces()), camera([card(42, 60, 60)]).look(0)
    colour = np.ascontiguousarray(shown.colour)
    coded = Reader(pieces()).read(shown.grey, colour)
    known = there.read(shown.grey, colour, coded).look.sightings
    seen = next(one for one in known if one.code == 42)
    coded = replace(coded, look=replace(coded.look, sightings=(*coded.look.sightings, seen)))
    there.read(shown.grey, colour, coded)
    there.learn(())
    assert there.lessons.learnt == {42}


def test_card_that_players_told_where_an_unknown_one_lies_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    by_face = searching.recognise

    def blind(*args: Any) -> Face:
        face = by_face(*args)
        return replace(face, names=frozenset()) if face.likeliest == 42 else face

    monkeypatch.setattr(searching, "recognise", blind)
    there = FaceReader(pieces())
    shown = camera([card(42, 60, 60), card(17, -60, 60)]).look(0)
    for code, learnt in ((5, set()), (42, {42})):
        look = read(there, shown, pieces())
        assert 42 not in {seen.code for seen in look.sightings}
        there.learn([(replace(look, told=(Told(code, (17,)),)), ())])
        assert there.lessons.learnt == learnt


@cache
def by_usual_light() -> tuple[Grey, Inspected]:
    """A picture of a table by the usual light, and what is read in it."""
    shown = camera([]).look(0)
    assert shown.colour is not None
    return shown.grey, Reader(pieces_in(few_faces())).read(shown.grey, np.ascontiguousarray(shown.colour))


LOOKS = {
    "a closer look by less light is not": ([1], [0.25, 0.125, 1, 0.9, 0.25, 1], [1, 0, 0, 1, 1, 0, 1]),
    "a lamp that is on at once": ([0.3], [1, 0.25], [1, 1, 0]),
    "a lamp that is out is noticed at the next look": ([1, 0.4], [0.36, 0.1], [1, 1, 1, 0]),
}
"""Shares of the light in the first pictures of looks, and in closer ones of the last; which are by the usual light."""


@pytest.mark.parametrize(("first", "closer", "are_usual"), LOOKS.values(), ids=LOOKS)
def test_pictures_by_the_usual_light(first: list[float], closer: list[float], are_usual: list[int]) -> None:
    light, (grey, read) = UsualLight(), by_usual_light()
    pictures = [(share, False) for share in first] + [(share, True) for share in closer]
    told = [
        light.is_on((grey * share).astype(np.uint8), read, QUARTER_CODES, is_closer=is_so) for share, is_so in pictures
    ]
    assert told == [bool(one) for one in are_usual]


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
    reader, later = FaceReader(pieces()), [CARDS[0], card(5, *AT_THE_EDGE)]
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
