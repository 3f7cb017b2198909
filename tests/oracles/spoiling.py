"""What is done to records played at random: broken by a rule of their game, exchanged in parts, or unreadable."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

STRANGE = (None, True, 1.5, 8.0, 7, -1, 10**30, "x", "a1", "white", "", [], {}, [1], [0, 0], [0, "x"], {"a": 1})


def random_record(rng: Random, game: Any, seed: int) -> Any:
    """
    A record of a random game, as a game's `random_game` makes it: legal, broken, exchanged in parts, or unreadable.

    `breaks` break it, `words` stand in few of them.
    """
    played = game.random_game(seed)
    record = game.record_json(played.record)
    kind = rng.choices(("legal", "broken", "exchanged", "spoilt"), (4, 5, 5, 1))[0]
    if kind == "spoilt":
        return spoilt(rng, record)
    if kind == "broken":
        rng.choice(game.breaks)(rng, record, played.game)
    for _ in range(rng.choice((1, 2)) if kind == "exchanged" else 0):
        exchange(rng, record, game.words)
    return record


def exchange(rng: Random, record: dict[str, Any], words: Sequence[str]) -> None:
    """At one place what stands at another of its kind, another word or number, a list longer, shorter, turned round."""
    kind, holder, key = any_place(rng, record)
    value = holder[key]
    others = [deepcopy(in_it[at]) for in_it, at, other in places_in(record) if other == kind]
    if isinstance(value, dict):
        holder[key] = {**value, **rng.choice(others)}
    elif rng.random() < 0.3:
        holder[key] = rng.choice(others)
    elif isinstance(value, list) and value:
        at = rng.randrange(len(value))
        value[at : at + 1] = value[at : at + 1] * rng.choice((0, 2, 5))
        value[:] = rng.choice((value, value[::-1]))
    elif isinstance(value, str):
        holder[key] = rng.choice(words)
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + rng.choice((-9, -2, -1, 1, 2, 9))


def any_place(rng: Random, document: Any) -> tuple[str, Any, Any]:
    """A kind of place, as often as another, though many turns have some; and one of it: what holds it, and its key."""
    kinds: dict[str, list[tuple[Any, Any]]] = {}
    for holder, key, kind in places_in(document):
        kinds.setdefault(kind, []).append((holder, key))
    kind = rng.choice(sorted(kinds))
    return kind, *rng.choice(kinds[kind])


def spoilt(rng: Random, document: dict[str, Any]) -> Any:
    """The document with one of its values taken out, or replaced by another: mostly no longer readable."""
    found = deepcopy(document)
    if rng.random() < 0.01:
        return rng.choice(STRANGE)
    _, holder, key = any_place(rng, found)
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
