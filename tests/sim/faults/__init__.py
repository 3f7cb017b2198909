"""
People's faults by name, each made once in an evening at a moment that suits it.

They are written from the players' side: what a table has seen, not what a machine can bear.
"""

from collections.abc import Mapping

from tests.sim.faults import around, columns, discards, likeness, mistaken, palaces, presses, triplets, walls
from tests.sim.faults.minds import ChangedMind, ClosedAgain, OpenedLate
from tests.sim.faults.once import Find, Lies
from tests.sim.hands import Hands

LIES: Mapping[str, Find] = {
    "upside-down": columns.upside_down,
    "askew": columns.askew,
    "palace-face-down": columns.palace_face_down,
    "own-face-down": columns.own_face_down,
    "tucked": columns.tucked,
    "upward": columns.upward,
    "columns-together": columns.columns_together,
    "column-off": columns.column_off,
    "with-neighbour": triplets.with_neighbour,
    "pushed-wall": walls.pushed_wall,
    "pushed-row": walls.pushed_row,
    "row-tidied": walls.row_tidied,
    "slid-wall": walls.slid_wall,
    "wall-amiss": walls.wall_amiss,
    "tower-amiss": walls.tower_amiss,
    **discards.DISCARDS,
    "old-on-top": palaces.old_on_top,
    "left-fanned": palaces.left_fanned,
    "squared-in-place": palaces.squared_in_place,
    "completed-right": palaces.completed_right,
    "opened-unmoved": palaces.opened_unmoved,
    "opened-back": palaces.opened_back,
    "moved-unopened": palaces.moved_unopened,
    "triplet-shoved": triplets.triplet_shoved,
    "card-astray": triplets.card_astray,
    "triplet-missing": triplets.triplet_missing,
    "next-short": triplets.next_short,
    "left-over": triplets.left_over,
    "late-taken": presses.late_taken,
    "late-laid": presses.late_laid,
    "late-opened": presses.late_opened,
    "late-played": presses.late_played,
    "covered-palace": around.covered_palace,
    "covered-wall": around.covered_wall,
    "quarter-pushed": around.quarter_pushed,
    "quarter-turned": around.quarter_turned,
    "quarters-exchanged": around.quarters_exchanged,
    "quarter-hidden": around.quarter_hidden,
    "area-shoved": around.area_shoved,
    "camera-nudged": around.camera_nudged,
    "sticker-lost": around.sticker_lost,
}
"""What comes to lie amiss as somebody plays."""
LIKENESS: Mapping[str, Find] = {
    "twins-exchanged": likeness.twins_exchanged,
    "turned-in-place": likeness.turned_in_place,
    "held-above": likeness.held_above,
}
"""What hurts most where cards are known by their faces."""
DEALT: Mapping[str, Find] = {
    "deal-upside-down": around.deal_upside_down,
    "deal-with-neighbour": around.deal_with_neighbour,
    "pile-in-reach": around.pile_in_reach,
    "deal-quarter-turned": around.quarter_turned,
}
"""What lies amiss from the deal on."""
DONE: Mapping[str, Hands] = {
    "early-0": presses.TooEarly(0),
    "early-1": presses.TooEarly(1),
    "early-2": presses.TooEarly(2),
    "early-completing": presses.TooEarly(2, completing=True),
    "drawn-aside": presses.DrawnAside(last=False),
    "drawn-aside-last": presses.DrawnAside(last=True),
    "pressed-twice": presses.pressed_twice,
    "forgot-press": presses.Forgotten(1, "mid-round"),
    "forgot-round-end": presses.Forgotten(1, "round's end"),
    "forgot-two": presses.Forgotten(2, "mid-round"),
    "wall-to-discard": ChangedMind("wall", "discard"),
    "wall-to-palace": ChangedMind("wall", "palace"),
    "discard-to-palace": ChangedMind("discard", "palace"),
    "discard-to-wall": ChangedMind("discard", "wall"),
    "palace-to-wall": ChangedMind("palace", "wall"),
    "opened-late": OpenedLate(),
    "closed-again": ClosedAgain(),
    "out-of-turn": presses.out_of_turn,
    "swapped-order": presses.swapped_order,
    "other-triplet": triplets.other_triplet,
}
"""What is done, or left undone, at a wrong moment."""
MISTAKEN: Mapping[str, Hands] = {name: mistaken.MistakenWall(name, find) for name, find in mistaken.MISTAKEN.items()}
"""A discard is out of sight, and another card lies among the walls."""
FAULTS: Mapping[str, Hands] = {
    **{name: Lies(name, find) for name, find in LIES.items()},
    **{name: Lies(name, find, at_the_deal=True) for name, find in DEALT.items()},
    **DONE,
    **{name: Lies(name, find) for name, find in LIKENESS.items()},
    **MISTAKEN,
}
