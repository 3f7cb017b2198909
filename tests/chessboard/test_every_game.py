"""What holds in every game, whoever plays it and however."""

import json
from pathlib import Path

from hypothesis import given, settings
from playing import RandomGame, games

from lucca_pi.games.chessboard.rules.city import COLOURS, two_towers_in_a_block
from lucca_pi.games.chessboard.rules.game import begin, enter, replay, score_json
from lucca_pi.games.chessboard.rules.legal import can_place
from lucca_pi.games.chessboard.rules.record import read_record

some = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def positions(game: RandomGame):
    """Every position of a game, from its beginning."""
    record = game.record
    now = begin(record.size, record.players, record.start, switching=record.switching)
    yield now.position
    for entry in record.turns:
        now = enter(now, entry)
        yield now.position


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
def test_a_score_is_json_and_agrees_with_itself(game):
    answer = json.loads(json.dumps(score_json(game.game), allow_nan=False))

    assert answer["finished"] == (answer["end"] is not None) == (answer["next"] is None) == bool(answer["winners"])
    for one in answer["colours"].values():
        assert one["prisoners"] == sum(one["took"].values())
    assert sum(one["bricks"] for one in answer["colours"].values()) == sum(map(len, answer["city"].values()))


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
        last = [event for told in game.game.told[-1:] for event in told.events]
        used = [event.facts["colour"] for event in last if event.kind in ("house", "floor")]
        short = len(used) == 1
        assert not can_place(position, used if short else ())
        assert end.turn == game.game.turns + (0 if short else 1)


def test_the_demo_is_a_whole_game_with_a_struggle():
    file = Path(__file__).parents[2] / "lucca_pi/games/chessboard/drawn/demo.json"
    game = replay(read_record(file.read_text()))
    kinds = {event.kind for turn in game.told for event in turn.events}
    assert game.end and {"struggle", "fight", "merge"} <= kinds
