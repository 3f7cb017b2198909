"""What the referee makes of several candidates, of several cases, and of who seems to have played."""

from dataclasses import replace
from math import inf, log
from random import Random

import pytest
from evening import without
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tables import LEFT, SEATS, laid, played, put, session_at, with_more

from lucca_pi.contract.verdict import Doubt, Explained, Split, Unexplained
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.citta.referee.candidates import (
    Candidate,
    candidates,
    ways_to_open,
    ways_to_play,
    what_counts,
)
from lucca_pi.games.citta.referee.forgotten_presses import (
    next_round,
    split,
    without_others,
)
from lucca_pi.games.citta.referee.verdict import (
    HIDDEN,
    TOO_MANY,
    alternatives,
    cost,
    explain,
    explain_ambiguous,
    likeliest_case,
    likeliest_turn,
    too_much_hidden,
    who_played_instead,
)
from lucca_pi.games.citta.rules.game import begin_round, play_turn, replay
from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.games import TASTES, random_game, random_turn

BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
LOOK, AFTER = BEFORE.look(), BEFORE.after("red 1+8, blue 5+12; walls 1").look()
GONE = without(AFTER, BACK_CODE)


def case(*looks, before=BEFORE, **more):
    return case_of(session_at(before, **more).match, looks)


def by(player, turns):
    """The case in which that player has played the first triplet when this many turns of the round are played."""
    laid_out = {"Ben": "violet 93", "Cid": "orange 95"}
    laid_out[player] += ", red 8, blue 12; walls 1"
    before = laid("red 1, blue 5", (8, 12, 10), *LEFT[: 3 - turns])
    after = before.after("red 1, blue 5", others=f"Ben: {laid_out['Ben']} | Cid: {laid_out['Cid']}")
    return after.look(), {"before": before, "turns": turns}


BENS = by("Ben", 0)
INSTEAD = {
    "the next player": (*BENS, "Ben"),
    "the player after next": (*by("Cid", 0), "Cid"),
    "the next player, in the middle of the round": (*by("Cid", 1), "Cid"),
    "one who has played already": (*by("Ben", 1), "Ben"),
    "one of whom a wall is not visible": (without(BENS[0], BACK_CODE), BENS[1], "Ben"),
    "nobody": (LOOK, {}, None),
    "nobody, as it fits badly": (put(put(put(LOOK, 8, -100, -780), 12, -36, -780), 10, 28, -780), {}, None),
}


@pytest.mark.parametrize(("look", "more", "player"), INSTEAD.values(), ids=INSTEAD)
def test_who_seems_to_have_pressed_out_of_turn_is_whose_turn_explains_the_look(look, more, player):
    assert who_played_instead(case(look, **more)) == player


def test_who_has_played_out_of_turn_is_told_to_put_the_cards_back():
    state, _effects = step(session_at(BENS[1]["before"]), Looked(BENS[0], ""))
    assert state.mode.problems == ("Ben seems to have played, but it is Ada's turn",)
    assert state.mode.advice == "Put Ben's cards back; Ada plays first, then press OK."


AS_SEEN = played("8 palace", "12 palace", "10 wall")


def test_turns_that_say_another_thing_of_some_cards_only_come_likeliest_first():
    ways = [{play.card: play.way for play in turn.play} for turn in alternatives([case(GONE)], AS_SEEN, [10])]
    assert [way[10] for way in ways] == ["wall", "palace", "discard"]
    assert {(way[8], way[12]) for way in ways} == {("palace", "palace")}
    assert alternatives([case(GONE)], AS_SEEN, []) == (AS_SEEN,)
    discards = replace(case(GONE).game, orders=case(GONE).game.orders * 3)
    usual = alternatives([replace(case(GONE), game=discards)], AS_SEEN, [10])
    assert [turn.play[-1].way for turn in usual if turn.play[-1].card == 10] == ["wall", "discard"]
    assert usual[1].play[-1].way == "discard"


CLOSED = laid("red 1; completed blue 5+12+13+20+27", (8, 14, 10), *LEFT)
WALLED = CLOSED.after("red 1+8, violet 14; completed blue 5+12+13+20+27; walls 1").look()


def test_the_likeliest_turn_fits_best_whatever_lies_amiss_besides():
    amiss = case(put(AFTER, 93, 0, -350))
    assert isinstance(explain(amiss), Unexplained)
    assert likeliest_turn(amiss) == (explain(case(AFTER)).turn,)
    empty = laid("red 1, blue 5")
    assert likeliest_turn(case(empty.look(), before=empty)) == ()


def test_a_palace_is_opened_otherwise_only_where_that_is_in_question():
    turn = played("8 palace", "14 palace", "10 wall")
    away = case(without(WALLED, 27), before=CLOSED)
    assert [one.open for one in alternatives([away], turn, [27])] == [(), ("blue",)]
    assert {one.open for one in alternatives([away], turn, [10])} == {()}


def test_in_a_doubt_turns_stand_by_how_badly_they_fit_and_what_the_player_usually_does():
    judged = case(without(BEFORE.after("red 1, blue 5; walls 1").look(), BACK_CODE))
    doubt = explain(judged)
    assert doubt.unseen == (8, 10, 12)
    found = sorted(candidates(judged), key=lambda one: one.cost)
    ranked = [one.turn for one in sorted(found, key=lambda one: one.rank)]
    assert len(doubt.turns) > 3
    assert [*doubt.turns] == [turn for turn in ranked if turn in doubt.turns]


OTHERS = "Ben: violet 93+14, red 15 | Cid: orange 95, blue 13; completed green 4+11+18+19+26"
MANY = laid("red 1", (8, 12, 10), *LEFT[1:], others=OTHERS)
MORE = laid("red 1", (8, 12, 10), *LEFT[1:], others=f"{OTHERS}; opened orange 2+9+16+23+30".replace("13;", "13+20;"))
FEW = laid("red 1", (8, 12, 10), *LEFT)


@pytest.mark.parametrize(
    ("before", "codes", "is_so"),
    [
        (MANY, (93, 14, 15), False),
        (MANY, (93, 14, 15, 95), True),
        (MANY, (93, 14, 15, 26), True),
        (MORE, (93, 14, 15, 95), False),
        (MORE, (93, 14, 15, 95, 13), True),
        (MANY, (1,), False),
        (FEW, (93, 95), False),
    ],
)
def test_too_much_is_hidden_where_more_than_three_and_than_half_of_the_others_cards_are(before, codes, is_so):
    assert too_much_hidden(case(before.look(without=codes), before=before)) is is_so


def test_where_too_much_is_hidden_nothing_is_told_of_forgotten_presses():
    hidden = case(MANY.look(without=(93, 14, 15, 95)), before=MANY)
    assert (explain(hidden), split([hidden])) == (HIDDEN, None)


# verdicts of cases that leave open which cards those are
ONE, OTHER, THIRD = (played(f"8 {way}", "12 palace", "10 wall") for way in ("palace", "wall", "discard"))
NONE = Unexplained(("nothing fits",), "")
TOGETHER = {
    "of one case its own": ([Explained(ONE, 7.0, fits_badly=True)], Explained(ONE, 7.0, fits_badly=True)),
    "of one case its own doubt": ([Doubt((OTHER, ONE), (2.0, 1.0), (8,))], Doubt((OTHER, ONE), (2.0, 1.0), (8,))),
    "of none that fits the first": ([NONE, Unexplained(("nor this",), "")], NONE),
    "the one that fits": ([NONE, Explained(ONE)], Explained(ONE)),
    "the best of several that say the same": ([Explained(ONE, 2.0), Explained(ONE, 1.0)], Explained(ONE, 1.0)),
    "the only one that is near": ([Explained(ONE, 1.0), Explained(OTHER, 4.1)], Explained(ONE, 1.0)),
    "a doubt of two that are near": (
        [Explained(ONE, 4.0), Explained(OTHER, 1.0)],
        Doubt((OTHER, ONE), (1.0, 4.0), (), may_wait=True),
    ),
    "a doubt that may not wait as one fits badly": (
        [Explained(ONE, 4.0, fits_badly=True), Explained(OTHER, 2.0)],
        Doubt((OTHER, ONE), (2.0, 4.0), (), may_wait=False),
    ),
    "a doubt that may not wait as another may not": (
        [Doubt((ONE, OTHER), (1.0, 2.0), (8,), may_wait=False), Explained(OTHER, 1.5)],
        Doubt((ONE, OTHER), (1.0, 1.5), (8,), may_wait=False),
    ),
    "two doubts": (
        [Doubt((ONE, OTHER), (1.0, 2.0), (8,)), Doubt((THIRD,), (3.0,), (12, 8))],
        Doubt((ONE, OTHER, THIRD), (1.0, 2.0, 3.0), (8, 12)),
    ),
}


@pytest.mark.parametrize(("verdicts", "together"), TOGETHER.values(), ids=TOGETHER)
def test_whichever_cards_those_are_what_all_agree_on_is_explained_and_else_all_are_in_doubt(verdicts, together):
    cases = [case(AFTER) for _verdict in verdicts]
    told = {id(one): verdict for one, verdict in zip(cases, verdicts, strict=True)}
    assert explain_ambiguous(cases, lambda one: told[id(one)]) == together
    assert explain_ambiguous([]) == TOO_MANY


def test_how_badly_a_verdict_fits_is_the_likeliest_turns_weight():
    verdicts = Explained(ONE, 2.0), Doubt((ONE, OTHER), (1.0, 2.0)), NONE
    assert [cost(verdict) for verdict in verdicts] == [2.0, 1.0, inf]
    bad, good = case(LOOK), case(AFTER)
    assert likeliest_case([bad, good]) is good
    assert likeliest_case([bad]) is bad


BOTH = BEFORE.after("red 1+8, blue 5+12; walls 1", others="Ben: violet 93+6, green 4, orange 9 | Cid: orange 95")


def both(*without_codes):
    """The case in which Ada and Ben have played, and these codes are not read."""
    table = replace(BOTH, triplets=(None, None, *LEFT[1:]))
    return case(table.look(without=without_codes))


def test_of_forgotten_presses_in_several_cases_the_likely_ways_of_all_are_left():
    whole, unread = split([both()]), split([both(9)])
    assert isinstance(whole, Split) and isinstance(unread, Split)
    assert split([]) is None
    assert split([case(LOOK), both()]) == whole
    assert split([case(LOOK), case(LOOK)]) is None
    assert split([both(9), both()]) == whole
    twice = split([both(9), both(9)])
    assert (twice.ways, twice.costs, twice.words) == (unread.ways, unread.costs, unread.words)


def test_turns_otherwise_played_are_gathered_from_all_cases():
    assert alternatives([], AS_SEEN, [10]) == (AS_SEEN,)
    one, other = case(GONE), case(put(GONE, 10, 0, -350))
    assert {*alternatives([other, one], AS_SEEN, [10])} == {*alternatives([one], AS_SEEN, [10])}


def test_what_others_have_laid_of_triplets_never_seen_is_left_out():
    look = put(put(AFTER, 4, -100, 150, quarter=102), BACK_CODE, -100, -100, quarter=102)
    look = with_more(look, *(seen for seen in AFTER.sightings if seen.code == BACK_CODE))
    judged = without_others(case(look, before=laid("red 1, blue 5")))
    assert (4 in judged.evidence.now, 8 in judged.evidence.now) == (False, True)
    assert [back.place.owner for back in judged.evidence.backs] == [101]


# before, the round, turns; how unusual they are
DONE = "red 1+8+15, blue 5; walls 2; towers T1"
HABITS = {
    "nothing is known yet: most build": ("red 1, blue 5", 1, AS_SEEN, -2 * log(3 / 5) - log(1 / 5)),
    "who built two, walled two, laid a tower and discarded one": (
        DONE,
        3,
        played("29 palace", "10 wall", "T2 tower"),
        -log(5 / 10) - log(3 / 10) - log(8 / 10),
    ),
    "the same discards": (DONE, 3, played("29 discard"), -log(2 / 10)),
    "who opened one of two opens the other": (
        "red 1; completed blue 5+12+13+20+27; opened violet 7+14+28+35+43",
        1,
        played(opened=("blue",)),
        -log(2 / 4),
    ),
    "who has opened none leaves two and opens one": (
        "red 1; completed blue 5+12+13+20+27, violet 7+14+28+35+43, green 4+11+18+19+26",
        1,
        played(opened=("blue",)),
        -log(1 / 5) - 2 * log(4 / 5),
    ),
}


@pytest.mark.parametrize(("ada", "number", "turn", "weight"), HABITS.values(), ids=HABITS)
def test_how_unusual_a_turn_is_follows_from_what_the_player_has_done(ada, number, turn, weight):
    judged = case(LOOK, before=laid(ada, (29, 10, "T2")))
    judged = replace(judged, game=replace(judged.game, orders=judged.game.orders * number))
    assert Candidate(judged, turn, judged.before, 0.0).unusual == pytest.approx(weight)


NEXT = ((40, 41, 42), (43, 44, 45), (46, 47, 48), (49, 50, 51))
LAST = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6))
NEXT_LAID = replace(LAST.after("red 1+8, blue 5+12; walls 1"), triplets=NEXT, discards=())


def test_the_next_round_has_the_triplets_that_lay_there_at_rest_or_lie_there_whole():
    whole = NEXT_LAID.look()
    rested = put(put(without(whole, 43, 49, 50, 51), 60, 150, 150), 77, 0, -350)
    now = put(put(without(whole, 43, 44), 40, 150, 150), 30, 60, -350)
    judged = case(rested, now, before=replace(LAST, discards=(77,)), turns=2)
    judged = replace(judged, ground=replace(judged.ground, told=frozenset({4}), unsaid=frozenset({9})))
    then = next_round(judged, play_turn(judged.game, AS_SEEN))
    assert then.ground.offered.keys() == {name for three in NEXT for name in three} - {43}
    assert (then.ground.left_over, then.ground.told, then.ground.unsaid) == ({4, 9, 6}, frozenset(), frozenset())
    assert (then.game.round, then.seats, then.over) == (2, SEATS, False)
    assert not {40, 41, 44} & then.evidence.before.keys()


def test_what_went_from_its_place_at_rest_tells_in_the_next_round_where_it_went():
    rested = NEXT_LAID.look()
    judged = case(rested, put(rested, 40, 150, 150), without(rested, 40), before=LAST, turns=2)
    then = next_round(judged, play_turn(judged.game, AS_SEEN))
    assert [round(spot.sighting.x_mm) for spot in then.evidence.before[40]] == [150]
    assert 41 not in then.evidence.before


# --- turns that count alike bring the same points, whatever is played after them


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
