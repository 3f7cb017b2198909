"""A pen that draws a picture as SVG, for a page: the same drawings as on paper. Lengths in mm."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape

from reportlab.lib.utils import simpleSplit

from lucca_pi.language import bound_signs, is_right_to_left
from lucca_pi.printed.pen import SANS, SERIF_ITALIC, Outline, Pen, line_mm

_FAMILIES = {"sans": "Arial, Helvetica, sans-serif", "serif": "Georgia, serif"}
_CLOSED = "Z"


def svg(draw: Callable[[Pen, float], float], width: float) -> bytes:
    """The picture that `draw` draws in this width, as an SVG document."""
    pen = SvgPen()
    height = draw(pen, width)
    return pen.document(width, height).encode()


class SvgPen(Pen):
    """Draws the elements of an SVG document. What Pen describes holds here too."""

    def __init__(self) -> None:
        self._is_mirrored = False
        self._out: list[str] = []
        self._definitions: list[str] = []
        self._names: set[str] = set()

    def document(self, width: float, height: float) -> str:
        """Everything drawn so far, in a picture of that size."""
        size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
        definitions = f"<defs>{''.join(self._definitions)}</defs>"
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{definitions}{"".join(self._out)}</svg>'

    @contextmanager
    def at(self, x: float, y: float, turn_deg: float = 0.0, *, scale: float = 1.0) -> Iterator[None]:
        with self._group(f'transform="translate({x:.2f} {y:.2f}) rotate({turn_deg:g}) scale({scale:.4f})"'):
            yield

    @contextmanager
    def within(self, left: float, top: float, right: float, bottom: float) -> Iterator[None]:
        with self.inside([(left, top), (right, top), (right, bottom), (left, bottom)]):
            yield

    @contextmanager
    def inside(self, outline: Outline) -> Iterator[None]:
        name = f"clip{len(self._definitions)}"
        self._definitions.append(f'<clipPath id="{name}"><path d="{_path(outline)}{_CLOSED}"/></clipPath>')
        with self._group(f'clip-path="url(#{name})"'):
            yield

    def stamp(self, name: str, area: tuple[float, float, float, float], draw: Callable[[Pen], None]) -> None:
        if name not in self._names:
            self._names.add(name)
            kept, self._out = self._out, []
            with self.within(*area):
                draw(self)
            self._definitions.append(f'<g id="{name}">{"".join(self._out)}</g>')
            self._out = kept
        self._out.append(f'<use href="#{name}"/>')

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str | None,
        *,
        line: str | None = None,
        line_mm: float = 0.3,
        radius: float = 0.0,
    ) -> None:
        place = f'x="{left:.2f}" y="{top:.2f}" width="{width:.2f}" height="{height:.2f}" rx="{radius:g}"'
        self._out.append(f"<rect {place} {_ink(fill, line, line_mm)}/>")

    def boxes(self, boxes: Sequence[tuple[float, float, float, float]], fill: str) -> None:
        path = "".join(f"M{x:.2f} {y:.2f}h{wide:.2f}v{tall:.2f}h{-wide:.2f}Z" for x, y, wide, tall in boxes)
        self._out.append(f'<path d="{path}" {_ink(fill, None, 0)}/>')

    def shape(
        self, outline: Outline, fill: str | None, *, line: str | None = None, line_mm: float = 0.3, closed: bool = True
    ) -> None:
        self._out.append(f'<path d="{_path(outline)}{_CLOSED if closed else ""}" {_ink(fill, line, line_mm)}/>')

    def oval(
        self,
        x: float,
        y: float,
        half_width: float,
        half_height: float,
        fill: str | None,
        *,
        line: str | None = None,
        line_mm: float = 0.3,
    ) -> None:
        place = f'cx="{x:.2f}" cy="{y:.2f}" rx="{half_width:.2f}" ry="{half_height:.2f}"'
        self._out.append(f"<ellipse {place} {_ink(fill, line, line_mm)}/>")

    def line(
        self, x: float, y: float, to_x: float, to_y: float, *, colour: str = "#000000", line_mm: float = 0.3
    ) -> None:
        self.shape([(x, y), (to_x, to_y)], None, line=colour, line_mm=line_mm, closed=False)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str = "#000000",
        *,
        font: str = SANS,
        anchor: float = 0.0,
        room: float | None = None,
    ) -> None:
        wide = line_mm(text, size, font)
        if room is not None and wide > room:
            size *= room / wide
        is_reversed = is_right_to_left()
        places = ("end", "middle", "start") if is_reversed else ("start", "middle", "end")
        style = f'font-family="{_FAMILIES["serif" if font.startswith("serif") else "sans"]}" font-size="{size:.2f}"'
        weight = ' font-weight="bold"' if font.endswith("bold") else ""
        slant = ' font-style="italic"' if font == SERIF_ITALIC else ""
        direction = ' direction="rtl"' if is_reversed else ""
        place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="{places[round(2 * anchor)]}" fill="{colour}"'
        words = escape(bound_signs(text) if is_reversed else text)
        self._out.append(f"<text {place} {style}{weight}{slant}{direction}>{words}</text>")

    def paragraph(
        self, text: str, x: float, y: float, size: float, width: float, *, colour: str = "#000000", font: str = SANS
    ) -> float:
        start, anchor = (x + width, 1.0) if is_right_to_left() else (x, 0.0)
        for words in simpleSplit(text, font, size, width):
            self.text(words, start, y, size, colour, font=font, anchor=anchor)
            y += size * 1.3
        return y

    @contextmanager
    def _group(self, attributes: str) -> Iterator[None]:
        self._out.append(f"<g {attributes}>")
        yield
        self._out.append("</g>")


def _path(outline: Outline) -> str:
    first, *rest = outline
    steps = (("L" if len(step) == 2 else "C") + " ".join(f"{one:.2f}" for one in step) for step in rest)
    return f"M{first[0]:.2f} {first[1]:.2f}{''.join(steps)}"


def _ink(fill: str | None, line: str | None, line_mm: float) -> str:
    stroke = f'stroke="{line}" stroke-width="{line_mm:g}"' if line else 'stroke="none"'
    return f'fill="{fill or "none"}" {stroke}'
