"""An overview as a page. It needs no script: with one it renews itself as the game goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.contract.overview import Asks
from lucca_pi.language import _, in_use, is_right_to_left
from lucca_pi.web.answers import answered, names
from lucca_pi.web.head import head
from lucca_pi.web.markup import Child, Markup, element
from lucca_pi.web.now import headline, now
from lucca_pi.web.parts import GamePage, Part
from lucca_pi.web.viewing import Viewer, said

RENEWED_S = 10
"""Seconds after which a page without a script is loaded anew."""


SCRIPT = element("script", src="/page.js", defer=True)
AGAIN = element("noscript", element("meta", http_equiv="refresh", content=RENEWED_S))


def page(
    overview: Mapping[str, Any],
    game: GamePage,
    picture: str | None = None,
    notices: Sequence[str] = (),
    bgstats: str | None = None,
    *,
    asks: Asks | None = None,
    viewer: Viewer = "none",
    faces: Mapping[str, str] | None = None,
) -> str:
    """
    The whole document.

    `picture`: where the picture of the look confirmed last is, if it is shown; `notices`: what people must know now;
    `bgstats`: the link that hands a finished game to that app; `asks`: what may be answered, if the `viewer` may.
    `faces`: where pictures of the cards are that are asked about.
    """
    may = asks if viewer == "answers" else None
    below = [
        *(element("p", text, class_="doubt") for text in notices),
        _bgstats(bgstats),
        answered(asks),
        _door(viewer),
    ]
    told = [said(), now(overview, game, may, faces or {}), below]
    top = element("section", told, id="now", class_=overview["now"]["kind"], aria_live="polite")
    score = (Part("names", _("Names"), names(may) if may else None), *game.score)
    beside = (*game.beside, Part("picture", _("The picture"), _picture(picture)))
    shot = element("figure", id="shot", hidden=True, data_alt=_("The photograph that was sent"))
    columns = element("div", [top, shot, *map(_section, score)]), element("div", [*map(_section, beside)])
    body = element("body", _top(game), element("main", columns), _leave(viewer), SCRIPT)
    direction = "rtl" if is_right_to_left() else "ltr"
    title = [headline(overview["now"], game), f" · {game.title}"]
    return f"<!doctype html>\n{element('html', head(title, AGAIN), body, lang=in_use(), dir=direction)}\n"


def _door(viewer: Viewer) -> Child:
    return (
        element("p", element("a", _("Answer from this phone"), href="/pair", class_="button"))
        if viewer == "looks"
        else None
    )


def _leave(viewer: Viewer) -> Child:
    button = element("button", _("Only look from now on"), class_="quiet")
    form = element("form", button, method="post", action="/leave") if viewer == "answers" else None
    return element("footer", element("a", _("Large view"), href="/board"), form)


def _bgstats(link: str | None) -> Child:
    return element("a", _("Keep it in BG Stats"), href=link, rel="noreferrer", class_="button") if link else None


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
