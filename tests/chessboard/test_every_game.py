"""What holds in every game, whoever plays it and however."""

import json
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

from boards import Data
from chess_games import games
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import RandomGame, random_game

from lucca_pi.games.chessboard.rules.city import COLOURS, two_towers_in_a_block
from lucca_pi.games.chessboard.rules.game import begin, enter, replay, score_json
from lucca_pi.games.chessboard.rules.legal import can_place
from lucca_pi.games.chessboard.rules.position import Adjustment, read_position, write_position
from lucca_pi.games.chessboard.rules.record import read_record, record_json
from lucca_pi.games.chessboard.rules.turn import Event

some = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def positions(game: RandomGame):
    """Every position of a game, from its beginning."""
    record = game.record
    now = begin(record.size, record.players, record.start, switching=record.switching)
    yield now.position
    for entry in record.turns:
        now = enter(now, entry)
        yield now.position


def answer_of(record) -> Data:
    return score_json(replay(record))


def as_text(record) -> str:
    return json.dumps(record_json(record))


def set_by_hand(game) -> Adjustment:
    """An adjustment to the very table of a game."""
    took = {taker: {} for taker, _colour in game.position.took}
    for (taker, colour), number in game.position.took.items():
        took[taker][colour] = number
    return Adjustment(game.position.city.stacks, took)


@some
@given(games())
def test_no_brick_is_lost_or_made(game):
    for position in positions(game):
        for colour in COLOURS:
            taken = sum(number for (_taker, other), number in position.took.items() if other == colour)
            bricks = sum(stack.count(colour) for stack in position.city.stacks.values())
            assert 0 <= position.supply[colour] == 2 * position.size - bricks - taken


@some
@given(games())
def test_no_block_has_two_towers_when_a_turn_is_over(game):
    assert all(two_towers_in_a_block(position.city) == [] for position in positions(game))


@some
@given(games())
def test_a_record_written_and_read_is_the_same_game(game):
    again = read_record(as_text(game.record))
    assert (again, replay(again)) == (game.record, game.game)
    assert record_json(again) == record_json(game.record)


@some
@given(games())
def test_a_score_is_json_and_agrees_with_itself(game):
    answer = json.loads(json.dumps(score_json(game.game), allow_nan=False))

    assert answer["finished"] == (answer["end"] is not None) == (answer["next"] is None) == bool(answer["winners"])
    for one in answer["colours"].values():
        assert one["prisoners"] == sum(one["took"].values())
    assert sum(one["bricks"] for one in answer["colours"].values()) == sum(map(len, answer["city"].values()))


@some
@given(games(), st.data())
def test_a_record_cut_anywhere_tells_the_beginning(game, data):
    cut = data.draw(st.integers(0, len(game.record.turns)))
    answer = answer_of(replace(game.record, turns=game.record.turns[:cut]))

    assert answer["turns"] == score_json(game.game)["turns"][:cut]
    assert answer["finished"] is (cut == len(game.record.turns) and game.game.is_over)


@some
@given(games(adjusted=False), st.data())
def test_an_adjustment_to_what_is_there_changes_nothing(game, data):
    cut = data.draw(st.integers(0, max(0, len(game.record.turns) - 1)))
    turns = game.record.turns
    before = replay(replace(game.record, turns=turns[:cut]))
    if before.is_over:
        return
    answer = answer_of(replace(game.record, turns=(*turns[:cut], set_by_hand(before), *turns[cut:])))

    del answer["turns"][cut]
    assert answer == answer_of(game.record)


@some
@given(games(stopped=False))
def test_a_game_ends_for_a_reason_that_holds(game):
    end, position = game.game.end, game.game.position
    player = next(one for one in position.players if one.name == end.player)
    others = [colour for colour in COLOURS if colour != player.colour]
    if end.by == "tower":
        own = position.city.highest(player.colour)
        assert own >= position.size and all(own > position.city.highest(colour) for colour in others)
    elif end.by == "prisoners":
        assert position.prisoners(player.colour) >= position.size
    else:
        used = [event.facts["colour"] for event in game.game.told[-1].events if event.kind in ("house", "floor")]
        short = len(used) == 1
        assert not can_place(position, used if short else ())
        assert end.turn == game.game.turns + (0 if short else 1)


@some
@given(games())
def test_a_position_fits_on_a_line_and_is_read_back(game):
    for position in positions(game):
        assert read_position(write_position(position)) == position


def test_random_games_show_everything_that_can_happen():
    many = [random_game(seed, 2 + seed % 3, 6, switching=True, adjustments=1) for seed in range(40)]
    told = {event.kind for one in many for turn in one.game.told for event in turn.events}
    ends = {(one.game.end.by, one.game.end.decided) for one in many if one.game.end}

    assert told == {*get_args(get_type_hints(Event)["kind"])}
    assert ends >= {("tower", None), ("blocked", "tower"), ("blocked", "prisoners")}


def test_the_demo_is_a_whole_game_with_a_struggle():
    file = Path(__file__).parents[2] / "lucca_pi/games/chessboard/drawn/demo.json"
    game = replay(read_record(file.read_text()))
    kinds = {event.kind for turn in game.told for event in turn.events}
    assert game.end and {"struggle", "fight", "merge"} <= kinds
