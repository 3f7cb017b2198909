"""Why a look was judged as it was: the findings add up to the weights that decide, and say so in words."""

from dataclasses import replace
from pathlib import Path

import pytest
from evening import without
from hypothesis import given, settings
from hypothesis import strategies as some
from small_tables import FILE, Table, laid, put, session_at

from lucca_pi.contract.verdict import Doubt, Explained
from lucca_pi.games.citta.referee.candidates import candidates
from lucca_pi.games.citta.referee.explanation import (
    card_json,
    explained,
    finding_words,
    lost,
    remedy,
    remembered,
    walls_json,
)
from lucca_pi.games.citta.referee.findings import Finding, Reason, total
from lucca_pi.games.citta.referee.forgotten_presses import likely_ways, weigh_way
from lucca_pi.games.citta.referee.verdict import FAR, explain
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import case_of as case_in
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Told
from tests.sim.eye import look_at

LEFT = ((18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5; walls 2", (8, 12, 10), (4, 9, 6), *LEFT)
AFTER = BEFORE.after("red 1+8, blue 5+12; walls 3")
BOTH = Table(
    "Ada: red 1+8, blue 5+12; walls 3 | Ben: violet 93+6, green 4, orange 9 | Cid: orange 95", (None, None, *LEFT)
)
CODES = (1, 5, 8, 12, 4, 9, 6, 18, 93, 95, BACK_CODE)


def case_of(*looks, before=BEFORE):
    return case_in(session_at(before).match, looks)


@given(hidden=some.sets(some.sampled_from(CODES), max_size=4), rested=some.booleans())
@settings(max_examples=25)
def test_the_findings_of_every_candidate_add_up_to_its_weight(hidden, rested):
    looks = [look_at(AFTER.lying(), FILE, hidden)]
    case = case_of(*([AFTER.look(), *looks] if rested else looks))
    for one in candidates(case, FAR):
        assert total(one.findings()) == pytest.approx(one.cost, abs=1e-9)
        assert all(finding_words(case, finding) for finding in one.findings())


@given(hidden=some.sets(some.sampled_from(CODES), max_size=4))
@settings(max_examples=20)
def test_what_is_shown_weighs_what_the_verdict_used(hidden):
    case = case_of(look_at(AFTER.lying(), FILE, hidden))
    told, verdict = explained(case), explain(case)
    for one, shown in zip(told.ranking, candidates_of(told), strict=True):
        assert sum(weight for _words, weight in one.reasons) == pytest.approx(one.weight, abs=1e-9)
        assert sum(finding["weight"] for finding in shown["findings"]) == pytest.approx(shown["weight"], abs=1e-5)
    if isinstance(verdict, Explained):
        assert (told.best, told.weight) == ((verdict.turn,), verdict.cost)
    if isinstance(verdict, Doubt):
        assert (told.best, told.weight) == (verdict.turns[:1], pytest.approx(verdict.costs[0]))


def candidates_of(told):
    return [*told.data["several"], *told.data["candidates"]]


@pytest.mark.parametrize("hidden", [(), (12,), (12, 4), (18,)])
def test_the_findings_of_forgotten_turns_add_up_as_well(hidden):
    case = case_of(BOTH.look(without=hidden))
    ways, told = likely_ways(case), explained(case)
    assert [total(weigh_way(way)) for way in ways] == [way.cost for way in ways]
    several = told.data["several"]
    assert [one.turns for one in told.ranking[: len(several)]] == [way.turns for way in ways[: len(several)]]
    assert not any(one["taken"] for one in several)
    taken = explained(case, ways[0].turns).data["several"]
    assert [one["taken"] for one in taken] == [True, *[False] * (len(taken) - 1)]


def test_every_reason_has_words():
    case = case_of(AFTER.look())
    found = [Finding(reason, 4.0, "Ada", (8, 12), "construction", 2) for reason in Reason]
    said = [told for finding in found for told in (finding_words(case, finding), remedy(case, finding))]
    assert {one.count("  ") for one in said} == {0}


# what happened | what a person reads there
READ = {
    "a card's sticker is painted over": (
        BEFORE.after("red 1+8, blue 5+12, yellow 10; walls 2").look(without=[12]),
        (
            "Ada: 12 is not visible under construction",
            "12 is not visible; it was laid out in a triplet",
            "Make 12 visible:",
        ),
    ),
    "a wall lies under a wall": (
        AFTER.look(without=[BACK_CODE]),
        (
            "Ada: 1 new wall is not visible",
            "walls of Ada: 2 before; seen where they lay: 2",
            "Make all walls of Ada visible",
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
    "all lies as it ought": (AFTER.look(), ("One turn fits: the next that scores differently weighs", "A   0.0  fits")),
}


@pytest.mark.parametrize(("look", "words"), READ.values(), ids=READ)
def test_a_person_reads_why_and_what_to_change(look, words):
    told = explained(case_of(look))
    text = "\n".join((*told.lines, *told.remedies))
    assert [one for one in words if one not in text] == []


THROWN = laid("red 1, blue 5; walls 2", (8, 12, 10), (4, 9, 6), *LEFT, discards=(51,))
LOOK, LAID = THROWN.look(), THROWN.after("red 1+8, blue 5+12; walls 3").look()
NOBODYS = put(LAID, 104, 0, -1000, turned_deg=180)
TOLD_4 = Told(4, (9, 6))


def thrown(*looks, **more):
    return case_in(session_at(THROWN, **more).match, looks)


# a card, the looks; what is said of it
SEEN = {
    "in its place": (1, (LAID,), "1 lies under construction; at the last look it was under construction with Ada"),
    "out of sight": (1, (without(LAID, 1),), "1 is not visible; at the last look it was under construction with Ada"),
    "out of sight since it lay there at rest": (
        1,
        (LAID, without(LAID, 1)),
        "1 is not visible; before the press it was seen under construction with Ada; "
        "at the last look it was under construction with Ada",
    ),
    "in its triplet": (4, (LAID,), "4 lies where it was laid out"),
    "out of its triplet": (8, (LAID,), "8 lies under construction; it was laid out in a triplet"),
    "in the centre at rest": (
        8,
        (put(LAID, 8, 0, -350), without(LAID, 8)),
        "8 is not visible; before the press it was seen in the centre; it was laid out in a triplet",
    ),
    "at rest with a quarter where nobody sits": (
        8,
        (put(NOBODYS, 8, 50, 150, quarter=104), without(NOBODYS, 8)),
        "8 is not visible; before the press it was seen in the centre; it was laid out in a triplet",
    ),
    "a discard": (51, (LAID,), "51 lies in the centre; it was seen among the discards"),
    "of no triplet": (77, (put(LAID, 77, 150, 150),), "77 lies under construction; it was never seen before"),
}


@pytest.mark.parametrize(("name", "looks", "words"), SEEN.values(), ids=SEEN)
def test_of_a_card_it_is_said_where_it_lies_lay_at_rest_and_was_before(name, looks, words):
    assert card_json(thrown(*looks), name)["words"] == words


def test_of_a_card_never_seen_it_is_said_that_it_is_out_or_that_players_say_so():
    gone = thrown(without(LAID, 51), instead=without(LOOK, 51))
    assert card_json(gone, 51)["words"] == "51 is not visible; it counts as a wall or discarded"
    known = thrown(replace(without(LOOK, 4), told=(TOLD_4,)), without=[4])
    offered = {**known.ground.offered, 4: known.ground.offered[9]}
    told = replace(known, ground=replace(known.ground, offered=offered, told=frozenset({4})))
    assert card_json(told, 4)["words"] == "4 is not visible; players say that it was laid out in a triplet"
    assert card_json(told, 4)["remembered"] is None


REMEMBERED = {
    "where it lay at rest last": (1, (put(LAID, 1, -51, 57), put(LAID, 1, -51, 70), without(LAID, 1)), 70),
    "where it lay at the last look": (1, (put(LAID, 1, 0, -350),), 57),
    "where it was laid out": (4, (put(LAID, 4, 0, -350),), -505),
    "where it was discarded": (51, (put(LAID, 51, 0, -350),), -602),
}


@pytest.mark.parametrize(("name", "looks", "y_mm"), REMEMBERED.values(), ids=REMEMBERED)
def test_a_card_is_remembered_where_it_was_seen_last_before(name, looks, y_mm):
    assert round(remembered(thrown(*looks), name).y_mm) == y_mm


def test_of_walls_it_is_said_how_many_lie_where_they_lay_and_where_those_lay_that_do_not():
    both, one = thrown(LAID), thrown(without(LAID, BACK_CODE, BACK_CODE))
    told = "walls of Ada: 2 before; seen where they lay: 2; seen at a new place: 1"
    assert walls_json(both, "Ada") == {"player": "Ada", "before": 2, "still": 2, "new": 1, "words": told}
    assert [walls_json(one, "Ada")[which] for which in ("still", "new")] == [1, 0]
    assert [*lost(both, "Ada"), *lost(one, "Ben")] == []
    assert [round(seen.x_mm) for seen in lost(one, "Ada")] == [-144]


FITS = "One turn fits: the next that scores differently weighs 10.0 more; up to 3.0 would be a doubt"
SEVERAL = "Several turns fit and score differently: their weights are at most 3.0 apart"
AWAY = "No legal turn fits: Ben: violet 93 lies in the centre, but should be under construction"
NOT_TAKEN = "No legal turn fits: Ada: no triplet has been taken"
TAKEN, COVERED = (8, 10, 12), without(LAID, BACK_CODE)
SHOW_10, SHOW_WALLS = "Make 10 visible: it may be covered, dirty or in glare", "Make all walls of Ada visible"
DISCARD_10 = "If 10 is discarded, lay it face up in the centre, out of everybody's reach"
LAY_BLUE = "Lay the blue column again, each card over the lower half of the one before"
PUT_5 = "Put 5 under construction"
HIDDEN_AND_OFF = [SHOW_10, LAY_BLUE, PUT_5, SHOW_WALLS, DISCARD_10]
# a look; what was decided, the cards and whose walls are concerned, and what to change
CONCERNED = {
    "all fits": (LAID, FITS, TAKEN, ["Ada"], []),
    "one wall out of sight": (COVERED, SEVERAL, TAKEN, ["Ada"], [SHOW_10, SHOW_WALLS, DISCARD_10]),
    "a little off": (put(LAID, 5, 100, 40), FITS, (*TAKEN, 5), ["Ada"], [LAY_BLUE, PUT_5]),
    "both": (put(COVERED, 5, 100, 40), SEVERAL, (*TAKEN, 5), ["Ada"], HIDDEN_AND_OFF),
    "another's away": (put(LAID, 93, 0, -350), AWAY, (*TAKEN, 93), ["Ada"], ["Put 93 under construction with Ben"]),
    "nobody has played": (LOOK, NOT_TAKEN, TAKEN, [], ["Take a triplet and play its cards"]),
}


@pytest.mark.parametrize(("look", "decision", "cards", "walls", "remedies"), CONCERNED.values(), ids=CONCERNED)
def test_what_decided_is_said_with_all_that_is_concerned_and_what_to_change(look, decision, cards, walls, remedies):
    told = explained(thrown(look))
    assert (told.data["decision"], [*told.remedies]) == (decision, remedies)
    assert tuple(one["card"] for one in told.data["cards"]) == cards
    assert [one["player"] for one in told.data["walls"]] == walls


def test_the_distance_is_to_the_nearest_of_the_others():
    told = explained(thrown(LAID))
    assert (told.ranking[0].words, told.distance) == ("8 to red; 12 to blue; 10 as a wall", 10.0)
    assert explained(thrown(LOOK)).distance is None
    several = explained(thrown(without(LAID, 12)))
    first, *others = (one.weight for one in several.ranking)
    assert several.distance == min(others) - first


def test_where_no_triplet_can_have_been_taken_nothing_is_ranked():
    empty = laid("red 1, blue 5")
    told = explained(case_in(session_at(empty).match, (empty.look(),)))
    assert (told.ranking, told.distance) == ((), None)
    assert told.lines[0].startswith("No legal turn fits: Ada: no triplet was in sight")


def test_those_in_doubt_come_by_what_the_player_usually_does_and_those_far_behind_by_their_weight():
    told = explained(thrown(without(LAID, BACK_CODE)))
    assert [one.weight for one in told.ranking] == [4.0, 4.0, 4.0]
    assert [one.unusual for one in told.ranking] == sorted(one.unusual for one in told.ranking)


def test_the_turn_that_was_taken_is_marked_and_shown_though_it_lies_far_behind():
    fits = explained(thrown(LAID))
    assert [one.taken for one in explained(thrown(LAID), fits.best).ranking] == [True, False]
    far = Turn("Ada", (), (Play(8, "discard"), Play(12, "wall"), Play(10, "wall")))
    with_far = explained(thrown(LAID), [far])
    assert [one.taken for one in with_far.ranking] == [False, False, True]
    assert (with_far.distance, with_far.lines[0]) == (10.0, fits.lines[0])


def test_where_no_other_turn_comes_into_question_that_is_said(monkeypatch):
    monkeypatch.setattr(
        "lucca_pi.games.citta.referee.explanation.candidates", lambda case, far: [*candidates(case)][:1]
    )
    told = explained(thrown(LAID))
    assert (told.lines[0], told.distance) == ("Only one turn fits, and no other is possible.", None)


@pytest.mark.parametrize(("cost", "words"), [(1.0, "6 mm off"), (12.0, "more than 72 mm off")])
def test_how_far_off_a_card_lies_is_said_in_millimetres(cost, words):
    finding = Finding(Reason.ELSEWHERE, cost, "Ada", (5,), "construction")
    said = finding_words(thrown(put(LAID, 5, 100, 40)), finding)
    assert said == f"Ada: 5 lies among the opened palaces, {words} from being under construction"


WHOSE = {
    "Ben: 93 is not visible under construction": Finding(Reason.UNREAD, 4.0, "Ben", (93,), "construction"),
    "Ada: the next triplets lie there too early": Finding(Reason.NEXT_TRIPLETS, 12.0),
}


@pytest.mark.parametrize(("words", "finding"), WHOSE.items(), ids=WHOSE)
def test_a_finding_is_about_its_player_or_the_one_in_turn(words, finding):
    assert finding_words(thrown(LAID), finding) == words


def test_every_reason_stands_with_its_weight_in_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "measured" / "referee.md").read_text(encoding="utf-8")
    table = text.partition("## Reasons and their weights")[2].partition("\n## ")[0]
    assert {name for name in Reason.__members__ if f"`{name}`" not in table} == set()
