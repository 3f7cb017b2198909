"""
A look compared with what was laid for it, piece by piece; and what the picture shows where a piece was missed.

Nobody lays cards to the millimetre: a piece is in its place if it is nearer to it than `_NEAR_MM`, or than a part of
the way from its seat, whose own heading adds to the error.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist, hypot
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.laying import Lay, Laying, PieceName
from lucca_pi.table.pieces import STICKER_BY_SQUARE, Pieces
from lucca_pi.table.shades import Shade
from lucca_pi.table.sighting import Look, Pose, Sighting, in_axes, point_beside
from lucca_pi.vision.picture import Grey

_NEAR_MM, _NEAR_SHARE = 80.0, 0.3
"""Most distance of a piece from where it was asked for: mm, or as a share of the way from its seat."""
_THERE_MM = 40.0
"""Most distance, mm, of another piece that is read in a piece's stead."""
_STACK_MM = 26.0
"""Most distance, mm, of pieces without a code that lie on each other, or beside the middle of their lot."""
_OBLONG = 1.3
"""Least ratio of a piece's sides from which its heading counts: a tile may lie any way."""
_TURNED_DEG = 60.0
"""Difference of headings from which an oblong piece lies otherwise than it was asked for."""
_BLIND_MM = 25.0
"""Most distance, mm, of a place where light blinds the camera from the mark that it hides."""
_BLOWN = 245
"""Grey value of the darker half of a mark's place from which light has washed it out."""
State = Literal["read", "unsure", "elsewhere", "wrong", "missed"]
Shares = Callable[[Sequence[tuple[float, float]]], Any]
"""Maps places on the table to shares of the picture's width and height."""


@dataclass(frozen=True, slots=True)
class Shown:
    """
    A piece's mark as the picture should show it.

    `beyond`: how many times as wide the picture would have to be to show it, above 1 if it is outside; `way_mm`: the
    way back into the picture. `is_blown`: light has washed it out.
    """

    mm_per_px: float
    beyond: float
    way_mm: float
    is_blown: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    A piece that was asked for, and what was read of it; `instead`: the piece that was read in its place.

    `off`: the place and heading at which it was read, in the axes of the place that was asked for.
    """

    lay: Lay
    state: State
    instead: PieceName | None = None
    off: Pose | None = None
    shown: Shown | None = None

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON data."""
        told = {"piece": self.lay.piece, "seat": self.lay.seat, "state": self.state}
        return told | ({} if self.instead is None else {"instead": self.instead})


@dataclass(frozen=True, slots=True)
class Light:
    """The light in a picture: the mean grey value, that of its brightest twentieth, and the part that is blown out."""

    mean: float
    bright: float
    blown: float

    @classmethod
    def of(cls, grey: Grey) -> "Light":
        """The light in that picture."""
        bright = float(np.percentile(grey[::8, ::8], 95))
        return cls(round(float(grey.mean()), 1), bright, round(float(np.mean(grey >= _BLOWN)), 4))


@dataclass(frozen=True, slots=True)
class Compared:
    """
    A laying and what became of each of its pieces.

    `extra`: pieces read that nobody asked for. `shades`: the colours beside the codes of cards. `foreign`: cards whose
    face the deck does not have. `wide_mm`: width of the table in the picture. `problem`: why nothing was read; "" if it
    was.
    """

    laying: Laying
    outcomes: tuple[Outcome, ...]
    extra: tuple[PieceName, ...] = ()
    shades: Mapping[int, Shade] = field(default_factory=dict)
    foreign: int = 0
    wide_mm: float = 0.0
    light: Light | None = None
    problem: str = ""

    def those(self, *states: State) -> list[Outcome]:
        """The outcomes in one of these states."""
        return [one for one in self.outcomes if one.state in states]

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data."""
        pieces = [one.to_json() for one in self.outcomes]
        return {"name": self.laying.name, "pieces": pieces, "extra": [*self.extra], "problem": self.problem}


@dataclass
class SeenSeats:
    """Where each seat was seen last, with the mapping to that picture: a camera that hangs sees it there again."""

    _seen: dict[int, tuple[Sighting, Shares]] = field(default_factory=dict)

    def note(self, look: Look) -> None:
        """Notes the places of all pieces in a look."""
        if shares := look.shares_of_picture:
            self._seen |= {one.code: (one, shares) for one in look.sightings}

    def shown(self, lay: Lay, grey: Grey, pieces: Pieces) -> Shown | None:
        """How the picture should show a piece; None if its seat was never seen."""
        if lay.seat not in self._seen:
            return None
        seat, shares = self._seen[lay.seat]
        at, box_mm = lay.beside(seat), np.array(_mark(lay.piece, pieces))
        corners = np.asarray(shares([point_beside(at, (float(x), float(y))) for x, y in box_mm]))
        size_px = np.array([grey.shape[1], grey.shape[0]])
        sides_mm, sides_px = _sides(box_mm), _sides(corners * size_px)
        mm_per_px = float((sides_mm / sides_px).max())
        outside_px = np.maximum(np.abs(corners - 0.5) - 0.5, 0.0) * size_px
        beyond, way_mm = float(np.abs(corners - 0.5).max() * 2), float(outside_px.max()) * mm_per_px
        return Shown(mm_per_px, beyond, way_mm, beyond <= 1 and _is_blown(grey, corners * size_px))


def _sides(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1))


def _mark(name: PieceName, pieces: Pieces) -> list[tuple[float, float]]:
    """The corners, from a piece's middle, of what it is recognised by: its sticker, its face, or all of a token."""
    piece = pieces.by_code.get(name) if isinstance(name, int) else None
    if piece is None:
        half = pieces.tokens.side_mm / 2 if pieces.tokens else 0.0
        left, top, right, bottom = -half, -half, half, half
    else:
        is_face = bool(isinstance(name, int) and pieces.photographs.get(name))
        margin = 0.0 if is_face else piece.square_mm * (STICKER_BY_SQUARE - 1) / 2
        left, top, right, bottom = piece.box_of("face" if is_face else "marker")
        across, down = piece.size_mm[0] / 2, piece.size_mm[1] / 2
        left, top, right, bottom = (
            left - margin - across,
            top - margin - down,
            right + margin - across,
            bottom + margin - down,
        )
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _is_blown(grey: Grey, corners_px: NDArray[np.float64]) -> bool:
    """True if there is hardly any dark in that part of the picture."""
    (left, top), (right, bottom) = corners_px.min(0).astype(int), corners_px.max(0).astype(int) + 1
    part = grey[max(0, top) : bottom, max(0, left) : right]
    return bool(part.size) and float(np.median(part)) >= _BLOWN


def compared(laying: Laying, look: Look, grey: Grey, pieces: Pieces, seats: SeenSeats) -> Compared:
    """The laying with what the look shows of it; `grey`: the picture that it was made of."""
    seats.note(look)
    return _Table(laying, look, grey, pieces, seats).compared()


def unread(laying: Laying, grey: Grey | None, pieces: Pieces, seats: SeenSeats, problem: str) -> Compared:
    """The laying of which nothing was read."""
    shown = [seats.shown(lay, grey, pieces) if grey is not None else None for lay in laying.lay]
    missed = tuple(Outcome(lay, "missed", shown=one) for lay, one in zip(laying.lay, shown, strict=True))
    return Compared(laying, missed, light=None if grey is None else Light.of(grey), problem=problem)


class _Table:
    """A look, while its pieces are matched with those that were asked for: each counts once."""

    def __init__(self, laying: Laying, look: Look, grey: Grey, pieces: Pieces, seats: SeenSeats) -> None:
        self._laying, self._look, self._grey, self._pieces, self._seats = laying, look, grey, pieces, seats
        self._left = [_by_middle(one, pieces) for one in look.sightings]
        self._seat = {one.code: one for one in self._left}

    def compared(self) -> Compared:
        coded = [lay for lay in self._laying.lay if isinstance(lay.piece, int)]
        read = {lay: self._read(lay) for lay in coded}
        found = {lay: one or self._not_read(lay) for lay, one in read.items()}
        spots = [one for one in self._look.spots if self._pieces.tokens and one.kind != self._pieces.tokens.hidden]
        for lay, state, instead in _stacks([lay for lay in self._laying.lay if lay not in found], self._seat, spots):
            found[lay] = self._outcome(lay, state, instead)
        return Compared(
            self._laying,
            tuple(found[lay] for lay in self._laying.lay),
            tuple(one.code for one in self._left),
            {one.code: one.shade for one in self._look.marks if one.shade},
            sum(not one.codes for one in self._look.alike),
            self._look.mm_per_px * self._grey.shape[1],
            Light.of(self._grey),
        )

    def _read(self, lay: Lay) -> Outcome | None:
        """The piece where it was asked for; of several with its code the nearest."""
        seat = self._seat.get(lay.seat)
        same = [one for one in self._left if one.code == lay.piece]
        if not same:
            return None
        one = min(same, key=lambda other: _off_mm(lay, seat, other)) if seat else same[0]
        pose = in_axes(one, _as_sighting(lay, seat)) if seat else None
        is_there = pose is None or self._is_there(lay, pose)
        if not is_there and lay.piece in self._pieces.shared:
            return None
        self._left.remove(one)
        return self._outcome(lay, "read" if is_there else "elsewhere", off=pose)

    def _is_there(self, lay: Lay, off: Pose) -> bool:
        width, height = self._pieces.by_code[int(lay.piece)].size_mm
        is_turned = max(width, height) > _OBLONG * min(width, height) and abs(off.heading_deg) > _TURNED_DEG
        near_mm = max(_NEAR_MM, _NEAR_SHARE * hypot(lay.x_mm, lay.y_mm))
        return hypot(off.x_mm, off.y_mm) <= near_mm and not is_turned

    def _not_read(self, lay: Lay) -> Outcome:
        """What is in the piece's place: another piece, a card that may be several, or nothing that was read."""
        seat = self._seat.get(lay.seat)
        if seat is None:
            return self._outcome(lay, "missed")
        there = [one for one in self._left if _off_mm(lay, seat, one) <= _THERE_MM and one.code != lay.seat]
        if there:
            other = min(there, key=lambda one: _off_mm(lay, seat, one))
            self._left.remove(other)
            return self._outcome(lay, "wrong", other.code)
        open_cards = [
            _by_middle(Sighting(int(lay.piece), one.x_mm, one.y_mm, one.heading_deg), self._pieces)
            for one in self._look.alike
        ]
        may_be = any(
            lay.piece in one.codes and _off_mm(lay, seat, at) <= _THERE_MM
            for one, at in zip(self._look.alike, open_cards, strict=True)
        )
        return self._outcome(lay, "unsure" if may_be else "missed")

    def _outcome(self, lay: Lay, state: State, instead: PieceName | None = None, off: Pose | None = None) -> Outcome:
        shown = self._seats.shown(lay, self._grey, self._pieces)
        seat = self._seat.get(lay.seat)
        if shown and seat and state in ("missed", "unsure") and not shown.is_blown:
            at = lay.beside(seat)
            corners = [point_beside(at, way) for way in _mark(lay.piece, self._pieces)]
            middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
            blinded = any(dist(middle, place) <= _BLIND_MM for place in self._look.blinded)
            shown = replace(shown, is_blown=blinded)
        return Outcome(lay, state, instead, off, shown)


def _by_middle(one: Sighting, pieces: Pieces) -> Sighting:
    """The sighting with the middle of its piece as its place."""
    x_mm, y_mm = point_beside(one, pieces.by_code[one.code].to_middle_mm)
    return replace(one, x_mm=x_mm, y_mm=y_mm)


def _as_sighting(lay: Lay, seat: Sighting) -> Sighting:
    at = lay.beside(seat)
    return Sighting(0, at.x_mm, at.y_mm, at.heading_deg)


def _off_mm(lay: Lay, seat: Sighting, one: Sighting) -> float:
    at = lay.beside(seat)
    return dist((at.x_mm, at.y_mm), (one.x_mm, one.y_mm))


def _stacks(
    asked: Sequence[Lay], seats: Mapping[int, Sighting], spots: Iterable[Any]
) -> Iterator[tuple[Lay, State, PieceName | None]]:
    """
    Pieces without a code, each with what was read of it, stack by stack from the top.

    Where as many are in sight as were asked for, they are compared one by one; else a colour that is there counts.
    """
    rest = [*asked]
    while rest:
        first = rest[0]
        stack = [
            one
            for one in rest
            if one.seat == first.seat and dist((one.x_mm, one.y_mm), (first.x_mm, first.y_mm)) < _STACK_MM
        ]
        rest = [one for one in rest if one not in stack]
        if first.seat not in seats:
            yield from ((lay, "missed", None) for lay in stack)
            continue
        seen = [in_axes(Sighting(0, one.x_mm, one.y_mm, 0.0), seats[first.seat]) for one in spots]
        here = [
            (pose.y_mm, one.colour)
            for pose, one in zip(seen, spots, strict=True)
            if dist((pose.x_mm, pose.y_mm), (first.x_mm, first.y_mm)) < _STACK_MM
        ]
        colours = [colour for _y, colour in sorted(here)]
        stack = stack[::-1]  # the highest comes first
        if len(colours) == len(stack):
            read: list[PieceName | None] = [*colours]
        else:
            read = [lay.piece if lay.piece in colours else None for lay in stack]
        for lay, colour in zip(stack, read, strict=True):
            state: State = (
                "read" if colour == lay.piece else "missed" if colour is None else "wrong" if colour else "unsure"
            )
            yield lay, state, colour if state == "wrong" else None
