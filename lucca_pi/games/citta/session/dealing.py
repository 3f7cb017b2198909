"""The deal: who sits where, and what everybody was dealt."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lucca_pi.games.citta.referee.deal import Dealt, Unseen, turned_quarter
from lucca_pi.games.citta.session.dealt_unseen import Draft, first_question, told_in_words
from lucca_pi.games.citta.session.families import called
from lucca_pi.games.citta.session.laid_unseen import first_question as laid_unseen
from lucca_pi.games.citta.session.naming import named_by_cards
from lucca_pi.games.citta.session.which_card import deal_in, readings_at_the_deal, unidentified_at_the_deal
from lucca_pi.games.citta.table.reading import TableReading
from lucca_pi.games.contract.history import Asked, Looks, Started
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Decision, Disagreed
from lucca_pi.games.contract.verdict import Unexplained
from lucca_pi.table.sighting import Look


def judge_deal(match: Match, looks: Looks, date: str) -> Decision:
    """Who sits where by the name cards of the last look; and the deal, if it shows one."""
    named = named_by_cards(match, looks[-1])
    if named.mode:
        return named
    if named.names is None:
        return _judge_deal(match, looks, date)
    match = replace(match, arrangement=replace(match.arrangement, names=named.names))
    return replace(_judge_deal(match, looks, date), names=named.names)


def _judge_deal(match: Match, looks: Looks, date: str) -> Decision:
    verdict = deal_in(match, looks[-1])
    if isinstance(verdict, Unexplained):
        wrong = turned_quarter(looks[-1], partial(_reading, match), match.arrangement.players) or verdict
        said = Disagreed(wrong.problems, wrong.advice, looks)
        return Decision(mode=_which_is_unseen(match, said, looks) or said)
    unidentified = unidentified_at_the_deal(match, looks) or laid_unseen(match, looks, len(verdict.cards))
    if unidentified:
        return Decision(mode=unidentified)
    return Decision((_started(match, verdict, looks, date),))


def _reading(match: Match, look: Look) -> TableReading:
    """What the look tells, by the first way to take the cards that it leaves open."""
    return readings_at_the_deal(match, look)[0]


def _which_is_unseen(match: Match, said: Disagreed, looks: Looks) -> Choice | Disagreed | None:
    """Which card is not recognised, where people have been told that one is not in sight and press again."""
    presses_again = isinstance(match.mode, Disagreed) and match.mode.problems == said.problems
    if not presses_again and not any(looks[-1].is_of(one) for one in match.identified):
        return None
    unseen = first_question(match, looks)
    return (unidentified_at_the_deal(match, looks, strange=False) or unseen) if unseen else None


def dealt_as_told(match: Match, draft: Draft, looks: Looks, date: str) -> Decision:
    """The deal, with the cards that players have told."""
    verdict = deal_in(match, looks[-1], draft.unseen)
    if isinstance(verdict, Unexplained):
        return Decision(mode=Disagreed(verdict.problems, verdict.advice, looks))
    return Decision((_started(match, verdict, looks, date, draft.unseen),))


def _started(match: Match, dealt: Dealt, looks: Looks, date: str, unseen: Sequence[Unseen] = ()) -> Started:
    names = called(match.arrangement.names)
    seats = {names[quarter]: quarter for quarter in dealt.cards}
    deal = {names[quarter]: cards for quarter, cards in dealt.cards.items()}
    told = tuple(Asked(told_in_words(names[one.quarter]), (str(one.card),), 0) for one in unseen)
    return Started(seats, deal, looks, date, identified=told)
