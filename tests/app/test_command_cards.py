"""A command card acts once it has lain at rest in two looks, and again only after it was gone; an undo asks."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from evening import LAST, after
from twins import Presses, TableCamera, app_with

from lucca_pi.app import loop
from lucca_pi.contract.questions import Choice
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.state import Begin
from lucca_pi.evening.step import Commanded, Speak, step
from lucca_pi.ports import Frame
from lucca_pi.table.command_cards import COMMANDS, GONE_S, LyingCard
from tests.cases import first_of
from tests.in_memory import MemoryStore

BARE = np.random.default_rng(3).integers(90, 110, (90, 160), np.uint8)
PAUSE, UNDO, NEW_GAME, HANDS_FREE, LANGUAGE = COMMANDS
TICK_S = 0.2
"""Time between two live pictures."""
STIRS, REST = 4, round(6 / TICK_S)
"""Ticks for which a hand stirs the picture, and for which nobody touches the table: longer than two looks take."""


class Table(TableCamera):
    """A table on which cards are laid in a game of some turns; a hand stirs the live picture for each of its acts."""

    def __init__(self, clock):
        super().__init__()
        self.clock, self.lying, self.covered, self.stirs, self.plays = clock, {}, set(), 0, True

    def look(self, number):
        return super().look(number) if self.plays else Frame(str(number - 1), None)

    def live(self):
        self.clock.forward(TICK_S)
        shown = BARE.copy()
        for code, card in self.lying.items():
            left, top = int(card.x_px), int(card.y_px)
            shown[top : top + 12, left : left + 8] = 20 if code in self.covered else 250
        self.stirs -= 1
        if self.stirs > 0:
            shown[self.stirs % 2 * 40 :][:40, :60] = 255
        return shown

    def cards(self, _frame, _pieces):
        return {code: card for code, card in self.lying.items() if code not in self.covered}

    def lay(self, code, x_px=20.0, y_px=70.0, heading_deg=0.0):
        self.stirs, self.lying[code] = STIRS, LyingCard(x_px, y_px, 4.0, heading_deg)

    def nudge(self, code, by_px=1.5):
        self.stirs, self.lying[code] = STIRS, replace(self.lying[code], x_px=self.lying[code].x_px + by_px)

    def cover(self, *codes):
        self.stirs, self.covered = STIRS, {*codes}

    def take_away(self, code):
        self.stirs = STIRS
        del self.lying[code]


def evening(monkeypatch, act, **more):
    """What a game of two turns was given by cards, its undos, and the app, after the acts; `act` yields waits."""
    clock, store, given = HandClock(), MemoryStore(), []
    monkeypatch.setattr(loop, "step", lambda state, one: (given.append(one), step(state, one))[1])
    table = Table(clock)
    presses = Presses("ok", "ok", "ok")
    acts = act(table)

    def begin():
        table.plays = False
        go_on()

    def go_on():
        if (wait := next(acts, None)) is not None:
            presses.coming.extend([None] * wait if isinstance(wait, int) else [wait])
            presses.coming.append(go_on)

    presses.coming.append(begin)
    app = app_with(presses, table, store, clock=clock, cards=table.cards, **more)
    app.run()
    said = [COMMANDS[LANGUAGE] if isinstance(one, Speak) else one for one in given]
    laid = [one for one in said if isinstance(one, str) or (isinstance(one, Commanded) and not one.gone)]
    commands = [one if isinstance(one, str) else one.command for one in laid]
    undos = [event for game in store.games() for event in store.events(game) if event["event"] == "taken-back"]
    return commands, len(undos), app


def far_from(table):
    """A place where no card lies."""
    return 20.0 + 25.0 * len(table.lying)


def disturbed(random, laid):
    """Acts of an evening in which cards are laid, left, moved, covered and taken away: nothing answers yes."""

    def act(table):
        for code in random.sample([PAUSE, UNDO, NEW_GAME, LANGUAGE], 3):
            table.lay(code, far_from(table), random.uniform(10, 70), random.uniform(-180, 180))
            laid.append(COMMANDS[code])
            yield REST
            for _ in range(random.randrange(1, 5)):
                what = random.choice(["leave", "nudge", "cover", "stir"])
                if what == "nudge":
                    table.nudge(code, random.uniform(-2, 2))
                elif what == "cover":
                    table.cover(code)
                    yield random.randrange(1, REST)
                    table.cover()
                elif what == "stir":
                    table.stirs = STIRS
                yield random.randrange(1, REST + 20)
            table.take_away(code)
            yield random.randrange(REST, 8 * REST)

    return act


@pytest.mark.parametrize("seed", first_of(range(60)))
def test_cards_laid_left_moved_and_covered_act_once_and_undo_nothing(seed, monkeypatch):
    laid = []
    commands, undos, app = evening(monkeypatch, disturbed(Random(seed), laid))
    assert (commands, undos, app.state.course.looks) == (laid, 0, 3)


def answering(*, elsewhere, waits=REST):
    def act(table):
        table.lay(UNDO)
        yield REST
        table.take_away(UNDO)
        yield waits
        table.lay(UNDO, *((100.0, 20.0) if elsewhere else ()))
        yield REST

    return act


def taken_away(table):
    table.lay(UNDO)
    yield REST
    table.take_away(UNDO)
    yield round(GONE_S / TICK_S) + REST


def answered_by_ok(table):
    table.lay(UNDO)
    yield REST
    yield "down"
    yield "ok"
    yield REST


UNDONE = {
    "laid again elsewhere": (answering(elsewhere=True), 1, False),
    "laid again too late": (answering(elsewhere=True, waits=round(GONE_S / TICK_S) + REST), 0, True),
    "only covered": (answering(elsewhere=False), 0, True),
    "only moved": (answering(elsewhere=True, waits=1), 0, True),
    "taken away": (taken_away, 0, False),
    "answered with yes by the buttons": (answered_by_ok, 1, False),
}


@pytest.mark.parametrize(("act", "undos", "asks"), UNDONE.values(), ids=UNDONE)
def test_an_undo_asks_and_is_answered_by_the_card_or_a_press(act, undos, asks, monkeypatch):
    _commands, undone, app = evening(monkeypatch, act)
    assert (undone, isinstance(app.state.mode, Choice), app.state.course.looks) == (undos, asks, 3 - undos)


def test_a_pause_lasts_for_as_long_as_its_card_lies_there(monkeypatch):
    modes, pauses = [], []

    def act(table):
        table.lay(PAUSE)
        yield REST
        table.stirs = STIRS
        yield REST
        pauses.append(modes[-1].paused)
        table.take_away(PAUSE)
        yield REST

    commands, _undos, app = evening(monkeypatch, act, tell=lambda _game, state, _said: modes.append(state.mode))
    assert (commands, pauses, app.state.mode) == (["pause"], [True], None)


def test_a_game_is_given_up_when_the_card_is_laid_again(monkeypatch):
    def act(table):
        table.lay(NEW_GAME)
        yield REST
        table.take_away(NEW_GAME)
        yield REST
        table.lay(NEW_GAME, 100.0)
        yield REST

    commands, _undos, app = evening(monkeypatch, act)
    assert (commands, app.state.game, app.state.mode) == (["new game"] * 2, None, None)


def test_a_game_is_played_hands_free_from_the_card_on(monkeypatch):
    def act(table):
        table.lay(HANDS_FREE)
        yield REST
        table.plays, table.stirs = True, STIRS
        yield REST

    _commands, _undos, app = evening(monkeypatch, act)
    assert app.state.course.looks == 4


def test_hands_free_a_turn_that_a_card_has_undone_is_not_taken_again_before_the_card_is_away(monkeypatch):
    looks = []

    def act(table):
        yield from answering(elsewhere=True)(table)
        table.plays, table.stirs = True, STIRS
        yield REST
        looks.append(app_now[-1].course.looks)
        table.take_away(UNDO)
        yield REST

    app_now = []
    _commands, _undos, app = evening(
        monkeypatch, act, hands_free=True, tell=lambda _game, state, _said: app_now.append(state)
    )
    assert (looks, app.state.course.looks > 2) == ([2], True)


COMMANDED = {
    "before the start nothing is undone": ("undo", 0, (None, 0)),
    "nor paused": ("pause", 0, (None, 0)),
    "after the end nothing is paused": ("pause", LAST + 1, (None, 0)),
    "after the end the next game begins at once": ("new game", LAST + 1, (None, 1)),
    "during a game giving it up is asked": ("new game", 3, ("Give up this game?", 0)),
    "so is an undo": ("undo", 3, ("Undo the last turn?", 0)),
}


@pytest.mark.parametrize(("command", "looks", "came"), COMMANDED.values(), ids=COMMANDED)
def test_a_card_does_what_is_possible(command, looks, came):
    state, effects = step(after(looks), Commanded(command, "2026-05-01T20:00:00+02:00"))
    begins = [effect for effect in effects if isinstance(effect, Begin)]
    assert (state.mode.text if state.mode else None, len(begins)) == came
