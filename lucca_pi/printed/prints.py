"""The sheets that can be printed, by name, with the options; written as a PDF, or as a picture of each piece."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lucca_pi.errors import reason_of
from lucca_pi.printed.paper import A3, LABEL_SHEETS, PAPERS, PageGrid, Paper
from lucca_pi.printed.pen import Pen, PrintedPage, PrintedPiece, pdf, write_pictures
from lucca_pi.printed.stickers import LARGEST_MM, SMALLEST_MM, CodeStyle

LABELS_REFUSED = "--labels is for stickers, and for the outline of labels; the rest goes on paper."
_SHIFT_REFUSED = "--shift-mm goes with --labels: it moves what is printed on labels."
_SIZE_REFUSED = "--sticker-mm is the size of codes: leave it out with --codes none."
_FARTHEST_SHIFT_MM = 10.0
_SQUARE_ROOM_MM = 0.5
"""
Largest difference, mm, by which a sticker may be smaller than its square label: its place on the card is the label's.
"""
NAMES_REFUSED = "--name goes with names: lucca-pi print names --name Ada --name Ben."


class PrintError(Exception):
    """Something cannot be printed so: says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Options:
    """
    The options of a print. Raises PrintError.

    `style` None: without codes. `sticker_mm` None: the printed deck's own size. `labels_name`: a name in LABEL_SHEETS,
    for stickers. `bleed`: draw beyond the edges, for clean cuts. `mat`: also print the mat. `names`: the players on the
    name cards. `shift_mm`: shift of everything on labels to the right and down, for a printer that draws it beside
    them.
    """

    style: CodeStyle | None = "aruco"
    sticker_mm: float | None = None
    paper_name: str = "a4"
    labels_name: str | None = None
    bleed: bool = False
    mat: bool = False
    names: tuple[str, ...] = ()
    shift_mm: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if self.sticker_mm is not None:
            if not self.style:
                raise PrintError(_SIZE_REFUSED)
            check_sticker(self.sticker_mm, self.style)
        if self.labels_name and self.labels_name not in LABEL_SHEETS:
            raise PrintError(f"--labels {self.labels_name} is not known; choose one of {', '.join(LABEL_SHEETS)}.")
        if not self.labels_name and any(self.shift_mm):
            raise PrintError(_SHIFT_REFUSED)
        if not all(abs(length) <= _FARTHEST_SHIFT_MM for length in self.shift_mm):
            raise PrintError(f"--shift-mm: up to {_FARTHEST_SHIFT_MM:g} mm to each side.")

    @property
    def labels(self) -> PageGrid | None:
        """The label sheet to print on; None for paper."""
        return LABEL_SHEETS[self.labels_name] if self.labels_name else None

    @property
    def paper(self) -> Paper:
        """The page to print on."""
        return self.labels.paper if self.labels else PAPERS[self.paper_name]

    def given(self) -> Iterator[str]:
        """The options that only some sheets take, of those that were given."""
        flags = {"labels": self.labels_name, "mat": self.mat, "bleed": self.bleed, "names": self.names}
        return (name for name, value in flags.items() if value)


@dataclass(frozen=True, slots=True)
class Sheets:
    """The pages in the order in which they are printed, and every piece once."""

    name: str
    pages: tuple[PrintedPage, ...]
    pieces: tuple[PrintedPiece, ...]


@dataclass(frozen=True, slots=True)
class Printable:
    """Something to print: `make` raises PrintError; `takes` are those of `Options.given` that go with it."""

    make: Callable[[Options], Sheets]
    takes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Printables:
    """All sheets to print, by name; `refusals`: the messages for options that do not go with the sheets."""

    printables: Mapping[str, Printable]
    refusals: Mapping[str, str]

    def __or__(self, other: "Printables") -> "Printables":
        """These, then those of the other whose names are not among them."""
        others = {name: one for name, one in other.printables.items() if name not in self.printables}
        return Printables({**self.printables, **others}, {**self.refusals, **other.refusals})

    def made(self, name: str, options: Options) -> Sheets:
        """The sheets of that name. Raises PrintError."""
        printable = self.printables[name]
        for option in options.given():
            if option not in printable.takes:
                raise PrintError(self.refusals[option])
        return printable.make(options)


def whole_pages(name: str, paper: Paper, *draws: Callable[[Pen], None]) -> Sheets:
    """Sheets whose pieces are their pages, each as large as the paper."""
    size, names = (paper.width, paper.height), [name]
    if len(draws) > 1:
        names = [f"{name}-{number}" for number in range(1, len(draws) + 1)]
    pages = tuple(PrintedPage(*size, draw) for draw in draws)
    return Sheets(name, pages, tuple(PrintedPiece(one, *size, draw) for one, draw in zip(names, draws, strict=True)))


def not_on_a3(options: Options, what: str) -> Paper:
    """The paper of the options. Raises PrintError for A3: `what` is made for smaller pages."""
    if options.paper is A3:
        raise PrintError(f"{what} made for a4 and letter; give --paper a4.")
    return options.paper


def of_one_size(make: Callable[[Options], Sheets], refusal: str) -> Printable:
    """Sheets whose codes have one size and style: if another is asked for, they are refused in those words."""

    def made(options: Options) -> Sheets:
        if options.sticker_mm is not None or options.style != "aruco":
            raise PrintError(refusal)
        return make(options)

    return Printable(made)


def check_sticker(side_mm: float, style: CodeStyle) -> None:
    """Raises PrintError for a sticker that is too small or too large."""
    smallest = SMALLEST_MM[style]
    if not smallest <= side_mm <= LARGEST_MM:
        raise PrintError(f"--sticker-mm {side_mm:g}: {style} stickers are {smallest:g} to {LARGEST_MM:g} mm wide.")


def check_labels(options: Options, side_mm: float) -> None:
    """Raises PrintError for labels that are too small for stickers of that side, or, square ones, too large."""
    labels = options.labels
    if labels and labels.is_square and side_mm < labels.width - _SQUARE_ROOM_MM:
        raise PrintError(
            f"--labels {options.labels_name}: its labels are stickers of {labels.width:g} mm as they are, not of "
            f"{side_mm:g} mm. Leave --sticker-mm out, or take labels that are cut."
        )
    if labels and side_mm > min(labels.width, labels.height):
        raise PrintError(
            f"--labels {options.labels_name}: its labels are {labels.width:g} x {labels.height:g} mm, too small for "
            f"stickers of {side_mm:g} mm."
        )


def print_pdf(sheets: Sheets, file: Path) -> str:
    """Writes the sheets as a PDF in true size, and returns a sentence on it. Raises PrintError."""
    data = pdf_of(sheets)
    try:
        file.write_bytes(data)
    except OSError as error:
        raise PrintError(f"{file} cannot be written: {reason_of(error)}.") from None
    sides = _counted(len(sheets.pages), "page")
    if any(piece.back for piece in sheets.pieces):
        sides = f"{_counted(-(-len(sheets.pages) // 2), 'sheet')}, {_counted(len(sheets.pages), 'side')}"
    return f"{file}: {sides} of {sheets.name}, {_papers(sheets)}. {_how(sheets)}"


def _papers(sheets: Sheets) -> str:
    """The paper that the pages go on: A4, Letter, A3, or their size in mm."""
    names = {frozenset((paper.width, paper.height)): paper.name.capitalize() for paper in PAPERS.values()}
    sizes = dict.fromkeys((page.width, page.height) for page in sheets.pages)
    return " and ".join(dict.fromkeys(names.get(frozenset(size), "{:g} x {:g} mm".format(*size)) for size in sizes))


def _how(sheets: Sheets) -> str:
    """The instructions for printing in true size."""
    both = ", on both sides, turned over the long edge" if any(piece.back for piece in sheets.pieces) else ""
    return (
        f'Print at 100 % ("actual size"), not fitted to the page{both}. On other paper it comes out smaller, whatever '
        "you choose: A4 on Letter at 91 %, Letter on A4 at 93 %. A ruler on the page tells, where there is one."
    )


def print_pictures(sheets: Sheets, directory: Path, dpi: int) -> str:
    """Writes each piece as `<its name>.png` in true size, and returns a sentence on it. Raises PrintError."""
    try:
        write_pictures(sheets.pieces, directory, dpi)
    except OSError as error:
        raise PrintError(f"{directory} cannot be written into: {reason_of(error)}.") from None
    return f"{directory}: {_counted(len(sheets.pieces), 'picture')} of {sheets.name}, {dpi} dots to the inch."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def pdf_of(sheets: Sheets) -> bytes:
    """The sheets as a PDF."""
    return pdf(sheets.pages, f"Lucca Città scorer: {sheets.name}")
