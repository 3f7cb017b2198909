"""The question that finds out which of several turns it was: about one fact, with at most three answers."""

from collections.abc import Sequence
from itertools import islice

from lucca_pi.games.chessboard.referee.cuts import cuts
from lucca_pi.games.chessboard.referee.turn_words import turn_words, ways_words
from lucca_pi.games.contract.verdict import MOST_OFFERED, Question, Turns
from lucca_pi.language import Text, _


def question(ways: Sequence[Turns]) -> Question:
    """The question whose answers leave the least open; of those alike the one that is easiest to answer."""
    best = min(cuts(ways), key=lambda cut: cut.open, default=None)
    if best is not None:
        return Question(best.text, best.answers, best.left)
    offered = [*islice(ways, MOST_OFFERED)]
    text = _("what was it?") if len(ways[0]) == 1 else _("which turns were played?")
    return Question(text, whole_words(offered), tuple((way,) for way in offered))


def whole_words(ways: Sequence[Turns]) -> tuple[Text, ...]:
    """Words for each of the ways, all of it."""
    return tuple(turn_words(way[0]) if len(way) == 1 else ways_words([way])[0] for way in ways)


def answers(turns: Turns) -> tuple[str, ...]:
    """Words for each of the turns."""
    return tuple(turn_words(turn) for turn in turns)
