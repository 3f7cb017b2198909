"""
A look compared with what was laid for it, piece by piece; and what the picture shows where a piece was missed.

Nobody lays cards to the millimetre: a piece is in its place if it is nearer to it than `_NEAR_MM`, or than a part of
the way from its seat, whose own heading adds to the error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist, hypot
from typing import Any, Literal

import numpy as np

from lucca_pi.checking.plan import STACK_MM, Lay, Laying, PieceName, is_stacked
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.shades import Shade
from lucca_pi.table.sighting import Look, Pose, Sighting, apart_mm, in_axes, point_beside
from lucca_pi.vision.picture import Grey

_NEAR_MM, _NEAR_SHARE = 80.0, 0.3
"""Most distance of a piece from where it was asked for: mm, or as a share of the way from its seat."""
_THERE_MM = 40.0
"""Most distance, mm, of another piece that is read in a piece's stead."""
_OBLONG, _TURNED_DEG = 1.3, 60.0
"""Least ratio of a piece's sides from which its heading counts, as a tile may lie any way; and most turn of it."""
_BLIND_MM = 25.0
"""Most distance, mm, of a place where light blinds the camera from the mark that it hides."""
_BLOWN = 245
"""Grey value from which a pixel counts as blown out."""
_STEP_MM = 10.0
"""Distance of two places by which the scale of a picture is taken."""
State = Literal["read", "unsure", "elsewhere", "wrong", "missed"]
_Shares = Callable[[Sequence[tuple[float, float]]], Any]
"""Maps places on the table to shares of the picture's width and height."""


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
class Shown:
    """
    What the picture shows where a piece is recognised.

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

    _seen: dict[int, tuple[Sighting, _Shares]] = field(default_factory=dict)

    def note(self, look: Look) -> None:
        """Notes the places of all pieces in a look."""
        if shares := look.shares_of_picture:
            self._seen |= {one.code: (one, shares) for one in look.sightings}

    def shown(self, lay: Lay, grey: Grey, pieces: Pieces) -> Shown | None:
        """What the picture should show of a piece; None if its seat was never seen."""
        if lay.seat not in self._seen:
            return None
        seat, shares = self._seen[lay.seat]
        at = mark_of(lay, seat, pieces)
        size_px = np.array([grey.shape[1], grey.shape[0]])
        here, right, down = np.asarray(shares([at, (at[0] + _STEP_MM, at[1]), (at[0], at[1] + _STEP_MM)])) * size_px
        mm_per_px = _STEP_MM / float(min(np.linalg.norm(right - here), np.linalg.norm(down - here)))
        half_px = pieces.sticker_mm / mm_per_px / 2
        out_px = np.abs(here - size_px / 2) + half_px - size_px / 2
        (left, top), (end, bottom) = (here - half_px).clip(0).astype(int), (here + half_px).clip(0).astype(int)
        part = grey[top:bottom, left:end]
        is_blown = bool(part.size) and float(np.median(part)) >= _BLOWN
        return Shown(mm_per_px, 1 + 2 * float((out_px / size_px).max()), float(out_px.max()) * mm_per_px, is_blown)


def mark_of(lay: Lay, seat: Sighting, pieces: Pieces) -> tuple[float, float]:
    """Where a piece is recognised, in the axes of a look: the middle of its code, or of all of it."""
    piece = pieces.by_code.get(lay.piece) if isinstance(lay.piece, int) else None
    to_middle = (0.0, 0.0) if piece is None or pieces.photographs.get(int(lay.piece)) else piece.to_middle_mm
    return point_beside(lay.beside(seat), (-to_middle[0], -to_middle[1]))


def compared(laying: Laying, look: Look, grey: Grey, pieces: Pieces, seats: SeenSeats) -> Compared:
    """The laying with what the look shows of it; `grey`: the picture that it was made of."""
    seats.note(look)
    return _Table(laying, look, grey, pieces, seats).compared()


def unread(laying: Laying, grey: Grey | None, pieces: Pieces, seats: SeenSeats, problem: str) -> Compared:
    """The laying of which nothing was read."""
    if grey is None:
        return Compared(laying, tuple(Outcome(lay, "missed") for lay in laying.lay), problem=problem)
    missed = tuple(Outcome(lay, "missed", shown=seats.shown(lay, grey, pieces)) for lay in laying.lay)
    return Compared(laying, missed, light=Light.of(grey), problem=problem)


class _Table:
    """A look, while its pieces are matched with those that were asked for: each counts once."""

    def __init__(self, laying: Laying, look: Look, grey: Grey, pieces: Pieces, seats: SeenSeats) -> None:
        self._laying, self._look, self._grey, self._pieces, self._seats = laying, look, grey, pieces, seats
        self._left = [self._by_middle(one) for one in look.sightings]
        self._seat = {one.code: one for one in self._left}
        self._seat_codes = {lay.seat for lay in laying.lay}

    def compared(self) -> Compared:
        coded = [lay for lay in self._laying.lay if isinstance(lay.piece, int)]
        read = {lay: self._read(lay) for lay in coded}
        found = {lay: one or self._not_read(lay) for lay, one in read.items()}
        for lay, state, instead in self._stacks([lay for lay in self._laying.lay if lay not in found]):
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

    def _by_middle(self, one: Sighting) -> Sighting:
        """The sighting with the middle of its piece as its place."""
        x_mm, y_mm = point_beside(one, self._pieces.by_code[one.code].to_middle_mm)
        return replace(one, x_mm=x_mm, y_mm=y_mm)

    def _read(self, lay: Lay) -> Outcome | None:
        """The piece, where it was asked for or elsewhere; of several with its code the nearest."""
        seat, same = self._seat.get(lay.seat), [one for one in self._left if one.code == lay.piece]
        if not same:
            return None
        there = lay.beside(seat) if seat else same[0]
        one = min(same, key=lambda other: apart_mm(there, other))
        off = in_axes(one, there)
        if not self._is_there(lay, off) and lay.piece in self._pieces.shared:
            return None
        self._left.remove(one)
        return self._outcome(lay, "read" if self._is_there(lay, off) else "elsewhere", off=off if seat else None)

    def _is_there(self, lay: Lay, off: Pose) -> bool:
        (width, height), is_shared = self._pieces.by_code[int(lay.piece)].size_mm, lay.piece in self._pieces.shared
        has_top = max(width, height) > _OBLONG * min(width, height) and not is_shared  # a back looks alike both ways
        is_turned = has_top and abs(off.heading_deg) > _TURNED_DEG
        return hypot(off.x_mm, off.y_mm) <= max(_NEAR_MM, _NEAR_SHARE * hypot(lay.x_mm, lay.y_mm)) and not is_turned

    def _not_read(self, lay: Lay) -> Outcome:
        """What is in the piece's place: another piece, a card that may be several, or nothing that was read."""
        seat = self._seat.get(lay.seat)
        if seat is None:
            return self._outcome(lay, "missed")
        there, others = lay.beside(seat), [one for one in self._left if one.code not in self._seat_codes]
        other = min(others, key=lambda one: apart_mm(there, one), default=None)
        if other and apart_mm(there, other) <= _THERE_MM:
            self._left.remove(other)
            return self._outcome(lay, "wrong", other.code)
        open_cards = (
            self._by_middle(Sighting(int(lay.piece), one.x_mm, one.y_mm, one.heading_deg))
            for one in self._look.alike
            if lay.piece in one.codes
        )
        may_be = any(apart_mm(there, one) <= _THERE_MM for one in open_cards)
        return self._outcome(lay, "unsure" if may_be else "missed")

    def _outcome(self, lay: Lay, state: State, instead: PieceName | None = None, off: Pose | None = None) -> Outcome:
        shown, seat = self._seats.shown(lay, self._grey, self._pieces), self._seat.get(lay.seat)
        if shown and seat:
            mark = mark_of(lay, seat, self._pieces)
            blinds = any(dist(mark, place) <= _BLIND_MM for place in self._look.blinded)
            shown = replace(shown, is_blown=shown.is_blown or blinds)
        return Outcome(lay, state, instead, off, shown)

    def _stacks(self, rest: list[Lay]) -> Iterator[tuple[Lay, State, PieceName | None]]:
        """
        Pieces without a code, each with what was read of it, stack by stack from the top.

        Where as many are in sight as were asked for they are compared one by one; else a colour that is there counts.
        """
        hidden = self._pieces.tokens.hidden if self._pieces.tokens else ""
        spots = [one for one in self._look.spots if one.kind != hidden]
        while rest:
            here, seat = (rest[0].x_mm, rest[0].y_mm), self._seat.get(rest[0].seat)
            stack = [one for one in rest if is_stacked(one, rest[0])]
            rest = [one for one in rest if one not in stack]
            seen = [(in_axes(Sighting(0, one.x_mm, one.y_mm, 0), seat), one.colour) for one in spots] if seat else []
            near = [(at.y_mm, colour) for at, colour in seen if dist((at.x_mm, at.y_mm), here) < STACK_MM]
            colours: list[str | None] = [colour for _y, colour in sorted(near)]
            if len(colours) != len(stack):
                colours = [str(lay.piece) if lay.piece in colours else None for lay in reversed(stack)]
            for lay, colour in zip(reversed(stack), colours, strict=True):
                yield lay, *_of_colour(lay, colour)


def _of_colour(lay: Lay, colour: str | None) -> tuple[State, PieceName | None]:
    """What the colour in a piece's place says; None: nothing is there, "": a colour that is not sure."""
    if colour is None or not colour:
        return "missed" if colour is None else "unsure", None
    return ("read", None) if colour == lay.piece else ("wrong", colour)
