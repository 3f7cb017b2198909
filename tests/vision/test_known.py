"""Which of the cards photographed before a card is, told by its whole face; which are alike; heaps of one colour."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.vision.faces.box import GATES, box_of
from lucca_pi.vision.faces.known import CardMatch, KnownCards, are_of_plan, with_margin
from lucca_pi.vision.faces.sorting import heaps
from tests.faces.alike_faces import alike_faces
from tests.faces.boxes import deck
from tests.faces.owner import back
from tests.faces.printed_faces import SIZE_MM, Rgb, alike_in_upper_half, number_only, printed

RED, GREEN = 37, 47
"""Of one plan, with numbers that look much alike."""
ONE, OTHER = 13, 92
"""Of one colour and plan."""


def face(code: int) -> Rgb:
    """Of the deck of which houses share their plan."""
    return np.asarray(cv2.resize(deck("alike").faces[code], (236, 364)), np.uint8)


def matched(card: Rgb, known: Mapping[int, Rgb]) -> CardMatch:
    """Which of these cards fits best."""
    match = KnownCards(known, SIZE_MM).match(with_margin(card))
    assert match is not None
    return match


def test_card_is_known_among_those_that_look_like_it() -> None:
    match = matched(face(RED), {code: face(code) for code in (ONE, OTHER, RED, GREEN)})
    assert (match.code, match.is_same, match.rivals) == (RED, True, frozenset())


def test_card_of_another_colour_is_not_the_same_however_like_its_print_is() -> None:
    assert not matched(face(RED), {GREEN: face(GREEN)}).is_same


def test_card_that_is_as_like_one_as_another_may_be_either() -> None:
    between = cv2.addWeighted(face(ONE), 0.5, face(OTHER), 0.5, 0)
    match = matched(np.asarray(between, np.uint8), {code: face(code) for code in (ONE, OTHER)})
    assert {match.code, *match.rivals} == {ONE, OTHER}


NUMBER_ALONE = [(73, 22), (80, 1), (93, 14)]
"""Houses that differ by a number of 5 mm."""
CLEAR, NOISY = 2.0, 12.0
"""Noise of a photograph in grey levels."""


def snapped(code: int, noise: float, seed: int) -> Rgb:
    face = cv2.GaussianBlur(alike_faces()[code], (0, 0), 1.1) * 0.7
    noisy = face + np.random.default_rng([code, seed]).normal(0, noise, face.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("code", "other"), NUMBER_ALONE)
def test_noisy_photograph_of_a_card_does_not_lose_to_a_clear_one_of_a_card_that_is_alike(code: int, other: int) -> None:
    match = matched(snapped(code, 5.0, 2), {1: snapped(code, NOISY, 1), 2: snapped(other, CLEAR, 1)})
    assert (match.code, match.rivals) == (1, frozenset())


@pytest.mark.parametrize("code", [22, 72])
def test_two_photographs_of_one_card_are_told_from_each_other_by_no_third(code: int) -> None:
    match = matched(snapped(code, 5.0, 2), {1: snapped(code, CLEAR, 1), 2: snapped(code, NOISY, 3)})
    assert (match.code, match.rivals) == (1, {2})


def test_palace_is_of_the_common_plan_either_way_up_and_a_back_is_not() -> None:
    others = [face(code) for code in range(21, 33)]
    some = face(40), face(40)[::-1, ::-1], np.asarray(cv2.resize(back(), (236, 364)), np.uint8)
    assert are_of_plan(some, others) == [True, True, False]


HUES = {
    "red": (0.77, -0.34),
    "orange": (0.47, -0.69),
    "yellow": (0.25, -0.67),
    "green": (0.15, -0.40),
    "blue": (0.17, -0.31),
    "violet": (0.21, -0.30),
}
"""Logarithms of red and of blue over green, of houses by a warm lamp."""
HAZED = {("green", 3): (-0.07, -0.47), ("green", 7): (-0.05, -0.46)}


def card(red: float, blue: float) -> Rgb:
    """A card of one hue."""
    light = (120 + 8) * np.exp(np.array([red, 0.0, blue])) - 8
    return np.full((364, 236, 3), np.clip(np.round(light), 0, 255), np.uint8)


def test_cards_in_odd_light_make_no_heap_of_their_own_and_two_colours_none_together() -> None:
    chance = np.random.default_rng(1)
    every = [(colour, at) for colour in HUES for at in range(16)]
    cards = [[card(*(np.array(HAZED.get(one, HUES[one[0]])) + chance.normal(0, 0.004, 2)))] * 2 for one in every]
    found = heaps(cards, 6)
    assert {(heap, colour) for heap, (colour, _at) in zip(found, every, strict=True)} == {
        (found[16 * at], colour) for at, colour in enumerate(HUES)
    }


@pytest.mark.parametrize("held", [printed, number_only])
def test_the_cards_are_those_of_the_reference_deck(held):
    assert held().deck.cards == reference_deck().cards


def test_houses_that_differ_by_the_number_alone_are_twins_in_their_upper_halves_and_no_others():
    box = box_of(number_only().photographs, number_only().card_mm)
    alike = {
        code: {box.prints.names[which] for which in np.flatnonzero(apart < GATES.twins)}
        for code, apart in zip(box.prints.names, box.upper_differences, strict=True)
    }
    assert {code: alike[code] for code in alike_in_upper_half()} == alike_in_upper_half()
