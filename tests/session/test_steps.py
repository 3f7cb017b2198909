"""What follows from each input: effects by kind, in their order, and the screens shown."""

from dataclasses import replace

import pytest
from evening import LAST, after, date, given, kept, kinds, looks, press, questioned, shown, unsettled
from pebbles import PEBBLES, Turn, look, played, scripted

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Choice, Describe, Disagreed, Option, Way
from lucca_pi.contract.screens import Advice
from lucca_pi.contract.verdict import Explained, Unexplained
from lucca_pi.evening.state import Begin
from lucca_pi.evening.step import Looked, NotSeen, Pressed, Rested
from lucca_pi.evening.views import current_page
from lucca_pi.table.sighting import Miscoloured

TURN = ["Result", "Prompt"]
ROUND = ["Result", "PlayerTable", "Prompt"]
END = ["Result", "Notice", "PlayerTable", "FinalStep", "FinalStep", "FinalStep", "Ranking"]

# looks confirmed before, the input, effects, screens
STEPS = {
    "OK asks for the deal": (0, Pressed("ok", ""), ["TakeLook"], None),
    "OK asks for the next turn": (3, Pressed("ok", ""), ["TakeLook"], None),
    "OK at the end looks once more": (LAST + 1, Pressed("ok", ""), ["TakeLook"], None),
    "the same table at the end finishes": (LAST + 1, Looked(looks()[LAST], ""), ["Finish"], None),
    "the deal is kept, then shown": (0, Looked(looks()[0], ""), ["Keep", "ShowScreens"], ["PlayerTable", "Prompt"]),
    "a turn is kept, then shown": (1, Looked(looks()[1], ""), ["Keep", "ShowScreens"], TURN),
    "a round's last turn shows the next order": (3, Looked(looks()[3], ""), ["Keep", "ShowScreens"], ROUND),
    "the last turn shows the final scoring": (LAST, Looked(looks()[LAST], ""), ["Keep", "ShowScreens"], END),
    "the same table again is no turn": (2, Looked(looks()[1], ""), ["ShowScreens"], ["Disagreement"]),
    "a look without a table": (2, NotSeen("No quarter is in sight."), ["ShowScreens"], ["Disagreement"]),
    "a table at rest changes no screen": (2, Rested(looks()[1]), [], None),
    "undo with nothing to take back": (0, Pressed("undo", ""), ["ShowScreens"], ["BeforeStart"]),
    "undo of the deal": (1, Pressed("undo", ""), ["Keep", "ShowScreens"], ["Notice", "BeforeStart"]),
    "undo of a turn": (4, Pressed("undo", ""), ["Keep", "ShowScreens"], ["Notice", "Prompt"]),
    "undo after the end": (LAST + 1, Pressed("undo", ""), ["Keep", "ShowScreens"], ["Notice", "Prompt"]),
    "down before the deal": (0, Pressed("down", ""), ["ShowScreens"], ["Notice"]),
    "down shows how the last turn was read": (2, Pressed("down", ""), ["ShowScreens"], ["Result"]),
    "up shows what else can be done": (2, Pressed("up", ""), ["ShowScreens"], ["Notice"]),
    "down after the end goes through final scoring": (LAST + 1, Pressed("down", ""), ["ShowScreens"], ["FinalStep"]),
    "back": (2, Pressed("back", ""), ["ShowScreens"], ["Prompt"]),
}


@pytest.mark.parametrize(("confirmed", "one", "effects", "screens"), STEPS.values(), ids=STEPS)
def test_a_step(confirmed, one, effects, screens):
    _, done = given(after(confirmed), one)
    assert kinds(done) == effects
    assert screens is None or shown(done) == screens


def test_every_screen_comes_round_again_and_back_returns_to_the_first():
    state = after(5)
    seen = [shown(press(state, *["down"] * times)[1]) for times in range(1, 6)]
    assert seen == [["Result"], ["PlayerTable"], ["Ranking"], ["Notice"], ["Prompt"]]
    assert shown(press(state, "down", "down", "back")[1]) == ["Prompt"]


def test_undo_takes_looks_back_one_by_one_and_then_again_forward():
    state, _ = press(after(4), "undo", "undo")
    assert state.course == after(2).course
    assert given(state, Looked(looks()[2], date(3)))[0].course == after(3).course


def test_in_a_question_undo_and_back_take_back_the_question_only():
    for button in ("undo", "back"):
        state, done = press(questioned(), button)
        assert (state.mode, state.course, kept(done)) == (None, unsettled().course, [])


def test_an_answer_is_kept_with_its_round_and_turn():
    asked = questioned()
    state, done = press(asked, "down", "ok")
    ((round_, turn, question),) = state.course.asked
    assert (round_, turn, question.given) == (1, 1, 1)
    assert question.answers == tuple(option.words for option in asked.mode.options[:-1])
    assert state.course.turns == (asked.mode.options[1].lead.turn,)
    assert kinds(done) == ["Keep", "ShowScreens"]


def test_a_disagreement_goes_away_with_the_next_good_look():
    state, _ = given(after(1), Looked(looks()[0], ""))
    assert isinstance(state.mode, Disagreed)
    state, done = given(state, Looked(looks()[1], date(2)))
    assert (state.course, kinds(done)) == (after(2).course, ["Keep", "ShowScreens"])


def test_looks_at_rest_are_kept_with_the_turn_and_then_forgotten():
    state, _ = given(after(1), Rested(looks()[0]))
    state, done = given(state, Looked(looks()[1], date(2)))
    assert done[0].event.looks == (looks()[0], looks()[1])
    assert state.rested == ()


def test_where_light_blinds_the_camera_more_pictures_are_asked_for_before_a_turn_is_taken():
    look = replace(looks()[1], blinded=((0.0, 0.0),))
    assert kinds(given(after(1), Looked(look, date(2), more=True))[1]) == ["LookCloser"]
    assert kinds(given(after(1), Looked(look, date(2)))[1])[0] == "Keep"
    assert kinds(given(after(1), Looked(looks()[1], date(2), more=True))[1])[0] == "Keep"


def test_a_game_is_given_up_only_when_that_is_meant():
    state, _ = press(after(3), "up", "ok", "up", "ok")
    assert [option.words for option in state.mode.options] == ["No, go on", "Yes, a new game"]
    assert press(state, "ok")[0].course == after(3).course
    _, effects = press(state, "down", "ok")
    assert (kept(effects), effects[-1]) == (["GivenUp"], Begin())


def test_advice_is_the_second_screen_where_it_is_wanted():
    advised = press(replace(after(9), advice=True), "down")[0]
    assert isinstance(current_page(advised).screen(), Advice)
    assert not isinstance(current_page(press(after(9), "down")[0]).screen(), Advice)


WRONG = Unexplained(("no",), "")
ONE = Turn("Ada", (1,))


def test_up_and_down_lead_away_from_a_pause():
    paused = Disagreed(("no",), "", paused=True)
    state, done = press(played(scripted(), mode=paused), "down")
    assert (state.mode, kinds(done)) == (None, ["ShowScreens"])


def test_a_look_that_fails_at_the_end_asks_only_where_nothing_is_asked():
    over = played(scripted(), *all_but_the_last(), Played(Turn("Ada", (7,)), (look(7),), None, ""))
    assert given(over, NotSeen("No light"))[0].mode.options[0].words == "Yes, the game is over"
    asked = replace(over, mode=Choice("", "?", (Option("Yes", Way.BACK),)))
    assert given(asked, NotSeen("No light"))[0].mode.problems == ("No light",)


def test_after_a_pause_the_first_screen_is_shown():
    paused = played(scripted(misplaced=lambda *_given: iter(())), mode=Disagreed(("no",), "", paused=True))
    after_it, _ = given(replace(paused, page=2), Looked(look(1), ""))
    assert (after_it.mode, after_it.page) == (None, 0)


@pytest.mark.parametrize("button", ["undo", "back"])
def test_undo_and_back_lead_from_a_complaint_to_the_first_screen(button):
    state = replace(played(scripted(), mode=Disagreed(("no",), "")), page=2)
    after_it, _ = press(state, button)
    assert (after_it.mode, after_it.page, after_it.course) == (None, 0, state.course)
    again, _ = press(replace(state, mode=None), "back")
    assert again.page == 0


def test_what_players_describe_is_asked_further_or_judged_with_nothing_complained_of_before():
    further = Choice("", "and this?", (Option("Yes", Way.BACK),))
    modes = []
    kind = scripted(
        described=lambda state, draft, looks: draft or looks,
        explain=lambda state, looks: modes.append(state.mode) or Explained(ONE),
    )
    asked = Choice("", "this?", (Option("more", Describe(further)), Option("all", Describe(()))), (look(1),))
    state = played(kind, mode=asked)
    assert press(state, "ok")[0].mode == further
    after_it, done = press(state, "down", "ok")
    assert (kept(done), after_it.course.moments[-1].looks, modes[0]) == (["Played"], (look(1),), None)


@pytest.mark.parametrize("informs", [True, False])
def test_a_look_that_shows_no_turn_is_kept_only_if_it_informs_later_looks(informs):
    def rested(verdict):
        kind = scripted(explain=lambda *_given: verdict, informs_later=lambda *_given: informs)
        return given(played(kind), Looked(look(1), ""))[0].rested

    assert (rested(WRONG), rested(Explained(ONE))) == ((look(1),) if informs else (), ())


def all_but_the_last():
    return [Played(Turn(("Ada", "Ben")[at % 2], (one,)), (look(7),), None, "") for at, one in enumerate(PEBBLES[:-1])]


THE_DECK = "4 cards have different colours than in this deck. Is this another deck?"
# the turns before, what the referee says, which pieces have another colour, which had before; what is asked
COLOURS = {
    "four at once": ((), Explained(ONE), (1, 2, 3, 4), (), THE_DECK),
    "the fourth": ((), Explained(ONE), (4,), (1, 2, 3), THE_DECK),
    "three": ((), Explained(ONE), (1, 2, 3), (), None),
    "a fifth": ((), Explained(ONE), (5,), (1, 2, 3, 4), None),
    "none that is new": ((), Explained(ONE), (1, 2, 3, 4), (1, 2, 3, 4), None),
    "four, and the table is wrong": ((), WRONG, (1, 2, 3, 4), (), "no"),
    "four, and the game is over": (all_but_the_last(), Explained(Turn("Ada", (7,))), (1, 2, 3, 4), (), None),
}


@pytest.mark.parametrize(("events", "verdict", "unlike", "before", "text"), COLOURS.values(), ids=COLOURS)
def test_once_four_pieces_have_another_colour_players_say_whose_deck_it_is(events, verdict, unlike, before, text):
    kind = scripted(explain=lambda *_given: verdict, miscoloured=lambda pieces, code, looks: f"{code} looks {looks}")
    state = replace(played(kind, *events), miscoloured=dict.fromkeys(before, "red"))
    seen = replace(look(7), miscoloured=tuple(Miscoloured(code, "red") for code in unlike))
    after_it, done = given(state, Looked(seen, ""))
    mode, screens = after_it.mode, [one.screen for one in done[-1].snapshots]
    assert (mode and (mode.problems[0] if isinstance(mode, Disagreed) else mode.text)) == text
    titles = [getattr(screen, "title", "") for screen in screens]
    assert (titles[0] in ("Wrong sticker?", "Another deck?")) == (not {*unlike} <= {*before})
    assert text != THE_DECK or screens[-1].text == text
