"""
A game's souvenir: its last table, the winner, all points and what decided it, on a picture for a phone or on a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lucca_pi.language import _, say
from lucca_pi.printed.paper import A4, Paper
from lucca_pi.printed.pen import (
    INK,
    PALE,
    RED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    Pen,
    PrintedPage,
    PrintedPiece,
    pdf,
    png,
)

WIDTH_MM, HEIGHT_MM = 108.0, 135.0
_EDGE_MM, _HEAD_MM = 7.0, 17.0
_PAPER, _LINE = "#fffaf0", "#d9cfbf"
_PICTURE_MM = 52.0


@dataclass(frozen=True, slots=True)
class Souvenir:
    """
    What it shows. `ranking`: rank, name, and points as text, "" in a game without them; `deciding` and `table`: the
    words for a kind of figure, and the figures of the first two, or of all in the order of the ranking. `picture`: the
    last table as a JPEG, None if none is stored.
    """

    title: str
    day: str
    winner: str
    ranking: Sequence[tuple[int, str, str]]
    deciding: Sequence[tuple[str, str]]
    table: Sequence[tuple[str, Sequence[str]]]
    picture: bytes | None = None

    def text(self) -> str:
        """The same in a few lines, to send."""
        lines = [f"{self.title}, {self.day}", say(self.winner)]
        lines += [f"{rank}. {name} {points}".rstrip() for rank, name, points in self.ranking]
        told = ", ".join(f"{say(kind)} {figures}" for kind, figures in self.deciding)
        return "\n".join([*lines, *([told] if told else [])])


def souvenir_png(souvenir: Souvenir) -> bytes:
    """The souvenir as a PNG of 1080 × 1350 pixels, the tallest picture that phones show whole in their lists."""
    return png(PrintedPiece("souvenir", WIDTH_MM, HEIGHT_MM, lambda pen: _draw(pen, souvenir)))


def souvenir_pdf(souvenir: Souvenir, paper: Paper = A4) -> bytes:
    """The souvenir as a page to print, as large as the paper takes it."""
    scale = min((paper.width - 20) / WIDTH_MM, (paper.height - 20) / HEIGHT_MM)
    left, top = (paper.width - scale * WIDTH_MM) / 2, (paper.height - scale * HEIGHT_MM) / 2

    def draw(pen: Pen) -> None:
        with pen.at(left, top, scale=scale):
            _draw(pen, souvenir)

    return pdf([PrintedPage(paper.width, paper.height, draw)], souvenir.title)


def _draw(pen: Pen, one: Souvenir) -> None:
    pen.box(0, 0, WIDTH_MM, HEIGHT_MM, _PAPER)
    pen.box(0, 0, WIDTH_MM, _HEAD_MM, RED)
    y = _HEAD_MM
    if one.picture:
        pen.image(one.picture, 0, y, WIDTH_MM, _PICTURE_MM)
        y += _PICTURE_MM
    with pen.from_start(WIDTH_MM):
        room = WIDTH_MM - 2 * _EDGE_MM
        pen.text(one.title, _EDGE_MM, 10.5, 6.5, _PAPER, font=SERIF_BOLD, room=0.65 * room)
        pen.text(one.day, WIDTH_MM - _EDGE_MM, 10.5, 4, _PAPER, font=SERIF_ITALIC, anchor=1, room=0.3 * room)
        pen.text(say(one.winner), _EDGE_MM, y + 10.5, 7, INK, font=SERIF_BOLD, room=room)
        y = _ranking(pen, one, y + 13.5)
        y = _table(pen, one, y)
        footer = say(_("Each point with its reason: lucca-pi watched the cards."))
        pen.text(footer, _EDGE_MM, HEIGHT_MM - 3, 2.6, PALE, room=room)


def _ranking(pen: Pen, one: Souvenir, y: float) -> float:
    """The players beside one another, the first largest; returns where what follows begins."""
    room = (WIDTH_MM - 2 * _EDGE_MM) / max(1, len(one.ranking))
    for at, (rank, name, points) in enumerate(one.ranking):
        middle, is_first = _EDGE_MM + (at + 0.5) * room, rank == 1
        fill, ink = (RED, _PAPER) if is_first else (None, INK)
        pen.box(middle - 0.47 * room, y, 0.94 * room, 15, fill, line=fill or _LINE, radius=1.5)
        pen.text(points or f"{rank}.", middle, y + 7.5, 7, ink, font=SANS_BOLD, anchor=0.5, room=0.85 * room)
        pen.text(name, middle, y + 12.6, 3.6, ink, font=SANS, anchor=0.5, room=0.85 * room)
    return y + 19


def _table(pen: Pen, one: Souvenir, y: float) -> float:
    """All figures by kind; those that decided the game in bold. Returns where what follows begins."""
    below = HEIGHT_MM - 7 - y
    step = min(5.6 if one.picture else 10, below / max(1, len(one.table)))
    room = (WIDTH_MM - 2 * _EDGE_MM) / (len(one.ranking) + 1.6)
    decided = {kind for kind, _figures in one.deciding}
    for kind, figures in one.table:
        font = SANS_BOLD if kind in decided else SANS
        pen.text(say(kind), _EDGE_MM, y + 0.7 * step, min(0.62 * step, 5), INK, font=font, room=1.5 * room)
        for at, figure in enumerate(figures):
            x = WIDTH_MM - _EDGE_MM - (len(figures) - 1 - at + 0.2) * room
            pen.text(figure, x, y + 0.7 * step, min(0.62 * step, 5), INK, font=font, anchor=1)
        pen.line(_EDGE_MM, y + step, WIDTH_MM - _EDGE_MM, y + step, colour=_LINE, line_mm=0.15)
        y += step
    return y
