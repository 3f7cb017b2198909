"""Writes a game's journal as it is played: events with the names of their pictures, and what the game has come to."""

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
    """Writes games to a store; `unkept` is why the latest event could not be written, None once one was."""

    def __init__(self, store: Store, album: Album) -> None:
        self._store, self._album = store, album
        self.unkept: StoreError | None = None

    def keep(self, game: str, event: Event, state: State, before: Course) -> None:
        """
        Writes the event with its pictures; `state` is the one it leads to, `before` the course before it.

        A game without a name is none yet: the last one cannot be read, and nothing is added to it. Raises StoreError.
        """
        if game:
            pictures, plugin = self._pictures(event, before, state.course.looks), state.plugin
            self._store.append(game, event_json(event, plugin) | ({"pictures": pictures} if pictures else {}))
            self.unkept = None

    def sum_up(self, game: str, state: State, effects: Iterable[Effect]) -> None:
        """Has the store note what the game has come to, if something of it was written."""
        kept = [effect.event for effect in effects if isinstance(effect, Keep)]
        if game and kept:
            given_up = any(isinstance(event, GivenUp) for event in kept)
            self._store.sum_up(game, summary(replace(state, given_up=given_up)))

    def check(self) -> None:
        """Raises StoreError where the latest event was not written, or the journal is gone."""
        if self._store.lost:
            raise StoreError(self._store.lost)
        if self.unkept:
            raise self.unkept

    def _pictures(self, event: Event, before: Course, looks: int) -> list[list[str]]:
        """The names of the pictures that the event was read from, for each of its looks, where they are kept."""
        if isinstance(event, TakenBack) and before.looks > looks:
            self._album.take_back(looks)
        elif isinstance(event, Started | Played) and event.looks:
            return self._album.confirm(look_name(before), event.looks)
        return []
