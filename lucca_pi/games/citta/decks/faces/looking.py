"""The cards in one picture, cut out, before anybody knows which they are."""

from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from lucca_pi.language import Text
from lucca_pi.vision.faces.known import Match, cut_out
from lucca_pi.vision.faces.laid_out import LaidCard, LaidOut, laid_out
from lucca_pi.vision.picture import Colour


@dataclass(frozen=True, slots=True)
class Cut:
    """A card of a picture by row and place from 1, cut out with a margin; `match`: the one it is like."""

    row: int
    place: int
    card: Colour
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Took:
    """What came of a picture: how many cards of how many places count, their codes, and what is to be said."""

    cards: int
    places: int
    codes: tuple[int, ...]
    told: tuple[Text, ...]


def look_at(picture: Colour, bare: Colour, size_mm: tuple[float, float]) -> tuple[LaidOut, tuple[Cut, ...]]:
    """The places in a picture, and the cards cut out, as upright as the picture is."""
    found = laid_out(picture, bare, size_mm)
    return found, tuple(_cut(picture, card, size_mm) for card in found.cards)


def _cut(picture: Colour, card: LaidCard, size_mm: tuple[float, float]) -> Cut:
    place = np.asarray(card.place, np.float64)
    return Cut(card.row + 1, card.column + 1, cut_out(picture, place, size_mm))


def digest(picture: Colour) -> str:
    """By which the very same picture is known again."""
    return blake2b(np.ascontiguousarray(picture[::4, ::4]).tobytes(), digest_size=12).hexdigest()


def seen_rows(found: LaidOut) -> list[int]:
    """How many things lie in each row, whether cards that count or not."""
    rows = [one.row for one in found.cards] + [one.row for one in found.missing if one.why != "nothing"]
    return [rows.count(row) for row in range(len(found.rows))]


def ending_early(found: LaidOut) -> LaidOut:
    """Where cards lie head down in the picture, its first row is the last one: it may end early."""
    columns = [card.column for card in found.cards if card.row == 0]
    if not columns:
        return found
    inside = range(min(columns), max(columns))
    kept = [one for one in found.missing if one.row or one.why != "nothing" or one.column in inside]
    before = sum(1 for one in found.missing if one not in kept and one.column < min(columns))
    cards = [replace(card, column=card.column - before) if card.row == 0 else card for card in found.cards]
    missing = [replace(one, column=one.column - before) if one.row == 0 else one for one in kept]
    return replace(found, cards=tuple(cards), missing=tuple(missing))
