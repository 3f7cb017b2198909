"""What players answer who were there: whether an answer in words is true of the turns as they were played."""

import re
from collections.abc import Sequence

from lucca_pi.games.chessboard.referee.turns import is_floor
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.turn import Brick, Turn

COLOUR = f"({'|'.join(COLOURS)})"


def is_true(text: str, answer: str, turns: Sequence[Turn]) -> bool | None:
    """Whether an answer is true of the turns, one after the other; None where the question is none about a fact."""
    if text == "how many turns were played?":
        return answer == str(len(turns))
    several = re.fullmatch(r".*, turn (\d+) of these: (.*)", text)
    number, text = (int(several[1]) - 1, several[2]) if several else (0, text)
    if number >= len(turns):
        return False
    return _is_true(text, answer, turns[number])


def _is_true(text: str, answer: str, turn: Turn) -> bool | None:
    if asked := re.fullmatch(rf"(?:below which stack|where) did {COLOUR} go\?", text):
        return _went(answer, _brick(turn, asked[1]))
    if text == "which colours were placed?":
        return {*answer.split(", ")} == {brick.colour for brick in turn.bricks}
    if asked := re.fullmatch(rf"was a {COLOUR} brick placed\?", text):
        return (answer == "Yes") == (_brick(turn, asked[1]) is not None)
    if text == "which brick came first?":
        return answer == turn.bricks[0].colour
    return _of_prisoners(text, answer, [lot for brick in turn.bricks for lot in brick.prisoners])


def _brick(turn: Turn, colour: str) -> Brick | None:
    return next((brick for brick in turn.bricks if brick.colour == colour), None)


def _went(answer: str, brick: Brick | None) -> bool:
    if brick is None or answer.startswith("No "):
        return brick is None and answer.startswith("No ")
    if lines := re.fullmatch(r"(column|row)s? (\w+)(?: to (\w+))?", answer):
        at = brick.at[0] if lines[1] == "column" else f"{int(brick.at[1:]):02}"
        first, last = (one.rjust(2, "0") if lines[1] == "row" else one for one in (lines[2], lines[3] or lines[2]))
        return first <= at <= last
    if answer.startswith("a house at "):
        return not is_floor(brick) and answer == f"a house at {brick.at}"
    return is_floor(brick) and answer.removeprefix("below ") == brick.at


def _of_prisoners(text: str, answer: str, taken: Sequence[str]) -> bool | None:
    if text == "which houses did the struggle cost?":
        return answer == (", ".join(sorted(taken)) or "None")
    if text == "in which order were the houses taken?":
        return answer == (", ".join(taken) or "None")
    if asked := re.fullmatch(r"was the house at (\w+) taken prisoner\?", text):
        return (answer == "Yes") == (asked[1] in taken)
    return None
