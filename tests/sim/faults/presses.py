"""Presses of OK at wrong moments, turns out of their order, and changes of mind after OK."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn.scenes import centre_after
from lucca_pi.games.citta.drawn.seats import Centre
from lucca_pi.games.citta.rules.deck import TOWERS
from lucca_pi.games.citta.rules.turn import Play, Turn, Way
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Evening, Moment
from tests.sim.eye import Laid
from tests.sim.faults.once import Found, NotNowError, Occasion, first, turns_of
from tests.sim.hands import half_way, position_after

SEEN = 0.5
"""How often the table is seen at rest where a press is forgotten, or between a change of mind and the next press."""


def too_early(at: Occasion, cards: int, *, completing: bool = False) -> Iterator[Moment]:
    """
    OK is pressed when so many cards have been played, and again at the turn's end.

    `completing`: the cards that follow complete a palace.
    """
    if completing and not _completes(at, cards):
        raise NotNowError
    early = half_way(at.evening, at.before, at.turn, cards, held=at.chance.random() < 0.5)
    return _with(at, replace(early, pressed=True))


def _completes(at: Occasion, cards: int) -> bool:
    """Whether a palace is completed after so many cards of that turn."""
    early = position_after(at.evening, at.before.scene.position, replace(at.turn, play=at.turn.play[:cards]))
    return len(at.moment.scene.position.quarters[at.player].completed) > len(early.quarters[at.player].completed)


def drawn_aside(at: Occasion) -> Iterator[Moment]:
    """OK is pressed while a card that is yet to be played lies in the centre."""
    *plays, last = at.turn.play
    if last.way not in ("palace", "wall") or last.card in TOWERS:
        raise NotNowError
    aside = replace(at.turn, play=(*plays, replace(last, way="discard")))
    early = half_way(at.evening, at.before, aside, len(aside.play), held=True)
    return _with(at, replace(early, pressed=True))


def _with(at: Occasion, earlier: Moment) -> Iterator[Moment]:
    """The evening with a moment more before that one; what lay amiss all the time does so then."""
    before, after = at.evening.moments[: at.number], at.evening.moments[at.number :]
    slips = tuple(slip for slip in after[0].slips if slip in before[-1].slips)
    return iter((*before, replace(earlier, slips=slips), *after))


def pressed_twice(evening: Evening, chance: Random) -> Iterator[Moment]:
    """OK is pressed once more after the turn has been taken, and nothing has been played."""
    again = chance.choice(turns_of(evening) or [-1])
    for number, moment in enumerate(evening.moments):
        yield moment
        if number == again:
            yield replace(moment, done=None, half_way=True, mended=None, meant=None)


def forgotten(at: Occasion, turns: int, *, round_ends: bool) -> Iterator[Moment]:
    """Nobody presses OK after so many turns; then somebody does. `round_ends`: with the first of them, or not."""
    every = turns_of(at.evening)
    run = every[every.index(at.number) :][: turns + 1]
    if not _in_a_row(at.evening, run) or at.ends_a_round() != round_ends:
        raise NotNowError
    return (
        replace(moment, pressed=False, seen=at.chance.random() < SEEN) if number in run[:-1] else moment
        for number, moment in enumerate(at.evening.moments)
    )


def _in_a_row(evening: Evening, numbers: Sequence[int]) -> bool:
    """Whether nothing else is done, and no OK is pressed, between these moments."""
    between = evening.moments[numbers[0] : numbers[-1] + 1]
    return sum(moment.done is not None or moment.pressed for moment in between) == len(numbers)


def _following(at: Occasion) -> Turn:
    """The turn that is done at the next moment, if nothing else happens before. Raises NotNowError."""
    if at.number + 1 not in turns_of(at.evening):
        raise NotNowError
    return replace(at, number=at.number + 1).turn


def out_of_turn(at: Occasion) -> Iterator[Moment]:
    """Who plays next plays first, and presses; then takes his cards back."""
    return _with(at, _foreign(at))


def swapped_order(at: Occasion) -> Iterator[Moment]:
    """Two players play in each other's place; the first of them is the one who presses twice."""
    following, foreign = _following(at), _foreign(at)
    if at.turn.open or following.open:
        raise NotNowError
    moments = list(at.evening.moments)
    moments[at.number] = replace(at.moment, pressed=False, seen=False)
    return _with(replace(at, evening=at.evening.with_moments(iter(moments))), foreign)


def _foreign(at: Occasion) -> Moment:
    """The table where the turn after that one was played in its place."""
    following, before = _following(at), at.before.scene
    if at.ends_a_round():
        raise NotNowError
    position = position_after(at.evening, before.position, following)
    scene = at.evening.follows(before, position, centre_after(before.centre, following))
    return Moment(scene, at.evening.laid(scene), half_way=True)


def _codes(at: Occasion, turn: Turn) -> set[int]:
    return {at.evening.code(play.card) for play in turn.play}


def late_taken(at: Occasion) -> Found:
    """OK is pressed when the next player has a triplet in his hand already."""
    return _late(at, _codes(at, _following(at)), ())


def late_laid(at: Occasion) -> Found:
    """OK is pressed when the next player has laid the first of his cards under construction."""
    following = _following(at)
    if following.open:
        raise NotNowError
    code, lying = at.evening.code(following.play[0].card), at.evening.moments[at.number + 1].lying
    at_the_end = tuple(card for card in lying if card.code == code and card.area == "construction")
    if not at_the_end:
        raise NotNowError
    return _late(at, _codes(at, following), at_the_end)


def late_opened(at: Occasion) -> Found:
    """OK is pressed when the next player has opened a palace already."""
    following = _following(at)
    if not following.open:
        raise NotNowError
    then = at.evening.moments[at.number + 1]
    palaces = then.scene.position.quarters[following.player].opened
    codes = {at.evening.code(card.number) for colour in following.open for card in palaces[colour].cards}
    return _late(at, codes, tuple(card for card in then.lying if card.code in codes))


def late_played(at: Occasion) -> Found:
    """Two play at once: OK is pressed when the next player has played one or two of his cards, in whatever way."""
    following = _following(at)
    if following.open:
        raise NotNowError
    cards, now = at.chance.choice((1, 2)), at.moment.lying
    then = half_way(at.evening, at.moment, following, cards, held=at.chance.random() < 0.5).lying
    codes = ({card.code for card in then if card not in now} - {BACK_CODE}) | _codes(at, following)
    return _late(at, codes, tuple(card for card in then if card.code in codes or card not in now))


def _late(at: Occasion, codes: set[int], to: Laid) -> Found:
    """Some cards lie as they will at the next moment, and what had these codes lies nowhere else."""
    turn = at.evening.moments[at.number + 1].done

    def change(lying: Laid) -> Laid:
        return (*(card for card in lying if card.code not in codes), *to)

    return Found(turn.player if turn else None, change, until=at.number + 1, noticed=False)


# Changes of mind after OK: a turn seems to be one thing as its player presses, and comes to be another.


def changed_mind(at: Occasion, was: Way, came_to_be: Way) -> Iterator[Moment]:
    """A card was played in one way as OK was pressed, and in another before the next player's turn."""
    for card in at.played(came_to_be):
        # where it leaves the discards it was the last of them: no other moves
        may_have_been_last = came_to_be != "discard" or at.moment.scene.centre.discards[-1:] == (card,)
        play = tuple(Play(play.card, was) if play.card == card else play for play in at.turn.play)
        if may_have_been_last and (seeming := _seeming(at, replace(at.turn, play=play))):
            return _with_both(at, seeming)
    raise NotNowError


def opened_late(at: Occasion) -> Iterator[Moment]:
    """A palace is opened after OK, before the next player has played: "oh, and I open this"."""
    seeming = _seeming(at, replace(at.turn, open=at.turn.open[:-1])) if at.turn.open else None
    if seeming is None:
        raise NotNowError
    return _with_both(at, seeming)


def closed_again(at: Occasion) -> Iterator[Moment]:
    """A palace is opened as OK is pressed, and laid back before the next player has played: "no, I keep it"."""
    completed = at.before.scene.position.quarters[at.player].completed
    kept = [colour for colour in completed if colour not in at.turn.open]
    seeming = (_seeming(at, replace(at.turn, open=(*at.turn.open, one))) for one in at.chance.sample(kept, len(kept)))
    return _with_both(at, first(one for one in seeming if one))


def _seeming(at: Occasion, turn: Turn) -> Moment | None:
    """The moment as it is before the change of mind; None where the rules forbid the turn."""
    try:
        position = position_after(at.evening, at.before.scene.position, turn)
    except RuleError:
        return None
    was = at.moment.scene.centre
    laid = [play.card for play in turn.play if play.way != "discard"]
    discards = tuple(card for card in was.discards if card not in laid)
    new = (play.card for play in turn.play if play.way == "discard" and play.card not in discards)
    scene = at.evening.follows(at.before.scene, position, Centre(was.triplets, (*discards, *new)))
    return replace(at.moment, scene=scene, lying=at.evening.laid(scene), mended=None, meant=turn)


def _with_both(at: Occasion, seeming: Moment) -> Iterator[Moment]:
    yield from at.evening.moments[: at.number]
    yield seeming
    if at.chance.random() < SEEN:
        yield replace(at.moment, done=None, pressed=False, seen=True, mended=None)
    yield from at.evening.moments[at.number + 1 :]
