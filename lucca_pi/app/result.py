"""What a game has come to."""

from typing import Any

from lucca_pi.evening.asking import unanswered
from lucca_pi.evening.journal import asked_json
from lucca_pi.evening.state import State


def result(state: State) -> dict[str, Any]:
    """The record, its score and the questions that were put, as `lucca-pi play --json` prints them."""
    asked = (*state.course.asked, *unanswered(state))
    questions = [{"round": number, "turn": turn, **asked_json(one)} for number, turn, one in asked]
    return {
        "record": state.kind.record_json(state.match),
        "score": state.kind.score_json(state.match),
        "questions": questions,
    }
