"""What a game has come to, in few figures: enough to list it."""

from collections.abc import Iterable, Mapping
from typing import Any

from lucca_pi.citta.rules.score import score
from lucca_pi.citta.session.journal import event_from_json
from lucca_pi.citta.session.state import State, resumed


def summary(state: State) -> dict[str, Any]:
    """Players, points and how far the game is, as JSON data; before the deal only that."""
    if state.game is None:
        return {"dealt": False, "given_up": state.given_up}
    result, game = score(state.game), state.game
    return {
        "dealt": True,
        "given_up": state.given_up,
        "finished": game.is_over,
        "round": game.round,
        "rounds": game.rounds,
        "totals": dict(result.totals),
        "ranking": list(result.ranking),
    }


def without_looks(events: Iterable[Mapping[str, Any]]) -> State:
    """
    The state of a game for those who ask for its points only: looks take the most time to read.

    Raises UnreadableError and RuleError.
    """
    return resumed(event_from_json({**event, "looks": []}) for event in events)
