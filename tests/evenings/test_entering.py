"""Turns entered by hand in every game: any legal turn comes back, and whatever is answered leads to a legal one."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import evening
import pytest

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.questions import Choice, EnterTurn, Settle
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.questions import entering
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


def entered(state: State, number: int | None, choose: Callable[[Choice], Choice]) -> object:
    """The turn to which the chosen answers lead, for turn `number` or for the one being played."""
    asked = choose(entering(state, EnterTurn(number)))
    while isinstance(asked.option.lead, EnterTurn):
        asked = choose(entering(state, asked.option.lead))
    lead = asked.option.lead
    return lead.turn if isinstance(lead, Settle) else lead.turns[0]


def comes_back(state: State, number: int) -> bool:
    """Whether OK alone leads through a turn that is changed as it was recorded."""
    counts = partial(state.plugin.referee.what_counts, state.course.game_before(number))
    return counts(entered(state, number, lambda asked: asked)) == counts(state.course.turns[number - 1])


@each_game
def test_ok_alone_leads_through_any_turn_that_is_changed_as_it_was_recorded(game):
    state, turns = game()
    for turn in turns:
        state = after_event(state, Played(turn, (), None, ""))
    assert all(comes_back(state, number) for number in range(1, len(turns) + 1))


@each_game
def test_whatever_is_answered_leads_to_a_legal_turn_that_comes_back(game):
    random, (state, turns) = Random(1), game()

    def anything(asked: Choice) -> Choice:
        answers = [number for number, one in enumerate(asked.options) if one.words != "No, try again"]
        return replace(asked, chosen=random.choice(answers))

    for number, turn in enumerate(turns, start=1):
        assert comes_back(after_event(state, Played(entered(state, None, anything), (), None, "")), number)
        state = after_event(state, Played(turn, (), None, ""))
