"""Whether the turn being played may win."""

from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.table import group, places_to_lay
from lucca_pi.games.lucco.rules.tiles import Lay
from lucca_pi.games.lucco.rules.turn import TO_WIN


def may_win(game: Game) -> bool:
    """
    Whether the player in turn can bring five tiles together.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> [may_win(Game(read_position(f"square | Ada blue | Ben red | table: blue 0,0 0,1 {more}"))) for more in
    ...  ("0,2 0,3", "0,2; red 0,3")]
    [True, False]
    """
    position = game.position
    own = position.colour_of(position.next)
    if not position.stock(own):
        return False
    lays = (Lay(own, cell) for cell in places_to_lay(position.table))
    return any(len(group(position.table.with_piece(lay), lay.at)) >= TO_WIN for lay in lays)
