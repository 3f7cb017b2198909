"""What `hardware/` holds that is made by the program: whole drawings, and tables within the texts."""

import re
from collections.abc import Mapping
from pathlib import Path

from lucca_pi.hardware.hanging import heights_table, lamps_table
from lucca_pi.hardware.side_view import arm, light
from lucca_pi.hardware.wires import BUILT, table
from lucca_pi.hardware.wiring import wiring

HARDWARE = Path(__file__).parents[2] / "hardware"
DRAWINGS: Mapping[str, str] = {"wiring.svg": wiring(BUILT), "arm.svg": arm(), "light.svg": light()}
TABLES: Mapping[tuple[str, str], str] = {
    ("README.md", "wires"): table(BUILT),
    ("camera.md", "heights"): heights_table(),
    ("camera.md", "lamps"): lamps_table(),
}


def with_table(text: str, name: str, rows: str) -> str:
    """The text with those rows between the comments that name the table."""
    start, end = f"<!-- table: {name} -->\n", "<!-- end -->"
    return re.sub(re.escape(start) + ".*?" + end, lambda _: start + rows + end, text, flags=re.DOTALL)
