"""What phones are offered: the same as the buttons reach, each under a number that the step takes."""

import pytest
from evening import LAST, after, begun, date, given, looks, press, questioned, unsettled

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.phones import phone_question, words_of
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Chosen, Looked, NamePeople, Pressed, SeatsNamed, step

STATES = {
    "before the start": (lambda: after(0), {"ok", "more"}),
    "a turn": (lambda: after(5), {"ok", "undo", "more"}),
    "a turn in doubt": (unsettled, {"ok", "undo", "doubt", "more"}),
    "a question": (questioned, {"answer", "back"}),
    "a disagreement": (lambda: given(after(1), Looked(looks()[0], ""))[0], {"ok", "back", "more"}),
    "the end": (lambda: after(LAST + 1), {"ok", "undo", "more"}),
    "a menu": (lambda: press(after(5), "up", "ok")[0], {"answer"}),
}


@pytest.mark.parametrize(("state", "does"), STATES.values(), ids=STATES)
def test_what_is_offered_is_what_may_be_done(state, does):
    offers = phone_question("", state())["offers"]
    assert {one["do"] for one in offers} == does
    assert len({(one["do"], one["number"]) for one in offers}) == len(offers)
    assert all(words_of(state(), one["do"], one["number"]) == one["words"] for one in offers)


@pytest.mark.parametrize("name", STATES)
def test_every_answer_that_is_offered_leads_somewhere(name):
    state = STATES[name][0]()
    cases = [*phone_question("", state)["offers"]]
    assert cases
    for one in cases:
        if one["do"] in ("answer", "more", "doubt"):
            now, effects = step(state, Chosen(one["do"], one["number"], date(90)))
            assert effects or now != state, one


def test_an_answer_is_the_same_as_going_to_it_and_pressing_ok():
    state = questioned()
    assert isinstance(state.mode, Choice)
    for number in range(len(state.mode.options)):
        by_buttons = press(state, *["down"] * number, "ok")[0]
        by_phone = step(state, Chosen("answer", number, date(90)))[0]
        assert by_phone.mode == by_buttons.mode
        assert by_phone.course == by_buttons.course


@pytest.mark.parametrize("number", [len(questioned().mode.options), 99, 10**9])
def test_an_answer_that_is_not_there_changes_nothing(number):
    assert step(questioned(), Chosen("answer", number, date(90))) == (questioned(), ())
    assert step(after(5), Chosen("answer", 0, date(90))) == (after(5), ())


def test_places_are_named_and_letters_are_not_offered_one_by_one():
    state = begin_evening(begun({101: "Ada"}))
    assert [one["name"] for one in phone_question("g", state)["seats"]][:2] == ["Ada", ""]
    spelling = press(state, "up", "ok", "down", "down", "ok", "down", "ok")[0]
    assert all(len(one["words"]) != 2 for one in phone_question("g", spelling)["offers"])


def test_a_name_is_kept_as_an_event_of_its_own():
    state, effects = step(begin_evening(begun()), SeatsNamed({101: ("", " Ada  B ")}, date(90)))
    assert state.begun.names == {101: "Ada B"}
    assert (type(effects[0].event).__name__, effects[0].event.date) == ("Begun", date(90))


def test_players_are_named_at_any_time_but_not_while_a_question_knows_their_old_names():
    later, ida = after(5), SeatsNamed({101: ("", "Ida")}, date(90))
    assert [one["seat"] for one in phone_question("g", later)["seats"]] == sorted(later.course.seats.values())
    assert step(later, ida)[1] == (NamePeople({101: "Ida"}),)
    assert step(questioned(), ida) == (questioned(), ())


def test_ok_from_afar_answers_the_first_screen():
    menu = press(after(5), "up")[0]
    assert step(menu, Pressed("ok", date(90)))[0].mode is not None
    assert type(step(menu, Pressed("ok", date(90), afar=True))[1][0]).__name__ == "TakeLook"
    assert [step(menu, Pressed("up", date(90), afar=afar))[0].page % 5 for afar in (True, False)] == [4, 3]
