"""A look laid over the figure that was known: on the table it may have been shifted or turned as a whole."""

from lucca_pi.games.lucco.lying.figure import Figure
from lucca_pi.games.lucco.pieces import TILES
from lucca_pi.table.anchor import anchored
from lucca_pi.table.sighting import Look

FAR_MM = 25.0
"""Two tiles side by side tell how the figure is turned."""
FEWEST = 2


def laid_over(look: Look, figure: Figure) -> Look:
    """
    The look in the axes of the figure, by the most tiles that lie to each other as they did.

    >>> from lucca_pi.table.sighting import Sighting
    >>> known = Figure(seen={7: Sighting(7, 0, 0, 0), 12: Sighting(12, 30, 0, 0)})
    >>> seen = Look((Sighting(7, 50, 0, 90), Sighting(12, 50, 30, 90), Sighting(20, 50, 60, 90)), 0.4, ())
    >>> round(laid_over(seen, known).sightings[2].x_mm), round(laid_over(seen, known).sightings[2].y_mm)
    (60, 0)
    """
    return anchored(look, figure.seen, TILES, far_mm=FAR_MM, fewest=FEWEST)
