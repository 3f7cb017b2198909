"""A whole box as it is kept once all its cards were photographed twice."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.box.draft_files import draft_file, new_draft
from lucca_pi.box.photo_store import Gathered, Photographed, packed
from tests.faces.owner import TOWERS_AND_BACK, face


@cache
def snapped(code: int, seed: int) -> bytes:
    """A photograph of a card as it is kept."""
    rng = np.random.default_rng([code, seed])
    card = cv2.resize(face(code), (236, 364))
    soft = cv2.GaussianBlur(card, (0, 0), 1.1) * rng.uniform(0.6, 0.9) + rng.normal(0, 3, card.shape)
    return packed(np.clip(soft, 0, 255).astype(np.uint8))


def whole_box() -> Gathered:
    """All cards, photographed twice, the first 20 in order of their numbers."""
    order = enumerate(laid_in_order(), start=1)
    cards = {at: Photographed([snapped(code, 1), snapped(code, 2)], (1, 1, at), at) for at, code in order}
    special = {code: Photographed([snapped(code, 1), snapped(code, 2)], (9, 1, 1), 0) for code in TOWERS_AND_BACK}
    return Gathered({**cards, **special}, 10, 96, turned=False)


def laid_in_order() -> list[int]:
    """The street number of each card in the order of laying."""
    return [*range(1, 21), *(int(one) + 21 for one in np.random.default_rng(2).permutation(76))]


def begun(file: Path) -> None:
    """The usual answers were given before."""
    draft_file(file).write_text(new_draft().text())
