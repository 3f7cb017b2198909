"""Cards without codes are known by their printed faces."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lucca_pi.vision.faces import laying, likeness
from lucca_pi.vision.faces import recognise as recognising
from lucca_pi.vision.faces.box import AMONG_FEW, ON_THE_TABLE, box_of
from lucca_pi.vision.faces.details import DetailAnswer, close_view
from lucca_pi.vision.faces.finding import Finder
from lucca_pi.vision.faces.recognise import Face, by_details_alone, recognise
from lucca_pi.vision.picture import Picture, PictureError
from tests.cases import first_of, some
from tests.faces.boxes import box, deck, photographs
from tests.faces.printed_faces import SIZE_MM, alike_in_upper_half, printed_faces
from tests.faces.views import Condition, View, Wish, roughly, view

SOME = (7, 33, 58, 90)
WITHOUT_SOME = frozenset(alike_in_upper_half()[40] | (alike_in_upper_half()[58] - {58}))
"""Left out of a box: 40, with all that look like it, and all but 58 of those that look like that."""


def seen(
    name: int,
    wish: Wish,
    seed: int = 1,
    left_out: frozenset[int] = frozenset(),
    *,
    deck_name: str = "printed",
    **among: object,
) -> Face:
    """What is answered of one view of that card."""
    rng = np.random.default_rng(seed)
    faces = deck(deck_name).faces
    shown = view(rng, faces[name], [faces[other] for other in (20, 64, 81)], wish)
    return recognise(shown.picture, roughly(rng, shown.place), box(left_out, deck_name), **among)  # type: ignore[arg-type]


def beside(name: int, other: int, *, covered: bool, seed: int = 1) -> View:
    """A view of a card of the printed deck in even light, with another one beside it or over its lower part."""
    faces = printed_faces()
    return view(np.random.default_rng(seed), faces[name], [faces[other]], Wish(0.38, "even", covered=covered))


@pytest.mark.parametrize("condition", first_of(["even", "dim", "blur"]))
@pytest.mark.parametrize("name", SOME)
def test_upper_half_tells_a_card_and_those_that_differ_by_the_number_alone(name: int, condition: Condition) -> None:
    assert seen(name, Wish(0.38, condition, covered=True)).names == alike_in_upper_half()[name]


@pytest.mark.parametrize("name", SOME)
def test_whole_face_tells_the_number(name: int) -> None:
    assert seen(name, Wish(0.30, "even", covered=False)).names == {name}


@pytest.mark.parametrize("seed", range(6))
def test_reflex_leaves_a_card_unknown_or_right(seed: int) -> None:
    names = seen(33, Wish(0.38, "glare", covered=True), seed).names
    assert not names or 33 in names


@pytest.mark.parametrize("seed", range(4))
def test_card_that_was_not_enrolled_is_not_known(seed: int) -> None:
    assert not seen(40, Wish(0.38, "even", covered=True), seed, WITHOUT_SOME).names


def test_rules_leave_one_of_those_that_look_alike() -> None:
    face = seen(58, Wish(0.38, "even", covered=True), candidates={58, 20, 64}, gates=AMONG_FEW)
    assert face.names == {58}


def test_card_outside_the_candidates_is_not_taken_for_one_of_them() -> None:
    others = {1, 20, 64} - alike_in_upper_half()[58]
    assert not seen(58, Wish(0.38, "even", covered=True), candidates=others, gates=AMONG_FEW).names


def test_colour_may_be_of_full_size() -> None:
    shown = beside(33, 20, covered=True, seed=3)
    whole = Picture(shown.picture.grey, shown.rgb)
    assert recognise(whole, shown.place, box()).names == alike_in_upper_half()[33]


def test_photograph_that_cannot_be_unpacked_is_named_by_its_code() -> None:
    every = photographs("printed")
    with pytest.raises(PictureError, match="17"):
        box_of({**every, 17: (every[17][0], every[17][1][:900])}, SIZE_MM)


def test_face_photographed_once_counts_as_printed_as_it_looks() -> None:
    two = {code: photographs("printed")[code] for code in sorted(alike_in_upper_half()[58])}
    once = box_of({**two, 58: two[58][:1]}, SIZE_MM)
    others = [which for which, code in enumerate(once.prints.names) if code != 58]
    which = once.prints.names.index(58)
    assert np.isinf(once.upper_differences[which, others]).all()
    assert np.isfinite(once.upper_differences[np.ix_(others, others)]).all()


@pytest.mark.parametrize("name", first_of([7, 33, 90]))
def test_number_alone_tells_houses_that_are_alike_otherwise(name: int) -> None:
    four = sorted(alike_in_upper_half()[name])
    for code in (four[0], four[3]):
        assert seen(code, Wish(0.38, "even", covered=False), deck_name="alike").names == {code}


@pytest.mark.parametrize(("name", "off_mm"), [(10, 5), (25, 4), (68, 4), (89, 5)])
def test_number_is_told_though_the_card_is_first_laid_as_one_with_another(name: int, off_mm: float) -> None:
    faces, alike = deck("alike").faces, sorted(deck("alike").alike[name])
    shown = view(np.random.default_rng(1), faces[name], [faces[20]], Wish(0.38, "dim", covered=False))
    too_short = shown.place @ np.diag([1, 1 - off_mm / SIZE_MM[1], 1])
    assert by_details_alone(shown.picture, too_short, box(name="alike"), alike) == {name}


def test_shutter_or_chimney_tells_upper_halves() -> None:
    for code in some(sorted(alike_in_upper_half()[33])):
        names = seen(code, Wish(0.38, "even", covered=True), deck_name="alike").names
        assert names == deck("alike").alike[code]


@pytest.mark.parametrize(("name", "newer"), [(58, 20), (36, 65), (94, 1), (51, 36)])
def test_number_that_a_card_covers_is_not_told(name: int, newer: int) -> None:
    shown = beside(name, newer, covered=True)
    assert recognise(shown.picture, shown.place, box()).names == alike_in_upper_half()[name]


@pytest.mark.parametrize("condition", first_of(["glare", "even"]))
def test_house_with_other_windows_and_shields_is_not_known(condition: Condition) -> None:
    left_out = deck("alike").mates[77]
    for seed in range(3):
        assert not seen(77, Wish(0.38, condition, covered=True), seed, left_out, deck_name="alike").names


@pytest.mark.parametrize("name", [38, 45])
def test_haze_makes_colours_pale_and_costs_no_likeness(name: int) -> None:
    shown = beside(name, 20, covered=True)
    grey, colour = ((dots * 0.6 + 75).astype(np.uint8) for dots in (shown.picture.grey, shown.picture.colour))
    face = recognise(Picture(grey, colour), shown.place, box(), gates=ON_THE_TABLE)
    assert face.names == alike_in_upper_half()[name]
    assert face.likeness > 0.85


COVERED, WHOLE = Wish(0.30, "glare", covered=True), Wish(0.38, "glare", covered=False)
GLARE: dict[str, list[tuple[str, int, set[int], Wish, int]]] = {
    "reflex on a wall is not taken for the window of another": [
        ("printed", 1, {8, 56}, WHOLE, 37),
        ("printed", 1, {8, 56}, WHOLE, 112),
        ("printed", 1, {8, 29}, COVERED, 36),
        ("printed", 1, {8, 29}, COVERED, 66),
        ("alike", 24, {27, 42}, COVERED, 267),
    ],
    "card outside the candidates does not decide between them": [
        ("alike", 75, {6, 64}, replace(COVERED, mm_per_px=0.38), 55),
        ("alike", 75, {6, 64}, replace(COVERED, mm_per_px=0.38), 77),
    ],
}


@pytest.mark.parametrize(
    ("deck_name", "name", "others", "wish", "seed"),
    [pytest.param(*case, id=f"{what} {case[-1]}") for what, cases in GLARE.items() for case in cases],
)
def test_card_in_glare_stays_right_or_unknown_among_candidates(
    deck_name: str, name: int, others: set[int], wish: Wish, seed: int
) -> None:
    names = seen(name, wish, seed, deck_name=deck_name, candidates={name, *others}, gates=AMONG_FEW).names
    assert not names or name in names


def test_houses_that_are_much_less_like_it_are_not_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = []
    monkeypatch.setattr(recognising, "_CLEAR", 2.0)
    monkeypatch.setattr(likeness, "laid", lambda *args: laid.append(args[-1]) or laying.laid(*args))
    seen(58, Wish(0.38, "dim", covered=True), left_out=WITHOUT_SOME)
    assert {box(WITHOUT_SOME).prints.names[one] for one in laid} == {58}


def test_cards_that_differ_by_the_number_alone_are_sought_as_one() -> None:
    prints = box().prints
    sought_as = dict(zip(prints.names, (prints.names[one] for one in Finder(prints).sought_as), strict=True))
    assert {sought_as[one] for one in alike_in_upper_half()[33]} == {min(alike_in_upper_half()[33])}
    assert len({sought_as[one] for one in SOME}) == len(SOME)


def test_what_lies_on_a_card_changes_nothing_beside_it() -> None:
    shown = beside(33, 20, covered=False)
    plain, details = shown.picture, box().details
    corner = np.array([[[30, 50], [SIZE_MM[0], 50], SIZE_MM, [30, SIZE_MM[1]]]], np.float64)
    grey, hidden = plain.grey.copy(), np.zeros(plain.colour.shape[:2], np.uint8)
    for dots, to_dots, level in ((grey, np.eye(3), 20), (hidden, laying.to_colour(plain), 1)):
        outline = cv2.perspectiveTransform(corner, to_dots @ shown.place)
        cv2.fillConvexPoly(dots, np.round(outline).astype(np.int32), (level,))
    which = box().prints.names.index(33)
    print_light, face = details.light(which, "whole"), box().prints.whole.faces[which]
    cards = [
        close_view(picture, shown.place, SIZE_MM, print_light, face)
        for picture in (plain, Picture(grey, plain.colour, hidden=hidden))
    ]
    apart = np.abs(cards[0].light - cards[1].light) * cards[1].weight
    assert apart.max() < 0.3


def without_windows(shown: View) -> list[Picture]:
    """The picture with a reflex on the upper part of a house's windows, and with something else on it."""
    windows = np.array([[[3.0, 18.3], [56.0, 18.3], [56.0, 34.3], [3.0, 34.3]]])
    grey, colour = shown.picture.grey.copy(), shown.picture.colour.copy()
    there = cv2.perspectiveTransform(windows, laying.to_colour(shown.picture) @ shown.place)[0]
    hidden = cv2.fillConvexPoly(np.zeros(colour.shape[:2], np.uint8), np.round(there).astype(int), (1,))
    colour[hidden > 0] = 255
    cv2.fillConvexPoly(grey, np.round(cv2.perspectiveTransform(windows, shown.place)[0]).astype(int), (255,))
    return [Picture(grey, colour), replace(shown.picture, hidden=hidden)]


def test_card_is_not_told_by_what_a_reflex_leaves_of_all_that_differs() -> None:
    rng, faces = np.random.default_rng(4), deck("alike").faces
    shown = view(rng, faces[1], [faces[other] for other in (20, 64, 81)], Wish(0.30, "even", covered=True))
    pictures = [shown.picture, *without_windows(shown)]
    answers = [recognise(picture, shown.place, box(name="alike"), {1, 65}, AMONG_FEW) for picture in pictures]
    assert [answer.names for answer in answers] == [{1}, {1, 65}, {1}]


@pytest.mark.parametrize(
    ("lead", "misfit", "share", "may_be"),
    [
        (-0.4, 0.05, 0.2, False),
        (0.4, 0.05, 0.2, False),
        (0.4, 0.2, 0.2, True),
        (0.2, 0.05, 0.2, True),
        (0.2, 0.5, 0.8, False),
    ],
)
def test_what_a_reflex_leaves_of_a_detail_is_believed_where_it_is_clear(
    lead: float, misfit: float, share: float, *, may_be: bool
) -> None:
    assert DetailAnswer(lead, 30.0, misfit, share).may_be_fringe == may_be


@pytest.mark.parametrize(("name", "other", "seed"), [(5, 42, 48), (1, 44, 81), (64, 60, 342)])
def test_card_is_told_by_what_a_reflex_leaves_where_that_is_clear(name: int, other: int, seed: int) -> None:
    wish = Wish(0.38, "glare", covered=True)
    face = seen(name, wish, seed, deck_name="alike", candidates={name, other}, gates=AMONG_FEW)
    assert face.names == {name}


def lit(dots: NDArray[np.uint8], at: NDArray[np.float64], wide_px: float, light: float) -> NDArray[np.uint8]:
    """A picture with a round spot that is so much lighter."""
    spot = cv2.circle(np.zeros(dots.shape[:2]), [round(float(one)) for one in at], round(wide_px / 2), (light,), -1)
    return np.clip(dots + (spot if dots.ndim == 2 else spot[..., None]), 0, 255).astype(np.uint8)


def spotted(name: int, wide_mm: float, light: float) -> Face:
    """A card with a spot on its wall, as the table is asked for it."""
    rng = np.random.default_rng(3)
    shown = view(
        rng,
        printed_faces()[name],
        [printed_faces()[other] for other in (20, 64, 81)],
        Wish(0.38, "even", covered=False),
    )
    at = cv2.perspectiveTransform(np.array([[[12.0, 9.0]]]), shown.place)[0, 0]
    finer = shown.picture.colour.shape[1] / shown.picture.grey.shape[1]
    picture = Picture(
        lit(shown.picture.grey, at, wide_mm / 0.38, light),
        lit(shown.picture.colour, at * finer, wide_mm / 0.38 * finer, light),
    )
    return recognise(picture, roughly(rng, shown.place), box(), gates=ON_THE_TABLE)


def test_image_of_a_small_lamp_in_a_sleeve_leaves_a_card_known() -> None:
    assert spotted(33, 3.0, 80).names == {33}


@pytest.mark.parametrize(("wide_mm", "light"), [(8.0, 80), (3.0, -80)])
def test_something_larger_or_darker_is_no_image_of_a_lamp(wide_mm: float, light: float) -> None:
    assert not spotted(33, wide_mm, light).names
