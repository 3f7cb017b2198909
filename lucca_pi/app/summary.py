"""Results of a game: the few figures that list it, and the record with its score."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from lucca_pi.evening.journal import GivenUp, asked_json, events_from_json, game_key
from lucca_pi.evening.questions import unanswered
from lucca_pi.evening.state import State, resumed
from lucca_pi.evening.step import Effect, Keep
from lucca_pi.ports import Store


def summary(state: State) -> dict[str, Any]:
    """Players, points and how far the game is, as JSON data; before the deal only that."""
    if state.game is None:
        return {**game_key(state.kind), "dealt": False, "given_up": state.given_up}
    game, standings = state.game, state.kind.show.standings(state.match)
    totals = {one.player: one.total for one in standings}
    return {
        **game_key(state.kind),
        "dealt": True,
        "given_up": state.given_up,
        "finished": game.is_over,
        "round": game.round,
        "rounds": game.rounds,
        "totals": {player: totals[player] for player in game.players},
        "ranking": [one.player for one in standings],
    }


def sum_up(store: Store, game: str, state: State, effects: Iterable[Effect]) -> None:
    """Has the store keep the summary, if an event of the game was kept."""
    kept = [effect.event for effect in effects if isinstance(effect, Keep)]
    if game and kept:
        given_up = any(isinstance(event, GivenUp) for event in kept)
        store.sum_up(game, summary(replace(state, given_up=given_up)))


def without_looks(events: Iterable[Mapping[str, Any]]) -> State:
    """
    The state of a game for those who ask for its points only: looks take the most time to read.

    Raises UnreadableError and RuleError.
    """
    return resumed(events_from_json({**event, "looks": []} for event in events))


def result(state: State) -> dict[str, Any]:
    """The record, its score and the questions that were put, as `lucca-pi play --json` prints them."""
    asked = (*state.course.asked, *unanswered(state))
    questions = [{"round": number, "turn": turn, **asked_json(one)} for number, turn, one in asked]
    return {
        "record": state.kind.record_json(state.match),
        "score": state.kind.score_json(state.match),
        "questions": questions,
    }
