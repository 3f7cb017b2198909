"""Whose wall a back is that lies where none was known."""

from lucca_pi.games.citta.referee.evidence import Spot
from lucca_pi.games.citta.referee.memory import Ground, Wall
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Sighting

QUARTERS = Sighting(101, 100, 100, 0), Sighting(102, -400, 100, 0)
NEAR_ADA = Spot(Sighting(BACK_CODE, 60, 0, 0), QUARTERS)
BENS, ADAS = Wall(102, Sighting(BACK_CODE, 0, 0, 0)), Wall(101, Sighting(BACK_CODE, 120, 0, 0))


def test_a_wall_that_was_never_in_sight_goes_on_with_its_owners_row():
    assert Ground(walls=(BENS,), unlocated={102: 1}).wall_owners([NEAR_ADA], 101) == (102,)


def test_a_back_beside_the_movers_walls_too_is_new():
    assert Ground(walls=(BENS, ADAS), unlocated={102: 1}).wall_owners([NEAR_ADA], 101) == (None,)


def test_a_back_in_the_row_of_who_has_all_walls_in_sight_is_new():
    assert Ground(walls=(BENS,), unlocated={102: 0}).wall_owners([NEAR_ADA], 101) == (None,)
