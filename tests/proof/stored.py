"""Evenings of any game as they are stored, exported and verified, with the journal's looks in the place of pictures."""

import json
from contextlib import closing

from claimed import NamedLooks

from lucca_pi.devices.album import PICTURES
from lucca_pi.devices.store import GameStore
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.stored import summary, without_looks
from lucca_pi.proof.game_file import LOOKS, Archive, read_game_file
from lucca_pi.proof.past_games import export
from lucca_pi.proof.verify import Proof, Walk

GAME = "2026-05-01T2000"


def store(directory, kind, journal, *, pictures=True):
    """Stores the game, with an empty picture for each look; gives the looks by their pictures' names."""
    folder, looks, events = directory / PICTURES / GAME, {}, []
    folder.mkdir(parents=True)
    for number, event in enumerate(journal, start=1):
        names = {f"{number}.{index}.jpg": look for index, look in enumerate(getattr(event, "looks", ()))}
        named = {"pictures": [[name] for name in names]} if names and pictures else {}
        events.append({**json.loads(json.dumps(event_json(event, kind))), **named})
        for name in names if pictures else ():
            (folder / name).touch()
        looks |= names
    with closing(GameStore(directory)) as games:
        for event in events:
            games.append(GAME, event)
        games.sum_up(games.journal(GAME), summary(without_looks(events)))
    return looks


def exported(directory):
    return export(directory, GAME, directory / "game.zip").file


def proof_of(file, looks):
    """What comes out where each picture shows its look."""
    with Archive(file) as archive:
        game_file = read_game_file(archive)
        assert all(name.startswith(LOOKS) for one in game_file.evidence for look in one.pictures for name in look)
        return Proof(GAME, tuple(Walk(game_file, NamedLooks(looks)).checks()))
