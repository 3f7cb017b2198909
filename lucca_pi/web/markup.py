"""
HTML and SVG from elements, and the parts of a page that every page has: its head, points, colours, a game's sections.

Whatever is no `Markup` yet is text for players: it is translated, made harmless and escaped.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, TypeAlias

from lucca_pi.contract.overview import Placed
from lucca_pi.language import Text, _, bound_signs, in_use, is_right_to_left, say
from lucca_pi.outside import harmless

_EMPTY = {"meta", "link", "img", "input"}
"""Elements without an end tag."""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Attributes: TypeAlias = "dict[str, str | float | bool | None]"
Child: TypeAlias = "str | int | Iterable[Child] | None"
"""Markup, text, a number, several of these, or nothing."""


def element(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """
    An element. In names of attributes underlines become hyphens; one at the end is dropped.

    >>> element("p", "a < b", element("b", 3), class_="soft", hidden=True, id=None)
    '<p class="soft" hidden>a &lt; b<b>3</b></p>'
    """
    start = name + "".join(_attribute(key, value) for key, value in attributes.items())
    return Markup(f"<{start}>" if name in _EMPTY else f"<{start}>{markup_of(children)}</{name}>")


def markup_of(child: Child) -> Markup:
    """Everything in its order, texts escaped."""
    if child is None:
        return Markup("")
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return Markup(_text(bound_signs(say(str(child))) if is_right_to_left() else child))
    return Markup("".join(markup_of(one) for one in child))


def between(mark: str, children: Sequence[Child]) -> list[Child]:
    """
    The children with a mark between them.

    >>> markup_of(between("; ", ["one", "two"]))
    'one; two'
    """
    return [part for child in children for part in (mark, child)][1:]


def _text(value: str | float) -> str:
    return escape(harmless(say(value) if isinstance(value, str) else str(value)))


def _attribute(key: str, value: str | float | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{_text(value)}"'


def document(head: Markup, body: Markup, *, class_: str | None = None) -> str:
    """A whole HTML document in the language and direction that are in use."""
    direction = "rtl" if is_right_to_left() else "ltr"
    return f"<!doctype html>\n{element('html', head, body, lang=in_use(), dir=direction, class_=class_)}\n"


def head(title: Child, *more: Child, style: str = "page.css") -> Markup:
    """The head of a page; `more`: what only this page has."""
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="/icon.svg"),
        element("link", rel="stylesheet", href=f"/{style}"),
        more,
    )


def form(
    path: str, *content: Child, class_: str | None = "rows", sent: Mapping[str, str | int] | None = None, **more: Any
) -> Markup:
    """A form that is posted to a path; `sent`: what goes along with what people choose, by its name."""
    along = [element("input", type="hidden", name=name, value=value) for name, value in (sent or {}).items()]
    return element("form", along, content, method="post", action=path, class_=class_, **more)


def press(value: str, words: Child, class_: str = "aside", *, name: str = "do") -> Markup:
    """A button that sends a value."""
    return element("button", words, name=name, value=value, class_=class_)


def folded(title: Text, *content: Child, id_: str | None = None) -> Markup:
    """What a tap on its title shows."""
    return element("details", element("summary", title), content, id=id_, class_="folded")


def signed(points: int, *, plus: bool = True) -> str:
    """
    Points with their sign.

    >>> signed(5), signed(-3), signed(0), signed(5, plus=False)
    ('+5', '−3', '0', '5')
    """
    sign = "−" if points < 0 else "+" if points and plus else ""
    return f"{sign}{abs(points)}"


def gained(points: int) -> Markup:
    """
    Points that a player has gained or lost, marked as what they are.

    >>> gained(5), gained(-3), gained(0)
    ('<b class="gain">+5</b>', '<b class="loss">−3</b>', '<b>0</b>')
    """
    return element("b", signed(points), class_="gain" if points > 0 else "loss" if points < 0 else None)


def points_in_all(total: int | None) -> Markup | None:
    """The points of a player; None in a game without points."""
    return None if total is None else element("b", signed(total, plus=False))


def figures_table(
    heads: Sequence[Child], rows: Iterable[Sequence[Child]], *, caption: Child = None, class_: str | None = None
) -> Markup:
    """
    A table in which each row begins with its name; `heads`: of all columns, empty where there is none.

    >>> figures_table((), [["Ada", 3]])
    '<table><tbody><tr><th scope="row">Ada</th><td>3</td></tr></tbody></table>'
    """
    top = [element("th", head, scope="col") if head else element("td") for head in heads]
    lines = [
        element("tr", element("th", name, scope="row"), [element("td", cell) for cell in cells])
        for name, *cells in rows
    ]
    return element(
        "table",
        element("caption", caption) if caption else None,
        element("thead", element("tr", top)) if heads else None,
        element("tbody", lines),
        class_=class_,
    )


def played_turn(player: Child, points: int | None, moves: Sequence[str], gains: Iterable[tuple[int, str]]) -> Child:
    """A turn: its player with the points, None in a game without points, its moves, and each gain with its reason."""
    name = element("span", player, class_="name")
    lines = [element("li", gained(gain), element("span", reason)) for gain, reason in gains]
    mark = " " if all(one.endswith(".") for one in moves) else "; "
    return [
        element("p", name, None if points is None else gained(points), class_="who"),
        element("p", between(mark, moves), class_="moves"),
        element("ul", lines, class_="lines") if lines else None,
    ]


_TINTS = {
    "red": "#b3262c",
    "orange": "#e07b22",
    "yellow": "#edc63c",
    "green": "#2f8a57",
    "blue": "#2a5cab",
    "violet": "#9a62b0",
    "purple": "#7d4a94",
    "pink": "#e08fb0",
    "brown": "#7a4e32",
    "white": "#f1eee6",
    "grey": "#8f8a83",
    "black": "#37322f",
}
_OTHER_TINTS = ("#b3262c", "#2a5cab", "#edc63c", "#2f8a57", "#9a62b0", "#e07b22")
"""Fills in the order of a game's colours, for names that `_TINTS` lacks."""
DARK, LIGHT = "#241d1a", "#ffffff"
"""Ink on light pieces, and on dark ones."""


def tint(colour: str, colours: Sequence[str]) -> str:
    """
    The fill of a piece in one of a game's colours.

    >>> tint("Red", ["Red"]), tint("rosso", ["giallo", "rosso"])
    ('#b3262c', '#2a5cab')
    """
    index = list(colours).index(colour) if colour in colours else 0
    return _TINTS.get(colour.lower(), _OTHER_TINTS[index % len(_OTHER_TINTS)])


def ink_on(fill: str) -> str:
    """
    The ink that reads best on a fill.

    >>> ink_on("#2a5cab") == LIGHT, ink_on("#edc63c") == DARK
    (True, True)
    """
    red, green, blue = (int(fill[index : index + 2], 16) for index in (1, 3, 5))
    return LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else DARK


def drawn_text(text: str, x: float, y: float, size: float, **more: str) -> Markup:
    """Text in a drawing, in the middle of its place."""
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": size}
    return element("text", text, text_anchor="middle", dominant_baseline="central", **place, **more)


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page, hidden while it has no content. `name` is its id."""

    name: str
    title: Text
    content: Child


def section(part: Part) -> Markup:
    """A part of the page, hidden while there is nothing to show."""
    if not part.content:
        return element("section", id=part.name, hidden=True)
    return element("section", element("h2", part.title), part.content, id=part.name)


def chip(mark: Child) -> Markup:
    """A mark of 16 by 16 beside words."""
    return element("svg", mark, viewBox="0 0 16 16", class_="chip", aria_hidden="true")


def legend(lines: Iterable[tuple[Child, Text, bool]]) -> Markup | None:
    """The legend of a drawing: the words beside each mark, a chip, that is drawn there."""
    shown = [element("li", mark, " ", words) for mark, words, is_drawn in lines if is_drawn]
    return element("ul", shown, class_="lines soft") if shown else None


def goal(row: Markup | None, reached: Child, missing: Text | None = None) -> Markup:
    """What is reached of a goal, drawn and in words, and what is missing."""
    to_go = element("span", " · ", missing, class_="to-go") if missing else None
    return element("p", row, element("span", reached, to_go), class_="goal")


@dataclass(frozen=True, slots=True)
class PlayerView:
    """
    What a game adds to a player's row: a `sign`, such as a shield, and a note below the name.

    `figure`: in a game without points what stands in their place. `goals`: what of the goal is reached; without points
    and figure it stands on the page, too. `details`: what the row opens.
    """

    sign: Child = None
    note: Child = None
    figure: int | None = None
    goals: Child = None
    details: Child = None


def player_rows(overview: Mapping[str, Any], players: Mapping[str, PlayerView]) -> list[Markup]:
    """The ranking of any game, a row for each player."""
    seats, in_turn = sorted(players), overview["now"]["player"]
    return [
        _player_row(one, players[one["player"]], f"points-{seats.index(one['player'])}", one["player"] == in_turn)
        for one in overview["ranking"]
    ]


def _player_row(one: Placed, player: PlayerView, id_: str, in_turn: bool) -> Markup:
    points = player.figure if one["total"] is None else signed(one["total"], plus=False)
    note = element("small", player.note) if player.note else None
    row = (
        element("span", one["rank"], class_="rank"),
        player.sign,
        element("span", one["player"], note, class_="name"),
        element("span", points, class_="points") if points is not None else None,
    )
    if player.details:
        summary = element("summary", row, class_="in-turn" if in_turn else None)
        return element("details", summary, player.details, id=id_, data_player=one["player"])
    goals = player.goals if points is None else None
    class_ = "player in-turn" if in_turn else "player"
    return element("div", element("p", row, class_="row"), goals, class_=class_, data_player=one["player"])


def progress(overview: Mapping[str, Any]) -> Text | None:
    """How far any game is: its round, or in a game without rounds its turn."""
    if overview["round"]:
        return _("Round {round} of {rounds}", round=overview["round"], rounds=overview["rounds"])
    if overview["turn"]:
        return _("Turn {turn}", turn=overview["turn"])
    return _("The end") if overview["finished"] else None


@dataclass(frozen=True, slots=True)
class GamePage:
    """
    A game on the page.

    `title`: the game's name; `where`: how far it is. `over`: who has won, and with what. `to_do`: the moves the player
    in turn may make. `beside` is placed beside the score on a wide screen, below it on a narrow one. `seats`: a picture
    of each seat, by its code, such as a shield; `seats_note`: which of them need a name.

    For the large view also the `players`, the table drawn (`picture`), and how the game is won, or how long it still
    takes (`to_win`).
    """

    title: str
    where: Text | None
    over: Text | None
    result: Text | None
    to_do: Child
    score: tuple[Part, ...]
    beside: tuple[Part, ...]
    seats: Mapping[int, Child] = field(default_factory=dict)
    seats_note: Text | None = None
    players: Mapping[str, PlayerView] = field(default_factory=dict)
    picture: Child = None
    to_win: Text | None = None
