"""Results of finished games, and the standings of all players over them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lucca_pi.hall.seating import USUAL

Ranking: TypeAlias = Sequence[tuple[int, str, int | None]]
"""Rank, player and points of each player at a table; points are None in a game without them."""


@dataclass(frozen=True, slots=True)
class Result:
    """
    A finished game, as its table has sealed it.

    `confirmed`: events of the game until then. A state of the game that has fewer is older. `digest`: SHA-256 of the
    score document, by which the game's file is compared.
    """

    table: str
    game_id: str
    title: str
    date: str
    confirmed: int
    digest: str
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A player over all results. `wins`: a first place shared by two counts a half for each.

    `shares`: the sum of the player's shares of the points at the table, each as at a table of four: an average player
    has a quarter for every game, at a table of three as well.
    """

    rank: int
    player: str
    games: int
    wins: float
    points: int
    shares: float


def standings(results: Iterable[Result]) -> list[Standing]:
    """All players, the first one first: by wins, then points, then shares; equal ones have the same rank."""
    sums: dict[str, list[float]] = {}
    for result in results:
        wins, shares = _wins(result.ranking), _shares(result.ranking)
        for _rank, player, points in result.ranking:
            of_game = (1, wins[player], points or 0, shares[player])
            sums[player] = [one + more for one, more in zip(sums.get(player, [0] * 4), of_game, strict=True)]
    ordered = sorted(sums, key=lambda player: (*_merits(sums[player]), player))
    merits = [_merits(sums[player]) for player in ordered]
    return [
        Standing(merits.index(_merits(sums[player])) + 1, player, int(games), wins, int(points), shares)
        for player in ordered
        for games, wins, points, shares in (sums[player],)
    ]


def _merits(sums: Sequence[float]) -> tuple[float, ...]:
    """What players are ranked by, less before more; rounded, so that the order of results never decides."""
    return tuple(-round(one, 6) for one in sums[1:])


def _wins(ranking: Ranking) -> Mapping[str, float]:
    first = sum(rank == 1 for rank, _player, _points in ranking)
    return {player: 1 / first if rank == 1 else 0.0 for rank, player, _points in ranking}


def _shares(ranking: Ranking) -> Mapping[str, float]:
    """
    Shares of the points, as at a table of four; points below 0 count as none. Without points winners share all.

    >>> _shares([(1, "Ada", 60), (2, "Ben", 30), (3, "Cleo", 30)])
    {'Ada': 0.375, 'Ben': 0.1875, 'Cleo': 0.1875}
    """
    points = {player: max(0, points or 0) for _rank, player, points in ranking}
    total = sum(points.values())
    shares = {player: one / total for player, one in points.items()} if total else _wins(ranking)
    return {player: share * len(ranking) / USUAL for player, share in shares.items()}
