"""
The page of Lucca Città: score, last turn, order of play, and the table drawn with its cards and the players' names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from lucca_pi.games.citta.session.overview import (
    AdviceHint,
    OrderEntry,
    Overview,
    Plan,
    PlanCard,
    PlanQuarter,
    Ranked,
    Waits,
)
from lucca_pi.games.citta.table.arms import ARMS, Arms
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import (
    DARK,
    LIGHT,
    Child,
    GamePage,
    Markup,
    Part,
    between,
    element,
    gained,
    is_dark,
    signed,
    tint,
)

NAME_MM = 38.0
"""Height of a name's letters, mm."""
_LETTER, _CAPITAL, _WIDE = 0.7, 0.84, 1.11
"""
Greatest width of a bold letter, as a share of its height: small, capital, and of WIDEST; other letters count as WIDE.
"""
_WIDEST = "mwMW@%"
_HALO_MM = 6.0
"""Width of the halo around a name's letters, mm."""
_STEPS = 10
"""Largest shift of a name, in lines, away from its usual place and to either side."""
_SHIFTS = sorted(
    ((away, aside) for away in range(_STEPS) for aside in range(-_STEPS, _STEPS + 1)),
    key=lambda shift: sum(map(abs, shift)),
)
"""Shifts of a name (lines away, lines aside), the nearest first."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of the drawing, upright."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Rectangle") -> float:
        """The part of the other box that is under this one, mm²."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


@dataclass(frozen=True, slots=True)
class _Label:
    """A name with its point, and the part of the name there: its beginning, its middle or its end."""

    quarter: PlanQuarter
    x_mm: float
    y_mm: float
    anchor: str

    @property
    def box(self) -> Rectangle:
        """The box that the name covers."""
        width, half = width_mm(self.quarter["player"]), NAME_MM / 2 + _HALO_MM
        left = self.x_mm - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Rectangle(left - _HALO_MM, self.y_mm - half, left + width + _HALO_MM, self.y_mm + half)


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
        label = _placed(_places(quarter, plan["card_mm"][1]), taken)
        placed.append(label)
        taken.append(label.box)
    return placed


def extents(plan: Plan) -> list[Rectangle]:
    """The boxes that quarters and cards cover."""
    quarters = [_extent(one, plan["card_mm"]) for one in plan["quarters"]]
    return quarters + [_extent(one, plan["card_mm"]) for one in plan["cards"]]


def _extent(one: PlanCard | PlanQuarter, card_mm: Iterable[float]) -> Rectangle:
    """The upright box around a card."""
    width, height = card_mm
    turn = radians(one["heading_deg"])
    across = (abs(width * cos(turn)) + abs(height * sin(turn))) / 2
    down = (abs(width * sin(turn)) + abs(height * cos(turn))) / 2
    return Rectangle(one["x_mm"] - across, one["y_mm"] - down, one["x_mm"] + across, one["y_mm"] + down)


def _places(quarter: PlanQuarter, height_mm: float) -> Iterator[_Label]:
    """Places for a name on the side away from the player, where few cards are: straight on, and to either side."""
    turn = radians(quarter["heading_deg"])
    right, down = sin(turn), -cos(turn)
    anchor = "middle" if abs(right) < 0.5 else "start" if right > 0 else "end"
    for lines, aside in _SHIFTS:
        away_mm, aside_mm = height_mm / 2 + NAME_MM * (0.7 + lines), NAME_MM * aside
        x_mm, y_mm = right * away_mm - down * aside_mm, down * away_mm + right * aside_mm
        yield _Label(quarter, quarter["x_mm"] + x_mm, quarter["y_mm"] + y_mm, anchor)


def _placed(places: Iterable[_Label], taken: Sequence[Rectangle]) -> _Label:
    """The first place that covers nothing; if there is none, the place that covers least."""
    covered: list[tuple[float, _Label]] = []
    for label in places:
        covered.append((sum(label.box.covers(one) for one in taken), label))
        if not covered[-1][0]:
            break
    return min(covered, key=lambda one: one[0])[1]


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
    quarters = [_quarter(one, card_mm, one["player"] == in_turn) for one in plan["quarters"]]
    cards = [_card(card, card_mm, colours) for card in plan["cards"]]
    named = labels(plan)
    names = [_name(one, one.quarter["player"] == in_turn) for one in named]
    rings = [_ring(card, card_mm) for card in plan["cards"] if card["marked"]]
    return element(
        "svg", quarters, cards, names, rings, viewBox=_view(plan, named), role="img", aria_label=_described(plan)
    )


def _described(plan: Plan) -> Text:
    """The plan's title, and the cards that are marked, for whoever does not see it."""
    marked = list(dict.fromkeys(str(card["card"]) for card in plan["cards"] if card["marked"]))
    title = _plan_title(plan)
    return _("{title}. Marked: {cards}", title=title, cards=", ".join(marked)) if marked else title


def _plan_title(plan: Plan | None) -> Text:
    return _("How it lies now") if plan and plan["asked"] else _("How it lay")


def _ring(card: PlanCard, card_mm: Sequence[float]) -> list[Markup]:
    """A ring around a card that is asked about: dark within light, so that it is seen on any colour."""
    sides = [side + 2 * _RING_MM for side in card_mm]
    return [_rectangle(card, sides, class_=f"ring {kind}") for kind in ("outer", "inner")]


def _tint(colour: str | None, colours: Sequence[str]) -> str:
    """The fill of a card of that colour; a tower has none."""
    return tint(colour, colours) if colour is not None else _TOWER


def _view(plan: Plan, named: Sequence[_Label]) -> str:
    boxes = [*extents(plan), *(label.box for label in named)] or [Rectangle(0.0, 0.0, 0.0, 0.0)]
    left, top = min(box.left for box in boxes) - _MARGIN_MM, min(box.top for box in boxes) - _MARGIN_MM
    right, bottom = max(box.right for box in boxes) + _MARGIN_MM, max(box.bottom for box in boxes) + _MARGIN_MM
    return " ".join(f"{value:.0f}" for value in (left, top, right - left, bottom - top))


def _card(card: PlanCard, card_mm: Sequence[float], colours: Sequence[str]) -> Markup:
    wall = card["card"] == "back"
    fill = _WALL if wall else _tint(card["colour"], colours)
    shape = _rectangle(card, card_mm, fill=fill, class_=f"card {'wall' if wall else card['area']}")
    unseen = None if card["in_sight"] else "unseen"
    return element("g", shape, None if wall else _number(card, card_mm[1], fill), class_=unseen)


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
    return _text(text, x, y, size, fill=LIGHT if is_dark(fill) else DARK, class_="number")


def _quarter(one: PlanQuarter, card_mm: Sequence[float], in_turn: bool) -> Markup:
    return _rectangle(one, card_mm, class_="quarter in-turn" if in_turn else "quarter")


def _name(label: _Label, in_turn: bool) -> Markup:
    class_ = "name in-turn" if in_turn else "name"
    return _text(label.quarter["player"], label.x_mm, label.y_mm, NAME_MM, anchor=label.anchor, class_=class_)


def _text(text: str, x_mm: float, y_mm: float, size_mm: float, *, anchor: str = "middle", **more: str) -> Markup:
    place = {"x": round(x_mm, 1), "y": round(y_mm, 1), "font_size": size_mm}
    return element("text", text, text_anchor=anchor, dominant_baseline="central", **place, **more)


_TITLE = "Lucca Città"
_KINDS = {
    "completion": _("Completed"),
    "opening": _("Opened"),
    "final_opening": _("Final openings"),
    "walls": _("Walls and towers"),
    "street_number": _("Street numbers"),
    "adjustment": _("Adjustment"),
}


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    first = overview["ranking"][0] if overview["ranking"] else None
    score = (
        Part("score", _("Score"), _score(overview)),
        Part("final", _("Final scoring"), _final(overview)),
        Part("last", _("Last turn"), _last(overview)),
        Part("order", _order_title(overview), _order(overview)),
    )
    return GamePage(
        _TITLE,
        _where(overview),
        _("{player} has won", player=first["player"]) if first else None,
        ngettext("with {number} point", "with {number} points", first["total"]) if first else None,
        [element("p", _to_do(overview["now"])), _advice(overview["advice"])],
        score,
        (Part("plan", _plan_title(overview["plan"]), _plan(overview)),),
        {quarter: _shield(arms) for quarter, arms in ARMS.items()},
        _("Only the families on your table need a name. The shield is on the quarter."),
    )


def _shield(arms: Arms) -> Markup:
    """A family's shield, as on its quarter; the style sheet rounds it."""
    boxes = [((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)) for x, y, wide, tall in arms.boxes]
    patches = [" ".join(f"{12 * x:g},{16 * y:g}" for x, y in corners) for corners in (*boxes, *arms.shapes)]
    figure = [element("polygon", points=points, fill=arms.figure) for points in patches]
    field = element("rect", width=12, height=16, fill=arms.field)
    return element("svg", field, figure, viewBox="0 0 12 16", class_="shield", aria_hidden="true")


def _to_do(told: Waits) -> list[Child]:
    asked = [_("Open {colour}?", colour=colour) for colour in told["may_open"]]
    return between(" ", [*asked, _("Then take a triplet.") if asked else _("Take a triplet.")])


def _advice(hints: Sequence[AdviceHint] | None) -> Markup | None:
    """The advice on the page: the points of each opening now, the walls and the order of play."""
    if not hints:
        return None
    openings = [
        element("li", gained(hint["value"]), element("span", hint["text"]))
        for hint in hints
        if hint["kind"] == "opening"
    ]
    others = [element("p", hint["text"], class_="soft") for hint in hints if hint["kind"] != "opening"]
    return element("div", element("ul", openings, class_="lines"), others)


def _where(overview: Overview) -> Text | None:
    if overview["round"]:
        return _("Round {round} of {rounds}", round=overview["round"], rounds=overview["rounds"])
    return _("The end") if overview["finished"] else None


def _score(overview: Overview) -> Child:
    return [_player(overview, ranked) for ranked in overview["ranking"]]


def _player(overview: Overview, ranked: Ranked) -> Markup:
    """A player's points; tapped, every line of them with its reason."""
    player, tied = ranked["player"], ranked["by_number"]
    tie = (
        element("small", _("tie: highest street number of all palaces, {number}", number=tied))
        if tied is not None
        else None
    )
    summary = element(
        "summary",
        element("span", ranked["rank"], class_="rank"),
        element("span", player, tie, class_="name"),
        element("span", signed(ranked["total"], plus=False), class_="points"),
        class_="in-turn" if overview["now"]["player"] == player else None,
    )
    number = list((overview["score"] or {"players": ()})["players"]).index(player)
    return element("details", summary, _sums(overview, player), _lines(overview, player), id=f"points-{number}")


def _sums(overview: Overview, player: str) -> Markup:
    sums = (overview["score"] or {"players": {}})["players"].get(player, {})
    shown = [[words, " ", signed(sums[kind])] for kind, words in _KINDS.items() if sums.get(kind)]
    return element("p", between(" · ", shown) or _("No points"), class_="sums")


def _lines(overview: Overview, player: str) -> Markup:
    lines = (overview["score"] or {"lines": []})["lines"]
    return element("ul", [_line(line) for line in lines if line["player"] == player], class_="lines")


def _line(line: Mapping[str, Any]) -> Markup:
    when = _("Round {round}", round=line["round"]) if line["round"] else _("The end")
    return element("li", gained(line["points"]), element("span", line["reason"], element("small", when)))


def _final(overview: Overview) -> Child:
    """The steps of the final scoring, one after another."""
    lines = [line for line in (overview["score"] or {"lines": []})["lines"] if line["round"] is None]
    return [
        [element("h3", title), element("ul", [_step(line) for line in lines if line["kind"] == kind], class_="lines")]
        for kind, title in _KINDS.items()
        if any(line["kind"] == kind for line in lines)
    ]


def _step(line: Mapping[str, Any]) -> Markup:
    who = element("span", element("strong", line["player"]), " ", line["reason"])
    return element("li", gained(line["points"]), who)


def _last(overview: Overview) -> Child:
    last = overview["last"]
    if last is None:
        return None
    total = sum(gain["points"] for gain in last["gains"])
    gains = [element("li", gained(gain["points"]), element("span", gain["reason"])) for gain in last["gains"]]
    return [
        element("p", element("span", last["player"], class_="name"), gained(total), class_="who"),
        element("p", between("; ", last["moves"]), class_="moves"),
        element("ul", gains, class_="lines") if gains else None,
    ]


def _order_title(overview: Overview) -> Text:
    return _("Order of the final scoring") if overview["finished"] else _("Order of play")


def _order(overview: Overview) -> Child:
    if not overview["order"]:
        return None
    in_turn = overview["now"]["player"]
    return element("ol", [_place(place, place["player"] == in_turn) for place in overview["order"]])


def _place(place: OrderEntry, in_turn: bool) -> Markup:
    shields = ngettext("{number} shield", "{number} shields", place["shields"])
    decided = _decided(place["by_number"], place["highest_number"])
    name = element("span", place["player"], class_="name")
    return element("li", name, element("span", shields, decided), class_="in-turn" if in_turn else None)


def _decided(by_number: bool, number: int | None) -> Markup | None:
    if not by_number or number is None:
        return None
    return element("small", _("street number {number} decides", number=number))


def _plan(overview: Overview) -> Child:
    plan = overview["plan"]
    if plan is None:
        return None
    legend = element("p", _("Gold edge: completed. White edge: opened. Grey: walls."), class_="soft")
    asked = element("p", _("Ring: asked about. Dashed: not in this look."), class_="soft") if plan["asked"] else None
    return [drawing(plan, overview["colours"], overview["now"]["player"]), asked, legend]
