"""Turns that count alike bring the same points, whatever is played after them."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from lucca_pi.games.citta.referee.candidates import ways_to_open, ways_to_play, what_counts
from lucca_pi.games.citta.rules.game import begin_round, play_turn, replay
from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.rules.turn import Turn
from tests.sim.games import TASTES, random_game, random_turn


def begun(game):
    return begin_round(game) if game.round_is_whole and not game.is_over else game


def legal(game, triplet):
    """All turns that the player may make with the triplet."""
    player = game.player_in_turn
    for colours, opened in ways_to_open(game.position.quarters[player]):
        yield from (Turn(player, colours, plays) for plays, _after in ways_to_play(game, opened, triplet))


def played_on(game, rng):
    """The turns of a random rest of the game, with cards that are left."""
    turns = []
    left = rng.sample(sorted(game.deck.cards.keys() - game.out), len(game.deck.cards.keys() - game.out))
    while not game.is_over:
        triplet = tuple(left.pop() for _ in range(3))
        turns.append(random_turn(rng, game, game.player_in_turn, triplet, TASTES["opener"]))
        game = begun(play_turn(game, turns[-1]))
    return turns


def points(game, turns):
    for turn in turns:
        game = begun(play_turn(game, turn))
    return score_json(score(game))["players"]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([3, 4, 5]), st.sampled_from(["english", "german", "hebrew"]), st.data())
def test_turns_that_count_alike_bring_the_same_points_whatever_follows(seed, players, edition, data):
    rng = Random(seed)
    number = data.draw(st.integers(2, players * rounds_to_play(players) - 1))
    game = begun(replay(random_game(seed, players, edition, turns=number).record))
    triplet = rng.sample(sorted(game.deck.cards.keys() - game.out), 3)
    kinds = {}
    for turn in legal(game, triplet):
        kinds.setdefault(what_counts(game, turn), []).append(turn)
    alike = [turns for turns in kinds.values() if len(turns) > 1]
    for one, *others in rng.sample(alike, min(3, len(alike))):
        rest = played_on(begun(play_turn(game, one)), rng)
        brought = points(game, (one, *rest))
        for other in others[:3]:
            assert points(game, (other, *rest)) == brought


def test_of_the_last_turn_only_the_points_count():
    record = random_game(3, 3, "english", turns=20).record
    game = begun(replay(record))
    triplet = sorted(game.deck.cards.keys() - game.out)[:3]
    turns = list(legal(game, triplet))
    assert len({what_counts(game, turn) for turn in turns}) == len({str(points(game, [turn])) for turn in turns})
