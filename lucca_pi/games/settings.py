"""How settings are checked, a game's and the program's: whether a value may be, and what may be in words."""

from collections.abc import Callable, Mapping
from typing import Any

from lucca_pi.strict import is_plain

Check = tuple[Callable[[Any], bool], str]
"""Whether a value may be, and what may be."""

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


def names_at(seats: Mapping[int, str]) -> Callable[[object], bool]:
    """Whether a value gives names by the codes of places; nobody is called as a place without a name is."""

    def is_name(code: object, name: object) -> bool:
        return str(code) in map(str, seats) and isinstance(name, str) and bool(name.strip()) and is_plain(name)

    def fits(value: object) -> bool:
        if not isinstance(value, dict) or not all(map(is_name, value, value.values())):
            return False
        called = {**seats, **{int(code): name for code, name in value.items()}}
        return len(set(called.values())) == len(called)

    return fits
