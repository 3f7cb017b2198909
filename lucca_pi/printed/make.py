"""What can be printed, by name: its pages, and its pieces for pictures."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.printed.board import board_piece, draw_board_page
from lucca_pi.printed.deck import coat_pieces, deck_pages, deck_pieces, quarter_pages, quarter_pieces
from lucca_pi.printed.files import Page, pdf, write_pictures
from lucca_pi.printed.grid import best_grid
from lucca_pi.printed.housing import draw_housing_page, housing_pieces
from lucca_pi.printed.marks import LARGEST_MM, SMALLEST_MM, STICKER_MM, Style, sticker_of_square_mm
from lucca_pi.printed.mat import mat_pages, mat_piece
from lucca_pi.printed.names import bad_name, name_pages, name_pieces
from lucca_pi.printed.palace import Layout
from lucca_pi.printed.paper import A3, LABEL_SHEETS, PAPERS, LabelSheet, Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.quickcard import quickcard_piece
from lucca_pi.printed.stickers import sticker_pages, sticker_pieces

BLEED_MM = 3.0
SMALLEST_CARD_MM = (50.0, 75.0)


class PrintError(Exception):
    """Something cannot be printed so: says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What is to be printed and how: `sheets` is stickers, deck, quarters, names, board, housing or quickcard.

    `families`: the quarters' names by their codes. `sticker_mm` None: the deck file's size, of QR codes the usual one.
    `labels_name`: a name in LABEL_SHEETS, for stickers. `bleed`: cards are drawn beyond their edges, for clean cuts.
    `mat`: also print the mat. `names`: whom name cards are for. Raises PrintError.
    """

    sheets: str
    deck_file: DeckFile
    families: Mapping[int, str]
    style: Style = "aruco"
    sticker_mm: float | None = None
    paper_name: str = "a4"
    labels_name: str | None = None
    bleed: bool = False
    mat: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        problem = self._misfit() or self._bad_size() or self._bad_labels() or self._bad_names()
        if problem:
            raise PrintError(problem)

    @property
    def side_mm(self) -> float:
        """The side of a card's sticker: as wanted, else as the deck file says, else the style's own."""
        if self.sticker_mm is not None:
            return self.sticker_mm
        return sticker_of_square_mm(self.deck_file.square_mm) if self.style == "aruco" else STICKER_MM[self.style]

    @property
    def labels(self) -> LabelSheet | None:
        return LABEL_SHEETS[self.labels_name] if self.labels_name else None

    @property
    def paper(self) -> Paper:
        return self.labels.paper if self.labels else PAPERS[self.paper_name]

    @property
    def layout(self) -> Layout:
        """How a card is laid out."""
        return Layout(*self.deck_file.card_mm, self.side_mm, self.style, BLEED_MM if self.bleed else 0.0)

    def _misfit(self) -> str | None:
        """An option that does not go with the sheets."""
        if self.labels_name and self.sheets != "stickers":
            return "--labels is for stickers alone; the rest goes on paper."
        if self.mat and self.sheets != "quarters":
            return "--mat goes with quarters: lucca-pi print quarters --mat."
        if self.bleed and self.sheets not in ("deck", "quarters"):
            return "--bleed is for the deck and the quarters; nothing else is printed up to its edge."
        if self.sheets == "quickcard" and self.paper is A3:
            return "the quick card is made for a4 and letter; give --paper a4."
        return None

    def _bad_size(self) -> str | None:
        """A sticker, or a card, that is too small or too large."""
        smallest = SMALLEST_MM[self.style]
        if not smallest <= self.side_mm <= LARGEST_MM:
            return f"--sticker-mm {self.side_mm:g}: {self.style} stickers are {smallest:g} to {LARGEST_MM:g} mm wide."
        return self._bad_card() if self.sheets in ("deck", "quarters") else None

    def _bad_card(self) -> str | None:
        """Cards too small for what is drawn on them, or too large for the page."""
        (width, height), (least_width, least_height) = self.deck_file.card_mm, SMALLEST_CARD_MM
        grid = best_grid(self.paper, (width, height), BLEED_MM, 1)
        if width >= least_width and height >= least_height and grid.places:
            return None
        return (
            f"cards of {width:g} x {height:g} mm cannot be printed: {least_width:g} x {least_height:g} mm is the "
            "least, and they have to fit on the paper."
        )

    def _bad_labels(self) -> str | None:
        """Labels that are not known, or too small."""
        if not self.labels_name:
            return None
        if self.labels_name not in LABEL_SHEETS:
            return f"--labels {self.labels_name} is not known; choose one of {', '.join(LABEL_SHEETS)}."
        labels = LABEL_SHEETS[self.labels_name]
        if self.side_mm > min(labels.width, labels.height):
            return (
                f"--labels {self.labels_name}: its labels are {labels.width:g} x {labels.height:g} mm, too small for "
                f"stickers of {self.side_mm:g} mm."
            )
        return None

    def _bad_names(self) -> str | None:
        """Names that no card can bear, none at all, or some that nobody prints."""
        if bool(self.names) != (self.sheets == "names"):
            return "--name goes with names: lucca-pi print names --name Ada --name Ben."
        return next((problem for problem in map(bad_name, self.names) if problem), None)


def print_pdf(wanted: Wanted, file: Path) -> str:
    """Writes the sheets as a PDF in true size, and says what was written. Raises PrintError."""
    pages = tuple(pages_of(wanted))
    data = pdf(pages, _title(wanted))
    try:
        file.write_bytes(data)
    except OSError as error:
        raise PrintError(f"{file} cannot be written: {error.strerror}.") from None
    count = _counted(len(pages), "page")
    return f"{file}: {count} of {wanted.sheets}. Print in true size (100 %), not fitted to the page."


def print_pictures(wanted: Wanted, directory: Path, dpi: int) -> str:
    """Writes each piece as `<code>.png` in true size, and says what was written. Raises PrintError."""
    pieces = pieces_of(wanted)
    try:
        write_pictures(pieces, directory, dpi)
    except OSError as error:
        raise PrintError(f"{directory} cannot be written into: {error.strerror}.") from None
    return f"{directory}: {_counted(len(pieces), 'picture')} of {wanted.sheets}, {dpi} dots to the inch."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def pdf_of(wanted: Wanted) -> bytes:
    """The sheets as a PDF."""
    return pdf(pages_of(wanted), _title(wanted))


def _title(wanted: Wanted) -> str:
    return f"Lucca Città scorer: {wanted.sheets}"


def pages_of(wanted: Wanted) -> Iterable[Page]:
    """The pages in the order in which they are printed."""
    paper = wanted.paper
    match wanted.sheets:
        case "stickers":
            return sticker_pages(pieces_of(wanted), paper, wanted.labels, wanted.style)
        case "deck":
            return deck_pages(wanted.deck_file, wanted.families, wanted.layout, paper)
        case "quarters":
            quarters = quarter_pages(wanted.families, wanted.layout, paper)
            return (*quarters, *(mat_pages(paper) if wanted.mat else ()))
        case "names":
            return name_pages(wanted.names, paper)
        case _:
            return (Page(paper.width, paper.height, _single_page(wanted)[0]),)


def pieces_of(wanted: Wanted) -> tuple[Piece, ...]:
    """Every piece once, however often it is on the sheets."""
    match wanted.sheets:
        case "stickers":
            return sticker_pieces(wanted.deck_file, wanted.families, wanted.side_mm, wanted.style)
        case "deck":
            return deck_pieces(wanted.deck_file, wanted.families, wanted.layout)
        case "quarters":
            mat = (mat_piece(wanted.paper),) if wanted.mat else ()
            return (*quarter_pieces(wanted.families, wanted.layout), *coat_pieces(wanted.families), *mat)
        case "names":
            return name_pieces(wanted.names)
        case _:
            return _single_page(wanted)[1]


def _single_page(wanted: Wanted) -> tuple[Callable[[Pen], None], tuple[Piece, ...]]:
    """What is one page in any case: how that is drawn, and its pieces."""
    match wanted.sheets:
        case "board":
            return partial(draw_board_page, paper=wanted.paper), (board_piece(),)
        case "housing":
            return partial(draw_housing_page, paper=wanted.paper), housing_pieces()
        case _:
            piece = quickcard_piece(wanted.families, wanted.paper)
            return piece.draw, (piece,)
