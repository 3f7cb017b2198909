"""An overview as a page. It needs no script: with one it renews itself as the game goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.language import _, in_use, is_right_to_left
from lucca_pi.web.markup import Child, Markup, element
from lucca_pi.web.now import headline, now
from lucca_pi.web.parts import GamePage, Part

RENEWED_S = 10
"""Seconds after which a page without a script is loaded anew."""


def page(
    overview: Mapping[str, Any],
    game: GamePage,
    picture: str | None = None,
    notices: Sequence[str] = (),
    bgstats: str | None = None,
) -> str:
    """
    The whole document.

    `picture`: where the picture of the look confirmed last is, if it is shown; `notices`: what people must know now;
    `bgstats`: the link that hands a finished game to that app.
    """
    below = [*(element("p", text, class_="doubt") for text in notices), _bgstats(bgstats)]
    top = element("section", now(overview, game), below, id="now", class_=overview["now"]["kind"], aria_live="polite")
    beside = (*game.beside, Part("picture", _("The picture"), _picture(picture)))
    score = element("div", [top, *map(_section, game.score)])
    main = element("main", score, element("div", [*map(_section, beside)]))
    direction = "rtl" if is_right_to_left() else "ltr"
    body = element("body", _top(game), main, element("script", src="page.js", defer=True))
    return f"<!doctype html>\n{element('html', _head(overview, game), body, lang=in_use(), dir=direction)}\n"


def _bgstats(link: str | None) -> Child:
    return element("a", _("Keep it in BG Stats"), href=link, rel="noreferrer", class_="button") if link else None


def _head(overview: Mapping[str, Any], game: GamePage) -> Markup:
    again = element("noscript", element("meta", http_equiv="refresh", content=RENEWED_S))
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", headline(overview["now"], game), f" · {game.title}"),
        element("link", rel="icon", href="icon.svg"),
        element("link", rel="stylesheet", href="page.css"),
        again,
    )


def _top(game: GamePage) -> Markup:
    lost = element("span", _("No connection: this is how it stood"), id="lost")
    title = element("span", game.title, class_="title")
    return element("header", title, lost, element("span", game.where), id="top")


def _section(part: Part) -> Markup:
    """A part of the page, hidden while there is nothing to show."""
    if not part.content:
        return element("section", id=part.name, hidden=True)
    return element("section", element("h2", part.title), part.content, id=part.name)


def _picture(path: str | None) -> Child:
    return element("img", src=path, alt=_("The table as it was seen when it was confirmed last")) if path else None
