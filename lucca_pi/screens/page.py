"""
The three ways a page is built: flowing text, a large name with lines below it, and a table of players.

A line of text may hold a tab: what follows it stands at the right edge.
"""

from collections.abc import Sequence

from lucca_pi.games.contract.screens import Row, Snapshot
from lucca_pi.language import _, is_right_to_left, say
from lucca_pi.screens.canvas import GAP_PX, LINES, MARGIN_PX, PITCH, TOP, Canvas, cut, largest
from lucca_pi.screens.font import CAPITALS, LARGE, SMALL, TALL, Size, width_px

BESIDE_NAME = 3
"""Lines of small text that fit below a large name."""

BEHIND_NUMBER_PX = 4
"""Between a row's number and its name."""

MOST_TALL = 3
"""Rows of a table that fit in tall letters."""

NAME_TOP, BELOW_NAME = 16, 35
"""Where the capitals of the name, and of the first line below it, begin."""


def points(number: int) -> str:
    """Points with their sign: "+12", "−3"."""
    return f"{number:+}".replace("-", "−")


def round_of(snapshot: Snapshot) -> str:
    """Which round of how many, in a game without rounds which turn; nothing when none is being played."""
    if snapshot.round is None:
        return say(_("Turn {turn}", turn=snapshot.turn)) if snapshot.turn else ""
    if snapshot.rounds is None:
        return say(_("Round {round}", round=snapshot.round))
    return say(_("Round {round} of {rounds}", round=snapshot.round, rounds=snapshot.rounds))


def flowing(heading: tuple[str, str], lines: Sequence[str], room_px: int, alarm: bool = False) -> list[Canvas]:
    """Small text, LINES to a page; at least one page."""
    canvases = []
    for start in range(0, max(len(lines), 1), LINES):
        canvas = _headed(heading, room_px, alarm)
        _write_lines(canvas, TOP, lines[start : start + LINES])
        canvases.append(canvas)
    return canvases


def named(
    heading: tuple[str, str], name: str, value: str, lines: Sequence[str], room_px: int, *, more: Sequence[str] = ()
) -> list[Canvas]:
    """A name as large as it fits beside the value, lines below it; `more`, if there is any, from the next page on."""
    canvas = _headed(heading, room_px)
    left = canvas.write_right(NAME_TOP, value, LARGE)
    text, size = largest(name, left - GAP_PX - MARGIN_PX if value else room_px)
    canvas.write(MARGIN_PX, NAME_TOP, text, size)
    _write_lines(canvas, BELOW_NAME, lines[:BESIDE_NAME])
    rest = [*lines[BESIDE_NAME:], *more]
    return [canvas, *(flowing(heading, rest, room_px) if rest else [])]


def table(heading: tuple[str, str], rows: Sequence[Row], room_px: int, first_stands_out: bool = False) -> list[Canvas]:
    """A row for each player, taller where there are only three that fit so; LINES to a page."""
    canvases = []
    for start in range(0, max(len(rows), 1), LINES):
        canvas = _headed(heading, room_px)
        shown = rows[start : start + LINES]
        count = len(shown) if all(_is_tall(row, room_px) for row in shown) else max(len(shown), MOST_TALL + 1)
        for number, row in enumerate(shown):
            _write_row(canvas, row, number, count)
            if first_stands_out and start + number == 0:
                canvas.invert(*((12, 18) if count <= MOST_TALL else (13, 11)))
        canvases.append(canvas)
    return canvases


def _is_tall(row: Row, room_px: int) -> bool:
    """Whether all of a row fits in tall letters, or its name is cut in small ones as well."""
    return _width_px(row, TALL) <= room_px or _width_px(row, SMALL) > room_px


def _width_px(row: Row, size: Size) -> int:
    """How wide the row is at least."""
    after = [width_px(row.note, SMALL), width_px(row.value, size)]
    return _before_px(row, size) + width_px(row.name, size) + sum(width + GAP_PX for width in after if width)


def _before_px(row: Row, size: Size) -> int:
    """How far from the edge a name begins."""
    return width_px("0", size) + BEHIND_NUMBER_PX if row.before else 0


def _headed(heading: tuple[str, str], room_px: int, alarm: bool = False) -> Canvas:
    canvas = Canvas(room_px, mirrored=is_right_to_left())
    canvas.heading(*heading, alarm)
    return canvas


def _write_lines(canvas: Canvas, top: int, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines):
        left, _, right = line.partition("\t")
        x = canvas.write_right(top + number * PITCH, right)
        canvas.write(MARGIN_PX, top + number * PITCH, cut(left, x - GAP_PX - MARGIN_PX) if right else left)


def _write_row(canvas: Canvas, row: Row, number: int, count: int) -> None:
    """The row of that number, from 0, in a table of `count` rows."""
    size = TALL if count <= MOST_TALL else SMALL
    y = 14 + number * 17 if count <= MOST_TALL else TOP + number * (12 if count == 4 else PITCH)
    x = canvas.write_right(y, row.value, size)
    note_width = width_px(row.note, SMALL)
    if row.note:
        x -= note_width + GAP_PX
        canvas.write(x, y + size.capitals - CAPITALS, row.note)
    canvas.write(MARGIN_PX, y, row.before, size)
    name_x = MARGIN_PX + _before_px(row, size)
    canvas.write(name_x, y, cut(row.name, x - GAP_PX - name_x, size), size)
