"""Every game that is played at the table can be exported, and follows from its looks again."""

from random import Random
from zipfile import ZipFile

import pytest
from evening import date, given
from stored import GAME, exported, proof_of, store

from lucca_pi.devices.store import StoredGames
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked
from lucca_pi.games import GAMES
from lucca_pi.games.chessboard.game import GAME as CHESSBOARD
from lucca_pi.games.chessboard.rules.game import begin
from lucca_pi.games.chessboard.rules.position import Player
from lucca_pi.games.chessboard.session.setup import Setup as BoardSetup
from lucca_pi.games.lucco.game import GAME as LUCCO
from lucca_pi.games.lucco.session.setup import Setup as TilesSetup
from tests import evening
from tests.chessboard.playing import builder, random_turn
from tests.chessboard.sim.lying import look_at, table_of
from tests.lucco import figures

TURNS = 4
FIGURES = ({}, {1: (0, 0)}, {1: (0, 0), 11: (1, 0)}, {1: (0, 0), 11: (1, 0), 31: (0, 1)}, {1: (0, 0), 11: (1, 0)})


def of_bricks():
    """The board before the first turn, and after each."""
    game, random = begin(6, (Player("Ada", "white"), Player("Ben", "red"))), Random(2)
    for _ in range(TURNS + 1):
        yield look_at(table_of(game.position, seed=1))
        game, _turn = random_turn(game, random, builder)


EVENINGS = {
    "citta": (evening.begun(dict(enumerate(("Ada", "Ben", "Cid"), start=101))), evening.looks()[: TURNS + 1]),
    "chessboard": (Begun(CHESSBOARD, BoardSetup(size=6), None, {1: "Ada", 3: "Ben"}, date(0)), [*of_bricks()]),
    "lucco": (Begun(LUCCO, TilesSetup(), None, figures.NAMES, date(0)), [*map(figures.look, FIGURES)]),
}


def journal_of(begun, looks):
    state, journal = begin_evening(begun), [begun]
    for minute, look in enumerate(looks):
        state, effects = given(state, Looked(look, date(minute)))
        journal += [effect.event for effect in effects if isinstance(effect, Keep)]
    return journal


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_exported_follows_from_its_looks(tmp_path, game):
    begun, seen = EVENINGS[game]
    looks = store(tmp_path, begun.plugin, journal_of(begun, seen))
    StoredGames(tmp_path).rename(GAME, "The birthday")  # which travels with it, and counts for nothing
    proof = proof_of(exported(tmp_path), looks)
    assert '"title": "The birthday"' in ZipFile(tmp_path / "game.zip").read("journal.jsonl").decode()
    assert (begun.plugin.name, proof.holds) == (game, True)
    assert [check.what for check in proof.checks[1:]] == [*["turn"] * TURNS, "score"]
