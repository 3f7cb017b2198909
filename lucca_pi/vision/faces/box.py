"""
A box of enrolled cards: their faces, and which of them are printed alike.

What a card's picture must reach before it is named; fixed before the views that judge it were made.

Lays the photographs of a box over each other, so that faces that look alike differ in print alone.

Enrolment cuts cards out to about a millimetre, and a card that looks much the same on its head may lie so in one
photograph. Left as it is, that would look like a difference between twins.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.details import Details
from lucca_pi.vision.faces.inks import Inks
from lucca_pi.vision.faces.laying import Homography, half_turn, laid, likeliest, rectified
from lucca_pi.vision.faces.likeness import differences, light_likeness
from lucca_pi.vision.faces.prints import PX_PER_MM, Floats, Part, PartPrints, Prints, features, unpacked
from lucca_pi.vision.picture import Colour, Picture, reduced

ALIKE = 0.75
"""Least likeness of two faces at which the one is laid over the other."""
TRIED = 2
"""Other faces that a face is laid over: the likeliest."""
SCALE = 2 * PX_PER_MM
"""Pixels per mm of a photograph that is laid over a face."""
TURNED = 0.75
"""Agreement of a face on its head with one of the box from which cards like that one are tried on their heads, too."""
NEARER = 0.85
"""
The part of what cards of a box leave of each other that a card may leave. Of 486 photographs of cards that were left
out of a box of Set cards 1 is taken for another.
"""
LEAST_STRANGE, MOST_STRANGE = 0.03, 0.15
"""Of the cards of that box 5 in 100 leave more than the first; the edge of a shadow leaves 0.1 of a drawn card."""


@dataclass(frozen=True, slots=True)
class Gates:
    """
    `likeness`: least correlation with the print; `view`: least share of it in view.

    `lead`: least lead over every face that could be told apart. `apart`: from here two prints, as far as they are in
    view, can be told apart. `twins`: below this two photographs of each card show no difference. `close`: faces that
    differ by more are not confused.

    `detail_lead`, `detail_apart`: the same where two faces differ in details. `detail_misfit`: most of a detail that
    neither explains.

    `strange`: most of the picture's light, anywhere on the card, that the likeliest face does not explain; the less of
    it the less of the card is in view, for what is hidden may be strange too.

    `strange_below`: most of the light below the upper part that the likeliest face does not explain, where the lower
    part tells it from others. In view it leaves 1 at most, also beside a reflex; under another card 7 or more.
    `view_below`: least share of the lower part that is not clipped, for it to tell anything.
    """

    likeness: float = 0.85
    view: float = 0.2
    lead: float = 0.15
    apart: float = 450.0
    twins: float = 400.0
    close: float = 2000.0
    detail_lead: float = 0.15
    detail_apart: float = 20.0
    detail_misfit: float = 0.6
    strange: float = 0.7
    strange_below: float = 3.0
    view_below: float = 0.6

    @property
    def asks_for_strange(self) -> bool:
        return self.strange < np.inf


GATES = Gates()
"""
Where a card may be any. One that is not of the deck reaches a likeness of 0.97 with a card that is drawn alike, and
leaves 4 unexplained, or 0.4 where a reflex hides what differs. One of the deck leaves 0.25 at most in 19 of 20
flat views without reflexes; on whole tables it may leave more.
"""
AMONG_FEW = Gates(likeness=0.5, strange=np.inf)
"""Where the rules leave two or three cards, and one of them is the likeliest of all."""
ON_THE_TABLE = Gates(likeness=0.65, strange=0.9)
"""Where it lies as a card of the deck would: lamps and haze leave more of it unexplained, and less of it to compare."""


@dataclass(frozen=True, slots=True)
class Registered:
    """
    How the two photographs of a face lie.

    `frame`: the number of the face over which they are laid, its own or that of one that looks alike. `places`: from
    millimetres on that face to pixels of each photograph, (3, 3).
    """

    frame: int
    places: tuple[Homography, Homography]


def registered(first: Sequence[Colour], second: Sequence[Colour], size_mm: tuple[float, float]) -> list[Registered]:
    """Both photographs of all faces, each face over the likeliest one before it if it looks alike."""
    first, second = ([_grey(face) for face in faces] for faces in (first, second))
    prints = Prints.of(dict(enumerate(first)), size_mm).whole
    laid_ones: list[tuple[int, Homography]] = []
    for which, photograph in enumerate(first):
        laid_ones.append(_over_another(photograph, prints, which, laid_ones, first))
    flat = [laid_flat(photograph, place, size_mm) for photograph, (_, place) in zip(first, laid_ones, strict=True)]
    straight = Prints.of(dict(enumerate(flat)), size_mm).whole
    return [
        Registered(frame, (place, _again(photograph, straight, which)))
        for which, (photograph, (frame, place)) in enumerate(zip(second, laid_ones, strict=True))
    ]


def laid_flat(photograph: Colour, place: Homography, size_mm: tuple[float, float]) -> Colour:
    """The photograph as it lies over its frame, at `SCALE`."""
    step = np.array([[1 / SCALE, 0, 0.5 / SCALE], [0, 1 / SCALE, 0.5 / SCALE], [0, 0, 1]])
    size_px = round(size_mm[0] * SCALE), round(size_mm[1] * SCALE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(photograph, place @ step, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def own_place(place: Homography, photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From millimetres on the card itself to millimetres on the face over which its photograph is laid."""
    return np.asarray(np.linalg.inv(place) @ _filled(photograph, size_mm), np.float64)


def turnable(prints: Prints, photographs: Sequence[Colour]) -> frozenset[int]:
    """The faces that one of the box is like on its head."""
    turned = half_turn(prints.size_mm)
    places = (_filled(photograph, prints.size_mm) @ turned for photograph in photographs)
    every = [
        next(likeliest(_picture(one), place, prints.whole)) for one, place in zip(photographs, places, strict=True)
    ]
    return frozenset(one.which for one in every if one.agreement >= TURNED)


def _over_another(
    photograph: Colour,
    prints: PartPrints,
    which: int,
    before: Sequence[tuple[int, Homography]],
    photographs: Sequence[Colour],
) -> tuple[int, Homography]:
    """A photograph in the frame of the face before it that looks most alike, or as it lies: the frame and its place."""
    likeness, other, place = _likeliest(photograph, prints, range(len(before)))
    if likeness < ALIKE:
        return which, _filled(photograph, prints.size_mm)
    frame, other_place = before[other]
    return frame, place @ np.linalg.inv(own_place(other_place, photographs[other], prints.size_mm))


def _again(photograph: Colour, prints: PartPrints, which: int) -> Homography:
    """Another photograph of a face over the one that is laid already, whichever way up fits."""
    likeness, _, place = _likeliest(photograph, prints, (which,))
    return place if likeness >= ALIKE else _filled(photograph, prints.size_mm)


def _likeliest(photograph: Colour, prints: PartPrints, among: Container[int]) -> tuple[float, int, Homography]:
    """How like the likeliest of some faces a photograph's light is, which one, and the photograph's place over it."""
    shown, as_it_lies = _picture(photograph), _filled(photograph, prints.size_mm)
    ways = (as_it_lies, as_it_lies @ half_turn(prints.size_mm))
    rough = [one for way in ways for one in islice(likeliest(shown, way, prints, among), TRIED)]
    rough.sort(key=lambda one: -one.agreement)
    every = [(0.0, -1, as_it_lies)]
    for one in rough[:TRIED]:
        place = laid(shown, one.place, prints, one.which)
        card = features(rectified(shown, place, prints.size_mm))
        every.append((light_likeness(card, prints, one.which)[0], one.which, place))
    return max(every, key=lambda one: one[0])


def _filled(photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From a card's millimetres to the pixels of a photograph that it fills."""
    across, down = photograph.shape[1] / size_mm[0], photograph.shape[0] / size_mm[1]
    return np.array([[across, 0, -0.5], [0, down, -0.5], [0, 0, 1]])


def _grey(photograph: Colour) -> Colour:
    """The photograph without its colours: twins may differ in these alone."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB), np.uint8)


def _picture(photograph: Colour) -> Picture:
    """A photograph as faces are looked for in it."""
    return Picture(np.asarray(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), np.uint8), reduced(photograph))


@dataclass(frozen=True, eq=False)
class Box:
    """
    The enrolled faces of a deck: `prints`, and what differs in print, (n, n), of the upper part and of the whole.

    `inks`: the colours of the faces, by part. `frames`: for each face the number of the one over which its photographs
    are laid, its own or that of one that looks alike. `own_places`: from millimetres on each card to those on that
    face, (3, 3). `turnable`: the frames of faces that one of the box is like on its head.
    """

    prints: Prints
    upper_differences: Floats
    whole_differences: Floats
    details: Details
    inks: Mapping[Part, Inks]
    frames: Sequence[int]
    own_places: Sequence[Homography]
    turnable: frozenset[int]

    @cached_property
    def strange(self) -> Mapping[Part, float]:
        """
        By part the share of the likeliest face from which a card is none of the box, if it leaves that unexplained.

        Cards of another box differ from these as these do from each other. Where details tell these apart, they tell
        strangers, too; where inks alone do, a stranger leaves nearly as much as another card of the box.
        """
        others = self.whole_differences + np.diag(np.full(len(self.prints.names), np.inf))
        if np.median(others.min(axis=1)) >= GATES.twins:
            return dict.fromkeys(self.inks, MOST_STRANGE)
        shares = {part: NEARER * inks.nearest for part, inks in self.inks.items()}
        return {part: float(np.clip(share, LEAST_STRANGE, MOST_STRANGE)) for part, share in shares.items()}


def box_of(photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float]) -> Box:
    """
    The box of these packed photographs of upright faces, two by each code; sizes as of a card.

    A face with one photograph alone is taken as printed as it looks. Raises PictureError for one that cannot be
    unpacked, with its code.
    """
    faces = [[unpacked(code, pictures[:2][which]) for code, pictures in photographs.items()] for which in (0, -1)]
    places = registered(faces[0], faces[1], size_mm)
    first, second = (
        Prints.of(
            {
                code: laid_flat(face, one.places[which], size_mm)
                for code, face, one in zip(photographs, faces[which], places, strict=True)
            },
            size_mm,
        )
        for which in (0, 1)
    )
    once = np.array([len(pictures) < 2 for pictures in photographs.values()])
    frames = [one.frame for one in places]
    parts: tuple[Part, Part] = "upper", "whole"
    return Box(
        prints=first,
        upper_differences=_printed(first, second, "upper", once),
        whole_differences=_printed(first, second, "whole", once),
        details=Details(photographs, first, [one.places for one in places]),
        inks={part: Inks(np.stack([first.colours[part], second.colours[part]], axis=1), frames) for part in parts},
        frames=frames,
        own_places=[own_place(one.places[0], face, size_mm) for one, face in zip(places, faces[0], strict=True)],
        turnable=frozenset(frames[one] for one in turnable(first, faces[0])),
    )


def alike_in(box: Box) -> list[tuple[int, int]]:
    """The pairs of faces, by their numbers, of which the upper parts show no difference."""
    one, other = np.nonzero(np.triu(box.upper_differences < GATES.twins, 1))
    return list(zip(one.tolist(), other.tolist(), strict=True))


def twins_in(box: Box) -> frozenset[int]:
    """The codes of cards whose upper parts look like another's: only below they may differ."""
    others = box.upper_differences + np.diag(np.full(len(box.prints.names), np.inf))
    return frozenset(np.array(box.prints.names)[others.min(axis=1) < GATES.close].tolist())


def _printed(first: Prints, second: Prints, part: Part, once: NDArray[np.bool_]) -> Floats:
    """What differs in print; from a face that was photographed `once`, everything."""
    apart = differences(first, second, part)
    apart[once | once[:, None]] = np.inf
    np.fill_diagonal(apart, 0)
    return apart
