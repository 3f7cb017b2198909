"""What the referee remembers of the table: whose walls the backs are, which cards are on offer, and where all lay."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import SEATS, beside, laid, put, session_at, with_more

from lucca_pi.games.citta.referee.evidence import PlacedSighting
from lucca_pi.games.citta.referee.memory import (
    TableMemory,
    Wall,
    after_look,
    as_far_as_shown,
    groups_of,
    with_offered,
    with_triplets_seen,
)
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.session.memory import evidence_in, game_in, memory_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Sighting, Told

ADA, BEN = 101, 102
QUARTERS = Sighting(ADA, 0, 0, 0), Sighting(BEN, -700, 0, 0)


def at(x_mm, y_mm=0.0):
    return PlacedSighting(Sighting(BACK_CODE, x_mm, y_mm, 0), QUARTERS)


def walls(**places):
    return tuple(Wall({"ada": ADA, "ben": BEN}[name[:3]], at(x_mm).sighting) for name, x_mm in places.items())


# walls remembered, how many were never in sight, backs in sight, who moves; whose walls they are
OWNERS = {
    "where a wall lay": (walls(ada=-100), {}, [at(-100)], [BEN], (ADA,)),
    "a little off where one lay": (walls(ada=-100), {}, [at(-139)], [BEN], (ADA,)),
    "as far off as no wall is still": (walls(ada=-100), {}, [at(-140)], [BEN], (None,)),
    "two near one wall: the nearest": (walls(ada=-100), {}, [at(-120), at(-90)], [ADA], (None, ADA)),
    "one near two walls: the nearest": (walls(ada=-340, ben=-370), {}, [at(-360)], [ADA], (BEN,)),
    "two near two walls": (walls(ada=-340, ben=-370), {}, [at(-360), at(-365)], [ADA], (ADA, BEN)),
    "with a player who has a wall that was never in sight": ((), {BEN: 1}, [at(-700)], [ADA], (BEN,)),
    "that player moves": ((), {BEN: 1}, [at(-700)], [BEN], (None,)),
    "two, and one was never in sight": ((), {BEN: 1}, [at(-700), at(-600)], [ADA], (BEN, None)),
    "two that were never in sight": ((), {BEN: 2}, [at(-700), at(-600)], [ADA], (BEN, BEN)),
    "all were in sight": ((), {BEN: 0}, [at(-700)], [ADA], (None,)),
    "in the row of who has one that was never in sight": (walls(ben=-400), {BEN: 1}, [at(-340)], [ADA], (BEN,)),
    "in a row with the mover's walls too": (walls(ben=-400, ada=-280), {BEN: 1}, [at(-340)], [ADA], (None,)),
    "in the row of who has all in sight": (walls(ben=-400), {BEN: 0}, [at(-340)], [ADA], (None,)),
    "too far from the row": (walls(ben=-410), {BEN: 1}, [at(-335)], [ADA], (None,)),
    "a wall of a player's that lies with one who lacks some": (walls(ada=-400), {BEN: 1}, [at(-400)], [ADA], (ADA,)),
}


@pytest.mark.parametrize(("known", "unlocated", "backs", "movers", "owners"), OWNERS.values(), ids=OWNERS)
def test_a_back_is_a_wall_that_lay_there_or_was_never_in_sight_or_a_new_one(known, unlocated, backs, movers, owners):
    assert TableMemory(walls=known, unlocated=unlocated).wall_owners(backs, *movers) == owners


# walls remembered, backs in sight; may each be a wall of Ada's
MAY_BE = {
    "in her reach": ((), [at(-100)], (True,)),
    "under construction": ((), [at(-100, 200)], (True,)),
    "near enough to her reach": ((), [at(-360)], (True,)),
    "too far from it": ((), [at(-430)], (False,)),
    "in a row with her walls, beyond her reach": (walls(ada=-345), [at(-415), at(-485)], (True, True)),
    "in a row with nobody's": ((), [at(-480), at(-550)], (False, False)),
    "in a row that a gap ends": (walls(ada=-345), [at(-415), at(-500)], (True, False)),
    "too far from her walls": (walls(ada=-345), [at(-420)], (False,)),
    "in a row beyond the other player's wall": (walls(ada=-345, ben=-415), [at(-415), at(-485)], (False, False)),
    "in the other player's row": (walls(ben=-500), [at(-430)], (False,)),
}


@pytest.mark.parametrize(("known", "backs", "may"), MAY_BE.values(), ids=MAY_BE)
def test_a_back_may_be_a_players_wall_in_reach_or_in_a_row_with_those_the_player_has(known, backs, may):
    assert TableMemory(walls=known).may_be_walls(backs, ADA) == may


GIVERS = {
    "in one's reach": ((), [at(-100)], [ADA, BEN], ((ADA,),)),
    "between both: the nearer one first": ((), [at(-340), at(-360)], [ADA, BEN], ((ADA, BEN), (BEN, ADA))),
    "between both: the one whose row it continues first": (walls(ben=-400), [at(-340)], [ADA, BEN], ((BEN, ADA),)),
    "in nobody's reach": ((), [at(-100, -400)], [ADA, BEN], ((),)),
    "with a player who has not moved": ((), [at(-700)], [ADA], ((),)),
    "an old wall": (walls(ada=-100), [at(-100)], [ADA], (None,)),
}


@pytest.mark.parametrize(("known", "backs", "movers", "givers"), GIVERS.values(), ids=GIVERS)
def test_a_new_back_was_laid_by_one_of_the_movers_whose_it_may_be(known, backs, movers, givers):
    assert TableMemory(walls=known).new_walls_of(backs, movers) == givers


PIECES = session_at(laid("red 1")).pieces
IN_A_ROW = {4: (0, 0), 9: (63, 0), 6: (126, 0)}


def lying(places):
    return {name: Sighting(name, x_mm, y_mm, 0) for name, (x_mm, y_mm) in places.items()}


GROUPS = {
    "a whole triplet": (IN_A_ROW, [{4, 9, 6}]),
    "two of one": ({4: (0, 0), 9: (126, 0)}, [{4, 9}]),
    "one of one": ({4: (0, 0)}, [{4}]),
    "two too far apart for one": ({4: (0, 0), 9: (140, 0)}, [{4}, {9}]),
    "the nearest two of three that are no triplet": ({4: (0, 0), 9: (139, 0), 6: (277, 0)}, [{9, 6}, {4}]),
    "two pairs": ({4: (0, 0), 9: (63, 0), 18: (200, 0), 21: (263, 0)}, [{4, 9}, {18, 21}]),
    "a triplet and two of another": (IN_A_ROW | {18: (400, 0), 21: (463, 0)}, [{4, 9, 6}, {18, 21}]),
}


@pytest.mark.parametrize(("places", "groups"), GROUPS.values(), ids=GROUPS)
def test_cards_on_offer_lie_in_triplets_and_those_of_a_broken_one_in_twos_and_ones(places, groups):
    found = groups_of(lying(places), PIECES)
    assert sorted(map(sorted, found)) == sorted(map(sorted, groups))


LEFT = ((8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5; walls 1", *LEFT, discards=(50,))
LOOK = BEFORE.look()
STATE = session_at(BEFORE)
GROUND = memory_of(STATE.match).ground
FOUR = {name for three in LEFT for name in three}


def place(seen):
    return round(seen.x_mm), round(seen.y_mm)


def evidence(look, state=STATE):
    return evidence_in(state.match, (look,), memory_of(state.match).ground)


def test_on_offer_is_what_lies_in_the_centre_and_nobody_has_had():
    assert with_offered(game_in(STATE.match), TableMemory(), evidence(LOOK)).offered.keys() == FOUR
    assert with_offered(
        game_in(STATE.match), TableMemory(left_over=frozenset({4})), evidence(LOOK)
    ).offered.keys() == FOUR - {4}


def test_what_has_been_played_is_not_on_offer_though_players_say_so():
    out = replace(game_in(STATE.match), out=game_in(STATE.match).out | {10})
    known = evidence(told(without(LOOK, 10), 10, 8, 12))
    assert 10 in known.told
    assert 10 not in with_offered(out, TableMemory(), known).offered


def test_more_than_a_round_has_left_is_the_next_rounds():
    later = replace(game_in(STATE.match), turns=1)
    assert with_offered(later, TableMemory(), evidence(LOOK)) == TableMemory()
    more = evidence(put(LOOK, 40, -30, -720))
    assert with_offered(game_in(STATE.match), GROUND, more) == GROUND
    over = replace(game_in(STATE.match), turns=3)
    assert 40 in with_offered(over, GROUND, more).offered


def told(look, code, *near):
    return replace(look, told=(Told(code, near),))


def test_what_players_told_of_a_triplet_counts_until_it_is_seen():
    state = session_at(BEFORE, without=[10])
    known = evidence(told(without(LOOK, 10), 10, 8, 12), state)
    ground = with_offered(game_in(state.match), memory_of(state.match).ground, known)
    assert (10 in ground.offered, ground.told, ground.unsaid) == (True, {10}, frozenset())
    seen = with_offered(game_in(state.match), ground, evidence(LOOK, state))
    assert (seen.told, seen.offered[10]) == (frozenset(), evidence(LOOK, state).in_centre[10])
    assert (10 in ground.laid_out, 10 in seen.laid_out) == (False, True)


def test_beside_which_cards_nobody_names_one_is_remembered():
    unsaid = evidence(told(without(LOOK, 10), None, 8, 12))
    assert (unsaid.told, unsaid.unsaid) == ({}, {8, 12})
    assert with_offered(game_in(STATE.match), GROUND, unsaid).unsaid == {8, 12}


TOLD = replace(GROUND, told=frozenset({10}))
SHOWN = {
    "all lies as told": (LOOK, 0, True),
    "a card lies with a player that was in no triplet": (put(LOOK, 40, 150, 150), 0, False),
    "a new card lies in the centre": (put(LOOK, 40, 60, -350), 0, False),
    "a new card lies in the centre as the round ends": (put(LOOK, 40, 60, -350), 2, True),
    "a card lies with a player as the round ends": (put(LOOK, 40, 150, 150), 2, False),
    "a discard is back": (put(LOOK, 50, 150, 150), 0, True),
}


@pytest.mark.parametrize(("look", "turns", "holds"), SHOWN.values(), ids=SHOWN)
def test_what_was_told_of_triplets_holds_until_a_card_shows_that_was_in_none(look, turns, holds):
    game = replace(game_in(STATE.match), turns=turns)
    ground = as_far_as_shown(game, TOLD, evidence(look))
    assert ground == (TOLD if holds else replace(GROUND, offered=TOLD.laid_out, told=frozenset()))


def test_a_look_at_rest_teaches_the_triplets_once_all_of_them_are_whole():
    empty = replace(GROUND, offered={})
    game = game_in(STATE.match)
    assert with_triplets_seen(game, empty, evidence(LOOK), PIECES).offered.keys() == FOUR
    assert with_triplets_seen(game, empty, evidence(without(LOOK, 10)), PIECES) is empty
    taken = without(LOOK, 8, 12, 10)
    assert with_triplets_seen(game, empty, evidence(taken), PIECES) is empty
    assert with_triplets_seen(replace(game, turns=1), empty, evidence(taken), PIECES).offered.keys() == FOUR - {
        8,
        12,
        10,
    }


def test_triplets_are_learnt_where_a_card_was_thought_to_be_on_offer_that_is_not():
    more = replace(TOLD, offered={**GROUND.offered, 40: GROUND.offered[4]})
    learnt = with_triplets_seen(game_in(STATE.match), more, evidence(LOOK), PIECES)
    assert (learnt.offered.keys(), learnt.told) == (FOUR, frozenset())


def remembered(look, ada=None, *, ground=GROUND, mover=None, turns=0, others=None):
    """The ground after a look, where Ada has these cards then."""
    position = read_position(f"Ada: {ada} | {others or 'Ben: violet 93 | Cid: orange 95'}") if ada else None
    game = replace(game_in(STATE.match), turns=turns, position=position or game_in(STATE.match).position)
    return after_look(game, ground, evidence(look), SEATS, mover)


def test_at_a_rounds_end_what_nobody_took_has_left_the_game_unless_it_was_only_told():
    gone = without(LOOK, *FOUR)
    over = remembered(gone, turns=3, ground=TOLD)
    assert (over.left_over, over.offered, over.told) == (FOUR - {10}, {}, frozenset())
    going_on = remembered(gone, turns=0, ground=TOLD)
    assert (going_on.left_over, going_on.offered.keys(), going_on.told) == (frozenset(), FOUR, {10})


# how many turns are over, what lies where it was laid out; what is left over, and what is on offer then
AHEAD = {
    "more than the round can have left": (2, LOOK, frozenset(), frozenset()),
    "more than one triplet as a round ends": (3, LOOK, frozenset(), FOUR),
    "nothing of it as a round ends": (3, without(LOOK, *FOUR), FOUR, frozenset()),
}


@pytest.mark.parametrize(("turns", "look", "left_over", "offered"), AHEAD.values(), ids=AHEAD)
def test_triplets_that_were_laid_out_before_a_round_was_told_are_those_of_a_later_one(turns, look, left_over, offered):
    over = remembered(look, turns=turns, ground=replace(GROUND, offered={**GROUND.offered, **TOLD.offered}))
    assert (over.left_over, over.offered.keys()) == (left_over, offered)


def test_what_was_played_is_no_longer_on_offer():
    out = replace(game_in(STATE.match), out=game_in(STATE.match).out | {8, 12, 10})
    ground = after_look(out, replace(GROUND, unsaid=frozenset({8, 4})), evidence(without(LOOK, 8, 12, 10)), SEATS, None)
    assert (ground.offered.keys(), ground.unsaid) == (FOUR - {8, 12, 10}, {4})


def test_discards_are_remembered_in_the_centre_and_beside_others_where_a_reach_begins():
    game = replace(game_in(STATE.match), out=game_in(STATE.match).out | {50, 64, 77})
    look = put(put(put(put(LOOK, 50, 0, -221), 64, 0, -150), 77, 150, 100), 4, 10, -230)
    ground = after_look(game, GROUND, evidence(look), SEATS, None)
    assert ground.discarded.keys() == {50, 64}
    again = after_look(game, ground, evidence(without(look, 50)), SEATS, None)
    assert again.discarded.keys() == {50, 64}
    assert again.lies_as_discarded(64, evidence(look))
    assert not again.lies_as_discarded(64, evidence(put(look, 64, 0, -110)))
    assert not again.lies_as_discarded(4, evidence(look))


KEPT = {
    "where it belongs": ((-51, 60), (-51, 60)),
    "a little outside": ((5, 18), (5, 18)),
    "as far outside as it cannot be meant to": ((5, 9.5), None),
    "elsewhere": ((-51, -300), None),
}


@pytest.mark.parametrize(("lies", "kept"), KEPT.values(), ids=KEPT)
def test_a_players_card_is_remembered_where_it_lies_unless_that_is_clearly_elsewhere(lies, kept):
    seen = remembered(put(LOOK, 1, *lies)).kept[1].seen
    assert place(seen) == (kept or place(GROUND.kept[1].seen))


def test_each_card_of_a_player_has_its_place_and_those_never_seen_have_none():
    ada = "red 1; completed blue 5+12+13+20+27; opened violet 7+14+28+35+43; walls 1; towers T1"
    table = laid(ada, *LEFT[1:])
    ground = remembered(put(table.look(), 12, -62, -60), ada, ground=TableMemory())
    places = {name: kept.place.area for name, kept in ground.kept.items() if kept.place.owner == ADA}
    assert places == {1: "construction", 27: "completed", 12: "completed", "T1": "completed", 43: "opened"}


BACK = next(seen for seen in LOOK.sightings if seen.code == BACK_CODE)
COVERED = without(LOOK, BACK_CODE)
NEAR, FAR = beside(ADA, BACK_CODE, BACK.x_mm - 44, BACK.y_mm, LOOK), beside(ADA, BACK_CODE, 150, 200, LOOK)

EDGE = beside(ADA, BACK_CODE, -210, -90, LOOK)


def test_a_back_less_far_from_a_wall_than_cards_are_shoved_is_that_wall():
    wall = Wall(ADA, at(-100).sighting)
    assert [wall.is_still(at(x_mm).sighting) for x_mm in (-100, -61, -60)] == [True, True, False]


def test_beside_discards_is_what_lies_near_one_of_them():
    ground = TableMemory(discarded={50: at(0).sighting, 64: at(500).sighting})
    assert [ground.is_beside_discards(at(x_mm)) for x_mm in (0, 74, 75, 430)] == [True, True, False, True]


def walls_of(ground, quarter=ADA):
    return [place(wall.seen) for wall in ground.walls if wall.quarter == quarter]


ADAS = "red 1, blue 5; walls {}"
AFTER = {
    "one that stays": (LOOK, 1, [BACK]),
    "one that is covered": (COVERED, 1, [BACK]),
    "one that was laid": (with_more(LOOK, FAR), 2, [BACK, FAR]),
    "one that was laid, and one covered": (with_more(COVERED, FAR), 2, [FAR, BACK]),
    "one of two that may be new": (with_more(LOOK, FAR, NEAR), 2, [BACK, FAR]),
    "one at the edge of her reach": (with_more(LOOK, EDGE), 2, [BACK, EDGE]),
    "one of two at the edge of her reach: that in the row": (with_more(LOOK, EDGE, NEAR), 2, [BACK, NEAR]),
    "one more than there are walls": (with_more(LOOK, FAR), 1, [BACK]),
    "one more than there are, at the edge of her reach": (replace(LOOK, sightings=(EDGE, *LOOK.sightings)), 1, [BACK]),
    "none new, and one covered": (with_more(COVERED, FAR), 1, [FAR]),
}


@pytest.mark.parametrize(("look", "count", "seen"), AFTER.values(), ids=AFTER)
def test_new_backs_become_the_movers_until_there_are_as_many_as_walls(look, count, seen):
    ground = remembered(look, ADAS.format(count), mover="Ada")
    assert walls_of(ground) == [*map(place, seen)]


def test_walls_of_another_player_are_remembered_too_and_how_many_were_never_in_sight():
    others = "Ben: violet 93; walls 2 | Cid: orange 95"
    bens = beside(BEN, BACK_CODE, -100, -100, LOOK)
    ground = remembered(with_more(LOOK, bens), ADAS.format(1), others=others, mover="Cid")
    assert walls_of(ground, BEN) == [place(bens)]
    assert ground.unlocated == {ADA: 0, BEN: 1, 103: 0}


def test_a_wall_that_is_covered_is_remembered_though_another_of_the_players_is_in_sight():
    both = replace(GROUND, walls=(*GROUND.walls, Wall(ADA, FAR)))
    assert walls_of(remembered(with_more(COVERED, FAR), ADAS.format(2), ground=both)) == [place(FAR), place(BACK)]
    moved = beside(ADA, BACK_CODE, BACK.x_mm + 39, BACK.y_mm, LOOK)
    ground = remembered(with_more(COVERED, moved), ADAS.format(2))
    assert walls_of(ground) == [place(moved)]


def test_known_pieces_are_quarters_cards_laid_out_and_players_cards_but_none_that_was_only_told():
    ground = replace(GROUND, told=frozenset({10}))
    assert ground.known.keys() == {101, 102, 103, 1, 5, 93, 95, *FOUR} - {10}


def test_a_card_that_was_only_told_lies_as_laid_out_near_the_others():
    look = put(LOOK, 10, GROUND.offered[10].x_mm + 100, GROUND.offered[10].y_mm)
    assert not GROUND.lies_as_laid_out(10, evidence(look))
    assert TOLD.lies_as_laid_out(10, evidence(look))
    assert not GROUND.lies_as_laid_out(10, evidence(without(LOOK, 10)))
    twice = with_more(look, GROUND.offered[10])
    assert GROUND.lies_as_laid_out(10, evidence(twice))
