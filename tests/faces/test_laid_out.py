"""Cards laid out in rows are found on any ground, however they are photographed; what is not found is told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from lucca_pi.vision.faces.card_plane import not_mirrored
from lucca_pi.vision.faces.laid_out import LaidOut, laid_out
from lucca_pi.vision.plane import rectangle
from tests.cases import first_of
from tests.faces.owner import laid
from tests.faces.printed_faces import SIZE_MM, Rgb
from tests.faces.views import Laid, Photographed

TWELVE = Laid(columns=4, mm_per_px=0.5)
CODES = [*range(21, 33)]
MIDDLE = np.array([[[SIZE_MM[0] / 2, SIZE_MM[1] / 2]]])
CORNERS = rectangle(*SIZE_MM)[None]


def seen(how: Laid, codes: list[int | None] | None = None, seed: int = 1) -> tuple[Photographed, LaidOut]:
    shown = laid(np.random.default_rng(seed), codes or CODES, how)
    return shown, laid_out(shown.rgb, shown.bare, SIZE_MM)


def off_mm(shown: Photographed, found: LaidOut, columns: int) -> list[float]:
    """How far the middle of each card is from where it lies."""
    pairs = [(card.place, shown.places[card.row * columns + card.column]) for card in found.cards]
    middles = [[cv2.perspectiveTransform(MIDDLE, place)[0, 0] for place in pair] for pair in pairs]
    cards_px = [cv2.perspectiveTransform(CORNERS, card.place).astype(np.float32) for card in found.cards]
    mm_per_px = np.sqrt(SIZE_MM[0] * SIZE_MM[1] / np.median([cv2.contourArea(card) for card in cards_px] or [np.inf]))
    return [float(np.linalg.norm(one - other) * mm_per_px) for one, other in middles]


WAYS = {
    "turned": replace(TWELVE, turn_deg=33, tilt_deg=12),
    "straight": TWELVE,
    "tilted": replace(TWELVE, tilt_deg=25),
    "from the hand": replace(TWELVE, by_hand=True, turn_deg=-7),
}


@pytest.mark.parametrize("seed", first_of([1, 2]))
@pytest.mark.parametrize("how", first_of(WAYS))
def test_twelve_cards_are_found_where_they_lie(how: Laid, seed: int) -> None:
    shown, found = seen(how, seed=seed)
    assert (len(found.cards), found.missing, found.rows) == (12, (), [4, 4, 4])
    assert max(off_mm(shown, found, 4)) < 2.5
    assert all(np.linalg.det(card.place) > 0 for card in found.cards)


LAYINGS = {
    "an empty place is told": (TWELVE, [*CODES[:5], None, *CODES[6:]], [(1, 1, "nothing")], [4, 4, 4]),
    "the last row may end early": (TWELVE, CODES[:10], [], [4, 4, 2]),
    "cards that overlap are none": (
        *(replace(TWELVE, moved={6: (-25.0, 4.0, 3.0)}), CODES),
        *([(1, 1, "joined"), (1, 2, "joined")], [4, 4, 4]),
    ),
    "cards that touch are parted": (replace(TWELVE, moved={6: (-13.0, 0.0, 0.0)}), CODES, [], [4, 4, 4]),
}
"""How which cards lie, the places that are told as missing and why, and the places in each row."""


@pytest.mark.parametrize(("how", "codes", "missing", "rows"), LAYINGS.values(), ids=LAYINGS)
def test_what_lies_and_what_is_missing_in_rows(
    how: Laid, codes: list[int | None], missing: list[tuple[int, int, str]], rows: list[int]
) -> None:
    _shown, found = seen(how, codes)
    assert ([(one.row, one.column, one.why) for one in found.missing], found.rows) == (missing, rows)


ENDS = {
    "alone below": ([*CODES[:9]], (2, 0)),
    "at the end of the last row": ([*CODES[:10]], (2, 1)),
    "at the end of the only row": ([*CODES[:4]], (0, 3)),
}


@pytest.mark.parametrize("end", first_of(ENDS))
def test_last_card_that_is_not_whole_is_told(end: tuple[list[int | None], tuple[int, int]]) -> None:
    codes, place = end
    shown = laid(np.random.default_rng(2), codes, TWELVE)
    last = shown.places[len(codes) - 1]
    cut = cv2.perspectiveTransform(np.array([[[0.0, -5], [64, -5], [64, 65]]]), last)[0]
    picture = shown.rgb.copy()
    cv2.fillConvexPoly(picture, np.round(cut).astype(np.int32), [int(one) for one in shown.bare[5, 5]])
    found = laid_out(picture, shown.bare, SIZE_MM)
    assert len(found.cards) == len(codes) - 1
    assert [(one.row, one.column, one.why) for one in found.missing] == [(*place, "joined")]


CUTS = {
    "right": (3, 0.5, 3),
    "below": (8, 0.15, 4),
    "at half height": (8, 0.5, 4),
    "almost whole": (8, 0.9, 4),
}
"""A card of the row or column that is cut, the share of it that is left, and how many are."""


@pytest.mark.parametrize("cut", first_of(CUTS))
def test_row_or_column_cut_off_by_the_edge_is_told(cut: tuple[int, float, int]) -> None:
    (card, share, number), shown = cut, laid(np.random.default_rng(1), CODES, TWELVE)
    corner = np.array([[[share * SIZE_MM[0], share * SIZE_MM[1]]]])
    x, y = cv2.perspectiveTransform(corner, shown.places[card])[0, 0].astype(int)
    part = np.s_[:, :x] if card == 3 else np.s_[:y]
    found = laid_out(shown.rgb[part].copy(), shown.bare[part].copy(), SIZE_MM)
    told = [*["edge"] * found.cut_off, *(one.why for one in found.missing)]
    assert (len(found.cards), told) == (12 - number, ["edge"] * number)


def test_nothing_is_found_on_the_bare_ground() -> None:
    shown = laid(np.random.default_rng(1), CODES, TWELVE)
    assert laid_out(shown.bare, shown.bare, SIZE_MM).cards == ()


def test_ground_in_sight_along_one_edge_alone_shows_no_cards() -> None:
    bare = np.full((1200, 900, 3), (140, 120, 100), np.uint8)
    covered = np.full_like(bare, (40, 200, 60))
    covered[:, :4] = bare[:, :4]
    assert laid_out(covered, bare, SIZE_MM).cards == ()


RED, STREET = (120, 40, 40), (140, 150, 128)


def rimmed(ground: tuple[int, int, int], shadow: int) -> tuple[Rgb, Rgb]:
    """Six cards whose lowest 7 mm are of the colour `STREET`, on a ground, and that ground bare."""
    bare = np.full((700, 700, 3), ground, np.uint8)
    shown = bare.copy()
    for x, y in ((x, y) for y in (80, 380) for x in (80, 280, 480)):
        shown[y + 3 : y + 230, x + 3 : x + 150] = np.array(ground) - shadow
        shown[y : y + 228, x : x + 148] = STREET
        shown[y : y + 210, x : x + 148] = RED
    noise = np.random.default_rng(3).normal(0, 1.5, (2, 700, 700, 3))
    pair = [np.clip(some + its, 0, 255).astype(np.uint8) for some, its in zip((shown, bare), noise, strict=True)]
    return pair[0], pair[1]


def test_edge_that_is_nearly_like_the_ground_is_found() -> None:
    found = laid_out(*rimmed((122, 134, 114), shadow=0), SIZE_MM)
    corners = [cv2.perspectiveTransform(np.array([[[0.0, 0], [0, SIZE_MM[1]]]]), one.place)[0] for one in found.cards]
    assert len(corners) == 6
    assert all(abs(lower[1] - upper[1] - 228) < 3 for upper, lower in corners)


def test_edge_that_is_like_the_ground_is_told_and_no_card_is_cut() -> None:
    found = laid_out(*rimmed(STREET, shadow=25), SIZE_MM)
    assert (found.cards, found.rims_hidden) == ((), True)


def rows_of_cards(ground: Rgb, gap: int, rim: tuple[int, int, int] = (235, 228, 215)) -> Rgb:
    """Twelve red cards of 118 x 182 pixels with a rim of 3, so far apart down and 24 across, on a ground."""
    shown = ground.copy()
    for x, y in ((60 + 142 * column, 60 + (182 + gap) * row) for row in range(3) for column in range(4)):
        shown[y : y + 182, x : x + 118] = rim
        shown[y + 3 : y + 179, x + 3 : x + 115] = (165, 35 + x // 50, 40)
    return shown


def noisy(picture: Rgb, seed: int) -> Rgb:
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def knitted(shift: int) -> Rgb:
    """A dark cloth of stitches 8 pixels wide that differ in lightness alone."""
    y, x = np.mgrid[0:720, 0:660] + shift
    light = 0.5 + np.abs(np.sin(x * np.pi / 8) * np.sin(y * np.pi / 6 + x * np.pi / 8))
    return (light[..., None] * (34, 32, 40)).astype(np.uint8)


def test_many_red_cards_on_a_dark_knitted_cloth_are_no_ground() -> None:
    found = laid_out(noisy(rows_of_cards(knitted(0), 24), 1), noisy(knitted(3), 2), SIZE_MM)
    assert (len(found.cards), found.missing) == (12, ())


def test_cards_in_the_soft_shadow_of_an_arm_are_found() -> None:
    bare = np.full((720, 660, 3), (70, 80, 105), np.uint8)
    x = np.arange(660)
    shadow = 1 - 0.5 / (1 + np.exp(-(x - 250) / 12)) / (1 + np.exp((x - 480) / 12))
    shown = (rows_of_cards(bare, 24) * shadow[None, :, None]).astype(np.uint8)
    found = laid_out(noisy(shown, 1), noisy(bare, 2), SIZE_MM)
    assert (len(found.cards), found.missing) == (12, ())


def test_rows_that_nearly_touch_are_no_large_cards_and_that_is_told() -> None:
    bare = np.full((720, 660, 3), (40, 70, 50), np.uint8)
    found = laid_out(noisy(rows_of_cards(bare, 1), 1), noisy(bare, 2), SIZE_MM)
    assert (found.cards, found.missing, found.is_crowded) == ((), (), True)


def test_rims_of_a_pattern_s_colour_are_told() -> None:
    y, x = np.mgrid[0:720, 0:660] // 12 % 2
    bare = np.array([(235, 228, 215), (150, 160, 190), (60, 90, 160)], np.uint8)[y + x]
    cards = cv2.GaussianBlur(rows_of_cards(bare, 24, (235, 228, 215)), (0, 0), 0.8).astype(np.uint8)
    for x0, y0 in ((60 + 142 * column, 60 + 206 * row) for row in range(3) for column in range(4)):
        cv2.rectangle(cards, (x0, y0), (x0 + 117, y0 + 181), (235, 228, 215), 12)
    found = laid_out(noisy(cards, 1), noisy(bare, 2), SIZE_MM)
    assert (found.cards, found.rims_hidden) == ((), True)


def test_plane_is_never_a_mirror() -> None:
    quad = np.array([[0.0, 0], [118, 0], [118, 182], [0, 182]])
    for plane in (np.eye(3), np.diag([-0.5, 0.5, 1.0])):
        assert np.linalg.det(not_mirrored(plane, quad)) > 0
