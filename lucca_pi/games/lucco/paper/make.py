"""What Lucco has to print, by name: tiles with the faces of the die, and the quick card."""

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
    return Prints({"tiles": Printable(_tiles), "quickcard": Printable(_quickcard)}, REFUSALS)


def _tiles(options: Options) -> Sheets:
    if options.sticker_mm is not None or options.style != "aruco":
        raise PrintError(OWN_SIZE)
    return Sheets("tiles", tuple(tile_pages(options.paper)), (*tile_pieces(), *face_pieces()))


def _quickcard(options: Options) -> Sheets:
    paper = options.paper
    if paper is A3:
        raise PrintError("the quick card is made for a4 and letter; give --paper a4.")
    piece = quickcard_piece(paper)
    return Sheets("quickcard", (Page(paper.width, paper.height, piece.draw),), (piece,))
