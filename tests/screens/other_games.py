"""Screens of Lucca on a chess board and of Lucco, taken from evenings as they go."""

from dataclasses import replace

from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.screens import Ranking, Snapshot
from lucca_pi.evening.menus import arrangements, game_menu, ways_out, with_other_game
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Looked, ShowScreens, step
from lucca_pi.evening.views import snapshot
from tests.chessboard import test_at_the_table as board
from tests.chessboard.sim.lying import look_at, table_of
from tests.evening import press
from tests.lucco import test_evening as tiles
from tests.lucco.figures import after as tiles_after
from tests.lucco.figures import begun as tiles_begun
from tests.lucco.figures import look, looked

PLACED = board.START.replace("b4 wrk", "b4 wrkb") + ", d4 r"
SETTLED = "a3 b, a5 b, b3 k, b4 rkbrw, b5 r, c4 k, d4 r, e4 k, f3 k, f4 k, f5 w"
HOUSES = "a3 w, b3 r, c3 w, e3 r, f3 w, g3 r"


def at(state: State, text: str) -> State:
    """The state after a look at this city."""
    return board.shown(state, text)[0]


def told(state: State, text: str) -> Snapshot:
    """The first screen after a look at this city: what the turn was."""
    table = table_of(board.city(text), stairs=state.begun.setup.stairs)
    _, effects = step(state, Looked(look_at(table), ""))
    return next(effect.snapshots[0] for effect in effects if isinstance(effect, ShowScreens))


def page(state: State, number: int) -> Snapshot:
    """The screen that "down" leads to after so many presses."""
    return snapshot(replace(state, page=number))


def arranging(state: State) -> Snapshot:
    return snapshot(replace(state, mode=arrangements(state)))


def wrong(state: State, codes: set[int]) -> State:
    """The state before a start whose look shows another game."""
    complaint = Disagreed((state.pieces.words.no_anchor,), "Then press OK.")
    return replace(state, mode=with_other_game(state, complaint, codes))


CITY = board.after(start=board.START)[0]
STRUGGLE = at(CITY, PLACED)
AFTER = at(replace(CITY, mode=None), SETTLED)
EARLY = board.after("a1 w, b1 r")[0]
STRAIGHT = at(at(board.begun(HOUSES, layout="straight"), HOUSES), f"{HOUSES}, h8 k")
WRONG = at(EARLY, "h1 k, h3 b, h5 b, b1 k")
HIGH = board.after(start="b4 rwkbrwkb")[0]
PAUSED = board.chosen(board.press(EARLY, "up", "ok"), "Pause, then check")

THIRD = tiles_after(tiles.FIRST, tiles.SECOND, tiles.THIRD)
MISPLACED = looked(THIRD, look({**tiles.FIRST, 12: (1, 0), 32: (0, 1)}))
TWO = looked(tiles_after(tiles.FIRST), look({**tiles.SECOND, 21: (0, 1)}))
THROWN = looked(tiles_after(tiles.FIRST), tiles.with_die(look(tiles.SECOND), 51))
UNSEEN = looked(THIRD, look(tiles.THIRD, hidden=[31]))
ASKED = looked(UNSEEN, look(tiles.THIRD, hidden=[31]))
WON = tiles.won()

EXAMPLES = {
    "chessboard-start": snapshot(board.begun()),
    "chessboard-set-up": arranging(board.begun()),
    "chessboard-wrong-game": snapshot(wrong(board.begun(), {101, 102, 103})),
    "chessboard-prompt": page(EARLY, 0),
    "chessboard-result": told(EARLY, "a1 w, b1 rw, b2 k"),
    "chessboard-struggle": snapshot(STRUGGLE),
    "chessboard-struggle-settled": page(AFTER, 1),
    "chessboard-colours": page(CITY, 1),
    "chessboard-question": snapshot(STRAIGHT),
    "chessboard-disagreement": snapshot(WRONG),
    "chessboard-ways-out": snapshot(replace(WRONG, mode=ways_out(WRONG.plugin.words, WRONG.mode))),
    "chessboard-forgotten": snapshot(at(EARLY, "a1 w, b1 r, h1 k, h3 b, e5 w, e7 b")),
    "chessboard-menu": snapshot(replace(EARLY, mode=game_menu(EARLY))),
    "chessboard-entering": snapshot(board.chosen(board.press(EARLY, "up", "ok"), "Enter the turn")),
    "chessboard-change": snapshot(board.chosen(board.press(EARLY, "up", "ok"), "Change a turn")),
    "chessboard-pause": snapshot(PAUSED),
    "chessboard-ranking": Snapshot(Ranking(CITY.plugin.show.standings(CITY.match)), game=CITY.plugin.heading),
    "chessboard-end": page(HIGH, 1),
    "chessboard-ranking-final": page(HIGH, 0),
    "lucco-start": snapshot(tiles_begun()),
    "lucco-set-up": arranging(tiles_begun()),
    "lucco-wrong-game": snapshot(wrong(tiles_begun(), {112, 113})),
    "lucco-prompt": page(THIRD, 0),
    "lucco-result": page(THIRD, 1),
    "lucco-groups": page(THIRD, 2),
    "lucco-throw": snapshot(THROWN),
    "lucco-disagreement": snapshot(MISPLACED),
    "lucco-not-in-sight": snapshot(UNSEEN),
    "lucco-question": snapshot(ASKED),
    "lucco-forgotten": snapshot(TWO),
    "lucco-change": snapshot(press(THIRD, "up", "ok", "down", "ok")[0]),
    "lucco-end": page(WON, 1),
    "lucco-ranking": page(WON, 0),
}
