"""Results of a game: the few figures that list it, past games at the table, and the record with its score."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import asked_json, events_from_json, game_key
from lucca_pi.evening.menus import MOST
from lucca_pi.evening.questions import unanswered
from lucca_pi.evening.state import State, resumed
from lucca_pi.games.contract.questions import Browse, PastGame
from lucca_pi.ports import Store


def summary(state: State) -> dict[str, Any]:
    """Players, points and how far the game is, as JSON data; before the deal only that."""
    if state.game is None:
        return {**game_key(state.plugin), "dealt": False, "given_up": state.given_up}
    game, standings = state.game, state.plugin.show.standings(state.match)
    totals = {one.player: one.total for one in standings}
    return {
        **game_key(state.plugin),
        "dealt": True,
        "given_up": state.given_up,
        "finished": game.is_over,
        "round": game.round,
        "rounds": game.rounds,
        "totals": {player: totals[player] for player in game.players},
        "ranking": [one.player for one in standings],
    }


def without_looks(events: Iterable[Mapping[str, Any]]) -> State:
    """
    The state of a game for those who ask for its points only: looks take the most time to read.

    Raises UnreadableError and RuleError.
    """
    return resumed(events_from_json({**event, "looks": []} for event in events))


def past_games(store: Store, played: str, skip: int) -> Browse:
    """
    Games before the one being played, the latest first, without the latest `skip`. Raises StoreError.

    Games left before the deal are not among them, nor those that cannot be read: `lucca-pi games` names them.
    """
    names = [name for name in reversed([*store.games()]) if name != played][skip:]
    games: list[PastGame] = []
    for name in names[:MOST]:
        with suppress(UnreadableError, RuleError):
            games += _past(name, store.events(name))
    return Browse(tuple(games), skip, older=len(names) > MOST)


def _past(name: str, events: Iterable[Mapping[str, Any]]) -> list[PastGame]:
    """The past game with its result, as a list; empty if it was never dealt."""
    state = without_looks(events)
    if state.game is None:
        return []
    return [PastGame(name, state.begun.date[:10], state.plugin.show.standings(state.match), state.course.is_over)]


def result(state: State) -> dict[str, Any]:
    """The record, its score and the questions that were put, as `lucca-pi play --json` prints them."""
    asked = (*state.course.asked, *unanswered(state))
    questions = [{"round": number, "turn": turn, **asked_json(one)} for number, turn, one in asked]
    return {
        "record": state.plugin.record_json(state.match),
        "score": state.plugin.score_json(state.match),
        "questions": questions,
    }
