"""What the last turn was by a later look, where its press may have come after its first brick."""

from collections.abc import Iterator

from lucca_pi.games.chessboard.referee.verdict import explain
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.memory import case_of
from lucca_pi.games.contract.history import Looks
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.verdict import Doubt, Explained, Turns


def finished_later(match: Match, number: int, looks: Looks) -> Turns:
    """What turn `number`, from 1, was taken for, then what it was if it began with one brick; nothing if it did not."""
    moment = match.course.moment(number)
    taken = moment.entry, *(one for one in moment.others if len(one.bricks) == BRICKS_IN_A_TURN)
    begun = [one for one in moment.others if len(one.bricks) < BRICKS_IN_A_TURN]
    found = [one for one in _by_now(match, number, looks) if _goes_on(one, begun)] if begun else []
    may_be = tuple(dict.fromkeys((*taken, *found)))
    return may_be if len(may_be) > len(taken) else ()


def _by_now(match: Match, number: int, looks: Looks) -> Iterator[Turn]:
    verdict = explain(case_of(match.before(number), looks))
    if isinstance(verdict, Explained):
        yield verdict.turn
    elif isinstance(verdict, Doubt):
        yield from verdict.turns


def _goes_on(turn: Turn, begun: list[Turn]) -> bool:
    return any(_placed(one.bricks) <= _placed(turn.bricks) for one in begun)


def _placed(bricks: tuple[Brick, ...]) -> set[tuple[str, str]]:
    return {(brick.colour, brick.at) for brick in bricks}
