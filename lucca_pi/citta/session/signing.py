"""The auditor's signature under what the referee proposes, and what is asked where it is missing."""

from collections.abc import Sequence

from lucca_pi.citta.auditor.audit import Certificate, Gap, audit
from lucca_pi.citta.referee.answers import MOST_OFFERED
from lucca_pi.citta.referee.verdict import otherwise
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.asking import Looks, is_it_right, which_of
from lucca_pi.citta.session.journal import Played
from lucca_pi.citta.session.modes import Among, Choice, Take
from lucca_pi.citta.session.outcome import Outcome
from lucca_pi.citta.session.state import State


def certificate(state: State, turns: Sequence[Turn], looks: Looks) -> Certificate:
    """What the auditor says of the turns; `state` is the one before them."""
    return audit(state.scene(looks), turns)


def taken_if_signed(state: State, turn: Turn, looks: Looks, date: str) -> Outcome:
    """The turn, where the auditor signs it; else what it misses is asked."""
    signed = certificate(state, (turn,), looks)
    if signed.is_signed:
        return Outcome((Played(turn, looks, None, date, signed=signed.proofs),))
    return Outcome(mode=_what_is_missing(state, turn, signed.gaps, looks))


def _what_is_missing(state: State, turn: Turn, gaps: Sequence[Gap], looks: Looks) -> Choice:
    """The cards concerned may have been played otherwise; anything else is shown with the turn for one OK."""
    cards = frozenset(card for gap in gaps for card in gap.cards)
    ways = tuple((one,) for one in otherwise(state.case(looks), turn, cards)) if cards else ()
    if 1 < len(ways) <= MOST_OFFERED:
        return which_of(state, Among(ways), looks)
    return is_it_right(state, (turn,), looks, gaps, ways[1:])


def to_confirm(state: State, take: Take, looks: Looks) -> Choice | None:
    """What is to be shown for one OK before turns are taken: what neither the players have told nor the auditor signs."""
    if take.told is None or not looks:
        return None
    gaps = certificate(state, take.turns, looks).without(take.told)
    return is_it_right(state, take.turns, looks, gaps) if gaps else None
