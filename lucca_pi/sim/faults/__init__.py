"""
People's faults by name, each made once in an evening at a moment that suits it.

They are written from the players' side: what a table has seen, not what a machine can bear.
"""

from collections.abc import Mapping

from lucca_pi.sim.faults import columns, walls
from lucca_pi.sim.faults.discards import DISCARDS
from lucca_pi.sim.faults.once import Find, Lies
from lucca_pi.sim.hands import Hands

LIES: Mapping[str, Find] = {
    "upside-down": columns.upside_down,
    "askew": columns.askew,
    "palace-face-down": columns.palace_face_down,
    "own-face-down": columns.own_face_down,
    "tucked": columns.tucked,
    "upward": columns.upward,
    "columns-together": columns.columns_together,
    "column-off": columns.column_off,
    "pushed-wall": walls.pushed_wall,
    "pushed-row": walls.pushed_row,
    "slid-wall": walls.slid_wall,
    "wall-amiss": walls.wall_amiss,
    "tower-amiss": walls.tower_amiss,
    **DISCARDS,
}
FAULTS: Mapping[str, Hands] = {name: Lies(name, find) for name, find in LIES.items()}
