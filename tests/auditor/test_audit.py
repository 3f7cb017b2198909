"""What the auditor signs, and what is missing where it does not: small tables with three players, Ada in turn."""

from dataclasses import replace

import pytest
from small_tables import beside, laid, session_at

from lucca_pi.contract.history import Played
from lucca_pi.evening.state import after_event
from lucca_pi.games.citta.auditor.audit import audit, audit_ambiguous
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import scene_of, scenes_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Alike

LEFT = ((4, 9, 6), (18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5; walls 2", (8, 12, 10), *LEFT)
BUILT = (Play(8, "palace"), Play(12, "palace"))
WALLED, DISCARDED = (Turn("Ada", (), (*BUILT, Play(10, way))) for way in ("wall", "discard"))
AFTER = {
    WALLED: BEFORE.after("red 1+8, blue 5+12; walls 3").look(),
    DISCARDED: BEFORE.after("red 1+8, blue 5+12; walls 2", 10).look(),
}


def missing(turn, *looks, before=BEFORE, **more):
    """What is missing from the certificate, in words."""
    return [gap.text for gap in audit(scene_of(session_at(before, **more).match, looks), [turn]).gaps]


def without(look, code):
    """The look without one card, of backs the last."""
    lost = [seen for seen in look.sightings if seen.code == code][-1]
    return replace(look, sightings=tuple(seen for seen in look.sightings if seen is not lost))


def moved(look, code, x_mm, y_mm, turned_deg=0.0):
    """The look with a card elsewhere in the axes of Ada's quarter."""
    there = beside(101, code, x_mm, y_mm, look)
    there = replace(there, heading_deg=there.heading_deg + turned_deg)
    return replace(without(look, code), sightings=(*without(look, code).sightings, there))


@pytest.mark.parametrize("turn", AFTER, ids=["walled", "discarded"])
def test_what_is_seen_whole_is_signed_with_a_proof_for_each_card(turn):
    signed = audit(scene_of(session_at(BEFORE).match, (AFTER[turn],)), [turn])
    assert (signed.is_signed, len(signed.proofs)) == (True, 3)
    assert signed.proofs[0] == "8: seen in its place"


@pytest.mark.parametrize(("turn", "other"), [(WALLED, DISCARDED), (DISCARDED, WALLED)])
def test_what_was_played_otherwise_is_not_signed(turn, other):
    assert missing(turn, AFTER[other])


def test_a_card_upside_down_in_its_column_is_no_discard():
    look = moved(AFTER[DISCARDED], 10, 10, 140, 180.0)
    assert missing(DISCARDED, look) == ["Ada: 10 is not where it was played"]
    built = Turn("Ada", (), (*BUILT, Play(10, "palace")))
    assert missing(built, look) == []


def test_a_wall_that_was_pushed_is_no_new_one():
    gone = without(AFTER[DISCARDED], 10)
    pushed = moved(gone, BACK_CODE, -100, -150)
    assert {*missing(WALLED, pushed)} == {"Ada: I see 2 walls, not 3"}


def test_a_wall_that_comes_back_into_sight_is_no_new_one():
    gone = without(AFTER[DISCARDED], 10)
    assert missing(WALLED, gone, without=[BACK_CODE]) == ["Ada: I see 2 walls, not 3"]


def test_an_own_card_face_down_in_its_column_is_no_wall():
    seen = next(one for one in AFTER[DISCARDED].sightings if one.code == 5)
    down = replace(without(without(AFTER[DISCARDED], 10), 5), sightings=())
    rest = [one for one in AFTER[DISCARDED].sightings if one.code not in (5, 10)]
    down = replace(down, sightings=(*rest, replace(seen, code=BACK_CODE)))
    assert "Ada: a face-down card does not lie among the completed palaces" in missing(WALLED, down)


def with_5_face_down(look):
    """The look with that card of Ada's blue column on its face, and the first of the backs."""
    down = next(replace(one, code=BACK_CODE) for one in look.sightings if one.code == 5)
    return replace(look, sightings=(down, *without(look, 5).sightings))


@pytest.mark.parametrize("was", [{}, {"instead": with_5_face_down(BEFORE.look())}], ids=["since this turn", "before"])
def test_a_wall_that_has_gone_is_missed_though_a_card_of_a_column_lies_face_down(was):
    look = without(with_5_face_down(AFTER[DISCARDED]), BACK_CODE)
    assert "Ada: I see 1 wall, not 2" in missing(DISCARDED, look, **was)


@pytest.mark.parametrize("place", [(80, -20), (60, 160)], ids=["right of the quarter", "beside the columns"])
def test_a_back_where_no_walls_lie_is_no_wall(place):
    look = moved(AFTER[WALLED], BACK_CODE, *place)
    assert "Ada: a face-down card does not lie among the completed palaces" in missing(WALLED, look)


@pytest.mark.parametrize(("tower", "gaps"), [((-32.5, -128.5), 0), ((-32.5, -12.5), 2)], ids=["in line", "below it"])
def test_a_row_of_walls_and_towers_goes_on_past_the_quarters_middle(tower, gaps):
    before = laid("red 1, blue 5; walls 2; towers T1", (8, 12, 10), *LEFT)
    before_look = moved(before.look(), 97, *tower)
    look = moved(moved(before.after("red 1+8, blue 5+12; walls 3; towers T1").look(), 97, *tower), BACK_CODE, 32, -92)
    assert len(missing(WALLED, look, before=before, instead=before_look)) == gaps


def test_a_pile_turned_over_is_no_new_wall():
    before = laid("red 1, blue 5; completed violet 7+14+28+35+43; walls 2", (8, 12, 10), *LEFT)
    look = before.after("red 1+8, blue 5+12; completed violet 7+14+28+35+43; walls 2").look()
    top = next(one for one in look.sightings if one.code == 43)
    turned = replace(without(look, 43), sightings=(*without(look, 43).sightings, replace(top, code=BACK_CODE)))
    assert "Ada: I do not see violet 43" in missing(WALLED, turned, before=before)


def test_a_card_out_of_sight_is_signed_only_under_a_palace_that_needs_it():
    before = laid("red 1+15+22, blue 5", (8, 36, 10), *LEFT)
    completed = Turn("Ada", (), (Play(8, "palace"), Play(36, "palace"), Play(10, "wall")))
    look = before.after("completed red 1+15+22+8+36; blue 5; walls 1").look()
    assert missing(completed, look, before=before) == []
    assert missing(
        replace(completed, play=(completed.play[0], Play(36, "discard"), Play(10, "wall"))), look, before=before
    )


def test_a_card_on_the_wrong_side_of_its_column_is_not_its_newest():
    look = moved(AFTER[DISCARDED], 8, -53, 60)
    assert missing(DISCARDED, look) == ["Ada: 8 is not the card nearest to the player"]


def test_what_lay_otherwise_at_rest_proves_nothing():
    gone = without(AFTER[DISCARDED], 10)
    assert missing(DISCARDED, AFTER[DISCARDED], gone) == ["Ada: I do not see 10"]
    assert missing(WALLED, AFTER[WALLED], gone) == ["Ada: I see 2 walls, not 3"]


def test_a_palace_turned_where_it_lies_is_not_opened():
    before = laid("red 1, blue 5; completed violet 7+14+28+35+43", (8, 12, 10), *LEFT)
    closed = before.after("red 1+8, blue 5+12; completed violet 7+14+28+35+43", 10).look()
    opened = replace(DISCARDED, open=("violet",))
    near, there = (moved(closed, 43, x_mm, -100) for x_mm in (10, 90))
    was = moved(before.look(), 43, -20, -100)
    assert missing(opened, near, before=before, instead=was) == ["Ada: violet has hardly been moved"]
    assert missing(opened, there, before=before, instead=was) == []


def test_a_tower_turned_over_like_a_page_is_no_new_wall():
    before = laid("red 1, blue 5; towers T1", (8, 12, 10), *LEFT)
    look = before.after("red 1+8, blue 5+12; towers T1").look()
    tower = next(one for one in look.sightings if one.code == 97)
    page = beside(101, BACK_CODE, -75, -95, look)
    turned = replace(look, sightings=(*(one for one in look.sightings if one is not tower), page))
    assert "Ada: I do not see T1, it may lie face down" in missing(WALLED, turned, before=before)


def test_a_card_that_still_lies_in_its_triplet_is_no_discard():
    lay = next(one for one in BEFORE.look().sightings if one.code == 10)
    look = BEFORE.after("red 1+8, blue 5+12; walls 2").look(lay)
    assert missing(DISCARDED, look) == ["Ada: 10 is not where it was played"]


def test_the_triplets_that_nobody_took_have_to_be_there_where_a_card_is_out_of_sight():
    assert missing(WALLED, without(AFTER[WALLED], 21)) == ["21, which was not taken, is not in sight"]
    assert missing(DISCARDED, without(AFTER[DISCARDED], 21)) == []


def test_three_cards_of_two_triplets_are_no_turn():
    look = BEFORE.after("red 1+8, blue 5+12; walls 2", 4).look()
    lay = next(one for one in BEFORE.look().sightings if one.code == 10)
    look = replace(without(look, 4), sightings=(*look.sightings, lay))
    mixed = Turn("Ada", (), (*BUILT, Play(4, "discard")))
    assert "Ada: the three cards were not laid out together" in missing(mixed, look)


def test_a_wall_that_has_gone_is_missed_whoever_has_played():
    before = replace(BEFORE, position=BEFORE.position.replace("violet 93", "violet 93; walls 1"))
    after = before.after("red 1+8, blue 5+12; walls 2", 10)
    assert missing(DISCARDED, after.look(), before=before) == []
    assert missing(DISCARDED, without(after.look(), BACK_CODE), before=before) == ["Ben: I see 0 walls, not 1"]


def test_a_wall_from_another_player_is_no_new_one_though_it_was_out_of_sight_before():
    before = replace(BEFORE, position=BEFORE.position.replace("violet 93", "violet 93; walls 1"))
    look = AFTER[WALLED]
    assert missing(WALLED, look, before=before, without=[BACK_CODE]) == [
        "A wall of Ben is not in sight, and may be the new one"
    ]


def test_a_back_of_the_unused_pile_is_no_new_wall():
    pile = beside(101, BACK_CODE, 0, -500, BEFORE.look())
    was = BEFORE.look(pile)
    assert missing(WALLED, replace(AFTER[WALLED], sightings=(*AFTER[WALLED].sightings, pile)), instead=was) == []
    assert missing(WALLED, AFTER[WALLED], instead=was) == ["A face-down card is no longer where it lay"]


def test_a_completed_palace_that_was_moved_may_have_been_opened():
    before = laid("red 1, blue 5; completed violet 7+14+28+35+43", (8, 12, 10), *LEFT)
    closed = before.after("red 1+8, blue 5+12; completed violet 7+14+28+35+43", 10).look()
    assert missing(DISCARDED, closed, before=before) == []
    assert missing(DISCARDED, moved(closed, 43, -250, -100), before=before) == ["Ada: violet has been moved"]


@pytest.mark.parametrize(("turned_deg", "gaps"), [(0, 0), (180, 0), (90, 1), (-120, 1)])
def test_a_card_thrown_crosswise_begins_no_column(turned_deg, gaps):
    built = Turn("Ada", (), (*BUILT, Play(10, "palace")))
    look = moved(AFTER[DISCARDED], 10, 170, 200, turned_deg)
    assert len(missing(built, look)) == gaps


def test_what_others_have_lost_from_sight_does_not_hinder():
    assert missing(DISCARDED, without(AFTER[DISCARDED], 93)) == []


def test_the_newest_card_of_a_column_is_missed_though_its_place_lies_on_the_card_below():
    before = laid("red 1, blue 5+12; walls 2", (8, 36, 10), *LEFT)
    walled = Turn("Ada", (), (Play(8, "palace"), Play(36, "palace"), Play(10, "wall")))
    look = before.after("red 1+8+36, blue 5+12; walls 3").look()
    assert missing(walled, look, before=before) == []
    assert missing(walled, without(look, 12), before=before) == ["Ada: I do not see 12, it may lie face down"]


def test_what_the_players_have_told_is_no_longer_missing():
    signed = audit(scene_of(session_at(BEFORE).match, (without(AFTER[DISCARDED], 10),)), [DISCARDED])
    assert [gap.facts for gap in signed.gaps] == [{10}]
    assert signed.without({10}) == ()


VIOLET = "violet 7+14+28+35+43"
CLOSED = laid(f"red 1, blue 5; completed {VIOLET}; walls 2", (8, 12, 10), *LEFT, discards=(96,))
THROWN = CLOSED.after(f"red 1+8, blue 5+12; completed {VIOLET}; walls 2", 10)
"""Ada discards 10, where 96 lies already; she could have opened the violet palace."""


def of_the_last_turn(lying, *lost, turn=DISCARDED, shown=THROWN, rested=()):
    """What is missing of Ada's turn, as Ben has played after it, these cards are out of sight, and so it had rested."""
    state = after_event(session_at(CLOSED), Played(turn, (shown.look(),), None, ""))
    ben = Turn("Ben", (), (Play(4, "palace"), Play(9, "palace"), Play(6, "palace")))
    looks = (*(table.look() for table in rested), lying.look(without=lost))
    signed = audit(scene_of(state.match, looks), [ben])
    return [gap.text for gap in signed.gaps if gap.is_earlier]


def then(*discards, opened=False):
    """The table after Ben's turn; `discards` lie there, and the violet palace is opened or not."""
    violet = f"{'opened' if opened else 'completed'} {VIOLET}"
    others = "Ben: violet 93+6, orange 9, green 4 | Cid: orange 95"
    return replace(THROWN.after(f"red 1+8, blue 5+12; {violet}; walls 2", others=others), discards=discards)


def test_what_the_last_turn_has_laid_is_asked_for_where_it_is_out_of_sight():
    assert of_the_last_turn(then(96, 10)) == []
    assert of_the_last_turn(then(96, 10), 8) == ["8 of the last turn is no longer in sight"]


def test_a_discard_of_the_last_turn_may_have_been_taken_back_while_others_lie_there():
    assert of_the_last_turn(then(96, 10), 10) == ["10 of the last turn is no longer in sight"]
    assert of_the_last_turn(then()) == []


def test_a_palace_that_has_gone_from_sight_may_have_been_opened_after_ok_or_closed_again():
    assert of_the_last_turn(then(96, 10), 43) == ["43 of the last turn is no longer in sight"]
    opened = CLOSED.after(f"red 1+8, blue 5+12; opened {VIOLET}; walls 2", 10)
    opens = {"turn": replace(DISCARDED, open=("violet",)), "shown": opened}
    assert of_the_last_turn(then(96, 10, opened=True), **opens) == []
    assert of_the_last_turn(then(96, 10, opened=True), 43, **opens) == ["43 of the last turn is no longer in sight"]


def test_a_palace_that_lay_among_the_opened_at_rest_may_have_been_opened_after_ok():
    opened = CLOSED.after(f"red 1+8, blue 5+12; opened {VIOLET}; walls 2", 10)
    assert of_the_last_turn(then(96, 10), rested=[THROWN]) == []
    assert of_the_last_turn(then(96, 10), rested=[opened, THROWN]) == ["violet 43 lay among the opened palaces"]
    assert of_the_last_turn(then(96, 10, opened=True), rested=[opened]) == []


def open_(look, *sets):
    """The look in which cards may be others: of each set the first is true."""
    for codes in sets:
        one = next(seen for seen in look.sightings if seen.code == codes[0])
        others = tuple(seen for seen in look.sightings if seen is not one)
        left = Alike(tuple(sorted(codes)), one.x_mm, one.y_mm, one.heading_deg)
        look = replace(look, sightings=others, alike=(*look.alike, left))
    return look


def missing_of(turn, look, before=BEFORE, **more):
    """The same of a look that leaves cards open, whichever they are."""
    return [gap.text for gap in audit_ambiguous(scenes_of(session_at(before, **more).match, (look,)), [turn]).gaps]


ALONE = {"never laid out": (12, 13), "in sight elsewhere": (12, 4), "under construction still": (12, 93)}


@pytest.mark.parametrize("codes", ALONE.values(), ids=ALONE)
def test_a_card_is_signed_where_none_of_its_set_but_that_one_can_lie_there(codes):
    assert missing_of(DISCARDED, open_(AFTER[DISCARDED], codes)) == []


def test_a_card_that_may_be_another_of_its_triplet_is_not_signed():
    turn = Turn("Ada", (), (Play(8, "palace"), Play(12, "palace"), Play(10, "wall")))
    look = open_(AFTER[turn], (12, 10))
    assert missing_of(turn, look)


def test_a_card_that_may_be_one_of_the_movers_that_is_out_of_sight_is_not_signed():
    look = without(open_(AFTER[DISCARDED], (12, 5)), 5)
    assert "Ada: I do not see 12" in missing_of(DISCARDED, look)


def test_a_card_of_a_triplet_that_was_never_seen_whole_is_not_signed():
    assert "Ada: I do not see 12" in missing_of(DISCARDED, open_(AFTER[DISCARDED], (12, 13)), without=[9])


def test_which_of_two_discards_is_which_makes_no_difference():
    both = Turn("Ada", (), (Play(8, "palace"), Play(12, "discard"), Play(10, "discard")))
    look = BEFORE.after("red 1+8, blue 5; walls 2", 12, 10).look()
    assert missing_of(both, open_(look, (10, 12), (12, 10))) == []


def test_which_of_two_became_the_wall_and_which_was_discarded_makes_no_difference():
    walled = Turn("Ada", (), (Play(8, "palace"), Play(12, "wall"), Play(10, "discard")))
    look = BEFORE.after("red 1+8, blue 5; walls 3", 10).look()
    assert missing_of(walled, open_(look, (10, 12))) == []


def test_where_too_many_cards_are_left_open_nothing_is_signed():
    assert audit_ambiguous([], [DISCARDED]).gaps[0].text == "Too many cards look alike"
