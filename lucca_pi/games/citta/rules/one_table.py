"""The final scoring of a table as it lies, without the game that led to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.final import final_scoring, shields_missing, shields_needed
from lucca_pi.games.citta.rules.game import CARDS_DEALT
from lucca_pi.games.citta.rules.order import decided_by_number, order_of_play
from lucca_pi.games.citta.rules.position import Position, check_players, rounds_to_play
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.score import line_json
from lucca_pi.games.citta.rules.scoring import Kind, Line
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET

FINAL_KINDS: tuple[Kind, ...] = ("final_opening", "walls", "street_number")


@dataclass(frozen=True, slots=True)
class TableScore:
    """The final scoring of `position`, which is the table before the last openings."""

    position: Position
    edition: Edition
    order: tuple[str, ...]
    lines: tuple[Line, ...]

    def points(self, player: str) -> dict[Kind, int]:
        """What the player gets in each step of the final scoring."""
        own = [line for line in self.lines if line.player == player]
        return {kind: sum(line.points for line in own if line.kind == kind) for kind in FINAL_KINDS}


def score_table(position: Position, edition: Edition) -> TableScore:
    """
    The final scoring, were the game over with this table. Raises RuleError "players".

    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.notation import read_position
    >>> table = read_position("Ada: red 1; completed blue 5; walls 1 | Ben: completed blue 12 | Cid: green 11")
    >>> result = score_table(table, ENGLISH)
    >>> result.order, result.points("Ada")
    (('Cid', 'Ada', 'Ben'), {'final_opening': 2, 'walls': 1, 'street_number': -3})
    """
    check_players(position.players)
    order = order_of_play(position)
    return TableScore(position, edition, order, final_scoring(position, order, edition)[1])


def cards_of_a_game(players: int) -> int:
    """
    How many cards each player has got when the last round is whole.

    >>> [cards_of_a_game(players) for players in (3, 4, 5)]
    [23, 20, 17]
    """
    return CARDS_DEALT + CARDS_IN_A_TRIPLET * rounds_to_play(players)


def cards_laid(quarter: Quarter, complete: int) -> int:
    """
    How many cards lie with a player: in a completed or opened palace as many as complete it (`complete`).

    >>> from lucca_pi.games.citta.rules.notation import read_quarter
    >>> cards_laid(read_quarter("red 1+8; completed blue 5; walls 2; towers T1"), 5)
    10
    """
    building = sum(len(palace.cards) for palace in quarter.construction.values())
    piles = len(quarter.completed) + len(quarter.opened)
    return building + complete * piles + quarter.walls + len(quarter.towers)


def cannot_be(position: Position) -> Iterator[str]:
    """What no game leads to: too many cards in a palace under construction, or with a player; a sentence each."""
    complete, most = position.cards_to_complete, cards_of_a_game(len(position.players))
    for player, quarter in position.quarters.items():
        for palace in quarter.construction.values():
            if len(palace.cards) >= complete:
                yield (
                    f"{player} has {len(palace.cards)} {palace.colour} cards under construction; "
                    f"{complete} complete a palace, which lies with the completed ones."
                )
        laid = cards_laid(quarter, complete)
        if laid > most:
            yield f"{player} has {laid} cards; a game with {len(position.players)} players brings each {most}."


def undecided(position: Position, order: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Neighbours in the order whom neither shields nor street numbers tell apart."""
    for one, two in pairwise(order):
        first, second = position.quarters[one], position.quarters[two]
        if (first.shields, first.highest_number) == (second.shields, second.highest_number):
            yield one, two


def table_score_json(result: TableScore) -> dict[str, Any]:
    """The final scoring of a table as JSON data."""
    return {
        "edition": result.edition.name,
        "order": list(result.order),
        "by_number": sorted(decided_by_number(result.position, result.order)),
        "players": {player: _player_json(result, player) for player in result.position.players},
        "lines": [line_json(line) for line in result.lines],
    }


def _player_json(result: TableScore, player: str) -> dict[str, Any]:
    quarter, points = result.position.quarters[player], result.points(player)
    return {
        **{str(kind): figure for kind, figure in points.items()},
        "total": sum(points.values()),
        "support": {
            "walls": quarter.walls,
            "towers": list(quarter.towers),
            "shields": quarter.shields,
            "shields_needed": shields_needed(quarter),
            "supported": not shields_missing(quarter),
        },
    }
