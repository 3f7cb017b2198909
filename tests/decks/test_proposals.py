"""Enrolling by photographs: what is proposed of the cards, and the deck file that comes of it."""

import json
from dataclasses import replace

import cv2
import numpy as np
from photographing import after_first_pass

from lucca_pi.box.draft_files import gathered_file
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.gathering import Remark, together
from lucca_pi.box.photo_store import MOST_BYTES, Gathered, Photographed, packed
from lucca_pi.box.proposals import LearntSymbols, Proposals, look_alike, photographs_told
from lucca_pi.box.terminal import enrol, photographs
from lucca_pi.games.citta.rules.deck import deck_file_json, read_deck_file, reference_deck, reference_deck_file
from lucca_pi.games.citta.rules.deck_check import check_deck_file
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.faces.sorting import contradicted
from tests.faces.owner import Owner, laid_in_order, snapped, whole_box
from tests.faces.owner import text_of as told_to
from tests.faces.printed_faces import SIZE_MM, printed_faces

TRUTH = {code: reference_deck()[number] for code, number in enumerate(laid_in_order(), start=1)}
"""Each card by its place in the order of laying."""


def test_numbers_are_proposed_from_those_laid_in_order_and_never_wrong_and_colours_are_parted_into_six_heaps() -> None:
    proposals = Proposals(whole_box(), SIZE_MM)
    numbers, heap_of = proposals.numbers({}), proposals.heap_of
    assert numbers.items() <= {code: card.number for code, card in TRUTH.items()}.items()
    assert len(numbers) > 85
    assert len({(heap_of[code], card.colour) for code, card in TRUTH.items()}) == 6


def test_one_answer_for_all_that_look_alike_and_what_is_set_right_by_its_label_make_the_deck_file(whole) -> None:
    owner = Owner(laid_in_order(), ["3: 3 yellow1", "3: 3 yellow2"])
    assert enrol(whole, None, owner.dialogue, faces=True)
    deck_file = read_deck_file(whole.read_text())
    assert dict(deck_file.deck.cards) == dict(reference_deck().cards)
    assert sorted(deck_file.photographs) == [*range(1, 101), 111]
    assert owner.answers < 22
    assert not gathered_file(whole).exists()
    assert "3: 3 yellow, 1 window, 2 shields" in told_to(owner)
    assert "1, 44, 65 and 80" in told_to(owner)


def test_deck_file_is_under_four_megabytes() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (364, 236, 3)).astype(np.uint8)
    assert len(packed(np.asarray(cv2.GaussianBlur(noise, (0, 0), 1), np.uint8))) <= MOST_BYTES
    assert 2 * len(printed_faces()) * MOST_BYTES * 4 / 3 < 4_000_000


def test_deck_file_tells_which_faces_have_no_photograph() -> None:
    deck_file = replace(reference_deck_file(), photographs=dict.fromkeys(range(4, 101), (b"a", b"b")))
    (told,) = check_deck_file(json.dumps(deck_file_json(deck_file))).warnings
    assert told.message == "no photograph of the codes 1 to 3, 111: these need stickers"


def test_digest_in_the_place_of_photographs_is_an_error() -> None:
    document = {**deck_file_json(reference_deck_file()), "photographs": {"sha256": "ab"}}
    (told,) = check_deck_file(json.dumps(document)).errors
    assert "digest" in told.message


def test_deck_with_photographs_tells_how_many_and_which_look_alike() -> None:
    codes = (1, 44, 2, 97)
    photographs = {code: (snapped(code, 1), snapped(code, 2)) for code in codes}
    told = photographs_told(replace(reference_deck_file(), photographs=photographs))
    assert [*map(str, told)] == [
        "photographs of 4 faces, 4 of them twice",
        "Their faces are hard to tell apart: 1 and 44. In each group, put a sticker on all cards but one.",
    ]


def test_photograph_that_is_none_is_told() -> None:
    told = photographs_told(replace(reference_deck_file(), photographs={1: (b"no", b"picture")}))
    assert str(told[1]).startswith("A photograph cannot be read")


def test_same_is_said_once_of_all_cards_it_is_said_of_in_the_order_of_their_rows() -> None:
    told = together(
        [Remark(3, 1, "cut off"), Remark(2, 4, "blurred"), Remark(1, 3, "cut off"), Remark(1, 2, "cut off")]
    )
    assert [*map(str, told)] == ["3 cards (row 1, cards 2, 3; row 3, card 1): cut off.", "Row 2, card 4: blurred."]


def test_picture_of_nothing_is_a_new_ground_and_cards_on_their_own_colour_are_told() -> None:
    gathering = after_first_pass()
    plain = np.full((200, 300, 3), 90, np.uint8)
    told, ground = gathering.without_cards(plain, LaidOut((), ()), plain + np.uint8(1))
    assert ("from now on it counts as the empty surface" in told, ground is plain) == (True, True)
    told, ground = gathering.without_cards(plain, LaidOut((), (), rims_hidden=True), ground)
    assert str(told).startswith("The cards' edges do not stand out from the surface")


def test_first_cards_laid_out_of_order_are_named_and_not_believed() -> None:
    gathered = whole_box()
    gathered.cards[7].order, gathered.cards[8].order = 8, 7
    proposals = Proposals(gathered, SIZE_MM)
    assert {7, 8} <= proposals.out_of_order
    assert not {7, 8} & {*proposals.numbers({})}


def test_number_by_order_alone_is_not_believed_where_a_card_may_have_moved_the_order_on() -> None:
    blank = packed(np.full((364, 236, 3), 90, np.uint8))
    orders = {1: (1, 1), 2: (1, 2), 3: (1, 4), 4: (2, 5), 5: (3, 6)}
    cards = {code: Photographed([blank], (picture, 1, 1), order) for code, (picture, order) in orders.items()}
    assert Proposals(Gathered(cards), SIZE_MM).numbers({}) == {1: 1, 2: 2, 3: 4}


def test_windows_that_nobody_had_answered_teach_anew() -> None:
    proposals = Proposals(whole_box(), SIZE_MM)
    assert len({TRUTH[code].windows for code in (1, 2, 3, 5, 6)}) == 3
    for codes, most in (((1, 2, 3, 5, 6), 96), ((1, 2, 3, 5, 6, 4), 5)):
        answered = {code: TRUTH[code] for code in codes}
        counted = [proposals.symbols(code, answered) for code in TRUTH if code not in answered]
        assert sum(not one.is_sure for one in counted if one) <= most
    assert not proposals._symbols.is_behind(answered)


def test_some_more_answers_teach_anew_while_no_shields_are_known() -> None:
    answered = {code: TRUTH[code] for code in (1, 2, 3, 5, 6, 4)}
    seen = LearntSymbols()
    seen.see(Proposals(whole_box(), SIZE_MM)._lights, dict.fromkeys(range(1, 97), 0))
    assert seen.counted(answered)
    more = {**answered, 7: TRUTH[7], 8: TRUTH[8]}
    assert not seen.is_behind(more)
    seen._shields = None
    assert (seen.is_behind(more), seen.is_behind(answered)) == (True, False)


def test_order_is_not_doubted_where_no_digits_are_seen() -> None:
    blank = np.full((364, 236, 3), 90, np.uint8)
    assert contradicted(dict.fromkeys(range(1, 21), blank), {code: code for code in range(1, 21)}) is None


def test_windows_are_learnt_from_five_answers_and_a_card_of_each_colour_that_nobody_has_named_is_asked_about(
    whole,
) -> None:
    desk = FaceDesk(whole)
    unsure = []
    for code in (1, 2, 3, 4, 5):
        desk.type([code], f"{TRUTH[code].colour}{TRUTH[code].windows}")
        unsure.append(len(desk.unsure) == len(desk.proposed) > 0)
    assert unsure == [True, True, True, True, False]
    assert len(desk.proposed) > 80
    assert desk.proposed.items() <= TRUTH.items()
    heap_of = desk.proposals.heap_of
    told = {heap_of[code] for code in (1, 2, 3, 4, 5)}
    assert {heap_of[code] for code in desk.unsure} == {*heap_of.values()} - told


def test_number_that_somebody_gives_is_taken_from_a_proposed_card(whole) -> None:
    desk = FaceDesk(whole)
    desk.proposed = {5: reference_deck()[5], 6: reference_deck()[6]}
    desk.correct("5: 6 blue0")
    assert (desk.draft.typed[5].number, 6 in desk.unchecked) == (6, False)


def test_file_that_is_no_whole_picture_is_named_and_left_out_and_the_others_are_taken(tmp_path) -> None:
    owner, data = Owner([]), packed(np.full((364, 236, 3), 90, np.uint8))
    for name, content in {"0.jpg": data, "1.jpg": data[: len(data) // 2], "2.jpg": b"none", "3.jpg": data}.items():
        (tmp_path / name).write_bytes(content)
    assert len([*photographs(sorted(tmp_path.iterdir()), owner.dialogue, faces=True)]) == 2
    files = [file.name for file in sorted(tmp_path.iterdir())]
    assert sum(f"{name}:\n" in told_to(owner) for name in files) == 2
    assert all(name in told_to(owner) for name in ("1.jpg", "2.jpg"))


def test_of_many_cards_that_are_badly_told_apart_the_worst_are_named_in_one_line() -> None:
    pairs = [frozenset({code, code + 48}) for code in range(48, 0, -1)]
    (told,) = map(str, look_alike(pairs, [], reference_deck().cards))
    assert told.startswith("Their faces are hard to tell apart: 48 and 96; 47 and 95;")
    assert "37 and 85; and 36 more groups, listed by deck check. In each group" in told
    assert [*map(str, look_alike([], [{3, 9}], reference_deck().cards))] == [
        "Their faces cannot be told apart: 3 and 9. Put a sticker on each of them."
    ]
