"""What can be printed, by name, and how it was asked for; written as a PDF of sheets, or as a picture of each piece."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lucca_pi.printed.files import Page, pdf, write_pictures
from lucca_pi.printed.marks import LARGEST_MM, SMALLEST_MM, Style
from lucca_pi.printed.paper import LABEL_SHEETS, PAPERS, LabelSheet, Paper
from lucca_pi.printed.piece import Piece

LABELS_REFUSED = "--labels is for stickers alone; the rest goes on paper."
NAMES_REFUSED = "--name goes with names: lucca-pi print names --name Ada --name Ben."


class PrintError(Exception):
    """Something cannot be printed so: says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Options:
    """
    How something is to be printed, as it was asked for. Raises PrintError.

    `sticker_mm` None: what is made says how large. `labels_name`: a name in LABEL_SHEETS, for stickers. `bleed`: draw
    beyond the edges, for clean cuts. `mat`: also print the mat. `names`: whom name cards are for.
    """

    style: Style = "aruco"
    sticker_mm: float | None = None
    paper_name: str = "a4"
    labels_name: str | None = None
    bleed: bool = False
    mat: bool = False
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.sticker_mm is not None:
            check_sticker(self.sticker_mm, self.style)
        if self.labels_name and self.labels_name not in LABEL_SHEETS:
            raise PrintError(f"--labels {self.labels_name} is not known; choose one of {', '.join(LABEL_SHEETS)}.")

    @property
    def labels(self) -> LabelSheet | None:
        return LABEL_SHEETS[self.labels_name] if self.labels_name else None

    @property
    def paper(self) -> Paper:
        return self.labels.paper if self.labels else PAPERS[self.paper_name]

    def given(self) -> Iterator[str]:
        """The options that only some sheets take, of those that were given."""
        flags = {"labels": self.labels_name, "mat": self.mat, "bleed": self.bleed, "names": self.names}
        return (name for name, value in flags.items() if value)


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is printed: the pages in the order in which they are printed, and every piece once."""

    name: str
    pages: tuple[Page, ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Printable:
    """Something to print: `make` raises PrintError; `takes` are those of `Options.given` that go with it."""

    make: Callable[[Options], Sheets]
    takes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Prints:
    """All that somebody has to print, by name; `refusals`: what is said where an option does not go with the sheets."""

    printables: Mapping[str, Printable]
    refusals: Mapping[str, str]

    def __or__(self, other: "Prints") -> "Prints":
        """These, then those of the other whose names are not among them."""
        others = {name: one for name, one in other.printables.items() if name not in self.printables}
        return Prints({**self.printables, **others}, {**self.refusals, **other.refusals})

    def made(self, name: str, options: Options) -> Sheets:
        """The sheets of that name. Raises PrintError."""
        printable = self.printables[name]
        for option in options.given():
            if option not in printable.takes:
                raise PrintError(self.refusals[option])
        return printable.make(options)


def check_sticker(side_mm: float, style: Style) -> None:
    """Raises PrintError for a sticker that is too small or too large."""
    smallest = SMALLEST_MM[style]
    if not smallest <= side_mm <= LARGEST_MM:
        raise PrintError(f"--sticker-mm {side_mm:g}: {style} stickers are {smallest:g} to {LARGEST_MM:g} mm wide.")


def check_labels(options: Options, side_mm: float) -> None:
    """Raises PrintError for labels that are too small for stickers of that side."""
    labels = options.labels
    if labels and side_mm > min(labels.width, labels.height):
        raise PrintError(
            f"--labels {options.labels_name}: its labels are {labels.width:g} x {labels.height:g} mm, too small for "
            f"stickers of {side_mm:g} mm."
        )


def print_pdf(sheets: Sheets, file: Path) -> str:
    """Writes the sheets as a PDF in true size, and says what was written. Raises PrintError."""
    data = pdf_of(sheets)
    try:
        file.write_bytes(data)
    except OSError as error:
        raise PrintError(f"{file} cannot be written: {error.strerror}.") from None
    count = _counted(len(sheets.pages), "page")
    return f"{file}: {count} of {sheets.name}. Print in true size (100 %), not fitted to the page."


def print_pictures(sheets: Sheets, directory: Path, dpi: int) -> str:
    """Writes each piece as `<its name>.png` in true size, and says what was written. Raises PrintError."""
    try:
        write_pictures(sheets.pieces, directory, dpi)
    except OSError as error:
        raise PrintError(f"{directory} cannot be written into: {error.strerror}.") from None
    return f"{directory}: {_counted(len(sheets.pieces), 'picture')} of {sheets.name}, {dpi} dots to the inch."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def pdf_of(sheets: Sheets) -> bytes:
    """The sheets as a PDF."""
    return pdf(sheets.pages, f"Lucca Città scorer: {sheets.name}")
