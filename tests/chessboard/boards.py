"""Short records to test with: bricks written as "red d5 e5", stacks as "a1 wr, a2 r"."""

import json
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.game import Game, replay, score_json
from lucca_pi.games.chessboard.rules.position import read_city, write_city
from lucca_pi.games.chessboard.rules.record import STACKS, read_record
from tests.rules.small_records import assert_clear

Data = dict[str, Any]


def stacks(text: str, size: int = 8) -> Data:
    """`stacks("a1 wr")` as it stands in a record."""
    written: Data = STACKS.write(read_city(text, size).stacks)
    return written


def record(*turns: Data, start: str = "", players: str = "Ada white, Ben red", size: int = 8, **changes: Any) -> Data:
    """A record of Ada, who plays white and begins, and Ben, who plays red; black and blue are neutral."""
    named = [part.split() for part in players.split(",")]
    whole = {
        "format": "lucca-chessboard-record/1",
        "game": "chessboard",
        "size": size,
        "players": [{"name": name, "colour": colour} for name, colour in named],
        "start": stacks(start, size),
        "turns": list(turns),
    }
    return {**whole, **changes}


def turn(player: str, *bricks: str, **more: Any) -> Data:
    """`turn("Ada", "blue a1", "red d5 e5 e6")`: a red house at d5 with the prisoners e5 and e6."""
    words = [brick.split() for brick in bricks]
    placed = [{"colour": colour, "at": at, "prisoners": prisoners} for colour, at, *prisoners in words]
    return {"player": player, "bricks": placed, **more}


def adjusted(city: str = "", prisoners: Data | None = None, **more: Any) -> Data:
    """An adjustment as it stands among the turns."""
    return {"adjust": {"city": stacks(city), "prisoners": prisoners or {}, **more}}


def played(data: Data | str) -> Game:
    """The game that a record tells."""
    return replay(read_record(data if isinstance(data, str) else json.dumps(data)))


def scored(data: Data | str) -> Data:
    """The score of a record, as other programs get it."""
    return score_json(played(data))


def city_after(*turns: Data, **changes: Any) -> str:
    """The city after these turns, in the notation."""
    return write_city(played(record(*turns, **changes)).position.city)


def events(answer: Data, *keys: str) -> list[tuple[Any, ...]]:
    """The kind of each event of the last turn, with what it has under these keys."""
    told = answer["turns"][-1]["events"]
    return [(event["kind"], *(event[key] for key in keys if key in event)) for event in told]


def broken(data: Data) -> tuple[str, int | None, int | None]:
    """The rule that a record breaks, with turn and brick."""
    try:
        played(data)
    except RuleError as error:
        assert_clear(error)
        assert set(error.where) == {"turn", "brick"}
        return error.rule, error.where["turn"], error.where["brick"]
    return "none", None, None


START = "b4 wrk, a4 w, b5 r, b3 k, a3 b, a5 b, c4 k, f4 brwk, e4 k, f5 w, f3 k"
"""The city of the rules' own example, filled in to fit its words."""
EXAMPLE = record(turn("Rosa", "blue b4", "red d4 a4"), start=START, players="Rosa red, Wim white, Bea blue")
ONE, TWO = turn("Ada", "white a1", "red c1"), turn("Ben", "white e1", "red g1")
