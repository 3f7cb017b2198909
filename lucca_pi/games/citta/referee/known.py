"""What the referee knows of the cards before a look, for those that their faces leave open."""

from lucca_pi.games.citta.referee.memory import Ground
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.table.narrowing import Known, known_by
from lucca_pi.games.citta.table.pieces import Cards


def known_before(game: Game | None, ground: Ground, pieces: Cards) -> Known:
    """What earlier looks and the turns so far tell; before the deal nothing."""
    if game is None:
        return Known()
    offered = ground.offered.keys() - game.out
    lay = {**ground.discarded, **{name: kept.seen for name, kept in ground.kept.items()}, **ground.laid_out}
    return known_by(game, pieces, lay=lay, offered=offered, left_over=ground.left_over)
