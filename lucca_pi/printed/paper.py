"""Paper to print on: page sizes, and sheets of self-adhesive labels by their makers' names. Lengths in mm."""

from collections.abc import Mapping
from dataclasses import dataclass

PRINTERS_MARGIN_MM = 5.0
"""What printers leave white along a page's edges: nothing is drawn there."""


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
        return self.height >= self.width


A3 = Paper("a3", 297.0, 420.0)
A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS: Mapping[str, Paper] = {paper.name: paper for paper in (A4, LETTER, A3)}


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels in columns and rows, in the middle of the page."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0
    """Between columns; rows touch."""


LABEL_SHEETS: Mapping[str, LabelSheet] = {
    "avery-l7651": LabelSheet(A4, 5, 13, 38.1, 21.2, 2.5),
    "avery-l7654": LabelSheet(A4, 4, 10, 45.7, 25.4, 2.5),
    "avery-3666": LabelSheet(A4, 5, 13, 38.0, 21.2),
    "avery-3667": LabelSheet(A4, 4, 16, 48.5, 16.9),
    "avery-5160": LabelSheet(LETTER, 3, 10, 66.675, 25.4, 3.175),
    "avery-5167": LabelSheet(LETTER, 4, 20, 44.45, 12.7, 7.62),
}
