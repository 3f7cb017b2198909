"""
A finished game for the app BG Stats: a link from which it takes a play, as text or as a QR code.

The link and its fields are those of "Push plays to BG Stats from other apps or websites"
(https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/), as programs that follow it
write them. The app asks once which of its games and players are meant, and remembers: so both are called alike in
every play. It knows the game by its name, as the number of it at BoardGameGeek is not known here.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from lucca_pi.errors import NotFinishedError
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.score import Score

LINK = "https://app.bgstatsapp.com/createPlay.html?data="


def play_json(name: str, record: Record, score: Score) -> dict[str, Any]:
    """The game called `name` as a play of BG Stats. Raises NotFinishedError."""
    if not score.finished:
        raise NotFinishedError(f"the game {name} is not finished: BG Stats keeps games that are")
    started, ended = (datetime.fromisoformat(record.extra[key]) for key in ("started", "ended"))
    return {
        "sourceName": "lucca-pi",
        "sourcePlayId": name,
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round((ended - started).total_seconds() / 60)),
        "game": {"name": "Lucca Città", "sourceGameId": "lucca-citta", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player,
                "sourcePlayerId": player,
                "startPlayer": player == score.game.orders[0][0],
                "score": score.totals[player],
                "rank": score.rank(player),
                "winner": score.rank(player) == 1,
            }
            for player in score.ranking
        ],
    }


def link_to(play: Mapping[str, Any]) -> str:
    """The link that opens BG Stats with the play."""
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
