"""What the auditor knows of the cards before a look, by its own memory, for those that their faces leave open."""

from lucca_pi.games.citta.auditor.memory import Memory
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.table.narrowing import Known, known_by
from lucca_pi.games.citta.table.pieces import Cards


def known_before(memory: Memory, game: Game, pieces: Cards) -> Known:
    """What its memory and the turns so far tell; after the deal, as before any look, that is little."""
    gone = {name for name, one in memory.faces.items() if one.is_lost and name in memory.left_over}
    lay = {name: one.seen for name, one in memory.faces.items() if name not in gone}
    return known_by(game, pieces, lay=lay, offered=memory.offered(game), left_over=memory.left_over)
