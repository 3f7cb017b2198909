"""The deal: who sits where, and what everybody was dealt."""

from collections.abc import Sequence
from functools import partial

from lucca_pi.evening.modes import Waiting
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State, after_event
from lucca_pi.games.citta.referee.deal import Dealt, Unseen, turned_quarter
from lucca_pi.games.citta.session.dealt_unseen import Draft, first_question, told_in_words
from lucca_pi.games.citta.session.families import called
from lucca_pi.games.citta.session.laid_unseen import first_question as laid_unseen
from lucca_pi.games.citta.session.naming import named_by_cards
from lucca_pi.games.citta.session.which_card import deal_in, readings_at_the_deal, unidentified_at_the_deal
from lucca_pi.games.citta.table.reading import Reading
from lucca_pi.games.contract.history import Asked, Looks, Started
from lucca_pi.games.contract.questions import Choice, Disagreed
from lucca_pi.games.contract.verdict import Unexplained
from lucca_pi.table.sighting import Look


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
        wrong = turned_quarter(looks[-1], partial(_reading, state), state.begun.players) or verdict
        said = Disagreed(wrong.problems, wrong.advice, looks)
        return Outcome(mode=_which_is_unseen(state, said, looks) or said)
    unidentified = unidentified_at_the_deal(state, looks) or laid_unseen(state, looks, len(verdict.cards))
    if unidentified:
        return Outcome(mode=unidentified)
    return Outcome((_started(state, verdict, looks, date),))


def _reading(state: State, look: Look) -> Reading:
    """What the look tells, by the first way to take the cards that it leaves open."""
    return readings_at_the_deal(state, look)[0]


def _which_is_unseen(state: State, said: Disagreed, looks: Looks) -> Choice | Disagreed | None:
    """Which card is not recognised, where people have been told that one is not in sight and press again."""
    presses_again = isinstance(state.mode, Disagreed) and state.mode.problems == said.problems
    if not presses_again and not any(looks[-1].is_of(one.look) for one in state.identified):
        return None
    unseen = first_question(state, looks)
    return (unidentified_at_the_deal(state, looks, strange=False) or unseen) if unseen else None


def dealt_as_told(state: State, draft: Draft, looks: Looks, date: str) -> Outcome:
    """The deal, with the cards that players have told."""
    verdict = deal_in(state, looks[-1], draft.unseen)
    if isinstance(verdict, Unexplained):
        return Outcome(mode=Disagreed(verdict.problems, verdict.advice, looks))
    return Outcome((_started(state, verdict, looks, date, draft.unseen),))


def _started(state: State, dealt: Dealt, looks: Looks, date: str, unseen: Sequence[Unseen] = ()) -> Started:
    names = called(state.begun.names)
    seats = {names[quarter]: quarter for quarter in dealt.cards}
    deal = {names[quarter]: cards for quarter, cards in dealt.cards.items()}
    told = tuple(Asked(told_in_words(names[one.quarter]), (str(one.card),), 0) for one in unseen)
    return Started(seats, deal, looks, date, identified=told)
