"""Lucca Città: a record replayed and scored."""

from lucca_pi.games.citta.report import advice_text, score_text
from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.scoring import Scored


def scored(text: str) -> Scored:
    """The score of the record in a JSON text. Raises UnreadableError and RuleError."""
    game = replay(read_record(text))
    result = score(game)
    return Scored(
        lambda: score_json(result), lambda: score_text(result), lambda: advice_json(game), lambda: advice_text(game)
    )
