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
"""Three each for three, four and five players and for each edition."""
WHOLE = "3-german-dim"
"""The game that is watched to its end."""
TURNS = 2
"""Turns after which the other games break off: each evening's light and hands are on every look."""


def begun(document):
    """The game's record with its first turns."""
    return {**document, "rounds": [document["rounds"][0][:TURNS]]}


@pytest.mark.parametrize("game", [pytest.param(file, id=file.stem) for file in GAMES])
@pytest.mark.long
def test_a_drawn_game_is_watched_to_its_points(game, tmp_path):
    document, file = json.loads(game.read_text()), tmp_path / game.name
    file.write_text(json.dumps(document if game.stem == WHOLE else begun(document)))
    record = load_record(str(file))
    names = {quarter: player for player, quarter in quarter_codes_of(record).items()}
    edition, players = record.edition.name, len(record.players)
    config = Config(
        camera=f"drawn:{file}",
        conditions=document["evening"],
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
