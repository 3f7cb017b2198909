"""Where the players' names stand on the drawing of the table: off the cards, as near to their quarters as may be."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from lucca_pi.games.citta.session.overview import Plan, PlanCard, PlanQuarter

NAME_MM = 38.0
"""How high letters of a name are."""
LETTER, CAPITAL, WIDE = 0.7, 0.84, 1.11
"""How wide a bold letter is at most, of its height: a small one, a capital, and one of WIDEST; others count as WIDE."""
WIDEST = "mwMW@%"
HALO_MM = 6.0
"""What a name covers around its letters."""
STEPS = 10
"""Lines that a name may stand further away than it should, and to either side."""
SHIFTS = sorted(
    ((away, aside) for away in range(STEPS) for aside in range(-STEPS, STEPS + 1)),
    key=lambda shift: sum(map(abs, shift)),
)
"""The nearest first."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the drawing, upright."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Box") -> float:
        """How much of the other one lies under this one, in mm²."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


@dataclass(frozen=True, slots=True)
class Label:
    """A name, the point it stands at, and whether that is its beginning, its middle or its end."""

    quarter: PlanQuarter
    x_mm: float
    y_mm: float
    anchor: str

    @property
    def box(self) -> Box:
        """What the name covers."""
        width, half = width_mm(self.quarter["player"]), NAME_MM / 2 + HALO_MM
        left = self.x_mm - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Box(left - HALO_MM, self.y_mm - half, left + width + HALO_MM, self.y_mm + half)


def width_mm(name: str) -> float:
    """
    How wide a name is at most.

    >>> round(width_mm("Ada")), round(width_mm("Tom W."))
    (85, 196)
    """
    return NAME_MM * sum(map(_width, name))


def _width(letter: str) -> float:
    if letter in WIDEST or not letter.isascii():
        return WIDE
    return CAPITAL if letter.isupper() else LETTER


def labels(plan: Plan) -> list[Label]:
    """A label for each quarter, in their order."""
    placed: list[Label] = []
    taken = extents(plan)
    for quarter in plan["quarters"]:
        label = _placed(_places(quarter, plan["card_mm"][1]), taken)
        placed.append(label)
        taken.append(label.box)
    return placed


def extents(plan: Plan) -> list[Box]:
    """What quarters and cards cover."""
    quarters = [extent(one, plan["card_mm"]) for one in plan["quarters"]]
    return quarters + [extent(one, plan["card_mm"]) for one in plan["cards"]]


def extent(one: PlanCard | PlanQuarter, card_mm: Iterable[float]) -> Box:
    """The upright box around a card as it lies."""
    width, height = card_mm
    turn = radians(one["heading_deg"])
    across = (abs(width * cos(turn)) + abs(height * sin(turn))) / 2
    down = (abs(width * sin(turn)) + abs(height * cos(turn))) / 2
    return Box(one["x_mm"] - across, one["y_mm"] - down, one["x_mm"] + across, one["y_mm"] + down)


def _places(quarter: PlanQuarter, height_mm: float) -> Iterator[Label]:
    """On the side that points away from the player, where few cards lie: straight on, and to either side."""
    turn = radians(quarter["heading_deg"])
    right, down = sin(turn), -cos(turn)
    anchor = "middle" if abs(right) < 0.5 else "start" if right > 0 else "end"
    for lines, aside in SHIFTS:
        away_mm, aside_mm = height_mm / 2 + NAME_MM * (0.7 + lines), NAME_MM * aside
        x_mm, y_mm = right * away_mm - down * aside_mm, down * away_mm + right * aside_mm
        yield Label(quarter, quarter["x_mm"] + x_mm, quarter["y_mm"] + y_mm, anchor)


def _placed(places: Iterable[Label], taken: Sequence[Box]) -> Label:
    """The first place that covers nothing; where there is none, the one that covers least."""
    covered: list[tuple[float, Label]] = []
    for label in places:
        covered.append((sum(label.box.covers(one) for one in taken), label))
        if not covered[-1][0]:
            break
    return min(covered, key=lambda one: one[0])[1]
