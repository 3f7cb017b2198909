"""States as tables publish them, sealed."""

import json

from lucca_pi.mqtt.table_state import FORMAT, sealed

KEY, OTHER_KEY = "0a" * 32, "0b" * 32
RANKING = [("Ada", 40), ("Ben", 30), ("Cleo", 10)]


def state(number=1, /, table="one", **more):
    """The state of a game after some turns; `number` is its number, its minute, and how many events are confirmed."""
    ranking = [
        {"rank": rank, "player": player, "total": total, "note": ""} for rank, (player, total) in enumerate(RANKING, 1)
    ]
    return {
        "format": FORMAT,
        "table": table,
        "version": "1",
        "number": number,
        "date": f"2026-11-28T20:{number:02}:00+00:00",
        "id": "g1",
        "game": "citta",
        "title": "Lucca Città",
        "round": 2,
        "rounds": 8,
        "turn": None,
        "finished": False,
        "waits": "turn",
        "player": "Ben",
        "text": "",
        "ranking": ranking,
        "last": None,
        "since": f"2026-11-28T20:{number:02}:00+00:00",
        "confirmed": number,
        "digest": "d" * 64,
        **more,
    }


def payload(number=1, /, key=KEY, **more):
    return json.dumps(sealed(state(number, **more), key)).encode()
