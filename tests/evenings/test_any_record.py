"""Records of random games of every kind: written and read again, cut anywhere, and with the table set by hand."""

import json
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from lucca_pi.games import scored
from lucca_pi.games.chessboard.rules import game as board_game
from lucca_pi.games.chessboard.rules import position as board_position
from lucca_pi.games.chessboard.rules import record as board_record
from lucca_pi.games.chessboard.rules.position import Adjustment as City
from lucca_pi.games.lucco.rules import game as tiles_game
from lucca_pi.games.lucco.rules import position as tiles_position
from lucca_pi.games.lucco.rules import record as tiles_record
from lucca_pi.games.lucco.rules.table import in_laying_order
from lucca_pi.games.lucco.rules.tiles import Adjustment as Tiles
from tests.chessboard.playing import games as board_games
from tests.lucco.playing import games as tiles_games


def city_as_it_is(game: Any) -> City:
    took: dict[str, dict[str, int]] = {}
    for (taker, colour), number in game.position.took.items():
        took.setdefault(taker, {})[colour] = number
    return City(game.position.city.stacks, took)


class Kind(NamedTuple):
    """What a game plays and writes by, and its table set by hand to what it is."""

    games: Callable[..., Any]
    rules: ModuleType
    record: ModuleType
    position: ModuleType
    as_it_is: Callable[[Any], Any]


KINDS = {
    "chessboard": Kind(board_games, board_game, board_record, board_position, city_as_it_is),
    "lucco": Kind(
        tiles_games, tiles_game, tiles_record, tiles_position, lambda game: Tiles(in_laying_order(game.position.table))
    ),
}
a_few = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def drawn(data: Any, kind: Kind, **how: Any) -> tuple[Any, int]:
    """A random game, and a place to cut it."""
    game = data.draw(kind.games(**how))
    return game, data.draw(some.integers(0, len(game.record.turns)))


def cut_to(kind: Kind, record: Any, turns: int) -> Any:
    return kind.rules.replay(replace(record, turns=record.turns[:turns]))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@a_few
@given(some.data())
def test_a_record_written_and_read_is_the_same_game(kind, data):
    game, _ = drawn(data, kind)
    text = json.dumps(kind.record.record_json(game.record))
    again = kind.record.read_record(text)
    assert (again, kind.rules.replay(again)) == (game.record, game.game)
    assert kind.record.record_json(again) == json.loads(text)
    score = json.loads(json.dumps(kind.rules.score_json(game.game), allow_nan=False))
    assert json.loads(json.dumps(scored(text).document())) == score


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@a_few
@given(some.data())
def test_a_record_cut_anywhere_tells_the_beginning(kind, data):
    game, cut = drawn(data, kind)
    short = cut_to(kind, game.record, cut)
    assert short.told == game.game.told[:cut]
    assert (short.end is not None) is (cut == len(game.record.turns) and game.game.end is not None)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@a_few
@given(some.data())
def test_a_table_set_by_hand_as_it_lies_changes_nothing(kind, data):
    game, cut = drawn(data, kind)
    before, turns = cut_to(kind, game.record, cut), game.record.turns
    if before.end:
        return
    settled = kind.rules.replay(replace(game.record, turns=(*turns[:cut], kind.as_it_is(before), *turns[cut:])))
    assert (*settled.told[:cut], *settled.told[cut + 1 :]) == game.game.told
    assert (settled.end, settled.turns) == (game.game.end, game.game.turns)
    assert told_of(kind, settled) == told_of(kind, game.game)


def told_of(kind: Kind, game: Any) -> dict[str, Any]:
    """The score but for its turns and its line; of what lies there the order does not count."""
    told = {key: one for key, one in kind.rules.score_json(game).items() if key not in ("turns", "position")}
    return {key: sorted(one, key=str) if isinstance(one, list | tuple) else one for key, one in told.items()}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@a_few
@given(some.data())
def test_a_position_fits_on_a_line_and_is_read_back(kind, data):
    game, cut = drawn(data, kind)
    position = cut_to(kind, game.record, cut).position
    line = kind.position.write_position(position)
    again = kind.position.read_position(line)
    assert kind.position.write_position(again) == line
    assert (again.players, "\n" in line) == (position.players, False)
