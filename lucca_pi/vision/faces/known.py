"""
Recognises a card among those photographed before, by its whole face, and judges whether its photograph is fit.

Cards are cut out upright with a margin. A fit photograph is sharp and without a reflection.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.laying import (
    CUT_MARGIN_MM,
    CUT_PX_PER_MM,
    Homography,
    cut_place,
    likeliest_faces,
    shift,
)
from lucca_pi.vision.faces.likeness import Comparison, LaidFace
from lucca_pi.vision.faces.prints import (
    PX_PER_MM,
    Features,
    Floats,
    PartPrints,
    Prints,
    fineness,
    relative_light,
    unclipped,
)
from lucca_pi.vision.picture import Colour, Picture
from lucca_pi.vision.plane import rectangle

_LIKE = 0.85
"""Least likeness of two photographs of one card."""
_UNLIKE = 0.75
"""
Most difference of two photographs of one card in any place of `_PLACE_MM`.

0.10 of 672 drawn ones; cards that differ by a large number alone have 1.24 and more, by one of 5 mm 0.03 and more.
"""
_COLOURS = 0.09
"""
Largest difference in colours of two photographs of one card, without cast and fewer than half of the card.

Drawn ones by a lamp have 0.08; cards of other colours that light alone does not distinguish have 0.1 and more.
"""
CLEAR = 0.15
"""Lead below which a picture may be of the second card: 0.06 at most if it was; nearly all others have 0.2."""
_NOWHERE_UNLIKE, _TIMES = 0.1, 2.0
"""
Most difference, in any place, of a picture of a card, and factor by which it differs more from another card somewhere.

A noisy photograph of a card has no lead over a clear one of another that is alike.
"""
_LEAST_UNLIKE, _AS_USUAL = 0.02, 3.0
"""
Difference in any place that photographs of one card may always have, and factor over the usual one in one light.

9 of 10 drawn ones have less, at one scale.
"""
_RANKED, _NEAREST = 10, 2
"""Likeliest cards that are compared if the picture is unlike the likeliest one; and if it is not."""
_LAID = 2
"""Cards, the likeliest, that are laid."""
_TRIES = 5
"""Most changes to a likelier card."""
_Laid = Callable[[LaidFace, int], LaidFace]
"""Function that lays another card in the place of a laid one."""
_Flaw = Literal["", "blurred", "reflex"]
_BLURRED = 0.45
"""Least share of finer contrast: sharp cards have 0.46, at 0.6 mm/px too; cards blurred by 1 mm mostly 0.42."""
_REFLEX_MM = 7.0
"""Least width of a clipped patch that is a reflection: printed white clips in smaller ones."""


@dataclass(frozen=True, slots=True)
class CardMatch:
    """
    The card photographed before that fits best, and its place in the cut-out card.

    `unlike`: most difference of both in any place; `colours`: that of their colours. `lead`: over the next likeliest,
    0 if both are as likely. `rivals`: the cards that it may be as well.
    """

    code: int
    place: Homography
    likeness: float
    unlike: float
    lead: float
    colours: float = 0.0
    rivals: frozenset[int] = frozenset()

    @property
    def is_same(self) -> bool:
        """True if it is that card, by two photographs."""
        return self.likeness >= _LIKE and self.unlike <= _UNLIKE and self.colours <= _COLOURS

    @property
    def is_similar(self) -> bool:
        """True if it may be that card with a part of it in other light."""
        return self.likeness >= _LIKE and self.colours <= _COLOURS


class KnownCards:
    """
    The cards photographed before, by code; `faces` are cut out without a margin.

    `usual`: the usual difference of a card's photographs in this light, at this scale; 0 if unknown.
    """

    def __init__(self, faces: Mapping[int, Colour], size_mm: tuple[float, float], usual: float = 0.0) -> None:
        self._prints = Prints.of(faces.items(), size_mm) if faces else None
        self._size_mm = size_mm
        self._least = max(_LEAST_UNLIKE, _AS_USUAL * usual)

    def match(self, card: Colour) -> CardMatch | None:
        """The card among them that fits best; None if there are none."""
        if self._prints is None:
            return None
        shown, prints = Picture.of_colour(card), self._prints.whole
        rough = islice(likeliest_faces(shown, cut_place(), prints), _LAID)
        tried = [LaidFace.at(shown, one.place, prints, one.which) for one in rough]
        best, every = max(tried, key=lambda one: one.likeness), np.arange(len(prints.faces))
        for _ in range(_TRIES):
            answer = best.compared(every)
            lead, other = _next(answer, best.which)
            if lead >= 0:
                break
            best = LaidFace.at(shown, best.place, prints, other)
        laid = cache(lambda face, one: LaidFace.at(shown, face.place, prints, one))
        if (clearer := self._clearer(best, laid)) is not None:
            best = clearer
            answer = best.compared(every)
            lead, _other = _next(answer, best.which)
        likely = answer.among[(answer.lead < CLEAR) & (answer.among != best.which)].tolist()
        rivals = self._rivals(best, likely, laid)
        off = best.unlike, max(lead, 0.0), _colours(best.card, prints, best.which)
        names = self._prints.names
        return CardMatch(names[best.which], best.place, best.likeness, *off, frozenset(names[one] for one in rivals))

    def _clearer(self, best: LaidFace, laid: _Laid) -> LaidFace | None:
        """Another card that the picture is nowhere unlike, if it is unlike the likeliest one in some place."""
        if best.unlike < _TIMES * self._least:
            return None
        ranked = np.argsort(-best.every)[:_RANKED].tolist()
        tried = [laid(best, one) for one in ranked if one != best.which]
        most = min(_NOWHERE_UNLIKE, best.unlike / _TIMES)
        fit = [one for one in tried if one.likeness >= _LIKE and one.unlike <= most]
        return min(fit, key=lambda one: one.unlike, default=None)

    def _rivals(self, best: LaidFace, likely: Sequence[int], laid: _Laid) -> list[int]:
        """
        The other cards that it may be as well: as likely ones, and ones that it is nowhere unlike.

        Noise alone gives a photograph of a card a lead over another one of the same card.
        """
        ranked = np.argsort(-best.every)[: 1 + _NEAREST].tolist()
        others = {one for one in (*likely, *ranked) if one != best.which}
        unlike = {one: laid(best, one).unlike for one in others}
        least = max(_TIMES * best.unlike, self._least) if best.unlike <= _NOWHERE_UNLIKE else np.inf
        return [one for one in others if unlike[one] < (least if one in likely else self._least)]


def _next(answer: Comparison, which: int) -> tuple[float, int]:
    """The least lead over another face, and that face; 0.5 if no other is near."""
    others = answer.among != which
    if not others.any():
        return 0.5, which
    least = int(answer.lead[others].argmin())
    return float(answer.lead[others][least]), int(answer.among[others][least])


def _colours(card: Features, prints: PartPrints, which: int) -> float:
    """The difference of ratios of colours, without what all of the card has, that most of it stays below."""
    off = card.ratios - prints.ratios[which]
    apart = np.abs(off - np.median(off, axis=(0, 1))).max(-1)
    return float(np.percentile(apart, 60))


def cut_out(
    picture: Colour, place: Homography, size_mm: tuple[float, float], margin_mm: float = CUT_MARGIN_MM
) -> Colour:
    """The card at `place`, upright at `CUT_PX_PER_MM`, with a margin around it."""
    step = 1 / CUT_PX_PER_MM
    size = tuple(round((side + 2 * margin_mm) * CUT_PX_PER_MM) for side in size_mm)
    to_card = np.array([[step, 0, step / 2 - margin_mm], [0, step, step / 2 - margin_mm], [0, 0, 1]])
    soft, at = _not_finer(picture, place, size_mm)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(soft, at @ to_card, (size[0], size[1]), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _not_finer(picture: Colour, place: Homography, size_mm: tuple[float, float]) -> tuple[Colour, Homography]:
    """The part of the picture with the card, reduced if it is much finer than the cut."""
    wide, high = size_mm[0] + 10, size_mm[1] + 10
    at = cv2.perspectiveTransform((rectangle(wide, high) - 5)[None], place)[0]
    low = np.clip(np.floor(at.min(0)).astype(int), 0, None)
    high_px = np.ceil(at.max(0)).astype(int) + 1
    part = picture[low[1] : high_px[1], low[0] : high_px[0]]
    px_per_mm = np.sqrt(abs(float(cv2.contourArea(at.astype(np.float32)))) / (wide * high))
    scale = min(1.0, 1.25 * CUT_PX_PER_MM / max(px_per_mm, 1e-6))
    here = shift(-low[0], -low[1]) @ place
    if scale == 1.0 or not part.size:
        return part, here
    half = (scale - 1) / 2
    smaller = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8), np.array([[scale, 0, half], [0, scale, half], [0, 0, 1]]) @ here


def without_margin(card: Colour) -> Colour:
    """The card alone."""
    rim = round(CUT_MARGIN_MM * CUT_PX_PER_MM)
    return card[rim:-rim, rim:-rim]


def with_margin(card: Colour) -> Colour:
    """The card with a margin, as `cut_out` gives it, that repeats its rim."""
    rim = round(CUT_MARGIN_MM * CUT_PX_PER_MM)
    return np.asarray(cv2.copyMakeBorder(card, rim, rim, rim, rim, cv2.BORDER_REPLICATE), np.uint8)


def upright_leads(cards: Collection[Colour], others: Collection[Colour] = ()) -> list[float]:
    """
    The lead in likeness of each card as it lies over the same card on its head, compared with the rest: from -2 to 2; 0
    if unclear.

    All cards of a box share a plan; `others` are known to be upright. All are cut out without a margin.
    """
    lights, known = [_coarse(card) for card in cards], [_coarse(card) for card in others]
    total = np.sum(known + ([] if known else lights), axis=0)
    leads = []
    for light in lights:
        rest = total if known else total - light
        leads.append(_correlation(light, rest) - _correlation(light[::-1, ::-1], rest))
    return leads


def are_of_plan(cards: Iterable[Colour], others: Iterable[Colour]) -> list[bool]:
    """True for each card that, either way up, has the plan of `others` at least half as clearly as these usually do."""
    lights = [_coarse(other) for other in others]
    total = np.sum(lights, axis=0)
    least = float(np.median([_correlation(one, total - one) for one in lights])) / 2
    every = [_coarse(card) for card in cards]
    return [max(_correlation(one, total), _correlation(one[::-1, ::-1], total)) >= least for one in every]


def _coarse(card: Colour) -> Floats:
    """Relative light, blurred: the plan of a card."""
    grey = cv2.cvtColor(card, cv2.COLOR_RGB2GRAY)
    scale = PX_PER_MM / CUT_PX_PER_MM
    small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.GaussianBlur(relative_light(small), (0, 0), 2), np.float32)


def _correlation(one: Floats, other: Floats) -> float:
    a, b = one - one.mean(), other - np.mean(other)
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-9))


def flaw(card: Colour) -> _Flaw:
    """The flaw of a cut-out card, without a margin."""
    if fineness(card) < _BLURRED:
        return "blurred"
    clipped = (unclipped(Picture.of_colour(card), CUT_PX_PER_MM) == 0).astype(np.uint8)
    side = round(_REFLEX_MM * CUT_PX_PER_MM)
    return "reflex" if cv2.erode(clipped, np.ones((side, side), np.uint8), borderValue=(0,)).any() else ""
