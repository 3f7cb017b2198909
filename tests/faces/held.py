"""The decks that are held before the eyes, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tests.faces.alike_faces import alike_faces, alike_in_their_upper_halves, of_one_plan
from tests.faces.printed_faces import Rgb, alike_in_upper_half, printed_faces

DECKS = ("printed", "alike")


@dataclass(frozen=True, eq=False)
class Deck:
    """
    Faces by code.

    For each palace, itself among them, `alike`: those that look alike in the upper half; `mates`: those that differ
    from it in nothing larger than a shutter, or in colour alone.
    """

    faces: Mapping[int, Rgb]
    alike: Mapping[int, frozenset[int]]
    mates: Mapping[int, frozenset[int]]


@cache
def deck(name: str) -> Deck:
    if name == "alike":
        return Deck(alike_faces(), alike_in_their_upper_halves(), of_one_plan())
    return Deck(printed_faces(), alike_in_upper_half(), alike_in_upper_half())
