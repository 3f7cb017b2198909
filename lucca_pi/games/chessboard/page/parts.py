"""The parts of the page: how the colours stand, the last turn, and the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.chessboard.page.drawing import drawing
from lucca_pi.games.chessboard.session.overview import Overview, Ranked
from lucca_pi.games.chessboard.session.show import TO_PLACE
from lucca_pi.language import Text, _, listed
from lucca_pi.web.markup import Child, GamePage, Markup, Part, element

TITLE = _("Lucca on a chess board")


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    score = (
        Part("score", _("Standings"), [_player(overview, one) for one in overview["ranking"]]),
        Part("supply", _("Colours"), _colours(overview["score"])),
        Part("last", _("Last turn"), _last(overview)),
    )
    return GamePage(
        TITLE,
        _where(overview),
        _won(overview),
        _("{reason}", reason=overview["end"]) if overview["end"] else None,
        [element("p", TO_PLACE), _advice(overview["advice"])],
        score,
        (Part("plan", _("The city"), _city(overview)),),
    )


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
    """What is left of each colour, and whom it took."""
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
        drawing(overview["size"], overview["city"], last),
        element("p", _("The number is a tower's height. Below it lie its lowest floors."), class_="soft"),
    ]
