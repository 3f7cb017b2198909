"""Lucca Città on paper: the sheets to print, by name (stickers, inserts, deck, quarters, quick card)."""

from collections.abc import Callable
from dataclasses import dataclass

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.how_to_play import how_to_play
from lucca_pi.games.citta.paper.deck import coat_pieces, deck_pages, deck_pieces, quarter_pieces
from lucca_pi.games.citta.paper.examples import PICTURES, QUICK_CARD
from lucca_pi.games.citta.paper.layout import BACKS, Layout, insert_piece, sticker_pages, sticker_pieces
from lucca_pi.games.citta.paper.quarters import player_mat_pages, player_mat_piece
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck
from lucca_pi.language import _
from lucca_pi.printed.how_to_play import rules_sheet
from lucca_pi.printed.prints import Options, Printable, Printables, PrintError, Sheets, check_labels, check_sticker
from lucca_pi.printed.sheets import best_grid, grid_pages
from lucca_pi.printed.stickers import SMALLEST_MM, STICKER_MM, CodeStyle, sticker_of_square_mm

_BLEED_MM = 3.0
_SMALLEST_CARD_MM = (50.0, 75.0)
_CODES_REFUSED = "stickers and inserts are codes: --codes none is for the deck."
_HOW = _("print on both sides, turned over the long edge")
_REFUSALS = {
    "mat": "--mat goes with quarters: lucca-pi print quarters --mat.",
    "bleed": "--bleed is for the deck and the quarters; nothing else is printed up to its edge.",
}


def printables(deck: str | None) -> Printables:
    """The sheets to print with the deck of that name, or the reference deck. Raises what loading it raises."""
    return printables_of(load_deck(deck or "reference"))


def printables_of(deck_file: DeckFile) -> Printables:
    """The sheets to print with that deck."""

    def printable(make: Callable[[_Job], Sheets], *takes: str) -> Printable:
        return Printable(lambda options: make(_Job(deck_file, options)), frozenset(takes))

    return Printables(
        {
            "stickers": printable(_stickers, "labels"),
            "inserts": printable(_inserts),
            "deck": printable(_deck, "bleed"),
            "quarters": printable(_quarters, "bleed", "mat"),
            "quickcard": QUICK_CARD,
            "rules": rules_sheet(how_to_play, PICTURES),
        },
        _REFUSALS,
    )


@dataclass(frozen=True, slots=True)
class _Job:
    """Cards of that deck, printed with those options. Raises PrintError for a sticker size that is not on offer."""

    deck_file: DeckFile
    options: Options

    def __post_init__(self) -> None:
        if self.options.style:
            check_sticker(self.side_mm, self.options.style)

    @property
    def style(self) -> CodeStyle:
        """The style of stickers. Raises PrintError if no codes are wanted."""
        if not self.options.style:
            raise PrintError(_CODES_REFUSED)
        return self.options.style

    @property
    def side_mm(self) -> float:
        """
        The side of a card's sticker: as wanted, else of square labels, as the deck file says, or the style's own.

        Without codes, the plate in their place is as large as a usual sticker.
        """
        if not self.options.style:
            return STICKER_MM["aruco"]
        style, wanted_mm, labels = self.style, self.options.sticker_mm, self.options.labels
        if wanted_mm is not None:
            return wanted_mm
        is_free = self.deck_file.deck is reference_deck()
        if labels and labels.is_square and is_free and labels.width >= SMALLEST_MM[style]:
            return labels.width
        return sticker_of_square_mm(self.deck_file.square_mm) if style == "aruco" else STICKER_MM[style]

    @property
    def layout(self) -> Layout:
        """The layout of a card. Raises PrintError for cards too small for the drawing, or too large for a page."""
        (width, height), (least_width, least_height) = self.deck_file.card_mm, _SMALLEST_CARD_MM
        grid = best_grid(self.options.paper, (width, height), _BLEED_MM, 1)
        if width < least_width or height < least_height or not grid.places:
            raise PrintError(
                f"cards of {width:g} x {height:g} mm cannot be printed: the smallest are {least_width:g} x "
                f"{least_height:g} mm, and they have to fit on the paper."
            )
        return Layout(width, height, self.side_mm, self.options.style, _BLEED_MM if self.options.bleed else 0.0)


def _stickers(job: _Job) -> Sheets:
    options, side_mm = job.options, job.side_mm
    check_labels(options, side_mm)
    pieces = sticker_pieces(job.deck_file, side_mm, job.style)
    pages = sticker_pages(pieces, options.paper, options.labels, job.style, options.shift_mm)
    return Sheets("stickers", tuple(pages), pieces)


def _inserts(job: _Job) -> Sheets:
    piece = insert_piece(job.deck_file.card_mm, job.side_mm, job.style)
    title = _("Lucca Città scorer, inserts: each behind its card, the code outwards")
    return Sheets("inserts", tuple(grid_pages([piece] * BACKS, job.options.paper, title)), (piece,))


def _deck(job: _Job) -> Sheets:
    layout, title = job.layout, _("Lucca Città scorer, deck: {how}", how=_HOW)
    pieces = deck_pieces(job.deck_file, layout)
    return Sheets("deck", tuple(deck_pages(pieces, layout.bleed, job.options.paper, title)), pieces)


def _quarters(job: _Job) -> Sheets:
    """The quarters with their coats of arms, and the mat if it is wanted."""
    layout, paper, title = job.layout, job.options.paper, _("Lucca Città scorer, quarters: {how}", how=_HOW)
    pieces = (*quarter_pieces(layout), *coat_pieces())
    pages = tuple(deck_pages(pieces, layout.bleed, paper, title))
    if job.options.mat:
        pages, pieces = (*pages, *player_mat_pages(paper)), (*pieces, player_mat_piece(paper))
    return Sheets("quarters", pages, pieces)
