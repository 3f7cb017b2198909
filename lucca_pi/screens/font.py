"""
The displays' own bitmap font in all sizes, the same to the dot on every display.

It covers Latin-1, every accented Latin letter that Unicode can take apart, and Hebrew without its points; what it lacks
is drawn as a box. Of a text in both directions each part runs in its own (Unicode's bidirectional algorithm). A line of
text has `above` dots over its capitals for accents, `capitals` dots, and `below` dots for tails.

Each band names its letters in the first line and draws them below, `#` a dot. Capitals and figures are 7 dots high,
small letters 5, and two further lines go below the line of writing. MARKS sit above or below a letter, so that every
accented Latin letter is drawn that has a letter and marks of its own.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image

from lucca_pi.language import LEFT_MARK, RIGHT_MARK, is_reordered, visual_order
from lucca_pi.outside import harmless

_LETTERS = """
A     B     C     D     E     F     G     H     I   J     K     L     M       N     O     P     Q     R     S
.###. ####. .###. ####. ##### ##### .###. #...# ### ..### #...# #.... #.....# #...# .###. ####. .###. ####. .####
#...# #...# #...# #...# #.... #.... #...# #...# .#. ...#. #..#. #.... ##...## ##..# #...# #...# #...# #...# #....
#...# #...# #.... #...# #.... #.... #.... #...# .#. ...#. #.#.. #.... #.#.#.# ##..# #...# #...# #...# #...# #....
##### ####. #.... #...# ####. ####. #..## ##### .#. ...#. ##... #.... #..#..# #.#.# #...# ####. #...# ####. .###.
#...# #...# #.... #...# #.... #.... #...# #...# .#. ...#. #.#.. #.... #.....# #..## #...# #.... #.#.# #.#.. ....#
#...# #...# #...# #...# #.... #.... #...# #...# .#. #..#. #..#. #.... #.....# #..## #...# #.... #..#. #..#. ....#
#...# ####. .###. ####. ##### #.... .###. #...# ### .##.. #...# ##### #.....# #...# .###. #.... .##.# #...# ####.

T     U     V     W       X     Y     Z     Æ       Ø     Ð      Þ     Đ      Ł
##### #...# #...# #.....# #...# #...# ##### .###### .###. .####. #.... .####. .#....
..#.. #...# #...# #.....# #...# #...# ....# #..#... #..## .#...# #.... .#...# .#....
..#.. #...# #...# #..#..# .#.#. .#.#. ...#. #..#... #..## .#...# ####. .#...# .##...
..#.. #...# #...# #..#..# ..#.. ..#.. ..#.. ######. #.#.# ###..# #...# ###..# .#....
..#.. #...# .#.#. #..#..# .#.#. ..#.. .#... #..#... ##..# .#...# ####. .#...# ##....
..#.. #...# .#.#. #..#..# #...# ..#.. #.... #..#... ##..# .#...# #.... .#...# .#....
..#.. .###. ..#.. .##.##. #...# ..#.. ##### #..#### .###. .####. #.... .####. .#####

a     b     c    d     e     f    g     h     i j   k    l  m       n     o     p     q     r    s    t
..... #.... .... ....# ..... ..## ..... #.... # ..# #... #. ....... ..... ..... ..... ..... .... .... .#..
..... #.... .... ....# ..... .#.. ..... #.... . ... #... #. ....... ..... ..... ..... ..... .... .... .#..
.###. ####. .### .#### .###. #### .#### ####. # ..# #..# #. ######. ####. .###. ####. .#### #.## .### ####
....# #...# #... #...# #...# .#.. #...# #...# # ..# #.#. #. #..#..# #...# #...# #...# #...# ##.. #... .#..
.#### #...# #... #...# ##### .#.. #...# #...# # ..# ##.. #. #..#..# #...# #...# #...# #...# #... .##. .#..
#...# #...# #... #...# #.... .#.. #...# #...# # ..# #.#. #. #..#..# #...# #...# #...# #...# #... ...# .#..
.#### ####. .### .#### .###. .#.. .#### #...# # ..# #..# .# #..#..# #...# .###. ####. .#### #... ###. ..##
..... ..... .... ..... ..... .... ....# ..... . ..# .... .. ....... ..... ..... #.... ....# .... .... ....
..... ..... .... ..... ..... .... .###. ..... . ##. .... .. ....... ..... ..... #.... ....# .... .... ....

u     v     w       x     y     z     ß     æ       ø     ð     þ     ı ȷ   đ      ł   ſ    µ
..... ..... ....... ..... ..... ..... .##.. ....... ..... .#.#. #.... . ... ....#. .#. ..## .....
..... ..... ....... ..... ..... ..... #..#. ....... ..... ..#.. #.... . ... ..###. .#. .#.. .....
#...# #...# #..#..# #...# #...# ##### #..#. .##.##. .###. .#.#. ####. # ..# ....#. .#. .#.. #...#
#...# #...# #..#..# .#.#. #...# ...#. #.##. ...#..# #..## ...#. #...# # ..# .####. .## .#.. #...#
#...# .#.#. #..#..# ..#.. #...# ..#.. #...# .###### #.#.# .#### #...# # ..# #...#. ##. .#.. #...#
#...# .#.#. #..#..# .#.#. #...# .#... #...# #..#... ##..# #...# #...# # ..# #...#. .#. .#.. #..##
.#### ..#.. .##.##. #...# .#### ##### #.##. .##.### .###. .###. ####. # ..# .####. ..# .#.. ###.#
..... ..... ....... ..... ....# ..... ..... ....... ..... ..... #.... . ..# ...... ... .... #....
..... ..... ....... ..... .###. ..... ..... ....... ..... ..... #.... . ##. ...... ... .... #....
"""

_HEBREW = """
א     ב     ג    ד     ה     ו  ז   ח     ט     י  ך     כ     ל     ם
..... ..... .... ..... ..... .. ... ..... ..... .. ..... ..... #.... .....
#...# ####. ###. ##### ##### ## ### ##### #..## ## ##### ####. #.... #####
.#..# ...#. ..#. ...#. ....# .# .#. #...# #...# .# ....# ....# ##### #...#
.##.# ...#. ..#. ...#. ....# .# .#. #...# #...# .# ....# ....# ....# #...#
#.##. ...#. ..#. ...#. #...# .# .#. #...# #...# .. ....# ....# ....# #...#
#..#. ...#. .### ...#. #...# .# .#. #...# #...# .. ....# ....# ...#. #...#
#...# ##### #..# ...#. #...# .# .#. #...# ##### .. ....# ####. ..#.. #####
..... ..... .... ..... ..... .. ... ..... ..... .. ....# ..... ..... .....
..... ..... .... ..... ..... .. ... ..... ..... .. ....# ..... ..... .....

מ     ן  נ    ס     ע     ף     פ     ץ    צ     ק     ר     ש       ת     ׳  ״    ־
..... .. .... ..... ..... ..... ..... .... ..... ..... ..... ....... ..... .. .... ...
#.##. ## .##. ##### #...# ##### ##### #..# #...# ##### ####. #..#..# ####. .# .#.# ...
##..# .# ...# #...# #...# #...# #...# #..# #...# ....# ....# #..#..# .#..# #. #.#. ###
.#..# .# ...# #...# #...# ##..# ##..# #.#. .#.#. #...# ....# #..#..# .#..# .. .... ...
#...# .# ...# #...# .#..# ....# ....# ##.. ..#.. #..#. ....# #..#..# .#..# .. .... ...
#...# .# ...# .#.#. ..##. ....# ....# #... ...#. #.#.. ....# #..#..# .#..# .. .... ...
#.### .# #### ..#.. ###.. ....# ##### #... ##### #.... ....# ####### ##..# .. .... ...
..... .# .... ..... ..... ....# ..... #... ..... #.... ..... ....... ..... .. .... ...
..... .# .... ..... ..... ....# ..... #... ..... #.... ..... ....... ..... .. .... ...
"""

_FIGURES = """
0     1     2     3     4     5     6     7     8     9     ² ³ ¹
.###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###. ### ### .#
#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...# ..# ..# ##
#...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# ### .## .#
#...# ..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .#### #.. ..# .#
#...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....# ### ### .#
#...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ...#. ... ... ..
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .##.. ... ... ..
"""

_SIGNS = """
. ,  : ;  ! ?     ' "    -   –    —      +     −     ×     ÷     =    (  )  [  ]  /    \\   &     %
. .. . .. # .###. # #..# ... .... ...... ..... ..... ..... ..... .... .# #. ## ## ...# #... .##.. ##..#
. .. . .. # #...# # #..# ... .... ...... ..#.. ..... #...# ..#.. .... #. .# #. .# ...# #... #..#. ##..#
. .. # .# # ....# . .... ... .... ...... ..#.. ..... .#.#. ..... #### #. .# #. .# ..#. .#.. #.#.. ...#.
. .. . .. # ...#. . .... ### #### ###### ##### ##### ..#.. ##### .... #. .# #. .# ..#. .#.. .#... ..#..
. .. . .. # ..#.. . .... ... .... ...... ..#.. ..... .#.#. ..... #### #. .# #. .# .#.. ..#. #.#.# .#...
. .. . .. . ..... . .... ... .... ...... ..#.. ..... #...# ..#.. .... #. .# #. .# #... ...# #..#. #..##
# .# # .# # ..#.. . .... ... .... ...... ..... ..... ..... ..... .... .# #. ## ## #... ...# .##.# #..##
. #. . #. . ..... . .... ... .... ...... ..... ..... ..... ..... .... .. .. .. .. .... .... ..... .....

#     *     …       · °   @     _     <    >    | ~
.#.#. ..... ....... . .#. .###. ..... ...# #... # .....
.#.#. ..#.. ....... . #.# #...# ..... ..#. .#.. # .....
##### #.#.# ....... . .#. #.### ..... .#.. ..#. # .#..#
.#.#. .###. ....... # ... #.#.# ..... #... ...# # #.##.
##### #.#.# ....... . ... #.### ..... .#.. ..#. # .....
.#.#. ..#.. ....... . ... #.... ..... ..#. .#.. # .....
.#.#. ..... #..#..# . ... .###. ##### ...# #... # .....
..... ..... ....... . ... ..... ..... .... .... # .....

¡ ¿     «      »      ‹   ›   ‘  ’  “    ”    „    ‚  `  ^   {   }   ±     ¬     §     ¶     ¢
. ..#.. ...... ...... ... ... .# .# .#.# .#.# .... .. #. .#. ..# #.. ..#.. ..... .###. .#### ..#..
. ..... ...... ...... ... ... #. .# #.#. .#.# .... .. .# #.# .#. .#. ..#.. ..... #.... ###.# .####
# ..#.. ..#..# #..#.. ..# #.. #. #. #.#. #.#. .... .. .. ... .#. .#. ##### ##### .###. ###.# #.#..
. .#... .#..#. .#..#. .#. .#. .. .. .... .... .... .. .. ... #.. ..# ..#.. ....# #...# .##.# #.#..
# #.... #..#.. ..#..# #.. ..# .. .. .... .... .... .. .. ... .#. .#. ..#.. ....# .###. ...#. #.#..
# #...# .#..#. .#..#. .#. .#. .. .. .... .... .... .. .. ... .#. .#. ..... ..... ....# ..#.# .####
# .###. ..#..# #..#.. ..# #.. .. .. .... .... .#.# .# .. ... ..# #.. ##### ..... .###. ..#.# ..#..
# ..... ...... ...... ... ... .. .. .... .... #.#. #. .. ... ... ... ..... ..... ..... ..... .....

£     ¥     €     ¤     ¦ ª   º   ©     ®     ¯     ¼       ½       ¾
..##. #...# ..### #...# # .## .#. .###. .###. ##### #...#.. #...#.. ##..#..
.#..# #...# .#... .###. # #.# #.# #...# #...# ..... #..#... #..#... .#.#...
.#... .#.#. ####. .#.#. # .## .#. #.### ###.# ..... #.#.... #.#.... ###....
###.. ##### .#... .#.#. . ... ... ##..# ##.## ..... .#.#.#. .#.###. .##.#.#
.#... ..#.. ####. .###. # ### ### #.### ##.## ..... #..#.#. #....#. #..#.#.
.#..# ##### .#... #...# # ... ... #...# #...# ..... ...###. ...##.. ...###.
####. ..#.. ..### ..... # ... ... .###. .###. ..... .....#. ...###. .....#.
..... ..... ..... ..... . ... ... ..... ..... ..... ....... ....... .......

$     ¨   ´  ¸
..#.. #.# .# ..
.#### ... #. ..
#.#.. ... .. ..
.###. ... .. ..
..#.# ... .. ..
####. ... .. ..
..#.. ... .. ..
..... ... .. .#
..... ... .. #.

→     ←     ▲       ▼       ▶   ⛨     •  ✓       \ufffd
..... ..... ....... ....... ... ##### .. ....... #####
..... ..... ...#... ....... #.. #...# .. ......# #...#
..#.. ..#.. ..###.. ####### ##. #...# .. .....#. #...#
...#. .#... .#####. .#####. ### #...# ## #...#.. #...#
##### ##### ####### ..###.. ##. #...# ## .#.#... #...#
...#. .#... ....... ...#... #.. .#.#. .. ..#.... #...#
..#.. ..#.. ....... ....... ... ..#.. .. ....... #####
"""
"""The signs; the last one replaces a character that the font lacks."""

_MARKS_ABOVE = """
\u0300 \u0301 \u0302 \u0303 \u0304 \u0306 \u0307 \u0308 \u030a \u030b \u030c
#. .# .#. .#..# ### #..# # #.# ### .#.# #.#
.# #. #.# #.##. ... .##. . ... #.# #.#. .#.
.. .. ... ..... ... .... . ... ### .... ...
"""

_MARKS_BELOW = """
\u0323 \u0326 \u0327 \u0328
. .# .# #.
# #. #. .#
"""


_Dots = tuple[str, ...]
"""Rows from top to bottom, "#" for a dot: 11 for a letter, the third being the top of a capital."""

_ABOVE, _CAPITALS, _BELOW = 2, 7, 2
_SPACE_PX = 3
MISSING = "\ufffd"
_DOTLESS = {"i": "ı", "j": "ȷ"}


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a letter: dots across and down for each of its own; `bold` makes upright strokes a dot wider."""

    across: int
    down: int
    bold: bool = False

    @property
    def capitals(self) -> int:
        """The height of a capital in px."""
        return _CAPITALS * self.down

    @property
    def above(self) -> int:
        """The rows above the capitals, for accents, in px."""
        return _ABOVE * self.across

    @property
    def below(self) -> int:
        """The rows below the line, for tails, in px."""
        return _BELOW * self.across

    @property
    def least_pitch(self) -> int:
        """The least distance between lines, px: accents may reach between the tails of the line above."""
        return self.capitals + (5 * self.across + 1) // 2

    def __mul__(self, times: int) -> "Size":
        """The same letters, larger."""
        return Size(self.across * times, self.down * times, self.bold)


SMALL = Size(1, 1)
BOLD = Size(1, 1, bold=True)
TALL = Size(1, 2, bold=True)
LARGE = Size(2, 2)


def width_px(text: str, size: Size) -> int:
    """The width of one line of text, px."""
    return sum(_advance(letter, size) for letter in _letters(text)) - (size.across if text else 0)


def line(text: str, size: Size) -> Image.Image:
    """The text in one line, mode "1", white on black: as wide as `width_px`, ABOVE and BELOW rows included."""
    picture = Image.new("1", (max(width_px(text, size), 1), len(_enlarged(MISSING, size))))
    x = 0
    for letter in _letters(_as_seen(text)):
        picture.paste(_picture(letter, size), (x, 0))
        x += _advance(letter, size)
    return picture


@cache
def _picture(letter: str, size: Size) -> Image.Image:
    """The letter alone, mode "1"."""
    dots = _enlarged(letter, size)
    picture = Image.new("L", (len(dots[0]), len(dots)))
    picture.putdata([255 * (dot == "#") for row in dots for dot in row])
    return picture.convert("1")


def _as_seen(text: str) -> str:
    """The letters in their order on the screen, from left to right: those of Hebrew reversed, numbers within it not."""
    if not is_reordered(text):
        return text
    # without points, which follow their letter, and without what Unicode has no class for, which the library refuses
    letters = _letters(text, unseen=LEFT_MARK + RIGHT_MARK)
    return visual_order("".join(one[0] if unicodedata.bidirectional(one[0]) else MISSING for one in letters))


def _advance(letter: str, size: Size) -> int:
    """Distance from the left edge of a letter to that of the next, px."""
    return len(_enlarged(letter, size)[0]) + size.across


def _letters(text: str, unseen: str = "") -> Iterator[str]:
    """The letters of a text, each with its following marks; white space is a space, of the invisible only `unseen`."""
    letter = ""
    for character in unicodedata.normalize("NFC", harmless(text)):
        if unicodedata.combining(character) and letter:
            letter += character
        elif unicodedata.category(character) != "Cf" or character in unseen:
            if letter:
                yield letter
            letter = " " if character.isspace() else character
    if letter:
        yield letter


@cache
def _enlarged(letter: str, size: Size) -> _Dots:
    """The letter enlarged in both directions alike, then drawn out to its height; accents and tails are not."""
    dots, times = _dots(letter, size.bold), size.across
    while times % 2 == 0:
        dots, times = _smoothly_doubled(dots), times // 2
    dots = tuple("".join(dot * times for dot in row) for row in dots for _ in range(times))
    top, capitals = size.above, _CAPITALS * size.across
    body = tuple(dots[top + y * size.across // size.down] for y in range(size.capitals))
    return dots[:top] + body + dots[top + capitals :]


def _bolder(row: str) -> str:
    """The row with a dot added to the right of each dot."""
    return "".join("#" if "#" in pair else "." for pair in zip("." + row, row + ".", strict=True))


def _smoothly_doubled(dots: _Dots) -> _Dots:
    """The letter twice as large, with slanting strokes instead of steps."""
    rows = ["." * (len(dots[0]) + 2), *(f".{row}." for row in dots), "." * (len(dots[0]) + 2)]
    doubled = []
    for y in range(1, len(rows) - 1):
        upper, lower = "", ""
        for x in range(1, len(rows[0]) - 1):
            dot, over, under, left, right = rows[y][x], rows[y - 1][x], rows[y + 1][x], rows[y][x - 1], rows[y][x + 1]
            is_corner = over != under and left != right
            upper += (left if is_corner and left == over else dot) + (right if is_corner and right == over else dot)
            lower += (left if is_corner and left == under else dot) + (right if is_corner and right == under else dot)
        doubled += [upper, lower]
    return tuple(doubled)


@cache
def _dots(letter: str, bold: bool) -> _Dots:
    """The dots of the letter, or of a letter and its marks put together; a box for a missing one."""
    drawn = _drawn(_LETTERS + _HEBREW + _FIGURES + _SIGNS, _CAPITALS + _BELOW)
    if letter == " ":
        return ("." * (_SPACE_PX + bold),) * (_ABOVE + _CAPITALS + _BELOW)
    if letter in drawn:
        dots = ("." * len(drawn[letter][0]),) * _ABOVE + drawn[letter]
        return tuple(_bolder(row) for row in dots) if bold else dots
    parts = unicodedata.normalize("NFD", letter)
    base, marks = parts[0], parts[1:]
    if not marks or base not in drawn:
        return _dots(MISSING, bold)
    return _with_marks(_dots(_DOTLESS.get(base, base), bold), marks)


def _with_marks(dots: _Dots, marks: str) -> _Dots:
    above, below = _drawn(_MARKS_ABOVE, 3), _drawn(_MARKS_BELOW, 2)
    for mark in marks:
        if mark in above:
            top = next(y for y, row in enumerate(dots) if "#" in row)
            drawn = tuple(row for row in above[mark] if "#" in row)
            dots = _overlaid(dots, drawn, max(top - 1 - len(drawn), 0))
        elif mark in below:
            dots = _overlaid(dots, below[mark], _ABOVE + _CAPITALS)
    return dots


def _overlaid(dots: _Dots, mark: _Dots, top: int) -> _Dots:
    """The mark in the middle over the letter, its first row at `top`; the letter is made as wide as the mark."""
    width = max(len(dots[0]), len(mark[0]))
    rows = [list(row.center(width, ".")) for row in dots]
    for y, row in enumerate(mark, start=top):
        for x, dot in enumerate(row.center(width, ".")):
            if dot == "#":
                rows[y][x] = "#"
    return tuple("".join(row) for row in rows)


@cache
def _drawn(bands: str, height: int) -> dict[str, _Dots]:
    """The glyphs of some bands, filled with empty rows to `height`."""
    glyphs = {}
    for band in bands.strip("\n").split("\n\n"):
        names, *rows = (row.split() for row in band.strip("\n").split("\n"))
        for name, *dots in zip(names, *rows, strict=True):
            glyphs[name] = tuple(dots) + ("." * len(dots[0]),) * (height - len(dots))
    return glyphs
