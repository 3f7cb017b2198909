"""Lucca on a chess board: a record replayed and scored."""

from lucca_pi.games.chessboard.report import advice, advice_text, score_text
from lucca_pi.games.chessboard.rules.game import replay
from lucca_pi.games.chessboard.rules.record import read_record
from lucca_pi.games.chessboard.rules.score import score, score_json
from lucca_pi.games.scoring import Scored


def scored(text: str) -> Scored:
    """The score of the record in a JSON text. Raises UnreadableError and RuleError."""
    game = replay(read_record(text))
    result = score(game)
    return Scored(
        lambda: score_json(result), lambda: score_text(result), lambda: [*advice(game)], lambda: advice_text(game)
    )
