"""Facts that hold in every game, whatever its tiles and players."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.advice import legal_actions, passing_faces
from lucca_pi.games.lucco.rules.game import Game, begin_game, enter, replay, score_json
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import is_whole, largest_group, parts_without, splitting
from lucca_pi.games.lucco.rules.tiles import STEPS, Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.rules.turn import TO_WIN, check_turn
from tests.lucco.playing import SHAPES, RandomGame, Style, games, random_game, with_hidden_die
from tests.lucco.records import Data


def each_step(record: Record) -> list[Game]:
    """The game before the first entry, and after each."""
    steps = [begin_game(record)]
    for entry in record.turns:
        steps.append(enter(steps[-1], entry))
    return steps


@settings(max_examples=20)
@given(games())
def test_pieces_are_conserved_and_hang_together(game):
    for step in each_step(game.record):
        position = step.position
        counted = Counter(position.table.pieces.values())
        assert all(counted[colour] + position.stock(colour) == 10 for colour in position.colours)
        assert is_whole(position.table)


@settings(max_examples=20)
@given(games())
def test_a_game_is_over_when_a_player_has_a_group_of_five_and_not_before(game):
    for step in each_step(game.record):
        groups = [len(largest_group(step.position.table, player.colour)) for player in step.position.players]
        assert (max(groups) >= TO_WIN) == (step.end is not None)


@settings(max_examples=20)
@given(games())
def test_with_the_throws_hidden_it_is_the_same_game(game):
    hidden = replay(with_hidden_die(game.record))
    assert (hidden.position, hidden.end, hidden.turns) == (game.game.position, game.game.end, game.game.turns)
    passes = [event.facts["why"] for told in hidden.told for event in told.events if event.kind == "pass"]
    assert set(passes) <= {"unseen"}


@settings(max_examples=20)
@given(games())
def test_the_pieces_that_split_are_those_without_which_there_are_two_parts(game):
    for step in each_step(game.record)[::10]:
        table = step.position.table
        assert splitting(table) == {at for at in table.pieces if parts_without(table, at) > 1}


@settings(max_examples=20)
@given(games(shapes=SHAPES[:2]), some.data())
def test_what_is_offered_is_what_is_not_refused(game, data):
    """Each action near the table, tried with each throw."""
    steps = [step for step in each_step(game.record) if not step.end]
    step = steps[data.draw(some.integers(0, len(steps) - 1))]
    position = step.position
    cells = {(x, y) for at in [*position.table.pieces, (0, 0)] for x in span(at[0]) for y in span(at[1])}
    tried = [Lay(colour, at) for colour in (*position.colours, "white") for at in cells]
    for die in (*position.faces, None):
        offered = set(legal_actions(step, die))
        for action in (*tried, *map(Remove, cells), None):
            anywhere = not position.table and isinstance(action, Lay) and action.at != (0, 0)
            assert anywhere or is_legal(step, turn_of(position.next, die, action)) == (action in offered)


def span(number: int) -> range:
    return range(number - 1, number + 2)


def is_legal(game: Game, turn: Turn) -> bool:
    try:
        check_turn(game.position, turn)
    except RuleError:
        return False
    return True


@settings(max_examples=20)
@given(games(), some.data())
def test_the_throws_that_pass_are_those_with_which_doing_nothing_is_legal(game, data):
    steps = each_step(game.record)
    step = steps[data.draw(some.integers(0, len(steps) - 1))]
    nothing = [face for face in step.position.faces if is_legal(step, Turn(step.position.next, face))]
    assert step.end or tuple(nothing) == passing_faces(step)


@settings(max_examples=20)
@given(games(adjusting=0, shapes=SHAPES[:2]))
def test_a_grid_told_as_free_pieces_is_the_same_game(game):
    told, record = as_free(game), game.record
    one, other = score_json(game.game), score_json(replay(told))
    names = {name(tuple(piece["at"])): piece for piece in one["table"]}
    assert {piece["at"]: (piece["colour"], piece["stays"]) for piece in other["table"]} == {
        at: (piece["colour"], piece["stays"]) for at, piece in names.items()
    }
    assert [one[key] for key in ("next", "winners", "stock", "largest")] == [
        other[key] for key in ("next", "winners", "stock", "largest")
    ]
    assert [bare(turn) for turn in one["turns"]] == [bare(turn) for turn in other["turns"]]
    assert len(record.turns) == len(told.turns)


def name(at: Any) -> str:
    return f"{at[0]};{at[1]}"


def bare(turn: Data) -> list[Data]:
    return [{key: one for key, one in event.items() if key not in ("at", "reason")} for event in turn["events"]]


def as_free(game: RandomGame) -> Record:
    """The record of a game on a grid, told as one with free pieces that have their places for names."""
    steps, turns = STEPS[game.record.tiles], list[Turn]()
    for entry, before in zip(game.record.turns, each_step(game.record), strict=False):
        assert isinstance(entry, Turn)
        if entry.lay:
            lying = {side: (entry.lay.at[0] + dx, entry.lay.at[1] + dy) for side, (dx, dy) in enumerate(steps)}
            touches = tuple(
                (side, name(at), (side + len(steps) // 2) % len(steps))
                for side, at in lying.items()
                if at in before.position.table.pieces
            )
            turns.append(replace(entry, lay=Lay(entry.lay.colour, name(entry.lay.at), touches)))
        else:
            turns.append(replace(entry, remove=entry.remove and Remove(name(entry.remove.at))))
    return replace(game.record, tiles="free", sides=len(steps), turns=tuple(turns))


@pytest.mark.parametrize(("tiles", "sides"), SHAPES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_every_kind_can_be_played(tiles, sides, players):
    game = random_game(1, players, tiles=tiles, sides=sides, style=Style(skill=0.8, adjusting=0.02))
    assert game == random_game(1, players, tiles=tiles, sides=sides, style=Style(skill=0.8, adjusting=0.02))
    assert len(game.record.players) == players and game.game.turns


def test_most_games_of_people_who_try_to_win_have_a_winner():
    ended = [random_game(seed, 2 + seed % 4, style=Style(skill=0.8)).game.end is not None for seed in range(20)]
    assert sum(ended) >= 15
