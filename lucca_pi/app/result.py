"""What a game has come to."""

from typing import Any

from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import record_json
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.session.asking import unanswered
from lucca_pi.games.citta.session.journal import asked_json
from lucca_pi.games.citta.session.state import State, record_of


def result(state: State) -> dict[str, Any]:
    """The record, its score and the questions that were put, as `lucca-pi play --json` prints them."""
    record = record_of(state)
    asked = (*state.course.asked, *unanswered(state))
    questions = [{"round": number, "turn": turn, **asked_json(one)} for number, turn, one in asked]
    return {
        "record": record_json(record) if record else None,
        "score": score_json(score(replay(record))) if record else None,
        "questions": questions,
    }
