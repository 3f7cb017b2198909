"""The pictures of the guide to the cards: pieces of the deck, in each language of the guide, with codes and without."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from lucca_pi.games.citta.paper import printables
from lucca_pi.language import SOURCE, use
from lucca_pi.printed.pen import picture
from lucca_pi.printed.prints import Options
from lucca_pi.printed.stickers import CodeStyle

GUIDES = Path(__file__).parents[2] / "docs" / "pictures"
FILE = GUIDES / "without-codes.png"
SHOWN = ("9", "30", "67", "88", "99", "111")
"""Four houses of the same colour, windows and shields, a tower and a back."""
PIECES = {GUIDES / "cards.png": SOURCE, GUIDES / "de" / "cards.png": "de"}
"""Pictures of one piece of each kind, each with the language of its quarter."""
KINDS = ("22", "2", "24", "4", "20", "7", "97", "111", "101")
"""Six palaces, a tower, a back and a quarter."""
DPI, BETWEEN_PX = 75, 8


def codeless() -> Image.Image:
    """Two rows."""
    return _in_rows([_pictures(SHOWN, "aruco"), _pictures(SHOWN, None)])


def kinds(language: str) -> Image.Image:
    """One piece of each kind, as printed in that language."""
    use(language)
    return _in_rows([_pictures(KINDS, "aruco")])


def _in_rows(rows: list[list[Image.Image]]) -> Image.Image:
    width, height = rows[0][0].size
    sheet = Image.new("RGB", (len(rows[0]) * (width + BETWEEN_PX), len(rows) * (height + BETWEEN_PX)), "#ffffff")
    for row, pictures in enumerate(rows):
        for column, one in enumerate(pictures):
            sheet.paste(one, (column * (width + BETWEEN_PX), row * (height + BETWEEN_PX)))
    return sheet


def _pictures(names: Iterable[str], style: CodeStyle | None) -> list[Image.Image]:
    pieces = {piece.name: piece for piece in printables(None).made("deck", Options(style)).pieces}
    return [picture(pieces[name], DPI) for name in names]
