"""The games that were kept: what each was, from its journal."""

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lucca_pi.citta.rules.game import replay
from lucca_pi.citta.rules.record import Record, record_json
from lucca_pi.citta.rules.score import Score, score, score_json
from lucca_pi.citta.session.journal import event_from_json
from lucca_pi.citta.session.state import record_of, resumed
from lucca_pi.config import state_directory
from lucca_pi.devices.store import StoredGames
from lucca_pi.words import score_text


class NoSuchGameError(Exception):
    """No game of that name was kept."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was kept. `record` and `score` are None when it was left before the deal."""

    name: str
    record: Record | None
    score: Score | None

    def summary(self) -> dict[str, Any]:
        """The game in a few figures, as JSON data."""
        totals = dict(self.score.totals) if self.score else {}
        finished = self.score.finished if self.score else False
        return {"id": self.name, "players": list(totals), "finished": finished, "totals": totals}

    def line(self) -> str:
        """The game on one line."""
        if not self.score:
            return f"{self.name}  before the deal"
        totals = self.score.totals
        points = ", ".join(f"{player} {totals[player]}" for player in self.score.ranking)
        state = "finished" if self.score.finished else f"round {self.score.game.round} of {self.score.game.rounds}"
        return f"{self.name}  {state:<12} {points}"

    def text(self) -> str:
        """The points with their reasons."""
        return score_text(self.score) if self.score else self.line()

    def result(self) -> dict[str, Any]:
        """Record and score as JSON data."""
        return {
            "record": record_json(self.record) if self.record else None,
            "score": score_json(self.score) if self.score else None,
        }


def open_games(state: Path | None) -> Sequence[Kept]:
    """The games in a state directory (None: the usual one), oldest first. Raises StoreError."""
    directory = state or state_directory(os.environ)
    if not directory.exists():
        return ()
    with closing(StoredGames(directory)) as store:
        return [_kept(store, name) for name in store.games()]


def _kept(store: StoredGames, name: str) -> Kept:
    record = record_of(resumed(event_from_json(event) for event in store.events(name)))
    return Kept(name, record, score(replay(record)) if record else None)


def named(games: Sequence[Kept], name: str) -> Kept:
    """The game of that name. Raises NoSuchGameError."""
    for game in games:
        if game.name == name:
            return game
    raise NoSuchGameError(f"there is no game {name}; `lucca-pi games` lists them")
