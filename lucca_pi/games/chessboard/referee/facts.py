"""What players can tell of a turn, fact by fact."""

from collections.abc import Hashable, Mapping, Sequence

from lucca_pi.games.chessboard.referee.situation import is_floor
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.contract.verdict import Turns

Fact = tuple[str, str]
"""A kind of fact, and the colour that it is about: where its brick went, what that took, which brick came first."""


def facts_of(turn: Turn) -> Mapping[Fact, Hashable]:
    """
    The facts of a turn, each with what it is.

    >>> from lucca_pi.games.chessboard.rules.turn import Brick
    >>> for fact, what in facts_of(Turn("Ada", (Brick("red", "d4", ("e5",)),))).items():
    ...     print(fact, what)
    ('first', '') red
    ('brick', 'red') ('d4', False)
    ('prisoners', 'red') ('e5',)
    """
    facts: dict[Fact, Hashable] = {("first", ""): turn.bricks[0].colour}
    for brick in turn.bricks:
        facts["brick", brick.colour] = (brick.at, is_floor(brick))
        if brick.prisoners:
            facts["prisoners", brick.colour] = brick.prisoners
    return facts


def disputed(ways: Sequence[Turns]) -> frozenset[Fact]:
    """The facts that the ways disagree about."""
    told = [facts_of(turn) for way in ways for turn in way]
    keys = {key for one in told for key in one}
    return frozenset(key for key in keys if len({one.get(key) for one in told}) > 1)
