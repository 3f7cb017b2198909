"""Answers from phones: equal to presses, each counted once, and none that comes too late."""

from dataclasses import replace

from evening import LAST, begun, unsettled
from twins import Presses, SomePhones, app_with

from lucca_pi.app.phone_answers import LATE_S
from lucca_pi.contract.questions import Speak
from lucca_pi.contract.screens import PageAddress
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.menus import arrangement_choice, phone_choice
from lucca_pi.evening.phones import phone_question
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import NoMoreLooks, Pressed, step
from lucca_pi.games.citta.game import GAME
from lucca_pi.language import LANGUAGES, in_use
from lucca_pi.ports import PhoneAnswer
from tests.in_memory import MemoryStore


def ok(app):
    return PhoneAnswer("ok", app.state.prompt, "Ben")


def heard(app, phones, *made):
    """What became of these letters, taken before the next press."""
    phones.app = app
    phones.making.extend(made)
    app._hear_phones()
    return phones.replies[-len(made) :]


def playing(*buttons, store=None, clock=None, **more):
    phones = SomePhones()
    return app_with(Presses(*buttons), store=store, phones=phones, clock=clock, **more), phones


def test_an_ok_from_a_phone_takes_the_look_and_the_journal_says_whose_it_was():
    store = MemoryStore()
    app, phones = playing(store=store)
    assert heard(app, phones, ok, ok) == ["taken", "taken"]
    events = store.events(app.game)
    assert [(event["event"], event.get("by")) for event in events] == [
        ("begun", None),
        ("dealt", "Ben"),
        ("played", "Ben"),
    ]


def test_a_game_that_is_finished_on_a_phone_makes_room_for_the_next():
    phones = SomePhones()
    app = app_with(Presses(*["ok"] * (LAST + 1)), phones=phones)
    while not app.state.course.is_over:
        app._press(0)
    over = app.game
    app._devices.clock.forward(LATE_S)
    assert heard(app, phones, ok) == ["taken"]
    assert (app.state.game, app.game == over, app._finished) == (None, False, False)


def test_a_press_just_after_a_phones_answer_was_meant_for_the_same_question():
    clock = HandClock()
    app, phones = playing("ok", "ok", clock=clock)
    heard(app, phones, ok)
    app._press(0)
    assert app.state.course.looks == 1
    clock.forward(LATE_S)
    app._press(0)
    assert app.state.course.looks == 2


def questioned_app():
    app, phones = playing()
    heard(app, phones, ok)
    app.state = replace(step(unsettled(), NoMoreLooks())[0], prompt=app.state.prompt)
    app._tell()
    return app, phones


def test_an_answer_counts_whichever_one_the_buttons_have_chosen():
    app, phones = questioned_app()
    choice = phone_choice(app.state, "answer")
    was = app.state.prompt
    app._devices.buttons.coming.append("down")
    app._deaf_until_s = 0
    app._press(0)
    assert (app.state.mode.chosen, app.state.prompt) == (1, was)
    assert heard(app, phones, lambda _: PhoneAnswer("answer", was, "Ben", 0)) == ["taken"]
    assert app.state.mode is None
    assert app.state.answered == ("Ben", choice.options[0].words)


def test_an_answer_that_is_not_there_is_refused():
    app, phones = questioned_app()
    was = app.state
    assert heard(app, phones, lambda a: PhoneAnswer("answer", a.state.prompt, "Ben", 99)) == ["unfit"]
    assert heard(app, phones, lambda a: PhoneAnswer("more", a.state.prompt, "Ben", 0)) == ["unfit"]
    assert app.state is was


def test_no_name_of_a_question_is_of_use_in_another_run():
    app, _ = playing()
    other, phones = playing()
    assert heard(other, phones, lambda _: PhoneAnswer("ok", app.state.prompt, "Ben")) == ["late"]


def name(app, called, was="", seat=101, game=None):
    return PhoneAnswer("names", game or app.game, "Ben", names={seat: (was, called)})


NAMED = [
    (lambda app: name(app, "Ada"), "taken"),
    (lambda app: name(app, "Bea"), "late"),
    (lambda app: name(app, "Bea", was="Ada"), "taken"),
    (lambda app: name(app, "Bea", seat=102), "unfit"),
    (lambda app: name(app, "Buonvisi"), "late"),
    (lambda app: name(app, "B" * 13, seat=102), "unfit"),
    (lambda app: name(app, "\u202eBo", seat=102), "unfit"),
    (lambda app: name(app, "Cy", seat=999), "unfit"),
    (lambda app: name(app, "Cy", seat=102, game="another"), "late"),
    (lambda app: name(app, "", was="Bea"), "taken"),
]


def test_names_are_typed_on_a_phone_before_the_start():
    app, phones = playing()
    assert heard(app, phones, *(made for made, _ in NAMED)) == [reply for _, reply in NAMED]
    assert dict(app.state.begun.names) == {}


def test_a_name_given_late_is_that_of_the_player_from_the_start():
    app, phones = playing()
    heard(app, phones, ok, ok)
    looks, total = app.state.course.looks, sum(one.total for one in app.state.plugin.show.standings(app.state.match))
    seat = app.state.course.seats[app.state.course.turns[0].player]
    assert heard(app, phones, lambda a: name(a, "Ida", seat=seat)) == ["taken"]
    assert app.state.course.turns[0].player == "Ida" and app.state.course.seats["Ida"] == seat
    standings = app.state.plugin.show.standings(app.state.match)
    assert (app.state.course.looks, sum(one.total for one in standings)) == (looks, total)
    assert heard(app, phones, ok) == ["taken"]


def test_a_name_typed_while_a_menu_is_open_is_not_undone_by_it():
    app, phones = playing("up", "ok")
    for _ in range(2):
        app._press(0)
    assert heard(app, phones, lambda a: name(a, "Ada")) == ["taken"]
    number = next(one["number"] for one in phone_question("", app.state)["offers"] if one["words"].startswith("Rules"))
    assert heard(app, phones, lambda a: PhoneAnswer("answer", a.state.prompt, "Ben", number)) == ["taken"]
    assert heard(app, phones, lambda a: PhoneAnswer("answer", a.state.prompt, "Ben", 0)) == ["taken"]
    assert app.state.begun.names == {101: "Ada"}


def test_undo_and_menus_are_offered_and_work():
    app, phones = playing()
    heard(app, phones, ok, ok)
    assert heard(app, phones, lambda a: PhoneAnswer("undo", a.state.prompt, "Ben")) == ["taken"]
    assert app.state.course.looks == 1
    pause = next(one["number"] for one in phone_question("", app.state)["offers"] if one["words"].startswith("Pause"))
    assert heard(app, phones, lambda a: PhoneAnswer("more", a.state.prompt, "Ben", pause)) == ["taken"]
    assert app.state.mode.paused
    assert heard(app, phones, lambda a: PhoneAnswer("back", a.state.prompt, "Ben")) == ["taken"]
    assert app.state.mode is None


def test_an_ok_from_a_phone_looks_whatever_screen_the_display_shows():
    app, phones = playing("up")
    heard(app, phones, ok)
    app._deaf_until_s = 0
    app._press(0)
    assert app.state.page
    assert heard(app, phones, ok) == ["taken"]
    assert app.state.course.looks == 2


def test_only_what_was_answered_on_a_phone_says_by_whom():
    assert "by" not in event_json(begun(), GAME)
    assert event_json(replace(begun(), by="Ben"), GAME)["by"] == "Ben"


def test_a_new_code_is_shown_at_once():
    app, phones = playing()
    phones.address = PageAddress("http://lucca.local:8000/", ("0" * 64,) * 64, "4071")
    shown = len(app._devices.display.shown)
    app._hear_phones()
    assert app.state.page_address.digits == "4071"
    assert len(app._devices.display.shown) > shown


def test_a_language_chosen_on_a_phone_changes_every_screen_and_the_page_and_leaves_the_question_open():
    told, spoken = [], []
    app, phones = playing(tell=lambda *_: told.append(in_use()), speaks=spoken.append)
    asked = app.state.prompt
    italian = [*LANGUAGES].index("it")
    answers = [lambda _, number=number: PhoneAnswer("language", "", "Ben", number) for number in (italian, 99)]
    assert heard(app, phones, *answers) == ["taken", "unfit"]
    assert (spoken, told[-1], app.state.prompt) == (["it"], "it", asked)
    assert heard(app, phones, lambda _: PhoneAnswer("ok", asked, "Ben")) == ["taken"]


def test_the_set_up_lists_the_languages_by_their_own_names():
    state = begin_evening(begun())
    listed = arrangement_choice(state, "language")
    assert [option.words for option in listed.options] == [*LANGUAGES.values()]
    german = replace(state, mode=replace(listed, chosen=1))
    after, effects = step(german, Pressed("ok", ""))
    assert effects == (Speak("de"),)
    assert "Language: Deutsch" in [option.words for option in after.mode.options]
