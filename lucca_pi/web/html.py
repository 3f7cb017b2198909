"""An overview as a page. It needs no script: with one it renews itself as the game goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.citta.session.overview import Overview, Placed, Ranked
from lucca_pi.language import Text, _, in_use, is_right_to_left, ngettext
from lucca_pi.web.drawing import drawing
from lucca_pi.web.markup import Child, Markup, between, element
from lucca_pi.web.now import headline, now
from lucca_pi.web.words import KINDS, signed

RENEWED_S = 10
"""Without a script the page is loaded anew after so long."""


def page(
    overview: Overview, picture: str | None = None, notices: Sequence[str] = (), bgstats: str | None = None
) -> str:
    """
    The whole document.

    `picture`: where the picture of the look confirmed last is, if it is shown; `notices`: what people must know now;
    `bgstats`: the link that hands a finished game to that app.
    """
    below = [*(element("p", text, class_="doubt") for text in notices), _bgstats(bgstats)]
    points = [
        element("section", now(overview), below, id="now", class_=overview["now"]["kind"], aria_live="polite"),
        _section("score", _("Score"), _score(overview)),
        _section("final", _("Final scoring"), _final(overview)),
        _section("last", _("Last turn"), _last(overview)),
        _section("order", _order_title(overview), _order(overview)),
    ]
    table = [
        _section("plan", _("How it lay"), _plan(overview)),
        _section("picture", _("The picture"), _picture(picture)),
    ]
    main = element("main", element("div", points), element("div", table))
    direction = "rtl" if is_right_to_left() else "ltr"
    body = element("body", _top(overview), main, element("script", src="page.js", defer=True))
    return f"<!doctype html>\n{element('html', _head(overview), body, lang=in_use(), dir=direction)}\n"


def _bgstats(link: str | None) -> Child:
    return element("a", _("Keep it in BG Stats"), href=link, rel="noreferrer", class_="button") if link else None


def _head(overview: Overview) -> Markup:
    again = element("noscript", element("meta", http_equiv="refresh", content=RENEWED_S))
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", headline(overview), " · Lucca Città"),
        element("link", rel="icon", href="icon.svg"),
        element("link", rel="stylesheet", href="page.css"),
        again,
    )


def _top(overview: Overview) -> Markup:
    lost = element("span", _("No connection: this is how it stood"), id="lost")
    title = element("span", "Lucca Città", class_="title")
    return element("header", title, lost, element("span", _where(overview)), id="top")


def _where(overview: Overview) -> Text | None:
    if overview["round"]:
        return _("Round {round} of {rounds}", round=overview["round"], rounds=overview["rounds"])
    return _("The end") if overview["finished"] else None


def _section(name: str, title: Text, content: Child) -> Markup:
    """A part of the page, hidden while there is nothing to show."""
    if not content:
        return element("section", id=name, hidden=True)
    return element("section", element("h2", title), content, id=name)


def _score(overview: Overview) -> Child:
    return [_player(overview, ranked) for ranked in overview["ranking"]]


def _player(overview: Overview, ranked: Ranked) -> Markup:
    """A player's points; tapped, every line of them with its reason."""
    player, tied = ranked["player"], ranked["by_number"]
    tie = element("small", _("tie: street number {number}", number=tied)) if tied is not None else None
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
    shown = [[words, " ", signed(sums[kind])] for kind, words in KINDS.items() if sums.get(kind)]
    return element("p", between(" · ", shown) or _("No points"), class_="sums")


def _lines(overview: Overview, player: str) -> Markup:
    lines = (overview["score"] or {"lines": []})["lines"]
    return element("ul", [_line(line) for line in lines if line["player"] == player], class_="lines")


def _line(line: Mapping[str, Any]) -> Markup:
    when = _("Round {round}", round=line["round"]) if line["round"] else _("The end")
    return element("li", element("b", signed(line["points"])), element("span", line["reason"], element("small", when)))


def _final(overview: Overview) -> Child:
    """Its steps, one after another."""
    lines = [line for line in (overview["score"] or {"lines": []})["lines"] if line["round"] is None]
    return [
        [element("h3", title), element("ul", [_step(line) for line in lines if line["kind"] == kind], class_="lines")]
        for kind, title in KINDS.items()
        if any(line["kind"] == kind for line in lines)
    ]


def _step(line: Mapping[str, Any]) -> Markup:
    who = element("span", element("strong", line["player"]), " ", line["reason"])
    return element("li", element("b", signed(line["points"])), who)


def _last(overview: Overview) -> Child:
    last = overview["last"]
    if last is None:
        return None
    gained = sum(gain["points"] for gain in last["gains"])
    gains = [
        element("li", element("b", signed(gain["points"])), element("span", gain["reason"])) for gain in last["gains"]
    ]
    return [
        element("p", element("span", last["player"], class_="name"), element("b", signed(gained)), class_="who"),
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


def _place(place: Placed, in_turn: bool) -> Markup:
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
    return [drawing(plan, overview["colours"], overview["now"]["player"]), legend]


def _picture(path: str | None) -> Child:
    return element("img", src=path, alt=_("The table as it was seen when it was confirmed last")) if path else None
