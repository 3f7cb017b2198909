"""What people do with the buttons besides playing, and what they leave lying: each some times in an evening."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Protocol

from tests.sim.evening import Evening, Moment, Slip
from tests.sim.faults.around import pile_in_reach
from tests.sim.faults.once import NotNowError, Occasion, one, otherwise
from tests.sim.hands import Hands
from tests.sim.player import Players

OFTEN = 0.15
"""How often something is done with the buttons after a turn."""
LEFT_FROM = (2, 6)
"""The first and the last moment at which the pile is put where it stays."""
LONG = 5
"""Turns in a row after which nobody presses OK."""


class Habit(Protocol):
    """Something that people do with the buttons between two turns, where `chance` has it."""

    def __call__(self, players: Players, chance: Random) -> None: ...


def told_again(players: Players, chance: Random) -> None:
    """Somebody goes through an earlier turn once more, and answers as it was."""
    if players.turns_taken and chance.random() < OFTEN:
        players.tell_again(chance.randint(1, players.turns_taken))


def changed_by_a_child(players: Players, chance: Random) -> None:
    """A child changes an earlier turn to what it was not, mostly the last one of a round; nobody else sees it."""
    ends = range(players.seats, players.turns_taken + 1, players.seats)
    if ends and chance.random() < OFTEN:
        number = ends[-1] if chance.random() < 0.5 else chance.randint(1, players.turns_taken)
        players.change_wrongly(number, chance)


def taken_back(players: Players, chance: Random) -> None:
    """As a round ends, more than a round is taken back; the table stays, and everything is told by hand."""
    is_end = players.turns_taken and players.turns_taken % players.seats == 0
    if is_end and chance.random() < OFTEN:
        players.take_back(players.seats + chance.choice((1, 1, 2, players.seats + 1)))


def pile_stays(evening: Evening, chance: Random) -> Iterator[Moment]:
    """From some turn on the unused pile lies in somebody's place, where it stays."""
    begins = min(chance.randint(*LEFT_FROM), len(evening.moments) - 1)
    slips: tuple[Slip, ...] = ()
    with suppress(NotNowError):
        found = pile_in_reach(Occasion(evening, begins, chance))
        slips = (Slip("pile-stays", found.player, found.change, stays=True),)
    for number, moment in enumerate(evening.moments):
        yield replace(moment, slips=(*moment.slips, *slips)) if number >= begins else moment


def nobody_presses(evening: Evening, chance: Random) -> Iterator[Moment]:
    """Five turns in a row are played without OK; the camera sees all of them come to rest, or none."""
    first, seen = chance.randrange(1, max(2, len(evening.moments) - LONG)), chance.random() < 0.5
    for number, moment in enumerate(evening.moments):
        is_forgotten = first <= number < first + LONG and moment is not evening.moments[-1]
        yield replace(moment, pressed=False, seen=seen) if is_forgotten else moment


def misdealt(evening: Evening, chance: Random) -> Iterator[Moment]:
    """Of one triplet a card is a wrong one, which is exchanged before the triplet is taken."""
    laid = {evening.code(card) for layout in evening.game.layouts for three in layout for card in three}
    dealt = {evening.code(card) for cards in evening.game.record.deal.values() for card in cards}
    spare = sorted(evening.deck_file.codes.keys() - laid - dealt)
    three = chance.choice([three for layout in evening.game.layouts for three in layout])
    lies = [at for at, moment in enumerate(evening.moments) if three in moment.scene.centre.triplets]
    slips: tuple[Slip, ...] = ()
    if spare:
        wrong, right = chance.choice(spare), one(evening.code(chance.choice(three)), None)
        slips = (Slip("misdealt", None, otherwise(right, lambda card: replace(card, code=wrong))),)
    until = chance.choice(lies or [0])
    for number, moment in enumerate(evening.moments):
        yield replace(moment, slips=(*moment.slips, *slips)) if number in lies and number <= until else moment


HABITS: Mapping[str, Habit] = {"told-again": told_again, "child": changed_by_a_child, "taken-back": taken_back}
"""With the buttons."""
LEFT: Mapping[str, Hands] = {"pile-stays": pile_stays, "nobody-presses": nobody_presses, "misdealt": misdealt}
"""On the table."""
