"""
The page of a game on a chess board: what each player still needs to win, the last turn, the supply, the city drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lucca_pi.games.chessboard.city_drawing import brick_row, city_drawing, hatching, stack_words, swatch, swords
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.position import LETTERS
from lucca_pi.games.chessboard.session.overview import Overview, Places, Ranked
from lucca_pi.games.chessboard.session.setup import COLOUR_SEATS
from lucca_pi.games.chessboard.session.show import TO_PLACE, prisoners_words, tower_words
from lucca_pi.language import Text, _, listed
from lucca_pi.web.markup import (
    Child,
    GamePage,
    Markup,
    Part,
    PlayerView,
    between,
    chip,
    element,
    goal,
    legend,
    player_rows,
    progress,
)

_TITLE = _("Lucca on a chess board")


def page(overview: Overview) -> GamePage:
    """The game on the page."""
    players = {one["player"]: _player(overview, one) for one in overview["ranking"]}
    city = _city(overview)
    score = (
        Part("score", _("Standings"), player_rows(overview, players)),
        Part("last", _("Last turn"), _last(overview)),
        Part("supply", _("Supply"), _supply(overview["score"])),
    )
    beside = (
        Part("plan", _("The city"), [city, _legend(overview["places"])] if city else None),
        Part("towers", _("Towers, from the top down"), _towers(overview["city"])),
    )
    return GamePage(
        _TITLE,
        progress(overview),
        _won(overview),
        _("{reason}", reason=overview["end"]) if overview["end"] else None,
        [element("p", TO_PLACE), _advice(overview["advice"])],
        score,
        beside,
        {seat: swatch(colour) for seat, colour in COLOUR_SEATS.items()},
        players=players,
        picture=city,
        to_win=None if overview["finished"] else _to_win(overview["size"]),
    )


def _to_win(size: int) -> Text:
    return _("To win: the highest tower, {size} floors or more, or the most prisoners, {size} or more.", size=size)


def _won(overview: Overview) -> Text | None:
    winners = (overview["score"] or {"winners": ()})["winners"]
    if not winners:
        return None
    if len(winners) == 1:
        return _("{player} has won", player=winners[0])
    return _("{names} share the win", names=listed(winners))


def _player(overview: Overview, one: Ranked) -> PlayerView:
    """A player's brick, the highest tower and the prisoners, and what is still missing of them to win."""
    colour = _("plays {colour}", colour=one["colour"])
    return PlayerView(swatch(one["colour"]), colour, goals=_goals(overview, one))


def _goals(overview: Overview, one: Ranked) -> list[Markup]:
    """The highest tower and the prisoners as bricks, with dashed places for those that are missing to win."""
    goals = (
        (_highest_tower(overview, one), one["tower"], one["tower_to_win"], _("Tower"), tower_words),
        (_taken(overview, one["colour"]), one["prisoners"], one["prisoners_to_win"], _("Prisoners"), prisoners_words),
    )
    if overview["finished"]:
        return [goal(brick_row(one) if one else None, words(number)) for one, number, _enough, _what, words in goals]
    return [_goal(one["player"], bricks, number, enough, what) for bricks, number, enough, what, _words in goals]


def _goal(player: str, bricks: Sequence[str], number: int, enough: int, what: Text) -> Markup:
    """Bricks of a goal, the number reached, and how many are missing."""
    missing = _("{number} to go", number=enough - number)
    if number >= enough:
        missing = _("enough to win when {player}’s turn begins", player=player)
    reached = _("{what} {number} of {enough}", what=what, number=number, enough=enough)
    return goal(brick_row(bricks, enough), reached, missing)


def _highest_tower(overview: Overview, one: Ranked) -> Sequence[str]:
    """A highest tower of a player's colour, from the top down; empty if there is none."""
    own = (stack for stack in overview["city"].values() if stack[0] == one["colour"] and len(stack) == one["tower"])
    return next(own, ())


def _taken(overview: Overview, colour: str) -> list[str]:
    """The colours of a colour's prisoners, one for each."""
    took = (overview["score"] or {"colours": {}})["colours"].get(colour, {"took": {}})["took"]
    return [taken for taken, number in took.items() for _prisoner in range(number)]


def _supply(score: Mapping[str, Any] | None) -> Child:
    """The bricks left of each colour; of one that nobody plays also its tower and prisoners."""
    if not score:
        return None
    return [_colour(name, one) for name, one in score["colours"].items()]


def _colour(name: str, one: Mapping[str, Any]) -> Markup:
    figures = [] if one["player"] else [element("small", listed([_("nobody plays it"), *_neutral_figures(one)], " · "))]
    words = element("span", _("{colour}", colour=name), figures, class_="name")
    return element("p", swatch(name), words, element("span", one["supply"], class_="points"), class_="row")


def _neutral_figures(one: Mapping[str, Any]) -> Iterator[Text]:
    if one["tower"]:
        yield tower_words(one["tower"])
    if one["took"]:
        took = [_("{number} {colour}", number=number, colour=colour) for colour, number in one["took"].items()]
        yield _("prisoners: {took}", took=listed(took))


def _last(overview: Overview) -> Child:
    """The last turn: its bricks, and below each the steps of its struggle, numbered."""
    last = overview["last"]
    if last is None:
        return None
    name = element("p", element("span", last["player"], class_="name"), class_="who")
    return [name, element("ul", [_event(one) for one in last["events"]], class_="lines events")]


def _event(event: Mapping[str, Any]) -> Markup:
    reason = element("span", event["reason"])
    match event["kind"]:
        case "house" | "floor":
            return element("li", swatch(event["colour"]), reason, class_="placed")
        case "switch":
            return element("li", swatch(event["to"]), reason, class_="placed")
        case _:
            return element("li", reason, class_="step")


def _advice(hints: Sequence[str] | None) -> Markup | None:
    return element("ul", [element("li", hint) for hint in hints], class_="lines") if hints else None


def _city(overview: Overview) -> Markup | None:
    if not overview["seats"]:
        return None
    last = overview["last"]["lots"] if overview["last"] else ()
    return city_drawing(overview["size"], overview["city"], last, overview["places"])


def _legend(places: Places | None) -> Child:
    """The legend of letters, numbers and rims, and of the marks of advice that are in the drawing."""
    letters = listed([_("{letter} {colour}", letter=letter, colour=colour) for colour, letter in LETTERS.items()])
    words = between(" ", [listed([letters, "."], ""), _("Number: a tower’s height."), _("Gold rim: placed last.")])
    return [element("p", words, class_="soft"), _advice_legend(places) if places else None]


def _advice_legend(places: Places) -> Markup | None:
    lines = (
        (None, _("Dot beside a stack: a floor of that colour may go below it."), any(places["floors"].values())),
        (chip(hatching(1, 1, 14, "currentColor")), _("no house may go here"), bool(places["refused"])),
        (chip(_small(swords(8, 8, "currentColor"))), _("a house here begins a struggle"), bool(places["struggles"])),
    )
    return legend(lines)


def _small(mark: Markup) -> Markup:
    return element("g", mark, transform="translate(3.2 3.2) scale(0.6)")


def _towers(city: Mapping[str, Sequence[str]]) -> Child:
    """Every tower's bricks from the top down, the highest tower first."""
    towers: list[tuple[str, Stack]] = [(lot, tuple(stack)) for lot, stack in city.items() if len(stack) > 1]
    towers.sort(key=lambda one: (-len(one[1]), one[0]))
    return [
        element(
            "p", element("span", lot, class_="rank"), brick_row(stack, label=stack_words(lot, stack)), class_="goal"
        )
        for lot, stack in towers
    ] or None
