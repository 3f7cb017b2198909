"""The start: the board in sight, and the city as it begins."""

from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.chessboard.referee.differences import differences
from lucca_pi.games.chessboard.referee.evidence import Case
from lucca_pi.games.chessboard.referee.verdict import unclear, unreadable, with_pushed
from lucca_pi.games.chessboard.rules.game import begin
from lucca_pi.games.chessboard.rules.position import Player
from lucca_pi.games.chessboard.session.setup import NAMES, Setup, seat_of
from lucca_pi.games.chessboard.table.reading import read
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.language import _, say

MOST_PROBLEMS = 4


def seats_of(state: State) -> dict[str, int]:
    """Who plays, in the order of play, with the code of the colour's seat."""
    setup: Setup = state.begun.setup
    codes = [seat_of(colour) for colour in setup.colours]
    return {state.begun.names.get(code) or say(NAMES[code]): code for code in codes}


def judge_start(state: State, looks: Looks, date: str) -> Outcome:
    """The start, if the board is in sight and the city as it should begin; else what is wrong."""
    setup: Setup = state.begun.setup
    seats = seats_of(state)
    players = tuple(Player(name, colour) for name, colour in zip(seats, setup.colours, strict=True))
    game = begin(setup.size, players, setup.start, switching=setup.switch)
    case = with_pushed(Case(game, (read(looks[-1], setup.size),), stairs=setup.stairs))
    wrong = unreadable(case.now) or unclear(case)
    if wrong:
        return Outcome(mode=Disagreed(wrong.problems, wrong.advice, looks))
    found = [*differences(case, case.now, game.position)]
    if found:
        problems = tuple(one.problem for one in found[:MOST_PROBLEMS])
        return Outcome(mode=Disagreed(problems, _("{remedy}, then press OK.", remedy=found[0].remedy), looks))
    return Outcome((Started(seats, dict(setup.start), looks, date),))
