"""How a game ends: who has won as a turn begins, and who has when nothing can be placed any more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lucca_pi.games.chessboard.rules.board import COLOURS
from lucca_pi.games.chessboard.rules.position import Player, Position
from lucca_pi.language import _, listed
from lucca_pi.strict import shown

By = Literal["tower", "prisoners", "blocked"]
Decided = Literal["tower", "prisoners", "bricks", "nothing"]


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: at the start of `player`'s turn number `turn` or in it, and what `decided` a blocked one."""

    by: By
    turn: int
    player: str
    winners: tuple[str, ...]
    decided: Decided | None
    reason: str


def by_tower(position: Position, colour: str) -> bool:
    """
    As a turn begins: the own colour controls a tower of at least n floors, higher than any other colour's (15).

    Neutral colours count among the others (ruling k).

    >>> from lucca_pi.games.chessboard.rules.notation import read_position
    >>> [by_tower(read_position(f"6 | a1 {one}, c1 {two}"), "white") for one, two in
    ...  (("wrrrrr", "bb"), ("wrrrr", "bb"), ("wrrrrr", "wrrrrr"), ("wrrrrr", "bkkkkk"))]
    [True, False, True, False]
    """
    return _is_enough_and_most(position.city.highest, colour, position.size)


def by_prisoners(position: Position, colour: str) -> bool:
    """
    As a turn begins: the own colour has at least n prisoners, and more than any other colour (15).

    >>> from lucca_pi.games.chessboard.rules.notation import read_position
    >>> [by_prisoners(read_position(f"6 | empty | Ada white, Ben red | {took}"), "white") for took in
    ...  ("white 6 red", "white 5 red", "white 3 red, white 3 blue", "white 6 red, black 6 blue")]
    [True, False, True, False]
    """
    return _is_enough_and_most(position.prisoners, colour, position.size)


def _is_enough_and_most(figure: Callable[[str], int], colour: str, enough: int) -> bool:
    own = figure(colour)
    return own >= enough and all(own > figure(other) for other in COLOURS if other != colour)


def won_at_start(position: Position, player: Player, turn: int) -> End | None:
    """The end, if the player whose turn begins has won; where both grounds hold the tower is named (15)."""
    told = {"player": shown(player.name), "turn": turn, "colour": player.colour}
    if by_tower(position, player.colour):
        height = position.city.highest(player.colour)
        reason = _(
            "{player} begins turn {turn} with a {colour} tower of {height} floors, the highest.", height=height, **told
        )
        return End("tower", turn, player.name, (player.name,), None, reason)
    if by_prisoners(position, player.colour):
        number = position.prisoners(player.colour)
        reason = _("{player} begins turn {turn} with {prisoners} prisoners, the most.", prisoners=number, **told)
        return End("prisoners", turn, player.name, (player.name,), None, reason)
    return None


def blocked(position: Position, player: Player, turn: int) -> End:
    """
    The end where a player has no legal brick to place, be it the first or the second (16).

    Who plays the colour with the highest tower wins; among equals who has the most prisoners, then the most bricks
    in the city. Those still equal share the win. Colours that nobody plays are not compared.

    >>> from lucca_pi.games.chessboard.rules.notation import read_position
    >>> for city in ("a1 wr, c1 rb", "a1 wr, c1 rbb", "a1 wr, c1 rb, e1 r", "a1 wr, c1 rb, e1 w"):
    ...     end = blocked(read_position(f"6 | {city} | Ada white, Ben red"), Player("Ada", "white"), 9)
    ...     print(end.winners, end.decided)
    ('Ben',) bricks
    ('Ben',) tower
    ('Ben',) bricks
    ('Ada', 'Ben') nothing
    """
    left = position.players
    figures: tuple[tuple[Decided, Callable[[str], int]], ...] = (
        ("tower", position.city.highest),
        ("prisoners", position.prisoners),
        ("bricks", lambda colour: position.city.bricks.get(colour, 0)),
    )
    for name, figure in figures:
        most = max(figure(one.colour) for one in left)
        left = tuple(one for one in left if figure(one.colour) == most)
        if len(left) == 1:
            reason = _blocked_reason(player.name, left[0].name, name, most)
            return End("blocked", turn, player.name, (left[0].name,), name, reason)
    names = tuple(one.name for one in left)
    told = {"player": shown(player.name), "names": listed([shown(name) for name in names])}
    reason = _("{player} cannot place a brick. Nothing tells these apart, who share the win: {names}.", **told)
    return End("blocked", turn, player.name, names, "nothing", reason)


def _blocked_reason(player: str, winner: str, decided: Decided, figure: int) -> str:
    told = {"player": shown(player), "winner": shown(winner), "number": figure}
    if decided == "tower":
        return _("{player} cannot place a brick. {winner} wins by the highest tower: {number}.", **told)
    if decided == "prisoners":
        return _("{player} cannot place a brick. {winner} wins by the most prisoners: {number}.", **told)
    return _("{player} cannot place a brick. {winner} wins by the most bricks in the city: {number}.", **told)
