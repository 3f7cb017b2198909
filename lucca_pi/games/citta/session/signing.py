"""The auditor's signature under what the referee proposes, and what is asked where it is missing."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from lucca_pi.games.citta.auditor.audit import audit
from lucca_pi.games.citta.auditor.certificate import Certificate, Gap
from lucca_pi.games.citta.referee.answers import MOST_OFFERED, turn_in_words
from lucca_pi.games.citta.referee.verdict import otherwise
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.asking import TELL, Looks, is_it_right, which_of
from lucca_pi.games.citta.session.journal import Asked, Played
from lucca_pi.games.citta.session.modes import Among, Choice, Disagreed, Draft, Option, Stays, Take, Tell
from lucca_pi.games.citta.session.outcome import Outcome
from lucca_pi.games.citta.session.state import State
from lucca_pi.language import _


def certificate(state: State, turns: Sequence[Turn], looks: Looks) -> Certificate:
    """What the auditor says of the turns; `state` is the one before them."""
    return audit(state.scene(looks), turns)


def taken_if_signed(state: State, turn: Turn, looks: Looks, date: str) -> Outcome:
    """The turn, where the auditor signs it; else what it misses is asked."""
    signed = certificate(state, (turn,), looks)
    if signed.is_signed:
        return Outcome((Played(turn, looks, None, date, signed=signed.proofs),))
    take = Take((turn,), whole=False)
    return Outcome(mode=put_in_sight(state, signed, looks) or _what_is_missing(state, take, signed.gaps, looks))


def put_in_sight(state: State, signed: Certificate, looks: Looks) -> Disagreed | None:
    """What people can lay so that it is seen; None if nothing, or if they have just been told so and press again."""
    gap = next((gap for gap in signed.gaps if gap.remedy), None)
    if gap is None or (isinstance(state.mode, Disagreed) and state.mode.problems == (gap.text,)):
        return None
    return Disagreed((gap.text,), _("{remedy}, then press OK.", remedy=gap.remedy), looks)


def _what_is_missing(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice:
    """
    The question that what is missing leads to.

    First what may have changed of an earlier turn. Then the cards concerned may have been played otherwise; anything
    else is shown with the turns for one OK.
    """
    stays = _does_it_stay(state, take, gaps, looks)
    if stays:
        return stays
    cards = frozenset(card for gap in gaps for card in gap.cards)
    turns = otherwise(state.case(looks), take.turns[0], cards) if cards else take.turns
    if 1 < len(turns) <= MOST_OFFERED:
        return which_of(state, _among(turns), looks)
    return is_it_right(state, take.turns, looks, gaps, _among(turns[1:]) if len(turns) > 1 else TELL)


def _among(turns: Sequence[Turn]) -> Among:
    return Among(tuple((one,) for one in turns))


def to_confirm(state: State, take: Take, looks: Looks) -> Choice | None:
    """
    What is to be asked before turns are taken that the players have told of: what else the auditor does not sign.

    What they were asked is not asked again: the turns are shown for one OK.
    """
    gaps = certificate(state, take.turns, looks).without(take.told) if looks else ()
    gaps = tuple(gap for gap in gaps if gap.is_earlier or not take.whole)
    stays = _does_it_stay(state, take, gaps, looks)
    now = [gap for gap in gaps if not gap.is_earlier]
    return stays or (is_it_right(state, take.turns, looks, now) if now else None)


def _turn_with(state: State, cards: Collection[CardName]) -> int | None:
    """The number of the latest turn, from 1, that played one of the cards."""
    turns = [*enumerate(state.course.turns, start=1)]
    return next((number for number, one in reversed(turns) if any(play.card in cards for play in one.play)), None)


def _does_it_stay(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice | None:
    """Whether an earlier turn is still as it was taken, if a gap is about one; `take` is what has been played now."""
    gap = next((gap for gap in gaps if gap.is_earlier), None)
    number = _turn_with(state, gap.cards) if gap else None
    if gap is None or number is None:
        return None
    was, moment = state.course.turns[number - 1], state.course.moment(number)
    moves = turn_in_words(was, state.begun.deck_file.deck)
    text = _("{gap}. Turn before: {moves}. Is that still right?", gap=gap.text, moves=moves)
    before = state.at(state.course.until(number))
    others = otherwise(before.case(moment.looks), was, gap.cards)[1:] if moment.looks else ()
    no = Among(tuple((one,) for one in others), number) if len(others) > 1 else Tell(Draft(number))
    stays = Stays(number, replace(take, told=take.told | gap.cards))
    options = Option(_("Yes"), stays, 0), Option(_("No"), no, 1)
    asked = Asked(
        _("{player}: {question}", player=was.player, question=text), tuple(one.words for one in options), None
    )
    return Choice(was.player, text, options, looks, asked)
