"""Cards that their faces leave open, or that no look shows, are asked about while they lie there to be looked at."""

from dataclasses import replace

import pytest
from evening import FILE, LAST, after, begun, chosen, date, given, kept, looks, open_at, press, record, without

from lucca_pi.app.journal_writer import result
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.evening.journal import event_from_json, event_json, look_from_json, look_json
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Keep, LookCloser, Looked, Rested
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.memory import groups_of
from lucca_pi.games.citta.session.overview import plan
from lucca_pi.games.citta.session.which_card import short_triplets
from lucca_pi.table.sighting import Alike

ROUND = next(number for number in range(1, LAST) if after(number + 1).game.round == 2)
"""The number of the look that shows the second round's triplets first."""
DEALT = next(iter(record().deal.values()))[0]
OFFERED = record().rounds[0][0].play[0].card
NEXT = record().rounds[1][0].play[0].card
UNDRAWN, ANOTHER = sorted({*range(1, 97)} - {seen.code for look in looks()[:8] for seen in look.sightings})[:2]


def asked(state):
    assert isinstance(state.mode, Choice), state.mode
    return state.mode.text, [option.words for option in state.mode.options]


def seen(state, look, minute=5):
    return given(state, Looked(look, date(minute)))


@pytest.mark.parametrize("code", [DEALT, OFFERED], ids=["dealt", "on offer"])
def test_a_card_of_the_deal_that_is_left_open_is_asked_about(code):
    state, _ = seen(begin_evening(begun()), open_at(looks()[0], code, UNDRAWN))
    text, answers = asked(state)
    assert f"Which card is this: {UNDRAWN} or {code}? It lies" in text
    assert answers == [str(UNDRAWN), str(code), "None of these"]


def test_the_answer_stands_in_the_look_and_among_the_questions():
    state, _ = seen(begin_evening(begun()), open_at(looks()[0], DEALT, UNDRAWN))
    state, done = chosen(state, str(DEALT))
    (event,) = [one.event for one in done if isinstance(one, Keep)]
    assert event.looks[0].alike == ()
    assert {one.code for one in event.looks[0].sightings} == {one.code for one in looks()[0].sightings}
    (question,) = result(state)["questions"]
    assert (question["round"], question["turn"], question["given"]) == (None, None, 1)
    assert state.course.start.deal == after(1).course.start.deal


def test_a_journal_keeps_what_was_asked_and_looks_with_open_cards():
    look = open_at(looks()[0], OFFERED, UNDRAWN)
    state, done = chosen(seen(begin_evening(begun()), open_at(look, DEALT, ANOTHER))[0], str(DEALT))
    assert not [one for one in done if isinstance(one, Keep)]
    state, done = chosen(state, str(OFFERED))
    (event,) = [one.event for one in done if isinstance(one, Keep)]
    again = event_from_json(event_json(event, GAME), GAME)
    assert again.identified == event.identified
    assert len(again.identified) == 2
    assert resumed([begun(), again]).course.memory.ground.offered.keys() == state.course.memory.ground.offered.keys()


def test_a_deal_that_is_wrong_is_told_before_anything_is_asked():
    look = open_at(looks()[0], OFFERED, UNDRAWN)
    state, _ = seen(begin_evening(begun()), replace(look, sightings=look.sightings[1:]))
    assert isinstance(state.mode, Disagreed)


def test_a_card_of_new_triplets_is_asked_about_before_the_turn_is_judged():
    state, _ = seen(after(ROUND), open_at(looks()[ROUND], NEXT, UNDRAWN))
    assert f"Which card is this: {UNDRAWN} or {NEXT}?" in asked(state)[0]
    state, done = chosen(state, str(NEXT))
    assert kept(done) == ["Played"]
    assert state.course.turns == after(ROUND + 1).course.turns
    assert state.course.memory.ground.offered == after(ROUND + 1).course.memory.ground.offered


def test_a_card_that_lies_where_it_lay_is_asked_about_once():
    state, _ = chosen(seen(after(ROUND), open_at(looks()[ROUND], NEXT, UNDRAWN))[0], str(NEXT))
    kept_code = next(iter(state.course.memory.ground.kept.values())).seen.code
    state, done = seen(state, open_at(open_at(looks()[ROUND + 1], NEXT, UNDRAWN), kept_code, ANOTHER), 9)
    assert kept(done) == ["Played"]


def test_new_triplets_seen_at_rest_are_asked_about_at_rest_and_the_answer_holds():
    state = without_offer(after(ROUND + 1))
    look = open_at(looks()[ROUND], NEXT, UNDRAWN)
    state, _ = given(state, Rested(look, date(6)))
    assert f"Which card is this: {UNDRAWN} or {NEXT}?" in asked(state)[0]
    state, done = chosen(state, str(NEXT))
    assert (state.mode, kept(done), [one.alike for one in state.rested]) == (None, [], [()])
    state, _ = given(state, Rested(look, date(7)))
    assert [one.alike for one in state.rested] == [(), ()]


def without_offer(state):
    """The state in which the triplets have not been seen."""
    moment = state.course.moments[-1]
    memory = replace(moment.memory, ground=replace(moment.memory.ground, offered={}))
    moments = (*state.course.moments[:-1], replace(moment, memory=memory))
    return replace(state, course=replace(state.course, moments=moments))


def test_triplets_that_are_not_whole_yet_are_not_asked_about_at_rest():
    state = without_offer(after(ROUND + 1))
    look = open_at(looks()[ROUND], NEXT, UNDRAWN)
    gone = next(play.card for play in record().rounds[1][1].play)
    look = replace(look, sightings=tuple(one for one in look.sightings if one.code != gone))
    assert given(state, Rested(look, date(6)))[0].mode is None


def test_undo_takes_the_answer_back_with_what_it_led_to():
    state, _ = chosen(seen(after(ROUND), open_at(looks()[ROUND], NEXT, UNDRAWN))[0], str(NEXT))
    undone, _ = press(state, "undo")
    assert undone.course == after(ROUND).course
    assert "Which card is this" in asked(seen(undone, open_at(looks()[ROUND], NEXT, UNDRAWN))[0])[0]


def test_none_of_these_asks_for_another_look():
    state, _ = chosen(seen(after(ROUND), open_at(looks()[ROUND], NEXT, UNDRAWN))[0], "None of these")
    assert state.mode.problems == ("I cannot tell which card it is",)


@pytest.mark.parametrize("number", [0, 1], ids=["at the deal", "in a turn"])
def test_a_card_that_the_deck_does_not_have_is_named(number):
    strange = replace(looks()[number], alike=(Alike((), 3000.0, 0.0, 0.0),))
    state, _ = seen(after(number), strange)
    assert state.mode.problems == ("A card in the centre is not in this deck",)
    assert state.mode.advice == "Take it away, then press OK."


def test_why_a_look_was_judged_so_tells_what_it_leaves_open():
    taken = record().rounds[0][0].play
    one, other = (play.card for play in taken[:2])
    look = open_at(open_at(looks()[0], one, other), other, one)
    told = GAME.referee.explanation(
        after(1).match, (replace(look, alike=tuple(moved_away(card) for card in look.alike)),), None, ()
    )
    assert told.lines[0] == f"left open: a card in the centre may be {other} or {one}"
    assert told.data["open"] == [*told.lines[:2]]
    assert "open" not in GAME.referee.explanation(after(1).match, looks()[1:2], None, ()).data


def moved_away(card):
    return replace(card, y_mm=card.y_mm + 20.0)


def test_hands_free_a_dealt_card_is_asked_about_at_rest_and_the_game_starts_with_the_answer():
    state, _ = given(begin_evening(begun()), Rested(open_at(looks()[0], DEALT, UNDRAWN), date(1), takes=True))
    assert "Which card is this" in asked(state)[0]
    state, done = chosen(state, str(DEALT))
    assert (kept(done), state.mode) == (["Started"], None)


def test_hands_free_a_turn_is_taken_with_the_answer_about_the_next_triplets():
    look = open_at(looks()[ROUND], NEXT, UNDRAWN)
    state, _ = given(after(ROUND), Rested(look, date(1), takes=True))
    assert kept(chosen(state, str(NEXT))[1]) == ["Played"]


FIRST, SECOND, _THIRD = record().rounds[1]
CARD, *PAIR = (play.card for play in SECOND.play)
SECOND_CARDS = CARD, *PAIR
LEFT_BY_FIRST = [play.card for play in FIRST.play]


def asked_at_the_round_s_end(*lost):
    return seen(after(ROUND), without(looks()[ROUND], *(lost or (CARD,))))[0]


def told(state, card=CARD):
    return chosen(chosen(state, FILE.deck[card].colour)[0], str(card))


def test_its_colour_is_asked_then_its_number():
    state = asked_at_the_round_s_end()
    low, high = sorted(PAIR)
    assert asked(state)[0] == f"I cannot see one card of the triplet with {low}, {high}. What colour is it?"
    assert asked(state)[1][0] == "Go on without it"
    assert asked(state)[1][-1] == "There is no card"
    state, _ = chosen(state, FILE.deck[CARD].colour)
    text, numbers = asked(state)
    assert text == f"Which {FILE.deck[CARD].colour} card lies with {low}, {high}?"
    assert str(CARD) in numbers


def test_no_card_is_an_answer_that_has_been_seen_already():
    *words_of_cards, _none = asked(chosen(asked_at_the_round_s_end(), FILE.deck[CARD].colour)[0])[1]
    numbers = {*map(int, words_of_cards)}
    assert numbers.isdisjoint(one.code for look in looks()[: ROUND + 1] for one in look.sightings if one.code != CARD)


def test_the_turn_is_taken_with_the_answer_and_the_triplet_is_known_whole():
    state, done = told(asked_at_the_round_s_end())
    assert kept(done) == ["Played"]
    assert state.course.turns == after(ROUND + 1).course.turns
    assert state.course.memory.ground.offered.keys() == after(ROUND + 1).course.memory.ground.offered.keys()


def test_closer_looks_come_before_the_question():
    _, effects = given(after(ROUND), Looked(without(looks()[ROUND], CARD), date(5), more=True))
    assert [type(effect) for effect in effects] == [LookCloser]


@pytest.mark.parametrize("hidden", [(), (CARD,)], ids=["seen when played", "never seen"])
def test_the_round_is_played_on_with_the_told_card(hidden):
    state, _ = told(asked_at_the_round_s_end())
    state, done = seen(state, without(looks()[ROUND + 1], CARD), 6)
    assert kept(done) == ["Played"]
    state, done = seen(state, without(looks()[ROUND + 2], *hidden), 7)
    assert kept(done) == ["Played"] or asked(state)
    assert {play.card for play in SECOND.play} == {play.card for play in turn_taken_or_offered(state).play}


def turn_taken_or_offered(state):
    """The turn of `SECOND`, whether it was taken or is put to the players."""
    return state.course.turns[-1] if state.mode is None else state.mode.options[0].lead.turns[0]


def test_nothing_is_signed_by_what_was_only_told():
    state, _ = told(asked_at_the_round_s_end())
    auditor = state.course.memory.audited
    assert CARD not in auditor.faces
    assert CARD in state.course.memory.ground.told


def test_once_it_is_seen_it_lies_where_it_is_seen():
    state, _ = told(asked_at_the_round_s_end())
    state, _ = seen(state, looks()[ROUND + 1], 6)
    ground = state.course.memory.ground
    assert not ground.told
    assert ground.offered[CARD] == after(ROUND + 2).course.memory.ground.offered[CARD]


def test_the_drawing_of_the_table_leaves_out_what_nobody_saw():
    state, _ = told(asked_at_the_round_s_end())
    drawn = {card["card"] for card in plan(state.match)["cards"] if card["area"] == "offered"}
    assert drawn == state.course.memory.ground.offered.keys() - {CARD}


def test_in_mid_round_it_is_asked_of_triplets_that_were_seen_at_rest_only_now():
    state, _ = seen(without_offer(after(ROUND + 1)), without(looks()[ROUND + 1], CARD), 6)
    assert "I cannot see one card of the triplet with" in asked(state)[0]


def test_a_card_of_the_first_triplets_is_asked_about_at_the_deal():
    card, *_ = (play.card for play in record().rounds[0][0].play)
    state, _ = seen(begin_evening(begun()), without(looks()[0], card))
    state, done = told(state, card)
    assert kept(done) == ["Started"]
    assert state.course.memory.ground.offered.keys() == after(1).course.memory.ground.offered.keys()


@pytest.mark.parametrize(
    "lost",
    [(), (CARD, *PAIR), [*LEFT_BY_FIRST, CARD], (CARD, PAIR[0], *LEFT_BY_FIRST[:2])],
    ids=["none", "a triplet", "a triplet and a card", "four cards"],
)
def test_nothing_is_asked_where_a_whole_triplet_or_many_cards_are_missing(lost):
    assert short_triplets(after(ROUND).match, (without(looks()[ROUND], *lost),), 3) == []


def test_nothing_is_asked_of_a_card_that_was_seen_before_and_is_covered_now():
    _state, done = seen(after(ROUND + 1), without(looks()[ROUND + 1], CARD), 6)
    assert kept(done) == ["Played"]


def test_nothing_is_asked_at_rest():
    assert given(after(ROUND), Rested(without(looks()[ROUND], CARD), date(5)))[0].mode is None


COLOUR = FILE.deck[CARD].colour
REFUSED = {
    "there is none": (["There is no card"], "The triplet with {} is one card short"),
    "nobody can tell": ([COLOUR, "None of these"], "I cannot tell which card lies with {}"),
}


@pytest.mark.parametrize(("answers", "problem"), REFUSED.values(), ids=REFUSED)
def test_a_card_that_players_do_not_tell_is_asked_for_and_who_presses_again_goes_on(answers, problem):
    state = asked_at_the_round_s_end()
    for words in answers:
        state, _ = chosen(state, words)
    assert state.mode.problems == (problem.format(", ".join(map(str, sorted(PAIR)))),)
    for look in (looks()[ROUND], without(looks()[ROUND], CARD)):
        assert kept(seen(state, look, 6)[1]) == ["Played"]


def test_a_card_that_what_is_known_of_the_others_tells_is_not_asked_about():
    known = next(one.code for one in looks()[ROUND].sightings if one.code in FILE.deck.cards and one.code != CARD)
    look = open_at(looks()[ROUND], CARD, known)
    assert short_triplets(after(ROUND).match, (look,), 3) == []
    assert kept(seen(after(ROUND), look)[1]) == ["Played"]


def test_who_goes_on_without_it_is_not_asked_again_in_this_round():
    state, done = chosen(asked_at_the_round_s_end(), "Go on without it")
    assert kept(done) == ["Played"]
    assert not state.course.memory.ground.told
    state, done = seen(state, without(looks()[ROUND + 1], CARD), 6)
    assert kept(done) == ["Played"]
    assert state.course.memory.ground.unsaid == {*PAIR}


def test_what_is_seen_counts_where_a_wrong_card_was_told():
    colour = FILE.deck[CARD].colour
    state, _ = chosen(asked_at_the_round_s_end(), colour)
    wrong = next(words for words in asked(state)[1] if words != str(CARD))
    state, _ = chosen(state, wrong)
    state, _ = seen(state, without(looks()[ROUND + 1], CARD), 6)
    state, done = seen(state, looks()[ROUND + 2], 7)
    assert kept(done) == ["Played"]
    assert state.course.turns == after(ROUND + 3).course.turns
    assert int(wrong) not in state.course.memory.ground.offered


def test_two_cards_of_one_triplet_are_asked_about_one_after_the_other():
    state = asked_at_the_round_s_end(CARD, PAIR[0])
    assert asked(state)[0] == f"I cannot see one card of the triplet with {PAIR[1]}. What colour is it?"
    state, _ = told(state)
    assert asked(state)[0].startswith(
        "I cannot see one card of the triplet with " + ", ".join(map(str, sorted((CARD, PAIR[1]))))
    )
    state, done = told(state, PAIR[0])
    assert kept(done) == ["Played"]
    assert state.course.memory.ground.told == {CARD, PAIR[0]}
    assert {*SECOND_CARDS} in [{*group} for group in groups_of(state.course.memory.ground.offered, state.pieces)]


def test_the_answer_counts_though_what_is_known_of_others_alone_tells_a_card_beside_it():
    known = next(one.code for one in looks()[ROUND].sightings if one.code in FILE.deck.cards and one.code != CARD)
    state, _ = seen(after(ROUND), open_at(without(looks()[ROUND], CARD), PAIR[0], known))
    state, done = told(state)
    assert kept(done) == ["Played"]
    assert state.course.memory.ground.told == {CARD}


def test_a_journal_keeps_the_question_and_what_was_told_and_looks_without_it_stay_as_they_were():
    state, done = told(asked_at_the_round_s_end())
    (event,) = [one.event for one in done if isinstance(one, Keep)]
    again = event_from_json(event_json(event, GAME), GAME)
    assert [one.given is not None and one.answers[one.given] for one in again.identified] == [str(CARD)]
    assert [one.code for one in again.looks[-1].told] == [CARD]
    assert {*again.looks[-1].told[0].beside} == {*PAIR}
    resumed_ground = resumed([begun(), *events_before(), again]).course.memory.ground
    assert resumed_ground.told == state.course.memory.ground.told
    assert look_from_json(look_json(again.looks[-1])) == again.looks[-1]
    assert "told" not in look_json(looks()[0])


def events_before():
    """The start and the turns of the first round, as a journal keeps them."""
    for number in range(ROUND):
        _, done = given(after(number), Looked(looks()[number], date(number + 1)))
        yield from (one.event for one in done if isinstance(one, Keep))


def test_at_a_round_s_end_a_card_that_shows_first_when_it_is_played_is_of_the_triplet_that_has_gone():
    last = record().rounds[0][-1]
    card = next(play.card for play in last.play if play.way == "palace")
    state = begin_evening(begun())
    for number in range(ROUND):
        state, _ = seen(state, without(looks()[number], card), number)
        if state.mode:
            state, _ = chosen(state, "Go on without it")
    state, done = seen(state, looks()[ROUND], 50)
    assert kept(done) == ["Played"]
    assert state.course.turns == after(ROUND + 1).course.turns
