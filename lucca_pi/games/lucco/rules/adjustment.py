"""A table set by hand, as the players settled it among themselves."""

from collections import Counter

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.entry import Adjustment
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, Position
from lucca_pi.games.lucco.rules.table import Table, largest_group
from lucca_pi.games.lucco.rules.turn import check_place
from lucca_pi.language import _
from lucca_pi.strict import shown

TO_WIN = 5
"""Pieces in one group."""


def adjusted(position: Position, adjustment: Adjustment) -> Position:
    """
    The position with the table set by hand; hands and pot are the rest, and whose turn it is stays.

    Pieces stand in an order in which they could be laid, no colour lies more than ten times, and nobody has won.
    Raises RuleError "adjustment".

    >>> from lucca_pi.games.lucco.rules.entry import Lay
    >>> from lucca_pi.games.lucco.rules.notation import read_position, write_position
    >>> game = read_position("square | Ada blue | Ben red | next Ben | table: blue 0,0 0,1")
    >>> write_position(adjusted(game, Adjustment((Lay("red", (0, 0)),))))
    'square | Ada blue | Ben red | next Ben | table: red 0,0'
    """
    counted = Counter(lay.colour for lay in adjustment.table)
    for colour, count in counted.items():
        if colour not in position.colours:
            known = ", ".join(map(shown, position.colours))
            raise RuleError("adjustment", f"there is no colour {shown(colour)}; there are {known}")
        if count > PIECES_OF_A_COLOUR:
            many = _("{count} pieces in {colour} cannot lie; there are ten", count=count, colour=colour)
            raise RuleError("adjustment", many)
    table = _laid(position.table, adjustment)
    _nobody_has_won(position, table)
    return position.with_table(table)


def _laid(before: Table, adjustment: Adjustment) -> Table:
    """The table after laying the pieces in their order. As each piece touches another, the table is whole."""
    table = Table(before.tiles)
    for lay in adjustment.table:
        try:
            check_place(table, lay)
        except RuleError as error:
            raise RuleError("adjustment", error.message) from None
        table = table.with_piece(lay)
    return table


def _nobody_has_won(position: Position, table: Table) -> None:
    for player in position.players:
        size = len(largest_group(table, player.colour))
        if size >= TO_WIN:
            told = {"player": player.name, "number": size, "colour": player.colour}
            raise RuleError(
                "adjustment", _("{player} would have won with a group of {number} pieces in {colour}", **told)
            )
