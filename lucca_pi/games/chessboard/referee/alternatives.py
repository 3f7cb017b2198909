"""What a turn may have been besides: when players correct it, when something of it is not proved, and what may wait."""

from lucca_pi.games.chessboard.referee.facts import facts_of
from lucca_pi.games.chessboard.referee.following import whole_turns
from lucca_pi.games.chessboard.referee.judged import LIMIT, Case
from lucca_pi.games.chessboard.referee.search import one_of_each, wide
from lucca_pi.games.chessboard.referee.verdict import with_pushed
from lucca_pi.games.chessboard.rules.game import Game, play_turn
from lucca_pi.games.chessboard.rules.turn import Turn

MOST = 12
"""So many other turns are offered, a fact after the other."""
Turns = tuple[Turn, ...]


def other_turns(case: Case, turn: Turn) -> Turns:
    """Other turns that it may have been, by what was seen, the likeliest first."""
    case = with_pushed(case)
    found = one_of_each(whole_turns(case, wide(case), 2 * LIMIT))
    return tuple(other for one in found if (other := one.turn(turn.player)) != turn)[:MOST]


def turns_otherwise(case: Case, turn: Turn, facts: frozenset[object]) -> Turns:
    """The legal turns that differ from this one in these facts alone: this one, then the likeliest."""
    mine = facts_of(turn)
    fixed = {fact: value for fact, value in mine.items() if fact not in facts}
    same = (one for one in other_turns(case, turn) if fixed.items() <= facts_of(one).items())
    return (turn, *same)


def may_wait(game: Game, turns: Turns) -> bool:
    """
    Whether play can go on before it is known which it was.

    Not where the game may be over, nor after a struggle. A refusal or a strength that hangs on it is found when the
    next turn is held against each of them; who has won by then is asked first, as a doubt waits for one look only.
    """
    for turn in turns:
        after = play_turn(game, turn)
        struggled = any(event.kind == "struggle" for event in after.told[-1].events)
        if after.is_over or struggled:
            return False
    return not game.switching
