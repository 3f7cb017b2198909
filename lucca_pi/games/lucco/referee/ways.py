"""Several turns that explain a look together: presses were forgotten, or players who could do nothing did not press."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lucca_pi.games.contract.verdict import Split, Turns
from lucca_pi.games.lucco.lying.known import Gone
from lucca_pi.games.lucco.referee.case import Case, Change
from lucca_pi.games.lucco.referee.legal import after, may_pass
from lucca_pi.games.lucco.referee.words import ways_words
from lucca_pi.games.lucco.rules.entry import Lay, Turn, turn_of
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.tiles import Cell

MOST_HIDDEN = 3
"""Tiles that may be out of sight: with more of them covered nothing else that is seen can be relied on."""
MOST_CHANGES = 3
"""Changes explained together: two forgotten presses and the turn that is pressed. Two tiles swapped are four."""


def begun_anew(case: Case) -> list[Turns]:
    """
    The ways in which the only tile, out of sight now, was taken away and the one tile in sight laid as the first.

    None if it is the colour of the player in turn, who has rather laid it beside a tile that is hidden.
    """
    reading = case.reading
    if len(case.position.table) != 1 or len(reading.at) != 1 or reading.lying or not reading.hidden:
        return []
    gone: dict[Cell, Gone] = dict.fromkeys(reading.hidden, "away")
    new = dict.fromkeys(reading.at, (0, 0))
    case = replace(case, reading=replace(reading, gone=gone, new=new))
    return [way for way in _ways_of(case, case.changes) if way[-1].lay and way[-1].player != case.position.next]


def split(case: Case) -> Split | None:
    """
    The turns that explain a look together, those with the fewest passes first.

    Where passes are pressed, as few were forgotten as explain the look. Nobody need be asked where they are not, and
    one player alone can have made the change.
    """
    changes, anew = case.changes, begun_anew(case)
    if anew:
        return Split(tuple(anew), (0.0,) * len(anew), ways_words(anew))
    if case.reading.faults or not 0 < len(changes) <= MOST_CHANGES or len(case.reading.hidden) > MOST_HIDDEN:
        return None
    ways = ways_of_one(case, changes[0]) if len(changes) == 1 else _ways_of(case, changes)
    ways = [way for way in ways if len(changes) > 1 or not case.passes or len(way) > 1]
    if not ways:
        return None
    costs = tuple(float(_passes(way)) for way in ways)
    is_certain = len(changes) == 1 and not case.passes and len(ways) == 1
    return Split(tuple(ways), tuple(cost - costs[0] for cost in costs), ways_words(ways), is_certain)


def _ways_of(case: Case, changes: Sequence[Change]) -> list[Turns]:
    """The ways with as few passes as can be where all are pressed; else all ways."""
    others = len(case.position.names) - 1
    for passes in range(others + 1):
        found = _different(_ways(case, case.game, changes, passes if case.passes else others))
        if found:
            return found
    return []


def ways_of_one(case: Case, change: Change) -> list[Turns]:
    """The ways in which one change came about: who made it, after whom who could do nothing."""
    return _different(_ways(case, case.game, (change,), len(case.position.names) - 1))


def _ways(case: Case, game: Game, changes: Sequence[Change], passes: int) -> Iterator[Turns]:
    """All ways with at most that many passes: the player in turn makes one of the changes, or passes."""
    for change in changes:
        left = tuple(one for one in changes if one is not change)
        turn = _turn(case, game, change, is_last=not left)
        then = after(game, turn) if turn else None
        if turn and then and not left:
            yield (turn,)
        elif turn and then and not then.is_over:
            yield from ((turn, *way) for way in _ways(case, then, left, passes))
    if passes and game.position.table and may_pass(game):
        nothing = turn_of(game.position.next, None, None)
        passed = after(game, nothing)
        if passed:
            yield from ((nothing, *way) for way in _ways(case, passed, changes, passes - 1))


def _turn(case: Case, game: Game, change: Change, *, is_last: bool) -> Turn | None:
    """
    The turn in which the change was made, if it may be; the throw in sight is that of the last one.

    Of several turns pressed together the die may lie as somebody threw it before or since: then it is taken as unseen.
    """
    player = game.position.next
    if not game.position.table and isinstance(change, Lay):
        player = game.position.owner(change.colour) or player
    throws = (case.reading.thrown, None) if case.passes and len(case.changes) > 1 else (case.reading.thrown,)
    turns = (turn_of(player, die, change) for die in (throws if is_last else (None,)))
    return next((turn for turn in turns if after(game, turn)), None)


def _passes(way: Turns) -> int:
    return sum(turn.action is None for turn in way)


def _different(ways: Iterator[Turns]) -> list[Turns]:
    """Of the ways in which the same players made the same changes the one with the fewest passes, these first."""
    kinds: dict[object, Turns] = {}
    for way in sorted(ways, key=_passes):
        kinds.setdefault(frozenset((turn.player, turn.action) for turn in way if turn.action), way)
    return [*kinds.values()]
