"""The points of a game with their reasons (`lucca-citta-score/1`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.citta.rules.final import final_scoring, ranking
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.order import order_of_play
from lucca_pi.games.citta.rules.position import Position
from lucca_pi.games.citta.rules.scoring import KINDS, Line

FORMAT = "lucca-citta-score/1"


@dataclass(frozen=True, slots=True)
class Score:
    """
    What a game was worth so far: every line, and what follows from them.

    `final_order` and `winner` are None while the game is not over. `position` is the table at the end.
    """

    game: Game
    position: Position
    lines: tuple[Line, ...]
    next_order: tuple[str, ...] | None
    final_order: tuple[str, ...] | None
    ranking: tuple[str, ...]
    """Players from first to last; while unfinished by points alone."""

    @property
    def finished(self) -> bool:
        return self.final_order is not None

    @property
    def winner(self) -> str | None:
        return self.ranking[0] if self.finished else None

    @property
    def totals(self) -> Mapping[str, int]:
        return totals(self.game.players, self.lines)

    def rank(self, player: str) -> int:
        """1 for the first. While unfinished, equal points share a rank."""
        if self.finished:
            return self.ranking.index(player) + 1
        return 1 + sum(total > self.totals[player] for total in self.totals.values())


def totals(players: tuple[str, ...], lines: tuple[Line, ...]) -> dict[str, int]:
    """The sum of each player's lines."""
    return {player: sum(line.points for line in lines if line.player == player) for player in players}


def score(game: Game) -> Score:
    """
    The points of a game as it stands; when its last round is whole, with the final scoring.

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
        "format": FORMAT,
        "edition": result.game.edition.name,
        "finished": result.finished,
        "orders": [list(order) for order in result.game.orders],
        "next_order": list(result.next_order) if result.next_order else None,
        "final_order": list(result.final_order) if result.final_order else None,
        "players": {player: _player_json(result, player) for player in result.game.players},
        "winner": result.winner,
        "lines": [line_json(line) for line in result.lines],
    }


def _player_json(result: Score, player: str) -> dict[str, int]:
    own = [line for line in result.lines if line.player == player]
    by_kind = {str(kind): sum(line.points for line in own if line.kind == kind) for kind in KINDS}
    return {**by_kind, "total": sum(by_kind.values()), "rank": result.rank(player)}


def line_json(line: Line) -> dict[str, Any]:
    """A line of points as JSON data."""
    return {
        "round": line.round,
        "player": line.player,
        "kind": line.kind,
        "points": line.points,
        "reason": line.reason,
        "cards": list(line.cards),
    }
