"""What can be printed, by name: its pages, and its pieces for pictures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lucca_pi.citta.rules.deckfile import DeckFile
from lucca_pi.printed.files import Page, pdf, write_pictures
from lucca_pi.printed.marks import LARGEST_MM, SMALLEST_MM, STICKER_MM, Style
from lucca_pi.printed.paper import LABEL_SHEETS, PAPERS, LabelSheet, Paper
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.stickers import sticker_pages, sticker_pieces

SHEETS = ("stickers",)


class PrintError(Exception):
    """Something cannot be printed so: says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What is to be printed and how. `families`: the quarters' names by their codes.

    `sticker_mm` None: the style's own size. `labels`: a name in LABEL_SHEETS, for stickers. Raises PrintError.
    """

    sheets: str
    deck_file: DeckFile
    families: Mapping[int, str]
    style: Style = "aruco"
    sticker_mm: float | None = None
    paper_name: str = "a4"
    labels_name: str | None = None

    def __post_init__(self) -> None:
        if self.labels_name and self.labels_name not in LABEL_SHEETS:
            raise PrintError(f"--labels {self.labels_name} is not known; choose one of {', '.join(LABEL_SHEETS)}.")
        smallest = SMALLEST_MM[self.style]
        if not smallest <= self.side_mm <= LARGEST_MM:
            raise PrintError(
                f"--sticker-mm {self.side_mm:g}: {self.style} stickers are {smallest:g} to {LARGEST_MM:g} mm wide."
            )
        if self.labels_name and self.sheets != "stickers":
            raise PrintError("--labels is for stickers alone; print the rest on paper.")
        if self.labels and self.side_mm > min(self.labels.width, self.labels.height):
            raise PrintError(
                f"--labels {self.labels_name}: its labels are {self.labels.width:g} x {self.labels.height:g} mm, too "
                f"small for stickers of {self.side_mm:g} mm."
            )

    @property
    def side_mm(self) -> float:
        """The side of a card's sticker."""
        return STICKER_MM[self.style] if self.sticker_mm is None else self.sticker_mm

    @property
    def labels(self) -> LabelSheet | None:
        return LABEL_SHEETS[self.labels_name] if self.labels_name else None

    @property
    def paper(self) -> Paper:
        return self.labels.paper if self.labels else PAPERS[self.paper_name]


def print_pdf(wanted: Wanted, file: Path) -> None:
    """Writes the sheets as a PDF in true size. Raises PrintError."""
    data = pdf_of(wanted)
    try:
        file.write_bytes(data)
    except OSError as error:
        raise PrintError(f"{file} cannot be written: {error.strerror}.") from None


def print_pictures(wanted: Wanted, directory: Path, dpi: int) -> None:
    """Writes each piece as `<code>.png` in true size. Raises PrintError."""
    try:
        write_pictures(pieces_of(wanted), directory, dpi)
    except OSError as error:
        raise PrintError(f"{directory} cannot be written into: {error.strerror}.") from None


def pdf_of(wanted: Wanted) -> bytes:
    """The sheets as a PDF."""
    return pdf(pages_of(wanted), f"Lucca Città scorer: {wanted.sheets}")


def pages_of(wanted: Wanted) -> Iterable[Page]:
    """The pages in the order in which they are printed."""
    return sticker_pages(pieces_of(wanted), wanted.paper, wanted.labels, wanted.style)


def pieces_of(wanted: Wanted) -> tuple[Piece, ...]:
    """Every piece once, however often it is on the sheets."""
    return sticker_pieces(wanted.deck_file, wanted.families, wanted.side_mm, wanted.style)
