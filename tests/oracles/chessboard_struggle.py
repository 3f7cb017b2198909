"""A brick that is placed on a chess board, and the struggle that it causes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracles.chessboard_city import block_of, houses_in, strength, towers_in

if TYPE_CHECKING:
    from oracles.chessboard import Game

Event = dict[str, Any]
Choose = Callable[[list[str]], str]
"""Which of some houses a player takes as a prisoner."""


def place(game: "Game", colour: str, lot: str, choose: Choose) -> list[Event]:
    """Places a legal brick and settles what it causes."""
    if lot in game.city:
        game.city[lot].append(colour)
        return [{"kind": "floor", "colour": colour, "at": lot, "height": len(game.city[lot])}]
    game.city[lot] = [colour]
    return [{"kind": "house", "colour": colour, "at": lot}, *struggle(game, lot, choose)]


def struggle(game: "Game", joining: str, choose: Choose) -> list[Event]:
    """The struggle that a house causes, if it does."""
    city = game.city
    towers = towers_in(city, block_of(city, joining))
    if len(towers) < 2:
        return []
    weaker, stronger = sorted(towers, key=lambda tower: strength(city, tower, joining))
    strengths = [list(strength(city, stronger, joining)), list(strength(city, weaker, joining))]
    events: list[Event] = [
        {"kind": "struggle", "at": joining, "stronger": stronger, "weaker": weaker, "strengths": strengths}
    ]
    in_turn, other = stronger, weaker
    while not (ending := how_it_ends(game, stronger, weaker)):
        events.append(step(game, in_turn, other, joining, choose))
        in_turn, other = other, in_turn
    return [*events, ending]


def how_it_ends(game: "Game", stronger: str, weaker: str) -> Event | None:
    city = game.city
    for tower in (stronger, weaker):
        if len(city[tower]) == 1:
            return {"kind": "razed", "at": tower}
    if weaker not in block_of(city, stronger):
        return {"kind": "parted"}
    if city[stronger][0] == city[weaker][0]:
        *floors, lowest = city[weaker]
        city[stronger] += floors
        city[weaker] = [lowest]
        return {
            "kind": "merge", "into": stronger, "source": weaker, "floors": floors, "height": len(city[stronger])
        }  # fmt: skip
    return None


def step(game: "Game", tower: str, other: str, joining: str, choose: Choose) -> Event:
    """One step of `tower` against `other`."""
    colour, felled = game.city[tower][0], game.city[other].pop(0)
    if game.player_of(felled):
        prisoner = taken_house(game, colour, block_of(game.city, tower, joining), choose)
    else:
        prisoner = "supply" if game.supply(colour) > 0 else None
    if prisoner:
        game.took[felled][colour] += 1
    return {"kind": "fight", "tower": tower, "colour": colour, "fells": felled, "at": other, "prisoner": prisoner}


def taken_house(game: "Game", colour: str, part: set[str], choose: Choose) -> str | None:
    houses = houses_in(game.city, part, colour)
    if not houses:
        return None
    chosen = choose(houses)
    del game.city[chosen]
    return chosen
