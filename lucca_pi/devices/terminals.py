"""What a terminal can show: whether small pictures of dots can be drawn on it, and in which letters it writes."""

import os
from collections.abc import Mapping
from typing import TextIO

from lucca_pi.language import _, say

DOTS = "⣿─│"
"""Of what is drawn, the signs that plain terminals lack."""
BRAILLE_COLUMNS, BRAILLE_LINES = 66, 20
HALVES_COLUMNS, HALVES_LINES = 130, 36
"""The least that a picture takes in dots and in half blocks, with the two lines below it."""
PLAIN = str.maketrans(
    {
        **{"−": "-", "–": "-", "…": "...", "→": "->", "←": "<-", "×": "x", "•": "-", "“": '"', "”": '"', "„": '"'},
        **{"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "à": "a", "é": "e", "’": "'"},
    }
)
"""Signs that plain letters can stand for."""


def why_not_drawn(stream: TextIO, environment: Mapping[str, str]) -> str:
    """Why the small display cannot be drawn on that terminal; empty where it can, and where it is none but a file."""
    if not _has(DOTS, stream):
        return _("its letters ({encoding}) have no dots", encoding=stream.encoding)
    if not stream.isatty():
        return ""
    if environment.get("TERM", "") in ("", "dumb"):
        return _("it cannot be cleared (TERM={term})", term=environment.get("TERM", ""))
    if _is_plain(environment):
        return _("its letters have no dots (LANG={language})", language=environment.get("LANG", ""))
    return _too_small(*os.get_terminal_size(stream.fileno()), only_halves=environment["TERM"] == "linux")


def _too_small(columns: int, lines: int, *, only_halves: bool) -> str:
    """Why no picture fits. A console without a desktop has half blocks, and no dots."""
    needed = (HALVES_COLUMNS, HALVES_LINES) if only_halves else (BRAILLE_COLUMNS, BRAILLE_LINES)
    if columns >= needed[0] and lines >= needed[1]:
        return ""
    return _(
        "it has {columns} columns and {lines} lines, and {wide} and {high} are needed",
        columns=columns,
        lines=lines,
        wide=needed[0],
        high=needed[1],
    )


def writable(text: str, stream: TextIO, environment: Mapping[str, str]) -> str:
    """The text in letters that the terminal has: `ae` for `ä` where it has plain ones alone."""
    if _has(text, stream) and not _is_plain(environment):
        return text
    return text.translate(PLAIN).encode("ascii", "replace").decode()


def _has(text: str, stream: TextIO) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_plain(environment: Mapping[str, str]) -> bool:
    """
    Whether nobody asked for more than plain letters: of LANG=C Python makes UTF-8, which says nothing of a terminal.

    >>> _is_plain({"LANG": "C", "LC_CTYPE": "C.UTF-8"}), _is_plain({}), _is_plain({"LANG": "de_DE.UTF-8"})
    (True, True, False)
    """
    plain = ("", "C", "POSIX")
    if environment.get("LC_ALL"):
        return environment["LC_ALL"] in plain
    made = environment.get("LC_CTYPE") in ("C.UTF-8", "C.utf8")
    return environment.get("LANG", "") in plain and (made or environment.get("LC_CTYPE", "") in plain)


def refusal(why: str) -> str:
    """What is said where the drawn display is asked for by name, and cannot be."""
    return _("The display cannot be drawn on this terminal: {why}. Play with --display text.", why=say(why))
