"""What may be written as an event, and the marks that chain the lines of a journal."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lucca_pi.devices.journal_file import MOST_NESTED, UnfitError, parsed, read_event, sealed, text_of, unsealed
from lucca_pi.devices.journal_file import written as written_journal

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
    "a word of damage": b'{"damage": {"events": 1, "file": ""}}',
}


@pytest.mark.parametrize("data", NO_EVENTS.values(), ids=NO_EVENTS)
def test_what_is_no_event_is_refused_with_or_without_lines_before_it(data):
    with pytest.raises(UnfitError):
        read_event(data)
    for before in (b"", written({"n": 1})):
        journal = parsed(before + data + b"\n", "g")
        assert (journal.intact_bytes, bool(journal.fault)) == (len(before), True)


def written(*events):
    """The content of a journal of these events."""
    return written_journal("g", 1, [text_of(event) for event in events])


JSON = some.recursive(
    some.none() | some.booleans() | some.integers(-(10**9), 10**9) | some.text(some.characters(codec="utf-8")),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(some.lists(some.dictionaries(some.sampled_from(["event", "n", "looks"]), JSON), min_size=1, max_size=3))
def test_events_come_back_from_their_lines_as_they_were(events):
    journal = parsed(written(*events), "g")
    assert (journal.events, journal.number, journal.trouble) == (events, 1, "")


@given(some.data())
def test_no_single_wrong_bit_is_believed(data):
    whole = written({"event": "begun", "n": 1}, {"event": "played", "looks": []})
    place = data.draw(some.integers(0, len(whole) - 1))
    wrong = bytearray(whole)
    wrong[place] ^= 1 << data.draw(some.integers(0, 7))
    journal = parsed(bytes(wrong), "g")
    assert journal.intact_bytes == whole[:place].rfind(b"\n") + 1
    assert journal.fault or journal.is_cut
    assert len(journal.events) == max(0, whole[:place].count(b"\n") - 1)


@given(some.data())
def test_a_journal_that_is_cut_anywhere_has_whole_events(data):
    whole = written({"event": "begun", "n": 1}, {"event": "played", "looks": []})
    cut = data.draw(some.integers(0, len(whole)))
    journal = parsed(whole[:cut], "g")
    assert len(journal.events) == max(0, whole[:cut].count(b"\n") - 1)
    assert (journal.fault, journal.is_cut) == ("", whole[:cut] != b"" and not whole[:cut].endswith(b"\n"))


def test_lines_of_another_game_or_place_do_not_fit():
    head, first, second = written({"n": 1}, {"n": 2}).splitlines()
    for game, lines in (("h", [head]), ("g", [first]), ("g", [head, second]), ("g", [head, first, first])):
        journal = parsed(b"\n".join((*lines, b"")), game)
        assert journal.fault == f"line {len(lines)} is not as it was written"


def test_an_empty_object_is_sealed_too():
    assert unsealed(sealed("{}", 1).encode(), 1) == b"{}"
