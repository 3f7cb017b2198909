"""How the codes of Lucca Città are printed: how large, and in which style."""

from lucca_pi.games.citta.table.pieces import COAT_CODES, COAT_SQUARE_MM, QUARTER_CODES, QUARTER_SQUARE_MM
from lucca_pi.printed.marks import Style
from lucca_pi.vision.codes import MODULES


def style_of(code: int, style: Style) -> Style:
    """Quarters and coats of arms bear markers in every style: they give the scale."""
    return "aruco" if code in QUARTER_CODES or code in COAT_CODES else style


def sticker_mm_of(code: int, card_sticker_mm: float) -> float:
    """The side of the sticker with that code: of quarters and coats it is always the same."""
    whole = (MODULES + 2) / MODULES
    if code in QUARTER_CODES:
        return QUARTER_SQUARE_MM * whole
    return COAT_SQUARE_MM * whole if code in COAT_CODES else card_sticker_mm
