"""What a look says of turns that were taken already, and of a table that should lie as it did."""

from collections.abc import Iterator

from lucca_pi.games.contract.history import Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.verdict import Fact, Turns
from lucca_pi.games.lucco.referee import Case, cell_of, hidden_turns, refusal
from lucca_pi.games.lucco.rules.tiles import Turn
from lucca_pi.games.lucco.session.memory import case_of, game_in


def misplaced(match: Match, looks: Looks) -> Iterator[str]:
    """What does not lie as the game says. A tile out of sight is told where the table is in sight there."""
    case = case_of(match, looks)
    yield from (fault.problem for fault in case.reading.faults)
    yield from map(case.change_text, case.changes)


def unproved_passes(match: Match) -> Iterator[int]:
    """
    Turns in which nothing was done and no throw was seen, by their numbers, the latest first.

    None is before a turn that proves whose it was: players said so, or the owner of a colour laid it.
    """
    colours = {player.name: player.colour for player in game_in(match).position.players}
    for number in range(len(match.course.turns), 0, -1):
        moment = match.course.moment(number)
        turn: Turn = moment.entry
        owns = turn.lay is not None and turn.lay.colour == colours[turn.player]
        if owns or moment.is_told or not moment.looks:
            return
        if turn.action is None and turn.die is None:
            yield number


def alternatives(case: Case, turn: Turn, facts: frozenset[Fact]) -> Turns:
    """The legal turns that say another thing of these cells: this one, then those of tiles out of sight, then none."""
    hidden = (one for one in hidden_turns(case) if one.action and cell_of(one.action) in facts)
    found = [turn, *hidden, case.turn(turn.player, None)]
    different = {(one.player, one.action): one for one in found if refusal(case, one) is None}
    return tuple(different.values()) or (turn,)


def corrections(case: Case, turn: Turn) -> Turns:
    """What else the turn may have been, by its looks: one tile of several that have changed, or nothing."""
    found = [case.turn(turn.player, change) for change in case.changes]
    found += [*hidden_turns(case), case.turn(turn.player, None)]
    return tuple(one for one in found if one.action != turn.action and refusal(case, one) is None)
