"""Photographs of cards that look alike are laid over each other."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from lucca_pi.vision.faces.box import box_of, laid_flat, registered
from lucca_pi.vision.faces.recognise import recognise
from lucca_pi.vision.picture import Colour, Grey, Picture, reduced

SIZE_MM = (57.0, 89.0)
PX_PER_MM = 3
CORNERS = np.array([[[0.0, 0.0], [57.0, 0.0], [57.0, 89.0], [0.0, 89.0]]])


def card(ink: tuple[int, int, int], right_mm: float = 0.0, seed: int = 1) -> Colour:
    """A photograph of a card with a few shapes of that ink, cut so far aside."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    dots = np.full((height, width, 3), 230, np.uint8)
    for x, y, radius in np.random.default_rng(seed).uniform((30, 30, 8), (140, 235, 26), (6, 3)):
        at = round(x + right_mm * PX_PER_MM), round(y)
        cv2.circle(dots, at, round(radius), ink, cv2.FILLED)
    return dots


GREEN, PURPLE = (40, 120, 60), (90, 50, 120)


def greys(photographs: Sequence[Colour]) -> list[Grey]:
    return [np.asarray(cv2.cvtColor(one, cv2.COLOR_RGB2GRAY), np.uint8) for one in photographs]


@pytest.mark.parametrize("right_mm", [0.0, 1.5, -1.5])
@pytest.mark.parametrize("is_turned", [False, True])
def test_twin_that_was_cut_aside_or_lies_on_its_head_is_laid_over_the_first(
    right_mm: float, *, is_turned: bool
) -> None:
    twin = card(PURPLE, right_mm)
    twin = np.ascontiguousarray(twin[::-1, ::-1]) if is_turned else twin
    frames, (first, second) = registered(greys([card(GREEN), twin]), greys([card(GREEN), card(PURPLE, 1.0)]), SIZE_MM)
    assert frames == [0, 0]
    whole = laid_flat(card(PURPLE), first[0], SIZE_MM)
    apart = [
        np.abs(whole[20:-20, 20:-20].astype(int) - laid_flat(one, place, SIZE_MM)[20:-20, 20:-20]).mean()
        for one, place in zip((twin, card(PURPLE, 1.0)), second, strict=True)
    ]
    assert max(apart) < 3


def test_cards_that_look_different_lie_in_frames_of_their_own() -> None:
    faces = [card(GREEN, seed=1), card(GREEN, seed=2)]
    assert registered(greys(faces), greys(faces), SIZE_MM)[0] == [0, 1]


def nearly_turnable(ink: tuple[int, int, int]) -> Colour:
    """A card that looks much the same on its head, but for a dot."""
    dots = np.minimum(card(ink), card(ink)[::-1, ::-1])
    cv2.circle(dots, (40, 40), 9, ink, cv2.FILLED)
    return dots


@pytest.mark.parametrize("is_turned", [False, True])
def test_card_that_was_enrolled_on_its_head_is_known_where_it_lies(*, is_turned: bool) -> None:
    one, other = nearly_turnable(GREEN), nearly_turnable(PURPLE)
    turned = np.ascontiguousarray(one[::-1, ::-1])
    packed = {
        code: [cv2.imencode(".png", face[..., ::-1])[1].tobytes() for face in faces]
        for code, faces in {1: (one, turned), 2: (other, other)}.items()
    }
    wide = np.asarray(cv2.copyMakeBorder(turned if is_turned else one, 12, 12, 12, 12, cv2.BORDER_REPLICATE), np.uint8)
    shown = Picture(np.asarray(cv2.cvtColor(wide, cv2.COLOR_RGB2GRAY), np.uint8), reduced(wide))
    place = np.array([[PX_PER_MM, 0, 11.5], [0, PX_PER_MM, 11.5], [0, 0, 1]])
    face = recognise(shown, place, box_of({code: tuple(both) for code, both in packed.items()}, SIZE_MM))
    assert face.names == {1}
    assert np.abs(cv2.perspectiveTransform(CORNERS, face.place) - cv2.perspectiveTransform(CORNERS, place)).max() < 3


def test_cards_are_laid_over_the_sharper_of_their_photographs() -> None:
    sharp, soft = card(GREEN), np.asarray(cv2.GaussianBlur(card(GREEN), (0, 0), 3), np.uint8)
    packed = [cv2.imencode(".png", face[..., ::-1])[1].tobytes() for face in (sharp, soft)]
    first, second = (box_of({1: tuple(both)}, SIZE_MM).prints.faces for both in (packed, packed[::-1]))
    assert np.array_equal(first, second)
