"""What `hardware/` holds that is made by the program: whole drawings, and tables within the texts."""

import re
from collections.abc import Mapping
from pathlib import Path

from hardware.make.cable import cable_table, measures_table
from hardware.make.hanging import heights_table, lamps_table
from hardware.make.side_view import arm, light
from hardware.make.wires import BUILT, displays_table, table
from hardware.make.wiring import wiring
from lucca_pi.printed.common import COMMON
from lucca_pi.printed.prints import Options, pdf_of

HARDWARE = Path(__file__).parents[2] / "hardware"
HOUSING = "housing.pdf"
DRAWINGS: Mapping[str, str] = {"wiring.svg": wiring(BUILT), "arm.svg": arm(), "light.svg": light()}
TABLES: Mapping[tuple[str, str], str] = {
    ("README.md", "wires"): table(BUILT),
    ("README.md", "displays"): displays_table(BUILT),
    ("README.md", "cable"): cable_table(BUILT),
    ("README.md", "measures"): measures_table(BUILT),
    ("camera.md", "heights"): heights_table(),
    ("camera.md", "lamps"): lamps_table(),
}


def housing() -> bytes:
    """The sheet with the box's front."""
    return pdf_of(COMMON.made("housing", Options()))


def with_table(text: str, name: str, rows: str) -> str:
    """The text with those rows between the comments that name the table."""
    start, end = f"<!-- table: {name} -->\n", "<!-- end -->"
    return re.sub(re.escape(start) + ".*?" + end, lambda _: start + rows + end, text, flags=re.DOTALL)
