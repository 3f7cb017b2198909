"""
The faces of a deck as pictures: its photographs, where it has them, and else what `lucca-pi print deck` prints.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from lucca_pi.drawn.pen import DOTS_PER_MM, Face, Texture
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.paper.deck import deck_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.printed.paper import Piece, picture
from lucca_pi.printed.stickers import sticker_of_square_mm

_DPI = round(DOTS_PER_MM * 25.4)


@dataclass(frozen=True, slots=True)
class _Print:
    """A piece to be printed; `looks` says all that its print depends on, so that equal ones are printed once."""

    looks: str
    piece: Piece = field(compare=False)


class Faces:
    """
    The pieces of a deck as they were photographed or are printed, each by its code.

    Raises RuleError "deck" for a photograph that is no picture.
    """

    def __init__(self, deck_file: DeckFile) -> None:
        _check(deck_file)
        width, height = deck_file.card_mm
        self._layout = Layout(width, height, sticker_of_square_mm(deck_file.square_mm), "aruco")
        self._pieces = {int(piece.name): piece for piece in deck_pieces(deck_file, FAMILIES, self._layout)}
        self._deck_file = deck_file

    def paint(self, face: Face, code: int) -> None:
        """Puts the picture of the piece onto the face."""
        height, width = face.dots.shape[:2]
        taken = self._deck_file.photographs.get(code)
        dots = _unpacked(taken[0]) if taken else _unpacked(_png(self._print(code)))
        way = cv2.INTER_AREA if dots.shape[0] >= height else cv2.INTER_CUBIC
        face.dots[:] = cv2.resize(dots, (width, height), interpolation=way)

    def looks(self, code: int) -> str | bytes:
        """What the picture of the piece depends on: equal ones look alike."""
        taken = self._deck_file.photographs.get(code)
        return taken[0] if taken else self._print(code).looks

    def _print(self, code: int) -> _Print:
        card = self._deck_file.deck.cards.get(self._deck_file.codes.get(code, -1))
        return _Print(
            repr((code, card, self._deck_file.deck.colours if card else (), self._layout)), self._pieces[code]
        )


def _check(deck_file: DeckFile) -> None:
    for code, pictures in deck_file.photographs.items():
        packed = np.frombuffer(pictures[0] if pictures else b"", np.uint8)
        if not packed.size or cv2.imdecode(packed, cv2.IMREAD_REDUCED_GRAYSCALE_8) is None:
            name = deck_file.name
            raise RuleError(
                "deck", f"{name}: the photograph of the card with code {code} is no picture: photograph it again"
            )


def _unpacked(packed: bytes) -> Texture:
    dots: Texture = np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    return dots


@lru_cache(maxsize=256)
def _png(printed: _Print) -> bytes:
    """The print, packed: unpacked, a deck takes a hundred megabytes."""
    dots = np.asarray(picture(printed.piece, _DPI))[:, :, ::-1]
    return cv2.imencode(".png", dots)[1].tobytes()
