"""Whole games before an eye that misses nothing, and one that misses codes: what is read is what was played."""

from random import Random

import pytest
from evening import LAST, after, hands_free, looks

from lucca_pi.contract.questions import Choice, Disagreed, Settle, Stays, Take, ThisIsThere
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import Waiting, begin_evening
from lucca_pi.evening.step import Looked, NoMoreLooks, Pressed, step
from lucca_pi.games.citta.drawn.scenes import lay_cards, quarter_codes_of, table_scenes
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.session.memory import record_of
from lucca_pi.games.citta.session.setup import Setup
from tests.sim.eye import look_at
from tests.sim.games import TASTES, random_game

FILE = reference_deck_file()


def tables(record, seed):
    """What lies on the table at each look."""
    seats = quarter_codes_of(record)
    for scene in table_scenes(record, seed):
        yield lay_cards(scene.position, scene.centre, seats, FILE, seed=seed, places=scene.places)


def begun(record):
    names = {code: player for player, code in quarter_codes_of(record).items()}
    return begin_evening(Begun(GAME, Setup(record.edition, FILE), len(record.players), names, "2026-05-01T20:00:00"))


def points(record):
    return score_json(score(replay(record)))["players"]


@pytest.mark.parametrize(("players", "edition", "turns"), [(3, "german", 7), (4, "hebrew", 9), (5, "english", 11)])
def test_a_game_seen_whole_is_read_without_a_question(players, edition, turns):
    record = random_game(1, players, edition, tastes=[TASTES["builder"]] * players, turns=turns).record
    state = begun(record)
    for lying in tables(record, 1):
        state, _ = step(state, Looked(look_at(lying, FILE), ""))
        assert state.mode is None
    assert len(state.course.turns) == turns
    assert points(record_of(state.match)) == points(record)


@pytest.mark.parametrize("seed", [1, 2])
def test_codes_missed_lead_to_questions_and_never_to_other_points(seed):
    record = random_game(seed, 3, "english", tastes=[TASTES["anything"]] * 3, turns=10).record
    state, chance = begun(record), Random(seed)
    turns = [turn for entries in record.rounds for turn in entries]
    for number, lying in enumerate(tables(record, seed)):
        codes = sorted({card.code for card in lying if card.code < 101})
        state = confirmed(state, lying, {code for code in codes if number and chance.random() < 0.03}, turns)
    state, _ = step(state, NoMoreLooks())
    while isinstance(state.mode, Choice):
        state = answered_truly(state, turns)
    assert points(record_of(state.match)) == points(record)


def confirmed(state, lying, missing, turns):
    """The state when the look was confirmed, true answers given; all is laid in sight where that is asked for."""
    state, _ = step(state, Looked(look_at(lying, FILE, missing), ""))
    while state.mode is not Waiting:
        assert isinstance(state.mode, Choice | Disagreed)
        again = isinstance(state.mode, Disagreed)
        state = step(state, Looked(look_at(lying, FILE), ""))[0] if again else answered_truly(state, turns)
    return state


def answered_truly(state, turns):
    """The state when the answer that is true was given: `turns` are those played, in order."""
    true = [tells_truly(option.lead, state, turns) for option in state.mode.options]
    for _ in range(true.index(True)):
        state, _ = step(state, Pressed("down", ""))
    return step(state, Pressed("ok", ""))[0]


def tells_truly(lead, state, turns):
    match lead:
        case Take((turn,)):
            return sorted_play(turn) == sorted_play(turns[len(state.course.turns)])
        case Settle(number, turn):
            return sorted_play(turn) == sorted_play(turns[number - 1])
        case ThisIsThere(told):
            return told.code is None  # people may go on without naming a card
        case Stays(number):
            return sorted_play(state.course.turns[number - 1]) == sorted_play(turns[number - 1])


def sorted_play(turn):
    return turn.open, sorted((str(play.card), play.way) for play in turn.play)


def test_a_whole_game_is_played_without_a_press_but_its_last_turn():
    state, events = hands_free(begin_evening(after(0).begun), *(look for look in looks() for _ in range(2)))
    assert events == ["Started", *["Played"] * (LAST - 1)]
    state, _ = step(state, Looked(looks()[-1], ""))
    assert state.course.turns == after(LAST + 1).course.turns
