"""How badly a table fits what a player should have: each thing that does not fit, with its weight."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import LEFT, beside, judged, laid, put, session_at, with_more

from lucca_pi.contract.history import Played
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.pieces import BACK_CODE

BLUES, VIOLETS = "blue 5+12+13+20+27", "violet 7+14+28+35+43"
HAS = f"red 1+8+15, yellow 3; completed {BLUES}; opened {VIOLETS}; walls 2; towers T1"
STANDING = laid(HAS, (10, 11, 16), *LEFT)
STANDS = STANDING.look()
BEFORE = laid("red 1, blue 5; walls 1", (8, 15, 10), *LEFT)
BUILT = "red 1+8+15, blue 5; walls 2"
LOOK = BEFORE.after(BUILT).look()
EXTRA = beside(101, BACK_CODE, -150, -180, LOOK)


def found(before, ada, *looks, instead=None):
    """What speaks against Ada's having these cards, a line each; `instead`: how the table lay before."""
    case = case_of(session_at(before, instead=instead).match, looks)
    quarter = read_position(f"Ada: {ada} | Ben: violet 93 | Cid: orange 95").quarters["Ada"]
    return [_line(finding) for finding in case.scale.weigh(quarter)]


def _line(finding):
    about = finding.cards or (finding.number,)
    return f"{finding.reason.value} {' '.join(map(str, about))}: {finding.cost:.1f}"


STANDING_CASES = {
    "all as it should be": ((STANDS,), []),
    "a card of a column is not read": ((without(STANDS, 8),), ["unread 8: 4.0"]),
    "its newest is not read, and lay there at rest": ((STANDS, without(STANDS, 15)), ["unread 15: 4.0"]),
    "a column's only card lies a little off": ((put(STANDS, 3, 100, 40),), ["elsewhere 3: 0.9"]),
    "it lies in another area": ((put(STANDS, 3, 150, -100),), ["elsewhere 3: 12.0"]),
    "the newest lies hardly over the one before": ((put(STANDS, 15, -51, 105),), ["not over 15 8: 1.2"]),
    "the newest does not lie over the one before": ((put(STANDS, 15, -51, 100),), ["not over 15 8: 3.7"]),
    "the newest is under the one before": ((put(STANDS, 15, -51, 60),), ["not over 15 1: 1.0", "not over 15 8: 12.0"]),
    "the newest lies beside the column": ((put(STANDS, 15, 40, 150),), ["aside 15 1 8: 2.0"]),
    "it lies as far beside it as it may": ((put(put(put(STANDS, 1, -50, 57), 8, -50, 102), 15, 25, 149),), []),
    "the newest of a pile is not read": ((without(STANDS, 27),), ["unread 27: 4.0"]),
    "it is not, an older is": ((put(without(STANDS, 27), 12, -62, -10),), ["unread 27: 4.0", "top unread 27 12: 3.5"]),
    "the same, and it lay there at rest": ((STANDS, put(without(STANDS, 27), 12, -62, -10)), ["unread 27: 4.0"]),
    "older cards of a pile are fanned above it": ((put(STANDS, 12, -62, -60),), []),
    "an older card of a pile lies below its newest": ((put(STANDS, 12, -62, 0),), ["not over 27 12: 12.0"]),
    "an older card of a pile lies elsewhere": ((put(STANDS, 20, 100, -100),), ["elsewhere 20: 12.0"]),
    "it lay in the centre at rest": ((put(STANDS, 12, 0, -400), STANDS), ["under, at rest elsewhere 12: 5.0"]),
    "it lay in another area at rest": ((put(STANDS, 12, 150, -50), STANDS), []),
    "a tower is not read": ((without(STANDS, 97),), ["tower unread T1: 4.0"]),
    "a tower lies among the opened palaces": ((put(STANDS, 97, 150, -100),), ["tower aside T1: 1.0"]),
    "a tower lies under construction": ((put(STANDS, 97, 150, 200),), ["tower aside T1: 1.0"]),
    "a tower lies in the centre": ((put(STANDS, 97, 0, -400),), ["tower aside T1: 12.0"]),
    "a wall is not visible where it lay": ((without(STANDS, BACK_CODE),), ["walls covered or moved 1: 1.5"]),
    "a wall is turned up at a new place": ((with_more(STANDS, EXTRA),), ["backs too many 1: 6.0"]),
    "a wall was moved": ((put(STANDS, BACK_CODE, -150, -180),), ["walls covered or moved 1: 1.5"]),
}


@pytest.mark.parametrize(("looks", "lines"), STANDING_CASES.values(), ids=STANDING_CASES)
def test_what_a_player_has_lies_as_it_should(looks, lines):
    assert found(STANDING, HAS, *looks) == lines


BUILT_CASES = {
    "all as it should be": ((LOOK,), []),
    "a card within is not read and leaves a gap": ((without(LOOK, 8),), ["unread 8: 4.0"]),
    "a card within is not read, and there is no gap for it": (
        (put(without(LOOK, 8), 15, -51, 104),),
        ["unread 8: 4.0", "gaps 15 1 8: 2.0"],
    ),
    "a gap too wide": ((put(without(LOOK, 8), 15, -51, 240),), ["unread 8: 4.0", "gaps 15 1 8: 4.0"]),
    "the newest is not: a gap": ((put(without(LOOK, 15), 8, -51, 150),), ["unread 15: 4.0", "gaps 15 1 8: 2.0"]),
    "a card that lay in its place at rest": ((LOOK, without(LOOK, 8)), ["unread 8: 4.0"]),
    "it lay farther down at rest": (
        (put(LOOK, 8, -51, 250), without(LOOK, 8)),
        ["unread 8: 4.0", "at rest, not over 15 8: 5.0", "gaps 15 1 8: 4.0"],
    ),
    "it lay in the centre": ((put(LOOK, 8, 0, -400), without(LOOK, 8)), ["unread 8: 4.0", "at rest elsewhere 8: 5.0"]),
    "the newest lay not over another at rest": (
        (put(LOOK, 15, -51, 100), without(LOOK, 15)),
        ["unread 15: 4.0", "at rest, not over 15 8: 3.7"],
    ),
    "it lay farther down at rest, and is seen in its place": ((put(LOOK, 8, -51, 250), LOOK), []),
    "the column lies farther down than it lay": ((put(put(put(LOOK, 1, -51, 107), 8, -51, 152), 15, -51, 199),), []),
    "the first card is not read where it lay": ((without(LOOK, 1),), ["unread 1: 4.0"]),
    "the others have gone farther down than it lay": (
        (put(put(without(LOOK, 1), 8, -51, 190), 15, -51, 240),),
        ["unread 1: 4.0", "gaps 15 1 8: 4.0"],
    ),
    "a new wall is not visible": ((without(LOOK, BACK_CODE),), ["walls unseen 1: 4.0"]),
    "it lay there at rest": ((LOOK, without(LOOK, BACK_CODE)), ["walls seen at rest 1: 1.0"]),
    "one more lay there": ((with_more(LOOK, EXTRA), LOOK), ["walls gone 1: 3.5"]),
    "one more lay there at rest, but not at the last": ((with_more(LOOK, EXTRA), LOOK, LOOK), ["walls gone 1: 3.5"]),
    "the old wall was moved and the new one is not visible": (
        (put(without(LOOK, BACK_CODE), BACK_CODE, -250, -150),),
        ["walls unseen 1: 4.0", "walls covered or moved 1: 1.5"],
    ),
    "two more backs than walls": (
        (with_more(LOOK, *(beside(101, BACK_CODE, x_mm, -180, LOOK) for x_mm in (-150, -220))),),
        ["backs too many 2: 12.0"],
    ),
}


@pytest.mark.parametrize(("looks", "lines"), BUILT_CASES.values(), ids=BUILT_CASES)
def test_what_a_turn_would_leave_fits_what_is_seen(looks, lines):
    assert [line.replace("not over at rest", "at rest, not over") for line in found(BEFORE, BUILT, *looks)] == lines


@pytest.mark.parametrize(
    ("walls", "lines"),
    [
        (1, ["backs too many 1: 6.0"]),
        (2, []),
        (3, ["walls unseen 1: 4.0", "any of the walls 1: -0.7"]),
        (4, ["walls unseen 2: 8.0", "any of the walls 1: -1.1"]),
    ],
)
def test_any_of_several_new_walls_may_be_the_one_that_is_not_seen(walls, lines):
    assert found(BEFORE, f"red 1+8+15, blue 5; walls {walls}", LOOK) == lines


PILES = "completed red 1+8+15+22+29; opened blue 5+12+13+20+27"
PILED = laid(PILES, (9, 16, 10), *LEFT)
TOP, OLD = PILED.look(), put(without(PILED.look(), 29), 8, -62, -60)
ON_TOP = {
    "an older card lies on top, as before": ((OLD,), OLD, []),
    "it lies on top elsewhere": ((put(OLD, 8, -120, -60),), OLD, ["unread 29: 4.0", "top unread 29 8: 3.5"]),
    "the newest has come to lie on top": ((TOP,), OLD, []),
    "it lay on top at rest": ((OLD, without(TOP, 29)), TOP, ["unread 29: 4.0", "top unread 29 8: 3.5"]),
    "it lay elsewhere at rest": ((put(OLD, 8, 100, -60), without(TOP, 29)), TOP, ["unread 29: 4.0"]),
    "it lies on top, and the newest elsewhere": ((put(OLD, 29, 150, 100),), OLD, ["elsewhere 29: 12.0"]),
    "it lies on top now": ((OLD,), TOP, ["unread 29: 4.0", "top unread 29 8: 3.5"]),
}


@pytest.mark.parametrize(("looks", "instead", "lines"), ON_TOP.values(), ids=ON_TOP)
def test_a_pile_whose_newest_is_not_read_has_not_changed_where_an_older_card_lay_on_top(looks, instead, lines):
    assert found(PILED, PILES, *looks, instead=instead) == lines


WITH_BENS = laid("red 1, blue 5; walls 1", (8, 15, 10), *LEFT, others="Ben: violet 93; walls 1 | Cid: orange 95")
OUTSIDE = {-70: [], -40: ["outside the picture 1: 0.5", "unread 8: 4.0", "unread 15: 4.0", "gaps 15 1 8: 2.0"]}


@pytest.mark.parametrize(("left_mm", "lines"), OUTSIDE.items())
def test_a_card_that_lay_outside_the_picture_is_hardly_missed_and_a_wall_there_not_at_all(left_mm, lines):
    look = WITH_BENS.after(BUILT).look()
    view = ((left_mm, -1000), (1000, -1000), (1000, 1000), (left_mm, 1000))
    seen = tuple(one for one in look.sightings if one.x_mm > left_mm + 10)
    looked = replace(look, sightings=seen, view_mm=view)
    assert found(WITH_BENS, BUILT, looked) == [*lines, "walls unseen 1: 4.0"]


def test_a_wall_of_another_player_outside_the_picture_makes_no_difference():
    look = without(WITH_BENS.after(BUILT).look(), *(BACK_CODE,) * 3)
    bens = WITH_BENS.look().sightings
    bens_mm = min(one.x_mm for one in bens if one.code == BACK_CODE)
    view = ((bens_mm + 5, -1000), (1000, -1000), (1000, 1000), (bens_mm + 5, 1000))
    lines = found(WITH_BENS, BUILT, replace(look, view_mm=view))
    assert lines == ["walls unseen 1: 4.0", "walls covered or moved 1: 1.5"]


def test_of_a_new_column_none_of_which_is_read_no_gap_is_missed():
    before = laid("blue 5", (8, 15, 10), *LEFT)
    look = before.after("blue 5, red 8+15").look(without=[8, 15])
    assert found(before, "blue 5, red 8+15", look) == ["unread 8: 4.0", "unread 15: 4.0"]


def test_a_card_at_a_quarter_where_nobody_sits_lies_with_nobody():
    look = put(put(STANDS, 104, 0, -1000, turned_deg=180), 3, 50, 150, quarter=104)
    assert case_of(session_at(STANDING).match, (look,)).scale.lies(3) == "lies under construction with nobody"


AWAY = {
    "just so far in another area": (put(STANDS, 3, 100, 9.5), "Ada: yellow 3 is opened, but was never completed"),
    "just so far under the card before": (
        put(put(STANDS, 8, -51, 102), 15, -51, 95),
        "Ada: 15 should lie over 8, nearer to the player",
    ),
    "a tower just so far in the centre": (
        put(STANDS, 97, -100, -246),
        "Ada: tower T1 lies in the centre, but should be among the completed palaces",
    ),
    "with another player": (
        put(STANDS, 3, -100, 200, quarter=102),
        "Ada: yellow 3 lies under construction with Ben, but should be under construction with Ada",
    ),
    "a tower with another player": (
        put(STANDS, 97, -150, -100, quarter=102),
        "Ada: tower T1 lies among the completed palaces with Ben, but should be among the completed palaces with Ada",
    ),
    "two backs too many": (
        with_more(STANDS, *(beside(101, BACK_CODE, x_mm, -180, STANDS) for x_mm in (-150, -220))),
        "Ada: 2 face-down cards too many",
    ),
}


@pytest.mark.parametrize(("look", "problem"), AWAY.values(), ids=AWAY)
def test_what_lies_clearly_elsewhere_is_a_problem_for_people(look, problem):
    case = case_of(session_at(STANDING).match, (look,))
    findings = case.scale.weigh(case.before)
    assert [str(finding.problem) for finding in findings if finding.problem] == [problem]


# --- a back too many: whom it is told to, and when it is none

TRIPLETS = (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33)
TABLE = laid("red 1, blue 5", *TRIPLETS, others="Ben: violet 93; walls 1 | Cid: orange 95")
OUT_OF_REACH = (101, BACK_CODE, 0, -260)
"""A back 50 mm beyond Ada's reach."""


def after(ada, *discards, bens="violet 93; walls 1", backs=()):
    """What is seen once Ada has played, and more backs: quarter, code, and place in its axes."""
    look = TABLE.after(ada, *discards, others=f"Ben: {bens} | Cid: orange 95").look()
    return with_more(look, *(beside(*back, look) for back in backs))


def judged_as(look, *before):
    """The verdict on a look: how 10 was played, or what is wrong."""
    verdict = judged(session_at(TABLE), *before, look)
    if isinstance(verdict, Unexplained):
        return verdict.problems
    return next(play.way for play in verdict.turn.play if play.card == 10)


SHE_BUILT = "red 1+8, blue 5+12"
TOO_MANY = ("Ada: 1 face-down card too many",)
BEYOND = {
    "a wall in the row, and a back beyond reach": (after(f"{SHE_BUILT}; walls 1", backs=[OUT_OF_REACH]), "wall"),
    "a discard, and a back beyond reach": (after(SHE_BUILT, 10, backs=[OUT_OF_REACH]), "discard"),
    "a back beyond reach alone": (after(SHE_BUILT, backs=[OUT_OF_REACH]), "wall"),
    "a discard, and a back in reach": (after(SHE_BUILT, 10, backs=[(101, BACK_CODE, -100, -60)]), TOO_MANY),
    "a wall, and another back in reach": (after(f"{SHE_BUILT}; walls 1", backs=[(101, BACK_CODE, -100, 0)]), TOO_MANY),
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
    assert judged_as(after(SHE_BUILT, 10, backs=[back])) == told
    assert judged_as(after(f"{SHE_BUILT}; walls 1", backs=[back])) == told


def test_walls_that_lie_where_they_lay_and_the_pile_are_no_backs_too_many():
    before = laid("red 1, blue 5; walls 1", *TRIPLETS)
    look = before.after(f"{SHE_BUILT}; walls 1", 10).look()
    with_ben = with_more(look, beside(101, BACK_CODE, -250, -100, look))
    assert judged(session_at(before), with_ben).problems == ("Ben: 1 face-down card too many",)
    pile = (101, BACK_CODE, 0, -600)
    assert judged_as(after(SHE_BUILT, 10, backs=[pile, (101, BACK_CODE, -100, -60)])) == TOO_MANY


def test_a_back_too_many_in_a_row_is_told_to_whose_row_it_is():
    before = laid("red 1, blue 5; walls 2", *TRIPLETS)
    discarded = Turn("Ada", (), (Play(8, "palace"), Play(12, "palace"), Play(10, "discard")))
    shown = before.after(f"{SHE_BUILT}; walls 2", 10)
    state = after_event(session_at(before), Played(discarded, (shown.look(),), None, ""))
    then = before.after(f"{SHE_BUILT}; walls 3", others="Ben: violet 93+6, orange 9, green 4 | Cid: orange 95")
    verdict = judged(state, replace(then, triplets=(None, None, *then.triplets[2:])).look())
    assert (state.game.player_in_turn, verdict.problems) == ("Ben", TOO_MANY)


MOVED = (102, BACK_CODE, -200, 0)
STRAY = ("Ben: 1 face-down card too many",)
PUSHED = {
    "his wall has been pushed": (after(SHE_BUILT, 10, bens="violet 93", backs=[MOVED]), "discard"),
    "his wall lies there still": (after(SHE_BUILT, 10, backs=[MOVED]), STRAY),
    "two do, and his wall not": (
        after(SHE_BUILT, 10, bens="violet 93", backs=[MOVED, (102, BACK_CODE, -270, 0)]),
        STRAY,
    ),
}


@pytest.mark.parametrize(("look", "told"), PUSHED.values(), ids=PUSHED)
def test_a_wall_pushed_by_somebody_else_is_no_back_too_many(look, told):
    assert judged_as(look) == told
