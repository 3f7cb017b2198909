"""The order of play."""

from itertools import pairwise

from lucca_pi.games.citta.rules.position import Position


def order_of_play(position: Position) -> tuple[str, ...]:
    """
    Who plays first, second, ... in the round that begins (Determine order of play).

    Most support shields under construction first; among equals the highest visible street number on any palace, in
    whatever area. Shields count as they lie when the round begins (ruling 5). What even the numbers leave undecided
    goes by the order of the players in the record (ruling 8).

    Four shields each for Ann and Cid, who shows the higher number, and three for Ben:

    >>> from lucca_pi.games.citta.rules.notation import read_position
    >>> order_of_play(read_position("Ann: red 1+15 | Ben: violet 6+7 | Cid: green 11+19"))
    ('Cid', 'Ann', 'Ben')
    """
    return tuple(sorted(position.players, key=lambda player: _most_first(position, player)))


def _most_first(position: Position, player: str) -> tuple[int, int]:
    quarter = position.quarters[player]
    return -quarter.shields, -(quarter.highest_number or 0)


def decided_by_number(position: Position, order: tuple[str, ...]) -> frozenset[str]:
    """Those in an order of play whose shields equal a neighbour's: their street numbers decided."""
    tied = [
        (one, two) for one, two in pairwise(order) if position.quarters[one].shields == position.quarters[two].shields
    ]
    return frozenset(player for pair in tied for player in pair)
