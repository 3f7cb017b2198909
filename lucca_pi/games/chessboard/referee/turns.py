"""
Turns as the referee handles them: their facts, their words for players, and the questions that tell them apart.

A question is about one fact that splits turns into two or three groups. Each turn belongs to exactly one answer: if the
truth is among the turns, it is among the answers.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import Any

from lucca_pi.contract.entering import Facet
from lucca_pi.contract.verdict import MOST_OFFERED, OTHERS, TurnQuestion, Turns, question_by, which_way
from lucca_pi.games.chessboard.rules.city import COLOURS
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


_Ways = Sequence[Turns]


def _cuts(ways: _Ways) -> Iterator[TurnQuestion]:
    """Cuts of several ways, the facts that players remember most easily first."""
    lengths = {len(way) for way in ways}
    if len(lengths) > 1:
        yield from _cut(ways, _("how many turns were played?"), len, lambda way: _("{number}", number=len(way)))
        return
    for number in range(*lengths):
        turns = [way[number] for way in ways]
        found = [cut for facet in _facts(turns) for cut in _by(ways, number, facet)]
        yield from found or (cut for facet in _order() for cut in _by(ways, number, facet))


def _cut(
    ways: _Ways, text: str, value: Callable[[Turns], Hashable], words: Callable[[Turns], str]
) -> Iterator[TurnQuestion]:
    """The cut by a value; None unless it has as many values as a question can offer."""
    cut = question_by(text, ways, value, words)
    if len(cut.left) > 1 and OTHERS not in cut.answers:
        yield cut


def _by(ways: _Ways, number: int, facet: Facet) -> Iterator[TurnQuestion]:
    """The cut by a fact of the turn with this index, from 0; with several turns, the question names it."""
    text = facet.question(ways[0][number])
    if len(ways[0]) > 1:
        told = {"player": ways[0][number].player, "number": number + 1}
        text = _("{player}, turn {number} of these: {question}", question=text, **told)
    return _cut(ways, text, lambda way: facet.value(way[number]), lambda way: facet.words(way[number]))


def _facts(turns: Sequence[Turn]) -> Iterator[Facet]:
    """Facts that can be asked of turns that differ in more than their order."""
    yield from (_place(turns, colour) for colour in COLOURS)
    yield Facet(_("which colours were placed?"), _colours_of, _colours_words)
    yield from (_whether_placed(colour) for colour in COLOURS)
    yield from _prisoners(turns)
    yield from (_part(turns, colour) for colour in COLOURS if all(_brick(turn, colour) for turn in turns))


def _brick(turn: Turn, colour: str) -> Brick | None:
    return next((brick for brick in turn.bricks if brick.colour == colour), None)


def _placed(turn: Turn, colour: str) -> tuple[str, bool] | None:
    """Facts about where the brick of a colour went, and whether as a floor."""
    brick = _brick(turn, colour)
    return (brick.at, is_floor(brick)) if brick else None


def _place(turns: Sequence[Turn], colour: str) -> Facet:
    floors = all((place := _placed(turn, colour)) is not None and place[1] for turn in turns)
    below, where = _("below which stack did {colour} go?", colour=colour), _("where did {colour} go?", colour=colour)

    def words(turn: Turn) -> Text:
        place = _placed(turn, colour)
        if place is None:
            return _("No {colour} brick was placed", colour=colour)
        if floors:
            return _("{at}", at=place[0])
        return _("below {at}", at=place[0]) if place[1] else _("a house at {at}", at=place[0])

    return Facet(below if floors else where, lambda turn: _placed(turn, colour), words)


def _colours_of(turn: Turn) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if _brick(turn, colour))


def _colours_words(turn: Turn) -> Text:
    return listed([_("{colour}", colour=colour) for colour in _colours_of(turn)])


def _whether_placed(colour: str) -> Facet:
    text = _("was a {colour} brick placed?", colour=colour)
    return _yes_or_no(text, lambda turn: _brick(turn, colour) is not None)


def _yes_or_no(text: Text, is_so: Callable[[Turn], bool]) -> Facet:
    return Facet(text, is_so, lambda turn: _("Yes") if is_so(turn) else _("No"))


def _taken(turn: Turn) -> tuple[str, ...]:
    return tuple(sorted(lot for brick in turn.bricks for lot in brick.prisoners))


def _prisoners(turns: Sequence[Turn]) -> Iterator[Facet]:
    """Facts about the houses a struggle cost."""
    yield Facet(_("which houses did the struggle cost?"), _taken, lambda turn: _prisoners_words(_taken(turn)))
    for lot in sorted({lot for turn in turns for lot in _taken(turn)}):
        text = _("was the house at {at} taken prisoner?", at=lot)
        yield _yes_or_no(text, lambda turn, lot=lot: lot in _taken(turn))  # type: ignore[misc]


def _prisoners_words(taken: Sequence[str]) -> Text:
    return listed(taken) if taken else _("None")


def _part(turns: Sequence[Turn], colour: str) -> Facet:
    """Cut by columns, or by rows if there is one column: two or three parts of similar weight."""
    places = [place[0] for turn in turns if (place := _placed(turn, colour))]
    columns, rows = Counter(at[0] for at in places), Counter(int(at[1:]) for at in places)
    by_column = len(columns) > 1
    parts = _alike(columns if by_column else rows)

    def value(turn: Turn) -> tuple[Any, Any]:
        at = (_placed(turn, colour) or ("", False))[0]
        key = at[0] if by_column else int(at[1:])
        return next((first, last) for first, last in parts if first <= key <= last)

    def words(turn: Turn) -> Text:
        first, last = value(turn)
        told = {"first": first, "last": last}
        if by_column:
            return _("column {first}", **told) if first == last else _("columns {first} to {last}", **told)
        return _("row {first}", **told) if first == last else _("rows {first} to {last}", **told)

    return Facet(_("where did {colour} go?", colour=colour), value, words)


def _alike(weights: Counter[Any]) -> list[tuple[Any, Any]]:
    """
    Keys in order, divided into up to three parts (first and last key) so that the heaviest part is as light as
    possible.

    >>> _alike(Counter("aabcdeee"))
    [('a', 'a'), ('b', 'd'), ('e', 'e')]
    """
    keys = sorted(weights)
    places = range(1, len(keys))
    ways = [(0, *cut, len(keys)) for cut in combinations(places, min(MOST_OFFERED, len(keys)) - 1)]
    best = min(ways, key=lambda way: max(sum(weights[key] for key in keys[a:b]) for a, b in pairwise(way)))
    return [(keys[a], keys[b - 1]) for a, b in pairwise(best)]


def _order() -> Iterator[Facet]:
    """Facts about the order, if the same bricks are in the same places: few players watch it."""
    first = _("which brick came first?")
    yield Facet(first, lambda turn: turn.bricks[0].colour, lambda turn: _("{colour}", colour=turn.bricks[0].colour))
    text = _("in which order were the houses taken?")
    yield Facet(text, _in_order, lambda turn: _prisoners_words(_in_order(turn)))


def _in_order(turn: Turn) -> tuple[str, ...]:
    return tuple(lot for brick in turn.bricks for lot in brick.prisoners)


def question(ways: Sequence[Turns]) -> TurnQuestion:
    """The question that leaves the fewest ways open; of equal ones the easiest to answer."""
    best = min(_cuts(ways), key=_open, default=None)
    if best is not None:
        return best
    offered = [*islice(ways, MOST_OFFERED)]
    text = _("what was played?") if len(ways[0]) == 1 else _("which turns were played?")
    return which_way(text, offered, [turn_words(way[0]) if len(way) == 1 else ways_words([way])[0] for way in offered])


def _open(cut: TurnQuestion) -> int:
    """Expected number of ways left after the answer, times the number of ways."""
    return sum(len(ways) ** 2 for ways in cut.left)
