"""Changes of mind after OK: a turn seems to be one thing as its player presses, and comes to be another."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn.seats import Centre
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Play, Turn, Way
from tests.sim.evening import Evening, Moment
from tests.sim.faults.cards import played
from tests.sim.faults.once import done_at, in_any_order, turns_of
from tests.sim.hands import position_after

SEEN = 0.5
"""How often the table is seen at rest between the change and the next press."""


@dataclass(frozen=True, slots=True)
class ChangedMind:
    """A card was played in one way as OK was pressed, and in another before the next player's turn."""

    was: Way
    came_to_be: Way

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it, at the first moment at which the rules allow both."""
        for number in in_any_order(evening, turns_of(evening)[:-1], chance):
            turn = done_at(evening, number)
            for card in played(turn, self.came_to_be):
                if self._may_have_been_last(evening, number, card) and (
                    seeming := _seeming(evening, number, _otherwise(turn, card, self.was))
                ):
                    return _with_both(evening, number, seeming, chance)
        return iter(evening.moments)

    def _may_have_been_last(self, evening: Evening, number: int, card: CardName) -> bool:
        """Where it leaves the discards it was the last of them: no other moves."""
        return self.came_to_be != "discard" or evening.moments[number].scene.centre.discards[-1:] == (card,)


def _otherwise(turn: Turn, card: CardName, way: Way) -> Turn:
    return replace(turn, play=tuple(Play(play.card, way) if play.card == card else play for play in turn.play))


@dataclass(frozen=True, slots=True)
class OpenedLate:
    """A palace is opened after OK, before the next player has played: "oh, and I open this"."""

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it."""
        for number in in_any_order(evening, turns_of(evening)[:-1], chance):
            turn = done_at(evening, number)
            if turn.open and (seeming := _seeming(evening, number, replace(turn, open=turn.open[:-1]))):
                return _with_both(evening, number, seeming, chance)
        return iter(evening.moments)


@dataclass(frozen=True, slots=True)
class ClosedAgain:
    """A palace is opened as OK is pressed, and laid back before the next player has played: "no, I keep it"."""

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it."""
        for number in in_any_order(evening, turns_of(evening)[:-1], chance):
            turn = done_at(evening, number)
            completed = evening.whole_before(number).scene.position.quarters[turn.player].completed
            kept = [colour for colour in completed if colour not in turn.open]
            for colour in chance.sample(kept, len(kept)):
                if seeming := _seeming(evening, number, replace(turn, open=(*turn.open, colour))):
                    return _with_both(evening, number, seeming, chance)
        return iter(evening.moments)


def _seeming(evening: Evening, number: int, turn: Turn) -> Moment | None:
    """The moment as it is before the change of mind; None where the rules forbid the turn."""
    before, moment = evening.whole_before(number), evening.moments[number]
    try:
        position = position_after(evening, before.scene.position, turn)
    except RuleError:
        return None
    centre = Centre(moment.scene.centre.triplets, _discards(moment, turn))
    scene = evening.follows(before.scene, position, centre)
    return replace(moment, scene=scene, lying=evening.laid(scene), mended=None, meant=turn)


def _discards(moment: Moment, turn: Turn) -> tuple[CardName, ...]:
    """The discards where the turn is this one."""
    discarded, others = played(turn, "discard"), played(turn, "palace", "wall", "tower")
    discards = tuple(card for card in moment.scene.centre.discards if card not in others)
    return (*discards, *(card for card in discarded if card not in discards))


def _with_both(evening: Evening, number: int, seeming: Moment, chance: Random) -> Iterator[Moment]:
    yield from evening.moments[:number]
    yield seeming
    if chance.random() < SEEN:
        yield replace(evening.moments[number], done=None, pressed=False, seen=True, mended=None)
    yield from evening.moments[number + 1 :]
