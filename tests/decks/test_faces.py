"""Enrolling by photographs: what is taken from each picture, and what is named."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from photographing import (
    ALIKE,
    CODES,
    HOW,
    OTHER,
    SHUFFLED,
    after_first_pass,
    first_pass,
    lines,
    nearly_another,
    take,
    taken,
)

from lucca_pi.box.gathering import Gathering
from lucca_pi.box.photo_store import (
    Gathered,
    Photographed,
    decoded_picture,
    gathered_text,
    keep,
    load,
    packed,
    read_gathered,
)
from lucca_pi.box.same_card import CutCard, flipped
from lucca_pi.vision.faces.known import with_margin
from lucca_pi.vision.faces.laid_out import CardInRow, LaidOut, Missing
from tests.faces.owner import TOWERS_AND_BACK, laid_in_order, snapped, whole_box
from tests.faces.printed_faces import SIZE_MM


@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
def test_each_card_is_known_again_wherever_it_lies_from_either_side(turn_deg: float) -> None:
    gathering = after_first_pass()
    took = take(gathering, [*SHUFFLED], 2, replace(HOW, turn_deg=turn_deg) if turn_deg else None)
    first = dict(zip(gathering.gathered.cards, CODES, strict=True))
    assert (sorted(first[code] for code in took.codes), took.told, gathering.gathered.once) == (CODES, (), [])
    for card in gathering.gathered.cards.values():
        one, other = (cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE) for data in card.pictures)
        assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.95


def test_card_that_bad_photographs_left_no_place_for_is_taken_all_the_same() -> None:
    gathering = after_first_pass()
    some = gathering.gathered.cards[1]
    gathering.gathered.cards |= {code: replace(some) for code in (*range(9, 97), *range(201, 205))}
    took = take(gathering, [*SHUFFLED[:4], OTHER, *SHUFFLED[5:]], 2)
    assert any(
        line.startswith("Row 2, card 1: not like any card of the first pass; counted as new") for line in lines(took)
    )
    again = take(Gathering(read_gathered(gathered_text(gathering.gathered)), SIZE_MM), [OTHER, SHUFFLED[0]], 3)
    assert lines(again) == ["Row 1, card 2: photographed twice already: that is enough."]


def test_two_late_cards_that_nothing_tells_apart_are_perhaps_one_and_do_not_wait_for_ever() -> None:
    gathering = after_first_pass()
    late = [Photographed([snapped(OTHER, seed)], (2, 1, seed), 30 + seed, late=True) for seed in (1, 2)]
    gathering.gathered.cards |= {9: late[0], 10: late[1]}
    took = take(gathering, [OTHER, SHUFFLED[0]], 3)
    assert (len(took.codes), took.told, gathering.gathered.doubled) == (2, (), {10: 9})
    assert len(gathering.gathered.cards[9].pictures) == 2


def test_card_that_is_there_twice_is_told_also_when_the_command_is_given_anew() -> None:
    gathering = after_first_pass()
    take(gathering, [*SHUFFLED], 2)
    gathering = Gathering(read_gathered(gathered_text(gathering.gathered)), SIZE_MM)
    assert [*map(str, take(gathering, [*SHUFFLED], 3).told)] == [
        "8 cards (row 1, cards 1, 2, 3, 4; row 2, cards 1, 2, 3, 4): photographed twice already: that is enough."
    ]


def test_what_the_second_pass_showed_once_does_not_grow_without_end() -> None:
    gathered = after_first_pass().gathered
    some, gathered.taken = gathered.cards[1], 300
    gathered.cards |= {code: replace(some, late=True, where=(code, 1, 1)) for code in range(10, 70)}
    gathered.cards[69].perhaps = 12
    gathered.forget_late()
    assert [*gathered.cards] == [*range(1, 9), *range(22, 70)]
    assert gathered.doubled == {}
    gathered.cards |= {code: replace(some, late=True, where=(300, 1, 1)) for code in range(101, 160)}
    gathered.forget_late()
    assert [*gathered.cards] == [*range(1, 9), *range(101, 160)]


def test_card_shown_twice_in_the_first_pass_waits_and_is_named() -> None:
    gathering = after_first_pass()
    took = take(gathering, [*range(25, 31), 20], 3)
    (told,) = lines(took)
    assert told.startswith("Row 2, card 3: looks like the card of picture 1, row 2, card 4")
    assert len(gathering.gathered.palaces) == 14


def test_two_cards_that_were_taken_for_one_are_not_exchanged() -> None:
    gathering = after_first_pass()
    gathering.gathered.cards[2].perhaps = 1
    take(gathering, [None, *(code for code in SHUFFLED if code != CODES[0])], 2)
    assert [len(gathering.gathered.cards[code].pictures) for code in (1, 2)] == [1, 2]


def test_card_that_is_as_like_one_as_another_is_named_and_counts_for_neither() -> None:
    cards = {code: Photographed([snapped(code, 1)], (1, 1, code), code) for code in ALIKE}
    gathering = Gathering(Gathered(cards, turned=False), SIZE_MM)
    one, other = (with_margin(decoded_picture(snapped(code, 2))) for code in ALIKE)
    between = np.asarray(cv2.addWeighted(one, 0.5, other, 0.5, 0), np.uint8)
    took = gathering.take(LaidOut((CardInRow(0, 0, np.eye(3)),), ()), [CutCard(1, 1, between)])
    assert len(took.codes) == 0
    assert "equally like the card of picture 1" in lines(took)[0]


def with_card_19(times: int) -> Gathering:
    card = Photographed([snapped(19, seed) for seed in range(times)], (1, 1, 1), 1)
    gathering = Gathering(Gathered({19: card}, turned=False), SIZE_MM)
    gathering._same._unlike = [0.02] * 6
    return gathering


@pytest.mark.parametrize("times", [1, 2])
def test_card_that_differs_by_more_than_others_in_the_same_light_is_named_and_is_no_new_card(times: int) -> None:
    gathering = with_card_19(times)
    took = taken(gathering, nearly_another())
    assert (len(took.codes), [*gathering.gathered.palaces]) == (0, [19])
    assert "nearly like the card of picture 1" in lines(took)[0]


def test_card_that_is_nearly_like_one_that_is_there_twice_counts_once_a_picture_shows_both() -> None:
    gathering = with_card_19(2)
    for _ in range(2):
        taken(gathering, nearly_another())
    assert [*gathering.gathered.palaces] == [19]
    taken(gathering, nearly_another(), with_margin(decoded_picture(snapped(19, 3))))
    assert len(gathering.gathered.palaces) == 2


def test_second_photograph_of_a_card_that_nobody_had_shown_before_is_named_and_taken_away() -> None:
    gathering = Gathering(whole_box(), SIZE_MM)
    gathering.gathered.cards[1].pictures[1] = snapped(44, 3)
    took = take(gathering, [*CODES], 1)
    assert gathering.gathered.once == [1]
    assert lines(took)[-1].startswith("The second photograph of the card of picture 1, row 1, card 1 shows that of")


def one_card_twice() -> Gathering:
    """A whole box of which the card 40 takes the place of 41, too."""
    gathering = Gathering(whole_box(), SIZE_MM)
    cards = gathering.gathered.cards
    cards[41] = replace(cards[41], pictures=[snapped(laid_in_order()[39], seed) for seed in (4, 5)], where=(2, 1, 1))
    return gathering


def test_one_card_does_not_count_as_two_however_often_it_was_photographed() -> None:
    gathering = one_card_twice()
    told = lines(take(gathering, [*CODES], 1))
    assert any("picture 2, row 1, card 1 looks like that of picture 1, row 1, card 40" in one for one in told)
    assert not gathering.gathered.is_whole


def test_two_cards_that_look_alike_are_two_once_they_lie_in_one_picture(tmp_path) -> None:
    gathered = one_card_twice().gathered
    gathered.cards[41].perhaps = 40
    keep(tmp_path / "box.json", gathered)
    again = Gathering(load(tmp_path / "box.json"), SIZE_MM)
    alike = laid_in_order()[39]
    (told,) = lines(take(again, [alike, *CODES[:6], alike], 3))
    assert "photographed twice already" in told
    assert again.gathered.is_whole


BLURRED = "The picture is blurred: hold still, or focus on the cards, and take it again."
BACK_MISSING = "Row 1, card 1: the four towers and the back are not all in sight: photograph towers and back once more."
ON_ITS_HEAD = replace(HOW, moved={5: (0.0, 0.0, 180.0)})
NAMED = {
    "card of another box": (
        [*SHUFFLED[:4], OTHER, *SHUFFLED[5:]],
        HOW,
        8,
        "Row 2, card 1: not like any card",
    ),
    "card that differs by its number alone": (
        [*(code for code in SHUFFLED if code != 19), 40],
        HOW,
        7,
        "Row 2, card 4: nearly like the card of picture 1, row 2, card 3",
    ),
    "card shown twice": ([*SHUFFLED[:7], SHUFFLED[0]], HOW, 7, "so does another one in this picture"),
    "card upside down": ([*SHUFFLED], ON_ITS_HEAD, 7, "Row 2, card 2: upside down: turn, and photograph again."),
    "overlapping cards": (
        [*SHUFFLED],
        replace(HOW, moved={6: (-25.0, 4.0, 3.0)}),
        6,
        "2 cards (row 2, cards 2, 3): no whole card",
    ),
    "reflex": ([*SHUFFLED], replace(HOW, reflex_on=(1,)), 7, "Row 1, card 2: in glare"),
    "blurred picture, its noise sharp": ([*SHUFFLED], replace(HOW, blur_px=3.0), 0, BLURRED),
    "badly blurred picture": ([*SHUFFLED], replace(HOW, blur_px=5.0), 0, BLURRED),
    "towers without a back": ([*TOWERS_AND_BACK[:4]], HOW, 0, BACK_MISSING),
}


@pytest.mark.parametrize(("codes", "how", "counted", "told"), NAMED.values(), ids=NAMED)
def test_what_is_wrong_in_the_second_pass_is_named_and_does_not_count(codes, how, counted, told) -> None:
    took = take(after_first_pass(), codes, 2, how)
    assert (len(took.codes), [told in line for line in lines(took)]) == (counted, [True])


def test_card_upside_down_in_the_first_pass_is_named() -> None:
    took = take(Gathering(Gathered(turned=False), SIZE_MM), [*CODES], 2, ON_ITS_HEAD)
    assert (len(took.codes), lines(took)) == (7, ["Row 2, card 2: upside down: turn, and photograph again."])


def test_cards_seen_from_the_other_side_are_counted_with_the_places_between_them() -> None:
    cards = tuple(CardInRow(row, column, np.eye(3)) for row, column in ((0, 1), (1, 0), (1, 2)))
    missing = (Missing(0, 0, "nothing"), Missing(0, 2, "nothing"), Missing(1, 1, "joined"), Missing(1, 3, "edge"))
    cuts = [CutCard(card.row + 1, card.column + 1, np.zeros((9, 9, 3), np.uint8)) for card in cards]
    found, turned = flipped(LaidOut(cards, missing), cuts)
    assert [(cut.row, cut.place) for cut in turned] == [(2, 1), (1, 4), (1, 2)]
    assert [(one.row, one.column) for one in found.missing] == [(0, 2), (0, 0)]


def test_second_photograph_takes_the_place_of_a_first_that_was_bad_also_when_the_command_is_given_anew() -> None:
    gathering = after_first_pass()
    spoilt = decoded_picture(gathering.gathered.cards[1].pictures[0]).copy()
    spoilt[120:200, 60:180] = 200
    gathering.gathered.cards[1].pictures[0] = packed(spoilt)
    told = []
    for seed in (2, 3, 4):
        told.append(lines(take(gathering, [*SHUFFLED], seed)))
        gathering = Gathering(read_gathered(gathered_text(gathering.gathered)), SIZE_MM)
    assert [len(some) for some in told if any("nearly like" in line for line in some)] != []
    assert gathering.gathered.once == []


def with_one_seen_again() -> Gathered:
    gathered = whole_box()
    late = gathered.cards.pop(7)
    gathered.cards |= {7: replace(gathered.cards[8], perhaps=8), 101: late}
    return gathered


def with_one_of_another_box() -> Gathered:
    gathered = whole_box()
    late = gathered.cards.pop(17)
    gathered.cards |= {17: Photographed([snapped(5, 3)], (11, 1, 1), 97), 101: late}
    return gathered


SETTLED = {"a card seen again": (with_one_seen_again, []), "one of another box": (with_one_of_another_box, [97])}


@pytest.mark.parametrize(("gathered", "left_out"), SETTLED.values(), ids=SETTLED)
def test_once_all_are_there_twice_the_missing_card_has_the_code_of_the_one_that_was_none(gathered, left_out) -> None:
    some = gathered()
    assert some.is_whole
    assert [card.order for card in some.settle()] == left_out
    assert (some.cards, some.doubled) == (whole_box().cards, {})


def test_cards_beyond_those_of_a_box_are_named_when_they_are_left_out() -> None:
    gathering = Gathering(whole_box(), SIZE_MM)
    gathering.gathered.cards[101] = Photographed([snapped(5, 3)], (11, 2, 1), 97)
    assert (
        "those of picture 11, row 2, card 1.\nIs one of these from your box?" in lines(take(gathering, [*CODES], 1))[-1]
    )


def test_of_a_card_shown_twice_the_photograph_that_it_was_known_by_counts() -> None:
    gathered = after_first_pass().gathered
    gathered.cards[2].perhaps = 1
    gathered.cards[2].pictures *= 2
    gathered.is_told(2)
    assert gathered.doubled == {1: 2}


def test_card_that_looks_otherwise_in_a_place_is_perhaps_one_that_the_second_pass_showed_so() -> None:
    gathering = after_first_pass()
    clean = decoded_picture(gathering.gathered.cards[1].pictures[0])
    for code, place in ((1, np.s_[120:160, 60:140]), (101, np.s_[200:280, 40:120])):
        spoilt = clean.copy()
        spoilt[place] = 200
        gathering.gathered.cards[code] = Photographed([packed(spoilt)], (1, 1, 1), 1)
        gathering.gathered.cards[code].late = True
    take(gathering, [*SHUFFLED], 2)
    assert gathering.gathered.earliest(9) in (1, 101)


def test_what_was_left_out_of_the_first_pass_does_not_begin_it_again() -> None:
    gathering = Gathering(whole_box(), SIZE_MM)
    for code in (13, 14, 15, 16, 17, 18):
        del gathering.gathered.cards[code]
    gathering.gathered.cards[19].pictures.pop()
    took = take(gathering, [*CODES], 1)
    assert gathering.gathered.once == [*range(13, 19)]
    assert "not like any card of the first pass" in lines(took)[0]


def test_back_alone_is_no_97th_palace() -> None:
    gathering = after_first_pass()
    cards = gathering.gathered.cards
    cards |= {code: cards[code % 8 + 1] for code in range(9, 97)}
    took = take(gathering, [111], 4)
    assert (len(took.codes), len(cards)) == (0, 96)
    assert lines(took)[0].startswith("Row 1, card 1: the four towers and the back are not all in sight")


@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
def test_towers_and_back_are_known_by_how_they_lie(turn_deg: float) -> None:
    gathering = after_first_pass()
    took = take(gathering, [*TOWERS_AND_BACK], 4, replace(HOW, turn_deg=turn_deg))
    assert took.codes == TOWERS_AND_BACK
    assert took.told == ()
    again = take(gathering, [*TOWERS_AND_BACK], 5, replace(HOW, turn_deg=180 - turn_deg))
    assert (len(again.codes), again.told) == (5, ())


def test_five_palaces_that_lie_as_towers_and_back_do_are_palaces() -> None:
    gathering = after_first_pass()
    took = take(gathering, [*range(25, 30)], 4)
    assert (len(took.codes), gathering.gathered.special, len(gathering.gathered.palaces)) == (5, {}, 13)


def test_all_that_was_photographed_comes_back_from_its_file(tmp_path) -> None:
    gathered = read_gathered(first_pass())
    gathered.cards[3].perhaps = 1
    keep(tmp_path / "box.json", gathered)
    assert load(tmp_path / "box.json") == gathered
    assert load(tmp_path / "other.json") is None
