"""What is asked where a back may be no wall, a wall has gone, or a card may lie face down."""

from dataclasses import replace

from evening import answers, chosen, given, without
from small_tables import laid, session_at

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Among, EnterTurn, Take
from lucca_pi.evening.judging import to_confirm
from lucca_pi.evening.state import after_event
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.rules.turn import Play, Turn

ROW = laid("red 1, blue 5; walls 2", (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33), discards=(96,))
DISCARDS_10, WALLS_10 = (
    Turn("Ada", (), (Play(8, "palace"), Play(12, "palace"), Play(10, way))) for way in ("discard", "wall")
)


def row(walls, *discards, bens="violet 93", taken=1):
    """How it looks once Ada has played, or Ben too, who took the second triplet."""
    then = ROW.after(f"red 1+8, blue 5+12; walls {walls}", *discards, others=f"Ben: {bens} | Cid: orange 95")
    return replace(then, triplets=(None,) * taken + ROW.triplets[taken:])


def looked(state, *looks):
    """The session after these looks, each at a press of OK."""
    for look in looks:
        state, _ = given(state, Looked(look, ""))
    return state


def test_a_back_too_many_is_asked_about_where_a_discard_of_the_turn_before_may_have_become_a_wall():
    state = after_event(session_at(ROW), Played(DISCARDS_10, (row(2, 10).look(),), None, ""))
    bens = row(3, bens="violet 93+6, orange 9, green 4", taken=2)
    state = looked(state, bens.look())
    assert (state.mode.player, answers(state)) == ("Ada", ["8 to red; 12 to blue; 10 as a wall", "No"])
    assert state.mode.text.startswith("Ada: 1 face-down card too many. I scored: 8 to red; 12 to blue; 10 discarded.")


def test_after_a_wall_has_gone_its_player_is_asked_about_the_turn_that_laid_it():
    state = after_event(session_at(ROW), Played(WALLS_10, (row(3).look(),), None, ""))
    then = row(2, bens="violet 93+6, orange 9, green 4", taken=2).look()
    state = looked(state, then)
    assert (state.mode.problems, state.mode.advice) == (
        ("Ada: I see 2 walls, not 3",),
        "Make all walls of Ada visible, then press OK.",
    )
    state = looked(state, then)
    assert state.mode.player == "Ada"
    assert state.mode.text.endswith("Turn before: 8 to red; 12 to blue; 10 as a wall. Is that still right?")


def test_a_card_that_may_lie_face_down_is_to_be_laid_in_sight_before_the_wall_is_asked_about():
    look = without(row(3).look(), 93)
    state = looked(session_at(ROW), look)
    assert state.mode.advice == "Make 93 visible, then press OK."
    state = looked(state, look)
    assert state.mode.text.startswith("Ben: I do not see 93, it may lie face down: 8 to red; 12 to blue; 10 as a wall.")
    state, _ = chosen(state, "No")
    assert state.mode.text == "where is 10?"


def test_a_wall_that_may_be_an_old_discard_is_asked_about_with_what_it_was_else():
    state = looked(session_at(ROW), without(row(3).look(), 96))
    assert state.mode.text == "96 may have been turned over: 8 to red; 12 to blue; 10 as a wall. Is that right?"
    state, _ = chosen(state, "No")
    assert (state.mode.text, "10 discarded" in answers(state)) == ("where is 10?", True)
    state, _ = chosen(state, "10 discarded")
    assert state.mode.text.startswith("Ada: 1 face-down card too many: 8 to red; 12 to blue; 10 discarded.")
    state, _ = chosen(state, "Yes")
    assert [play.way for play in state.course.turns[0].play if play.card == 10] == ["discard"]


def test_of_several_turns_that_are_not_proved_none_is_offered_otherwise():
    look = without(row(2, 10, bens="violet 93, orange 9, green 4; walls 1", taken=2).look(), 96)
    state = looked(session_at(ROW), look)
    turns = state.mode.option.lead.turns
    shown = to_confirm(state, Take(turns, whole=False), (look,))
    assert (len(turns), shown.text[:30]) == (2, "96 may have been turned over: ")
    assert shown.options[1].lead == EnterTurn()
    alone = to_confirm(session_at(ROW), Take((WALLS_10,), whole=False), (without(row(3).look(), 96),))
    assert isinstance(alone.options[1].lead, Among)
