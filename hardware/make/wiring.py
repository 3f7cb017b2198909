"""The wiring as a drawing: the header in the middle, and each part on the side on which its pins are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardware.make.header import HEADER, is_left, pin_name, row_of
from hardware.make.routes import LANE, lanes
from hardware.make.svg import GREY, INK, PALE, Point, area, box, dot, line, lines, picture, text
from hardware.make.wires import BUZZER_OHM, LED_OHM, Part, Wire, called, led_ma, parts_of
from lucca_pi.config import Config
from lucca_pi.web.markup import Child

WIDTH, HEIGHT = 1180.0, 840.0
TOP, ROW = 150.0, 29.0
MIDDLE, BESIDE = WIDTH / 2, 16.0
"""The header's middle, and how far beside it the pins stand."""
PIN_R = 11.0
TAG_WIDTH, TAG_GAP = 118.0, 16.0
PART_WIDTH, PART_EDGE, PART_HEAD, PART_GAP = 210.0, 30.0, 34.0, 26.0
SCREEN = (112.0, 56.0)
STEPS: Mapping[str, float] = {"oled": ROW, "buttons": 46.0, "buzzer": 36.0, "led": 36.0}
"""From one contact of a part to the next."""
COLOURS = {"VCC": "#b3261e", "GND": "#000000", "–": "#000000", "SDA": "#1f5fbf", "SCL": "#8a4fbf"}
SIGNAL = "#0f7a4d"
TITLES = {
    "oled": "OLED, 128 × 64, I2C",
    "buttons": "push buttons",
    "buzzer": "piezo, passive (optional)",
    "led": "LED (optional)",
}
NOTES = (
    "Pull the plug before you touch a wire.",
    "Pin 1 is at the corner of the board; its solder pad is square.",
    "OLED: go by the names on its board, their order differs. Never to 5 V.",
    "Buttons need no resistor: the Pi has them. Polarity does not matter.",
    f"LED: {LED_OHM} Ω ({led_ma():.0f} mA). The longer leg is +.",
    f"Piezo: {BUZZER_OHM} Ω. A buzzer with a coil needs a transistor (see parts.md).",
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A part, the upper edge of its box, and where each of its wires begins and ends from above."""

    part: Part
    top: float
    heights: tuple[tuple[float, float], ...]

    @property
    def bottom(self) -> float:
        return self.top + _height(self.part)


def wiring(config: Config) -> str:
    """The drawing as SVG."""
    parts = parts_of(config)
    sides = [_side([part for part in parts if _is_left(part) == left], left) for left in (True, False)]
    used = {wire.pin: wire for part in parts for wire in part.wires}
    title = text("lucca-pi: wiring", 30, 44, 26, font_weight="bold")
    under = text("The Pi's header from above, at the board's right edge, the USB ports below it", 30, 70, 14)
    return picture(WIDTH, HEIGHT, "lucca-pi: wiring", title, under, sides, _header(used), _board(), _notes())


def _is_left(part: Part) -> bool:
    """The side on which most of its wires arrive."""
    return sum(is_left(wire.pin) for wire in part.wires) * 2 >= len(part.wires)


def pin_at(pin: int) -> Point:
    """The middle of a pin in the drawing."""
    return MIDDLE + (-BESIDE if is_left(pin) else BESIDE), TOP + row_of(pin) * ROW


def _height(part: Part) -> float:
    return PART_HEAD + STEPS[part.kind] * len(part.wires)


def _side(parts: Sequence[Part], left: bool) -> list[Child]:
    """One side's parts from above, mirrored for the right one."""
    shapes: list[Child] = []
    floor = TOP - PART_HEAD - ROW / 2
    for part in sorted(parts, key=lambda one: one.wires[0].pin):
        placed = _placed(part, floor)
        floor = placed.bottom + PART_GAP
        shapes += [_box(placed, left), _wires(placed, left)]
    return shapes


def _placed(part: Part, floor: float) -> Placed:
    """As near to its pins as those above leave room."""
    ends = [pin_at(wire.pin)[1] for wire in part.wires]
    step = STEPS[part.kind]
    top = max(floor, sum(ends) / len(ends) - _height(part) / 2 - PART_HEAD / 2)
    if abs(top + PART_HEAD + step / 2 - ends[0]) < ROW:
        top = ends[0] - PART_HEAD - step / 2
    starts = [top + PART_HEAD + step * (index + 0.5) for index in range(len(ends))]
    return Placed(part, top, tuple(zip(starts, ends, strict=True)))


def _box_left(left: bool) -> float:
    return PART_EDGE if left else WIDTH - PART_EDGE - PART_WIDTH


def _box(placed: Placed, left: bool) -> list[Child]:
    """The part's box with its title, its contacts, and what stands at them."""
    edge, part = _box_left(left), placed.part
    frame = box(
        edge, placed.top, PART_WIDTH, placed.bottom - placed.top, round_=8, fill=PALE, stroke=INK, stroke_width=1.5
    )
    title = text(
        TITLES[part.kind], edge + PART_WIDTH / 2, placed.top + 22, 14, text_anchor="middle", font_weight="bold"
    )
    inner = edge + PART_WIDTH - 14 if left else edge + 14
    contacts = [
        _contact(wire.contact, inner, start, left) for wire, (start, _) in zip(part.wires, placed.heights, strict=True)
    ]
    return [frame, title, contacts, _inside(placed, left)]


def _contact(name: str, x: float, y: float, left: bool) -> list[Child]:
    return [
        dot(x, y, 5, fill="#ffffff", stroke=INK, stroke_width=2),
        text(called(name), x + (-12 if left else 12), y + 5, 14, text_anchor="end" if left else "start"),
    ]


def _inside(placed: Placed, left: bool) -> list[Child]:
    edge, inward = _box_left(left), 1 if left else -1
    outer = edge if left else edge + PART_WIDTH
    heights = {wire.contact: start for wire, (start, _) in zip(placed.part.wires, placed.heights, strict=True)}
    match placed.part.kind:
        case "buttons":
            return _switches(heights, outer + inward * 30, inward)
        case "oled":
            return _panel(placed, outer + inward * 18, inward)
        case "buzzer":
            return _in_series(heights, outer + inward * 54, inward, f"{BUZZER_OHM} Ω", buzzer=True)
        case _:
            return _in_series(heights, outer + inward * 54, inward, f"{LED_OHM} Ω", buzzer=False)


def _switches(heights: Mapping[str, float], rail: float, inward: int) -> list[Child]:
    """Each button between its contact and the rail that leads to ground."""
    buttons = [y for name, y in heights.items() if name != "GND"]
    shapes: list[Child] = [line([(rail, min(heights.values())), (rail, max(heights.values()))], "#000000", 2)]
    for y in buttons:
        near, far = rail + inward * 26, rail + inward * 66
        shapes += [
            line([(rail, y), (near, y)], "#000000", 2),
            line([(far, y), (far + inward * 40, y)], SIGNAL, 2),
            line([(near, y - 7), (far, y - 7)], INK, 3),
            line([((near + far) / 2, y - 7), ((near + far) / 2, y - 16)], INK, 3),
            dot(near, y, 3.5, fill="#ffffff", stroke=INK, stroke_width=2),
            dot(far, y, 3.5, fill="#ffffff", stroke=INK, stroke_width=2),
            dot(rail, y, 3, fill="#000000"),
        ]
    ground = heights["GND"]
    return [*shapes, line([(rail, ground), (rail + inward * 106, ground)], "#000000", 2)]


def _panel(placed: Placed, edge: float, inward: int) -> list[Child]:
    """The little screen."""
    left = min(edge, edge + inward * SCREEN[0])
    top = (placed.top + PART_HEAD + placed.bottom - SCREEN[1]) / 2 - 4
    shade = box(left, top, *SCREEN, round_=3, fill="#ffffff", stroke=INK, stroke_width=2)
    word = {"text_anchor": "middle", "fill": GREY}
    return [shade, text("Order", left + SCREEN[0] / 2, top + SCREEN[1] / 2 + 6, 16, **word)]


def _in_series(heights: Mapping[str, float], x: float, inward: int, ohm: str, *, buzzer: bool) -> list[Child]:
    """A resistor between + and the piezo or light, which leads on to –."""
    plus, minus = heights["+"], heights["–"]
    middle, resistor, contact = (plus + minus) / 2, x + inward * 40, x + inward * 116
    way = [(contact, plus), (x, plus), (x, minus), (contact, minus)]
    return [
        line(way, INK, 2),
        box(min(resistor, resistor + inward * 44), plus - 7, 44, 14, fill="#ffffff", stroke=INK, stroke_width=2),
        text(ohm, resistor + inward * 22, plus + 24, 13, text_anchor="middle"),
        _piezo(x, middle) if buzzer else _light(x, middle),
    ]


def _piezo(x: float, y: float) -> list[Child]:
    return [dot(x, y, 15, fill="#ffffff", stroke=INK, stroke_width=2), dot(x, y, 5, fill=INK)]


def _light(x: float, y: float) -> list[Child]:
    """The sign of a diode, its current downwards, with two arrows for light."""
    arrows = [
        [
            line([(x - 12, y + at), (x - 24, y + at - 8)], INK, 1.5),
            area([(x - 28, y + at - 11), (x - 20, y + at - 9), (x - 24, y + at - 4)], INK),
        ]
        for at in (-4, 5)
    ]
    return [
        area([(x - 10, y - 8), (x + 10, y - 8), (x, y + 8)], "#ffffff", stroke=INK, stroke_width=2),
        line([(x - 10, y + 8), (x + 10, y + 8)], INK, 3),
        arrows,
    ]


def _wires(placed: Placed, left: bool) -> list[Child]:
    """From the part's contacts to the tags beside its pins."""
    inward = 1 if left else -1
    start_x = _box_left(left) + (PART_WIDTH - 9 if left else 9)
    end_x = MIDDLE - inward * (BESIDE + PIN_R + TAG_GAP + TAG_WIDTH)
    found = lanes(placed.heights)
    shapes: list[Child] = []
    for wire, (start, end), lane in zip(placed.part.wires, placed.heights, found, strict=True):
        turn = end_x - inward * LANE * (1 + (lane or 0))
        way = (
            [(start_x, start), (end_x, end)]
            if lane is None
            else [(start_x, start), (turn, start), (turn, end), (end_x, end)]
        )
        shapes += [line(way, "#ffffff", 7), line(way, _colour(wire), 3), _tag(wire, end_x, end, inward)]
    return shapes


def _colour(wire: Wire) -> str:
    return COLOURS.get(wire.contact, SIGNAL)


def _tag(wire: Wire, x: float, y: float, inward: int) -> list[Child]:
    """What the pin is called, on the wire just before it."""
    left = min(x, x + inward * TAG_WIDTH)
    to_pin = [(x + inward * TAG_WIDTH, y), (pin_at(wire.pin)[0], y)]
    name = pin_name(wire.pin)
    words = f"{name} · {called(wire.contact)}" if name.startswith("GPIO") else name
    return [
        line(to_pin, _colour(wire), 3),
        box(left, y - 11, TAG_WIDTH, 22, round_=11, fill="#ffffff", stroke=_colour(wire), stroke_width=2),
        text(words, left + TAG_WIDTH / 2, y + 5, 13, text_anchor="middle"),
    ]


def _header(used: Mapping[int, Wire]) -> list[Child]:
    """All 40 pins with their numbers; those in use stand out."""
    height = (len(HEADER) - 1) * ROW
    frame = box(MIDDLE - 34, TOP - 19, 68, height + 38, round_=4, fill="#3a4152")
    return [frame, [_pin(pin, pin in used) for pin in range(1, 2 * len(HEADER) + 1)]]


def _pin(pin: int, is_used: bool) -> list[Child]:
    x, y = pin_at(pin)
    fill, ink, weight = ("#ffffff", INK, "bold") if is_used else ("#5d667a", "#c3c9d6", "normal")
    body = box(x - PIN_R, y - PIN_R, 2 * PIN_R, 2 * PIN_R, fill=fill) if pin == 1 else dot(x, y, PIN_R, fill=fill)
    return [body, text(str(pin), x, y + 4.5, 12, fill=ink, font_weight=weight, text_anchor="middle")]


BOARD = (672.0, 515.0)
"""The upper left corner of the small board that shows where the header is."""


def _board() -> list[Child]:
    """The Pi from above in small, with its header."""
    left, top = BOARD
    outline = box(left, top, 112, 150, round_=8, fill="#ffffff", stroke=INK, stroke_width=1.5)
    header = box(left + 96, top + 12, 12, 88, fill="#3a4152")
    ports = [box(left + x, top + 132, 28, 26, fill=PALE, stroke=INK) for x in (8, 42, 76)]
    card = box(left + 36, top - 4, 40, 12, fill=PALE, stroke=INK)
    pins = [
        text("1", left + 91, top + 24, 13, text_anchor="end", font_weight="bold"),
        text("2", left + 116, top + 24, 13),
    ]
    words = [
        text("SD card", left + 56, top - 12, 12, text_anchor="middle"),
        text("USB, network", left + 56, top + 176, 12, text_anchor="middle"),
        *lines(("Pi 3, 4, 5", "from above"), left + 12, top + 62, 13),
    ]
    return [outline, header, ports, card, pins, words]


def _notes() -> list[Child]:
    return [*lines(NOTES, BOARD[0], HEIGHT - 116, 13)]
