"""
The letters of a line in their order on screen or paper, from left to right (Unicode's bidirectional algorithm).

Each part of a text runs in its own direction, the whole in that of the language in use. A sign before a figure or
before a Latin letter (+4, --name) stays at its left, where Unicode would put it at the right.
"""

import re
import unicodedata

from lucca_pi.language import LEFT_MARK, RIGHT_MARK, bound_signs, is_right_to_left

_FROM_THE_RIGHT = {"R", "AL", "RLE", "RLO", "RLI"}
"""Unicode's classes of characters that make a text run, in part, from right to left."""
_OPTION = re.compile(r"(?<!\w)-+(?=[A-Za-z])")
_UNSEEN = str.maketrans("", "", LEFT_MARK + RIGHT_MARK)
_JOINER = "\u034f"
"""An invisible mark that goes with the letter before it: at the left of that letter in a part from right to left."""
_MIRRORED = str.maketrans("()[]{}<>", ")(][}{><")


def is_reordered(text: str) -> bool:
    """True if the letters of the text may stand in another order than they are read."""
    directions = {unicodedata.bidirectional(letter) for letter in text}
    return not directions <= {"EN"} if is_right_to_left() else not directions.isdisjoint(_FROM_THE_RIGHT)


def visual_order(text: str) -> str:
    """
    The letters of one line as they stand from left to right; every one of them needs a class in Unicode.

    >>> visual_order("17 אדום"), visual_order("Ada")
    ('17 םודא', 'Ada')
    """
    if not is_reordered(text):
        return text
    from bidi import get_display

    marked = _OPTION.sub(lambda hyphens: LEFT_MARK + hyphens[0], bound_signs(text))
    joined = re.sub(r"[][(){}<>]", lambda bracket: bracket[0] + _JOINER, marked)
    shown = str(get_display(joined, base_dir="R" if is_right_to_left() else "L")).translate(_UNSEEN)
    return re.sub(f"{_JOINER}([][(){{}}<>])", lambda found: found[1].translate(_MIRRORED), shown).replace(_JOINER, "")
