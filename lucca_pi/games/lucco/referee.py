"""Lucco's referee: the legal turns that explain a look, the questions that distinguish them, the fault, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lucca_pi.contract.verdict import (
    MOST_OFFERED,
    Doubt,
    Explained,
    Explanation,
    Judged,
    Split,
    TurnQuestion,
    Turns,
    Unexplained,
    Verdict,
    question_by,
    section,
    which_way,
)
from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.advice import passing_faces
from lucca_pi.games.lucco.rules.game import Game, play_turn
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS, Position
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.table.figure import FigureReading, Gone, KnownFigure
from lucca_pi.games.lucco.table.pieces import tile_colour, tile_text
from lucca_pi.language import Text, _, listed

Change = Lay | Remove
"""One tile more, or one less; `extra` names the tile."""


@dataclass(frozen=True, slots=True)
class Case:
    """The position before a turn and the reading of a look. `passes`: players who can do nothing press OK as well."""

    game: Game
    known: KnownFigure
    reading: FigureReading
    passes: bool = True

    @property
    def position(self) -> Position:
        """The position before the turn."""
        return self.game.position

    @property
    def changes(self) -> tuple[Change, ...]:
        """Certain changes: removals first, each by its cell."""
        gone = (cell for cell, why in sorted(self.reading.gone.items()) if why != "hidden")
        return (*map(self.removal, gone), *self._lays())

    def _lays(self) -> Iterator[Lay]:
        for code, cell in sorted(self.reading.new.items()):
            yield Lay(tile_colour(code, self.known.colours), cell, (), {"tile": code})

    def removal(self, cell: Cell) -> Remove:
        """The removal of the tile in a cell."""
        code = self.known.figure.codes.get(cell)
        return Remove(cell, {"colour": self.position.table.pieces[cell]} | ({"tile": code} if code else {}))

    def movers(self, change: Change | None) -> tuple[str, ...]:
        """
        Players whose turn it may be; on an empty table the one with the tile's colour, as misses are not recorded
        there.
        """
        owner = self.position.owner(change.colour) if isinstance(change, Lay) else None
        return (owner,) if owner and not self.position.table else (self.position.next,)

    def turn(self, player: str, change: Change | None) -> Turn:
        """The turn in which a player makes the change, with the throw if it was seen."""
        return turn_of(player, self.reading.thrown, change)

    def change_text(self, change: Change) -> Text:
        """A change in words, as the table shows it."""
        if isinstance(change, Lay):
            return _("{tile} is new", tile=self.known.text(change.extra["tile"]))
        return _("{tile} is gone", tile=self.known.cell_text(cell_of(change)))


def cell_of(change: Change) -> Cell:
    """The cell of a change. Raises ValueError for a free tile, whose cell no camera shows."""
    if isinstance(change.at, str):
        raise ValueError(f"{change.at} is not a cell")
    return change.at


def refusal(case: Case, turn: Turn) -> Text | str | None:
    """
    The reason for players why a turn is illegal; None if it is legal.

    Messages name tiles by printed number, since cell coordinates are invisible to players.
    """
    try:
        play_turn(case.game, turn)
    except RuleError as error:
        tile = case.known.cell_text(cell_of(turn.remove)) if turn.remove else ""
        if error.rule == "protected":
            return _("{tile} is protected: no side of it is free", tile=tile)
        if error.rule == "splits":
            return _("{tile} stays: without it the figure falls apart", tile=tile)
        if error.rule == "must-act" and turn.die is None:
            return _("Nothing has changed, but {player} can do something with any throw", player=turn.player)
        return error.message
    return None


def after(game: Game, turn: Turn) -> Game | None:
    """The position after a turn; None if it is illegal."""
    try:
        return play_turn(game, turn)
    except RuleError:
        return None


_NO_CHANGE = _("nothing possible")


def _tile_of(action: Lay | Remove, colours: tuple[str, ...] = USUAL_COLOURS) -> Text:
    """Words for the tile of a change: its number if that was seen, else its colour."""
    code = action.extra.get("tile")
    return tile_text(code, colours) if isinstance(code, int) else _("{colour}", colour=colour_in(action))


def colour_in(action: Lay | Remove) -> str:
    """The colour of the tile that is laid or taken away."""
    return action.colour if isinstance(action, Lay) else str(action.extra.get("colour", "?"))


def turn_words(turn: Turn, colours: tuple[str, ...] = USUAL_COLOURS) -> Text:
    """The actions of a turn in words, without the player's name."""
    if turn.lay:
        return _("lays {tile}", tile=_tile_of(turn.lay, colours))
    return _("takes {tile} away", tile=_tile_of(turn.remove, colours)) if turn.remove else _NO_CHANGE


def turn_line(turn: Turn, colours: tuple[str, ...] = USUAL_COLOURS) -> Text:
    """A turn with its player, on one line."""
    return _("{player}: {moves}", player=turn.player, moves=turn_words(turn, colours))


def ways_words(ways: Sequence[Turns], colours: tuple[str, ...] = USUAL_COLOURS) -> tuple[str, ...]:
    """A line for each way, with its turns in order."""
    return tuple(listed([turn_line(turn, colours) for turn in way], "; ") for way in ways)


def question(ways: Sequence[Turns], colours: tuple[str, ...] = USUAL_COLOURS) -> TurnQuestion:
    """
    The question about one fact, with at most three answers, that finds out which of the ways was played.

    >>> from lucca_pi.games.lucco.rules.tiles import turn_of
    >>> gone = Remove((0, 0), {"colour": "red"})
    >>> ways = [(turn_of("Ada", None, gone),), (turn_of("Ada", None, None), turn_of("Ben", None, gone))]
    >>> asked = question(ways)
    >>> print(asked.text, *asked.answers, sep=", ")
    who took the red tile away?, Ada, Ben
    """
    left = ways[:MOST_OFFERED]
    if all(len(way) == 1 and way[0].player == ways[0][0].player for way in ways):
        return which_way(_("what was done?"), left, [turn_words(way[0], colours) for way in left])
    for action in dict.fromkeys(turn.action for turn in ways[0] if turn.action):
        told = {"colour": colour_in(action)}
        laid, taken = _("who laid the {colour} tile?", **told), _("who took the {colour} tile away?", **told)
        asked = question_by(laid if isinstance(action, Lay) else taken, ways, partial(_who, action))
        if len(asked.left) > 1:
            return asked
    return which_way(_("which was it?"), left, ways_words(left, colours))


def _who(action: Change, way: Turns) -> str:
    return next((turn.player for turn in way if turn.action == action), "")


_MOST_HIDDEN = 3
"""Most tiles out of sight at which the rest of a look is relied on."""
_MOST_CHANGES = 3
"""Most changes explained together: two forgotten presses and the turn that is pressed. Two swapped tiles are four."""


def _begun_anew(case: Case) -> list[Turns]:
    """
    Turns in which the only tile was taken away and the visible one was laid as the first.

    Empty if it has the colour of the player in turn, who probably laid it beside a hidden tile.
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

    If passes are pressed, as few presses as possible were forgotten. Nobody is asked if they are not pressed and only
    one player can have made the change.
    """
    changes, anew = case.changes, _begun_anew(case)
    if anew:
        return Split(tuple(anew), (0.0,) * len(anew), ways_words(anew))
    if case.reading.faults or not 0 < len(changes) <= _MOST_CHANGES or len(case.reading.hidden) > _MOST_HIDDEN:
        return None
    ways = _ways_of_one(case, changes[0]) if len(changes) == 1 else _ways_of(case, changes)
    ways = [way for way in ways if len(changes) > 1 or not case.passes or len(way) > 1]
    if not ways:
        return None
    costs = tuple(float(_passes(way)) for way in ways)
    is_certain = len(changes) == 1 and not case.passes and len(ways) == 1
    return Split(tuple(ways), tuple(cost - costs[0] for cost in costs), ways_words(ways), is_certain)


def _ways_of(case: Case, changes: Sequence[Change]) -> list[Turns]:
    """The ways with the fewest passes if players press OK for a pass; else all ways."""
    others = len(case.position.names) - 1
    for passes in range(others + 1):
        found = _different(_ways(case, case.game, changes, passes if case.passes else others))
        if found:
            return found
    return []


def _ways_of_one(case: Case, change: Change) -> list[Turns]:
    """The ways in which one change came about: its player, after players who could do nothing."""
    return _different(_ways(case, case.game, (change,), len(case.position.names) - 1))


def _ways(case: Case, game: Game, changes: Sequence[Change], passes: int) -> Iterator[Turns]:
    """All ways with at most this many passes: the player in turn makes one of the changes, or passes."""
    for change in changes:
        left = tuple(one for one in changes if one is not change)
        turn = _turn(case, game, change, is_last=not left)
        then = after(game, turn) if turn else None
        if turn and then and not left:
            yield (turn,)
        elif turn and then and not then.is_over:
            yield from ((turn, *way) for way in _ways(case, then, left, passes))
    if passes and game.position.table and passing_faces(game):
        nothing = turn_of(game.position.next, None, None)
        passed = after(game, nothing)
        if passed:
            yield from ((nothing, *way) for way in _ways(case, passed, changes, passes - 1))


def _turn(case: Case, game: Game, change: Change, *, is_last: bool) -> Turn | None:
    """
    The turn that makes the change, if it is legal; the throw in sight belongs to the last turn.

    If several turns were pressed together, the die may show an earlier or later throw, and counts as unseen.
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
    """For each set of players and changes the turns with the fewest passes, fewest first."""
    kinds: dict[object, Turns] = {}
    for way in sorted(ways, key=_passes):
        kinds.setdefault(frozenset((turn.player, turn.action) for turn in way if turn.action), way)
    return [*kinds.values()]


_NOTHING = 0.5
"""Cost of a turn in which nothing was done: any change is likelier, since a table at rest is no pass."""
_ASK = 1.0
"""Cost of a turn that players other than the one in turn may have made."""
_DIE_OR_TILE = _("Do what the die shows, or put the die right, then press OK.")
"""Message if only the visible die forbids the change: somebody may have turned it, or thrown it again already."""
_HIDDEN = Unexplained((_("Too many tiles are not in sight"),), _("Clear the view, then press OK."))


def explain(case: Case) -> Verdict:
    """The legal turn of the player in turn that explains the look."""
    if case.reading.faults:
        problems = tuple(dict.fromkeys(fault.problem for fault in case.reading.faults))
        return Unexplained(problems, _("{remedy}, then press OK.", remedy=case.reading.faults[0].remedy))
    if len(case.reading.hidden) > _MOST_HIDDEN:
        return _HIDDEN
    if _begun_anew(case):
        (cell,) = case.reading.hidden
        text = _("{tile} is not in sight", tile=case.known.cell_text(cell))
        return Unexplained((text,), _("Clear the view, then press OK."))
    changes = case.changes
    if not changes:
        return _unchanged(case)
    return _changed(case, changes[0]) if len(changes) == 1 else _too_much(case)


def _changed(case: Case, change: Change) -> Verdict:
    turns = [case.turn(player, change) for player in case.movers(change)]
    why = refusal(case, turns[0])
    if why is not None:
        by_the_die = turns[0].die and refusal(case, replace(turns[0], die=None)) is None
        return Unexplained((why,), _DIE_OR_TILE if by_the_die else _("Put it right, then press OK."))
    if not case.passes and len(_ways_of_one(case, change)) > 1:
        return Explained(turns[0], _ASK, fits_badly=True)
    return Explained(turns[0])


def _unchanged(case: Case) -> Verdict:
    """
    Verdict if nothing has changed: a pass, or an unseen tile was taken away, which is likelier if no tile is in sight.
    """
    player = case.position.next
    nothing = case.turn(player, None)
    why = refusal(case, nothing)
    hidden = [turn for turn in hidden_turns(case) if refusal(case, turn) is None]
    passes = () if why else (nothing,)
    turns = (*passes, *hidden) if case.reading.at else (*hidden, *passes)
    if not turns:
        return Unexplained((why or "",), _("Do it, then press OK."))
    if len(turns) == 1:
        return Explained(turns[0], _NOTHING)
    unseen = tuple(cell_of(turn.remove) for turn in hidden if turn.remove)
    return Doubt(turns, tuple(_NOTHING for _turn in turns), unseen, may_wait=False)


def hidden_turns(case: Case) -> Iterator[Turn]:
    """The turns in which a tile that is not in sight was taken away."""
    for cell in case.reading.hidden:
        yield case.turn(case.position.next, case.removal(cell))


def _too_much(case: Case) -> Unexplained:
    text = _("More than one turn: {changes}", changes=listed([case.change_text(one) for one in case.changes]))
    return Unexplained((text,), _("Put it right, or enter the turns."))


def explained(case: Case, judged: Judged, taken: Turns) -> Explanation:
    """
    The explanation of how a look at the tiles was judged; `taken`: the turns that the game has.

    Nothing is weighed here: a tile is seen or not, and the rules allow a turn or not. So it lists what was seen, the
    legal turn that explains it, and why no other player's turn and no pass does.
    """
    verdict, decided, seen = judged.verdict, judged.decision, tuple(_seen(case))
    fits, others = _fits(case, judged, taken), tuple(_refused(case))
    explains = *section("what explains it:", fits), *section("what does not:", others)
    return Explanation(
        sure=judged.sure,
        best=judged.best,
        next_best=str(turn_words(verdict.turns[1], case.known.colours)) if isinstance(verdict, Doubt) else "",
        lines=(f"{decided}.", *section("seen:", seen), *explains),
        data={"decision": decided, "seen": [*seen], "explains": [*fits], "does_not": [*others]},
        remedies=judged.remedies,
    )


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
