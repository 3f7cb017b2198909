"""The large view for the middle of the table, which is read from afar, also while nobody plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.contract.overview import LastSeen, Placed
from lucca_pi.language import _
from lucca_pi.web.answers import latest_answer
from lucca_pi.web.ending import ending, final_table
from lucca_pi.web.markup import (
    Child,
    GamePage,
    Markup,
    PlayerView,
    between,
    document,
    element,
    gained,
    head,
    points_in_all,
)
from lucca_pi.web.news import Published
from lucca_pi.web.page import AGAIN, SCRIPTS, asked, headline, page_top

MOST_ANSWERS = 6
"""Most answers on the large view: those around the chosen one."""
_MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class Idle:
    """
    What is shown while nobody plays: the game that was finished last, and the people who have won most.

    `called`: its title or date, and its game; `players` with their points, the first first; `leaders` with their wins
    and games.
    """

    called: tuple[str, str]
    players: Sequence[tuple[str, int | None]]
    leaders: Sequence[tuple[str, int, int]] = ()


def board(new: Published, idle: Idle | None = None) -> str:
    """
    The large view: whose turn it is, the table, points, the last gain, the question. It needs no scrolling.

    `idle`: what is shown besides while nobody plays.
    """
    overview, game = new.overview, new.game(new.overview)
    current, is_over = overview["now"], overview["finished"]
    points = _last_result(idle) if idle else final_table(overview) or _points(overview, game.players)
    below = _leading(idle) if idle else _last(overview["last_seen"])
    clock = element("p", class_="clock", hidden=True, aria_live="off") if idle else None  # its script fills it in
    smaller = "asking" if current["answers"] or current["problems"] else None
    main = element(
        "main",
        element("section", _now(new, game), clock, id="now", class_=smaller, aria_live="polite"),
        element("section", game.picture, id="picture", hidden=not game.picture or is_over),
        element("section", points, id="points", class_="idle" if idle else None),
        element("section", below, id="last", hidden=below is None or is_over),
    )
    body = element("body", page_top(game), main, SCRIPTS)
    whole = head([headline(current, game), f" · {game.title}"], AGAIN, style="board.css")
    return document(whole, body, class_="board")


def _now(new: Published, game: GamePage) -> Child:
    overview, current = new.overview, new.overview["now"]
    said = {"question": asked(current), "over": game.result}.get(current["kind"], current["text"])
    lines = [*current["problems"], said, *new.notices]
    return [
        element("h1", headline(current, game)),
        game.to_do if current["kind"] == "turn" and not overview.get("advice") else None,
        [element("p", line) for line in lines if line],
        ending(overview, game),
        element("p", game.to_win, class_="to-win") if game.to_win and current["kind"] == "turn" else None,
        _few_answers(current["answers"], current["chosen"]),
        latest_answer(new.asks),
    ]


def _few_answers(answers: Sequence[str], chosen: int | None) -> Markup | None:
    """The answers around the chosen one."""
    if not answers:
        return None
    first = max(0, min((chosen or 0) - MOST_ANSWERS // 2, len(answers) - MOST_ANSWERS))
    shown = [*enumerate(answers)][first : first + MOST_ANSWERS]
    items = [element("li", words, class_="chosen" if number == chosen else None) for number, words in shown]
    return element("ol", items, class_="answers")


def _points(overview: Mapping[str, Any], players: Mapping[str, PlayerView]) -> Child:
    in_turn = overview["now"]["player"]
    rows = [
        _row(one, players.get(one["player"], PlayerView()), one["player"] == in_turn) for one in overview["ranking"]
    ]
    return element("ol", rows, class_=f"standings of-{len(rows)}") if rows else None


def _row(one: Placed, player: PlayerView, in_turn: bool) -> Markup:
    """A player with the points and a note; in a game without points what is reached of the goal tells the same."""
    points = points_in_all(one["total"])
    note = element("small", one["note"]) if one["note"] and not (player.goals and points is None) else None
    name = element("span", player.sign, one["player"], class_="name")
    goals = element("div", player.goals, class_="goals") if player.goals else None
    return element("li", name, points, note, goals, class_="in-turn" if in_turn else None)


def _last(last: LastSeen | None) -> Child:
    if last is None:
        return None
    points = None if last["points"] is None else gained(last["points"])
    reasons: list[Child] = [*last["reasons"][:_MOST_REASONS], *(["…"] if len(last["reasons"]) > _MOST_REASONS else [])]
    who = element("p", element("span", last["player"], class_="name"), " ", points, class_="who")
    return [element("h2", _("Last turn")), who, element("p", between(" · ", reasons), class_="reasons")]


def _last_result(idle: Idle) -> list[Markup]:
    """The last game: when it was, and its ranking."""
    rows = [
        element("li", element("span", player, class_="name"), points_in_all(points)) for player, points in idle.players
    ]
    title = element("h2", _("The last game"), element("small", " ", between(" · ", idle.called)))
    return [title, element("ol", rows, class_=f"standings of-{len(rows)}")]


def _leading(idle: Idle) -> list[Markup] | None:
    """The people who have won most; None without any."""
    if not idle.leaders:
        return None
    won = [
        element("span", name, " ", element("small", _("{wins} of {games} won", wins=wins, games=games)))
        for name, wins, games in idle.leaders
    ]
    return [element("h2", _("Who has won most")), element("p", won, class_="leaders")]
