"""What players settle against the rules: their cards count as they lie, and the game goes on."""

from dataclasses import replace

import pytest
from evening import kept, press, without
from small_tables import beside, laid, put, session_at, with_more

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.state import after_event
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.citta.referee.verdict import not_as_it_was
from lucca_pi.games.citta.rules.position import write_quarter
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.by_hand import as_it_lies, lies_otherwise, out_of_sight, quarter_of, wall_counts
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.areas import CardPlace
from lucca_pi.games.citta.table.pieces import BACK_CODE

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


# --- a player's cards as they lie, whether or not the rules explain it: for pauses, and for what players settle

LEFT = ((10, 11, 16), (4, 9, 6), (18, 21, 24), (30, 31, 33))
BLUES, VIOLETS = "blue 5+12+13+20+27", "violet 7+14+28+35+43"
STOOD = laid(f"red 1+8, yellow 3; completed {BLUES}; opened {VIOLETS}; walls 2; towers T1", *LEFT)
LOOK = STOOD.look()


def case_with(look, before=STOOD, **more):
    return case_of(session_at(before, **more).match, (look,))


def lying(look, walls=2, gone=(), before=STOOD):
    case = case_with(look, before)
    return write_quarter(quarter_of(case, as_it_lies(case, "Ada", walls, gone=gone)))


AS_BEFORE = "red 1+8, yellow 3; completed blue 27; opened violet 43; walls 2; towers T1"
LYING = {
    "as before": (LOOK, (), AS_BEFORE),
    "a card under its column's newest is out of sight": (without(LOOK, 1), (), AS_BEFORE),
    "the newest of a column is out of sight": (without(LOOK, 8), (), AS_BEFORE),
    "a card of a column is gone": (without(LOOK, 1), (1,), AS_BEFORE.replace("1+8", "8")),
    "the only card of a column is gone": (without(LOOK, 3), (3,), AS_BEFORE.replace(", yellow 3", "")),
    "a completed palace is out of sight": (without(LOOK, 27), (), AS_BEFORE),
    "an older card of a completed palace is in sight": (put(LOOK, 12, -62, -60), (), AS_BEFORE),
    "an older card of a completed palace lies nearer to the player": (
        put(LOOK, 12, -62, 10),
        (),
        AS_BEFORE.replace("blue 27", "blue 12"),
    ),
    "only an older card of a completed palace is in sight": (put(without(LOOK, 27), 12, -62, -60), (), AS_BEFORE),
    "an older card lies on top, and the newest is gone": (
        put(without(LOOK, 27), 12, -62, 10),
        (5, 13, 20, 27),
        AS_BEFORE.replace("blue 27", "blue 12"),
    ),
    "an opened palace was completed again": (
        put(LOOK, 43, -150, -150),
        (7, 14, 28, 35),
        AS_BEFORE.replace("blue 27; opened violet 43", "blue 27, violet 43"),
    ),
    "a tower is out of sight": (without(LOOK, 97), (), AS_BEFORE),
    "a tower is gone": (without(LOOK, 97), ("T1",), AS_BEFORE.replace("; towers T1", "")),
    "a tower lies with another": (put(LOOK, 97, -150, -100, quarter=102), (), AS_BEFORE.replace("; towers T1", "")),
    "a tower nobody had lies there": (put(LOOK, 98, 150, -100), (), AS_BEFORE + ", T2"),
    "a discard lies in the column now": (put(LOOK, 15, -53, 130), (), AS_BEFORE.replace("1+8", "1+8+15")),
    "the column is laid the other way": (put(LOOK, 8, -53, 48), (), AS_BEFORE.replace("1+8", "8+1")),
}


@pytest.mark.parametrize(("look", "gone", "position"), LYING.values(), ids=LYING)
def test_cards_count_as_they_lie_and_those_out_of_sight_stay_unless_they_are_gone(look, gone, position):
    assert lying(look, gone=gone) == position


@pytest.mark.parametrize(("cards", "position"), [((8, 15, 22, 29), "completed red 29"), ((8, 15, 22), "red 1+8+15+22")])
def test_a_column_is_completed_with_as_many_cards_as_complete_a_palace(cards, position):
    before = laid("red 1", *LEFT)
    look = before.look()
    for number, code in enumerate(cards):
        look = put(look, code, -53, 100 + 40 * number)
    assert lying(look, 0, before=before) == position


OTHERWISE = {
    "as before": (LOOK, False),
    "in another order under the newest": (put(put(LOOK, 1, -53, 100), 8, -53, 140), False),
    "a card of a column is out of sight": (without(LOOK, 1), True),
    "a new back lies there": (with_more(LOOK, beside(101, BACK_CODE, -150, -150, LOOK)), True),
    "a card more lies there": (put(LOOK, 15, -53, 130), True),
    "another card is the newest": (put(LOOK, 8, -53, 48), True),
}


@pytest.mark.parametrize(("look", "is_so"), OTHERWISE.values(), ids=OTHERWISE)
def test_cards_lie_otherwise_where_something_else_counts_or_is_out_of_sight(look, is_so):
    assert lies_otherwise(case_with(look), "Ada") is is_so


def test_out_of_sight_are_columns_whole_the_newest_of_piles_and_towers():
    empty = case_with(without(LOOK, 1, 8, 3, 27, 43, 97))
    assert out_of_sight(empty, "Ada") == (1, 8, 3, 27, 43, "T1")
    assert out_of_sight(case_with(LOOK), "Ada") == ()


BACK_NEW = beside(101, BACK_CODE, -150, -150, LOOK)
COUNTS = {
    "all where they lay": (LOOK, (), (2,)),
    "one in a new place": (with_more(LOOK, BACK_NEW), (), (3, 2)),
    "one is out of sight": (without(LOOK, BACK_CODE), (), (2, 1)),
    "one was moved": (with_more(without(LOOK, BACK_CODE), BACK_NEW), (), (3, 2)),
    "a card is gone": (LOOK, (3,), (3, 2)),
    "two cards are gone, and one back is new": (with_more(LOOK, BACK_NEW), (3, 8), (4, 3, 2)),
}


@pytest.mark.parametrize(("look", "gone", "counts"), COUNTS.values(), ids=COUNTS)
def test_a_new_back_is_a_wall_more_or_was_moved_and_cards_gone_may_be_walls(look, gone, counts):
    assert wall_counts(case_with(look), "Ada", gone) == counts


MISPLACED = {
    "as before": (LOOK, []),
    "a card is out of sight": (without(LOOK, 93), []),
    "a card in the wrong area": (put(LOOK, 43, 0, 150), ["Ada: violet 43 lies under construction, but was opened"]),
    "a column's newest too far off, only a little": (put(LOOK, 8, -53, 112), []),
    "a card of a triplet lies with a player": (put(LOOK, 10, 150, 100), ["a turn has been played with 10"]),
}


@pytest.mark.parametrize(("look", "problems"), MISPLACED.values(), ids=MISPLACED)
def test_what_does_not_lie_as_it_did_is_said_and_that_a_turn_was_played(look, problems):
    assert [*not_as_it_was(case_with(look))] == problems


@pytest.mark.parametrize(("look", "problems"), [*MISPLACED.values()][:4], ids=[*MISPLACED][:4])
def test_after_the_last_turn_the_players_cards_alone_have_to_lie_as_they_did(look, problems):
    case = case_with(put(look, 10, 150, 100))
    over = replace(case, game=replace(case.game, turns=len(case.game.players)))
    assert [*not_as_it_was(over)] == problems
