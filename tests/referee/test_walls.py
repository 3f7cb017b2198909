"""A back too many: whom it is told to, and when it is none."""

from dataclasses import replace

import pytest
from small_tables import beside, judged, laid, session_at

from lucca_pi.contract.history import Played
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.table.pieces import BACK_CODE

TRIPLETS = (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33)
TABLE = laid("red 1, blue 5", *TRIPLETS, others="Ben: violet 93; walls 1 | Cid: orange 95")
OUT_OF_REACH = (101, BACK_CODE, 0, -260)
"""A back 50 mm beyond Ada's reach."""


def after(ada, *discards, bens="violet 93; walls 1", backs=()):
    """What is seen once Ada has played, and more backs: quarter, code, and place in its axes."""
    look = TABLE.after(ada, *discards, others=f"Ben: {bens} | Cid: orange 95").look()
    return replace(look, sightings=(*look.sightings, *(beside(*back, look) for back in backs)))


def judged_as(look, *before):
    """The verdict on a look: how 10 was played, or what is wrong."""
    verdict = judged(session_at(TABLE), *before, look)
    if isinstance(verdict, Unexplained):
        return verdict.problems
    return next(play.way for play in verdict.turn.play if play.card == 10)


BUILT = "red 1+8, blue 5+12"
TOO_MANY = ("Ada: 1 face-down card too many",)
BEYOND = {
    "a wall in the row, and a back beyond reach": (after(f"{BUILT}; walls 1", backs=[OUT_OF_REACH]), "wall"),
    "a discard, and a back beyond reach": (after(BUILT, 10, backs=[OUT_OF_REACH]), "discard"),
    "a back beyond reach alone": (after(BUILT, backs=[OUT_OF_REACH]), "wall"),
    "a discard, and a back in reach": (after(BUILT, 10, backs=[(101, BACK_CODE, -100, -60)]), TOO_MANY),
    "a wall, and another back in reach": (after(f"{BUILT}; walls 1", backs=[(101, BACK_CODE, -100, 0)]), TOO_MANY),
}


@pytest.mark.parametrize(("look", "told"), BEYOND.values(), ids=BEYOND)
def test_a_back_beyond_everybodys_reach_may_be_a_wall_but_is_none_too_many(look, told):
    assert judged_as(look) == told


NEARER = {
    "in the own reach": (-200, TOO_MANY),
    "nearly in the own reach": (-220, TOO_MANY),
    "clearly out of it": (-250, ("Ben: 1 face-down card too many",)),
}


@pytest.mark.parametrize(("x_mm", "told"), NEARER.values(), ids=NEARER)
def test_a_back_too_many_is_told_to_whom_it_lies_with(x_mm, told):
    back = (101, BACK_CODE, x_mm, -100)
    assert judged_as(after(BUILT, 10, backs=[back])) == told
    assert judged_as(after(f"{BUILT}; walls 1", backs=[back])) == told


def test_walls_that_lie_where_they_lay_and_the_pile_are_no_backs_too_many():
    before = laid("red 1, blue 5; walls 1", *TRIPLETS)
    look = before.after(f"{BUILT}; walls 1", 10).look()
    with_ben = replace(look, sightings=(*look.sightings, beside(101, BACK_CODE, -250, -100, look)))
    assert judged(session_at(before), with_ben).problems == ("Ben: 1 face-down card too many",)
    pile = (101, BACK_CODE, 0, -600)
    assert judged_as(after(BUILT, 10, backs=[pile, (101, BACK_CODE, -100, -60)])) == TOO_MANY


def test_a_back_too_many_in_a_row_is_told_to_whose_row_it_is():
    before = laid("red 1, blue 5; walls 2", *TRIPLETS)
    discarded = Turn("Ada", (), (Play(8, "palace"), Play(12, "palace"), Play(10, "discard")))
    shown = before.after(f"{BUILT}; walls 2", 10)
    state = after_event(session_at(before), Played(discarded, (shown.look(),), None, ""))
    then = before.after(f"{BUILT}; walls 3", others="Ben: violet 93+6, orange 9, green 4 | Cid: orange 95")
    verdict = judged(state, replace(then, triplets=(None, None, *then.triplets[2:])).look())
    assert (state.game.player_in_turn, verdict.problems) == ("Ben", TOO_MANY)


MOVED = (102, BACK_CODE, -200, 0)
STRAY = ("Ben: 1 face-down card too many",)
PUSHED = {
    "his wall has been pushed": (after(BUILT, 10, bens="violet 93", backs=[MOVED]), "discard"),
    "his wall lies there still": (after(BUILT, 10, backs=[MOVED]), STRAY),
    "two do, and his wall not": (after(BUILT, 10, bens="violet 93", backs=[MOVED, (102, BACK_CODE, -270, 0)]), STRAY),
}


@pytest.mark.parametrize(("look", "told"), PUSHED.values(), ids=PUSHED)
def test_a_wall_pushed_by_somebody_else_is_no_back_too_many(look, told):
    assert judged_as(look) == told
