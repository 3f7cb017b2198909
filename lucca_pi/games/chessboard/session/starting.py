"""The start: the board in sight, and the city as it begins."""

from lucca_pi.games.chessboard.referee.differences import differences
from lucca_pi.games.chessboard.referee.evidence import Case
from lucca_pi.games.chessboard.referee.verdict import unclear, unreadable, with_pushed
from lucca_pi.games.chessboard.rules.game import begin
from lucca_pi.games.chessboard.rules.position import Player
from lucca_pi.games.chessboard.session.setup import NAMES, Setup, seat_of
from lucca_pi.games.chessboard.table.reading import read
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Decision, Disagreed
from lucca_pi.language import _, say

MOST_PROBLEMS = 4


def seats_of(match: Match) -> dict[str, int]:
    """Who plays, in the order of play, with the code of the colour's seat."""
    setup: Setup = match.setup
    codes = [seat_of(colour) for colour in setup.colours]
    return {match.arrangement.names.get(code) or say(NAMES[code]): code for code in codes}


def judge_start(match: Match, looks: Looks, date: str) -> Decision:
    """The start, if the board is in sight and the city as it should begin; else what is wrong."""
    setup: Setup = match.setup
    seats = seats_of(match)
    players = tuple(Player(name, colour) for name, colour in zip(seats, setup.colours, strict=True))
    game = begin(setup.size, players, setup.start, switching=setup.switch)
    case = with_pushed(Case(game, (read(looks[-1], setup.size),), stairs=setup.stairs))
    wrong = unreadable(case.now) or unclear(case)
    if wrong:
        return Decision(mode=Disagreed(wrong.problems, wrong.advice, looks))
    found = [*differences(case, case.now, game.position)]
    if found:
        problems = tuple(one.problem for one in found[:MOST_PROBLEMS])
        return Decision(mode=Disagreed(problems, _("{remedy}, then press OK.", remedy=found[0].remedy), looks))
    return Decision((Started(seats, dict(setup.start), looks, date),))
