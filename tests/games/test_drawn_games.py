"""
Whole games before a drawn table, each on the evening its file names: the points are those of the game that was played.

Every stage is real, from the picture to the score; only the table is drawn.
"""

import json
from io import StringIO
from pathlib import Path

import pytest

from lucca_pi.commands.start import start
from lucca_pi.config import Config
from lucca_pi.games.citta.drawn.scenes import quarter_codes_of
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.score import score, score_json

GAMES = sorted((Path(__file__).parent / "drawn").glob("*.json"))
"""Three each for three, four and five players and for each edition; all but one break off in mid-game."""


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_drawn_game_is_watched_to_its_points(file, tmp_path):
    record = load_record(str(file))
    names = {quarter: player for player, quarter in quarter_codes_of(record).items()}
    evening = json.loads(file.read_text())["evening"]
    edition, players = record.edition.name, len(record.players)
    config = Config(
        camera=f"drawn:{file}",
        conditions=evening,
        buttons="auto",
        display="none",
        players=players,
        own={"edition": edition},
        state=tmp_path,
        names=names,
    )
    outcome = start(config, StringIO())
    assert not outcome.stuck
    assert len(outcome.result["record"]["rounds"]) == len(record.rounds)
    assert outcome.result["score"]["players"] == score_json(score(replay(record)))["players"]
