"""Whole evenings of the simulator: the machine is judged rightly, and with or without stickers ends right."""

from dataclasses import replace

import pytest

from lucca_pi.contract.verdict import Explained, Verdict
from lucca_pi.games.citta.auditor.evidence import all_walls_visible
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.findings import REMEDIES, Reason
from lucca_pi.games.citta.referee.verdict import explain, explain_ambiguous
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.session.memory import cases_of
from lucca_pi.table.sighting import Look, Sighting
from tests.cases import first_of
from tests.sim.conditions import Condition, judge
from tests.sim.eye import Glance, look_at
from tests.sim.faces import FEW, NAMES, NUMBER, RATES, four_alike, twins
from tests.sim.habits import HABITS, LEFT


@pytest.mark.parametrize(("seed", "turns"), [(0, 21), (4, 24), (8, 25)], ids=["three", "four", "five"])
def test_a_quiet_evening_passes_without_a_question(seed: int, turns: int) -> None:
    outcome = judge("squared", seed)

    assert outcome.finished
    assert not outcome.silent
    assert (outcome.notes.looks, outcome.notes.ranks, outcome.notes.told) == (turns + 2, [], 0)


@pytest.mark.parametrize("seed", first_of([1, 2]))
def test_codes_missed_lead_to_questions_and_never_to_other_points(seed: int) -> None:
    outcome = judge("missed+lost+careless", seed)

    assert outcome.finished
    assert not outcome.silent
    assert outcome.notes.ranks


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


EVENINGS = (
    "told-again:502",
    "child:507",
    "child:517",
    "taken-back:505",
    "taken-back:511",
    "taken-back:522",
    "pile-stays:502",
    "nobody-presses:507",
    "nobody-presses:3037",
    "nobody-presses:3059",
    "misdealt:502",
)
"""Some of them ended wrong or stuck once, or with dozens of complaints."""
MOST_COMPLAINTS = 6


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_such_an_evening_ends_right(name: str) -> None:
    condition, _, seed = name.partition(":")
    outcome = judge(condition, int(seed))

    assert (outcome.notes.stuck, outcome.silent) == ("", False)


def test_what_stays_lying_is_complained_of_some_times_and_no_more() -> None:
    assert 0 < judge("pile-stays", 502).notes.told <= MOST_COMPLAINTS


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_lying_or_unpressed_shows_on_the_table(name: str) -> None:
    quiet, other = Condition("squared").evening(3), Condition(name).evening(3)

    assert [moment.done for moment in other.moments] == [moment.done for moment in quiet.moments]
    assert other.moments != quiet.moments


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != "child")) for name in HABITS])
def test_whoever_uses_the_buttons_does_so_by_chance_alone(name: str) -> None:
    lines: list[list[str]] = [[], []]
    for told in lines:
        judge(name, 505, told.append)

    assert lines[0] == lines[1]
    assert any(line.startswith(("  tells turn", "  a child", "  takes back")) for line in lines[0])


FILE = reference_deck_file()


def test_all_rates_are_shares() -> None:
    rates = [one for lights in RATES.values() for one in lights.values()]
    assert all(0 <= one.several <= one.alone + one.several <= 1 for one in rates)


def test_in_one_deck_four_cards_each_differ_by_their_numbers_alone() -> None:
    assert {len(others) for others in twins(NUMBER, FILE).values()} == {3}
    assert len(twins(FEW, FILE)) == 12


@pytest.mark.parametrize("name", NAMES)
def test_what_a_card_may_be_always_holds_what_it_is(name: str) -> None:
    lying = Condition("squared").evening(1).moments[0].lying
    whole, glance = look_at(lying, FILE), Glance(1, 0, 0)
    left = NAMES[name].seen(whole, lying, glance, FILE)
    true = {(one.x_mm, one.y_mm): one.code for one in whole.sightings}
    assert all(true[one.x_mm, one.y_mm] in one.codes for one in left.alike if one.codes)
    assert {*left.sightings} <= {*whole.sightings}


@pytest.mark.long
@pytest.mark.parametrize("name", ["number-even", "few-glare", "number-lamp"])
def test_an_evening_without_stickers_ends_right(name: str) -> None:
    outcome = judge(f"squared+{name}", 2)
    assert (outcome.finished, outcome.silent, outcome.notes.misread) == (True, False, [])


@pytest.mark.parametrize(("off_mm", "taken_for"), [(1.0, "twin"), (3.0, "itself")])
def test_a_card_laid_just_where_its_twin_lay_is_taken_for_that(off_mm: float, taken_for: str) -> None:
    code, twin, *_ = four_alike(FILE)[0]
    before = Look((Sighting(twin, 10, 20, 3),), 0.4, ())
    now = Look((Sighting(code, 10 + off_mm, 20, 3),), 0.4, ())
    seen = NAMES["number-even"].remembered(now, before, FILE).sightings
    assert [one.code for one in seen] == [twin if taken_for == "twin" else code]
