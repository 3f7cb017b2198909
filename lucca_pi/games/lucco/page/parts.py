"""The parts of the page: the groups, the last turn, and the figure."""

from lucca_pi.games.lucco.page.drawing import drawing
from lucca_pi.games.lucco.session.overview import Overview, Ranked
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import Child, Markup, between, element
from lucca_pi.web.parts import GamePage, Part
from lucca_pi.web.tints import tint

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
    said = [hint["text"] for hint in hints if hint["kind"] in ("throw", "lay")]
    marked = any(hint["kind"] == "remove" for hint in hints)
    return element("div", [element("p", text, class_="soft") for text in said], _may_go() if marked else None)


def _may_go() -> Markup:
    return element("p", _("Tiles with a gold rim may go."), class_="soft")


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
    legend = element("p", number, ". ", _("Gold rim: may go. Dot: laid last."), class_="soft")
    return [drawing(overview["plan"], overview["tiles"], overview["colours"]), legend]
