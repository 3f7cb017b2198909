"""A turn entered by hand, and a table that is right as it is, although no turn explains it."""

from dataclasses import dataclass, replace

from lucca_pi.contract.entering import Facet, Part
from lucca_pi.contract.history import SETTLED_BY_PLAYERS, Adjusted, Match
from lucca_pi.contract.questions import Choice, Decision, Disagreed, Leave, Option, Way
from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.referee import cell_of, colour_in, turn_words
from lucca_pi.games.lucco.rules.advice import legal_actions
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.table import Table, in_laying_order, is_whole
from lucca_pi.games.lucco.rules.tiles import Action, Adjustment, Cell, Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.rules.turn import adjusted
from lucca_pi.games.lucco.session.memory import case_of, known_of, reading_of
from lucca_pi.games.lucco.table.figure import FigureReading
from lucca_pi.games.lucco.table.pieces import tile_colour
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.sighting import Look

_DEEDS = {
    "lay": _("A tile was laid"),
    "remove": _("A tile was taken away"),
    "nothing": _("Nothing was possible"),
}


def next_part(match: Match, _entered: None) -> Part:
    """
    The legal turns, each with the numbers of its tile if they are known; those that lay a tile in sight come first.

    The first tile may have been laid by anybody. A place is named by the tiles around it.
    """
    game: Game = match.game
    position, table = game.position, game.position.table
    case = case_of(match, match.mode.looks if isinstance(match.mode, Choice | Disagreed) else match.rested)
    in_sight = {(change.colour, change.at): change for change in case.changes if isinstance(change, Lay)}

    def known(action: Action) -> Action:
        if isinstance(action, Remove):
            return case.removal(cell_of(action))
        return in_sight.get((action.colour, action.at), action) if action else None

    def rank(turn: Turn) -> tuple[int, int, bool]:
        colour = position.colours.index(colour_in(turn.action)) if turn.action else 0
        return [*_DEEDS].index(deed(turn)), colour, turn.lay not in in_sight.values()

    def deed(turn: Turn) -> str:
        return "lay" if turn.lay else "remove" if turn.remove else "nothing"

    facets = (
        Facet(_("who laid the first tile?"), lambda turn: None if table else turn.player, lambda turn: turn.player),
        Facet(_("what was done?"), deed, lambda turn: _DEEDS[deed(turn)]),
        Facet(
            lambda turn: _("which colour was laid?") if turn.lay else _("which colour was taken away?"),
            lambda turn: colour_in(turn.action) if turn.action else None,
            lambda turn: _("{colour}", colour=colour_in(turn.action)),
        ),
        Facet(
            lambda turn: _("where?") if turn.lay else _("which tile?"),
            lambda turn: cell_of(turn.action) if turn.action else None,
            lambda turn: _beside(match, turn.lay.at) if turn.lay else turn_words(turn),
        ),
    )
    turns: list[Turn] = []
    for player in (position.next,) if table else game.players:
        actions = map(known, legal_actions(game, None, player))
        turns += sorted((turn_of(player, None, action) for action in actions), key=rank)
    return Part(turns, facets, is_last=True)


def _beside(match: Match, cell: Cell) -> Text:
    """The words for a place, by the tiles around it."""
    table, known = match.game.position.table, known_of(match)
    around = [known.cell_text(other) for other in table.tiles.neighbours(cell) if other in table.pieces]
    return _("beside {tiles}", tiles=listed(around)) if around else _("on the empty table")


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
    if table.pieces == match.game.position.table.pieces:
        return Disagreed((_("Everything lies as it did"),), _("Enter the turn instead."), looks)
    try:
        adjusted(match.game.position, Adjustment(in_laying_order(table)))
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
    before, colours = match.game.position.table, match.setup.colours
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
