"""Games as files tell them, drawn or taken by a session, with looks in the place of pictures; and forged files."""

import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

from evening import FILE, looks, record

from lucca_pi.contract.history import Played, Started
from lucca_pi.evening.journal import event_json
from lucca_pi.games.citta.drawn.scenes import quarter_codes_of
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.proof import claims_of as citta_claims
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record, record_json
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.session.memory import record_of
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.outside import Node
from lucca_pi.proof.game_file import Evidence, GameFile, evidence_of
from lucca_pi.proof.seeing import NothingSeenError
from lucca_pi.proof.verify import Walk


class NamedLooks:
    """Sees in a picture the look that bears its name, in any other nothing; and notes the codes that are certain."""

    def __init__(self, looks):
        self.by_name, self.certain = looks, []

    def learn(self, certain):
        self.certain.append([seen.code for _, cards in certain for seen in cards])

    def looks(self, pictures, unseen=None):
        names = [Path(name).name for joined in pictures for name in joined]
        for name in names:
            if name not in self.by_name:
                raise NothingSeenError(f"{name} shows no quarter")
        return tuple(self.by_name[name] for name in names)


def numbered():
    """The looks of the evening, by their numbers."""
    return {str(number): look for number, look in enumerate(looks())}


def evening_of(told=None):
    """The evening's game, or another record in the place of its own, each moment with its look."""
    told = told or record()
    turns = sum(len(entries) for entries in told.rounds)
    moments = (Evidence("dealt", (("0",),)), *(Evidence("played", ((str(number),),)) for number in range(1, turns + 1)))
    return GameFile("evening", "aruco", GAME, claims_of(told, FILE, quarter_codes_of(told)), moments)


def claims_of(told, deck_file, seats):
    """What the file of a record claims."""
    document = json.loads(json.dumps(score_json(score(replay(told)))))
    return citta_claims(Setup(told.edition, deck_file), told, seats, document)


def with_evidence(told, number, **changes):
    """The game with what its journal keeps of a turn changed; 0 is the deal."""
    moments = [*told.evidence]
    moments[number] = replace(moments[number], **changes)
    return replace(told, evidence=tuple(moments))


def checks(told):
    return list(Walk(told, NamedLooks(numbered())).checks())


def words(told):
    """What came out otherwise than that it agrees, by its name."""
    return {name(check): check.word for check in checks(told) if check.word != "agrees"}


def name(check):
    return f"{check.round}.{check.turn}" if check.what == "turn" else " ".join(filter(None, (check.what, check.player)))


def forged(source, target, members):
    """A copy of a game's file with members changed to other bytes or JSON data, or (None) left out."""
    with ZipFile(source) as old, ZipFile(target, "w") as new:
        for member in dict.fromkeys([*old.namelist(), *members]):
            content = members[member] if member in members else old.read(member)
            if content is not None:
                new.writestr(member, content if isinstance(content, bytes) else json.dumps(content))
    return target


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
