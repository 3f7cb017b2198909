"""Small tables written by hand."""

from lucca_pi.games.citta.table.pieces import CardFace, Cards
from lucca_pi.table.sighting import Look, Sighting

COLOURS = ("red", "blue", "green", "yellow")
PIECES = Cards({code: CardFace(code, COLOURS[code % 4]) for code in range(1, 97)})
"""Card 1 is blue, 2 green, 3 yellow, 4 red, and so on."""

SOUTH = Sighting(101, 0, 0, 0)
EAST = Sighting(103, 440, -400, -90)
"""The player on the right of the table, seen from the first: their y runs to the first's right."""


def look(*sightings: Sighting) -> Look:
    return Look(sightings, 0.4, ((-500, -500), (500, -500), (500, 500), (-500, 500)))


def card(code: int, x_mm: float, y_mm: float, heading_deg: float = 0, margin: float = 1) -> Sighting:
    return Sighting(code, x_mm, y_mm, heading_deg, margin)
