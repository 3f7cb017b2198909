"""Whatever a record's text is turned into, of any game, it is scored or refused in clear words."""

import json
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games import PLAYED, scored

TEXTS = {game: (files(f"lucca_pi.games.{game}") / "drawn" / "demo.json").read_text() for game in PLAYED}

some = settings(max_examples=30, deadline=None, derandomize=True, database=None)
of_each_game = pytest.mark.parametrize("game", TEXTS)

odd_numbers = st.sampled_from([0, -1, 8, 17, 97, 10**50, 1e308, -0.0, 1.5])
odd_texts = st.sampled_from(
    ["", "T1", "a1", "z9", "0,0", "red", "white", "tower", "a\nb\x00", "\ud800", "x" * 500, "Alex"]
)
leaves = st.none() | st.booleans() | odd_numbers | odd_texts
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_texts, inner, max_size=3))


def assert_scored_or_refused(text: str) -> None:
    try:
        json.dumps(scored(text).document(), allow_nan=False)
    except (RuleError, UnreadableError) as error:
        lines = str(error).splitlines()
        assert len(lines) <= 2
        assert all(line.isprintable() and len(line) < 1000 for line in lines)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a document with each of its keys or indices."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [spot for key in keys for spot in spots(value[key])]


@of_each_game
@some
@given(st.data())
def test_a_value_replaced_removed_or_copied(game: str, data: st.DataObject) -> None:
    document = json.loads(TEXTS[game])
    container, key = data.draw(st.sampled_from(spots(document)))
    change = data.draw(st.sampled_from(["replace", "remove", "copy"]))
    if change == "replace":
        container[key] = data.draw(values)
    elif change == "remove":
        del container[key]
    else:
        other, other_key = data.draw(st.sampled_from(spots(json.loads(TEXTS[game]))))
        container[key] = other[other_key]
    assert_scored_or_refused(json.dumps(document))


@of_each_game
@some
@given(st.integers(0, 5000), st.integers(0, 60), st.text(max_size=6) | st.sampled_from(['"', "{", "[[", "1e999"]))
def test_a_stretch_of_text_replaced(game: str, start: int, length: int, new: str) -> None:
    text = TEXTS[game]
    start %= len(text)
    assert_scored_or_refused(text[:start] + new + text[start + length :])


@some
@given(st.text() | values.map(json.dumps))
def test_any_text(text: str) -> None:
    assert_scored_or_refused(text)
