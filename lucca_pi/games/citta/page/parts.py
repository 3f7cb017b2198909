"""The parts of the page: the score, the last turn, the order of play, and how the table lay."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.games.citta.page.drawing import drawing
from lucca_pi.games.citta.session.overview import AdviceHint, Overview, Placed, Ranked, Waits
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import Child, GamePage, Markup, Part, between, element, signed

TITLE = "Lucca Città"
KINDS = {
    "completion": _("Completed"),
    "opening": _("Opened"),
    "final_opening": _("Final openings"),
    "walls": _("Walls and towers"),
    "street_number": _("Street numbers"),
    "adjustment": _("Adjustment"),
}


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    first = overview["ranking"][0] if overview["ranking"] else None
    score = (
        Part("score", _("Score"), _score(overview)),
        Part("final", _("Final scoring"), _final(overview)),
        Part("last", _("Last turn"), _last(overview)),
        Part("order", _order_title(overview), _order(overview)),
    )
    return GamePage(
        TITLE,
        _where(overview),
        _("{player} has won", player=first["player"]) if first else None,
        ngettext("with {number} point", "with {number} points", first["total"]) if first else None,
        [element("p", _to_do(overview["now"])), _advice(overview["advice"])],
        score,
        (Part("plan", _("How it lay"), _plan(overview)),),
    )


def _to_do(told: Waits) -> list[Child]:
    asked = [_("Open {colour}?", colour=colour) for colour in told["may_open"]]
    return between(" ", [*asked, _("Then take a triplet.") if asked else _("Take a triplet.")])


def _advice(hints: Sequence[AdviceHint] | None) -> Markup | None:
    """What each opening is worth now, and what the walls and the order of play are like."""
    if not hints:
        return None
    openings = [
        element("li", element("b", signed(hint["value"])), element("span", hint["text"]))
        for hint in hints
        if hint["kind"] == "opening"
    ]
    others = [element("p", hint["text"], class_="soft") for hint in hints if hint["kind"] != "opening"]
    return element("div", element("ul", openings, class_="lines"), others)


def _where(overview: Overview) -> Text | None:
    if overview["round"]:
        return _("Round {round} of {rounds}", round=overview["round"], rounds=overview["rounds"])
    return _("The end") if overview["finished"] else None


def _score(overview: Overview) -> Child:
    return [_player(overview, ranked) for ranked in overview["ranking"]]


def _player(overview: Overview, ranked: Ranked) -> Markup:
    """A player's points; tapped, every line of them with its reason."""
    player, tied = ranked["player"], ranked["by_number"]
    tie = (
        element("small", _("tie: highest street number of all palaces, {number}", number=tied))
        if tied is not None
        else None
    )
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
