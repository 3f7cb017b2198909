"""
A table of Lucco: what lies, what touches, and which pieces may go.

`Table.pieces` is a dict from a piece's place (a pair, or a name where tiles are free) to its colour. `Table.joins`
holds for free tiles which side touches which, each contact from both ends: (place, side) -> (place, side).
"""

from collections.abc import Hashable, Iterator
from typing import Any

STEPS = {"hexagon": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)), "square": ((1, 0), (-1, 0), (0, 1), (0, -1))}

Place = Hashable


class RefusedError(Exception):
    def __init__(self, rule: str, turn: int | None = None) -> None:
        super().__init__(rule)
        self.rule, self.turn = rule, turn


class Table:
    def __init__(self, tiles: str, sides: int) -> None:
        self.tiles, self.sides = tiles, sides
        self.pieces: dict[Place, str] = {}
        self.joins: dict[tuple[Place, int], tuple[Place, int]] = {}

    def beside(self, place: Place) -> set[Place]:
        """The places of the pieces that touch this one."""
        if self.tiles == "free":
            return {other for (one, _), (other, _) in self.joins.items() if one == place}
        return {spot for spot in around(self.tiles, place) if spot in self.pieces}

    def taken_sides(self, place: Place) -> int:
        if self.tiles == "free":
            return sum(one == place for one, _ in self.joins)
        return len(self.beside(place))

    def has_free_side(self, place: Place) -> bool:
        all_sides = self.sides if self.tiles == "free" else len(STEPS[self.tiles])
        return self.taken_sides(place) < all_sides

    def has_room(self) -> bool:
        """Whether anything can be laid so that it touches what lies."""
        return not self.pieces or any(self.has_free_side(place) for place in self.pieces)

    def count(self, colour: str) -> int:
        return sum(piece == colour for piece in self.pieces.values())

    def reached_from(self, start: Place, among: set[Place]) -> set[Place]:
        found, open_ends = {start}, [start]
        while open_ends:
            fresh = (self.beside(open_ends.pop()) & among) - found
            found |= fresh
            open_ends += fresh
        return found

    def group_of(self, place: Place) -> set[Place]:
        colour = self.pieces[place]
        return self.reached_from(place, {other for other, piece in self.pieces.items() if piece == colour})

    def largest_group(self, colour: str) -> int:
        return max((len(self.group_of(place)) for place, piece in self.pieces.items() if piece == colour), default=0)

    def splits(self, place: Place) -> bool:
        """Whether the rest would lie in two or more parts."""
        rest = set(self.pieces) - {place}
        return bool(rest) and self.reached_from(next(iter(rest)), rest) != rest

    def stays(self, place: Place) -> str | None:
        """The rule that keeps a piece where it is, if there is one."""
        if not self.has_free_side(place):
            return "protected"
        return "splits" if self.splits(place) else None

    def may_go(self, colour: str) -> bool:
        """Whether a piece of the colour can be removed."""
        return any(piece == colour and self.stays(place) is None for place, piece in self.pieces.items())

    def lay(self, piece: dict[str, Any]) -> None:
        """Lays a piece of any colour. Raises RefusedError."""
        place = place_of(piece)
        if place in self.pieces:
            raise RefusedError("occupied")
        contacts = self.contacts_of(piece)
        touches = bool(contacts) if self.tiles == "free" else bool(self.beside(place))
        if self.pieces and not touches:
            raise RefusedError("not-touching")
        self.pieces[place] = piece["colour"]
        for one, other in contacts:
            self.joins[one], self.joins[other] = other, one

    def contacts_of(self, piece: dict[str, Any]) -> list[tuple[tuple[Place, int], tuple[Place, int]]]:
        """The contacts of a free piece as (its name, its side), (the other's name, the other's side)."""
        told = piece.get("touches", []) if self.tiles == "free" else []
        contacts = [((piece["at"], side), (other, others_side)) for side, other, others_side in told]
        ends = [end for contact in contacts for end in contact]
        if len(set(ends)) < len(ends) or any(end in self.joins for end in ends):
            raise RefusedError("contacts")
        for (_, side), (other, others_side) in contacts:
            if other not in self.pieces or not 0 <= side < self.sides or not 0 <= others_side < self.sides:
                raise RefusedError("contacts")
        return contacts

    def remove(self, place: Place) -> None:
        del self.pieces[place]
        self.joins = {
            one: other for one, other in self.joins.items() if place not in (one[0], other[0])
        }  # fmt: skip


def around(tiles: str, place: Any) -> Iterator[Place]:
    return ((place[0] + right, place[1] + up) for right, up in STEPS[tiles])


def place_of(piece: dict[str, Any]) -> Place:
    at = piece["at"]
    return tuple(at) if isinstance(at, list) else at


def written(place: Place) -> Any:
    return list(place) if isinstance(place, tuple) else place
