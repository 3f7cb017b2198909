"""The game's pieces as things for the drawn table: as their deck's photographs show them, or in our own print."""

from functools import cache, partial

from lucca_pi.drawn.lying import Kind, Thing
from lucca_pi.drawn.stickers import PRINTED, Mark
from lucca_pi.games.citta.drawn.faces import Faces
from lucca_pi.games.citta.drawn.lay import Lying
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, QUARTER_SQUARE_MM


class Kinds:
    """The pieces of a deck as things for the drawn table, each kind made once."""

    def __init__(self, deck_file: DeckFile) -> None:
        self._deck_file = deck_file
        self._faces = Faces(deck_file)
        self.kind = cache(self._kind)

    def thing(self, card: Lying) -> Thing:
        """The card where it lies."""
        at = card.x_mm, card.y_mm, card.heading_deg
        return Thing(self.kind(card.code), *at, level=card.level, is_buried=card.buried)

    def _kind(self, code: int) -> Kind:
        size_mm, paint = self._deck_file.card_mm, partial(self._faces.paint, code=code)
        return Kind(size_mm, paint, (self._mark(code),), looks=(self._faces.looks(code), size_mm))

    def _mark(self, code: int) -> Mark:
        """Where the code stands, or would stand: on backs and quarters in the middle, else in the upper left corner."""
        width, height = self._deck_file.card_mm
        if code in QUARTER_CODES:
            return Mark(code, width / 2, height / 2, QUARTER_SQUARE_MM, PRINTED, is_anchor=True)
        side_mm, is_bare = self._deck_file.square_mm, code in self._deck_file.photographs
        if code == BACK_CODE:
            return Mark(code, width / 2, height / 2, side_mm, is_bare=is_bare)
        middle_mm = self._deck_file.inset_mm + side_mm / 2
        return Mark(code, middle_mm, middle_mm, side_mm, is_bare=is_bare)
