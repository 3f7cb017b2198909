"""Evenings of pebbles as far as they have come, and what is said of them."""

from pebbles import PEBBLES, PLAYERS, Turn, look, scripted

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.screens import Notice
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.phones import state_overview

ONE, TWO, BOTH = (Turn("Ada", pebbles) for pebbles in ((1,), (2,), (1, 2)))
THEN, OTHER = Turn("Ben", (7,)), Turn("Ben", (6,))
WAS, LOOK, LATER = look(*range(2, 8)), look(*range(2, 7)), look(*range(3, 7))
FIRST, SECOND = Played(ONE, (WAS,), None, ""), Played(THEN, (LOOK,), None, "")
NOTHING = Unexplained(("no",), "")


def texts(snapshots):
    return [f"{one.screen.title}: {one.screen.text}" for one in snapshots if isinstance(one.screen, Notice)]


NAMED = Begun(scripted(seats=lambda _setup: {1: "Red", 2: "Blue"}), None, None, {1: "Eva", 2: "Max", 9: "Nobody"}, "")


def whole_game():
    left, turns = [*PEBBLES], 0
    while left:
        yield Played(Turn(PLAYERS[turns % 2], (left.pop(0),)), (LOOK,), None, "")
        turns += 1


def now(state):
    return state_overview(state)["now"]


def words(choice):
    return [str(option.words) for option in choice.options]


WRONG = Disagreed(("no",), "")
