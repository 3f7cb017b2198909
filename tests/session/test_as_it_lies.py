"""What players settle against the rules: their cards count as they lie, and the game goes on."""

import pytest
from evening import kept, press
from small_tables import laid, session_at

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.state import after_event
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.citta.rules.position import write_quarter
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.areas import CardPlace

BEFORE = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33))


def left(table, *answers, without=(), before=BEFORE):
    """The state, and the kinds of event, when a look at the table was wrong and the players left it as it lies."""
    state, _ = step(session_at(before), Looked(table.look(without=without), ""))
    assert isinstance(state.mode, Disagreed)
    state, done = press(state, "down")
    for words in ("The table is right", *answers):
        at = [option.words for option in state.mode.options].index(words)
        state, done = press(state, *["down"] * at, "ok")
    return state, kept(done)


def quarters(state):
    return {player: write_quarter(quarter) for player, quarter in state.game.position.quarters.items()}


def test_another_players_cards_count_as_they_lie_and_the_turn_is_played():
    gone = BEFORE.after("red 1+8, blue 5+12, yellow 10", others="Ben: green 19, violet 93 | Cid: orange 95")
    state, events = left(gone, "Ben", "Yes, settled")
    assert events == ["Adjusted", "Played"]
    assert quarters(state)["Ben"] == "violet 93, green 19"
    assert len(state.course.turns) == 1


def test_the_movers_cards_count_as_they_lie_after_the_turn_that_fits_best():
    _, events = left(BEFORE.after("red 1+8, yellow 10; completed blue 5"), "Yes, and played 8, 10, 12")
    assert events == ["Played", "Adjusted"]


def test_what_the_mover_settled_need_not_be_a_turn():
    state, events = left(BEFORE.after("red 1+8, yellow 10; completed blue 5"), "Yes, only settled")
    assert (events, len(state.course.turns)) == (["Adjusted"], 0)


def test_a_table_that_changed_without_a_turn_is_adjusted_alone():
    state, events = left(laid("red 1; opened blue 5", *BEFORE.triplets), "Yes, settled")
    assert events == ["Adjusted"]
    assert quarters(state)["Ada"] == "red 1; opened blue 5"
    assert state.game.player_in_turn == "Ada"


def test_whose_cards_were_settled_is_asked_where_more_than_one_players_lie_otherwise():
    table = BEFORE.after("red 1+8, yellow 10; completed blue 5", others="Ben: green 19, violet 93 | Cid: orange 95")
    state, events = left(table, "Ben", "Yes, settled")
    assert (events, quarters(state)["Ben"]) == (["Adjusted"], "violet 93, green 19")
    assert isinstance(state.mode, Disagreed)


@pytest.mark.parametrize(
    ("answers", "left_there"),
    [
        (["Still there"], "violet 93, green 19"),
        (["Not any more", "0 walls"], "green 19"),
        (["Not any more", "1 wall"], "green 19; walls 1"),
    ],
)
def test_a_card_that_is_not_in_sight_is_asked_about_and_may_have_become_a_wall_out_of_sight(answers, left_there):
    table = laid("red 1, blue 5", *BEFORE.triplets, others="Ben: green 19, violet 93 | Cid: orange 95")
    state, events = left(table, *answers, "Yes, settled", without=[93])
    assert (events, quarters(state)["Ben"]) == (["Adjusted"], left_there)


@pytest.mark.parametrize("hidden", [93, 7])
def test_a_card_that_is_not_in_sight_has_its_place_in_the_column(hidden):
    before = laid("red 1, blue 5", *BEFORE.triplets, others="Ben: violet 7+93, green 19 | Cid: orange 95")
    table = laid("red 1, blue 5", *BEFORE.triplets, others="Ben: violet 7+93 | Cid: orange 95")
    state, _ = left(table, "Still there", "Not any more", "0 walls", "Yes, settled", without=[hidden], before=before)
    assert quarters(state)["Ben"] == "violet 7+93"


def test_how_many_walls_there_are_is_asked_where_a_back_lies_in_a_new_place():
    table = laid("red 1, blue 5", *BEFORE.triplets, others="Ben: violet 93; walls 1 | Cid: orange 95")
    state, events = left(table, "1 wall", "Yes, settled")
    assert (events, quarters(state)["Ben"]) == (["Adjusted"], "violet 93; walls 1")


def test_a_card_played_on_already_has_not_its_old_place_there():
    before = laid("red 1, blue 5", *BEFORE.triplets, others="Ben: completed violet 93 | Cid: orange 95")
    opened = before.after("red 1+8, blue 5+12, yellow 10", others="Ben: opened violet 93 | Cid: orange 95").look()
    turn = Turn("Ada", (), tuple(Play(card, "palace") for card in (8, 12, 10)))
    state = after_event(session_at(before), Played(turn, (opened,), None, ""))
    assert case_of(state.match, (opened,)).evidence.place(93) == CardPlace(102, "opened")
