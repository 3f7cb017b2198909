"""Why a look was judged as it was: the findings add up to the weights that decide, and say so in words."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from small_tables import FILE, Table, laid, session_at

from lucca_pi.evening.verdict import Doubt, Explained
from lucca_pi.games.citta.referee.candidates import candidates, findings
from lucca_pi.games.citta.referee.explanation import explanation
from lucca_pi.games.citta.referee.findings import Finding, Reason, total
from lucca_pi.games.citta.referee.forgotten import likely_ways, weigh_way
from lucca_pi.games.citta.referee.reasons import REMEDIES, WORDS, in_words
from lucca_pi.games.citta.referee.side_by_side import explanation_json, explanation_lines
from lucca_pi.games.citta.referee.verdict import FAR, explain
from lucca_pi.games.citta.session.memory import case_of as case_in
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.eye import look_at

LEFT = ((18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5; walls 2", (8, 12, 10), (4, 9, 6), *LEFT)
AFTER = BEFORE.after("red 1+8, blue 5+12; walls 3")
BOTH = Table(
    "Ada: red 1+8, blue 5+12; walls 3 | Ben: violet 93+6, green 4, orange 9 | Cid: orange 95", (None, None, *LEFT)
)
CODES = (1, 5, 8, 12, 4, 9, 6, 18, 93, 95, BACK_CODE)


def case_of(*looks, before=BEFORE):
    return case_in(session_at(before), looks)


@given(hidden=some.sets(some.sampled_from(CODES), max_size=4), rested=some.booleans())
@settings(max_examples=40)
def test_the_findings_of_every_candidate_add_up_to_its_weight(hidden, rested):
    looks = [look_at(AFTER.lying(), FILE, hidden)]
    case = case_of(*([AFTER.look(), *looks] if rested else looks))
    for one in candidates(case, FAR):
        assert total(findings(case, one)) == pytest.approx(one.cost, abs=1e-9)
        assert all(in_words(case, finding) for finding in findings(case, one))


@given(hidden=some.sets(some.sampled_from(CODES), max_size=4))
@settings(max_examples=20)
def test_what_is_shown_weighs_what_the_verdict_used(hidden):
    case = case_of(look_at(AFTER.lying(), FILE, hidden))
    told, verdict = explanation(case), explain(case)
    sums = [total(named.finding for named in one.findings) for one in told.ranked]
    assert sums == pytest.approx([one.cost for one in told.ranked], abs=1e-9)
    if isinstance(verdict, Explained):
        assert (told.ranked[0].turns, told.ranked[0].cost) == ((verdict.turn,), verdict.cost)
    if isinstance(verdict, Doubt):
        assert told.ranked[0].turns == verdict.turns[:1]
        assert sums[0] == pytest.approx(verdict.costs[0])


@pytest.mark.parametrize("hidden", [(), (12,), (12, 4)])
def test_the_findings_of_forgotten_turns_add_up_as_well(hidden):
    case = case_of(BOTH.look(without=hidden))
    ways, told = likely_ways(case), explanation(case)
    assert [total(weigh_way(way)) for way in ways] == [way.cost for way in ways]
    assert [one.turns for one in told.ways] == [way.turns for way in ways[: len(told.ways)]]


def test_every_reason_has_words():
    case = case_of(AFTER.look())
    found = [Finding(reason, 4.0, "Ada", (8, 12), "construction", 2) for reason in Reason]
    assert {in_words(case, finding).count("  ") for finding in found} == {0}
    assert WORDS.keys() == set(Reason) >= REMEDIES.keys()


# what happened | what a person reads there
READ = {
    "a card's sticker is painted over": (
        BEFORE.after("red 1+8, blue 5+12, yellow 10; walls 2").look(without=[12]),
        ("Ada: 12 is not seen under construction", "12 is not seen; it was laid out in a triplet", "Let 12 be seen:"),
    ),
    "a wall lies under a wall": (
        AFTER.look(without=[BACK_CODE]),
        (
            "Ada: 1 new wall is not seen",
            "walls of Ada: 2 before; seen where they lay: 2",
            "Lay all walls of Ada in sight",
        ),
    ),
    "a press was forgotten": (
        BOTH.look(),
        ("No single turn fits as well as 2 turns one after another.", "Ben: 4 to green", "Press OK after each turn"),
    ),
    "nobody has played": (
        BEFORE.look(),
        (
            "No legal turn fits: Ada: no triplet has been taken.",
            "8, 10, 12 lie where they were laid out",
            "Take a triplet",
        ),
    ),
    "all lies as it should": (
        AFTER.look(),
        ("One turn fits: the next that counts differently weighs", "A   0.0  fits"),
    ),
}


@pytest.mark.parametrize(("look", "words"), READ.values(), ids=READ)
def test_a_person_reads_why_and_what_to_change(look, words):
    told = explanation(case_of(look))
    text = "\n".join((*explanation_lines(told), *told.remedies))
    assert [one for one in words if one not in text] == []


def test_the_data_says_the_same():
    told = explanation_json(explanation(case_of(AFTER.look(without=[12]))))
    assert told["verdict"] == "turn" or told["verdict"] == "doubt"
    for one in told["candidates"]:
        assert sum(finding["weight"] for finding in one["findings"]) == pytest.approx(one["weight"], abs=1e-5)


def test_every_reason_stands_with_its_weight_in_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
    table = text.partition("## Reasons and their weights")[2].partition("\n## ")[0]
    assert {name for name in Reason.__members__ if f"`{name}`" not in table} == set()
