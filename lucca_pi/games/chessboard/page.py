"""
The page of a game on a chess board: standings, the last turn, and the board drawn with every stack's top and height.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.games.chessboard.rules.city import lot_at
from lucca_pi.games.chessboard.session.overview import Overview, Ranked
from lucca_pi.games.chessboard.session.setup import COLOUR_SEATS
from lucca_pi.games.chessboard.session.show import TO_PLACE
from lucca_pi.language import Text, _, listed
from lucca_pi.web.markup import Child, GamePage, Markup, Part, element

_TINTS = {"white": "#f1eee6", "black": "#37322f", "red": "#b3262c", "blue": "#2a5cab"}
_DARK, _LIGHT = "#241d1a", "#ffffff"
_LOT, _BRICK, _STEP = 60.0, 40.0, 4.0
"""The side of a lot and of a brick, and the width by which each floor sticks out of the stairs."""
_IN_STAIRS = 3
_EDGE = 26.0


def _drawing(size: int, city: Mapping[str, Sequence[str]], last: Collection[str]) -> Markup:
    """The board as SVG, row 1 below."""
    side = size * _LOT
    lots = [_lot(column, row, size, last) for row in range(size) for column in range(size)]
    stacks = [_stack(column, row, size, city) for row in reversed(range(size)) for column in range(size)]
    view = f"{-_EDGE:.0f} {-_EDGE / 2:.0f} {side + _EDGE * 1.5:.0f} {side + _EDGE * 1.5:.0f}"
    return element("svg", lots, [*_names(size)], stacks, viewBox=view, role="img", aria_label=_("The city"))


def _lot(column: int, row: int, size: int, last: Collection[str]) -> Markup:
    x, y = column * _LOT, (size - 1 - row) * _LOT
    fill = "#e7dcc6" if (column + row) % 2 else "#d8c9ad"
    stroke, width = ("#c08a1e", 4) if lot_at(column, row) in last else ("#a59682", 1)
    return element("rect", x=x, y=y, width=_LOT, height=_LOT, fill=fill, stroke=stroke, stroke_width=width)


def _names(size: int) -> Iterator[Markup]:
    for number in range(size):
        middle = (number + 0.5) * _LOT
        yield _text(lot_at(number, 0)[0], middle, size * _LOT + _EDGE / 2, 18, fill="currentColor")
        yield _text(str(number + 1), -_EDGE / 2, size * _LOT - middle, 18, fill="currentColor")


def _stack(column: int, row: int, size: int, city: Mapping[str, Sequence[str]]) -> Markup | None:
    """The lowest floors in their stairs, below the top with its height."""
    bricks = city.get(lot_at(column, row))
    if not bricks:
        return None
    x, y = column * _LOT + (_LOT - _BRICK) / 2, (size - 1 - row) * _LOT + 6
    steps = [*bricks[1:]][-_IN_STAIRS:]
    below = [_brick(x, y + _STEP * (number + 1), colour) for number, colour in enumerate(steps)]
    height = None
    if len(bricks) > 1:
        ink = _DARK if bricks[0] == "white" else _LIGHT
        height = _text(str(len(bricks)), x + _BRICK / 2, y + _BRICK / 2, 24, fill=ink)
    title = element("title", f"{lot_at(column, row)}: {', '.join(bricks)}")
    return element("g", title, [*reversed(below)], _brick(x, y, bricks[0]), height)


def _brick(x: float, y: float, colour: str) -> Markup:
    return element(
        "rect", x=x, y=y, width=_BRICK, height=_BRICK, rx=3, fill=_TINTS[colour], stroke=_DARK, stroke_width=1.5
    )


def _text(text: str, x: float, y: float, size: float, **more: str) -> Markup:
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": size}
    return element("text", text, text_anchor="middle", dominant_baseline="central", **place, **more)


_TITLE = _("Lucca on a chess board")


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    score = (
        Part("score", _("Standings"), [_player(overview, one) for one in overview["ranking"]]),
        Part("supply", _("Colours"), _colours(overview["score"])),
        Part("last", _("Last turn"), _last(overview)),
    )
    return GamePage(
        _TITLE,
        _where(overview),
        _won(overview),
        _("{reason}", reason=overview["end"]) if overview["end"] else None,
        [element("p", TO_PLACE), _advice(overview["advice"])],
        score,
        (Part("plan", _("The city"), _city(overview)),),
        {seat: _swatch(colour) for seat, colour in COLOUR_SEATS.items()},
    )


def _swatch(colour: str) -> Markup:
    brick = element("rect", x=1, y=1, width=14, height=14, rx=2, fill=_TINTS[colour], class_="tile")
    return element("svg", brick, viewBox="0 0 16 16", class_="chip", aria_hidden="true")


def _where(overview: Overview) -> Text | None:
    if overview["turn"]:
        return _("Turn {turn}", turn=overview["turn"])
    return _("The end") if overview["finished"] else None


def _won(overview: Overview) -> Text | None:
    winners = (overview["score"] or {"winners": ()})["winners"]
    if not winners:
        return None
    if len(winners) == 1:
        return _("{player} has won", player=winners[0])
    return _("{names} share the win", names=listed(winners))


def _player(overview: Overview, one: Ranked) -> Markup:
    figures = _("{colour}: tower {tower}, prisoners {prisoners}, bricks {bricks}", **_figures(one))
    name = element("span", one["player"], element("small", figures), class_="name")
    in_turn = "in-turn" if overview["now"]["player"] == one["player"] else None
    return element("p", element("span", one["rank"], class_="rank"), name, class_=in_turn)


def _figures(one: Ranked) -> dict[str, Any]:
    return {name: one[name] for name in ("colour", "tower", "prisoners", "bricks")}


def _colours(score: Mapping[str, Any] | None) -> Child:
    """The bricks left of each colour, and its prisoners."""
    if not score:
        return None
    return element("ul", [_colour(name, one) for name, one in score["colours"].items()], class_="lines")


def _colour(name: str, one: Mapping[str, Any]) -> Markup:
    took = listed([_("{number} {colour}", number=number, colour=colour) for colour, number in one["took"].items()])
    words = _("{colour}: {supply} in the supply, highest tower {tower}", colour=name, **_two(one))
    prisoners = element("small", _("prisoners: {took}", took=took)) if one["took"] else None
    return element("li", element("span", words, prisoners))


def _two(one: Mapping[str, Any]) -> dict[str, int]:
    return {"supply": one["supply"], "tower": one["tower"]}


def _last(overview: Overview) -> Child:
    last = overview["last"]
    if last is None:
        return None
    moves = element("ul", [element("li", move) for move in last["moves"]], class_="lines")
    return [element("p", element("span", last["player"], class_="name"), class_="who"), moves]


def _advice(hints: Sequence[str] | None) -> Markup | None:
    return element("ul", [element("li", hint) for hint in hints], class_="lines") if hints else None


def _city(overview: Overview) -> Child:
    if not overview["seats"]:
        return None
    last = overview["last"]["lots"] if overview["last"] else ()
    return [
        _drawing(overview["size"], overview["city"], last),
        element("p", _("The number is a tower's height. Below it are its lowest floors."), class_="soft"),
    ]
