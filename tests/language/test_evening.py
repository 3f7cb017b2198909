"""Whatever players are shown in an evening can be said in their language, whole."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

import pytest
from evening import LAST, after, date, looks, press, questioned, unsettled

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.step import Looked, Pressed, ShowScreens, step
from lucca_pi.evening.views import screen_pages, snapshot
from lucca_pi.language import Text, _

WORDS = re.compile(r"[a-z]{2,}[,;:]? [a-z]{2,}")
"""More than a name, a colour or a number."""


def unsayable(value):
    """Texts that are English in every language, also inside others."""
    if isinstance(value, Text):
        yield from unsayable(value.filled)
    elif isinstance(value, str):
        yield from [value] if WORDS.search(value) else []
    elif isinstance(value, Mapping):
        yield from (text for one in value.values() for text in unsayable(one))
    elif isinstance(value, list | tuple):
        yield from (text for one in value for text in unsayable(one))
    elif is_dataclass(value):
        yield from (text for field in fields(value) for text in unsayable(getattr(value, field.name)))


def shown(effects):
    return [effect.snapshots for effect in effects if isinstance(effect, ShowScreens)]


def screens_of(state):
    """The screens that up and down lead to, and all that the menu leads to in two steps."""
    yield from (snapshot(replace(state, page=page)) for page in range(len(screen_pages(state))))
    yield from answers_of(press(state, "up", "ok")[0], 2)


def answers_of(state, steps):
    yield snapshot(state)
    if isinstance(state.mode, Choice) and steps:
        for chosen in range(len(state.mode.options)):
            then, effects = step(replace(state, mode=replace(state.mode, chosen=chosen)), Pressed("ok", date(1)))
            yield shown(effects)
            yield from answers_of(then, steps - 1)


STATES = {"the deal": 0, "the first turn": 1, "the middle": 11, "the end": LAST + 1}


@pytest.mark.parametrize("confirmed", STATES.values(), ids=STATES)
def test_every_screen_and_the_page_can_be_said(confirmed):
    state = replace(after(confirmed), advice=True)
    assert [*unsayable([*screens_of(state), state_overview(state)])] == []


@pytest.mark.parametrize("state", [unsettled, questioned])
def test_every_question_can_be_said(state):
    assert [*unsayable([*screens_of(state()), *answers_of(state(), 2)])] == []


@pytest.mark.parametrize("ahead", range(4))
def test_what_lies_wrong_and_every_turn_can_be_said(ahead):
    """`ahead` turns more lie there than were confirmed."""
    for number in range(1, LAST - ahead, 1 + ahead):
        state, effects = step(after(number), Looked(looks()[number + ahead], date(number)))
        assert [*unsayable([shown(effects), snapshot(state)])] == []


def test_english_that_hides_in_a_text_is_found():
    hidden = "then this cannot be"
    assert [*unsayable([_("{player}: {problem}", player="Ada", problem=hidden)])] == [hidden]
