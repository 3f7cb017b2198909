"""The plan of the table as SVG: quarters with the names beside them, cards, and rings around those asked about."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import copysign, cos, hypot, radians, sin

from lucca_pi.games.citta.session.overview import Plan, PlanCard, PlanQuarter
from lucca_pi.language import Text, _, listed
from lucca_pi.web.markup import Markup, drawn_text, element, ink_on, tint

NAME_MM = 38.0
"""Height of a name's letters, mm."""
_LETTER, _CAPITAL, _WIDE = 0.7, 0.84, 1.11
"""
Greatest width of a bold letter, as a share of its height: small, capital, and of WIDEST; other letters count as WIDE.
"""
_WIDEST = "mwMW@%"
_HALO_MM = 6.0
"""Width of the halo around a name's letters, mm."""
_REACH = 8
"""Farthest shift of a name from its quarter, in lines."""
_AROUND_MM = 60.0
"""A name is rather this much farther away than on the player's side of the quarter, where cards are laid."""


@dataclass(frozen=True, slots=True)
class _Rectangle:
    """A part of the drawing, upright."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "_Rectangle") -> float:
        """The part of the other box that is under this one, mm²."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)

    def nearest(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The point of the rectangle that is nearest to a point."""
        return min(max(x_mm, self.left), self.right), min(max(y_mm, self.top), self.bottom)


@dataclass(frozen=True, slots=True)
class _Label:
    """A quarter's name around its point, and the box that it covers."""

    quarter: PlanQuarter
    x_mm: float
    y_mm: float
    box: _Rectangle


def width_mm(name: str) -> float:
    """
    The greatest width of a name, mm.

    >>> round(width_mm("Ada")), round(width_mm("Tom W."))
    (85, 196)
    """
    return NAME_MM * sum(map(_width, name))


def _width(letter: str) -> float:
    if letter in _WIDEST or not letter.isascii():
        return _WIDE
    return _CAPITAL if letter.isupper() else _LETTER


def labels(plan: Plan) -> list[_Label]:
    """A label for each quarter, in their order."""
    placed: list[_Label] = []
    taken = extents(plan)
    for quarter in plan["quarters"]:
        label = _placed(_places(quarter, plan["card_mm"]), taken)
        placed.append(label)
        taken.append(label.box)
    return placed


def extents(plan: Plan) -> list[_Rectangle]:
    """The boxes that quarters and cards cover."""
    quarters = [_extent(one, plan["card_mm"]) for one in plan["quarters"]]
    return quarters + [_extent(one, plan["card_mm"]) for one in plan["cards"]]


def _extent(one: PlanCard | PlanQuarter, card_mm: Iterable[float]) -> _Rectangle:
    """The upright box around a card."""
    width, height = card_mm
    turn = radians(one["heading_deg"])
    across = (abs(width * cos(turn)) + abs(height * sin(turn))) / 2
    down = (abs(width * sin(turn)) + abs(height * cos(turn))) / 2
    return _Rectangle(one["x_mm"] - across, one["y_mm"] - down, one["x_mm"] + across, one["y_mm"] + down)


def _places(quarter: PlanQuarter, card_mm: Sequence[float]) -> Iterator[_Label]:
    """Places for a name around its quarter, the best first: near it, and rather on the side away from the player."""
    card = _extent(quarter, card_mm)
    across, down = width_mm(quarter["player"]) / 2 + _HALO_MM, NAME_MM / 2 + _HALO_MM
    xs = _steps((card.right - card.left) / 2 + across)
    ys = _steps((card.bottom - card.top) / 2 + down)
    middle_x, middle_y = quarter["x_mm"], quarter["y_mm"]
    points = sorted(((x, y) for x in xs for y in ys), key=_cost(quarter, across, down))
    for x, y in ((middle_x + x, middle_y + y) for x, y in points):
        yield _Label(quarter, x, y, _Rectangle(x - across, y - down, x + across, y + down))


def _steps(beside_mm: float) -> list[float]:
    """Shifts of a name along one axis: lines from the quarter's middle, and from where it is just beside it."""
    inside = [NAME_MM * step for step in range(int(beside_mm / NAME_MM) + 1)]
    outside = [beside_mm + NAME_MM * step for step in range(_REACH + 1)]
    return [sign * shift for shift in (*inside, *outside) for sign in (1, -1)]


def _cost(quarter: PlanQuarter, across: float, down: float) -> Callable[[tuple[float, float]], float]:
    """The cost of a name's shift: its distance from the quarter's middle, with a surcharge for the player's side."""
    turn = radians(quarter["heading_deg"])
    away_x, away_y = sin(turn), -cos(turn)

    def cost(shift: tuple[float, float]) -> float:
        x, y = shift
        near_x, near_y = copysign(max(abs(x) - across, 0.0), x), copysign(max(abs(y) - down, 0.0), y)
        distance = hypot(near_x, near_y)
        away = (near_x * away_x + near_y * away_y) / distance if distance else 0.0
        return distance + _AROUND_MM / 2 * (1 - away) + (abs(x) + abs(y)) / 100

    return cost


def _placed(places: Iterable[_Label], taken: Sequence[_Rectangle]) -> _Label:
    """The first place that covers nothing; if there is none, the place that covers least."""
    tried = []
    for label in places:
        if not any(label.box.covers(one) for one in taken):
            return label
        tried.append(label)
    return min(tried, key=lambda label: sum(label.box.covers(one) for one in taken))


_TOWER, _WALL = "#d8cfc0", "#a59682"
_MARGIN_MM = 30.0
_RING_MM = 7.0
"""Distance of a ring from its card's edge, mm."""
_NUMBER_MM = 31.0
"""Height of a card's number, mm."""
_UPPER = -0.25
"""Place of a number on its card, in heights from the middle: the next card covers the lower half."""


def drawing(plan: Plan, colours: Sequence[str], in_turn: str | None) -> Markup:
    """The table as SVG, seen from the side of the quarter whose axes the plan has."""
    card_mm = plan["card_mm"]

    def kind(word: str, quarter: PlanQuarter) -> str:
        return f"{word} in-turn" if quarter["player"] == in_turn else word

    quarters = [_rectangle(one, card_mm, class_=kind("quarter", one)) for one in plan["quarters"]]
    cards = [_card(card, card_mm, colours) for card in plan["cards"]]
    named = labels(plan)
    leaders = [_leader(one, card_mm) for one in named]
    names = [
        drawn_text(one.quarter["player"], one.x_mm, one.y_mm, NAME_MM, class_=kind("name", one.quarter))
        for one in named
    ]
    rings = [_ring(card, card_mm) for card in plan["cards"] if card["marked"]]
    return element(
        "svg",
        quarters,
        cards,
        leaders,
        names,
        rings,
        viewBox=_view(plan, named),
        role="img",
        aria_label=_described(plan),
    )


def _leader(label: _Label, card_mm: Sequence[float]) -> Markup | None:
    """A line from a quarter to its name, if other cards keep the name away."""
    quarter = _extent(label.quarter, card_mm)
    x, y = label.box.nearest(label.quarter["x_mm"], label.quarter["y_mm"])
    from_x, from_y = quarter.nearest(x, y)
    if hypot(x - from_x, y - from_y) < NAME_MM / 2:
        return None
    return element("path", d=f"M{from_x:.0f} {from_y:.0f}L{x:.0f} {y:.0f}", class_="leader")


def _described(plan: Plan) -> Text:
    """The plan's title, and the cards that are marked, for whoever does not see it."""
    marked = list(dict.fromkeys(str(card["card"]) for card in plan["cards"] if card["marked"]))
    title = plan_title(plan)
    return _("{title}. Marked: {cards}", title=title, cards=", ".join(marked)) if marked else title


def plan_title(plan: Plan | None) -> Text:
    return _("The table now") if plan and plan["asked"] else _("The table")


def _ring(card: PlanCard, card_mm: Sequence[float]) -> list[Markup]:
    """A ring around a card that is asked about: dark within light, so that it is seen on any colour."""
    sides = [side + 2 * _RING_MM for side in card_mm]
    return [_rectangle(card, sides, class_=f"ring {kind}") for kind in ("outer", "inner")]


def _view(plan: Plan, named: Sequence[_Label]) -> str:
    boxes = [*extents(plan), *(label.box for label in named)] or [_Rectangle(0.0, 0.0, 0.0, 0.0)]
    left, top = min(box.left for box in boxes) - _MARGIN_MM, min(box.top for box in boxes) - _MARGIN_MM
    right, bottom = max(box.right for box in boxes) + _MARGIN_MM, max(box.bottom for box in boxes) + _MARGIN_MM
    return " ".join(f"{value:.0f}" for value in (left, top, right - left, bottom - top))


def _card(card: PlanCard, card_mm: Sequence[float], colours: Sequence[str]) -> Markup:
    wall, colour = card["card"] == "back", card["colour"]
    fill = _WALL if wall else _TOWER if colour is None else tint(colour, colours)
    shape = _rectangle(card, card_mm, fill=fill, class_=f"card {'wall' if wall else card['area']}")
    unseen = None if card["in_sight"] else "unseen"
    return element(
        "g", element("title", card_words(card)), shape, None if wall else _number(card, card_mm[1], fill), class_=unseen
    )


_AREAS = {
    "construction": _("under construction"),
    "completed": _("completed"),
    "opened": _("opened"),
    "offered": _("on offer"),
}


def card_words(card: PlanCard) -> Text:
    """A card on the plan in words: what it is, whose, and in which area."""
    if card["card"] == "back":
        return _("{player}: a wall", player=card["player"] or "")
    colour = [_("{colour}", colour=card["colour"])] if card["colour"] else []
    whose = [card["player"]] if card["player"] else []
    return listed([listed([*colour, str(card["card"])], " "), *whose, _AREAS[card["area"]]])


def _rectangle(one: PlanCard | PlanQuarter, card_mm: Sequence[float], **more: str) -> Markup:
    width, height = card_mm
    place = f"translate({one['x_mm']} {one['y_mm']}) rotate({one['heading_deg']})"
    return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=5, transform=place, **more)


def _number(card: PlanCard, height_mm: float, fill: str) -> Markup:
    """The number of a card, upright for the reader, whichever way the card is turned."""
    turn, up = radians(card["heading_deg"]), _UPPER * height_mm
    x, y = card["x_mm"] - up * sin(turn), card["y_mm"] + up * cos(turn)
    text = str(card["card"])
    size = _NUMBER_MM if len(text) < 3 else _NUMBER_MM * 0.72
    return drawn_text(text, x, y, size, fill=ink_on(fill), class_="number")
