"""What Lucco has to print, by name: tiles, hexagons or squares, with the faces of the die, and the quick card."""

from functools import partial

from lucca_pi.games.lucco.paper.die import face_pieces
from lucca_pi.games.lucco.paper.quickcard import quickcard_piece
from lucca_pi.games.lucco.paper.sheets import tile_pages
from lucca_pi.games.lucco.paper.tiles import tile_pieces
from lucca_pi.printed.files import Page
from lucca_pi.printed.make import Options, Printable, PrintError, Prints, Sheets
from lucca_pi.printed.paper import A3

REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città.",
    "bleed": "--bleed is not needed: the tiles are drawn beyond their edges.",
}
OWN_SIZE = "the tiles and the die have codes of one size and style; leave --sticker-mm and --codes out."
NO_DECK = "Lucco has no deck; leave --deck out."


def prints(deck: str | None) -> Prints:
    """What there is to print. Raises PrintError where a deck is named."""
    if deck:
        raise PrintError(NO_DECK)
    squares = Printable(partial(_tiles, name="squares", tiles="square"))
    return Prints({"tiles": Printable(_tiles), "squares": squares, "quickcard": Printable(_quickcard)}, REFUSALS)


def _tiles(options: Options, name: str = "tiles", tiles: str = "hexagon") -> Sheets:
    if options.sticker_mm is not None or options.style != "aruco":
        raise PrintError(OWN_SIZE)
    return Sheets(name, tuple(tile_pages(options.paper, tiles)), (*tile_pieces(tiles), *face_pieces()))


def _quickcard(options: Options) -> Sheets:
    paper = options.paper
    if paper is A3:
        raise PrintError("the quick card is made for a4 and letter; give --paper a4.")
    piece = quickcard_piece(paper)
    return Sheets("quickcard", (Page(paper.width, paper.height, piece.draw),), (piece,))
