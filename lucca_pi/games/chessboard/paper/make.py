"""What Lucca on a chess board has to print, by name: board, corner sheets, bricks, mat and the quick card."""

from collections.abc import Mapping, Sequence
from functools import partial

from lucca_pi.games.chessboard.paper.board import board_piece, corner_pieces
from lucca_pi.games.chessboard.paper.bricks import brick_pieces
from lucca_pi.games.chessboard.paper.mat import mat_piece
from lucca_pi.games.chessboard.paper.quickcard import quickcard_piece
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.language import _
from lucca_pi.printed.files import Page
from lucca_pi.printed.grid import best_grid, grid_pages
from lucca_pi.printed.joined import best_joint, joined_pages
from lucca_pi.printed.make import Options, Printable, PrintError, Prints, Sheets
from lucca_pi.printed.paper import A3
from lucca_pi.printed.piece import Piece

REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città; the mat of this game is print mat --game chessboard.",
    "bleed": "--bleed is for the deck and the quarters of Lucca Città.",
}
OWN_SIZE = "board, bricks and mat have codes and sizes of their own; leave --sticker-mm and --codes out."
NO_DECK = "Lucca on a chess board has no deck; leave --deck out."
LARGE, SMALL = 8, 6
TITLES: Mapping[str, str] = {
    "board": _("Lucca on a chess board: the board"),
    "board-6": _("Lucca on a chess board: the small board"),
    "mat": _("Lucca on a chess board: the mat for the bricks"),
    "mat-6": _("Lucca on a chess board: the mat for the small board's bricks"),
    "corners": _("Lucca on a chess board: the corner sheets"),
    "bricks": _("Lucca on a chess board: the bricks"),
}
"""What is written at the sheets' edges."""


def prints(deck: str | None) -> Prints:
    """What there is to print. Raises PrintError where a deck is named."""
    if deck:
        raise PrintError(NO_DECK)
    return Prints(
        {
            "board": Printable(partial(_joined, "board", board_piece(LARGE))),
            "board-6": Printable(partial(_joined, "board-6", board_piece(SMALL))),
            "mat": Printable(partial(_joined, "mat", mat_piece(LARGE))),
            "mat-6": Printable(partial(_joined, "mat-6", mat_piece(SMALL))),
            "corners": Printable(partial(_cut, "corners", corner_pieces())),
            "bricks": Printable(partial(_cut, "bricks", brick_pieces(bricks_of_a_colour(LARGE)))),
            "quickcard": Printable(_quickcard),
        },
        REFUSALS,
    )


def _joined(name: str, piece: Piece, options: Options) -> Sheets:
    """A piece larger than a page."""
    _check(options)
    joint = best_joint(options.paper, (piece.width, piece.height))
    return Sheets(name, tuple(joined_pages(piece, joint, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[Piece], options: Options) -> Sheets:
    """Pieces of one size that are cut out."""
    _check(options)
    grid = best_grid(options.paper, (pieces[0].width, pieces[0].height), 0.0, len(pieces))
    return Sheets(name, tuple(grid_pages(pieces, grid, TITLES[name])), tuple(pieces))


def _check(options: Options) -> None:
    if options.sticker_mm is not None or options.style != "aruco":
        raise PrintError(OWN_SIZE)


def _quickcard(options: Options) -> Sheets:
    paper = options.paper
    if paper is A3:
        raise PrintError("the quick card is made for a4 and letter; give --paper a4.")
    piece = quickcard_piece(paper)
    return Sheets("quickcard", (Page(paper.width, paper.height, piece.draw),), (piece,))
