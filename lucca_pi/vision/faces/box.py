"""A box of enrolled cards: their faces, and which of them are printed alike."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.details import Details, frames
from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.gates import GATES
from lucca_pi.vision.faces.prints import Part, Prints
from lucca_pi.vision.faces.twins import differences
from lucca_pi.vision.faces.unpacking import unpacked


@dataclass(frozen=True, eq=False)
class Box:
    """The enrolled faces of a deck: `prints`, and what differs in print, (n, n), of the upper part and of the whole."""

    prints: Prints
    upper_differences: Floats
    whole_differences: Floats
    details: Details


def box_of(photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float]) -> Box:
    """
    The box of these packed photographs of upright faces, two by each code; sizes as of a card.

    A face with one photograph alone is taken as printed as it looks. Raises PictureError for one that cannot be
    unpacked, with its code.
    """
    first, second = (
        Prints.of({code: unpacked(code, pictures[:2][which]) for code, pictures in photographs.items()}, size_mm)
        for which in (0, -1)
    )
    once = np.array([len(pictures) < 2 for pictures in photographs.values()])
    upper, whole = _printed(first, second, "upper", once), _printed(first, second, "whole", once)
    return Box(first, upper, whole, Details(photographs, (first, second), frames(whole)))


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
