"""The large view for the middle of the table: whose turn it is, points, the last gain, the question. No scrolling."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.contract.overview import Asks, Glance, Glanced, LastSeen
from lucca_pi.language import _, in_use, is_right_to_left
from lucca_pi.web.answers import answered
from lucca_pi.web.head import head
from lucca_pi.web.html import AGAIN
from lucca_pi.web.markup import Child, Markup, between, element
from lucca_pi.web.now import asked, headline
from lucca_pi.web.parts import GamePage
from lucca_pi.web.signed import signed

MOST_ANSWERS = 6
"""Answers shown; the rest is told by its number."""
MOST_REASONS = 3


def board(
    overview: Mapping[str, Any],
    game: GamePage,
    glance: Glance | None,
    asks: Asks | None = None,
    notices: Sequence[str] = (),
) -> str:
    """The whole document."""
    seen: Glance = glance or {"standings": [], "last": None}
    lost = element("span", _("No connection: this is how it stood"), id="lost")
    top = element("header", element("span", game.title, class_="title"), lost, element("span", game.where), id="top")
    main = element(
        "main",
        element("section", _now(overview, game, asks, notices), id="now", class_=_class(overview), aria_live="polite"),
        element("section", _points(seen["standings"], overview["now"]["player"]), id="points"),
        element("section", _last(seen["last"]), id="last", hidden=seen["last"] is None),
    )
    body = element("body", top, main, element("script", src="/page.js", defer=True))
    direction = "rtl" if is_right_to_left() else "ltr"
    whole = head([headline(overview["now"], game), f" · {game.title}"], AGAIN, style="board.css")
    return f"<!doctype html>\n{element('html', whole, body, lang=in_use(), dir=direction, class_='board')}\n"


def _class(overview: Mapping[str, Any]) -> str | None:
    """Where much is said the headline is smaller."""
    return "asking" if overview["now"]["answers"] or overview["now"]["problems"] else None


def _now(overview: Mapping[str, Any], game: GamePage, asks: Asks | None, notices: Sequence[str]) -> Child:
    told = overview["now"]
    said = asked(told) if told["kind"] == "question" else game.result if told["kind"] == "over" else told["text"]
    lines = [*told["problems"], said, *notices]
    return [
        element("h1", headline(told, game)),
        game.to_do if told["kind"] == "turn" and not overview.get("advice") else None,
        [element("p", line) for line in lines if line],
        _answers(told["answers"], told["chosen"]),
        answered(asks),
    ]


def _answers(answers: Sequence[str], chosen: int | None) -> Markup | None:
    """Those around the chosen one, where there are many."""
    if not answers:
        return None
    first = max(0, min((chosen or 0) - MOST_ANSWERS // 2, len(answers) - MOST_ANSWERS))
    shown = [*enumerate(answers)][first : first + MOST_ANSWERS]
    items = [element("li", words, class_="chosen" if number == chosen else None) for number, words in shown]
    return element("ol", items, class_="answers")


def _points(standings: Sequence[Glanced], in_turn: str | None) -> Child:
    rows = [_row(one, one["player"] == in_turn) for one in standings]
    return element("ol", rows, class_=f"standings of-{len(rows)}") if rows else None


def _row(one: Glanced, in_turn: bool) -> Markup:
    points = None if one["points"] is None else element("b", signed(one["points"], plus=False))
    note = element("small", one["note"]) if one["note"] else None
    name = element("span", one["player"], class_="name")
    return element("li", name, points, note, class_="in-turn" if in_turn else None)


def _last(last: LastSeen | None) -> Child:
    if last is None:
        return None
    points = None if last["points"] is None else element("b", signed(last["points"]))
    reasons: list[Child] = [*last["reasons"][:MOST_REASONS], *(["…"] if len(last["reasons"]) > MOST_REASONS else [])]
    who = element("p", element("span", last["player"], class_="name"), " ", points, class_="who")
    return [element("h2", _("Last turn")), who, element("p", between(" · ", reasons), class_="reasons")]
