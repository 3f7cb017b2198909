"""Faces that are printed alike: no picture of that part tells them apart."""

import numpy as np

from lucca_pi.vision.faces.features import COARSER, PX_PER_MM, Floats
from lucca_pi.vision.faces.prints import Part, Prints
from lucca_pi.vision.faces.telling import CHROMA


def differences(first: Prints, second: Prints, part: Part) -> Floats:
    """
    How much each two faces differ in print, from two photographs of every card: (n, n), as `Told.apart`.

    A difference that is printed is in both photographs. Noise is in one: it makes twins look different in a single
    photograph, and averages out in the product of two.
    """
    one, other = first.part(part), second.part(part)
    rows = [_row(which, one.light, other.light, one.edge) + _row(which, one.ratios, other.ratios, None)
            for which in range(len(first.names))]  # fmt: skip
    return np.asarray(np.array(rows) / PX_PER_MM**2, np.float32)


def _row(which: int, one: Floats, other: Floats, edge: Floats | None) -> Floats:
    product = (one[which] - one) * (other[which] - other)
    if edge is None:
        return np.asarray(product.sum(axis=(1, 2, 3)) * COARSER**2 * CHROMA / 4, np.float32)
    return np.asarray((product * edge).sum(axis=(1, 2)), np.float32)
