"""The auditor's signature under what the referee proposes, and what is asked where it is missing."""

from collections.abc import Sequence

from lucca_pi.citta.auditor.audit import audit
from lucca_pi.citta.auditor.certificate import Certificate, Gap
from lucca_pi.citta.referee.answers import MOST_OFFERED, turn_in_words
from lucca_pi.citta.referee.verdict import otherwise
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.asking import Looks, is_it_right, which_of
from lucca_pi.citta.session.journal import Asked, Played
from lucca_pi.citta.session.modes import Among, Choice, Disagreed, Draft, Option, Stays, Take, Tell
from lucca_pi.citta.session.outcome import Outcome
from lucca_pi.citta.session.state import State
from lucca_pi.language import _


def certificate(state: State, turns: Sequence[Turn], looks: Looks) -> Certificate:
    """What the auditor says of the turns; `state` is the one before them."""
    return audit(state.scene(looks), turns)


def taken_if_signed(state: State, turn: Turn, looks: Looks, date: str) -> Outcome:
    """The turn, where the auditor signs it; else what it misses is asked."""
    signed = certificate(state, (turn,), looks)
    if signed.is_signed:
        return Outcome((Played(turn, looks, None, date, signed=signed.proofs),))
    return Outcome(mode=put_in_sight(state, signed, looks) or _what_is_missing(state, turn, signed.gaps, looks))


def put_in_sight(state: State, signed: Certificate, looks: Looks) -> Disagreed | None:
    """What people can lay so that it is seen; None if nothing, or if they have just been told so and press again."""
    gap = next((gap for gap in signed.gaps if gap.remedy), None)
    if gap is None or (isinstance(state.mode, Disagreed) and state.mode.problems == (gap.text,)):
        return None
    return Disagreed((gap.text,), _("{remedy}, then press OK.", remedy=gap.remedy), looks)


def _what_is_missing(
    state: State, turn: Turn, gaps: Sequence[Gap], looks: Looks, told: frozenset[CardName] = frozenset()
) -> Choice:
    """
    The question that what is missing leads to.

    First what may have changed of an earlier turn. Then the cards concerned may have been played otherwise; anything
    else is shown with the turn for one OK.
    """
    earlier = next((gap for gap in gaps if gap.is_earlier), None)
    if earlier:
        return _does_it_stay(state, turn, earlier, looks, told)
    cards = frozenset(card for gap in gaps for card in gap.cards)
    ways = tuple((one,) for one in otherwise(state.case(looks), turn, cards)) if cards else ()
    if 1 < len(ways) <= MOST_OFFERED:
        return which_of(state, Among(ways, told=told), looks)
    return is_it_right(state, (turn,), looks, gaps, ways[1:])


def to_confirm(state: State, take: Take, looks: Looks) -> Choice | None:
    """What is to be asked before turns are taken: what neither the players have told nor the auditor signs."""
    if take.told is None or not looks:
        return None
    gaps = certificate(state, take.turns, looks).without(take.told)
    if len(take.turns) == 1 and gaps:
        return _what_is_missing(state, take.turns[0], gaps, looks, take.told)
    return is_it_right(state, take.turns, looks, gaps) if gaps else None


def _does_it_stay(state: State, turn: Turn, gap: Gap, looks: Looks, told: frozenset[CardName]) -> Choice:
    """Whether an earlier turn is still as it was taken; `turn` is the one being played."""
    turns = state.course.turns
    played = (number for number, one in enumerate(turns, start=1) if any(play.card in gap.cards for play in one.play))
    number = next(played, len(turns))
    was, moment = turns[number - 1], state.course.moment(number)
    moves = turn_in_words(was, state.begun.deck_file.deck)
    text = _("{gap}. Turn before: {moves}. Is that still right?", gap=gap.text, moves=moves)
    before = state.at(state.course.until(number))
    others = otherwise(before.case(moment.looks), was, gap.cards)[1:] if moment.looks else ()
    no = Among(tuple((one,) for one in others), number) if others else Tell(Draft(number))
    options = Option(_("Yes"), Stays(number, turn, told | gap.cards), 0), Option(_("No"), no, 1)
    asked = Asked(
        _("{player}: {question}", player=was.player, question=text), tuple(one.words for one in options), None
    )
    return Choice(was.player, text, options, looks, asked)
