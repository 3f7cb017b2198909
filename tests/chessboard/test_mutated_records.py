"""Whatever a record's text is turned into, it is scored or refused in clear words."""

import json
from typing import Any

from boards import assert_clear, scored
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import random_game

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.chessboard.rules.record import record_json

TEXT = json.dumps(record_json(random_game(7, 3, 6, styles=("fighter",), switching=True, turns=8, adjustments=1).record))

some = settings(max_examples=60, deadline=None, derandomize=True, database=None)

odd_numbers = st.sampled_from([0, -1, 8, 17, 10**39, 1e308, -0.0, 1.5])
odd_texts = st.sampled_from(["", "a1", "f6", "z9", "red", "white", "a\nb\x00", "\ud800", "x" * 500, "Alex"])
leaves = st.none() | st.booleans() | odd_numbers | odd_texts
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_texts, inner, max_size=3))


def assert_scored_or_refused(text: str) -> None:
    try:
        json.dumps(scored(text), allow_nan=False)
    except (RuleError, UnreadableError) as error:
        assert_clear(error)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a document with each of its keys or indices."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [spot for key in keys for spot in spots(value[key])]


@some
@given(st.data())
def test_a_value_replaced_removed_or_copied(data: st.DataObject) -> None:
    document = json.loads(TEXT)
    container, key = data.draw(st.sampled_from(spots(document)))
    change = data.draw(st.sampled_from(["replace", "remove", "copy"]))
    if change == "replace":
        container[key] = data.draw(values)
    elif change == "remove":
        del container[key]
    else:
        other, other_key = data.draw(st.sampled_from(spots(json.loads(TEXT))))
        container[key] = other[other_key]

    assert_scored_or_refused(json.dumps(document))


@some
@given(st.integers(0, len(TEXT)), st.integers(0, 60), st.text(max_size=6) | st.sampled_from(['"', "{", "[[", "1e999"]))
def test_a_stretch_of_text_replaced(start: int, length: int, new: str) -> None:
    assert_scored_or_refused(TEXT[:start] + new + TEXT[start + length :])
