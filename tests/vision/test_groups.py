"""Cards are put on heaps by their colour, as many on each."""

import numpy as np

from lucca_pi.vision.faces.groups import heaps
from tests.faces.printed_faces import Rgb

HUES = {
    "red": (0.77, -0.34),
    "orange": (0.47, -0.69),
    "yellow": (0.25, -0.67),
    "green": (0.15, -0.40),
    "blue": (0.17, -0.31),
    "violet": (0.21, -0.30),
}
"""Logarithms of red and of blue over green, of houses by a warm lamp."""
HAZED = {("green", 3): (-0.07, -0.47), ("green", 7): (-0.05, -0.46)}


def card(red: float, blue: float) -> Rgb:
    """A card of one hue."""
    light = (120 + 8) * np.exp(np.array([red, 0.0, blue])) - 8
    return np.full((364, 236, 3), np.clip(np.round(light), 0, 255), np.uint8)


def test_cards_in_odd_light_make_no_heap_of_their_own_and_two_colours_none_together() -> None:
    chance = np.random.default_rng(1)
    every = [(colour, at) for colour in HUES for at in range(16)]
    cards = [[card(*(np.array(HAZED.get(one, HUES[one[0]])) + chance.normal(0, 0.004, 2)))] * 2 for one in every]
    found = heaps(cards, 6)
    assert {(heap, colour) for heap, (colour, _at) in zip(found, every, strict=True)} == {
        (found[16 * at], colour) for at, colour in enumerate(HUES)
    }
