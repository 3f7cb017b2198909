"""
A box of enrolled cards: their faces, which of them are printed alike, and the gates for naming one.

Photographs of faces that look alike are laid over each other, so that these differ in print alone. Enrolment cuts cards
out to about a millimetre, and a card that looks much the same on its head may lie so in one photograph: that would look
like a difference between twins.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.files import kept
from lucca_pi.vision.faces.details import Details
from lucca_pi.vision.faces.inks import Inks
from lucca_pi.vision.faces.laying import Homography, half_turn, likeliest_faces, warped
from lucca_pi.vision.faces.likeness import LaidFace, print_differences
from lucca_pi.vision.faces.prints import PARTS, PX_PER_MM, Floats, Part, PartPrints, Prints, fineness, unpacked
from lucca_pi.vision.picture import Colour, Grey, Picture

_ALIKE = 0.75
"""Least likeness of two faces for one to be laid over the other."""
_TRIED = 2
"""Other faces, the likeliest, that a face is tried over."""
_SCALE = 2 * PX_PER_MM
"""Pixels per mm of photographs laid over a face."""
_TURNED = 0.75
"""Least agreement of a face on its head with one of the box for cards like that one to be tried on their heads too."""
_NEARER = 0.75
"""
Share that a card of the box leaves unexplained at most, as a part of what its cards leave of each other.

With 0.85, 2 of 486 photographs of cards that were left out of a box of Set cards are taken for others.
"""
_LEAST_STRANGE, MOST_STRANGE = 0.03, 0.15
"""Bounds of that share: 5 in 100 cards of that box leave more than the first; a shadow's edge 0.1 of a drawn card."""


@dataclass(frozen=True, eq=False)
class Box:
    """
    The enrolled faces of a deck: `prints`, and the differences in print, (n, n), of upper parts and of whole cards.

    `inks`: the colours of the faces, by part. `frames`: for each face the number of the one over which its photographs
    are laid, itself or one that looks alike. `own_places`: from millimetres on each card to those on that face, (3, 3).
    `turnable`: the frames of faces that another one of the box is like on its head.
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
    def differs_in_details(self) -> bool:
        """True if details, and not inks alone, distinguish most of its faces from the nearest other one."""
        others = self.whole_differences + np.diag(np.full(len(self.prints.names), np.inf))
        return bool(np.median(others.min(axis=1)) >= GATES.twins)

    @cached_property
    def strange(self) -> Mapping[Part, float]:
        """
        The share of the likeliest face, by part, that only a strange card leaves unexplained.

        Strangers differ from these cards as these do from each other. If details distinguish these, they find strangers
        too; if inks alone do, a stranger leaves nearly as much as another card of the box.
        """
        if self.differs_in_details:
            return dict.fromkeys(self.inks, MOST_STRANGE)
        shares = {part: _NEARER * inks.nearest for part, inks in self.inks.items()}
        return {part: float(np.clip(share, _LEAST_STRANGE, MOST_STRANGE)) for part, share in shares.items()}


def box_of(photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float], *, is_kept: bool = False) -> Box:
    """
    The box of these packed photographs of upright faces, one or two for each code, and of cards of that size.

    A face with one photograph counts as printed just as it looks. `is_kept`: what takes seconds to find out about a box
    that is played with is kept on the disk, and what was kept is used.

    Raises PictureError, with the code, for a photograph that cannot be unpacked.
    """
    once = np.array([len(pictures) < 2 for pictures in photographs.values()])
    photographs = {code: tuple(dict.fromkeys(pictures[:2])) for code, pictures in photographs.items()}
    named = repr((size_mm, [(code, len(pictures)) for code, pictures in photographs.items()])).encode()
    find_out = partial(_rows, photographs, size_mm)
    found = kept("faces", chain([named], *photographs.values()), find_out) if is_kept else find_out()
    rows = np.frombuffer(found, _ROW)
    pairs = zip(photographs.items(), rows["swapped"].tolist(), strict=True)
    photographs = {code: pictures[::-1] if swapped else pictures for (code, pictures), swapped in pairs}
    places = list(zip(rows["place"], rows["other_place"], strict=True))
    first = second = _laid_prints(photographs, places, 0, size_mm)
    if any(len(pictures) > 1 for pictures in photographs.values()):
        second = _laid_prints(photographs, places, 1, size_mm)
    frames = rows["frame"].tolist()

    return Box(
        prints=first,
        upper_differences=_printed(first, second, "upper", once),
        whole_differences=_printed(first, second, "whole", once),
        details=Details(photographs, first, places),
        inks={part: Inks(np.stack([first.colours[part], second.colours[part]], axis=1), frames) for part in PARTS},
        frames=frames,
        own_places=list(rows["own_place"]),
        turnable=frozenset(rows["frame"][rows["turnable"]].tolist()),
    )


def _rows(photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float]) -> bytes:
    """What takes long to find out about these different photographs, a row for each face."""
    sharper = {code: _sharper_first(code, pictures) for code, pictures in photographs.items()}
    greys = [[_grey(unpacked(code, one)) for one in pictures] for code, pictures in sharper.items()]
    frames, places = registered([both[0] for both in greys], [both[-1] for both in greys], size_mm)
    first = _laid_prints(sharper, places, 0, size_mm)
    swapped = [sharper[code] != pictures for code, pictures in photographs.items()]
    own = [_own_place(place, both[0], size_mm) for (place, _again), both in zip(places, greys, strict=True)]
    every = zip(swapped, frames, places, own, _turnable(first, sharper), strict=True)
    return np.array([(swap, frame, *both, place, turn) for swap, frame, both, place, turn in every], _ROW).tobytes()


def _laid_prints(
    photographs: Mapping[int, tuple[bytes, ...]],
    places: Sequence[tuple[Homography, Homography]],
    which: int,
    size_mm: tuple[float, float],
) -> Prints:
    """The prints of the first or the second photograph of each face, or its only one, laid over its frame."""
    faces = (unpacked(code, pictures[: which + 1][-1]) for code, pictures in photographs.items())
    flat = (laid_flat(face, place[which], size_mm) for face, place in zip(faces, places, strict=True))
    return Prints.of(zip(photographs, flat, strict=True), size_mm)


def _sharper_first(code: int, pictures: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The photographs of a card, the sharper one first: cards are laid over that."""
    return tuple(sorted(pictures, key=lambda one: -fineness(unpacked(code, one)))) if len(pictures) > 1 else pictures


def alike_in(box: Box) -> list[tuple[int, int]]:
    """The pairs of faces, by number, whose upper parts show no difference."""
    one, other = np.nonzero(np.triu(box.upper_differences < GATES.twins, 1))
    return list(zip(one.tolist(), other.tolist(), strict=True))


def twins_in(box: Box) -> frozenset[int]:
    """The codes of cards whose upper parts look like another card's: they may differ below alone."""
    others = box.upper_differences + np.diag(np.full(len(box.prints.names), np.inf))
    return frozenset(np.array(box.prints.names)[others.min(axis=1) < GATES.close].tolist())


def _printed(first: Prints, second: Prints, part: Part, once: NDArray[np.bool_]) -> Floats:
    """The differences in print, (n, n); infinite for a face that was photographed `once`."""
    apart = print_differences(first, second, part)
    apart[once | once[:, None]] = np.inf
    np.fill_diagonal(apart, 0)
    return apart


@dataclass(frozen=True, slots=True)
class Gates:
    """
    `likeness`: least correlation with the print; `view`: least share of it in view.

    `lead`: least lead over every face that differs in view. `apart`: least difference in view of such prints. `twins`:
    difference in print below which two photographs of each card show none. `close`: difference above which faces are
    not confused.

    `detail_lead`, `detail_apart`: as `lead` and `apart`, by details. `detail_misfit`: most of a detail that neither
    face explains.

    `strange`: most light, anywhere on the card, that the likeliest face does not explain; less if less of the card is
    in view, as something strange may be hidden too.

    `strange_below`: most light below the upper part that the likeliest face does not explain, if the lower part chooses
    it. In view it leaves 1 at most, also beside a reflection; under another card 7 or more. `view_below`: least share
    of the lower part that is not clipped, if it is to choose.
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
        """True if a card may be of another box."""
        return self.strange < np.inf


GATES = Gates()
"""
Gates for a card that may be any of the deck, or none.

A strange card reaches a likeness of 0.97 with a card drawn alike, and leaves 4 unexplained, or 0.4 if a reflection
hides the difference. A card of the deck leaves 0.25 at most in 19 of 20 flat views without reflections; on whole tables
it may leave more.
"""
AMONG_FEW = Gates(likeness=0.5, strange=np.inf)
"""Gates for a card with two or three candidates by the rules, if one of these is the likeliest face of all."""
ON_THE_TABLE = Gates(likeness=0.65, strange=0.9)
"""Gates for a card in a usual place on the table: lamps and haze leave more of it unexplained."""


_ROW = np.dtype(
    {
        "names": ["swapped", "frame", "place", "other_place", "own_place", "turnable"],
        "formats": ["?", "<i4", *["(3,3)<f8"] * 3, "?"],
    }
)
"""What is kept of a face, as `Box` and `registered` have it. `swapped`: its second photograph is the sharper one."""


def registered(
    first: Sequence[Grey], second: Sequence[Grey], size_mm: tuple[float, float]
) -> tuple[list[int], list[tuple[Homography, Homography]]]:
    """
    For each face the number of its frame, and the places of its two photographs, from millimetres on that to pixels.

    The frame is the likeliest face before it, if that looks alike, or itself. Photographs are grey: twins may differ in
    colours alone. A second photograph that is the first one lies as that does.
    """
    prints = _grey_prints(first, size_mm)
    laid_ones: list[tuple[int, Homography]] = []
    for which, photograph in enumerate(first):
        likeness, other, place = _likeliest(photograph, prints, range(which))
        if likeness < _ALIKE:
            laid_ones.append((which, _filled(photograph, size_mm)))
        else:
            frame, other_place = laid_ones[other]
            laid_ones.append((frame, place @ np.linalg.inv(_own_place(other_place, first[other], size_mm))))
    pairs = zip(first, laid_ones, strict=True)
    straight = _grey_prints((laid_flat(photograph, place, size_mm) for photograph, (_, place) in pairs), size_mm)
    return [frame for frame, _ in laid_ones], [
        (place, place if again is face else _again(again, straight, which))
        for which, (face, again, (_, place)) in enumerate(zip(first, second, laid_ones, strict=True))
    ]


def _grey_prints(photographs: Iterable[Grey], size_mm: tuple[float, float]) -> PartPrints:
    """The prints of whole faces without colours, numbered."""
    return Prints.of(enumerate(map(_without_colours, photographs)), size_mm).whole


def laid_flat(photograph: Colour, place: Homography, size_mm: tuple[float, float]) -> Colour:
    """The photograph as it lies over its frame, at `_SCALE`."""
    return warped(photograph, place, size_mm, (round(size_mm[0] * _SCALE), round(size_mm[1] * _SCALE)))


def _own_place(place: Homography, photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From millimetres on the card itself to millimetres on the face over which its photograph is laid."""
    return np.asarray(np.linalg.inv(place) @ _filled(photograph, size_mm), np.float64)


def _turnable(prints: Prints, photographs: Mapping[int, tuple[bytes, ...]]) -> list[bool]:
    """For each face, whether another one of the box is like it on its head."""
    is_turnable, turned = [False] * len(photographs), half_turn(prints.size_mm)
    for code, (packed, *_) in photographs.items():
        face = unpacked(code, packed)
        place = _filled(face, prints.size_mm) @ turned
        likeliest = next(likeliest_faces(Picture.of_colour(face), place, prints.whole))
        is_turnable[likeliest.which] |= likeliest.agreement >= _TURNED
    return is_turnable


def _again(photograph: Grey, prints: PartPrints, which: int) -> Homography:
    """The place of a face's second photograph over the first, whichever way up fits."""
    likeness, _, place = _likeliest(photograph, prints, (which,))
    return place if likeness >= _ALIKE else _filled(photograph, prints.size_mm)


def _likeliest(photograph: Grey, prints: PartPrints, among: Sequence[int]) -> tuple[float, int, Homography]:
    """The likeness of a photograph's light to the likeliest of some faces, which one, and its place over that."""
    shown, as_it_lies = Picture.of_colour(_without_colours(photograph)), _filled(photograph, prints.size_mm)
    ways = (as_it_lies, as_it_lies @ half_turn(prints.size_mm))
    rough = [one for way in ways for one in islice(likeliest_faces(shown, way, prints, among), _TRIED)]
    rough.sort(key=lambda one: -one.agreement)
    every = [(0.0, -1, as_it_lies)]
    for one in rough[:_TRIED]:
        face = LaidFace.at(shown, one.place, prints, one.which)
        every.append((face.by_light[0], one.which, face.place))
    return max(every, key=lambda one: one[0])


def _filled(photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From a card's millimetres to the pixels of a photograph that it fills."""
    across, down = photograph.shape[1] / size_mm[0], photograph.shape[0] / size_mm[1]
    return np.array([[across, 0, -0.5], [0, down, -0.5], [0, 0, 1]])


def _grey(photograph: Colour) -> Grey:
    return np.asarray(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), np.uint8)


def _without_colours(grey: Grey) -> Colour:
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
