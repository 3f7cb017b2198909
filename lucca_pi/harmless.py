"""Texts from outside, made such that a terminal, a page and a person take them for what they are."""

import re
import sys
import unicodedata

from lucca_pi.language import say

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and marks by their class, which nobody sees."""
UNFIT = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""What steers a terminal or a text's direction, what is no sign, and breaks of line other than the usual one."""
JOINER = re.compile("(?<=[^\x00-\x7f\u200c\u200d])[\u200c\u200d\ufe0e\ufe0f]")
"""What shapes the sign before it, as in Persian words and in pictures of hearts and families."""


def harmless(text: str) -> str:
    r"""
    The text with a question mark for each sign that steers, turns or hides; line breaks stay, a tab becomes a space.

    Whatever a person reads that may come from outside goes through here: at a terminal, on the page, on a screen.

    >>> harmless("Ada \x1b[31m\u202e\u3164\ufeff"), harmless("\u05e2\u05d3\u05d4, \u2764\ufe0f")
    ('Ada ?[31m???', '\u05e2\u05d3\u05d4, \u2764\ufe0f')
    """
    if text.isascii() and text.isprintable():
        return text
    kept = {joiner.start() for joiner in JOINER.finditer(text)}
    return "".join(letter if number in kept else _seen(letter) for number, letter in enumerate(text))


def _seen(letter: str) -> str:
    if letter in "\n\t":
        return letter.replace("\t", " ")
    unfit = letter in UNSEEN or unicodedata.category(letter) in UNFIT or "\ufe00" <= letter <= "\ufe0f"
    return "?" if unfit else letter


def note(text: str, end: str = "\n") -> None:
    """Says a line on standard error, where somebody reads that."""
    if sys.stderr:  # None, where it is closed, would mean standard output to print
        print(harmless(say(text)), end=end, file=sys.stderr, flush=True)
