"""The question that finds out which of several turns it was: about one fact, with at most three answers."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice

from lucca_pi.evening.verdict import MOST_OFFERED, Question, Turns
from lucca_pi.games.chessboard.referee.situation import is_floor
from lucca_pi.games.chessboard.referee.words import turn_words, ways_words
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.language import Text, _, listed

Fact = tuple[str, str]
"""Something that players can tell of a turn: where the brick of a colour went, which came first, what was taken."""
KINDS = ("brick", "first", "prisoners")


def facts_of(turn: Turn) -> Mapping[Fact, Hashable]:
    """
    The facts of a turn, each with what it is.

    >>> from lucca_pi.games.chessboard.rules.turn import Brick
    >>> for fact, what in facts_of(Turn("Ada", (Brick("red", "d4", ("e5",)),))).items():
    ...     print(fact, what)
    ('first', '') ('red', 'd4')
    ('brick', 'red') ('d4', False)
    ('prisoners', 'red') ('e5',)
    """
    facts: dict[Fact, Hashable] = {("first", ""): (turn.bricks[0].colour, turn.bricks[0].at)}
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


def question(ways: Sequence[Turns]) -> Question:
    """The question whose likeliest three answers leave the least open."""
    if len(ways[0]) > 1:
        offered = [*islice(ways, MOST_OFFERED)]
        return Question(_("which turns were played?"), ways_words(offered), tuple((way,) for way in offered))
    turns = [way[0] for way in ways]
    fact = min(sorted(disputed(ways)), key=lambda one: _left_open(turns, one), default=None)
    if fact is None:
        return Question(_("what was it?"), tuple(map(turn_words, turns[:MOST_OFFERED])), tuple((way,) for way in ways))
    groups = _groups(turns, fact)
    offered_groups = [*islice(groups.items(), MOST_OFFERED)]
    left = tuple(tuple((turn,) for turn in same) for _value, same in offered_groups)
    return Question(_text(turns, fact), tuple(_answer(turns, fact, value) for value, _same in offered_groups), left)


def _groups(turns: Iterable[Turn], fact: Fact) -> dict[Hashable, list[Turn]]:
    """The turns by what they say of a fact, the likeliest first."""
    groups: dict[Hashable, list[Turn]] = {}
    for turn in turns:
        groups.setdefault(facts_of(turn).get(fact), []).append(turn)
    return groups


def _left_open(turns: Sequence[Turn], fact: Fact) -> tuple[int, int, int]:
    """How many turns no answer covers, how many the worst answer leaves, and which fact is told first among equals."""
    groups = [len(same) for same in _groups(turns, fact).values()][:MOST_OFFERED]
    return len(turns) - sum(groups), max(groups), KINDS.index(fact[0])


def _values(turns: Iterable[Turn], fact: Fact) -> set[Hashable]:
    return {facts_of(turn).get(fact) for turn in turns}


def _text(turns: Sequence[Turn], fact: Fact) -> Text:
    kind, colour = fact
    if kind == "first":
        return _("which brick came first?")
    if kind == "prisoners":
        return _("which houses did the struggle cost?")
    if _all_floors(turns, fact):
        return _("below which stack did {colour} go?", colour=colour)
    return _("where did {colour} go?", colour=colour)


def _all_floors(turns: Iterable[Turn], fact: Fact) -> bool:
    return all(isinstance(value, tuple) and value[1] is True for value in _values(turns, fact))


def _answer(turns: Sequence[Turn], fact: Fact, value: Hashable) -> Text:
    kind, colour = fact
    if not isinstance(value, tuple):
        return _("No {colour} brick was placed", colour=colour) if kind == "brick" else _("None")
    if kind == "first":
        return _("{colour} at {at}", colour=value[0], at=value[1])
    if kind == "prisoners":
        return listed(value)
    at, floor = value
    if _all_floors(turns, fact):
        return _("{at}", at=at)
    return _("below {at}", at=at) if floor else _("a house at {at}", at=at)


def answers(turns: Turns) -> tuple[str, ...]:
    """Words for each of the turns: what they disagree about alone, where that tells them apart."""
    words: list[str] = [turn_words(turn) for turn in turns]
    return tuple(words)
