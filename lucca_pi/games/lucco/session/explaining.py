"""
The explanation of how a look at the tiles was judged.

Nothing is weighed here: a tile is seen or not, and the rules allow a turn or not. So it lists what was seen, the legal
turn that explains it, and why no other player's turn and no pass does.
"""

from collections.abc import Iterator

from lucca_pi.contract.history import Looks
from lucca_pi.contract.match import Match
from lucca_pi.contract.verdict import Doubt, Explanation, Judged, Turns
from lucca_pi.games.lucco.referee import Case, Change, refusal, turn_words, ways_words
from lucca_pi.games.lucco.rules.tiles import turn_of
from lucca_pi.games.lucco.session.memory import case_of


def explained(match: Match, looks: Looks, judged: Judged, taken: Turns) -> Explanation:
    """
    The explanation of how looks are judged; `taken`: the turns that the game has. Raises ValueError before the start.
    """
    case, verdict = case_of(match, looks), judged.verdict
    decided, seen = judged.decision, tuple(_seen(case))
    fits, others = _fits(case, judged, taken), tuple(_refused(case))
    lines = [f"{decided}.", *_section("seen:", seen), *_section("what explains it:", fits)]
    lines += _section("what does not:", others)
    return Explanation(
        sure=judged.sure,
        best=judged.best,
        next_best=str(turn_words(verdict.turns[1], match.setup.colours)) if isinstance(verdict, Doubt) else "",
        lines=tuple(lines),
        data={"decision": decided, "seen": [*seen], "explains": [*fits], "does_not": [*others]},
        remedies=judged.remedies,
    )


def _section(heading: str, lines: tuple[str, ...]) -> list[str]:
    return ["", heading, *(f"  {line}" for line in lines)] if lines else []


def _seen(case: Case) -> Iterator[str]:
    """Lines on the changes, the throw, and the tiles that are not in sight."""
    yield from (case.change_text(change) for change in case.changes)
    if not case.changes:
        yield "no tile more, and none less"
    thrown = case.reading.thrown
    yield f"the die shows {thrown}" if thrown else "no throw is seen"
    hidden = [case.known.cell_text(cell) for cell in case.reading.hidden]
    if hidden:
        yield f"not in sight: {', '.join(hidden)}"
    yield from (fault.problem for fault in case.reading.faults)


def _fits(case: Case, judged: Judged, taken: Turns) -> tuple[str, ...]:
    """The turns that explain the look, with the taken one marked."""
    ways = judged.split.ways if judged.split else tuple((turn,) for turn in judged.verdict.turns)
    words = ways_words(ways, case.known.colours)
    return tuple(f"{line}{'  <- taken' if way == taken else ''}" for way, line in zip(ways, words, strict=True))


def _refused(case: Case) -> Iterator[str]:
    """Lines on why the player in turn did not pass, and why nobody else made the one change."""
    changes, table = case.changes, case.position.table
    if changes and table:
        yield f"{case.position.next} did nothing: the table has changed"
    elif table:
        yield from _cannot(case, case.position.next, None)
    for change in changes if len(changes) == 1 else ():
        for player in case.position.names:
            yield from _cannot(case, player, change)


def _cannot(case: Case, player: str, change: Change | None) -> Iterator[str]:
    """A line on why a player's turn is not legal; nothing if it is."""
    turn = turn_of(player, case.reading.thrown, change)
    why = refusal(case, turn)
    if why:
        yield f"{player}: {turn_words(turn, case.known.colours)}: {why}"
