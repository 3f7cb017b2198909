"""A box of enrolled cards: their faces, and which of them are printed alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.details import Details
from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.gates import GATES
from lucca_pi.vision.faces.inks import Inks
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.prints import Part, Prints
from lucca_pi.vision.faces.registered import laid_flat, own_place, registered, turnable
from lucca_pi.vision.faces.twins import differences
from lucca_pi.vision.faces.unpacking import unpacked

NEARER = 0.85
"""
The part of what cards of a box leave of each other that a card may leave. Of 486 photographs of cards that were left
out of a box of Set cards 1 is taken for another.
"""
LEAST_STRANGE, MOST_STRANGE = 0.03, 0.15
"""Of the cards of that box 5 in 100 leave more than the first; the edge of a shadow leaves 0.1 of a drawn card."""


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
        details=Details(photographs, first, places),
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
