"""
People's faults by name, each made once in an evening at a moment that suits it.

They are written from the players' side: what a table has seen, not what a machine can bear.
"""

from collections.abc import Mapping
from functools import partial

from tests.sim.faults import around, centre, palaces, presses, walls
from tests.sim.faults.once import Find, lies, named, once
from tests.sim.hands import Hands

LIES: Mapping[str, Find] = {
    **named(palaces.upside_down, palaces.askew, palaces.palace_face_down, palaces.own_face_down, palaces.tucked),
    **named(palaces.upward, palaces.columns_together, palaces.column_off, palaces.with_neighbour),
    **named(
        walls.pushed_wall, walls.pushed_row, walls.row_tidied, walls.slid_wall, walls.wall_amiss, walls.tower_amiss
    ),
    **named(centre.discard_face_down),
    **centre.THROWN,
    **named(centre.discard_gone, centre.discard_stacked, centre.discards_squared, centre.discard_among_triplets),
    **named(palaces.old_on_top, palaces.left_fanned, palaces.squared_in_place, palaces.completed_right),
    **named(palaces.opened_unmoved, palaces.opened_back, palaces.moved_unopened),
    **named(centre.triplet_shoved, centre.card_astray, centre.triplet_missing, centre.next_short, centre.left_over),
    **named(presses.late_taken, presses.late_laid, presses.late_opened, presses.late_played),
    **named(around.covered_palace, around.covered_wall, around.quarter_pushed, around.quarter_turned),
    **named(around.quarters_exchanged, around.quarter_hidden, around.area_shoved, around.camera_nudged),
    **named(around.sticker_lost),
}
"""What comes to lie amiss as somebody plays."""
LIKENESS = around.LIKENESS
"""What hurts most where cards are known by their faces."""
_changed, _BUT_LAST = presses.changed_mind, slice(-1)
DONE: Mapping[str, Hands] = {
    "early-0": once(partial(presses.too_early, cards=0)),
    "early-1": once(partial(presses.too_early, cards=1)),
    "early-2": once(partial(presses.too_early, cards=2)),
    "early-completing": once(partial(presses.too_early, cards=2, completing=True)),
    "drawn-aside": once(presses.drawn_aside, _BUT_LAST),
    "drawn-aside-last": once(presses.drawn_aside, slice(-1, None)),
    "pressed-twice": presses.pressed_twice,
    "forgot-press": once(partial(presses.forgotten, turns=1, round_ends=False), _BUT_LAST),
    "forgot-round-end": once(partial(presses.forgotten, turns=1, round_ends=True), _BUT_LAST),
    "forgot-two": once(partial(presses.forgotten, turns=2, round_ends=False), slice(-2)),
    "wall-to-discard": once(partial(_changed, was="wall", came_to_be="discard"), _BUT_LAST),
    "wall-to-palace": once(partial(_changed, was="wall", came_to_be="palace"), _BUT_LAST),
    "discard-to-palace": once(partial(_changed, was="discard", came_to_be="palace"), _BUT_LAST),
    "discard-to-wall": once(partial(_changed, was="discard", came_to_be="wall"), _BUT_LAST),
    "palace-to-wall": once(partial(_changed, was="palace", came_to_be="wall"), _BUT_LAST),
    "opened-late": once(presses.opened_late, _BUT_LAST),
    "closed-again": once(presses.closed_again, _BUT_LAST),
    "out-of-turn": once(presses.out_of_turn),
    "swapped-order": once(presses.swapped_order),
    "other-triplet": once(centre.other_triplet),
}
"""What is done, or left undone, at a wrong moment."""
MISTAKEN = {name: walls.mistaken_wall(name, find) for name, find in walls.MISTAKEN.items()}
"""A discard is out of sight, and another card lies among the walls."""
FAULTS: Mapping[str, Hands] = {
    **{name: lies(name, find) for name, find in LIES.items()},
    **{name: lies(name, find, at_the_deal=True) for name, find in around.DEALT.items()},
    **DONE,
    **{name: lies(name, find) for name, find in LIKENESS.items()},
    **MISTAKEN,
}
