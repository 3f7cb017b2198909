"""The sizes of an owner's cards and stickers, in mm."""

from dataclasses import dataclass

from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM
from lucca_pi.games.citta.table.pieces import CARD_MM
from lucca_pi.language import Text, _
from lucca_pi.printed.marks import STICKER_MM, square_mm


@dataclass(frozen=True, slots=True)
class Sizes:
    """`card_mm`: width and height, with the sleeve; `sticker_mm`: the side of a sticker with its white margin."""

    card_mm: tuple[float, float] = CARD_MM
    sticker_mm: float = STICKER_MM["aruco"]

    @property
    def square_mm(self) -> float:
        """The side of the code's black square."""
        return round(square_mm(self.sticker_mm, "aruco"), 2)

    @property
    def inset_mm(self) -> float:
        """From the card's upper and left edge to the black square."""
        return round(FROM_EDGES_MM + (self.sticker_mm - self.square_mm) / 2, 2)

    @property
    def text(self) -> Text:
        """The sizes in words."""
        width, height = self.card_mm
        return _(
            "cards of {width:g} x {height:g} mm, stickers of {sticker:g} mm",
            width=width,
            height=height,
            sticker=self.sticker_mm,
        )

    def __str__(self) -> str:
        return self.text
