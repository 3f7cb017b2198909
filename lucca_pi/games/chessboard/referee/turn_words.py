"""A turn in words for players."""

from collections.abc import Sequence

from lucca_pi.games.chessboard.referee.situation import is_floor
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from lucca_pi.language import Text, _, listed


def brick_words(brick: Brick) -> Text:
    """
    What was placed where, and what it took.

    >>> brick_words(Brick("red", "d4", ("e5", "e6")))
    'a red house at d4, prisoners e5, e6'
    """
    told = {"colour": brick.colour, "at": brick.at}
    words = _("a {colour} floor below {at}", **told) if is_floor(brick) else _("a {colour} house at {at}", **told)
    if not brick.prisoners:
        return words
    return _("{brick}, prisoners {lots}", brick=words, lots=listed(brick.prisoners))


def turn_words(turn: Turn) -> Text:
    """The bricks of a turn, and the colour taken at its end."""
    parts: list[str] = [brick_words(brick) for brick in turn.bricks]
    if turn.switch:
        parts.append(_("plays {colour} from now on", colour=turn.switch))
    return listed(parts, "; ")


def turn_line(turn: Turn) -> str:
    """A turn on one line of a small display."""
    return f"{turn.player}: {', '.join(brick.at for brick in turn.bricks)}"


def ways_words(ways: Sequence[tuple[Turn, ...]]) -> tuple[Text, ...]:
    """Several turns one after another, a line for each way."""
    return tuple(
        listed([_("{player}: {moves}", player=one.player, moves=turn_words(one)) for one in way], " | ") for way in ways
    )
