"""The camera that draws: its pictures show what the record says."""

from dataclasses import replace
from importlib.resources import files

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.conditions import CameraView, Conditions
from lucca_pi.drawn.view import Projection
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import Adjustment, read_record
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, CardFace, Cards
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.ports import CameraEndedError
from lucca_pi.vision.codes import dictionary
from lucca_pi.vision.reader import Reader
from tests.cases import first_of, some
from tests.citta_truth import truth_in
from tests.drawn_truth import codes_in, covers_in, picture_of
from tests.sim.eye import code_middle
from tests.sim.games import random_deck

DECK = reference_deck_file()
PIECES = Cards({code: CardFace(number, DECK.deck[number].colour) for code, number in DECK.codes.items()})
DEMO = read_record(files("lucca_pi.games.citta.drawn").joinpath("demo.json").read_text())
MIDDLING = CameraView(width_px=3456, height_px=1944)
TINY = CameraView(width_px=576, height_px=324)


def camera(record=DEMO, view=TINY, seed=1):
    return CittaCamera(record, DECK, seed, Conditions(view))


def shortened(record, rounds, turns):
    return replace(record, rounds=(*record.rounds[:rounds], record.rounds[rounds][:turns]))


def test_only_quarters_bear_codes_on_a_table_of_cards_without():
    looking = CittaCamera(DEMO, load_deck("printed"), 1, Conditions(MIDDLING))
    assert {one.code for one in codes_in(looking, 9)} == {*QUARTER_CODES[:3]}
    seen = Reader(PIECES).read(looking.look(9).grey).look
    assert {one.code for one in seen.sightings} == {*QUARTER_CODES[:3]}


def test_people_touch_and_keep_in_sight_cards_without_codes_as_they_do_those_with():
    busy = Conditions(TINY, hands=2, mugs=1)
    with_codes, without = (covers_in(CittaCamera(DEMO, deck, 1, busy), 9) for deck in (DECK, load_deck("printed")))
    assert len(without) == 2 * 3 + 3
    assert all(np.array_equal(one, other) for one, other in zip(with_codes, without, strict=True))


def test_a_look_has_a_small_colour_picture_of_the_same_table():
    frame = camera(view=replace(TINY, width_px=1152, height_px=648)).look(9)
    assert frame.colour.shape == (162, 288, 3)
    light = cv2.cvtColor(np.ascontiguousarray(frame.colour), cv2.COLOR_RGB2GRAY)
    apart = cv2.absdiff(light, cv2.resize(frame.grey, light.shape[::-1], interpolation=cv2.INTER_AREA))
    assert np.median(apart) <= 4
    assert np.median(frame.colour[..., 0].astype(int) - frame.colour[..., 2]) > 10  # oak is more red than blue


@pytest.mark.parametrize(
    "view",
    first_of([replace(MIDDLING, tilt_deg=12.0, distortion=-0.08), MIDDLING, replace(MIDDLING, rotation_deg=180)]),
)
def test_codes_lie_where_the_table_says(view):
    drawn = camera(view=view)
    projection, grey = Projection(view, (1200, 900)), drawn.look(12).grey
    cards = [card for card in drawn.lying(12) if not card.buried]
    middles = projection.to_picture(np.array([code_middle(card, DECK) for card in cards]))
    read = [card.code for card, middle in zip(cards, middles, strict=True) if card.code in codes_at(grey, middle)]
    assert read == [card.code for card in cards]


def codes_at(grey, middle, half_px=48):
    x, y = np.round(middle).astype(int)
    crop = grey[max(0, y - half_px) : y + half_px, max(0, x - half_px) : x + half_px]
    large = cv2.resize(crop, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary()).detectMarkers(large)
    found = zip(corners, () if ids is None else ids.ravel(), strict=True)
    centre = np.array(large.shape[::-1]) / 2
    return [int(code) for square, code in found if np.hypot(*(square[0].mean(0) - centre)) < 20]


def test_the_same_seed_draws_the_same_picture():
    assert np.array_equal(camera().look(3).grey, camera().look(3).grey)
    assert not np.array_equal(camera().look(3).grey, camera(seed=2).look(3).grey)


def test_grey_and_colour_have_the_view_s_size():
    assert camera().look(0).grey.shape == (324, 576)
    assert picture_of(camera(), 0).shape == (324, 576, 3)


def test_there_is_a_look_for_the_deal_and_for_each_turn_and_no_more():
    drawn = camera(shortened(DEMO, 1, 2))
    assert drawn.look(5).name == "drawn-005"
    for number in (6, -1):
        with pytest.raises(CameraEndedError):
            drawn.look(number)


def test_the_last_truth_is_the_position_at_the_game_s_end():
    quarters = replay(DEMO).position.quarters
    truth = {quarter["quarter"]: quarter for quarter in truth_in(camera(), 21)["quarters"]}
    for player, code in some(DEMO.extra["seats"].items()):
        assert truth[code]["walls"] == quarters[player].walls
        assert list(truth[code]["opened"]) == list(quarters[player].opened)


def test_each_turn_takes_its_triplet_from_those_on_offer():
    drawn = camera()
    turns = [turn for entries in DEMO.rounds for turn in entries]
    for number, turn in some(enumerate(turns)):
        assert sorted(str(play.card) for play in turn.play) in [
            sorted(map(str, triplet)) for triplet in truth_in(drawn, number)["triplets"]
        ]


def test_a_round_begins_with_a_triplet_more_than_players_and_the_game_ends_with_none():
    counts = [len(truth_in(camera(), number)["triplets"]) for number in range(22)]
    assert counts == [4, 3, 2] * 7 + [0]


def test_no_card_lies_in_two_places():
    drawn = camera()
    for number in range(22):
        codes = [card.code for card in drawn.lying(number) if card.code <= 100]
        assert len(codes) == len(set(codes))


def test_discards_lie_in_the_centre_until_the_round_s_end():
    drawn, expected = camera(), []
    for number, turn in some(enumerate(turn for entries in DEMO.rounds for turn in entries)):
        expected = [] if number % 3 == 0 else expected
        expected = expected + [play.card for play in turn.play if play.way == "discard"]
        assert sorted(map(str, truth_in(drawn, number + 1)["discards"])) == sorted(map(str, expected))


def test_an_adjustment_shows_from_the_next_turn_on():
    first, second = DEMO.rounds[0][:2]
    settled = Adjustment(first.player, walls=2)
    drawn = camera(replace(DEMO, rounds=((first, settled, second),)))
    before, after = ({q["quarter"]: q for q in truth_in(drawn, number)["quarters"]} for number in (1, 2))
    code = DEMO.extra["seats"][first.player]
    assert before[code]["construction"]
    assert (after[code]["construction"], after[code]["walls"]) == ({}, 2)


def test_a_deck_file_of_another_deck_is_refused():
    with pytest.raises(RuleError, match="deck"):
        camera(replace(DEMO, deck=random_deck(1)))


def test_without_seats_quarters_are_dealt_in_the_order_of_players():
    quarters = truth_in(camera(replace(DEMO, extra={})), 0)["quarters"]
    assert [quarter["quarter"] for quarter in quarters] == [101, 102, 103]


def test_the_demo_is_a_whole_game_in_the_english_edition():
    game = replay(DEMO)
    assert game.is_over
    assert game.edition is ENGLISH


def test_the_reader_reads_the_truth_from_the_picture():
    drawn = camera(view=CameraView())
    reading = read_table(Reader(PIECES).read(drawn.look(20).grey).look, PIECES).to_json("")
    truth = truth_in(drawn, 20)
    assert {area: reading[area] for area in truth} == truth
