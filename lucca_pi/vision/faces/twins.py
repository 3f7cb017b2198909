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
    light = _products(one.every_light() * one.edge, other.every_light())
    ratios = _products(one.ratios, other.ratios) * COARSER**2 * CHROMA / 4
    return np.asarray((light + ratios) / PX_PER_MM**2, np.float32)


def _products(one: Floats, other: Floats) -> Floats:
    """For each two faces the sum over the product of their differences in both photographs."""
    count = len(one)
    agreement = one.reshape(count, -1) @ other.reshape(count, -1).T
    same = np.diag(agreement)
    return np.asarray(same[:, None] + same[None] - agreement - agreement.T, np.float32)
