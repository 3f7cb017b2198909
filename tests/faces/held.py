"""The decks that are held before the eyes, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tests.faces.alike_faces import alike_faces, alike_in_their_upper_halves
from tests.faces.printed_faces import Rgb, alike_in_upper_half, printed_faces

DECKS = ("printed", "alike")


@dataclass(frozen=True, eq=False)
class Deck:
    """Faces by code; `alike`: for each palace those that look alike in the upper half, itself among them."""

    faces: Mapping[int, Rgb]
    alike: Mapping[int, frozenset[int]]


@cache
def deck(name: str) -> Deck:
    if name == "alike":
        return Deck(alike_faces(), alike_in_their_upper_halves())
    return Deck(printed_faces(), alike_in_upper_half())
