"""Whatever a record's text is turned into, it is scored or refused in clear words."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import as_data
from small_records import assert_clear, scored

from lucca_pi.errors import RuleError, UnreadableError
from tests.sim.games import random_game

TEXT = json.dumps(as_data(random_game(5, 3, "german", turns=4, adjustments=1)))

some = settings(max_examples=30, deadline=None, derandomize=True, database=None)

odd_numbers = st.sampled_from([0, -1, 97, 10**50, 1e308, -0.0, 1.5])
odd_texts = st.sampled_from(["", "T1", "T5", "red", "tower", "a\nb\x00", "\ud800", "x" * 500, "Alex"])
leaves = st.none() | st.booleans() | odd_numbers | odd_texts
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_texts, inner, max_size=3))


def assert_scored_or_refused(text):
    try:
        json.dumps(scored(text), allow_nan=False)
    except (RuleError, UnreadableError) as error:
        assert_clear(error)


def spots(value):
    """Every container in a document with each of its keys or indices."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [spot for key in keys for spot in spots(value[key])]


@some
@given(st.data())
def test_a_value_replaced_removed_or_copied(data):
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
def test_a_stretch_of_text_replaced(start, length, new):
    assert_scored_or_refused(TEXT[:start] + new + TEXT[start + length :])


@some
@given(st.text() | values.map(json.dumps))
def test_any_text(text):
    assert_scored_or_refused(text)
