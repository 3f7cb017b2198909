"""Two drawings from the side, to scale: the arm that holds the camera, and where lamps blind it."""

from collections.abc import Sequence

from hardware.make.cameras import AIM_MM, CAMERAS, CameraView, height_mm, seen_mm
from hardware.make.glare import BULGE_DEG, clear_mm, reflex_mm
from hardware.make.hanging import TABLE_HIGH_MM
from hardware.make.svg import GREY, INK, PALE, Point, area, box, dot, line, lines, measure, picture, text
from lucca_pi.games.citta.drawn.seats import FIVE, FOUR
from lucca_pi.web.markup import Child

STANDARD, WIDE = (CAMERAS[name] for name in ("Camera Module 3", "Camera Module 3 Wide"))
CEILING_MM = 2400.0 - TABLE_HIGH_MM
TOP_MM = 30.0
"""How thick a table is."""


class View:
    """Millimetres beside the table's middle and above it, as places in the drawing."""

    def __init__(self, middle: float, table: float, px_per_mm: float) -> None:
        self._middle, self._table, self.scale = middle, table, px_per_mm

    def at(self, x_mm: float, y_mm: float) -> Point:
        return self._middle + x_mm * self.scale, self._table - y_mm * self.scale

    def line(self, points_mm: Sequence[Point], colour: str = INK, width: float = 1.5, **more: str) -> Child:
        return line([self.at(*point) for point in points_mm], colour, width, **more)

    def area(self, points_mm: Sequence[Point], fill: str) -> Child:
        return area([self.at(*point) for point in points_mm], fill)

    def text(self, words: str, x_mm: float, y_mm: float, size: float = 14, **more: str) -> Child:
        x, y = self.at(x_mm, y_mm)
        return text(words, x, y, size, **more)

    def table(self, half_mm: float) -> Child:
        """The table's top and legs."""
        left, top = self.at(-half_mm, 0)
        plate = box(left, top, 2 * half_mm * self.scale, TOP_MM * self.scale, fill=INK)
        legs = [self.line([(x, -TOP_MM), (x, -TABLE_HIGH_MM)], INK, 5) for x in (80 - half_mm, half_mm - 80)]
        return [plate, legs]

    def camera(self, height_mm: float) -> Child:
        """A camera that looks down; its lens is at that height."""
        x, y = self.at(0, height_mm)
        return [box(x - 14, y - 14, 28, 11, round_=2, fill=INK), box(x - 5, y - 4, 10, 5, fill=INK)]


def arm() -> str:
    """The camera on its arm over the table of four players, seen from the table's end; beside it the wide one."""
    view = View(540, 560, 0.3)
    half = FOUR.size_mm[1] / 2
    high, near = (height_mm(camera, FOUR.size_mm) for camera in (STANDARD, WIDE))
    cones = [_cone(view, STANDARD, high, fill=PALE), _cone(view, WIDE, near, stroke_dasharray="7 5")]
    shapes = [_floor(view), cones, view.table(half), _stand(view, half, high), view.camera(high)]
    return picture(1080, 810, "The camera's arm", shapes, _sizes(view, half, high, near), _head())


def _head() -> list[Child]:
    five = [height_mm(camera, FIVE.size_mm) / 1000 for camera in (STANDARD, WIDE)]
    under = (
        "Seen from the table's end, to scale: 120 × 90 cm, for three or four players.",
        f"For five, on 160 × 120 cm, the two heights are {five[0]:.2f} m and {five[1]:.2f} m.",
    )
    return [text("The camera's arm", 30, 44, 24, font_weight="bold"), *lines(under, 30, 70)]


def _floor(view: View) -> Child:
    return view.line([(-1700, -TABLE_HIGH_MM), (1700, -TABLE_HIGH_MM)], GREY, 2)


def _cone(view: View, camera: CameraView, high_mm: float, **more: str) -> Child:
    """What a camera that high sees across the table."""
    half = seen_mm(camera, high_mm)[1] / 2
    look: dict[str, str] = {"fill": "none", "stroke": INK} | more
    return line([view.at(-half, 0), view.at(0, high_mm), view.at(half, 0)], INK, 1.2, **look)


def _stand(view: View, half_mm: float, high_mm: float) -> Child:
    """A pole clamped to the table's edge, and the boom."""
    pole, top = half_mm + 60, high_mm + 60
    clamp = [(half_mm - 60, TOP_MM), (pole, TOP_MM), (pole, -90), (half_mm - 60, -90)]
    beside = (("pole, clamped to the", 900), ("long side where nobody sits", 840), ("cables tied to it", 690))
    return [
        view.line([(pole, -90), (pole, top), (-60, top)], GREY, 9, stroke_linecap="round"),
        view.line([(pole - 200, top), (pole, top - 200)], GREY, 5),
        view.line(clamp, INK, 4),
        view.line([(60, top + 20), (pole + 24, top + 20), (pole + 24, 0)], INK, 1.2, stroke_dasharray="3 3"),
        view.text("boom, stiff enough not to sway", -60, top + 70),
        *(view.text(words, pole + 70, y, 13) for words, y in beside),
    ]


def _sizes(view: View, half_mm: float, high_mm: float, near_mm: float) -> list[Child]:
    far, aside = -half_mm - 520, -half_mm - 190
    return [
        _height(view, far, 0, high_mm),
        _height(view, far, -TABLE_HIGH_MM, 0),
        _height(view, aside, 0, near_mm),
        view.line([(far - 15, high_mm), (-60, high_mm)], GREY, 1, stroke_dasharray="2 4"),
        view.line([(aside - 15, near_mm), (0, near_mm)], GREY, 1, stroke_dasharray="2 4"),
        view.text("Camera Module 3", far, high_mm + 40, text_anchor="middle"),
        view.text("Wide (dashed)", aside, near_mm + 40, text_anchor="middle"),
        measure(view.at(-half_mm, -160), view.at(half_mm, -160), f"{2 * half_mm / 10:g} cm", aside=(0, 20)),
        view.text(f"the picture shows {AIM_MM / 10:g} cm more", 0, -340, 13, text_anchor="middle"),
        view.text("on each side", 0, -400, 13, text_anchor="middle"),
    ]


def _height(view: View, x_mm: float, from_mm: float, to_mm: float) -> Child:
    words = f"{(to_mm - from_mm) / 1000:.2f} m"
    return measure(view.at(x_mm, from_mm), view.at(x_mm, to_mm), words, aside=(-12, 4), anchor="end")


def light() -> str:
    """The zone above the table of four players in which a lamp blinds the camera."""
    view = View(560, 560, 0.24)
    half, high = FOUR.size_mm[0] / 2, height_mm(STANDARD, FOUR.size_mm)
    shapes = [_zone(view, half, high), _floor(view), view.table(half), view.camera(high), _lamps(view, high)]
    return picture(1120, 780, "Where lamps blind the camera", shapes, _words(view))


def _zone(view: View, half_mm: float, high_mm: float) -> Child:
    wide, flat = (clear_mm(half_mm, CEILING_MM, high_mm, bulge) for bulge in (BULGE_DEG, 0.0))
    return [
        view.area([(-half_mm, 0), (half_mm, 0), (wide, CEILING_MM), (-wide, CEILING_MM)], PALE),
        view.line([(-wide, CEILING_MM), (-half_mm, 0)], INK, 2, stroke_dasharray="9 6"),
        view.line([(wide, CEILING_MM), (half_mm, 0)], INK, 2, stroke_dasharray="9 6"),
        view.line([(-flat, CEILING_MM), (-half_mm, 0)], GREY, 1),
        view.line([(flat, CEILING_MM), (half_mm, 0)], GREY, 1),
        view.line([(-2150, CEILING_MM), (2150, CEILING_MM)], GREY, 2),
    ]


BAD_MM, GOOD_MM = (850.0, 1400.0), (-1450.0, 500.0)
"""Two lamps: so far beside the camera's axis, and above the table."""


def _lamps(view: View, high_mm: float) -> list[Child]:
    spot, past = (reflex_mm(*lamp, high_mm) for lamp in (BAD_MM, GOOD_MM))
    bulbs = [
        dot(*view.at(*lamp), 15, fill=fill, stroke=INK, stroke_width=2)
        for lamp, fill in zip((BAD_MM, GOOD_MM), (INK, "#ffffff"), strict=True)
    ]
    return [
        view.line([BAD_MM, (spot, 0), (0, high_mm)], INK, 2),
        dot(*view.at(spot, 0), 6, fill="#ffffff", stroke=INK, stroke_width=2),
        view.line([GOOD_MM, (past, 0)], INK, 1.2, stroke_dasharray="2 4"),
        view.line([GOOD_MM, (GOOD_MM[0], -TABLE_HIGH_MM)], INK, 3),
        bulbs,
    ]


def _words(view: View) -> list[Child]:
    under = (
        "To scale: Camera Module 3 over 120 × 90 cm. A sleeve is a mirror: light leaves it as steep as it came.",
        f"Grey lines: the zone for sleeves that lie flat. Dashed: for sleeves that bulge by {BULGE_DEG:g}°.",
    )
    return [
        text("Where lamps blind the camera", 30, 44, 24, font_weight="bold"),
        *lines(under, 30, 70, 13.5),
        view.text("a lamp in here is mirrored", -230, 720, text_anchor="middle"),
        view.text("in one sleeve or another", -230, 640, text_anchor="middle"),
        view.text("bad", BAD_MM[0] + 90, BAD_MM[1] - 20, 16, font_weight="bold"),
        view.text("good: low, beside the table,", -2200, GOOD_MM[1] + 230, font_weight="bold"),
        view.text("mirrored past its edge", -2200, GOOD_MM[1] + 150),
        view.text("ceiling, 2.4 m", -2120, CEILING_MM - 70, 13, fill=GREY),
        view.text("a blind spot lies here", 180, -140, 13, text_anchor="middle"),
    ]
