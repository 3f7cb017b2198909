"""The table is right as it lies: what players settled among themselves, told and kept."""

from dataclasses import dataclass, replace

from lucca_pi.errors import RuleError
from lucca_pi.games.contract.history import SETTLED_BY_PLAYERS, Adjusted
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Choice, Decision, Disagreed, Leave, Option, Way
from lucca_pi.games.lucco.rules.table import Table, in_order, is_whole
from lucca_pi.games.lucco.rules.tiles import Adjustment, Cell, Lay
from lucca_pi.games.lucco.rules.turn import adjusted
from lucca_pi.games.lucco.session.memory import game_in, known_of, reading_of
from lucca_pi.games.lucco.table.figure import FigureReading
from lucca_pi.games.lucco.table.pieces import colour_of
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Look

PUT_RIGHT = _("Put it right, or enter the turn.")


@dataclass(frozen=True, slots=True)
class Draft:
    """`there`, `gone`: the cells of tiles out of sight that lie there still, or do so no more."""

    there: tuple[Cell, ...] = ()
    gone: tuple[Cell, ...] = ()


def next_question(match: Match, draft: Draft | None, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """What is to be told next: of each tile out of sight whether it lies there; at last, whether it is all right."""
    reading, draft = reading_of(match, looks), draft or Draft()
    unsaid = [cell for cell in reading.hidden if cell not in (*draft.there, *draft.gone)]
    if unsaid:
        return _is_it_there(match, draft, unsaid[0], looks)
    table = _table(match, reading, draft)
    if not is_whole(table):
        return Disagreed((_("The tiles that I see do not hang together"),), PUT_RIGHT, looks)
    if table.pieces == game_in(match).position.table.pieces:
        return Disagreed((_("Everything lies as it did"),), _("Enter the turn instead."), looks)
    try:
        adjusted(game_in(match).position, Adjustment(in_order(table)))
    except RuleError as error:
        return Disagreed((error.message,), PUT_RIGHT, looks)
    tiles = ngettext("{number} tile", "{number} tiles", len(table))
    text = _("{tiles} lie there, as I see them. Is that right?", tiles=tiles)
    return Choice("", text, (Option(_("Yes, settled"), Leave(draft, sure=True)), Option(_("No"), Way.BACK)), looks)


def _is_it_there(match: Match, draft: Draft, cell: Cell, looks: tuple[Look, ...]) -> Choice:
    there = Option(_("Still there"), Leave(replace(draft, there=(*draft.there, cell))))
    gone = Option(_("Not any more"), Leave(replace(draft, gone=(*draft.gone, cell))))
    return Choice("", _("I do not see {tile}.", tile=known_of(match).cell_text(cell)), (there, gone), looks)


def _table(match: Match, reading: FigureReading, draft: Draft) -> Table:
    """The table as it lies."""
    before, colours = game_in(match).position.table, match.setup.colours
    table = Table(before.tiles)
    for cell in draft.there:
        table = table.with_piece(Lay(before.pieces[cell], cell))
    for code, cell in sorted(reading.lying.items()):
        table = table.with_piece(Lay(colour_of(code, colours), cell))
    return table


def left_as_it_lies(match: Match, draft: Draft, looks: tuple[Look, ...], date: str) -> Decision:
    """The adjustment; whose turn it is stays."""
    table = _table(match, reading_of(match, looks), draft)
    return Decision((Adjusted(Adjustment(in_order(table), SETTLED_BY_PLAYERS), looks[-1:], date),))
