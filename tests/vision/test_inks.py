"""Faces are told apart by their inks, whatever the light."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from lucca_pi.vision.faces.inks import NOISE, Inks
from lucca_pi.vision.picture import Colour

SHAPE = (44, 28)
PAPER, GREEN, PURPLE, RED = (235, 232, 225), (40, 120, 60), (90, 50, 120), (190, 50, 45)
LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.75, 0.45), (0.6, 0.8, 1.0), (0.35, 0.3, 0.25)]


def card(ink: Sequence[int], high: int = 16) -> NDArray[np.float64]:
    """A card with a patch of that ink, as it is printed: light of each channel."""
    levels = np.full((*SHAPE, 3), PAPER, np.float64)
    levels[14 : 14 + high, 6:22] = ink
    return (levels / 255) ** 2.2


def shown(light: NDArray[np.float64], lamp: Sequence[float] = (1, 1, 1), haze: float = 0.0) -> Colour:
    """A picture of that card by a lamp that fades to one side, with haze of the lamp's colour."""
    fading = np.linspace(1, 0.6, SHAPE[1])[None, :, None]
    seen = (light * fading * (1 - haze) + haze) * lamp
    return (255 * np.clip(seen, 0, 1) ** (1 / 2.2)).round().astype(np.uint8)


def box(*cards: NDArray[np.float64]) -> Inks:
    every = [[shown(one), shown(one, (0.9, 0.9, 0.9))] for one in cards]
    return Inks(np.array(every, np.uint8), [0] * len(cards))


def unexplained(there: Inks, seen: Colour, weight: NDArray[np.float32] | None = None) -> list[float]:
    every = np.ones(SHAPE, np.float32) if weight is None else weight
    return there.unexplained(seen, every, range(3)).tolist()


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("haze", [0.0, 0.15])
@pytest.mark.parametrize("which", range(3))
def test_print_explains_its_card_by_any_lamp_and_others_do_not(lamp: Sequence[float], haze: float, which: int) -> None:
    cards = card(GREEN), card(PURPLE), card(RED)
    left = unexplained(box(*cards), shown(cards[which], lamp, haze))
    assert left[which] < NOISE
    assert min(share for one, share in enumerate(left) if one != which) > 2 * NOISE


def test_light_that_no_face_explains_takes_nothing_from_a_lead_and_a_stranger_has_none() -> None:
    there, everywhere = box(card(GREEN), card(PURPLE), card(RED)), np.ones(SHAPE, np.float32)
    stained = card(GREEN)
    stained[34:42, 8:20] *= 0.6
    between = (card(GREEN) + card(PURPLE)) / 2
    leads = [there.lead(shown(one), everywhere, 0) for one in (card(GREEN), stained, between)]
    assert unexplained(there, shown(stained))[0] > 2 * NOISE
    assert (leads[0] > 0.95, leads[1] > 0.8, leads[2] < 0.5) == (True, True, True)


def test_what_is_not_in_view_tells_nothing() -> None:
    cards = card(GREEN), card(PURPLE), card(RED)
    hidden = np.ones(SHAPE, np.float32)
    hidden[12:32] = 0
    assert max(unexplained(box(*cards), shown(cards[1]), hidden)) < NOISE
    assert unexplained(box(*cards), shown(cards[1]), np.zeros(SHAPE, np.float32)) == [np.inf] * 3


def test_nearest_is_what_the_two_cards_most_alike_leave_of_each_other() -> None:
    alike, unlike = box(card(GREEN), card(GREEN, 17)), box(card(GREEN), card(RED))
    assert NOISE < alike.nearest < unlike.nearest
    assert box(card(GREEN)).nearest == np.inf


def in_this_light(ink: Sequence[int], high: int = 16) -> Colour:
    """A card in a light that the enrolled photographs do not foresee: its shadow falls on the print."""
    seen = shown(card(ink, high), (1.0, 0.7, 0.4), 0.1).astype(np.float64)
    seen[:, 10:16] *= (0.82, 0.94, 1.0)
    return seen.round().astype(np.uint8)


def test_card_that_was_certain_once_is_explained_in_the_same_light_and_others_are_not_explained_better() -> None:
    there, every = box(card(GREEN), card(PURPLE), card(RED)), np.ones(SHAPE, np.float32)
    before = [unexplained(there, in_this_light(ink)) for ink in (GREEN, PURPLE, RED)]
    taught = there.taught_by(0, in_this_light(GREEN), every)
    assert taught
    there.remember({0: taught})
    after = [unexplained(there, in_this_light(ink)) for ink in (GREEN, PURPLE, RED)]
    assert after[0][0] < 0.1 * before[0][0]
    assert after[1:] == before[1:]
    there.remember({})
    assert unexplained(there, in_this_light(GREEN)) == before[0]


def test_picture_that_is_another_card_s_or_shows_half_of_one_teaches_nothing() -> None:
    there, half = box(card(GREEN), card(PURPLE), card(RED)), np.ones(SHAPE, np.float32)
    half[22:] = 0
    assert there.taught_by(0, in_this_light(RED), np.ones(SHAPE, np.float32)) is None
    assert there.taught_by(0, in_this_light(GREEN), half) is None


def test_cards_printed_alike_are_never_told_apart_by_what_was_taught() -> None:
    there, every = box(card(GREEN), card(GREEN), card(RED)), np.ones(SHAPE, np.float32)
    assert there.taught_by(0, in_this_light(GREEN), every) is None
