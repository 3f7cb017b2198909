"""How high cameras have to hang over the tables of three, four and five players, and what they show of a sticker."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from math import hypot, radians, tan

from hardware.make.cameras import CAMERAS, CameraView, height_mm, mm_per_px, view_deg
from hardware.make.glare import clear_mm
from hardware.make.markdown import markdown
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.table.pieces import STICKERS_MM, sticker_px, sticker_verdict

TABLE_HIGH_MM = 750.0
"""The usual height of a table."""
LAMPS_MM = (300.0, 600.0, 1000.0, 1650.0)
"""Heights of lamps above the table; the last is a ceiling of 2.4 m."""
EXAMPLE_DEG = 60.0
SHOWN: Mapping[str, CameraView] = {
    **CAMERAS,
    "USB, 4000 × 3000 px, 60° wide": CameraView(
        (4000, 3000), (EXAMPLE_DEG, view_deg(2 * tan(radians(EXAMPLE_DEG / 2)) * 3 / 4, 1))
    ),
}
"""With an example of a camera at a USB port; they differ."""


def tables() -> Iterator[tuple[str, tuple[float, float]]]:
    """The players whom one size of table serves, and its sides."""
    for size, players in groupby(TABLES, key=lambda count: TABLES[count].size_mm):
        yield " or ".join(map(str, players)), size


def heights_table() -> str:
    """For each table and camera the height and what it comes to, as a table in Markdown."""
    stickers = [f"{side:g} mm sticker" for side in STICKERS_MM]
    head = ["players", "table", "camera", "above the table", "above the floor", "mm/px", *stickers]
    rows = [_row(players, size, name, camera) for players, size in tables() for name, camera in SHOWN.items()]
    return markdown(head, rows)


def _row(players: str, size: tuple[float, float], name: str, camera: CameraView) -> list[str]:
    high = height_mm(camera, size)
    dense = mm_per_px(camera, high)
    found = [f"{sticker_verdict(side, dense)}, {sticker_px(side, dense):.0f} px" for side in STICKERS_MM]
    table = f"{size[0] / 10:g} × {size[1] / 10:g} cm"
    return [players, table, name, f"**{_m(high)}**", _m(high + TABLE_HIGH_MM), f"{dense:.2f}", *found]


def lamps_table() -> str:
    """How far from the camera's axis lamps have to be, by their height above the table, as a table in Markdown."""
    cases = [(players, size, name) for players, size in tables() for name in list(CAMERAS)[:2]]
    head = ["lamp above the table", *(f"{players} players, {name}" for players, _, name in cases)]
    rows = [
        [_m(lamp), *(_m(clear_mm(hypot(*size) / 2, lamp, height_mm(CAMERAS[name], size))) for _, size, name in cases)]
        for lamp in LAMPS_MM
    ]
    return markdown(head, rows)


def _m(length_mm: float) -> str:
    return f"{length_mm / 1000:.2f} m"
