"""
The page of a game on a chess board: what each player still needs to win, the last turn, the supply, the city drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.games.chessboard.rules.city import COLOURS, Stack, lot_at
from lucca_pi.games.chessboard.rules.position import LETTERS
from lucca_pi.games.chessboard.session.setup import COLOUR_SEATS
from lucca_pi.games.chessboard.session.show import TO_PLACE, Overview, Places, Ranked, prisoners_words, tower_words
from lucca_pi.games.chessboard.table.board import DARK_LOT, LIGHT_LOT
from lucca_pi.language import Text, _, is_right_to_left, listed
from lucca_pi.web.markup import (
    DARK,
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
    player_rows,
    progress,
    tint,
)

_TITLE = _("Lucca on a chess board")


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    players = {one["player"]: _player(overview, one) for one in overview["ranking"]}
    city = _city(overview)
    score = (
        Part("score", _("Standings"), player_rows(overview, players)),
        Part("last", _("Last turn"), _last(overview)),
        Part("supply", _("Supply"), _supply(overview["score"])),
    )
    beside = (
        Part("plan", _("The city"), [city, _legend(overview["places"])] if city else None),
        Part("towers", _("Towers, from the top down"), _towers(overview["city"])),
    )
    hints = [element("li", hint) for hint in overview["advice"] or ()]
    advice = element("ul", hints, class_="lines") if hints else None
    return GamePage(
        _TITLE,
        progress(overview),
        _won(overview),
        _("{reason}", reason=overview["end"]) if overview["end"] else None,
        [element("p", TO_PLACE), advice],
        score,
        beside,
        {seat: _swatch(colour) for seat, colour in COLOUR_SEATS.items()},
        players=players,
        picture=city,
        to_win=None if overview["finished"] else _to_win(overview["size"]),
    )


def _to_win(size: int) -> Text:
    return _("To win: the highest tower, {size} floors or more, or the most prisoners, {size} or more.", size=size)


def _won(overview: Overview) -> Text | None:
    winners = (overview["score"] or {"winners": ()})["winners"]
    if not winners:
        return None
    if len(winners) == 1:
        return _("{player} has won", player=winners[0])
    return _("{names} share the win", names=listed(winners))


def _player(overview: Overview, one: Ranked) -> PlayerView:
    """A player's brick, the highest tower and the prisoners, and what is still missing of them to win."""
    colour = _("plays {colour}", colour=one["colour"])
    return PlayerView(_swatch(one["colour"]), colour, goals=_goals(overview, one))


def _goals(overview: Overview, one: Ranked) -> list[Markup]:
    """The highest tower and the prisoners as bricks, with dashed places for those that are missing to win."""
    highest = (stack for stack in overview["city"].values() if stack[0] == one["colour"] and len(stack) == one["tower"])
    goals = (
        (next(highest, ()), one["tower"], one["tower_to_win"], _("Tower"), tower_words),
        (_taken(overview, one["colour"]), one["prisoners"], one["prisoners_to_win"], _("Prisoners"), prisoners_words),
    )
    if overview["finished"]:
        return [goal(_brick_row(one) if one else None, words(number)) for one, number, _enough, _what, words in goals]
    return [_goal(one["player"], bricks, number, enough, what) for bricks, number, enough, what, _words in goals]


def _goal(player: str, bricks: Sequence[str], number: int, enough: int, what: Text) -> Markup:
    """Bricks of a goal, the number reached, and how many are missing."""
    missing = _("{number} to go", number=enough - number)
    if number >= enough:
        missing = _("enough to win when {player}’s turn begins", player=player)
    reached = _("{what} {number} of {enough}", what=what, number=number, enough=enough)
    return goal(_brick_row(bricks, enough), reached, missing)


def _taken(overview: Overview, colour: str) -> list[str]:
    """The colours of a colour's prisoners, one for each."""
    took = (overview["score"] or {"colours": {}})["colours"].get(colour, {"took": {}})["took"]
    return [taken for taken, number in took.items() for _prisoner in range(number)]


def _supply(score: Mapping[str, Any] | None) -> Child:
    """The bricks left of each colour; of one that nobody plays also its tower and prisoners."""
    if not score:
        return None
    return [_colour(name, one) for name, one in score["colours"].items()]


def _colour(name: str, one: Mapping[str, Any]) -> Markup:
    figures = [] if one["player"] else [element("small", listed([_("nobody plays it"), *_neutral_figures(one)], " · "))]
    words = element("span", _("{colour}", colour=name), figures, class_="name")
    return element("p", _swatch(name), words, element("span", one["supply"], class_="points"), class_="row")


def _neutral_figures(one: Mapping[str, Any]) -> Iterator[Text]:
    if one["tower"]:
        yield tower_words(one["tower"])
    if one["took"]:
        took = [_("{number} {colour}", number=number, colour=colour) for colour, number in one["took"].items()]
        yield _("prisoners: {took}", took=listed(took))


def _last(overview: Overview) -> Child:
    """The last turn: its bricks, and below each the steps of its struggle, numbered."""
    last = overview["last"]
    if last is None:
        return None
    name = element("p", element("span", last["player"], class_="name"), class_="who")
    return [name, element("ul", [_event(one) for one in last["events"]], class_="lines events")]


def _event(event: Mapping[str, Any]) -> Markup:
    reason = element("span", event["reason"])
    match event["kind"]:
        case "house" | "floor":
            return element("li", _swatch(event["colour"]), reason, class_="placed")
        case "switch":
            return element("li", _swatch(event["to"]), reason, class_="placed")
        case _:
            return element("li", reason, class_="step")


def _legend(places: Places | None) -> Child:
    """The legend of letters, numbers and rims, and of the marks of advice that are in the drawing."""
    letters = listed([_("{letter} {colour}", letter=letter, colour=colour) for colour, letter in LETTERS.items()])
    words = between(" ", [listed([letters, "."], ""), _("Number: a tower’s height."), _("Gold rim: placed last.")])
    return [element("p", words, class_="soft"), _advice_legend(places) if places else None]


def _advice_legend(places: Places) -> Markup | None:
    lines = (
        (None, _("Dot beside a stack: a floor of that colour may go below it."), any(places["floors"].values())),
        (chip(_hatching(1, 1, 14, "currentColor")), _("no house may go here"), bool(places["refused"])),
        (chip(_small(swords(8, 8, "currentColor"))), _("a house here begins a struggle"), bool(places["struggles"])),
    )
    return legend(lines)


def _small(mark: Markup) -> Markup:
    return element("g", mark, transform="translate(3.2 3.2) scale(0.6)")


def _towers(city: Mapping[str, Sequence[str]]) -> Child:
    """Every tower's bricks from the top down, the highest tower first."""
    towers: list[tuple[str, Stack]] = [(lot, tuple(stack)) for lot, stack in city.items() if len(stack) > 1]
    towers.sort(key=lambda one: (-len(one[1]), one[0]))
    return [
        element(
            "p", element("span", lot, class_="rank"), _brick_row(stack, label=_stack_words(lot, stack)), class_="goal"
        )
        for lot, stack in towers
    ] or None


_LOT, _BRICK, _STEP = 60.0, 38.0, 5.0
"""The side of a lot and of a brick, and the width by which each floor sticks out of the stairs."""
_IN_STAIRS = 3
_EDGE = 26.0
"""Width of the board's edge, where the names of the lots are."""
_TOP = 4.0
"""Distance of a stack's top from the upper side of its lot."""
_JOINT = "#93a487"
_DOT = 6.4
"""Radius of a dot for a floor that may be placed."""


def _city(overview: Overview) -> Markup | None:
    """
    The board as SVG, row 1 below; the lots of the last turn have a gold rim. None before the start.

    With advice: dots beside a stack for the floors that may go below it, hatching where a house is refused, and crossed
    swords where one begins a struggle.
    """
    if not overview["seats"]:
        return None
    size, city, places = overview["size"], overview["city"], overview["places"]
    last = overview["last"]["lots"] if overview["last"] else ()
    side = size * _LOT
    lots = [
        (lot_at(column, row), column * _LOT, (size - 1 - row) * _LOT) for row in range(size) for column in range(size)
    ]
    squares = [_square(x, y, fill=LIGHT_LOT if (x + y) // _LOT % 2 == 0 else DARK_LOT) for _name, x, y in lots]
    marks = [_marks(name, x, y, places) for name, x, y in lots] if places else None
    rims = [_rim(x, y) for name, x, y in lots if name in last]
    stacks = [_stack(name, x, y, tuple(city[name]), places) for name, x, y in lots if city.get(name)]
    view = f"{-_EDGE:.0f} {-_EDGE / 2:.0f} {side + _EDGE * 1.5:.0f} {side + _EDGE * 1.5:.0f}"
    return element(
        "svg", squares, [*_names(size)], rims, stacks, marks, viewBox=view, role="img", aria_label=_("The city")
    )


def _square(x: float, y: float, **more: str | float) -> Markup:
    return element("rect", x=x, y=y, width=_LOT, height=_LOT, stroke=_JOINT, **more)


def _rim(x: float, y: float) -> list[Markup]:
    """A rim inside a lot: gold within dark, so that it is seen on any colour."""
    place: dict[str, float] = {"x": x + 3, "y": y + 3, "width": _LOT - 6, "height": _LOT - 6, "rx": 3}
    return [
        element("rect", **place, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((DARK, 6), ("#f4b942", 3.5))
    ]


def _names(size: int) -> Iterator[Markup]:
    for number in range(size):
        middle = (number + 0.5) * _LOT
        yield drawn_text(lot_at(number, 0)[0], middle, size * _LOT + _EDGE / 2, 18, fill="currentColor")
        yield drawn_text(str(number + 1), -_EDGE / 2, size * _LOT - middle, 18, fill="currentColor")


def _stack_words(name: str, stack: Sequence[str]) -> Text:
    """A stack's bricks in words, from the top down."""
    return _("{at}: {bricks}", at=name, bricks=listed([_("{colour}", colour=colour) for colour in stack]))


def _stack(name: str, x: float, y: float, stack: Stack, places: Places | None) -> Markup:
    """The lowest floors in their stairs, below the top with its letter and the tower's height."""
    left, top = x + (5 if places else (_LOT - _BRICK) / 2), y + _TOP
    steps = stack[1:][-_IN_STAIRS:]
    below = [_brick(left, top + _STEP * number, _BRICK, colour) for number, colour in enumerate(steps, start=1)]
    face = _brick(left, top, _BRICK, stack[0])
    letter = _letter(left, top, stack)
    return element("g", element("title", _stack_words(name, stack)), [*reversed(below)], face, letter)


def _letter(left: float, top: float, stack: Stack) -> list[Markup]:
    """The letter of a house; of a tower its height, with the letter in the corner."""
    ink, middle = _ink(stack[0]), left + _BRICK / 2
    if len(stack) == 1:
        return [drawn_text(LETTERS[stack[0]], middle, top + _BRICK / 2, 20, fill=ink)]
    height = drawn_text(str(len(stack)), middle + 3, top + _BRICK / 2 + 1, 25, fill=ink)
    return [height, drawn_text(LETTERS[stack[0]], left + 7.5, top + 9, 13, fill=ink)]


def _brick(x: float, y: float, side: float, colour: str) -> Markup:
    fill = tint(colour, COLOURS)
    return element("rect", x=x, y=y, width=side, height=side, rx=side / 12, fill=fill, stroke=DARK, stroke_width=1.5)


def _ink(colour: str) -> str:
    return ink_on(tint(colour, COLOURS))


def _marks(name: str, x: float, y: float, places: Places) -> list[Markup]:
    """The marks of advice on a lot."""
    dots = [
        _dot(x + _LOT - _DOT - 2, y + _DOT + 1 + number * (_LOT - 2) / len(COLOURS), colour)
        for number, colour in enumerate(COLOURS)
        if name in places["floors"].get(colour, ())
    ]
    if name in places["refused"]:
        dots.append(_hatching(x, y, _LOT))
    if name in places["struggles"]:
        dots.append(swords(x + _LOT / 2, y + _LOT / 2, DARK))
    return dots


def _dot(x: float, y: float, colour: str) -> Markup:
    circle = element("circle", cx=x, cy=y, r=_DOT, fill=tint(colour, COLOURS), stroke=DARK, stroke_width=1.2)
    return element("g", circle, drawn_text(LETTERS[colour], x, y, 11, fill=_ink(colour)), class_="may-go-below")


def _hatching(x: float, y: float, side: float, ink: str = DARK) -> Markup:
    """A square hatched: a house is refused there."""
    part = side / 4
    falling = [f"M{x:g} {y + part * n:g}L{x + side - part * n:g} {y + side:g}" for n in range(4)]
    rising = [f"M{x + part * n:g} {y:g}L{x + side:g} {y + side - part * n:g}" for n in range(1, 4)]
    path = "".join((*falling, *rising))
    return element("path", d=path, stroke=ink, stroke_width=1.8, stroke_opacity=0.6, class_="refused")


def swords(x: float, y: float, ink: str) -> Markup:
    """Crossed swords: a house there begins a struggle."""
    path = "M-9-9L8 8M9-9L-8 8M-10 3L-3 10M10 3L3 10"
    place = f"translate({x:g} {y:g})"
    return element("path", d=path, transform=place, fill="none", stroke=ink, stroke_width=3, class_="struggle")


_WIDE = 20.0
"""Width of a brick in a row, with its gap."""


def _brick_row(colours: Sequence[str], places: int = 0, label: Text | str | None = None) -> Markup:
    """
    Bricks in a row, each with its letter, then dashed places for those that are missing; `label`: what it shows.

    The row is read in the direction of the language.
    """
    shown: list[str | None] = [*colours, *[None] * (places - len(colours))]
    count = len(shown)
    if is_right_to_left():
        shown.reverse()
    drawn = [_small_brick(_WIDE * at + 1, one) if one else _missing(_WIDE * at + 1) for at, one in enumerate(shown)]
    named: dict[str, str] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    view = f"0 0 {_WIDE * count:g} {_WIDE:g}"
    return element("svg", drawn, viewBox=view, width=_WIDE * count, class_="bricks", **named)


def _small_brick(x: float, colour: str) -> list[Markup]:
    side = _WIDE - 2
    return [_brick(x, 1, side, colour), drawn_text(LETTERS[colour], x + side / 2, _WIDE / 2, 13, fill=_ink(colour))]


def _missing(x: float) -> Markup:
    return element("rect", x=x + 1, y=2, width=_WIDE - 4, height=_WIDE - 4, rx=1.5, class_="place")


def _swatch(colour: str) -> Markup:
    """A brick of a colour, beside words that name it."""
    return element(
        "svg", _small_brick(1, colour), viewBox=f"0 0 {_WIDE:g} {_WIDE:g}", class_="chip", aria_hidden="true"
    )
