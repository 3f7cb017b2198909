"""A card is known again by its own photograph, though that of one that is alike is clearer; and which are alike."""

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.vision.faces.box import GATES, box_of
from lucca_pi.vision.faces.known import KnownCards, with_margin
from tests.faces.alike_faces import alike_faces
from tests.faces.decks import number_only, printed
from tests.faces.printed_faces import SIZE_MM, Rgb, alike_in_upper_half

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
    known = KnownCards({1: snapped(code, NOISY, 1), 2: snapped(other, CLEAR, 1)}, SIZE_MM)
    match = known.match(with_margin(snapped(code, 5.0, 2)))
    assert match is not None
    assert (match.code, match.rivals) == (1, frozenset())


@pytest.mark.parametrize("code", [22, 72])
def test_two_photographs_of_one_card_are_told_from_each_other_by_no_third(code: int) -> None:
    known = KnownCards({1: snapped(code, CLEAR, 1), 2: snapped(code, NOISY, 3)}, SIZE_MM)
    match = known.match(with_margin(snapped(code, 5.0, 2)))
    assert match is not None
    assert (match.code, match.rivals) == (1, {2})


@pytest.mark.parametrize("deck", [printed, number_only])
def test_the_cards_are_those_of_the_reference_deck(deck):
    assert deck().deck.cards == reference_deck().cards


def test_houses_that_differ_by_the_number_alone_are_twins_in_their_upper_halves_and_no_others():
    box = box_of(number_only().photographs, number_only().card_mm)
    alike = {
        code: {box.prints.names[which] for which in np.flatnonzero(apart < GATES.twins)}
        for code, apart in zip(box.prints.names, box.upper_differences, strict=True)
    }
    assert {code: alike[code] for code in alike_in_upper_half()} == alike_in_upper_half()
