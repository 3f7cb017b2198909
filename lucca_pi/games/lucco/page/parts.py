"""The parts of the page: the groups, the last turn, and the figure."""

from collections.abc import Callable

from lucca_pi.games.lucco.page.drawing import drawing
from lucca_pi.games.lucco.page.marks import may_be_laid, may_go, protected, splits
from lucca_pi.games.lucco.session.overview import Overview, Ranked
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import Child, GamePage, Markup, Part, between, element, tint

TITLE = "Lucco"


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    finished = overview["finished"]
    first = overview["ranking"][0] if finished and overview["ranking"] else None
    score = (
        Part("score", _("Largest groups"), [_player(overview, one) for one in overview["ranking"]] or None),
        Part("pot", _("Pot"), _pot(overview)),
        Part("last", _("Last turn"), _last(overview)),
    )
    return GamePage(
        TITLE,
        _where(overview),
        _("{player} has won", player=first["player"]) if first else None,
        _("with a group of {size}", size=first["largest"]) if first else None,
        [element("p", _to_do(overview)), _advice(overview)],
        score,
        (Part("plan", _("How it lies"), _plan(overview)),),
    )


def _where(overview: Overview) -> Text | None:
    if overview["turn"]:
        return _("Turn {turn}", turn=overview["turn"])
    return _("The end") if overview["finished"] else None


def _to_do(overview: Overview) -> Text:
    thrown = overview["now"]["thrown"]
    return _("Threw {thrown_colour}.", thrown_colour=thrown) if thrown else _("Throw the die.")


def _advice(overview: Overview) -> Markup | None:
    hints = overview["advice"]
    if not hints:
        return None
    kinds = ("throw", "lay") if overview["now"]["thrown"] else ("lay",)
    said = [hint["text"] for hint in hints if hint["kind"] in kinds]
    return element("div", [element("p", text, class_="soft") for text in said])


def _player(overview: Overview, one: Ranked) -> Markup:
    in_turn = overview["now"]["player"] == one["player"]
    hand = _("{colour}, {number} in hand", colour=one["colour"], number=one["hand"])
    chip = _chip(one["colour"], overview)
    name = element("span", one["player"], element("small", hand), class_="name")
    size = element("span", one["largest"], class_="points")
    return element("p", chip, name, size, class_="row in-turn" if in_turn else "row")


def _chip(colour: str, overview: Overview) -> Markup:
    tile = element("circle", cx=8, cy=8, r=7, fill=tint(colour, overview["colours"]), class_="tile")
    return element("svg", tile, viewBox="0 0 16 16", class_="chip", aria_hidden="true")


def _pot(overview: Overview) -> Child:
    if not overview["pot"]:
        return None
    left = [_("{colour}: {number}", colour=colour, number=number) for colour, number in overview["pot"].items()]
    return element("p", between(" · ", left), class_="soft")


def _last(overview: Overview) -> Child:
    last = overview["last"]
    if last is None:
        return None
    name = element("p", element("span", last["player"], class_="name"), class_="who")
    return [name, element("p", between("; ", last["moves"]), class_="moves")]


def _plan(overview: Overview) -> Child:
    if not overview["plan"]:
        return None
    number = ngettext("{number} tile lies", "{number} tiles lie", len(overview["plan"]))
    dot = element("p", number, ". ", _("Dot: laid last."), class_="soft")
    return [drawing(overview), _legend(overview), dot]


def _legend(overview: Overview) -> Child:
    """What the marks of advice mean, those that are drawn."""
    if overview["advice"] is None:
        return None
    plan = overview["plan"]
    stays = {one["stays"] for one in plan}
    drawn = (
        (may_be_laid, _("a tile may be laid here"), bool(overview["places"])),
        (may_go, _("may be taken away"), any(one["may_go"] for one in plan)),
        (protected, _("stays: no side of it is free"), "protected" in stays),
        (splits, _("stays: holds the whole together"), "splits" in stays),
    )
    lines = [element("li", _sign(mark), " ", text) for mark, text, is_drawn in drawn if is_drawn]
    return element("ul", lines, class_="lines soft") if lines else None


def _sign(mark: Callable[[float, float, str], Markup]) -> Markup:
    return element("svg", mark(8, 8, "currentColor"), viewBox="0 0 16 16", class_="chip", aria_hidden="true")
