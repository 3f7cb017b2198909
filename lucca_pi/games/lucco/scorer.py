"""Lucco: a record replayed and scored."""

from lucca_pi.games.lucco.report import advice_text, score_text
from lucca_pi.games.lucco.rules.advice import advice_json
from lucca_pi.games.lucco.rules.game import replay, score_json
from lucca_pi.games.lucco.rules.record import read_record
from lucca_pi.games.scoring import Scored


def scored(text: str) -> Scored:
    """The score of the record in a JSON text. Raises UnreadableError and RuleError."""
    game = replay(read_record(text))
    return Scored(
        lambda: score_json(game), lambda: score_text(game), lambda: advice_json(game), lambda: advice_text(game)
    )
