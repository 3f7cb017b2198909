"""Settings, the program's and a game's: one entry has all that is said of a setting, and how its values are checked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lucca_pi.language import Text, _, listed
from lucca_pi.outside import MOST_LETTERS, is_plain

Check = tuple[Callable[[Any], bool], str]
"""Whether a value may be, and what may be."""


def _as_it_is(value: Any) -> Any:
    return value


def _none_found(_folders: Iterable[Path]) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: an entry of this kind is all that it takes to add one."""

    usual: Any
    """Its value unless the file or the command line gives another."""
    check: Check
    make: Callable[[Any], Any] = _as_it_is
    """The value that play takes, from that in the file or on the command line."""
    metavar: str = ""
    """The value in the help of its option, such as "CAMERA"; "" for an option without a value."""
    help: str = ""
    """The sentence of its option; "" for a setting that the file alone has."""
    kind: type | None = None
    """The type of the option's value: int, Path, or None for text."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What players call its values, the usual one first; empty if they are not asked at their first start."""
    found: Callable[[Iterable[Path]], Mapping[str, str]] = _none_found
    """Further values that files in these folders offer at the first start, each with what players call it."""
    otherwise: tuple[str, str] | None = None
    """The answer that none of the values is right, and what to do then; None if there is no such answer."""
    is_secret: bool = False
    """True if no text may repeat a value: it may hold a password."""


flag: Check = (lambda value: isinstance(value, bool), "true or false")


def one_of(*choices: str) -> Check:
    """A word, or the word before a colon with something behind it."""

    def fits(value: object) -> bool:
        word, colon, rest = value.partition(":") if isinstance(value, str) else ("", "", "")
        return any(
            word == choice.partition(":")[0] and bool(rest) == (":" in choice) == bool(colon) for choice in choices
        )

    return fits, " or ".join(choices)


def whole(low: int, high: int) -> Callable[[object], bool]:
    """Whether a value is a whole number within these limits."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def names_setting(seats: Mapping[int, str], example: str) -> Setting:
    """The setting of names by the codes of places: all differ, also from those of places without a name."""

    def is_name(code: object, name: object) -> bool:
        is_text = isinstance(name, str) and is_plain(name) and len(name) <= MOST_LETTERS
        return str(code) in map(str, seats) and is_text

    def fits(value: object) -> bool:
        if not isinstance(value, dict) or not all(map(is_name, value, value.values())):
            return False
        called = {**seats, **by_code(value)}
        return len(set(called.values())) == len(called)

    def by_code(names: Mapping[Any, str]) -> dict[int, str]:
        return {int(code): name for code, name in names.items()}  # the codes are text in a file

    return Setting({}, (fits, f"names that differ, of at most {MOST_LETTERS} letters, {example}"), by_code)


def alternatives(choices: Iterable[str], notes: Mapping[str, str] = MappingProxyType({})) -> str:
    """
    What an option may be, in words.

    >>> alternatives(("ok", "rest", "no"), {"ok": "default"})
    'ok (default), rest or no'
    """
    words = [Text("{one} ({note})", {"one": one, "note": notes[one]}) if one in notes else one for one in choices]
    if len(words) == 1:
        return words[0]
    return _("{choices} or {last}", choices=listed(words[:-1]), last=words[-1])
