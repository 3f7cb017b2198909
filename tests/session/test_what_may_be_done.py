"""What may be done in any game: its menu, who sits where, what an answer does, and what phones are offered."""

from dataclasses import replace

import pytest
from evening import LAST, after, begun, date, given, looks, press, questioned, unsettled
from pebbles import played, scripted

from lucca_pi.contract.questions import (
    Arrange,
    Ask,
    BeginAnew,
    Browse,
    Choice,
    Disagreed,
    GoOver,
    ListPast,
    Option,
    PastGame,
    PlayGame,
    Settle,
    Spell,
    ToStick,
    Way,
)
from lucca_pi.contract.screens import Standing
from lucca_pi.contract.setup import one_of_setups
from lucca_pi.evening.answers import answer_outcome
from lucca_pi.evening.corrections import begin_correction
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.menus import (
    arrangement_choice,
    arrangements,
    beginning_of,
    game_menu,
    phone_choice,
    spelling,
    ways_out,
)
from lucca_pi.evening.people import with_names
from lucca_pi.evening.phones import phone_question, words_of
from lucca_pi.evening.state import Begin, Finish, TakeLook, begin_evening
from lucca_pi.evening.step import Chosen, Looked, NamePeople, Pressed, SeatsNamed, step
from lucca_pi.games.citta.game import GAME
from lucca_pi.language import use
from tests.cases import some
from tests.evenings.pebble_evenings import (
    FIRST,
    LOOK,
    TWO,
    WRONG,
    whole_game,
    words,
)


def test_the_menu_has_what_the_game_adds_and_a_new_game():
    more = Option("Advice", Way.BACK)
    kind = scripted(menu=lambda state: (more,))
    assert words(game_menu(played(kind, FIRST))) == [
        *("Back to the game", "Change a turn", "Enter the turn", "Pause, then check", "Advice", "New game")
    ]
    assert "Change a turn" not in words(game_menu(played(kind)))
    over = game_menu(played(kind, *whole_game()))
    assert words(over) == ["Back to the game", "Change a turn", "Advice", "New game"]
    assert (over.options[-1].lead, game_menu(played(kind)).options[-1].lead) == (BeginAnew(True), BeginAnew(False))


def test_the_ways_out_of_a_disagreement_keep_its_looks():
    out = ways_out(GAME.words, Disagreed(("no",), "", (LOOK,)))
    assert words(out) == ["Look again", "Enter the turn", "Change an earlier turn", "The table is right", "Back"]
    assert (out.looks, "The table is right" in words(ways_out(GAME.words, Disagreed(("no",), "")))) == ((LOOK,), False)
    assert words(ways_out(GAME.words, Disagreed(("no",), "", instead="lucco"))) == ["Play Lucco", "Look again", "Back"]


SEATS = {1: "Red", 2: "Blue"}


def arranging(names=None, people=(), **more):
    state = begin_evening(Begun(scripted(seats=lambda _setup: SEATS), None, None, names or {}, ""))
    return replace(state, people=people, **more)


def test_names_can_be_arranged_where_somebody_sits_somewhere():
    assert words(arrangements(arranging())) == [
        *("Ready", "Game: pebbles", "Names", "Language: English", "Check the table", "Past games"),
    ]
    assert words(arrangements(begin_evening(Begun(scripted(), None, None, {}, "")))) == [
        "Ready",
        "Game: pebbles",
        "Language: English",
        "Check the table",
        "Past games",
    ]
    assert words(arrangement_choice(arranging({2: "Eva"}), "names")) == ["Red", "Blue: Eva", "Ready"]
    chosen = arrangement_choice(arranging(), "game")
    assert (chosen.chosen, chosen.option.words) == (0, chosen.options[0].words)


@pytest.mark.parametrize(("now", "chosen"), [(None, 0), (1, 0), (2, 1)])
def test_of_set_ups_the_present_one_is_chosen_or_else_the_first(now, chosen):
    match = begin_evening(Begun(scripted(), now, None, {}, "")).match
    assert one_of_setups(match, "which?", [("a", 1), ("b", 2)]).chosen == chosen


def test_a_letter_can_be_taken_away_again():
    options = {str(one.words): one.lead for one in spelling(arranging(), Spell(1, "Ma")).options}
    assert (options["Delete a letter"], options["x"], options["a space"]) == (
        Spell(1, "M"),
        Spell(1, "Max"),
        Spell(1, "Ma "),
    )


def test_in_hebrew_a_name_may_be_spelled_in_hebrew_letters_or_in_latin_ones():
    use("he")
    first = words(spelling(arranging(), Spell(1)))
    assert first[0] == "א…" and "A…" in first
    assert "ם" in words(spelling(arranging(), Spell(1, "ר"))) and "m" in words(spelling(arranging(), Spell(1, "R")))


def test_a_name_is_one_that_is_free_or_is_spelled():
    free = spelling(arranging({2: "Eva"}, people=("Eva", "Red", "Max")), Spell(1))
    assert words(free)[0] == "Max"
    assert not {"Eva", "Red"} & {*words(free)}
    assert "Nobody: the family's name" not in words(free)
    assert words(spelling(arranging({2: "Eva"}), Spell(2)))[-1] == "Nobody: the family's name"


LETTERS = {
    "a name nobody has": (Spell(1, "Max"), "Max is right", True),
    "the other's": (Spell(1, "Eva"), "Eva is right", False),
    "a place's": (Spell(2, "Red"), "Red is right", False),
    "one's own again": (Spell(2, "Eva"), "Eva is right", True),
    "eleven letters": (Spell(1, "M" * 11), "a space", True),
    "twelve letters": (Spell(1, "M" * 12), "a space", False),
}


@pytest.mark.parametrize(("spell", "answer", "is_there"), LETTERS.values(), ids=LETTERS)
def test_a_name_is_spelled_that_nobody_else_has_and_is_no_longer_than_fits(spell, answer, is_there):
    assert (answer in words(spelling(arranging({2: "Eva"}), spell))) is is_there


def test_who_is_named_leaves_the_others_their_names():
    named = next(option.lead for option in spelling(arranging({1: "Max", 2: "Eva"}), Spell(1, "Ida")).options)
    assert named.arrangement.names == {1: "Ida", 2: "Eva"}


# who sits where, the place, what it was called, the name; how all are called then
NAMES = {
    "a name": ({}, 1, "", "Ida", {1: "Ida"}),
    "a name with spaces": ({}, 1, "", "  Ida   M ", {1: "Ida M"}),
    "another name": ({1: "Max", 2: "Eva"}, 1, "Max", "Ida", {1: "Ida", 2: "Eva"}),
    "none": ({1: "Max", 2: "Eva"}, 1, "Max", "", {2: "Eva"}),
    "the same": ({1: "Max"}, 1, "Max", "Max", {1: "Max"}),
    "the other's": ({2: "Eva"}, 1, "", "Eva", None),
    "a place's": ({}, 1, "", "Blue", None),
    "no place": ({}, 3, "", "Ida", None),
    "what it was not": ({1: "Max"}, 1, "Tom", "Ida", None),
    "twelve letters": ({}, 1, "", "M" * 12, {1: "M" * 12}),
    "thirteen letters": ({}, 1, "", "M" * 13, None),
    "letters that do harm": ({}, 1, "", "I\x1bda", None),
}


@pytest.mark.parametrize(("names", "seat", "was", "name", "then"), NAMES.values(), ids=NAMES)
def test_a_phone_names_a_place_as_long_as_nobody_else_is_called_so(names, seat, was, name, then):
    assert with_names(arranging(names), {seat: (was, name)}) == then


def test_two_people_swap_places_in_one_go():
    swap = {1: ("Max", "Eva"), 2: ("Eva", "Max")}
    assert with_names(arranging({1: "Max", 2: "Eva"}), swap) == {1: "Eva", 2: "Max"}


def test_a_game_begins_as_the_last_time_and_what_holds_now_is_chosen():
    state = arranging()
    last = replace(state.begun, setup="last")
    assert beginning_of(replace(state, beginnings=(last,)), "pebbles") == state.begun
    other = Begun(scripted(name="other"), "then", None, {}, "")
    assert beginning_of(replace(state, beginnings=(last, other)), "other") == other


NEW = Option("New", BeginAnew(sure=True))
# the answer, the turns before; the events, the errand, and whether the question stays
ERRANDS = {
    "look again": (Option("Look", Way.LOOK), (), ([], TakeLook(), False)),
    "the game is over": (Option("Over", Way.OVER), (), ([], Finish(), False)),
    "a new game": (NEW, (FIRST,), (["GivenUp"], Begin(), False)),
    "a new game after the end": (NEW, whole_game(), ([], Begin(), False)),
    "past games": (Option("Past", ListPast(10)), (), ([], ListPast(10), True)),
    "a copy": (Option("Copy", ToStick("x")), (), ([], ToStick("x"), True)),
    "an update": (Option("Update", GoOver()), (), ([], GoOver(), True)),
    "back": (Option("Back", Way.BACK), (), ([], None, False)),
}


@pytest.mark.parametrize(("option", "events", "comes"), ERRANDS.values(), ids=ERRANDS)
def test_what_an_answer_has_done(option, events, comes):
    choice = Choice("", "?", (option,))
    outcome = answer_outcome(played(scripted(), *events), choice, "")
    stays = outcome.mode == choice
    assert ([type(event).__name__ for event in outcome.events], outcome.errand, stays) == comes
    assert stays or outcome.mode is None


@pytest.mark.parametrize("state", [arranging(), played(scripted(), FIRST)])
def test_the_version_on_the_stick_is_offered_at_the_machine_and_not_on_phones(state):
    menu = game_menu if state.game else arrangements
    offered = replace(state, update="0.10.0")
    assert {*words(menu(offered))} - {*words(menu(state))} == {"Update to version 0.10.0"}
    question = phone_question("game", replace(offered, mode=menu(offered)))
    assert "Update to version 0.10.0" not in [one["words"] for one in question["offers"]]


def test_what_is_arranged_has_the_date_of_the_answer():
    state = arranging()
    for lead in (Arrange(replace(state.begun.arrangement, players=2)), PlayGame("pebbles")):
        (event,) = answer_outcome(state, Choice("", "?", (Option("this", lead),)), "now").events
        assert (event.date, event.plugin) == ("now", state.plugin)


# --- what phones are offered


def test_phones_are_offered_what_may_be_done():
    state = played(scripted(), FIRST)
    assert phone_choice(state, "answer") is None
    presses = [(one["do"], one["number"]) for one in phone_question("", replace(state, past=(state.course,)))["offers"]]
    assert presses[:2] == [("ok", 0), ("undo", 0)]
    asked = Choice("", "?", (Option("a", Way.LOOK), Option("b", Way.BACK)))
    answers = [(one["do"], one["number"]) for one in phone_question("", replace(state, mode=asked))["offers"]]
    assert answers == [("answer", 0), ("answer", 1)]
    assert ("back", 0) in [
        (one["do"], one["number"]) for one in phone_question("", replace(state, mode=WRONG))["offers"]
    ]
    assert words(phone_choice(state, "more")) == words(game_menu(state))
    more = [(one["number"], one["words"]) for one in phone_question("", state)["offers"] if one["do"] == "more"]
    assert more == [(1, "Change a turn"), (2, "Enter the turn"), (3, "Pause, then check"), (4, "New game")]
    spelling_out = replace(state, mode=Choice("", "?", (Option("A…", Spell(1, "A")), Option("Names", Ask("names")))))
    assert [(one["do"], one["number"]) for one in phone_question("", spelling_out)["offers"]] == [("back", 0)]
    complaint = replace(state, mode=Disagreed(("no",), ""))
    assert words(phone_choice(complaint, "more")) == words(ways_out(GAME.words, complaint.mode))
    assert phone_choice(replace(state, mode=Disagreed(("no",), "", paused=True)), "more") is None
    before = replace(begin_evening(state.begun), mode=Disagreed(("no",), ""))
    assert phone_choice(before, "more") is None
    other = replace(before, mode=replace(before.mode, instead="lucco"))
    assert words(phone_choice(other, "more"))[0] == "Play Lucco"


PAST_GAME = PastGame("x", "1 May", (), True)
MODES = {
    "the next turn": (played(scripted()), ["OK: look at the table"]),
    "the end": (played(scripted(), *whole_game()), ["Finish"]),
    "a past game": (played(scripted(), mode=Browse((PAST_GAME,))), ["Back to the list", "Back"]),
    "a pause": (played(scripted(), mode=Disagreed((), "", paused=True)), ["Everything is back in place", "Back"]),
    "a complaint": (played(scripted(), mode=Disagreed((), "")), ["Look again", "Back"]),
    "a correction": (
        replace(played(scripted(), FIRST), mode=begin_correction(played(scripted(), FIRST), Settle(1, TWO), "")),
        ["Stop"],
    ),
}


@pytest.mark.parametrize(("state", "presses"), MODES.values(), ids=MODES)
def test_phones_press_what_the_buttons_press_under_the_name_of_what_it_does(state, presses):
    offers = phone_question("", state)["offers"]
    assert [str(one["words"]) for one in offers if one["do"] in ("ok", "back")] == presses


def test_past_games_and_who_answered_are_told_to_phones():
    state = replace(played(scripted()), answered=("Eva", "Yes"), prompt="p")
    told_so = phone_question("kept", state)
    assert (told_so["id"], told_so["game"], told_so["answered"]) == ("p", "kept", {"by": "Eva", "words": "Yes"})
    assert (told_so["photograph"], told_so["past"], told_so["doubt"]) == (False, None, "")
    past = PastGame("x", "1 May", (Standing(1, "Ada", 3),), True)
    shown = phone_question("kept", replace(state, mode=Browse((past,))))["past"]
    assert (shown["day"], shown["standings"][0]["player"]) == ("1 May", "Ada")
    seated = phone_question("kept", arranging({2: "Eva"}))["seats"]
    assert [(one["seat"], one["called"], one["name"]) for one in seated] == [(1, "Red", ""), (2, "Blue", "Eva")]
    assert phone_question("", arranging())["seats"] == []


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
    for one in some(phone_question("", state)["offers"]):
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
