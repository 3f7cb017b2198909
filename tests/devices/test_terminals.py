"""What a terminal can show, and the display in words."""

import io
import os
import pty
import re
import termios
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from zxingcpp import read_barcodes

from lucca_pi.contract.screens import Notice, PageAddress, Question, Snapshot
from lucca_pi.devices.displays.twins import _HALVES, TextDisplay, _draws, _square, why_not_drawn, writable
from lucca_pi.web.address import qr_modules

GOOD = {"TERM": "xterm-256color", "LANG": "de_DE.UTF-8"}


@contextmanager
def terminal(columns, lines, encoding="utf-8"):
    """A terminal of that size, as a program has it."""
    _ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (lines, columns))
    with os.fdopen(theirs, "w", encoding=encoding) as program:
        yield program


REFUSED = {
    "large enough": (80, 24, GOOD, ""),
    "too narrow": (60, 24, GOOD, "it has 60 columns and 24 lines, but 66 and 21 are needed"),
    "too low": (80, 20, GOOD, "it has 80 columns and 20 lines, but 66 and 21 are needed"),
    "a console": (80, 25, GOOD | {"TERM": "linux"}, "it has 80 columns and 25 lines, but 130 and 37 are needed"),
    "a wide console": (130, 37, GOOD | {"TERM": "linux"}, ""),
    "plain letters": (80, 24, {"TERM": "xterm", "LANG": "C"}, "it cannot show Braille characters (LANG=C)"),
    "plain letters by Python": (80, 24, {"TERM": "xterm", "LC_CTYPE": "C.UTF-8"}, "it cannot show Braille characters"),
    "asked for without a country": (80, 24, {"TERM": "xterm", "LANG": "C.UTF-8"}, ""),
    "dumb": (80, 24, GOOD | {"TERM": "dumb"}, "it cannot be cleared (TERM=dumb)"),
}


@pytest.mark.parametrize(("columns", "lines", "environment", "why"), REFUSED.values(), ids=REFUSED)
def test_why_a_terminal_is_not_drawn_on(columns, lines, environment, why):
    with terminal(columns, lines) as program:
        said = why_not_drawn(program, environment)
    assert said.startswith(why)
    assert bool(said) == bool(why)


def test_a_file_takes_every_picture_and_one_of_plain_letters_none():
    assert why_not_drawn(io.StringIO(), {}) == ""
    with terminal(80, 24, "ascii") as program:
        assert why_not_drawn(program, GOOD) == "its encoding (ascii) has no Braille characters"


def test_plain_letters_stand_for_others():
    assert writable("Züge … +5 − 3", io.StringIO(), {"LANG": "C"}) == "Zuege ... +5 - 3"
    assert writable("Züge …", io.StringIO(), GOOD) == "Züge …"


def test_a_phone_reads_the_square_that_a_terminal_draws():
    address = "http://192.168.178.123:8000/P/K7M2QX9TRW4B"
    lines = re.sub(r"\x1b\[[0-9;]*m", "", _square(qr_modules(address))).splitlines()
    dark = [[_HALVES.index(block) >> row & 1 for block in line] for line in lines for row in (0, 1)]
    picture = np.kron(255 - 255 * np.array(dark, np.uint8), np.ones((6, 6), np.uint8))
    assert [one.text for one in read_barcodes(picture)] == [address]


@pytest.mark.parametrize(("encoding", "draws"), [("utf-8", True), ("ascii", False)])
def test_the_square_is_drawn_where_there_are_half_blocks(encoding, draws):
    with terminal(80, 24, encoding) as program:
        assert _draws(program) == draws


def test_each_screen_is_written_once_and_of_a_question_the_answer_that_is_new(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    stream = io.StringIO()
    display = TextDisplay(stream, "Enter: OK")
    question = Question("", "Which?", ("This", "That"), 0)
    for screen in (Notice("Looking …", ""), Notice("Looking …", ""), question, replace(question, chosen=1)):
        display.tell(Snapshot(screen))
    keys = "(arrows, or u and d: another answer; Enter takes the one with the star)"
    expected = ["Enter: OK", "", "Looking …", "", "Which?", "* 1. This", "  2. That", keys, "* 2. That"]
    assert stream.getvalue().splitlines() == expected


@pytest.mark.parametrize("screen", [Notice("Looking …", ""), PageAddress("http://192.0.2.1/", (), "4071")])
def test_the_pages_address_follows_each_screen_until_a_phone_has_come(monkeypatch, screen):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    stream = io.StringIO()
    display = TextDisplay(stream)
    address = PageAddress("http://192.0.2.1/", (), "4071", is_awaited=True)
    display.tell(Snapshot(screen, invites=address))
    display.tell(Snapshot(Notice("Taken", "")))
    is_shown = isinstance(screen, PageAddress)
    assert ("Phones: http://192.0.2.1/ · code 4071" in stream.getvalue()) == (not is_shown)
    assert stream.getvalue().splitlines()[-1] == "Taken"
