"""The end of a game as an event: the podium, the numbers that decided it, and every player's figures in a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.contract.overview import End, Placed
from lucca_pi.language import _
from lucca_pi.web.markup import Child, GamePage, Markup, element, figures_table, points_in_all, signed

_ON_THE_PODIUM = 3


def ending(overview: Mapping[str, Any], game: GamePage) -> list[Child]:
    """The podium, what is new over all games, and what decided this one; nothing before the end."""
    news = (overview["ended"] or {"news": ()})["news"]
    return [_podium(overview, game), [element("p", said, class_="news") for said in news], _deciding(overview)]


def _podium(overview: Mapping[str, Any], game: GamePage) -> Markup | None:
    """The first three, each with sign and points; None before the end."""
    if not overview["ended"]:
        return None
    steps = [_step(one, game) for one in overview["ranking"][:_ON_THE_PODIUM]]
    return element("ol", steps, class_="podium")


def _step(one: Placed, game: GamePage) -> Markup:
    player = game.players.get(one["player"])
    sign = element("span", player.sign, class_="crest") if player and player.sign else None
    figure = one["total"] if one["total"] is not None else player.figure if player else None
    name, rank = element("span", one["player"], class_="name"), element("span", one["rank"], class_="rank")
    return element("li", sign, name, points_in_all(figure), rank, class_=f"place-{one['rank']}")


def _deciding(overview: Mapping[str, Any]) -> Markup | None:
    """The numbers that decided the game: the winner's and the next one's; None if there are none."""
    ended: End | None = overview["ended"]
    if not ended or not ended["deciding"]:
        return None
    first, second = (one["player"] for one in overview["ranking"][:2])
    rows = [
        element("li", element("span", one["title"]), element("b", _against(one["figures"], first, second)))
        for one in ended["deciding"]
    ]
    return element(
        "div",
        element("h2", _("What decided it: {winner} against {player}", winner=first, player=second)),
        element("ul", rows, class_="deciding"),
    )


def _against(figures: Mapping[str, int], first: str, second: str) -> Markup:
    """The two figures with their sign, in this order in every language."""
    told = ":".join(signed(figures.get(player, 0), plus=False) for player in (first, second))
    return element("bdi", told, dir="ltr")


def final_table(overview: Mapping[str, Any]) -> Markup | None:
    """The figures of all players, by kind, with the points last; None before the end."""
    ended: End | None = overview["ended"]
    if not ended or not ended["table"]:
        return None
    ranking: Sequence[Placed] = overview["ranking"]
    rows: list[list[Child]] = [
        [kind["title"], *(signed(kind["figures"].get(one["player"], 0), plus=False) for one in ranking)]
        for kind in ended["table"]
    ]
    if ranking[0]["total"] is not None:
        rows.append([_("Points"), *(points_in_all(one["total"] or 0) for one in ranking)])
    return figures_table(["", *(one["player"] for one in ranking)], rows, class_="figures")
