"""How the table lay, drawn: the quarters with their names, the cards in their colours with their numbers."""

from collections.abc import Sequence
from math import cos, radians, sin

from lucca_pi.games.citta.page.labels import NAME_MM, Box, Label, extents, labels
from lucca_pi.games.citta.session.overview import Plan, PlanCard, PlanQuarter
from lucca_pi.language import _
from lucca_pi.web.markup import DARK, LIGHT, Markup, element, is_dark, tint

TOWER, WALL = "#d8cfc0", "#a59682"
MARGIN_MM = 30.0
NUMBER_MM = 31.0
"""How high a card's number is."""
UPPER = -0.25
"""Where on its card a number stands, in heights from the middle: the next card lies over the lower half."""


def drawing(plan: Plan, colours: Sequence[str], in_turn: str | None) -> Markup:
    """The table as SVG, seen from the side of the quarter whose axes the plan has."""
    card_mm = plan["card_mm"]
    quarters = [_quarter(one, card_mm, one["player"] == in_turn) for one in plan["quarters"]]
    cards = [_card(card, card_mm, colours) for card in plan["cards"]]
    named = labels(plan)
    names = [_name(one, one.quarter["player"] == in_turn) for one in named]
    return element("svg", quarters, cards, names, viewBox=_view(plan, named), role="img", aria_label=_("How it lay"))


def _tint(colour: str | None, colours: Sequence[str]) -> str:
    """What a card of that colour is filled with; a tower has none."""
    return tint(colour, colours) if colour is not None else TOWER


def _view(plan: Plan, named: Sequence[Label]) -> str:
    boxes = [*extents(plan), *(label.box for label in named)] or [Box(0.0, 0.0, 0.0, 0.0)]
    left, top = min(box.left for box in boxes) - MARGIN_MM, min(box.top for box in boxes) - MARGIN_MM
    right, bottom = max(box.right for box in boxes) + MARGIN_MM, max(box.bottom for box in boxes) + MARGIN_MM
    return " ".join(f"{value:.0f}" for value in (left, top, right - left, bottom - top))


def _card(card: PlanCard, card_mm: Sequence[float], colours: Sequence[str]) -> Markup:
    wall = card["card"] == "back"
    fill = WALL if wall else _tint(card["colour"], colours)
    shape = _rectangle(card, card_mm, fill=fill, class_=f"card {'wall' if wall else card['area']}")
    return element("g", shape, None if wall else _number(card, card_mm[1], fill))


def _rectangle(one: PlanCard | PlanQuarter, card_mm: Sequence[float], **more: str) -> Markup:
    width, height = card_mm
    place = f"translate({one['x_mm']} {one['y_mm']}) rotate({one['heading_deg']})"
    return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=5, transform=place, **more)


def _number(card: PlanCard, height_mm: float, fill: str) -> Markup:
    """Upright for the reader, however the card lies."""
    turn, up = radians(card["heading_deg"]), UPPER * height_mm
    x, y = card["x_mm"] - up * sin(turn), card["y_mm"] + up * cos(turn)
    text = str(card["card"])
    size = NUMBER_MM if len(text) < 3 else NUMBER_MM * 0.72
    return _text(text, x, y, size, fill=LIGHT if is_dark(fill) else DARK, class_="number")


def _quarter(one: PlanQuarter, card_mm: Sequence[float], in_turn: bool) -> Markup:
    return _rectangle(one, card_mm, class_="quarter in-turn" if in_turn else "quarter")


def _name(label: Label, in_turn: bool) -> Markup:
    class_ = "name in-turn" if in_turn else "name"
    return _text(label.quarter["player"], label.x_mm, label.y_mm, NAME_MM, anchor=label.anchor, class_=class_)


def _text(text: str, x_mm: float, y_mm: float, size_mm: float, *, anchor: str = "middle", **more: str) -> Markup:
    place = {"x": round(x_mm, 1), "y": round(y_mm, 1), "font_size": size_mm}
    return element("text", text, text_anchor=anchor, dominant_baseline="central", **place, **more)
