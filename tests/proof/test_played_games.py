"""Games as a session took them: what its journal's looks tell by themselves, and what people had to say."""

from dataclasses import replace

import pytest
from claimed import checked
from evening import begun, covered, date, looks

from lucca_pi.contract.history import CORRECTED, Played
from lucca_pi.evening.journal import Corrected
from lucca_pi.evening.state import after_event, begin_evening
from lucca_pi.evening.step import Keep, Looked, NoMoreLooks, Pressed, step
from lucca_pi.table.sighting import Look
from tests.cases import first_of
from tests.sim.conditions import Condition
from tests.sim.player import Players


def taken(*inputs):
    """The journal and the state when a session was given these: looks, buttons' names, or other inputs."""
    state, journal = begin_evening(begun()), [begun()]
    for one in inputs:
        given = Looked(one, date(1)) if isinstance(one, Look) else one
        state, effects = step(state, Pressed(given, date(1)) if isinstance(given, str) else given)
        journal += [effect.event for effect in effects if isinstance(effect, Keep)]
    return journal, state


def words(journal, state):
    return [check.word for check in checked(journal, state) if check.what == "turn"]


DEAL, FIRST, SECOND, THIRD = looks()[:4]
PLAYED = {
    "turns that nobody pressed for": ((DEAL, SECOND, "ok", THIRD), ["agrees"] * 3),
    "turns that nobody pressed for, one of them in doubt": ((DEAL, covered(2), "ok", "ok"), ["told", "told"]),
    "a doubt that the next look settles": ((DEAL, covered(1), SECOND, THIRD), ["agrees"] * 3),
    "a doubt that the players settle": ((DEAL, covered(1), NoMoreLooks(), "ok"), ["told"]),
    "a doubt that nobody has settled yet": ((DEAL, covered(1)), ["unseen"]),
    "a turn taken back and taken again": ((DEAL, FIRST, "undo", FIRST, SECOND), ["agrees"] * 2),
    "a deal taken back": ((DEAL, "undo", DEAL, FIRST), ["agrees"]),
}


@pytest.mark.parametrize(("inputs", "expected"), PLAYED.values(), ids=PLAYED)
def test_what_a_journal_s_looks_tell(inputs, expected):
    assert words(*taken(*inputs)) == expected


def test_an_answer_is_named():
    (check,) = [check for check in checked(*taken(DEAL, covered(1), NoMoreLooks(), "ok")) if check.word == "told"]
    assert check.why.startswith("answered by the players: ")
    assert "the pictures leave open" in check.why


def test_turns_that_one_look_was_read_for_differ_together():
    journal, state = taken(DEAL, SECOND, "ok")
    journal[-1] = replace(journal[-1], looks=(THIRD,))
    assert words(journal, state) == ["differs", "differs"]


def test_a_correction_stands_as_the_players_word():
    journal, state = taken(DEAL, FIRST)
    turn = next(event.turn for event in journal if isinstance(event, Played))
    first, *others = turn.play
    walled = replace(turn, play=(replace(first, way="wall"), *others))
    correction = Corrected(1, (walled,), None, CORRECTED, date(2))
    (check,) = [one for one in checked([*journal, correction], after_event(state, correction)) if one.what == "turn"]
    assert (check.word, check.why.partition(" (")[0]) == ("told", CORRECTED)
    assert "the pictures show" in check.why


class Witnessed(Players):
    """Players whose machine's journal is at hand."""

    def __init__(self, evening, sights):
        super().__init__(evening, sights)
        self.journal = [self.state.begun]

    def _give(self, given):
        effects = super()._give(given)
        self.journal += [effect.event for effect in effects if isinstance(effect, Keep)]
        return effects


@pytest.mark.parametrize("name", first_of(["missed+hidden", "fanned", "forgotten"]))
def test_no_game_that_was_played_is_said_to_differ(name):
    condition = Condition(name)
    players = Witnessed(condition.evening(2), condition.sights)
    players.play()
    assert "differs" not in words(players.journal, players.state)
