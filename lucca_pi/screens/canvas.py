"""A picture of 128 x 64 dots to write on: a line for what and which round, and the room below it."""

from PIL import Image, ImageChops, ImageDraw

from lucca_pi.screens.font import BOLD, LARGE, SMALL, TALL, Size, above_px, line, width_px

WIDTH, HEIGHT = 128, 64
MARGIN_PX = 1

ROOM_PX = WIDTH - 2 * MARGIN_PX
"""The width there is for text."""

GUTTER_PX = 4
"""What of it is left free on the right for the bar that tells of further pages."""

GAP_PX = 5
"""Between two texts in one line, at least."""

TOP = 15
"""Where the capitals of the first line below the heading begin."""

PITCH = 10
LINES = 5
"""Lines of small text, PITCH apart, that fit below the heading."""


class Canvas:
    """
    `room_px` is the width for text below the heading, from MARGIN_PX on.

    A `mirrored` one counts its x from the right edge: what it is told to write on the left stands on the right.
    """

    def __init__(self, room_px: int = ROOM_PX, *, mirrored: bool = False) -> None:
        self.picture = Image.new("1", (WIDTH, HEIGHT))
        self.right = MARGIN_PX + room_px
        self._mirrored = mirrored

    def heading(self, left: str, right: str, alarm: bool = False) -> None:
        """The first line, ruled off; `alarm` makes it black on white. The left text gives way to the right one."""
        room_px = ROOM_PX - (width_px(right, SMALL) + GAP_PX if right else 0)
        size = BOLD if width_px(left, BOLD) <= room_px else SMALL
        self.write(MARGIN_PX, 2, cut(left, room_px, size), size)
        self.write(WIDTH - MARGIN_PX - width_px(right, SMALL), 2, right)
        if alarm:
            self._invert((0, 0, WIDTH, 12))
        else:
            ImageDraw.Draw(self.picture).line((0, 11, WIDTH - 1, 11), fill=1)

    def write(self, x: int, y: int, text: str, size: Size = SMALL) -> None:
        """The text with its left edge at x and the top of its capitals at y."""
        if text:
            dots = line(text, size)
            left = self._left_of(x, dots.width)
            ImageDraw.Draw(self.picture).bitmap((left, y - above_px(size)), dots, fill=1)

    def _left_of(self, x: int, width_px: int) -> int:
        """The left edge on the picture of something at x with this width."""
        return WIDTH - x - width_px if self._mirrored else x

    def write_right(self, y: int, text: str, size: Size = SMALL) -> int:
        """The text against the right edge of the room. Gives its left edge."""
        x = self.right - width_px(text, size)
        self.write(x, y, text, size)
        return x

    def invert(self, top: int, height: int) -> None:
        """Black for white and white for black, in a bar as wide as the room and its margins."""
        self._invert((0, top, self.right + MARGIN_PX, min(top + height, HEIGHT)))

    def _invert(self, box: tuple[int, int, int, int]) -> None:
        x, top, right, bottom = box
        left = self._left_of(x, right - x)
        box = (left, top, left + right - x, bottom)
        bar = self.picture.crop(box)
        self.picture.paste(ImageChops.logical_xor(bar, Image.new("1", bar.size, 1)), box)

    def bar(self, number: int, count: int) -> None:
        """At the right edge: that this is page `number`, from 0, of `count`."""
        draw = ImageDraw.Draw(self.picture)
        top, height = TOP - 1, HEIGHT - TOP + 1
        x = self._left_of(WIDTH - 1, 1)
        draw.point([(x, y) for y in range(top, HEIGHT, 3)], fill=1)
        start = top + height * number // count
        end = max(start, top + height * (number + 1) // count - 1)
        left = self._left_of(WIDTH - 2, 2)
        draw.rectangle((left, start, left + 1, end), fill=1)


def cut(text: str, room_px: int, size: Size = SMALL) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if width_px(text, size) <= room_px:
        return text
    while text and width_px(text.rstrip() + "…", size) > room_px:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, room_px: int, indent: str = "") -> list[str]:
    """The text in lines of at most `room_px`; a word longer than a line is broken. Later lines begin with `indent`."""
    lines: list[str] = []
    for piece in (piece for word in text.split() for piece in _broken(word, room_px, indent)):
        if lines and width_px(f"{lines[-1]} {piece}", SMALL) <= room_px:
            lines[-1] += f" {piece}"
        else:
            lines.append(indent + piece if lines else piece)
    return lines


def _broken(word: str, room_px: int, indent: str) -> list[str]:
    """The word in pieces that fit behind the indent; in one piece if it does."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_px(indent + pieces[-1] + letter, SMALL) > room_px:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def largest(text: str, room_px: int) -> tuple[str, Size]:
    """The text in the largest size in which it fits, cut if it fits in none."""
    for size in (LARGE, TALL):
        if width_px(text, size) <= room_px:
            return text, size
    return cut(text, room_px, TALL), TALL
