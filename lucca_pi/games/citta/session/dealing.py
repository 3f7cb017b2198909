"""The deal: who sits where, and what everybody was dealt."""

from lucca_pi.evening.journal import Started
from lucca_pi.evening.kind import Looks
from lucca_pi.evening.modes import Disagreed, Waiting
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State, after_event
from lucca_pi.evening.verdict import Unexplained
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.citta.session.naming import named_by_cards
from lucca_pi.games.citta.session.which_card import deal_in, unidentified_at_the_deal


def judge_deal(state: State, looks: Looks, date: str) -> Outcome:
    """Who sits where by the name cards of the last look; and the deal, if it shows one."""
    named = named_by_cards(state, looks[-1], date)
    if named.mode is not Waiting:
        return named
    for event in named.events:
        state = after_event(state, event)
    dealt = _judge_deal(state, looks, date)
    return Outcome((*named.events, *dealt.events), dealt.mode)


def _judge_deal(state: State, looks: Looks, date: str) -> Outcome:
    verdict = deal_in(state, looks[-1])
    if isinstance(verdict, Unexplained):
        return Outcome(mode=Disagreed(verdict.problems, verdict.advice, looks))
    unidentified = unidentified_at_the_deal(state, looks)
    if unidentified:
        return Outcome(mode=unidentified)
    names = FAMILIES | dict(state.begun.names)
    seats = {names[quarter]: quarter for quarter in verdict.cards}
    deal = {names[quarter]: cards for quarter, cards in verdict.cards.items()}
    return Outcome((Started(seats, deal, looks, date),))
