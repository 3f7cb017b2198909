"""Pictures that leave open which card one is: what players said of it decides, and the proof says so."""

from dataclasses import replace

import pytest
from claimed import NamedLooks, checked, evening_of, numbered
from evening import begun, chosen, date, given, looks, open_at, record, without

from lucca_pi.errors import UnreadableError
from lucca_pi.evening.certain import teach
from lucca_pi.evening.journal import look_json
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked
from lucca_pi.outside import Node
from lucca_pi.proof.game_file import evidence_of
from lucca_pi.proof.verify import Walk

WHICH = "answered by the players: Which card is this: 17 or 42? 17"
DEALT = next(iter(record().deal.values()))[0]
BUILT = next(play.card for play in record().rounds[0][0].play if play.way == "palace")
OTHER = next(play.card for play in record().rounds[0][0].play if play.card != BUILT)


def with_open(number, code, *others):
    """The evening's looks, with a card left open in one of them."""
    return NamedLooks({**numbered(), str(number): open_at(looks()[number], code, *others)})


def words(eyes, told):
    found = [check for check in Walk(told, eyes).checks() if check.word != "agrees"]
    return {(check.what, check.turn): (check.word, check.why) for check in found}


def test_a_dealt_card_that_players_told_apart_is_told():
    told = evening_of()
    deal = replace(told.evidence[0], told=(looks()[0],), which=WHICH)
    told = replace(told, evidence=(deal, *told.evidence[1:]))
    undrawn = next(code for code in range(1, 97) if code not in {seen.code for seen in looks()[0].sightings})
    assert words(with_open(0, DEALT, undrawn), told) == {("deal", None): ("told", WHICH)}


def test_a_turns_card_that_what_else_lies_there_tells_agrees_by_itself():
    assert words(with_open(1, BUILT, 95), evening_of()) == {}


def test_an_open_card_that_nobody_was_asked_about_leaves_the_deal_unproved():
    (what, word), *_ = [(one, told[0]) for one, told in words(with_open(0, DEALT, 95), evening_of()).items()]
    assert (what, word) == (("deal", None), "differs")


def test_a_journal_tells_what_was_asked_and_the_looks_that_hold_the_answer():
    asked = {"question": "Which card is this: 17 or 42?", "answers": ["17", "42"], "given": 0}
    event = {"event": "dealt", "looks": [look_json(looks()[0])], "identified": [asked]}
    (evidence,) = evidence_of([Node(event)], {})
    assert (evidence.which, len(evidence.told[0].sightings)) == (WHICH, len(looks()[0].sightings))
    with pytest.raises(UnreadableError):
        evidence_of([Node(event | {"looks": [7]})], {})


def test_a_dealt_card_that_no_picture_shows_is_told():
    told = evening_of()
    deal = replace(told.evidence[0], told=(looks()[0],), which=WHICH)
    blind = NamedLooks({**numbered(), "0": without(looks()[0], DEALT)})
    assert words(blind, replace(told, evidence=(deal, *told.evidence[1:])))["deal", None] == ("told", WHICH)
    assert words(blind, told)["deal", None][0] == "differs"


def test_the_eyes_learn_in_the_proof_what_they_learnt_in_play():
    undrawn = next(code for code in range(1, 97) if code not in {seen.code for seen in looks()[0].sightings})
    state, done = given(begin_evening(begun()), Looked(open_at(looks()[0], DEALT, undrawn), date(1)))
    before, in_play, in_proof = state, NamedLooks({}), NamedLooks({})
    state, done = chosen(state, str(DEALT))
    journal = [before.begun]
    for number in range(1, 6):
        for event in (one.event for one in done if isinstance(one, Keep)):
            teach(in_play, before, event)
            journal.append(event)
        kept = {one.seen.code for one in state.course.memory.ground.kept.values()}
        one, other, *_ = [*(seen.code for seen in looks()[number].sightings if seen.code in kept), 0, 0]
        look = open_at(looks()[number], one, other) if other else looks()[number]
        before = state
        state, done = given(state, Looked(look, date(number + 1)))
    checked(journal, before, lambda seen: replace_looks(in_proof, seen))
    assert in_proof.certain == in_play.certain
    assert in_play.certain[0] == [DEALT]
    assert sum(map(len, in_play.certain[1:])) >= 2


def replace_looks(eyes, seen):
    eyes.by_name = seen
    return eyes
