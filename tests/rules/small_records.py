"""Short records to test with: three players, the reference deck, and turns written as "7 wall"."""

import json
from typing import Any

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.rules.score import score, score_json

Data = dict[str, Any]


def record(*rounds: list[Data], **changes: Any) -> Data:
    """A record in which Cid (5 shields, number 6) plays before Ada (5 shields, number 2) and Ben (1 shield)."""
    whole = {
        "format": "lucca-citta-record/1",
        "edition": "english",
        "deck": "reference",
        "players": ["Ada", "Ben", "Cid"],
        "deal": {"Ada": [1, 2], "Ben": [3, 4], "Cid": [5, 6]},
        "rounds": list(rounds),
    }
    return {**whole, **changes}


def turn(player: str, *plays: str, opens: tuple[str, ...] = ()) -> Data:
    """`turn("Ada", "7 wall", "T1 tower", "8 palace")`."""
    cards = [play.split() for play in plays]
    return {
        "player": player,
        "open": list(opens),
        "play": [{"card": int(card) if card.isdigit() else card, "as": way} for card, way in cards],
    }


def discards(player: str, first: int) -> Data:
    """A turn that throws three cards away, `first` and the two numbers after it."""
    return turn(player, *(f"{first + more} discard" for more in range(3)))


def adjusted(player: str, **areas: Any) -> Data:
    """An adjustment as it stands in a round."""
    return {"adjust": {"player": player, **areas}}


def scored(data: Data | str) -> Data:
    """The score of a record, as other programs get it."""
    text = data if isinstance(data, str) else json.dumps(data)
    return score_json(score(replay(read_record(text))))


def lines(data: Data, kind: str) -> list[tuple[int | None, str, int]]:
    """Round, player and points of each line of a kind."""
    return [(line["round"], line["player"], line["points"]) for line in scored(data)["lines"] if line["kind"] == kind]


def assert_clear(error: RuleError | UnreadableError) -> None:
    """The error is one or two short lines that can be printed."""
    text = str(error)
    assert len(text.splitlines()) <= 2
    assert all(line.isprintable() and len(line) < 1000 for line in text.splitlines())
    assert error.message.isprintable()
