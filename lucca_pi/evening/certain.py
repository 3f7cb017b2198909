"""
Cards that the steps of a game make certain, among those that looks left ambiguous: the recogniser learns from them.

A card is certain if players answered which one it is, or if the rules leave only one. A card that was only recognised
is not, nor one taken from the likelier of several turns.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from lucca_pi.contract.history import Adjusted, Asked, Looks, Played, Started
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import Corrected, Event, TakenBack
from lucca_pi.evening.state import State
from lucca_pi.table.sighting import Look, Sighting

Certain = Sequence[tuple[Look, Sequence[Sighting]]]
"""Looks, and the certain cards in each, in the look's axes."""


class Learner(Protocol):
    """A learner of how cards look; by default it learns nothing."""

    def learn(self, certain: Certain) -> None:  # noqa: ARG002
        """Learns from the cards that a finished step of the game made certain, often none."""
        return

    def take_back(self) -> None:
        """Forgets the last step, which was taken back."""
        return

    def forget(self) -> None:
        """Forgets everything, since something was not what it was taken for."""
        return


def teach(learner: Learner, state: State, event: Event) -> None:
    """Passes on the cards that an event makes certain; `state` is the one before it."""
    match event:
        case Started() | Adjusted():
            learner.learn(certain_cards(state, event.looks, _named_in(event.identified)))
        case Played():
            guessed = bool(event.others) or event.note == SPLIT
            learner.learn(certain_cards(state, event.looks, _named_in(event.identified), guessed=guessed))
        case Corrected():
            moment = state.course.moment(event.number)
            if not moment.others and event.turns[:1] != (moment.entry,):  # it had been taken for certain
                learner.forget()
            learner.learn(())
        case TakenBack():
            learner.take_back()


def _named_in(identified: Iterable[Asked]) -> frozenset[str]:
    """The answers that players gave to questions about a card."""
    return frozenset(one.answers[one.given] for one in identified if one.given is not None)


def certain_cards(state: State, looks: Looks, named: Collection[str], *, guessed: bool = False) -> Certain:
    """
    Cards that are certain in looks: those that players `named`, and in the last look those that the rules leave.

    Cards that no look shows, and that players entered, are part of the looks.

    `guessed`: the turn is not settled, so the rules leave nothing certain.
    """
    found: list[tuple[Look, Sequence[Sighting]]] = []
    referee, match = state.plugin.referee, state.match
    for look in looks:
        cards = referee.named(match, look, named) if named else ()
        by_rules = referee.left_by_rules(match, look) if look is looks[-1] and look.alike and not guessed else ()
        found += [(look, (*cards, *by_rules))] if cards or by_rules or look.told else []
    return found
