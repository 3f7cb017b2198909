"""The points of a game with their reasons (`lucca-citta-score/1`), and the final scoring of a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.game import CARDS_DEALT, Game
from lucca_pi.games.citta.rules.position import (
    Position,
    Quarter,
    check_players,
    decided_by_number,
    order_of_play,
    rounds_to_play,
)
from lucca_pi.games.citta.rules.scoring import (
    LINE_KINDS,
    LineKind,
    PointsLine,
    final_scoring,
    ranking,
    support,
)
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET

SCORE_FORMAT = "lucca-citta-score/1"


@dataclass(frozen=True, slots=True)
class Score:
    """
    The points of a game so far: every line, and the totals and ranks that follow.

    `final_order` and `winner` are None while the game is not over. `position` is the table at the end.
    """

    game: Game
    position: Position
    lines: tuple[PointsLine, ...]
    next_order: tuple[str, ...] | None
    final_order: tuple[str, ...] | None
    ranking: tuple[str, ...]
    """Players from first to last; while unfinished, by points alone."""

    @property
    def finished(self) -> bool:
        """True if the game is over, its final scoring included."""
        return self.final_order is not None

    @property
    def winner(self) -> str | None:
        """The first in the ranking; None while unfinished."""
        return self.ranking[0] if self.finished else None

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's points so far."""
        return totals(self.game.players, self.lines)

    def rank(self, player: str) -> int:
        """1 for the first. While unfinished, equal points share a rank."""
        if self.finished:
            return self.ranking.index(player) + 1
        return 1 + sum(total > self.totals[player] for total in self.totals.values())


def totals(players: tuple[str, ...], lines: tuple[PointsLine, ...]) -> dict[str, int]:
    """The sum of each player's lines."""
    return {player: sum(line.points for line in lines if line.player == player) for player in players}


def score(game: Game) -> Score:
    """
    The points of a game so far; after its last round, with the final scoring.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.game import begin
    >>> dealt = {"Ada": (1, 2), "Ben": (3, 4), "Cid": (5, 6)}
    >>> score(begin(ENGLISH, reference_deck(), ("Ada", "Ben", "Cid"), dealt)).next_order
    ('Cid', 'Ada', 'Ben')
    """
    order = order_of_play(game.position)
    if not game.is_over:
        place = totals(game.players, game.lines)
        by_points = tuple(sorted(game.players, key=lambda player: -place[player]))
        return Score(game, game.position, game.lines, order if game.round_is_whole else None, None, by_points)
    position, last_lines = final_scoring(game.position, order, game.edition)
    lines = (*game.lines, *last_lines)
    return Score(game, position, lines, None, order, ranking(position, totals(game.players, lines)))


def score_json(result: Score) -> dict[str, Any]:
    """The score as JSON data, as other programs read it."""
    return {
        "format": SCORE_FORMAT,
        "edition": result.game.edition.name,
        "finished": result.finished,
        "orders": [list(order) for order in result.game.orders],
        "next_order": list(result.next_order) if result.next_order else None,
        "final_order": list(result.final_order) if result.final_order else None,
        "players": {player: _player_json(result, player) for player in result.game.players},
        "winner": result.winner,
        "lines": [_line_json(line) for line in result.lines],
    }


def _player_json(result: Score, player: str) -> dict[str, int]:
    own = [line for line in result.lines if line.player == player]
    by_kind = {str(kind): sum(line.points for line in own if line.kind == kind) for kind in LINE_KINDS}
    return {**by_kind, "total": sum(by_kind.values()), "rank": result.rank(player)}


def _line_json(line: PointsLine) -> dict[str, Any]:
    """A line of points as JSON data."""
    return {
        "round": line.round,
        "player": line.player,
        "kind": line.kind,
        "points": line.points,
        "reason": line.reason,
        "cards": list(line.cards),
    }


_FINAL_KINDS: tuple[LineKind, ...] = ("final_opening", "walls", "street_number")


@dataclass(frozen=True, slots=True)
class TableScore:
    """The final scoring of `position`, which is the table before the last openings."""

    position: Position
    edition: Edition
    order: tuple[str, ...]
    lines: tuple[PointsLine, ...]

    def points(self, player: str) -> dict[LineKind, int]:
        """The player's points in each step of the final scoring."""
        own = [line for line in self.lines if line.player == player]
        return {kind: sum(line.points for line in own if line.kind == kind) for kind in _FINAL_KINDS}


def score_table(position: Position, edition: Edition) -> TableScore:
    """
    The final scoring, were the game over with this table. Raises RuleError "players".

    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.position import read_position
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
    The number of cards each player has got after the last round.

    >>> [cards_of_a_game(players) for players in (3, 4, 5)]
    [23, 20, 17]
    """
    return CARDS_DEALT + CARDS_IN_A_TRIPLET * rounds_to_play(players)


def cards_laid(quarter: Quarter, complete: int) -> int:
    """
    The number of cards with a player: a completed or opened palace counts the cards that complete it (`complete`).

    >>> from lucca_pi.games.citta.rules.position import read_quarter
    >>> cards_laid(read_quarter("red 1+8; completed blue 5; walls 2; towers T1"), 5)
    10
    """
    building = sum(len(palace.cards) for palace in quarter.construction.values())
    piles = len(quarter.completed) + len(quarter.opened)
    return building + complete * piles + quarter.walls + len(quarter.towers)


def impossible_counts(position: Position) -> Iterator[str]:
    """Sentences on impossible counts: too many cards in a palace under construction, or with a player."""
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


def ties_left(position: Position, order: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Neighbours in the order with equal shields and equal street numbers."""
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
        "players": {player: _table_player_json(result, player) for player in result.position.players},
        "lines": [_line_json(line) for line in result.lines],
    }


def _table_player_json(result: TableScore, player: str) -> dict[str, Any]:
    quarter, points = result.position.quarters[player], result.points(player)
    found = support(quarter, result.edition)
    return {
        **{str(kind): figure for kind, figure in points.items()},
        "total": sum(points.values()),
        "support": {
            "walls": quarter.walls,
            "towers": list(quarter.towers),
            "shields": found.shields,
            "shields_needed": found.needed,
            "supported": not found.missing,
        },
    }
