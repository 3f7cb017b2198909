"""Documents with one value that is missing, or of a wrong type."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None,
    True,
    1.5,
    8.0,
    7,
    -1,
    10**30,
    "x",
    "a1",
    "white",
    "",
    [],
    {},
    [1],
    [0, 0],
    [0, "x"],
    {"a": 1},
)


def spoilt(rng: Random, document: dict[str, Any]) -> Any:
    """The document with one of its values taken out, or replaced by another: mostly no longer readable."""
    found = deepcopy(document)
    if rng.random() < 0.01:
        return rng.choice(STRANGE)
    # each kind of place as often as another, so that those of the many turns do not outnumber the rest
    kinds: dict[str, list[tuple[Any, Any]]] = {}
    for holder, key, kind in places_in(found):
        kinds.setdefault(kind, []).append((holder, key))
    holder, key = rng.choice(kinds[rng.choice(sorted(kinds))])
    if rng.random() < 0.4:
        del holder[key]
    else:
        holder[key] = deepcopy(rng.choice(STRANGE))
    return found


def places_in(value: Any, kind: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every place below a value: what holds it, its key there, and its kind of place."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(pairs):
        below = f"{kind}.{key if isinstance(key, str) else ''}"
        yield value, key, below
        yield from places_in(one, below)
