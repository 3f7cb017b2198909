"""Presses of OK at wrong moments, and turns out of their order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from lucca_pi.games.citta.drawn.scenes import DrawnCard, centre_after
from lucca_pi.games.citta.rules.deck import TOWERS
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Evening, Laid, Moment, Slip
from tests.sim.faults.once import Found, done_at, in_any_order, turns_of
from tests.sim.hands import half_way, position_after

SEEN = 0.5
"""How often the table is seen at rest all the same where a press is forgotten."""


@dataclass(frozen=True, slots=True)
class TooEarly:
    """OK is pressed when so many cards have been played, and again at the turn's end."""

    cards: int
    completing: bool = False
    """The cards that follow complete a palace."""

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it."""
        for number in in_any_order(evening, turns_of(evening), chance):
            if not self.completing or _completes(evening, number, self.cards):
                before, turn = evening.whole_before(number), done_at(evening, number)
                early = half_way(evening, before, turn, self.cards, held=chance.random() < 0.5)
                return _with(evening, number, replace(early, pressed=True))
        return iter(evening.moments)


@dataclass(frozen=True, slots=True)
class DrawnAside:
    """OK is pressed while a card that is yet to be played lies in the centre. `last`: in the game's last turn."""

    last: bool

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it."""
        turns = turns_of(evening)
        for number in turns[-1:] if self.last else in_any_order(evening, turns[:-1], chance):
            before, turn = evening.whole_before(number), done_at(evening, number)
            if turn.play[-1].way in ("palace", "wall") and turn.play[-1].card not in TOWERS:
                aside = replace(turn, play=(*turn.play[:-1], replace(turn.play[-1], way="discard")))
                early = half_way(evening, before, aside, len(turn.play), held=True)
                return _with(evening, number, replace(early, pressed=True))
        return iter(evening.moments)


def _completes(evening: Evening, number: int, cards: int) -> bool:
    """Whether a palace is completed after so many cards of that turn."""
    before, turn = evening.whole_before(number).scene.position, done_at(evening, number)
    early = position_after(evening, before, replace(turn, play=turn.play[:cards]))
    now = evening.moments[number].scene.position
    return len(now.quarters[turn.player].completed) > len(early.quarters[turn.player].completed)


def _with(evening: Evening, number: int, earlier: Moment) -> Iterator[Moment]:
    """The evening with a moment more before that one; what lay amiss all the time does so then."""
    yield from evening.moments[:number]
    yield replace(earlier, slips=_lasting(evening, number))
    yield from evening.moments[number:]


def _lasting(evening: Evening, number: int) -> tuple[Slip, ...]:
    slips = evening.moments[number - 1].slips
    return tuple(slip for slip in evening.moments[number].slips if slip in slips)


def pressed_twice(evening: Evening, chance: Random) -> Iterator[Moment]:
    """OK is pressed once more after the turn has been taken, and nothing has been played."""
    again = chance.choice(turns_of(evening) or [-1])
    for number, moment in enumerate(evening.moments):
        yield moment
        if number == again:
            yield replace(moment, done=None, half_way=True, mended=None, meant=None)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Nobody presses OK after so many turns; then somebody does. `at`: whether a round ends with the first of them."""

    turns: int
    at: Literal["mid-round", "round's end"]

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it."""
        turns = turns_of(evening)
        for number in in_any_order(evening, turns[: -self.turns], chance):
            run = turns[turns.index(number) :][: self.turns + 1]
            in_a_row = _in_a_row(evening, run)
            if in_a_row and ends_a_round(evening, run[0]) == (self.at == "round's end"):
                return _unpressed(evening, run[:-1], chance)
        return iter(evening.moments)


def _in_a_row(evening: Evening, numbers: Sequence[int]) -> bool:
    """Whether nothing else is done, and no OK is pressed, between these moments."""
    between = evening.moments[numbers[0] : numbers[-1] + 1]
    return sum(moment.done is not None or moment.pressed for moment in between) == len(numbers)


def _unpressed(evening: Evening, numbers: Sequence[int], chance: Random) -> Iterator[Moment]:
    for number, moment in enumerate(evening.moments):
        forgotten = number in numbers
        yield replace(moment, pressed=False, seen=chance.random() < SEEN) if forgotten else moment


def ends_a_round(evening: Evening, number: int) -> bool:
    """Whether a round ends with the turn done at that moment."""
    turn, rounds = done_at(evening, number), evening.game.record.rounds
    return any(entries[-1] == turn for entries in rounds)


def _next_turn(evening: Evening, number: int) -> tuple[int, Turn] | None:
    """The following turn, and when it is done, if nothing else happens before."""
    later = number + 1
    done = evening.moments[later].done if later < len(evening.moments) else None
    return (later, done) if isinstance(done, Turn) and later in turns_of(evening) else None


def out_of_turn(evening: Evening, chance: Random) -> Iterator[Moment]:
    """Who plays next plays first, and presses; then takes his cards back."""
    for number in in_any_order(evening, turns_of(evening), chance):
        if foreign := _foreign(evening, number):
            return _with(evening, number, foreign)
    return iter(evening.moments)


def swapped_order(evening: Evening, chance: Random) -> Iterator[Moment]:
    """Two players play in each other's place; the first of them is the one who presses twice."""
    for number in in_any_order(evening, turns_of(evening), chance):
        following, foreign = _next_turn(evening, number), _foreign(evening, number)
        if foreign and following and not (done_at(evening, number).open or following[1].open):
            unpressed = replace(evening.moments[number], pressed=False, seen=False)
            changed = (*evening.moments[:number], unpressed, *evening.moments[number + 1 :])
            return _with(replace(evening, moments=changed), number, foreign)
    return iter(evening.moments)


def _foreign(evening: Evening, number: int) -> Moment | None:
    """The table where the turn after that one was played in its place."""
    following, before = _next_turn(evening, number), evening.whole_before(number).scene
    if ends_a_round(evening, number) or following is None:
        return None
    position = position_after(evening, before.position, following[1])
    scene = evening.follows(before, position, centre_after(before.centre, following[1]))
    return Moment(scene, evening.laid(scene), half_way=True)


@dataclass(frozen=True, slots=True)
class Ahead:
    """Some cards lie as they will at the next moment: `to` lie there, and what had these codes lies nowhere else."""

    codes: frozenset[int]
    to: tuple[DrawnCard, ...]

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so."""
        return (*(card for card in lying if card.code not in self.codes), *self.to)


def late_taken(evening: Evening, number: int, _chance: Random) -> Found | None:
    """OK is pressed when the next player has a triplet in his hand already."""
    following = _next_turn(evening, number)
    if following is None:
        return None
    codes = frozenset(evening.code(play.card) for play in following[1].play)
    return _late(evening, number, codes, ())


def late_laid(evening: Evening, number: int, _chance: Random) -> Found | None:
    """OK is pressed when the next player has laid the first of his cards under construction."""
    following = _next_turn(evening, number)
    if following is None or following[1].open:
        return None
    first = evening.code(following[1].play[0].card)
    cards = [card for card in evening.moments[following[0]].lying if card.code == first]
    at_the_end = [card for card in cards if card.area == "construction"]
    codes = frozenset(evening.code(play.card) for play in following[1].play)
    return _late(evening, number, codes, tuple(at_the_end)) if at_the_end else None


def late_played(evening: Evening, number: int, chance: Random) -> Found | None:
    """Two play at once: OK is pressed when the next player has played one or two of his cards, in whatever way."""
    following = _next_turn(evening, number)
    if following is None or following[1].open:
        return None
    now, turn = evening.moments[number], following[1]
    then = half_way(evening, now, turn, chance.choice((1, 2)), held=chance.random() < 0.5).lying
    moved = {card.code for card in then if card not in now.lying} - {BACK_CODE}
    codes = frozenset(moved | {evening.code(play.card) for play in turn.play})
    return _late(evening, number, codes, tuple(card for card in then if card.code in codes or card not in now.lying))


def late_opened(evening: Evening, number: int, _chance: Random) -> Found | None:
    """OK is pressed when the next player has opened a palace already."""
    following = _next_turn(evening, number)
    if following is None or not following[1].open:
        return None
    palaces = evening.moments[following[0]].scene.position.quarters[following[1].player].opened
    codes = {evening.code(card.number) for colour in following[1].open for card in palaces[colour].cards}
    moved = tuple(card for card in evening.moments[following[0]].lying if card.code in codes)
    return _late(evening, number, frozenset(codes), moved)


def _late(evening: Evening, number: int, codes: frozenset[int], to: tuple[DrawnCard, ...]) -> Found:
    turn = evening.moments[number + 1].done
    return Found(turn.player if turn else None, Ahead(codes, to), until=number + 1, noticed=False)
