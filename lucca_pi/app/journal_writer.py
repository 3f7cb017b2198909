"""Writes a game's journal during play: events with the names of their pictures, and the result so far."""

from collections.abc import Iterable
from dataclasses import replace

from lucca_pi.app.looking import look_name
from lucca_pi.app.summary import summary
from lucca_pi.devices.errors import StoreError
from lucca_pi.evening.journal import Event, GivenUp, TakenBack, event_json
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Effect, Keep
from lucca_pi.games.contract.history import Course, Played, Started
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

    def sum_up(self, game: str, state: State, effects: Iterable[Effect]) -> None:
        """Stores the game's result so far, if an event was written."""
        kept = [effect.event for effect in effects if isinstance(effect, Keep)]
        if game and kept:
            given_up = any(isinstance(event, GivenUp) for event in kept)
            self._store.sum_up(game, summary(replace(state, given_up=given_up)))

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
