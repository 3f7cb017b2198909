"""Where the auditor remembers every piece: whose wall a back is, what has gone, and what nobody took."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import LEFT, SEATS, laid, put, session_at, with_more

from lucca_pi.games.citta.auditor.memory import (
    Memory,
    RememberedPiece,
    Seen,
    known_before,
    lies_near,
    remember,
    turned_face_up,
    walls_seen,
    without_looking,
)
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import game_in, memory_of
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Look, Sighting

ADA, BEN = 101, 102
QUARTERS = {ADA: Sighting(ADA, 0, 0, 0), BEN: Sighting(BEN, -700, 0, 0)}
PIECES = session_at(laid("red 1")).pieces
IN_ROW = {ADA: CardPlace(ADA, "completed"), BEN: CardPlace(BEN, "completed")}


def back(x_mm, y_mm=-100.0, turned_deg=0.0):
    return Sighting(BACK_CODE, x_mm, y_mm, turned_deg)


def backs(*places_mm):
    return [back(x_mm) for x_mm in places_mm]


def wall(owner, x_mm, **more):
    return RememberedPiece(back(x_mm), IN_ROW[owner], **more)


def tower(x_mm, y_mm=-100.0):
    """A tower by the place of its code, its middle there."""
    to_x, to_y = PIECES.by_code[97].to_middle_mm
    return Sighting(97, x_mm - to_x, y_mm - to_y, 0)


def seen(*sightings):
    return Seen(Look((*QUARTERS.values(), *sightings), 0.4, ()), QUARTERS, PIECES)


def whose(backs, walls=(), movers=(), more=(), faces=None):
    """For each back where it lies as a wall: the owner, the area, and the number of the wall that it was."""
    found = walls_seen(seen(*backs, *more), Memory(walls=tuple(walls), faces=faces or {}), movers)
    by_place = {id(one.seen): one for one in found}
    told = []
    for one in (by_place[id(back)] for back in backs):
        was = next((number for number, known in enumerate(walls) if known is one.was), None)
        told.append((one.place.owner, one.place.area, was))
    return told


COMPLETED, OPENED = "completed", "opened"
NEW, OPEN, SAME, SECOND = (ADA, COMPLETED, None), (ADA, OPENED, None), (ADA, COMPLETED, 0), (ADA, COMPLETED, 1)
"""A new wall of Ada's, a back among her opened palaces, and her first and her second wall."""
BENS_OPEN, BENS_SAME, NOBODYS = (BEN, OPENED, None), (BEN, COMPLETED, 1), (None, None, None)
# backs, walls remembered, who has moved; whose wall each is then
WHOSE = {
    "where a wall lay": ([back(-100)], [wall(ADA, -100)], [], [SAME]),
    "19 mm from where one lay": ([back(-119)], [wall(ADA, -100)], [], [SAME]),
    "20 mm from where one lay": ([back(-120)], [wall(ADA, -100)], [], [NEW]),
    "two near a wall": (backs(-110, -95), [wall(ADA, -100)], [], [NEW, SAME]),
    "one near two walls": ([back(-105)], [wall(ADA, -90), wall(ADA, -110)], [], [SECOND]),
    "two near two walls": (backs(-105, -108), [wall(ADA, -92), wall(ADA, -110)], [], [SAME, SECOND]),
    "a new one in somebody's reach": ([back(-100)], [], [], [NEW]),
    "a new one in another area": ([back(100)], [], [], [OPEN]),
    "one in nobody's reach": ([back(-100, -300)], [], [], [NOBODYS]),
    "past the quarter's middle, in line": ([back(30)], [wall(ADA, -30)], [ADA], [NEW]),
    "the same of who has not moved": ([back(30)], [wall(ADA, -30)], [BEN], [OPEN]),
    "past the middle, alone": ([back(30)], [], [ADA], [OPEN]),
    "past the middle, 75 mm from the row": ([back(45)], [wall(ADA, -30)], [ADA], [OPEN]),
    "past the middle, 12 mm out of line": ([back(30, -88)], [wall(ADA, -30)], [ADA], [OPEN]),
    "past the middle, 11 mm out of line": ([back(30, -89)], [wall(ADA, -30)], [ADA], [NEW]),
    "past the middle, turned by 12 degrees": ([back(10, -100, 12)], [wall(ADA, -30)], [ADA], [OPEN]),
    "past the middle, turned by 11 degrees": ([back(10, -100, -11)], [wall(ADA, -30)], [ADA], [NEW]),
    "past the middle, turned upside down": ([back(10, -100, 180)], [wall(ADA, -30)], [ADA], [NEW]),
    "past the middle, turned across": ([back(10, -100, 90)], [wall(ADA, -30)], [ADA], [OPEN]),
    "beside a back that is no wall": (backs(30, 60), [], [ADA], [OPEN, OPEN]),
    "two past it": (backs(90, 30), [wall(ADA, -30)], [ADA], [NEW, NEW]),
    "in another's reach, beside the mover's row": ([back(-360)], [wall(ADA, -300)], [ADA], [NEW]),
    "in another's reach, the row goes on": (backs(-420, -360, -300), [wall(ADA, -300)], [ADA], [NEW, NEW, SAME]),
    "in another's reach, 75 mm from the row": (backs(-375, -300), [wall(ADA, -300)], [ADA], [BENS_OPEN, SAME]),
    "in another's reach, of who has not moved": (backs(-360, -300), [wall(ADA, -300)], [BEN], [BENS_OPEN, SAME]),
    "between two rows, all in sight": (
        backs(-360, -300, -420),
        [wall(ADA, -300), wall(BEN, -420)],
        [ADA],
        [NEW, SAME, BENS_SAME],
    ),
    "between two rows, and one of the other's is away": (
        backs(-360, -300, -420),
        [wall(ADA, -300), wall(BEN, -420), wall(BEN, -600)],
        [ADA],
        [BENS_OPEN, SAME, BENS_SAME],
    ),
    "beside the mover's row, one of the other's is away": (
        backs(-360, -300),
        [wall(ADA, -300), wall(BEN, -600)],
        [ADA],
        [NEW, SAME],
    ),
    "between two rows of movers": (
        [back(-360, -250), back(-300), back(-420)],
        [wall(ADA, -300), wall(BEN, -420)],
        [ADA, BEN],
        [NOBODYS, SAME, BENS_SAME],
    ),
}


def in_sight(backs, walls):
    """The walls' own backs beside the new ones, where the case does not name them."""
    named = [one for one in backs if any(lies_near(one, known.seen) for known in walls)]
    return () if named else tuple(known.seen for known in walls)


@pytest.mark.parametrize(("backs", "walls", "movers", "places"), WHOSE.values(), ids=WHOSE)
def test_a_back_is_the_wall_that_lay_there_or_of_whose_reach_or_row_it_is(backs, walls, movers, places):
    assert whose(backs, walls, movers, in_sight(backs, walls)) == places


TOWERS = {
    "in line with it": (tower(-30), {}, COMPLETED),
    "75 mm from it": (tower(-45), {}, OPENED),
    "out of line with it": (tower(-30, -60), {}, OPENED),
    "among the opened palaces": (tower(90), {}, OPENED),
    "among the opened palaces, but unmoved": (tower(90), {"T1": RememberedPiece(tower(90), IN_ROW[ADA])}, COMPLETED),
    "elsewhere than it was": (tower(90), {"T1": RememberedPiece(tower(300), IN_ROW[ADA])}, OPENED),
}


@pytest.mark.parametrize(("lies", "faces", "area"), TOWERS.values(), ids=TOWERS)
def test_a_row_goes_on_beside_a_tower(lies, faces, area):
    assert whose([back(30)], (), [ADA], (lies,), faces) == [(ADA, area, None)]


HAS = "red 1+8; completed blue 5+12+13+20+27; opened violet 7+14+28+35+43; walls 2; towers T1"
BEFORE = laid(HAS, (15, 3, 10), *LEFT, discards=(50,))
LOOK, STATE = BEFORE.look(), session_at(BEFORE)
GAME, MEMORY = game_in(STATE.match), memory_of(STATE.match).audited
TURN = Turn("Ada", (), (Play(15, "palace"), Play(3, "wall"), Play(10, "discard")))


OTHERS = "Ben: violet 93 | Cid: orange 95"


def remembered(look, ada=HAS, *, turn=None, memory=MEMORY, turns=0, out=(), others=OTHERS, **more):
    quarters = {one.code: one for one in LOOK.sightings if one.code in (101, 102, 103)}
    position = read_position(f"Ada: {ada} | {others}")
    game = replace(GAME, position=position, turns=turns, out=GAME.out | {*out})
    return remember(memory, game, SEATS, Seen(look, quarters, STATE.pieces), turn, **more)


def lost(memory):
    return {name for name, one in memory.faces.items() if one.is_lost}


# what a look shows; the cards that are lost then, and the place of one that is asked about
FACES = {
    "all": (LOOK, {}, set(), 8, "construction"),
    "a card is out of sight": (without(LOOK, 8), {}, {8}, 8, "construction"),
    "a card of a triplet is out of sight": (without(LOOK, 4), {}, {4}, 4, None),
    "one that was played is out of sight": (without(LOOK, 4), {"out": [4]}, set(), 4, False),
    "a discard is out of sight": (without(LOOK, 50), {}, set(), 50, False),
    "a card was moved, but is that player's": (put(LOOK, 8, 150, -100), {}, set(), 8, "construction"),
    "nobody's card lies with a player": (put(LOOK, 77, 150, -100), {}, set(), 77, "opened"),
}


@pytest.mark.parametrize(("look", "more", "gone", "name", "area"), FACES.values(), ids=FACES)
def test_cards_out_of_sight_are_remembered_where_they_lay_unless_they_have_left_the_game(look, more, gone, name, area):
    memory = remembered(look, **more)
    assert lost(memory) == gone
    assert (name in memory.faces) == (area is not False)
    assert area is False or memory.faces[name].place.area == area


def test_a_card_out_of_sight_that_another_player_has_now_is_forgotten_where_it_lay():
    position = HAS.replace("red 1+8", "red 1")
    assert 8 not in remembered(without(LOOK, 8), position).faces
    astray = remembered(without(LOOK, 8), position, astray=[8])
    assert (astray.faces[8].is_lost, astray.faces[8].is_settled) == (True, False)


def test_what_became_a_wall_or_was_discarded_unseen_is_remembered_with_its_player():
    gone = without(LOOK, 3, 10)
    assert remembered(gone, turn=TURN).hidden == {3: ADA, 10: ADA}
    assert remembered(LOOK, turn=TURN).hidden == {}
    known = replace(MEMORY, hidden={77: BEN})
    assert remembered(gone, turn=TURN, memory=known).hidden == {77: BEN, 3: ADA, 10: ADA}
    assert remembered(gone, memory=known).hidden == {77: BEN}
    built = replace(TURN, play=(Play(15, "palace"),))
    assert remembered(without(LOOK, 15), turn=built).hidden == {}


def test_the_last_turn_is_remembered_with_its_cards_and_whose_it_was():
    memory = remembered(LOOK, turn=TURN)
    assert (memory.last, memory.mover) == ({15, 3, 10}, ADA)
    memory = remembered(with_more(LOOK, NEAR), HAS.replace("walls 2", "walls 3"), turn=TURN)
    assert len(memory.walls) == 3
    without_look = without_looking(memory, GAME)
    assert (without_look.last, without_look.mover, without_look.faces.keys()) == (
        frozenset(),
        None,
        memory.faces.keys(),
    )
    assert not any(one.is_new for one in without_look.faces.values())
    assert len(without_look.walls) == len(memory.walls)
    assert remembered(LOOK).mover is None


def test_what_nobody_took_has_left_the_game_when_the_round_is_over():
    offered = {15, 3, 10, *(name for three in LEFT for name in three)}
    assert MEMORY.offered(GAME).keys() == offered
    lying = replace(MEMORY, faces={**MEMORY.faces, 77: RememberedPiece(MEMORY.faces[4].seen, CardPlace(ADA, OPENED))})
    assert lying.offered(GAME).keys() == offered
    assert remembered(LOOK, turns=3).left_over == offered
    assert remembered(LOOK, turns=2).left_over == frozenset()
    over = replace(GAME, turns=3)
    assert without_looking(replace(MEMORY, left_over=frozenset({77})), over).left_over == {77, *offered}
    taken = replace(MEMORY, left_over=frozenset({4}))
    assert taken.offered(replace(GAME, out=GAME.out | {9})).keys() == offered - {4, 9}
    known = known_before(
        replace(
            MEMORY,
            left_over=frozenset({4, 9}),
            faces={
                **MEMORY.faces,
                4: replace(MEMORY.faces[4], is_lost=True),
                18: replace(MEMORY.faces[18], is_lost=True),
            },
        ),
        GAME,
        STATE.pieces,
    )
    assert (4 in known.lay, 9 in known.lay, 18 in known.lay) == (False, True, True)


FIRST, OTHER = (one for one in LOOK.sightings if one.code == BACK_CODE)
NEW = replace(FIRST, x_mm=-250.0, y_mm=-150.0)
NEAR = replace(FIRST, x_mm=-180.0)
CARD_DOWN = replace(FIRST, x_mm=100.0, y_mm=200.0)
BENS = next(replace(FIRST, x_mm=one.x_mm - 100, y_mm=one.y_mm) for one in LOOK.sightings if one.code == BEN)


def walls_of(memory, owner=ADA):
    return [(place(one.seen), one.is_lost) for one in memory.walls if one.place.owner == owner]


def place(one):
    return round(one.x_mm), round(one.y_mm)


ALONE = without(LOOK, BACK_CODE, BACK_CODE)
BOTH, ONE_LOST = [(FIRST, False), (OTHER, False)], [(FIRST, False), (OTHER, True)]
WALLS = {
    "both": (LOOK, 2, None, BOTH),
    "one is out of sight": (with_more(ALONE, FIRST), 2, None, ONE_LOST),
    "a new one of the mover's": (with_more(LOOK, NEW), 3, TURN, [*BOTH, (NEW, False)]),
    "a new one, and an old one is out of sight": (
        with_more(ALONE, FIRST, NEW),
        3,
        TURN,
        [(FIRST, False), (NEW, False), (OTHER, True)],
    ),
    "a back in another's reach where nobody moved, one is lost": (with_more(ALONE, FIRST, NEW), 2, None, ONE_LOST),
    "one that was moved where nobody moved": (with_more(ALONE, FIRST, NEAR), 2, None, [(FIRST, False), (NEAR, False)]),
    "one too many": (with_more(LOOK, NEW), 2, TURN, BOTH),
    "a column's card lies down": (with_more(ALONE, CARD_DOWN, FIRST, OTHER), 2, None, BOTH),
    "a wall in another's reach": (with_more(LOOK, BENS), 3, TURN, [*BOTH, (BENS, False)]),
    "one in another's reach where nobody moved": (with_more(LOOK, BENS), 3, None, BOTH),
    "in nobody's": (with_more(LOOK, replace(FIRST, x_mm=0.0, y_mm=-400.0)), 3, TURN, BOTH),
    "one in another's reach, as many as there are": (with_more(LOOK, BENS), 2, TURN, BOTH),
}


@pytest.mark.parametrize(("look", "count", "turn", "walls"), WALLS.values(), ids=WALLS)
def test_walls_in_sight_are_remembered_first_then_those_that_were(look, count, turn, walls):
    memory = remembered(look, HAS.replace("walls 2", f"walls {count}"), turn=turn)
    assert walls_of(memory) == [(place(one), is_lost) for one, is_lost in walls]


def test_of_walls_out_of_sight_each_player_keeps_the_own():
    known = replace(MEMORY, walls=(RememberedPiece(BENS, CardPlace(BEN, COMPLETED)), *MEMORY.walls))
    memory = remembered(ALONE, HAS, memory=known, others="Ben: violet 93; walls 1 | Cid: orange 95")
    assert walls_of(memory) == [(place(FIRST), True), (place(OTHER), True)]
    assert walls_of(memory, BEN) == [(place(BENS), True)]


LAY_OPEN = RememberedPiece(Sighting(8, 0, 50, 0), IN_CENTRE)


@pytest.mark.parametrize(
    ("faces", "number"), [({}, 1), ({8: LAY_OPEN}, 0), ({8: replace(LAY_OPEN, is_lost=True)}, 1), ({9: LAY_OPEN}, 1)]
)
def test_a_card_that_was_hidden_has_been_turned_face_up_if_it_did_not_lie_so_before(faces, number):
    hidden = {8: ADA, 9: ADA}
    assert turned_face_up(Memory(faces=faces, hidden=hidden), seen(Sighting(8, 0, 50, 0))) == number
    assert turned_face_up(Memory(faces=faces), seen(Sighting(8, 0, 50, 0))) == 0


def test_walls_out_of_sight_need_not_be_looked_for_once_players_have_vouched_for_them():
    one_away = with_more(ALONE, FIRST)
    vouched = remembered(one_away, turn=TURN)
    assert vouched.hidden_walls[ADA] == 1
    assert remembered(one_away).hidden_walls[ADA] == 0
    assert remembered(one_away, memory=replace(MEMORY, hidden_walls={})).hidden_walls[ADA] == 0
    assert remembered(with_more(ALONE, FIRST, CARD_DOWN), turn=TURN).hidden_walls[ADA] == 1
    assert remembered(one_away, memory=vouched).hidden_walls[ADA] == 1
    assert remembered(LOOK, memory=vouched).hidden_walls[ADA] == 0
    assert remembered(with_more(LOOK, NEW), turn=TURN).hidden_walls[ADA] == 0


def test_a_card_that_was_lost_is_settled_once_players_have_vouched_for_a_wall():
    away = without(LOOK, 8)
    assert not remembered(away).faces[8].is_settled
    vouched = remembered(away, turn=TURN)
    assert vouched.faces[8].is_settled
    assert remembered(away, memory=vouched).faces[8].is_settled
    built = replace(TURN, play=(Play(15, "palace"),))
    assert not remembered(away, turn=built).faces[8].is_settled
    assert remembered(without(LOOK, 4)).faces[4].is_settled
    assert not remembered(without(LOOK, 4), astray=[4]).faces[4].is_settled


def test_a_new_wall_may_be_any_card_that_was_walled_and_any_wall_that_was_out_of_sight():
    known = replace(
        MEMORY, walls=(replace(MEMORY.walls[0], cards=frozenset({77})), replace(MEMORY.walls[1], cards=frozenset({78})))
    )
    both = remembered(with_more(LOOK, NEW), HAS.replace("walls 2", "walls 3"), turn=TURN, memory=known)
    assert [one.cards for one in both.walls] == [{77}, {78}, {3}]
    moved = remembered(with_more(ALONE, FIRST, NEW), HAS.replace("walls 2", "walls 3"), turn=TURN, memory=known)
    assert [one.cards for one in moved.walls] == [{77}, {3, 78}, {78}]
