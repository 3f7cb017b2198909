"""What a look says of turns that were taken already, and of a table that should lie as it did."""

from collections.abc import Iterator

from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Looks
from lucca_pi.games.contract.verdict import Fact, Turns
from lucca_pi.games.lucco.referee import cell_of, hidden_turns, refusal
from lucca_pi.games.lucco.rules.tiles import Turn
from lucca_pi.games.lucco.session.memory import case_of, game_in


def misplaced(state: State, looks: Looks) -> Iterator[str]:
    """What does not lie as the game says. A tile out of sight is told where the table is in sight there."""
    case = case_of(state, looks)
    yield from (fault.problem for fault in case.reading.faults)
    yield from map(case.change_text, case.changes)


def unproved_passes(state: State) -> Iterator[int]:
    """
    Turns in which nothing was done and no throw was seen, by their numbers, the latest first.

    None is before a turn that proves whose it was: players said so, or the owner of a colour laid it.
    """
    colours = {player.name: player.colour for player in game_in(state).position.players}
    for number in range(len(state.course.turns), 0, -1):
        moment = state.course.moment(number)
        turn: Turn = moment.entry
        owns = turn.lay is not None and turn.lay.colour == colours[turn.player]
        if owns or moment.is_told or not moment.looks:
            return
        if turn.action is None and turn.die is None:
            yield number


def otherwise(state: State, looks: Looks, turn: Turn, facts: frozenset[Fact]) -> Turns:
    """The legal turns that say another thing of these cells: this one, then those of tiles out of sight, then none."""
    case = case_of(state, looks)
    hidden = (one for one in hidden_turns(case) if one.action and cell_of(one.action) in facts)
    found = [turn, *hidden, case.turn(turn.player, None)]
    different = {(one.player, one.action): one for one in found if refusal(case, one) is None}
    return tuple(different.values()) or (turn,)


def others(state: State, looks: Looks, turn: Turn) -> Turns:
    """What else the turn may have been, by its looks: one tile of several that have changed, or nothing."""
    case = case_of(state, looks)
    found = [case.turn(turn.player, change) for change in case.changes]
    found += [*hidden_turns(case), case.turn(turn.player, None)]
    return tuple(one for one in found if one.action != turn.action and refusal(case, one) is None)
