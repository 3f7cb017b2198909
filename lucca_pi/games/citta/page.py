"""
The page of Lucca Città: score, last turn, order of play, and the table drawn with its cards and the players' names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.games.citta.plan_drawing import drawing, plan_title
from lucca_pi.games.citta.session.overview import (
    AdviceHint,
    OrderEntry,
    Overview,
    Plan,
    QuarterNow,
    Ranked,
)
from lucca_pi.games.citta.session.show import FINAL_STEPS, TITLES
from lucca_pi.games.citta.table.families import ARMS, Arms
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.web.markup import (
    Child,
    GamePage,
    Markup,
    Part,
    PlayerView,
    between,
    drawn_text,
    element,
    gained,
    goal,
    ink_on,
    played_turn,
    player_rows,
    progress,
    signed,
    tint,
)

_TITLE = _("Lucca Città")
_KINDS: Mapping[str, str] = {**TITLES, **FINAL_STEPS}


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    first, plan = overview["ranking"][0] if overview["ranking"] else None, overview["plan"]
    drawn = drawing(plan, overview["colours"], overview["now"]["player"]) if plan else None
    quarters = plan["quarters"] if plan else ()
    shields = {one["player"]: _shield(ARMS[one["quarter"]]) for one in quarters if one["quarter"] in ARMS}
    players = {one["player"]: _player(overview, one, shields) for one in overview["ranking"]}
    order = _("Order of the final scoring") if overview["finished"] else _("Order of play")
    asked = [_("Open {colour}?", colour=colour) for colour in overview["now"]["may_open"]]
    to_do = between(" ", [*asked, _("Then take a triplet.") if asked else _("Take a triplet.")])
    score = (
        Part("score", _("Score"), player_rows(overview, players)),
        Part("final", _("Final scoring"), _final(overview)),
        Part("last", _("Last turn"), _last(overview)),
        Part("order", order, _order(overview)),
    )
    return GamePage(
        _TITLE,
        progress(overview),
        _("{player} has won", player=first["player"]) if first else None,
        ngettext("with {number} point", "with {number} points", first["total"] or 0) if first else None,
        [element("p", to_do), _advice(overview["advice"])],
        score,
        (Part("plan", plan_title(plan), [drawn, *_legend(plan)] if plan else None),),
        {quarter: _shield(arms) for quarter, arms in ARMS.items()},
        _("Only the families on your table need a name. The shield is on the quarter."),
        players,
        drawn,
        _rounds_left(overview),
    )


def _rounds_left(overview: Overview) -> Text | None:
    if overview["round"] is None or overview["rounds"] is None:
        return None
    left = overview["rounds"] - overview["round"]
    if not left:
        return _("The last round; then the final scoring")
    return ngettext("{number} more round after this one", "{number} more rounds after this one", left)


_OPENED, _COMPLETED = "○", "✓"


def _palaces(overview: Overview, one: QuarterNow) -> Markup:
    """A player's palaces as small cards with the number of their cards, then walls, towers and shields."""
    palaces = [
        *((colour, str(cards), "") for colour, cards in one["construction"].items()),
        *((colour, _COMPLETED, "completed") for colour in one["completed"]),
        *((colour, _OPENED, "opened") for colour in one["opened"]),
    ]
    row = element(
        "svg",
        [_small_card(24 * at, *palace, overview["colours"]) for at, palace in enumerate(palaces)],
        viewBox=f"0 0 {24 * len(palaces)} 24",
        width=24 * len(palaces),
        class_="bricks",
        role="img",
        aria_label=_palaces_words(overview, one),
    )
    return goal(row if palaces else None, between(" · ", [*_besides(one)]))


def _small_card(x: int, colour: str, sign: str, area: str, colours: Sequence[str]) -> list[Markup]:
    fill = tint(colour, colours)
    card = element("rect", x=x + 2, y=1.5, width=19, height=21, rx=2, fill=fill, class_=f"small card {area}".strip())
    return [card, drawn_text(sign, x + 11.5, 12.5, 15, fill=ink_on(fill))]


def _palaces_words(overview: Overview, one: QuarterNow) -> Text:
    """A player's palaces for whoever does not see them."""
    most = overview["cards_to_complete"]
    under = [
        _("{colour}: {number} of {most} cards", colour=colour, number=number, most=most)
        for colour, number in one["construction"].items()
    ]
    completed = [_("{colour}: completed", colour=colour) for colour in one["completed"]]
    return listed([*under, *completed, *(_("{colour}: opened", colour=colour) for colour in one["opened"])])


def _besides(one: QuarterNow) -> Iterator[Text]:
    yield ngettext("{number} shield", "{number} shields", one["shields"])
    if one["walls"]:
        yield ngettext("{number} wall", "{number} walls", one["walls"])
    if one["towers"]:
        yield ngettext("{number} tower", "{number} towers", len(one["towers"]))


def _shield(arms: Arms) -> Markup:
    """A family's shield, as on its quarter; the style sheet rounds it."""
    boxes = [((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)) for x, y, wide, tall in arms.boxes]
    patches = [" ".join(f"{12 * x:g},{16 * y:g}" for x, y in corners) for corners in (*boxes, *arms.shapes)]
    figure = [element("polygon", points=points, fill=arms.figure) for points in patches]
    field = element("rect", width=12, height=16, fill=arms.field)
    return element("svg", field, figure, viewBox="0 0 12 16", class_="shield", aria_hidden="true")


def _advice(hints: Sequence[AdviceHint] | None) -> Markup | None:
    """The advice on the page: the points of each opening now, the walls and the order of play."""
    if not hints:
        return None
    openings = [
        element("li", gained(hint["value"]), element("span", hint["text"]))
        for hint in hints
        if hint["kind"] == "opening"
    ]
    others = [element("p", hint["text"], class_="soft") for hint in hints if hint["kind"] != "opening"]
    return element("div", element("ul", openings, class_="lines"), others)


def _player(overview: Overview, ranked: Ranked, shields: Mapping[str, Markup]) -> PlayerView:
    """A player's shield and palaces; tapped, every line of the points with its reason."""
    player, tied = ranked["player"], ranked["by_number"]
    tie = None if tied is None else _("tie: highest street number of all palaces, {number}", number=tied)
    palaces = _palaces(overview, overview["quarters"][player])
    score = overview["score"] or {"players": {}, "lines": []}
    sums = score["players"].get(player, {})
    shown = [[words, " ", signed(sums[kind])] for kind, words in _KINDS.items() if sums.get(kind)]
    lines = [_line(line) for line in score["lines"] if line["player"] == player]
    details = [
        element("p", between(" · ", shown) or _("No points"), class_="sums"),
        element("ul", lines, class_="lines"),
    ]
    return PlayerView(shields.get(player), tie, goals=palaces, details=details)


def _line(line: Mapping[str, Any]) -> Markup:
    when = _("Round {round}", round=line["round"]) if line["round"] else _("The end")
    return element("li", gained(line["points"]), element("span", line["reason"], element("small", when)))


def _final(overview: Overview) -> Child:
    """The steps of the final scoring, one after another."""
    lines = [line for line in (overview["score"] or {"lines": []})["lines"] if line["round"] is None]
    return [
        [element("h3", title), element("ul", [_step(line) for line in lines if line["kind"] == kind], class_="lines")]
        for kind, title in _KINDS.items()
        if any(line["kind"] == kind for line in lines)
    ]


def _step(line: Mapping[str, Any]) -> Markup:
    who = element("span", element("strong", line["player"]), " ", line["reason"])
    return element("li", gained(line["points"]), who)


def _last(overview: Overview) -> Child:
    last = overview["last"]
    if last is None:
        return None
    gains = [(gain["points"], gain["reason"]) for gain in last["gains"]]
    return played_turn(last["player"], sum(points for points, _reason in gains), last["moves"], gains)


def _order(overview: Overview) -> Child:
    if not overview["order"]:
        return None
    in_turn = overview["now"]["player"]
    return element("ol", [_place(place, place["player"] == in_turn) for place in overview["order"]])


def _place(place: OrderEntry, in_turn: bool) -> Markup:
    shields = ngettext("{number} shield", "{number} shields", place["shields"])
    number = place["highest_number"] if place["by_number"] else None
    decided = None if number is None else element("small", _("street number {number} decides", number=number))
    name = element("span", place["player"], class_="name")
    return element("li", name, element("span", shields, decided), class_="in-turn" if in_turn else None)


def _legend(plan: Plan) -> Iterator[Markup]:
    if plan["asked"]:
        yield element("p", _("Ring: asked about. Dashed: not in this look."), class_="soft")
    yield element("p", _("Gold edge: completed. White edge: opened. Grey: walls."), class_="soft")
