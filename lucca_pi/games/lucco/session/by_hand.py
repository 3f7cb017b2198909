"""Turns entered by hand, and a table that is right as it is, although no turn explains it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lucca_pi.contract.history import SETTLED_BY_PLAYERS, Adjusted
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import (
    Choice,
    Decision,
    Disagreed,
    EntryInProgress,
    Leave,
    Option,
    Way,
    is_entry_right,
)
from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.referee import after, turn_words
from lucca_pi.games.lucco.rules.advice import legal_actions
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.table import Table, in_laying_order, is_whole
from lucca_pi.games.lucco.rules.tiles import Adjustment, Cell, Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.rules.turn import adjusted
from lucca_pi.games.lucco.session.memory import game_in, known_of, reading_of
from lucca_pi.games.lucco.table.figure import FigureReading
from lucca_pi.games.lucco.table.pieces import tile_colour
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.sighting import Look

_Did = Literal["nothing", "lay", "remove"]


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """A turn, as entered so far by players. `at`: the cell of the tile."""

    player: str | None = None
    did: _Did | None = None
    colour: str | None = None
    at: Cell | None = None


@dataclass(frozen=True, slots=True)
class _Entering(EntryInProgress[TurnEntry]):
    """An entry in progress, with the match and the game before the turn."""

    match: Match
    game: Game

    def turns(self) -> Iterator[Turn]:
        """The legal turns of the player that agree with the entry so far."""
        actions = legal_actions(self.game, None, self.player)
        for turn in (turn_of(self.player, None, action) for action in actions):
            if agrees(self.draft, self.named(turn)):
                yield self.named(turn)

    def named(self, turn: Turn) -> Turn:
        """The turn with the data that names its tile."""
        if turn.remove and not isinstance(turn.remove.at, str):
            code = known_of(self.match).figure.codes.get(turn.remove.at)
            extra = {"colour": self.game.position.table.pieces[turn.remove.at]} | ({"tile": code} if code else {})
            return replace(turn, remove=replace(turn.remove, extra=extra))
        return turn


def enter_turn(match: Match, number: int | None, draft: TurnEntry | None) -> Choice:
    """The next question about a turn; the last one is whether it is right. `match` is the one before that turn."""
    draft = draft or TurnEntry()
    game = game_in(match)
    entry = _Entering(number, draft, draft.player or game.position.next, match, game)
    if not entry.game.position.table and draft.player is None:
        return entry.ask(_("who laid the first tile?"), (_player(entry, name) for name in entry.game.players))
    if draft.did is None:
        return entry.ask(_("what was done?"), _deeds(entry))
    if draft.did == "nothing":
        return _is_it_right(entry, turn_of(entry.player, None, None))
    if draft.colour is None:
        text = _("which colour was laid?") if draft.did == "lay" else _("which colour was taken away?")
        return entry.ask(text, _colours(entry))
    if draft.at is None:
        return entry.ask(_("where?") if draft.did == "lay" else _("which tile?"), _cells(entry))
    return _is_it_right(entry, next(entry.turns()))


def _player(entry: _Entering, name: str) -> Option:
    return Option(name, entry.enter(player=name))


def _deeds(entry: _Entering) -> Iterator[Option]:
    turns = [*entry.turns()]
    if any(turn.lay for turn in turns):
        yield Option(_("A tile was laid"), entry.enter(did="lay"))
    if any(turn.remove for turn in turns):
        yield Option(_("A tile was taken away"), entry.enter(did="remove"))
    if any(turn.action is None for turn in turns):
        yield Option(_("Nothing was possible"), entry.enter(did="nothing"))


def _colours(entry: _Entering) -> Iterator[Option]:
    present = {_colour_done(turn) for turn in entry.turns()}
    for colour in entry.game.position.colours:
        if colour in present:
            yield Option(_("{colour}", colour=colour), entry.enter(colour=colour))


def _colour_done(turn: Turn) -> str | None:
    """The colour of the tile that was laid or taken away."""
    if turn.lay:
        return turn.lay.colour
    return str(turn.remove.extra.get("colour")) if turn.remove else None


def _cells(entry: _Entering) -> Iterator[Option]:
    """Answers for a tile's place: first where a tile is in sight; each place is named by the tiles around it."""
    turns = [*entry.turns()]
    reading = _last_reading(entry.match)
    seen = {
        cell
        for code, cell in reading.new.items()
        if tile_colour(code, entry.game.position.colours) == entry.draft.colour
    }
    for turn in sorted(turns, key=lambda one: _cell(one) not in seen):
        if turn.remove:
            yield Option(turn_words(turn), entry.enter(at=_cell(turn)))
        elif turn.lay:
            yield Option(_beside(entry, _cell(turn)), entry.enter(at=_cell(turn)))


def _cell(turn: Turn) -> Cell:
    at = turn.action.at if isinstance(turn.action, Lay | Remove) else (0, 0)
    return (0, 0) if isinstance(at, str) else at


def _beside(entry: _Entering, cell: Cell) -> Text:
    """The words for a place, by the tiles around it."""
    table, known = entry.game.position.table, known_of(entry.match)
    around = [known.cell_text(other) for other in table.tiles.neighbours(cell) if other in table.pieces]
    return _("beside {tiles}", tiles=listed(around)) if around else _("on the empty table")


def _last_reading(match: Match) -> FigureReading:
    """The reading of the look that the question is about."""
    looks = match.mode.looks if isinstance(match.mode, Choice | Disagreed) else match.rested
    return reading_of(match, looks)


def _is_it_right(entry: _Entering, turn: Turn) -> Choice:
    turn = _with_tile(entry, turn)
    legal = after(entry.game, turn) is not None
    return is_entry_right(entry.player, turn_words(turn), turn, entry.number, legal=legal)


def _with_tile(entry: _Entering, turn: Turn) -> Turn:
    """The turn with the code of the tile that is seen in the cell where one was laid."""
    reading, cell = _last_reading(entry.match), _cell(turn)
    code = next((one for one, its in reading.new.items() if its == cell), None)
    if turn.lay and code and tile_colour(code, entry.game.position.colours) == turn.lay.colour:
        return replace(turn, lay=replace(turn.lay, extra={"tile": code}))
    return turn


def agrees(draft: TurnEntry, turn: Turn) -> bool:
    """True if a turn agrees with what has been entered so far."""
    did: _Did = "lay" if turn.lay else "remove" if turn.remove else "nothing"
    return (
        draft.player in (None, turn.player)
        and draft.did in (None, did)
        and draft.colour in (None, _colour_done(turn))
        and draft.at in (None, _cell(turn))
    )


_PUT_RIGHT = _("Put it right, or enter the turn.")


@dataclass(frozen=True, slots=True)
class _Settlement:
    """A settled table, as entered so far: the cells of tiles out of sight that are still `there`, or `gone`."""

    there: tuple[Cell, ...] = ()
    gone: tuple[Cell, ...] = ()


def next_of_settlement(match: Match, draft: _Settlement | None, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """The next question on a settled table: each tile out of sight, and last whether it is all right."""
    reading, draft = reading_of(match, looks), draft or _Settlement()
    unsaid = [cell for cell in reading.hidden if cell not in (*draft.there, *draft.gone)]
    if unsaid:
        return _is_it_there(match, draft, unsaid[0], looks)
    table = _table(match, reading, draft)
    if not is_whole(table):
        return Disagreed((_("The tiles that I see are not connected"),), _PUT_RIGHT, looks)
    if table.pieces == game_in(match).position.table.pieces:
        return Disagreed((_("Everything lies as it did"),), _("Enter the turn instead."), looks)
    try:
        adjusted(game_in(match).position, Adjustment(in_laying_order(table)))
    except RuleError as error:
        return Disagreed((error.message,), _PUT_RIGHT, looks)
    tiles = ngettext("{number} tile", "{number} tiles", len(table))
    text = _("I see {tiles} on the table. Is that right?", tiles=tiles)
    return Choice("", text, (Option(_("Yes, settled"), Leave(draft, sure=True)), Option(_("No"), Way.BACK)), looks)


def _is_it_there(match: Match, draft: _Settlement, cell: Cell, looks: tuple[Look, ...]) -> Choice:
    there = Option(_("Still there"), Leave(replace(draft, there=(*draft.there, cell))))
    gone = Option(_("Not any more"), Leave(replace(draft, gone=(*draft.gone, cell))))
    return Choice("", _("I do not see {tile}.", tile=known_of(match).cell_text(cell)), (there, gone), looks)


def _table(match: Match, reading: FigureReading, draft: _Settlement) -> Table:
    """The table as the look and the players' answers show it."""
    before, colours = game_in(match).position.table, match.setup.colours
    table = Table(before.tiles)
    for cell in draft.there:
        table = table.with_piece(Lay(before.pieces[cell], cell))
    for code, cell in sorted(reading.lying.items()):
        table = table.with_piece(Lay(tile_colour(code, colours), cell))
    return table


def left_as_it_lies(match: Match, draft: _Settlement, looks: tuple[Look, ...], date: str) -> Decision:
    """The adjustment; the player in turn stays the same."""
    table = _table(match, reading_of(match, looks), draft)
    return Decision((Adjusted(Adjustment(in_laying_order(table), SETTLED_BY_PLAYERS), looks[-1:], date),))
