"""Board, bricks, mat and quick card of a game on a chess board, in print."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from lucca_pi.games.chessboard.how_to_play import how_to_play
from lucca_pi.games.chessboard.paper.board import board_piece, corner_pieces
from lucca_pi.games.chessboard.paper.mat import brick_pieces, mat_piece
from lucca_pi.games.chessboard.paper.quickcard import draw_quickcard
from lucca_pi.games.chessboard.paper.rules import PICTURES
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.language import _
from lucca_pi.printed.how_to_play import rules_sheet
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import quick_card
from lucca_pi.printed.sheets import grid_pages, joined_pages

_REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città; the mat of this game is print mat --game chessboard.",
    "bleed": "--bleed is for the deck and the quarters of Lucca Città.",
}
_OWN_SIZE = "board, bricks and mat have codes and sizes of their own; leave --sticker-mm and --codes out."
_NO_DECK = "Lucca on a chess board has no deck; leave --deck out."
_LARGE, _SMALL = 8, 6
TITLES: Mapping[str, str] = {
    "board": _("Lucca on a chess board: the board"),
    "board-6": _("Lucca on a chess board: the small board"),
    "mat": _("Lucca on a chess board: the mat for the bricks"),
    "mat-6": _("Lucca on a chess board: the mat for the small board's bricks"),
    "corners": _("Lucca on a chess board: the corner sheets"),
    "bricks": _("Lucca on a chess board: the bricks"),
}
"""The texts at the sheets' edges."""


def printables(deck: str | None) -> Printables:
    """The sheets to print, by name. Raises PrintError if a deck is named."""
    if deck:
        raise PrintError(_NO_DECK)
    joined = {
        **{"board": board_piece(_LARGE), "board-6": board_piece(_SMALL)},
        **{"mat": mat_piece(_LARGE), "mat-6": mat_piece(_SMALL)},
    }
    cut = {"corners": corner_pieces(), "bricks": brick_pieces(bricks_of_a_colour(_LARGE))}
    makes: dict[str, Callable[[Options], Sheets]] = {
        **{name: partial(_joined, name, piece) for name, piece in joined.items()},
        **{name: partial(_cut, name, pieces) for name, pieces in cut.items()},
    }
    sheets = {name: of_one_size(make, _OWN_SIZE) for name, make in makes.items()}
    return Printables(
        {**sheets, "rules": rules_sheet(how_to_play, PICTURES), "quickcard": quick_card(draw_quickcard)}, _REFUSALS
    )


def _joined(name: str, piece: PrintedPiece, options: Options) -> Sheets:
    """The sheets of a piece larger than a page."""
    return Sheets(name, tuple(joined_pages(piece, options.paper, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[PrintedPiece], options: Options) -> Sheets:
    """The sheets of pieces of one size that are cut out."""
    return Sheets(name, tuple(grid_pages(pieces, options.paper, TITLES[name])), tuple(pieces))
