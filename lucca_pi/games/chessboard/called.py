"""What players call board, mat and bricks."""

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table.board import CORNERS, MAT_CODES
from lucca_pi.language import _
from lucca_pi.table.called import Called


def called(_setup: Setup) -> Called:
    """Bricks by their colours; the codes of board and mat."""
    places = {**dict.fromkeys(CORNERS, _("the board")), **dict.fromkeys(MAT_CODES, _("the mat"))}
    return Called({**places, **{colour: _("{colour}", colour=colour) for colour in COLOURS}}, places)
