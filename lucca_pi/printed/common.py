"""What is printed for every game: name cards, the board for calibrating, the front of the box, labels' outlines."""

from lucca_pi.printed.board import board_piece, draw_board_page
from lucca_pi.printed.files import Page
from lucca_pi.printed.housing import draw_housing_page, housing_pieces
from lucca_pi.printed.labels import outline
from lucca_pi.printed.make import LABELS_REFUSED, NAMES_REFUSED, Options, Printable, PrintError, Prints, Sheets
from lucca_pi.printed.names import bad_name, name_pages, name_pieces


def _names(options: Options) -> Sheets:
    """Cards for names that a card can bear, and at least one."""
    problem = next((problem for problem in map(bad_name, options.names) if problem), None)
    if problem or not options.names:
        raise PrintError(problem or NAMES_REFUSED)
    return Sheets("names", tuple(name_pages(options.names, options.paper)), name_pieces(options.names))


def _board(options: Options) -> Sheets:
    paper = options.paper
    page = Page(paper.width, paper.height, lambda pen: draw_board_page(pen, paper))
    return Sheets("board", (page,), (board_piece(),))


def _housing(options: Options) -> Sheets:
    paper = options.paper
    page = Page(paper.width, paper.height, lambda pen: draw_housing_page(pen, paper))
    return Sheets("housing", (page,), housing_pieces())


COMMON = Prints(
    {
        "names": Printable(_names, frozenset({"names"})),
        "board": Printable(_board),
        "housing": Printable(_housing),
        "outline": Printable(outline, frozenset({"labels"})),
    },
    {"labels": LABELS_REFUSED, "names": NAMES_REFUSED},
)
