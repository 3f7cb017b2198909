"""What was really played, and whether what the machine says is the same, up to what no picture can tell."""

from collections import deque
from collections.abc import Sequence
from itertools import zip_longest

from lucca_pi.citta.rules.adjustment import Adjustment
from lucca_pi.citta.rules.errors import RuleError
from lucca_pi.citta.rules.game import Game, adjust, begin, begin_round, play_turn, replay
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.citta.rules.record import Entry, Record
from lucca_pi.citta.rules.score import score, score_json
from lucca_pi.citta.rules.turn import Turn


class Truth:
    """The game as it is really played: how far the machine has confirmed it, and what is `due`."""

    def __init__(self, record: Record) -> None:
        self.due: deque[Entry] = deque()
        self.confirmed = 0
        """How many turns."""
        self._game = begin_round(begin(record.edition, record.deck, record.players, record.deal))

    def rank(self, ways: Sequence[Sequence[Turn]]) -> int | None:
        """Which of the ways, turns one after another, counts as what is due, from 0; None if none does."""
        return next((rank for rank, way in enumerate(ways) if self._is_due(way)), None)

    def _is_due(self, way: Sequence[Turn]) -> bool:
        game = self._game
        for turn, due in zip_longest(way, list(self.due)[: len(way)]):
            if not isinstance(due, Turn) or what_counts(game, turn) != what_counts(game, due):
                return False
            game = _after(game, due)
        return True

    def take(self, turn: Turn) -> str:
        """The machine has taken a turn: says what was played instead, or nothing if it was that."""
        self.confirmed += 1
        due = self.due.popleft() if self.due else None
        if not isinstance(due, Turn):
            return f"{turn} was taken, {due} is due"
        same = what_counts(self._game, turn) == what_counts(self._game, due)
        where = f"round {self._game.round}, turn {self._game.turns + 1}"
        self._play(due)
        return "" if same else f"{where}: {due} was taken for {turn}"

    def _play(self, entry: Entry) -> None:
        self._game = _after(self._game, entry)


def _after(game: Game, entry: Entry) -> Game:
    game = adjust(game, entry) if isinstance(entry, Adjustment) else play_turn(game, entry)
    return begin_round(game) if game.round_is_whole and not game.is_over else game


def what_counts(game: Game, turn: Turn) -> object:
    """
    All that points now and later depend on; None for a turn that breaks the rules.

    Which of two cards became the wall and which was discarded is no part of it, nor what lies under a completed pile.
    """
    try:
        after = play_turn(game, turn)
    except RuleError:
        return None
    lines = after.lines[len(game.lines) :]
    return (
        turn.player,
        sorted((line.kind, line.points, line.reason) for line in lines),
        _what_stands(after.position.quarters[turn.player]),
    )


def _what_stands(quarter: Quarter) -> object:
    building = sorted(
        (palace.number, sorted(card.number for card in palace.cards)) for palace in quarter.construction.values()
    )
    done = [sorted(palace.number for palace in area.values()) for area in (quarter.completed, quarter.opened)]
    return building, done, quarter.walls, sorted(quarter.towers)


def points(record: Record) -> object:
    """Every player's points by kind, and the ranks."""
    return score_json(score(replay(record)))["players"]
