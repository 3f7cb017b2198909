"""What players call the pieces of a deck."""

from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, pieces_in
from lucca_pi.language import _
from lucca_pi.table.called import Called
from lucca_pi.table.shades import shade_of

_TO_BEGIN = _(
    "Lay the quarters of seats 1, 2 and 3 where three of you sit; there they stay. They are the frames without a word. "
    "A number is the card with that code; T1 and T2 are towers; “wall” is a card with its back up. Take out cards 1 to "
    "11, both towers and three cards more."
)


def called(setup: Setup) -> Called:
    """The pieces: cards by their numbers, quarters by their families."""
    cards = pieces_in(setup.deck_file)
    faces = {code: str(cards.name(code)) for code in (*cards.faces, *TOWER_OF_CODE)}
    places = {
        code: _("seat {number} ({family})", number=number, family=family)
        for number, (code, family) in enumerate(FAMILIES.items(), start=1)
    }
    shades = {code: shade for code, face in cards.faces.items() if (shade := shade_of(face.colour))}
    return Called({**faces, **FAMILIES, BACK_CODE: _("wall")}, places, shades, _TO_BEGIN)
