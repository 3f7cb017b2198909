"""Faults put into the program by hand: each must be found by some seed, else finding none proves nothing."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest import mock

from lucca_pi.app import loop
from lucca_pi.app.loop import App
from lucca_pi.app.watching import Watching
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_list import _APPEND as _APPEND_TO
from lucca_pi.devices.game_list import GameList, Row, _line
from lucca_pi.devices.journal_file import OpenJournal
from lucca_pi.devices.press import Presses
from lucca_pi.devices.store import GameStore
from lucca_pi.evening.step import Keep

_STEP, _MEANT, _KEEP, _ANSWER, _APPEND = loop.step, loop.meant, App._keep, App._answer, GameStore.append
_PRESSES = Presses.__init__


def _unsynced(self: OpenJournal, data: bytes) -> None:
    """As `OpenJournal._write`, without its sync."""
    if self._unsure:
        self._cut()
    self._unsure = True
    os.pwrite(self._opened, data, self.journal.intact_bytes)


def _shown_first(state: Any, given: Any) -> Any:
    after, effects = _STEP(state, given)
    return after, sorted(effects, key=lambda one: isinstance(one, Keep))


def _twice(call: Callable[..., Any]) -> Callable[..., None]:
    def called(*arguments: Any) -> None:
        call(*arguments)
        call(*arguments)

    return called


def _whichever(answer: Any, game: str, state: Any, date: str) -> Any:
    """An answer to any question is one to this."""
    return _MEANT(replace(answer, asked=game if answer.do == "names" else state.prompt), game, state, date)


def _later(waiting: list[Any]) -> Callable[..., None]:
    """Keeps an event when the next one comes."""

    def append(self: GameStore, game: str, event: Any) -> None:
        for one in waiting:
            _APPEND(self, *one)
        waiting[:] = [(game, event)]

    return append


def _nothing(*_: Any, **__: Any) -> None:
    """Nothing is done."""


def _regardless(self: App, event: Any, before: Any) -> None:
    with suppress(StoreError):
        _KEEP(self, event, before)


def _hasty(self: Presses, _debounce_s: float) -> None:
    _PRESSES(self, 0.0)


def _uncaught(self: GameList, row: Row) -> None:
    """As `GameList.note`, with its errors."""
    self.rows[row.game] = row
    opened = os.open(self.file, _APPEND_TO, 0o644)
    try:
        os.write(opened, _line(row))
    finally:
        os.close(opened)


BLUNDERS: Mapping[str, Callable[[], Any]] = {
    "a journal is not synced": lambda: mock.patch.object(OpenJournal, "_write", _unsynced),
    "a new journal's name is not synced": lambda: mock.patch("lucca_pi.devices.journal_file.sync_directory", _nothing),
    "a new file is named before it is synced": lambda: mock.patch("lucca_pi.files.on_the_disk", _nothing),
    "a new name is not synced": lambda: mock.patch("lucca_pi.files.sync_directory", _nothing),
    "what a dead program wrote is not synced": lambda: mock.patch.object(GameStore, "_sync_last", lambda _: []),
    "a part of an event is not cut off": lambda: mock.patch.object(OpenJournal, "_cut", _nothing),
    "an event is shown before it is kept": lambda: mock.patch.object(loop, "step", _shown_first),
    "an event is confirmed before it is kept": lambda: mock.patch.object(GameStore, "append", _later([])),
    "an event is kept twice": lambda: mock.patch.object(App, "_keep", _twice(_KEEP)),
    "an answer of a phone is done twice": lambda: mock.patch.object(App, "_answer", _twice(_ANSWER)),
    "an answer to an older question counts": lambda: mock.patch.object(loop, "meant", _whichever),
    "a full disk goes unnoticed": lambda: mock.patch.object(App, "_keep", _regardless),
    "a contact's bounces are presses": lambda: mock.patch.object(Presses, "__init__", _hasty),
    "no sign of life is given": lambda: mock.patch.object(Watching, "comes_to_rest", lambda _: False),
    "an error of the list of games is not caught": lambda: mock.patch.object(GameList, "note", _uncaught),
}
