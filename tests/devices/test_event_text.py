"""What may be kept as an event, and the marks that chain the events of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lucca_pi.devices.journals.text import (
    MOST_NESTED,
    Chain,
    UnfitError,
    is_intact,
    parted,
    read_event,
    sealed,
    text_of,
)

NO_EVENTS = {
    "no JSON": b'{"event"',
    "no object": b"[1]",
    "no text": b'{"event": "\x80"}',
    "no number": b'{"x": NaN}',
    "a number without end": b'{"x": 1e999}',
    "a key twice": b'{"x": 1, "x": 2}',
    "half a letter": b'{"x": "\\ud800"}',
    "lists in lists": b'{"x": ' + b"[" * MOST_NESTED + b"]" * MOST_NESTED + b"}",
    "lists without end": b'{"x": ' + b"[" * 100_000,
    "a damaged mark": b'{"x": 1, "mark": "g"}',
    "a mark under another name": b'{"x": 1, "murk": "0123456789abcdef0123456789abcdef"}',
}


@pytest.mark.parametrize("data", NO_EVENTS.values(), ids=NO_EVENTS)
def test_what_is_no_event_is_refused_with_or_without_marks_before_it(data):
    for chain in (Chain("g"), chain_of({"n": 1})[0]):
        with pytest.raises(UnfitError):
            read_event(data)
        with pytest.raises(UnfitError):
            chain.take(chain.events + 1, data)


def chain_of(*events):
    """A game of these events, and the texts that are kept of them."""
    chain, texts = Chain("g"), []
    for event in events:
        texts.append(chain.next(text_of(event)).encode())
        chain.take(chain.events + 1, texts[-1])
    return chain, texts


JSON = some.recursive(
    some.none() | some.booleans() | some.integers(-(10**9), 10**9) | some.text(some.characters(codec="utf-8")),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(some.dictionaries(some.sampled_from(["event", "n", "looks"]), JSON))
def test_an_event_comes_back_from_its_text_as_it_was(event):
    _, (text,) = chain_of(event)
    assert read_event(parted(text)[0]) == event
    assert is_intact(text, "", "g", 1)


@given(some.data())
def test_no_single_wrong_bit_is_believed(data):
    _, texts = chain_of({"event": "begun", "n": 1}, {"event": "played", "looks": []})
    number = data.draw(some.sampled_from([0, 1]))
    place = data.draw(some.integers(0, len(texts[number]) - 1))
    wrong = bytearray(texts[number])
    wrong[place] ^= 1 << data.draw(some.integers(0, 7))
    chain = Chain("g")
    with pytest.raises(UnfitError):
        for at, text in enumerate((*texts[:number], bytes(wrong), *texts[number + 1 :]), start=1):
            chain.take(at, text)


def test_events_of_another_game_or_place_do_not_fit():
    _, (first, second) = chain_of({"n": 1}, {"n": 2})
    for chain, number, text in ((Chain("h"), 1, first), (Chain("g"), 1, second), (Chain("g"), 2, second)):
        with pytest.raises(UnfitError):
            chain.take(number, text)


def test_a_text_without_a_mark_is_taken_and_the_next_mark_covers_it():
    chain = Chain("g")
    chain.take(1, b'{"n": 1}')
    kept = chain.next('{"n": 2}').encode()
    chain.take(2, kept)
    other = Chain("g")
    other.take(1, b'{"n": 3}')
    with pytest.raises(UnfitError, match="is not as it was kept"):
        other.take(2, kept)


def test_an_empty_object_is_sealed_too():
    assert parted(sealed("{}", 1).encode())[0] == b"{}"
