"""Where things stand on a card. Lengths in mm."""

from dataclasses import dataclass

from lucca_pi.printed.marks import Style

FROM_EDGES_MM = 2.0
"""From the card's upper and left edge to the sticker's."""
PLATE_WIDE = 1.7
"""How wide the plate with a palace's number is, as a part of its height: three shields fit beside it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """
    Where things stand on a card of that size with a sticker of that side; `bleed`: it is drawn beyond its edges.

    `style` None: no codes; the card's name stands there, as tall as the sticker.
    """

    width: float
    height: float
    sticker_mm: float
    style: Style | None
    bleed: float = 0.0

    @property
    def corner(self) -> float:
        """How wide what stands in the upper left corner is: the sticker, or the plate."""
        return self.sticker_mm * (1.0 if self.style else PLATE_WIDE)

    @property
    def band(self) -> float:
        """The lower edge of the band at the top."""
        return self.sticker_mm + 2 * FROM_EDGES_MM - 0.5

    @property
    def half(self) -> float:
        """How far down a card is seen while the next one lies on it."""
        return self.height / 2

    @property
    def eaves(self) -> float:
        """The lower edge of the roof."""
        return self.band + (self.half - self.band) * 0.32

    @property
    def left(self) -> float:
        """The left (and upper) edge of what is drawn."""
        return -self.bleed

    @property
    def right(self) -> float:
        """The right edge of what is drawn."""
        return self.width + self.bleed

    @property
    def bottom(self) -> float:
        """The lower edge of what is drawn."""
        return self.height + self.bleed

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that is drawn."""
        return self.left, self.left, self.right, self.bottom
