"""Whole evenings before the session: what is counted is what happened."""

from dataclasses import replace

import pytest

from lucca_pi.contract.verdict import Explained, Verdict
from lucca_pi.games.citta.auditor.evidence import all_walls_visible
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.findings import Reason
from lucca_pi.games.citta.referee.reasons import REMEDIES
from lucca_pi.games.citta.referee.verdict import explain, explain_ambiguous
from lucca_pi.games.citta.session.memory import cases_of
from tests.sim.judging import judge


def test_a_quiet_evening_passes_without_a_question() -> None:
    outcome = judge("squared", 1)

    assert outcome.finished
    assert not outcome.silent
    assert (outcome.notes.looks, outcome.notes.ranks, outcome.notes.told) == (26, [], 0)


def test_what_the_referee_gets_wrong_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.sim.player.GAME", MISLED)
    outcome = judge("squared", 8)

    assert outcome.notes.ranks
    assert not outcome.silent


def test_a_silent_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.sim.player.GAME", MISLED)
    monkeypatch.setattr("lucca_pi.contract.verdict.Certificate.is_signed", True)
    outcome = judge("squared", 8)

    assert outcome.finished
    assert outcome.silent
    assert len(outcome.wrong_turns) == 1
    assert outcome.notes.misread


def without_the_last_walls(case: Case) -> Verdict:
    """Takes the walls of the last turn of all for discards."""
    verdict = explain(case)
    if isinstance(verdict, Explained) and case.ends_the_round and case.game.round == case.game.rounds:
        plays = (replace(play, way="discard") if play.way == "wall" else play for play in verdict.turn.play)
        return replace(verdict, turn=replace(verdict.turn, play=tuple(plays)))
    return verdict


def test_what_lies_amiss_is_put_right_once_the_machine_has_said_so() -> None:
    outcome = judge("completed-right+planned", 2)

    assert outcome.happened == ("completed-right",)
    assert outcome.finished
    assert outcome.notes.told >= outcome.notes.mended > 0


def test_a_card_in_a_wrong_area_is_told_and_mended() -> None:
    outcome = judge("squared+wrong", 5)

    assert outcome.finished
    assert outcome.notes.told == outcome.notes.mended > 0


MISLED = replace(
    GAME,
    referee=replace(
        GAME.referee, explain=lambda match, looks: explain_ambiguous(cases_of(match, looks), without_the_last_walls)
    ),
)
"""Lucca Città whose referee forgets walls."""


def test_players_understand_both_judges_when_they_ask_for_walls() -> None:
    assert REMEDIES[Reason.WALLS_UNSEEN](player="Ada") == all_walls_visible("Ada")
