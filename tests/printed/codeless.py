"""The picture of `docs/cards.md` that shows some pieces of the deck with codes and, below, the same without."""

from pathlib import Path

from PIL import Image

from lucca_pi.games.citta.paper import printables
from lucca_pi.printed.pages import picture
from lucca_pi.printed.prints import Options
from lucca_pi.printed.stickers import CodeStyle

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "without-codes.png"
SHOWN = ("9", "30", "67", "88", "99", "111")
"""Four houses of the same colour, windows and shields, a tower and a back."""
DPI, BETWEEN_PX = 75, 8


def codeless() -> Image.Image:
    """Two rows."""
    rows = [_pictures("aruco"), _pictures(None)]
    width, height = rows[0][0].size
    sheet = Image.new("RGB", (len(SHOWN) * (width + BETWEEN_PX), 2 * (height + BETWEEN_PX)), "#ffffff")
    for row, pictures in enumerate(rows):
        for column, one in enumerate(pictures):
            sheet.paste(one, (column * (width + BETWEEN_PX), row * (height + BETWEEN_PX)))
    return sheet


def _pictures(style: CodeStyle | None) -> list[Image.Image]:
    pieces = {piece.name: piece for piece in printables(None).made("deck", Options(style)).pieces}
    return [picture(pieces[name], DPI) for name in SHOWN]
