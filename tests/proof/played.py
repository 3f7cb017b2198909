"""Games that a session took, as their files would tell them, with the journal's looks in the place of pictures."""

import json

from claimed import NamedLooks, claims_of

from lucca_pi.contract.history import Played, Started
from lucca_pi.evening.journal import event_json
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.record import read_record, record_json
from lucca_pi.games.citta.session.memory import record_of
from lucca_pi.outside import Node
from lucca_pi.proof.game_file import GameFile, evidence_of
from lucca_pi.proof.verify import Walk


def looks_of(journal):
    """The looks of which play keeps pictures, by a name for each."""
    return {
        f"{number}.{index}": look
        for number, event in enumerate(journal, start=1)
        if isinstance(event, Started | Played)
        for index, look in enumerate(event.looks)
    }


def checked(journal, state, eyes=NamedLooks):
    """The checks of the game; none before the deal."""
    kept = record_of(state.match)
    if kept is None:
        return []
    record, looks = read_record(json.dumps(record_json(kept))), looks_of(journal)
    numbers = {int(name.partition(".")[0]) for name in looks}
    pictures = {number: tuple((name,) for name in looks if name.startswith(f"{number}.")) for number in numbers}
    events = [Node(json.loads(json.dumps(event_json(event, GAME)))) for event in journal]
    claims = claims_of(record, state.begun.setup.deck_file, dict(state.course.seats))
    told = GameFile("g", "aruco", GAME, claims, tuple(evidence_of(events, pictures)))
    return list(Walk(told, eyes(looks)).checks())


def differing(journal, state):
    return [check for check in checked(journal, state) if check.word == "differs" or "nothing follows" in check.why]
