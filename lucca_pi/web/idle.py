"""What the large view shows while nobody plays: the last game's result, who has won most, and a clock."""

from collections.abc import Sequence
from dataclasses import dataclass

from lucca_pi.language import _
from lucca_pi.web.markup import Markup, element, signed
from lucca_pi.web.past import Listing, PersonView

_MOST_LEADERS = 3


@dataclass(frozen=True, slots=True)
class Idle:
    """The game that was finished last, and the people who have won most, the first first."""

    last: Listing
    leaders: Sequence[PersonView] = ()


def idle_of(games: Sequence[Listing], people: Sequence[PersonView] | None) -> Idle | None:
    """Of all games, the latest first, and of all people what to show; None before the first game is finished."""
    last = next((one for one in games if one.finished and one.players and not one.hidden), None)
    leaders = [one for one in people or () if one.wins][:_MOST_LEADERS]
    return Idle(last, leaders) if last else None


def clock() -> Markup:
    """The place of the viewer's own time, which the page's script fills in."""
    return element("p", class_="clock", hidden=True, aria_live="off")


def last_result(idle: Idle) -> list[Markup]:
    """The last game: when it was, and its ranking."""
    rows = [
        element(
            "li",
            element("span", player, class_="name"),
            element("b", signed(points, plus=False)) if points is not None else None,
        )
        for player, points in idle.last.players
    ]
    title = element("h2", _("The last game"), element("small", " ", idle.last.called, " · ", idle.last.kind))
    return [title, element("ol", rows, class_=f"standings of-{len(rows)}")]


def leading(idle: Idle) -> list[Markup] | None:
    """The people who have won most; None without any."""
    if not idle.leaders:
        return None
    won = [
        element("span", one.name, " ", element("small", _("{wins} of {games} won", wins=one.wins, games=one.games)))
        for one in idle.leaders
    ]
    return [element("h2", _("Who has won most")), element("p", won, class_="leaders")]
