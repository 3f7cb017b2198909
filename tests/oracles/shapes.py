"""The shape of a document, told by examples of functions: what has a wrong type or lacks a key is unreadable."""

from collections.abc import Callable
from typing import Any

Shape = Callable[[Any], bool]
"""Whether a value has the shape."""


def text(value: Any) -> bool:
    return isinstance(value, str)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def yes_or_no(value: Any) -> bool:
    return isinstance(value, bool)


def nothing(value: Any) -> bool:
    return value is None


def just(expected: Any) -> Shape:
    return lambda value: type(value) is type(expected) and value == expected


def either(*shapes: Shape) -> Shape:
    return lambda value: any(shape(value) for shape in shapes)


def list_of(shape: Shape) -> Shape:
    return lambda value: isinstance(value, list) and all(shape(one) for one in value)


def row_of(*shapes: Shape) -> Shape:
    """A list with one value for each shape."""

    def fits(value: Any) -> bool:
        same_length = isinstance(value, list) and len(value) == len(shapes)
        return same_length and all(shape(one) for shape, one in zip(shapes, value, strict=True))

    return fits


def map_to(shape: Shape) -> Shape:
    """An object with any keys."""
    return lambda value: isinstance(value, dict) and all(shape(one) for one in value.values())


def object_with(needed: dict[str, Shape], allowed: dict[str, Shape] | None = None) -> Shape:
    """An object that has the needed keys, and may have the allowed ones; others do not matter."""

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not needed.keys() <= value.keys():
            return False
        known = {**needed, **(allowed or {})}
        return all(shape(value[key]) for key, shape in known.items() if key in value)

    return fits
