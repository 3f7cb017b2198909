"""What the last turn was by a later look, where its press may have come after its first brick."""

from lucca_pi.evening.kind import Looks
from lucca_pi.evening.state import State
from lucca_pi.evening.verdict import Explained
from lucca_pi.games.chessboard.referee.audit import audit
from lucca_pi.games.chessboard.referee.verdict import explain
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.memory import case_of


def thought_again(state: State, number: int, looks: Looks) -> Turn | None:
    """Turn `number`, from 1, as the latest look shows it: the brick that it may have been then, and its second."""
    firsts = [one.bricks for one in state.course.moment(number).others if len(one.bricks) < BRICKS_IN_A_TURN]
    case = case_of(state.before(number), looks)
    verdict = explain(case) if firsts else None
    if not isinstance(verdict, Explained) or verdict.fits_badly:
        return None
    goes_on = any(_placed(first) <= _placed(verdict.turn.bricks) for first in firsts)
    return verdict.turn if goes_on and audit(case, (verdict.turn,)).is_signed else None


def _placed(bricks: tuple[Brick, ...]) -> set[tuple[str, str]]:
    return {(brick.colour, brick.at) for brick in bricks}
