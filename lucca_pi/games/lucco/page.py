"""Lucco's page: the groups, the last turn, and the figure drawn, with marks of advice that differ without colour."""

from collections.abc import Sequence
from math import cos, pi, sin

from lucca_pi.games.lucco.rules.turn import TO_WIN
from lucca_pi.games.lucco.session.show import Overview, PlanPlace, PlanTile, Ranked
from lucca_pi.language import _, is_right_to_left, ngettext
from lucca_pi.web.markup import (
    Child,
    GamePage,
    Markup,
    Part,
    PlayerView,
    between,
    chip,
    drawn_text,
    element,
    goal,
    ink_on,
    legend,
    played_turn,
    player_rows,
    progress,
    tint,
)

_HALF = 5.0
"""Distance from the middle of a mark to its edge, in units of the drawing."""
_LINE = 1.8


def may_go(x: float, y: float, ink: str) -> Markup:
    """A minus in a circle: this tile may be taken away."""
    return _at(x, y, ink, _ring(), _line("M -2.6 0 H 2.6"))


def _may_be_laid(x: float, y: float, ink: str) -> Markup:
    """A plus in a circle: a tile may be laid here."""
    return _at(x, y, ink, _ring(), _line("M -2.6 0 H 2.6 M 0 -2.6 V 2.6"))


def protected(x: float, y: float, ink: str) -> Markup:
    """A padlock: no side of this tile is free."""
    body = element("rect", x=-4, y=-1, width=8, height=6, rx=1, fill=ink, stroke="none")
    return _at(x, y, ink, body, _line("M -2.6 -1 V -2.4 A 2.6 2.6 0 0 1 2.6 -2.4 V -1"))


def splits(x: float, y: float, ink: str) -> Markup:
    """Two links of a chain: without this tile the rest comes apart."""
    links = [element("ellipse", cx=cx, cy=0, rx=3.6, ry=2.6) for cx in (-2.4, 2.4)]
    return _at(x, y, ink, *links)


_MARKS = {"protected": protected, "splits": splits}
"""The marks by the reason why a tile stays."""


def _ring() -> Markup:
    return element("circle", cx=0, cy=0, r=_HALF)


def _line(path: str) -> Markup:
    return element("path", d=path)


def _at(x: float, y: float, ink: str, *parts: Markup) -> Markup:
    place = f"translate({x:.1f} {y:.1f})"
    return element("g", *parts, transform=place, fill="none", stroke=ink, stroke_width=_LINE, class_="mark")


_WIDE = 40.0
"""Width of a tile from side to side, in units of the drawing."""
_GAP = 1.5
_MARGIN = 8.0
_MARK_UP = 3.1
"""Divisor of a tile's width that gives the height of a mark above its middle."""
_NUMBER_DOWN = 1.5
_SIDES = {"hexagon": 6, "square": 4}


def _drawing(overview: Overview) -> Markup:
    """
    The figure as SVG: the tile laid last has a dot.

    With advice: a plus where a tile may be laid, a minus and a gold rim on a tile that may go, a padlock or a chain on
    a tile that stays.
    """
    shape, colours, advised = overview["tiles"], overview["colours"], overview["advice"] is not None
    places = [_place(one, shape) for one in overview["places"]]
    tiles = [_tile(one, shape, colours, advised) for one in sorted(overview["plan"], key=lambda one: one["may_go"])]
    every = [(one["x"], one["y"]) for one in (*overview["places"], *overview["plan"])]
    return element("svg", places, tiles, viewBox=_view(every), role="img", aria_label=_("The table"))


def _view(every: Sequence[tuple[float, float]]) -> str:
    left, top = (_WIDE * min(one[axis] for one in every) for axis in (0, 1))
    right, bottom = (_WIDE * max(one[axis] for one in every) for axis in (0, 1))
    around = _WIDE / 2 + _MARGIN
    box = left - around, top - around, right - left + 2 * around, bottom - top + 2 * around
    return " ".join(f"{value:.0f}" for value in box)


def _place(one: PlanPlace, shape: str) -> Markup:
    """A place for a tile: a dashed outline, and a plus."""
    x, y = one["x"] * _WIDE, one["y"] * _WIDE
    outline = element("polygon", points=_corners(x, y, _SIDES[shape]), class_="place")
    return element("g", outline, _may_be_laid(x, y, "currentColor"), class_="soft")


def _tile(one: PlanTile, shape: str, colours: Sequence[str], advised: bool) -> Markup:
    x, y, fill = one["x"] * _WIDE, one["y"] * _WIDE, tint(one["colour"], colours)
    kind = "tile marked" if one["marked"] else "tile may-go" if advised and one["may_go"] else "tile"
    outline = element("polygon", points=_corners(x, y, _SIDES[shape]), fill=fill, class_=kind)
    ink = ink_on(fill)
    mark = _mark(one, x, y - _WIDE / _MARK_UP, ink) if advised else None
    title = element("title", _("{colour} {number}", colour=one["colour"], number=one["number"] or "?"))
    dot = element("circle", cx=round(x, 1), cy=round(y + _WIDE / 2.8, 1), r=2.5, fill=ink) if one["is_new"] else None
    return element("g", title, outline, _number(one, x, y, ink), mark, dot)


def _mark(one: PlanTile, x: float, y: float, ink: str) -> Markup | None:
    """The mark on a tile that may go, or that stays although the throw is about its colour."""
    if one["may_go"]:
        return may_go(x, y, ink)
    return _MARKS[one["stays"]](x, y, ink) if one["stays"] else None


def _corners(x: float, y: float, sides: int) -> str:
    """The corners of a tile that has a side at its right."""
    radius = (_WIDE / 2 - _GAP / 2) / cos(pi / sides)
    turns = [pi / sides * (2 * number + 1) for number in range(sides)]
    return " ".join(f"{x + radius * cos(turn):.1f},{y + radius * sin(turn):.1f}" for turn in turns)


def _number(one: PlanTile, x: float, y: float, ink: str) -> Markup:
    text = "?" if one["number"] is None else str(one["number"])
    return drawn_text(text, x, y + _NUMBER_DOWN, 16, fill=ink, class_="number")


_TITLE = _("Lucco")


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    finished = overview["finished"]
    figure = _drawing(overview) if overview["plan"] else None
    first = overview["ranking"][0] if finished and overview["ranking"] else None
    players = {one["player"]: _player(overview, one) for one in overview["ranking"]}
    score = (
        Part("score", _("Largest groups"), player_rows(overview, players)),
        Part("pot", _("Pot"), _pot(overview)),
        Part("last", _("Last turn"), _last(overview)),
    )
    thrown = overview["now"]["thrown"]
    to_do = _("Threw {thrown_colour}.", thrown_colour=thrown) if thrown else _("Throw the die.")
    return GamePage(
        _TITLE,
        progress(overview),
        _("{player} has won", player=first["player"]) if first else None,
        _("with a group of {size}", size=first["largest"]) if first else None,
        [element("p", to_do), _advice(overview)],
        score,
        (Part("plan", _("The table"), _plan(overview, figure)),),
        {seat: _chip(colour, overview) for seat, colour in enumerate(overview["colours"], start=1)},
        players=players,
        picture=figure,
        to_win=None if finished else _("{number} tiles of your colour in one group win.", number=TO_WIN),
    )


def _goal(overview: Overview, one: Ranked) -> Markup:
    """The largest group as tiles, with dashed places for those that are missing to win."""
    size = one["largest"]
    places = range(max(size, TO_WIN))
    fill = tint(one["colour"], overview["colours"])
    reached = [at < size for at in places]
    if is_right_to_left():
        reached.reverse()
    tiles = [_small_tile(20 * at + 10, fill if is_there else None) for at, is_there in enumerate(reached)]
    view = f"0 0 {20 * len(places)} 20"
    row = element("svg", tiles, viewBox=view, width=20 * len(places), class_="bricks", aria_hidden="true")
    words = _("Largest group {number} of {enough}", number=size, enough=TO_WIN)
    return goal(row, words, _("{number} to go", number=TO_WIN - size) if size < TO_WIN else None)


def _small_tile(x: int, fill: str | None) -> Markup:
    """A tile, or without a fill the place of one that is missing."""
    return element("circle", cx=x, cy=10, r=8, fill=fill, class_="tile" if fill else "place")


def _advice(overview: Overview) -> Markup | None:
    hints = overview["advice"]
    if not hints:
        return None
    kinds = ("throw", "lay") if overview["now"]["thrown"] else ("lay",)
    said = [hint["text"] for hint in hints if hint["kind"] in kinds]
    return element("div", [element("p", text, class_="soft") for text in said])


def _player(overview: Overview, one: Ranked) -> PlayerView:
    hand = _("{colour}, {number} in hand", colour=one["colour"], number=one["hand"])
    return PlayerView(_chip(one["colour"], overview), hand, one["largest"], _goal(overview, one))


def _chip(colour: str, overview: Overview) -> Markup:
    return chip(element("circle", cx=8, cy=8, r=7, fill=tint(colour, overview["colours"]), class_="tile"))


def _pot(overview: Overview) -> Child:
    if not overview["pot"]:
        return None
    left = [_("{colour}: {number}", colour=colour, number=number) for colour, number in overview["pot"].items()]
    return element("p", between(" · ", left), class_="soft")


def _last(overview: Overview) -> Child:
    last = overview["last"]
    return None if last is None else played_turn(last["player"], None, last["moves"], ())


def _plan(overview: Overview, figure: Markup | None) -> Child:
    if figure is None:
        return None
    number = ngettext("{number} tile lies", "{number} tiles lie", len(overview["plan"]))
    dot = element("p", number, ". ", _("Dot: laid last."), class_="soft")
    return [figure, _legend(overview), dot]


def _legend(overview: Overview) -> Child:
    """The legend of the marks of advice in the drawing."""
    if overview["advice"] is None:
        return None
    plan = overview["plan"]
    stays = {one["stays"] for one in plan}
    marks = (
        (_may_be_laid, _("a tile may be laid here"), bool(overview["places"])),
        (may_go, _("may be taken away"), any(one["may_go"] for one in plan)),
        (protected, _("stays: no side of it is free"), "protected" in stays),
        (splits, _("stays: holds the figure together"), "splits" in stays),
    )
    return legend((chip(mark(8, 8, "currentColor")), words, is_drawn) for mark, words, is_drawn in marks)
