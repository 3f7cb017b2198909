"""Paper to print on: page sizes, and sheets of labels by their makers' names. Lengths in mm."""

from collections.abc import Mapping
from dataclasses import dataclass

PRINTERS_MARGIN_MM = 5.0
"""Width that printers leave white along a page's edges: nothing is drawn there."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page's width and height, upright."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> "Paper":
        """The same page on its side."""
        return Paper(self.name, self.height, self.width)

    @property
    def is_upright(self) -> bool:
        """True if the page is at least as tall as wide."""
        return self.height >= self.width


A3 = Paper("a3", 297.0, 420.0)
A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS: Mapping[str, Paper] = {paper.name: paper for paper in (A4, LETTER, A3)}


@dataclass(frozen=True, slots=True)
class PageGrid:
    """Equal places in columns and rows in the middle of the page: labels, or pieces to cut out."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0
    """Between columns."""
    gap_below: float = 0.0
    """Between rows."""

    @property
    def is_square(self) -> bool:
        """True if each place is a square: such a label is a sticker as it is, and nothing is cut."""
        return self.width == self.height

    @property
    def places(self) -> int:
        """Places on the page."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """The margin left of the places, and right of them."""
        return (self.paper.width - self.columns * (self.width + self.gap) + self.gap) / 2

    @property
    def top(self) -> float:
        """The margin above the places, and below them."""
        return (self.paper.height - self.rows * (self.height + self.gap_below) + self.gap_below) / 2

    def place(self, index: int) -> tuple[float, float]:
        """
        The upper left corner of the place of that number, row by row.

        >>> LABEL_SHEETS["endisch-6502020"].place(10)
        (35.0, 28.5)
        """
        row, column = divmod(index, self.columns)
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap_below)


LABEL_SHEETS: Mapping[str, PageGrid] = {
    "endisch-6502020": PageGrid(A4, 9, 14, 20.0, 20.0),
    "rayfilm-5003": PageGrid(A4, 6, 11, 25.4, 25.4, 5.1),
    "hama-50517": PageGrid(A4, 6, 11, 25.4, 25.4, 5.02),
    "onlinelabels-ol2050": PageGrid(LETTER, 13, 17, 12.7, 12.7, 3.175, 3.175),
    "onlinelabels-ol3008": PageGrid(LETTER, 10, 14, 19.05, 19.05),
    "onlinelabels-ol5425": PageGrid(LETTER, 8, 10, 25.4, 25.4),
    "avery-l7651": PageGrid(A4, 5, 13, 38.1, 21.2, 2.5),
    "avery-l7654": PageGrid(A4, 4, 10, 45.7, 25.4, 2.5),
    "avery-3666": PageGrid(A4, 5, 13, 38.0, 21.2),
    "avery-3667": PageGrid(A4, 4, 16, 48.5, 16.9),
    "avery-5160": PageGrid(LETTER, 3, 10, 66.675, 25.4, 3.175),
    "avery-5167": PageGrid(LETTER, 4, 20, 44.45, 12.7, 7.62),
}
"""
By maker and number, square ones first: of these the sizes are those of the templates that gLabels ships (Endisch,
Rayfilm, Hama, Online Labels).
"""
