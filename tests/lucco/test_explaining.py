"""Why a look at the tiles was judged as it was: what was seen, which legal turn explains it, and why no other does."""

from lucca_pi.evening.why import why_look
from tests.lucco.figures import after, look

FIRST = {1: (0, 0)}
SECOND = {**FIRST, 11: (1, 0)}


def explained(before, now, taken=()):
    state = after(*before)
    return why_look(state, (look(now),), taken).explanation


def test_a_tile_that_is_new_is_the_turn_of_the_player_in_turn_and_of_nobody_else():
    told = explained([FIRST], SECOND)
    assert (told.sure, told.weight) == ("sure", None)
    assert told.data["seen"] == ["yellow 1 is new", "no throw is seen"]
    assert [line.partition(":")[0] for line in told.data["explains"]] == ["Ben"]
    assert "Ada: lays yellow 1: Ada plays, but it is Ben's turn" in told.data["does_not"]


def test_a_forgotten_press_is_told_as_several_turns():
    told = explained([FIRST], {**SECOND, 21: (0, 1)})
    assert (told.sure, len(told.best)) == ("several", 2)


def test_what_no_turn_explains_is_told_with_its_reason():
    told = explained([FIRST, SECOND], FIRST | {11: (3, 0)})
    assert told.sure == "none" and told.data["decision"].startswith("no legal turn explains the look: ")
