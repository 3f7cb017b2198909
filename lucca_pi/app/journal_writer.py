"""Writes a game's journal during play; past games, and the record with its score."""

from contextlib import suppress
from typing import Any

from lucca_pi.contract.history import Course, Played, Started
from lucca_pi.contract.questions import Browse, PastGame
from lucca_pi.devices.errors import StoreError
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import ASKED, Event, TakenBack, event_json
from lucca_pi.evening.menus import MOST
from lucca_pi.evening.questions import unanswered
from lucca_pi.evening.state import State
from lucca_pi.evening.stored import without_looks
from lucca_pi.ports import Album, Store


class JournalWriter:
    """Writes games to a store; `unkept` is the error of the latest event, None if it was written."""

    def __init__(self, store: Store, album: Album) -> None:
        self._store, self._album = store, album
        self.unkept: StoreError | None = None

    def keep(self, game: str, event: Event, state: State, before: Course) -> None:
        """
        Writes the event with its pictures; `state` is the state after it, `before` the course before it.

        A game without a name is not stored: its journal could not be read. Raises StoreError.
        """
        if game:
            pictures, plugin = self._pictures(event, before, state.course.looks), state.plugin
            self._store.append(game, event_json(event, plugin) | ({"pictures": pictures} if pictures else {}))
            self.unkept = None

    def check(self) -> None:
        """Raises StoreError if the latest event was not written, or the journal is gone."""
        if self._store.lost:
            raise StoreError(self._store.lost)
        if self.unkept:
            raise self.unkept

    def _pictures(self, event: Event, before: Course, looks: int) -> list[list[str]]:
        """Names of the stored pictures that the event was read from, for each look."""
        if isinstance(event, TakenBack) and before.looks > looks:
            self._album.take_back(looks)
        elif isinstance(event, Started | Played) and event.looks:
            return self._album.confirm(look_name(before), event.looks)
        return []


def look_name(before: Course) -> str:
    """Name of the next look's picture: its number, round and turn, as 000-deal or 001-r1-t1."""
    game = before.game
    if game is None:
        return "000-deal"
    of_round = "" if game.round is None else f"-r{game.round}"
    return f"{before.looks:03d}{of_round}-t{game.turns + 1}"


def past_games(store: Store, played: str, skip: int) -> Browse:
    """
    Games before the one being played, latest first; leaves out the `skip` latest. Raises StoreError.

    Games left before the deal are left out, as are hidden games, and games that cannot be read: `lucca-pi games` names
    them.
    """
    hidden = store.hidden()
    names = [name for name in reversed([*store.games()]) if name != played and name not in hidden][skip:]
    games: list[PastGame] = []
    for name in names[:MOST]:
        with suppress(UnreadableError, RuleError):
            state = without_looks(store.events(name))
            if state.game is not None:
                standings = state.plugin.show.standings(state.match)
                games.append(PastGame(name, state.begun.date[:10], standings, state.course.is_over))
    return Browse(tuple(games), skip, older=len(names) > MOST)


def result(state: State) -> dict[str, Any]:
    """The record, its score and the questions that were put, as `lucca-pi play --json` prints them."""
    asked = (*state.course.asked, *unanswered(state))
    questions = [{"round": number, "turn": turn, **ASKED.write(one)} for number, turn, one in asked]
    return {
        "record": state.plugin.record_json(state.match),
        "score": state.plugin.score_json(state.match),
        "questions": questions,
    }
