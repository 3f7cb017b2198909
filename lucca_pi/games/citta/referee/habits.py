"""A player's habits: they rank what the evidence leaves open, and rule nothing out."""

from collections.abc import Mapping
from math import log

from lucca_pi.games.citta.referee.candidates import Candidate
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.rules.game import CARDS_DEALT
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Way

BEFORE_ANY: Mapping[Way, float] = {"palace": 3.0, "wall": 1.0, "discard": 1.0}
"""Prior pseudo-counts per way of playing, in cards. Most build."""
OPENS_OR_NOT = 1.0
"""Prior pseudo-counts for opening a completed palace, and for leaving it."""


def unusual(case: Case, candidate: Candidate) -> float:
    """
    The logarithm of how much rarer than always the player does such things, by all that player has done so far.

    Who has walled all evening walls again; so do people who build.
    """
    done = _done(case)
    total = sum(done.values())
    played = sum(-log(_of(done, play.way) / total) for play in candidate.turn.play)
    return played + _openings(case, len(candidate.turn.open))


def _done(case: Case) -> Mapping[Way, float]:
    """How often each way was chosen; what has gone neither into palaces nor walls nor towers was discarded."""
    quarter = case.before
    built = sum(len(palace.cards) for palace in quarter.palaces()) - CARDS_DEALT
    played = CARDS_IN_A_TRIPLET * (case.game.round - 1)
    discarded = played - built - quarter.walls - len(quarter.towers)
    done: Mapping[Way, int] = {"palace": max(0, built), "wall": quarter.walls, "discard": max(0, discarded)}
    return {way: often + done[way] for way, often in BEFORE_ANY.items()}


def _of(done: Mapping[Way, float], way: Way) -> float:
    """Who builds or walls lays towers."""
    return done["palace"] + done["wall"] if way == "tower" else done[way]


def _openings(case: Case, opened: int) -> float:
    before = case.before
    opens, leaves = len(before.opened) + OPENS_OR_NOT, len(before.completed) + OPENS_OR_NOT
    left = len(before.completed) - opened
    return -opened * log(opens / (opens + leaves)) - left * log(leaves / (opens + leaves))
