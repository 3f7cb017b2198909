"""Turns as the referee handles them: whole or partial, their facts for questions, and their words for players."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from lucca_pi.contract.verdict import Turns
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Struggle
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from lucca_pi.language import Text, _, listed

FLOOR = "floor"
"""Key of a brick that lifted a stack; only words are made from it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """
    Bricks that may have been placed, and the position they lead to after all finished steps.

    `struggle`: an unsettled one as it is now; `felled`: the top of its next step is gone already. `cost`: over all
    looks; `now`: over the last look only.
    """

    bricks: tuple[Brick, ...]
    after: Position
    is_whole: bool
    cost: float
    struggle: Struggle | None = None
    felled: bool = False
    now: float = 0.0

    def turn(self, player: str) -> Turn:
        """The bricks as a turn of that player."""
        return Turn(player, self.bricks)


def marked(position: Position, bricks: tuple[Brick, ...]) -> tuple[Brick, ...]:
    """The bricks, each with the details that its words need."""
    told, stacks = [], {*position.city.stacks}
    for brick in bricks:
        told.append(Brick(brick.colour, brick.at, brick.prisoners, {FLOOR: True} if brick.at in stacks else {}))
        stacks = (stacks | {brick.at}) - {*brick.prisoners}
    return tuple(told)


def is_floor(brick: Brick) -> bool:
    """True if a brick, recognised or entered, lifted a stack."""
    return bool(brick.extra.get(FLOOR))


_Fact = tuple[str, str]
"""Kind of a fact, and the colour it concerns: where its brick went, what that took, which brick came first."""


def facts_of(turn: Turn) -> Mapping[_Fact, Hashable]:
    """
    The facts of a turn with their values.

    >>> from lucca_pi.games.chessboard.rules.turn import Brick
    >>> for fact, what in facts_of(Turn("Ada", (Brick("red", "d4", ("e5",)),))).items():
    ...     print(fact, what)
    ('first', '') red
    ('brick', 'red') ('d4', False)
    ('prisoners', 'red') ('e5',)
    """
    facts: dict[_Fact, Hashable] = {("first", ""): turn.bricks[0].colour}
    for brick in turn.bricks:
        facts["brick", brick.colour] = (brick.at, is_floor(brick))
        if brick.prisoners:
            facts["prisoners", brick.colour] = brick.prisoners
    return facts


def disputed(ways: Sequence[Turns]) -> frozenset[_Fact]:
    """The facts that differ between the ways."""
    told = [facts_of(turn) for way in ways for turn in way]
    keys = {key for one in told for key in one}
    return frozenset(key for key in keys if len({one.get(key) for one in told}) > 1)


def brick_words(brick: Brick) -> Text:
    """
    The brick and its lot, and the prisoners it took, in words.

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
    """A line for each way, with its turns in order."""
    return tuple(
        listed([_("{player}: {moves}", player=one.player, moves=turn_words(one)) for one in way], ". ") for way in ways
    )
