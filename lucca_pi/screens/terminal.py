"""A picture of the small display as text, white dots as ink, in a thin frame."""

from PIL.Image import Image

HALVES = " ▀▄█"
BRAILLE = 0x2800
BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in a braille cell of 4 rows of 2."""


def as_text(picture: Image, columns: int = 80, lines: int = 24) -> str:
    """
    The picture as lines of text for a terminal of this size, without a newline at the end.

    Half blocks read best and take 2 columns more than the picture has dots across (130 of 128), and 34 lines; where
    these do not fit, braille takes half as many (66), and 18 lines.

    >>> from PIL import Image
    >>> picture = Image.new("1", (4, 4))
    >>> picture.putpixel((1, 0), 1)
    >>> print(as_text(picture))
    ┌────┐
    │ ▀  │
    │    │
    └────┘
    """
    width, height = picture.size
    dots = picture.convert("1").load()
    assert dots is not None
    ink = [[bool(dots[x, y]) for x in range(width)] for y in range(height)]
    halves_fit = columns >= width + 2 and lines >= height // 2 + 2
    rows = _in_halves(ink) if halves_fit else _in_braille(ink)
    edge = "─" * len(rows[0])
    return "\n".join([f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"])


def _in_halves(ink: list[list[bool]]) -> list[str]:
    pairs = zip(ink[::2], ink[1::2], strict=True)
    return ["".join(HALVES[upper + 2 * lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def _in_braille(ink: list[list[bool]]) -> list[str]:
    return ["".join(_cell(ink, x, y) for x in range(0, len(ink[0]), 2)) for y in range(0, len(ink), 4)]


def _cell(ink: list[list[bool]], x: int, y: int) -> str:
    """The braille cell whose upper left dot is (x, y)."""
    bits = (bit for dy, row in enumerate(BRAILLE_DOTS) for dx, bit in enumerate(row) if ink[y + dy][x + dx])
    return chr(BRAILLE + sum(bits))
