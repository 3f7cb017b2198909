"""
Cards that the steps of a game make certain, of those that looks left open: the eyes learn by them.

Certain is what players said when they were asked, and what the rules leave. What the eye alone recognised is not, nor
what is taken for the likelier of several turns.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import Corrected, Event, TakenBack
from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Adjusted, Asked, Looks, Played, Started
from lucca_pi.table.sighting import Look, Sighting

Certain = Sequence[tuple[Look, Sequence[Sighting]]]
"""Looks, and the cards that are certain in each, in its axes."""


class Learner(Protocol):
    """A learner of how cards look."""

    def learn(self, certain: Certain) -> None:
        """A step of the game is over that made these cards certain, often none."""
        ...

    def take_back(self) -> None:
        """The last step is taken back, and what it taught."""
        ...

    def forget(self) -> None:
        """Something that was certain was not: nothing that was taught holds."""
        ...


def teach(learner: Learner, state: State, event: Event) -> None:
    """Hands on what an event makes certain; `state` is the one before it."""
    match event:
        case Started() | Adjusted():
            learner.learn(certain(state, event.looks, _named_in(event.identified)))
        case Played():
            guessed = bool(event.others) or event.note == SPLIT
            learner.learn(certain(state, event.looks, _named_in(event.identified), guessed=guessed))
        case Corrected():
            if _was_wrong(state, event):
                learner.forget()
            learner.learn(())
        case TakenBack():
            learner.take_back()


def _was_wrong(state: State, event: Corrected) -> bool:
    """Whether a turn that was taken for certain was another."""
    moment = state.course.moment(event.number)
    return not moment.others and event.turns[:1] != (moment.entry,)


def _named_in(identified: Iterable[Asked]) -> frozenset[str]:
    """The answers that players gave when they were asked which card one is."""
    return frozenset(one.answers[one.given] for one in identified if one.given is not None)


def certain(state: State, looks: Looks, named: Collection[str], *, guessed: bool = False) -> Certain:
    """
    Cards that looks show for certain: those that players `named`, and in the last look those that the rules leave.

    What players told of cards that no look shows stands in the looks.

    `guessed`: it is not settled what was played, and the rules leave nothing for certain.
    """
    found: list[tuple[Look, Sequence[Sighting]]] = []
    referee, match = state.plugin.referee, state.match
    for look in looks:
        cards = referee.named(match, look, named) if named else ()
        by_rules = referee.left_by_rules(match, look) if look is looks[-1] and look.alike and not guessed else ()
        found += [(look, (*cards, *by_rules))] if cards or by_rules or look.told else []
    return found
