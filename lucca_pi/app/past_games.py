"""Past games for those who ask for them at the table, read from the store when they are asked for."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from lucca_pi.app.summary import without_looks
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.menus import MOST
from lucca_pi.games.contract.questions import Browse, PastGame
from lucca_pi.ports import Store


def past_games(store: Store, played: str, skip: int) -> Browse:
    """
    Games before the one being played, the latest first, without the latest `skip`. Raises StoreError.

    Those that were left before the deal are not among them, nor those that cannot be read: `lucca-pi games` names them.
    """
    names = [name for name in reversed([*store.games()]) if name != played][skip:]
    games: list[PastGame] = []
    for name in names[:MOST]:
        with suppress(UnreadableError, RuleError):
            games += _past(name, store.events(name))
    return Browse(tuple(games), skip, older=len(names) > MOST)


def _past(name: str, events: Iterable[Mapping[str, Any]]) -> list[PastGame]:
    """What the game came to, none before its deal."""
    state = without_looks(events)
    if state.game is None:
        return []
    return [PastGame(name, state.begun.date[:10], state.kind.show.standings(state.match), state.course.is_over)]
