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
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lucca_pi.citta.rules.record import Record
from lucca_pi.citta.rules.score import Score

if TYPE_CHECKING:
    from PIL.Image import Image

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
MODULE_PX = 8
QUIET_MODULES = 4
"""White around the code (ISO/IEC 18004)."""


class NotFinishedError(Exception):
    """The game has no winner yet."""


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


def qr_picture(link: str) -> "Image":
    """The link as a QR code, black on white. A display of 64 rows has too few dots for it."""
    import numpy as np
    from PIL import Image

    dark = np.pad(qr_modules(link), QUIET_MODULES)
    grey = np.where(dark, 0, 255).astype(np.uint8)
    return Image.fromarray(np.kron(grey, np.ones((MODULE_PX, MODULE_PX), np.uint8)))


def qr_modules(text: str) -> list[list[bool]]:
    """The dark modules, rows from the top. OpenCV's are not readable when they are as many as these (version 7 on)."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.L)
    code.addData(text)
    code.make()
    return [[bool(module) for module in row] for row in code.modules]
