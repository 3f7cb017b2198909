"""Turns entered by hand in every game: any legal turn comes back, and whatever is answered leads to a legal one."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import evening
import pytest

from lucca_pi.contract.entering import NOTHING, Asking, Entered, agrees, next_question_about
from lucca_pi.contract.history import Played, Started
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, after_event, begin_evening
from lucca_pi.games.chessboard.game import GAME as CHESSBOARD
from lucca_pi.games.chessboard.session.setup import Setup as BoardSetup
from lucca_pi.games.chessboard.session.setup import seat_of
from lucca_pi.games.citta.drawn.scenes import quarter_codes_of
from lucca_pi.games.lucco.game import GAME as LUCCO
from lucca_pi.games.lucco.session.setup import Setup as TilesSetup
from tests.chessboard import playing as on_a_board
from tests.lucco import playing as with_tiles

Game = tuple[State, tuple[object, ...]]


def of_cards() -> Game:
    record = evening.record()
    start = Started(quarter_codes_of(record), record.deal, (), "")
    return after_event(evening.after(0), start), tuple(turn for turns in record.rounds for turn in turns)


def of_bricks(seed: int) -> Game:
    record = on_a_board.random_game(seed, 3, 6, switching=True, turns=25).record
    setup = BoardSetup(tuple(one.colour for one in record.players), 6, switch=True)
    seats = {one.name: seat_of(one.colour) for one in record.players}
    begun = begin_evening(Begun(CHESSBOARD, setup, None, {}, ""))
    return after_event(begun, Started(seats, {}, (), "")), record.turns


def of_tiles(seed: int) -> Game:
    record = with_tiles.random_game(seed, turns=25).record
    seats = {one.name: record.colours.index(one.colour) + 1 for one in record.players}
    begun = begin_evening(Begun(LUCCO, TilesSetup(tuple(seats.values())), None, {}, ""))
    return after_event(begun, Started(seats, None, (), "")), record.turns


GAMES = {
    "citta": of_cards,
    **{f"chessboard {seed}": partial(of_bricks, seed) for seed in range(4)},
    **{f"lucco {seed}": partial(of_tiles, seed) for seed in range(4)},
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def moments(game: Game) -> Iterator[tuple[State, object]]:
    """Each turn with the state before it."""
    state, turns = game
    for turn in turns:
        yield state, turn
        state = after_event(state, Played(turn, (), None, ""))


def entered(state: State, choose: Callable[[tuple[tuple[str, Entered], ...]], Entered]) -> object:
    """The turn to which the answers lead that are chosen."""
    next_part = partial(state.plugin.words.next_part, state.match)
    asked = next_question_about(next_part, NOTHING)
    while isinstance(asked, Asking):
        asked = next_question_about(next_part, choose(asked.answers))
    return asked


def told_as(state: State, turn: object) -> object:
    """The turn to which the first answers lead that agree with a turn."""
    next_part, is_part = partial(state.plugin.words.next_part, state.match), state.plugin.words.is_part
    return entered(state, lambda answers: next(one for _, one in answers if agrees(next_part, is_part, one, turn)))


@each_game
def test_any_legal_turn_comes_back(game):
    for state, turn in moments(game()):
        counts = partial(state.plugin.referee.what_counts, state.game)
        assert counts(told_as(state, turn)) == counts(turn)


@each_game
def test_whatever_is_answered_leads_to_a_legal_turn_that_comes_back(game):
    random = Random(1)
    for state, _ in moments(game()):
        turn = entered(state, lambda answers: random.choice(answers)[1])
        after_event(state, Played(turn, (), None, ""))
        counts = partial(state.plugin.referee.what_counts, state.game)
        assert counts(told_as(state, turn)) == counts(turn)
