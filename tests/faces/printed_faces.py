"""
The printed deck's faces without their codes, as pictures; and decks with such faces, to play whole games with.

Of one all upper halves differ, the other is one of twins.
"""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.paper.deck import card_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.printed.pen import pictures

Rgb = NDArray[np.uint8]

SIZE_MM = (59.0, 91.0)
DOTS_PER_MM = 4
STICKER_MM = 14.0
_CORNER_MM = STICKER_MM + 3


@cache
def printed_faces() -> dict[int, Rgb]:
    """The 96 palaces and four towers by code, (364, 236, 3)."""
    pieces = [*card_pieces(reference_deck_file(), Layout(*SIZE_MM, STICKER_MM, "aruco"))]
    every = zip(pieces, pictures(pieces, round(DOTS_PER_MM * 25.4)), strict=True)
    return {int(piece.name): _without_code(np.array(picture)) for piece, picture in every}


@cache
def alike_in_upper_half() -> dict[int, frozenset[int]]:
    """For each palace, those that differ from it by the street number alone, itself among them."""
    file = reference_deck_file()
    looks = {code: _looks(file.deck.cards[number]) for code, number in file.codes.items()}
    return {code: frozenset(other for other in looks if looks[other] == looks[code]) for code in looks}


def _looks(card: object) -> tuple[object, ...]:
    return tuple(getattr(card, part) for part in ("colour", "windows", "shields"))


def _without_code(face: Rgb) -> Rgb:
    """With the colour of the band where the code was."""
    side = round(_CORNER_MM * DOTS_PER_MM)
    face[:side, :side] = face[side // 4, side + 4]
    return face


@cache
def printed() -> DeckFile:
    """The deck that is printed without codes: every upper half is one of its own."""
    return load_deck("printed")


@cache
def number_only() -> DeckFile:
    """
    Houses that are alike but for the street number, four of each: as the deck with codes looks where they are gone.

    The number stands on the door alone, which a newer card in the column covers.
    """
    faces = {code: (_packed(face),) * 2 for code, face in printed_faces().items()}
    backs = printed().photographs[BACK_CODE]
    return replace(reference_deck_file(), name="number only", photographs={**faces, BACK_CODE: backs})


def _packed(face: Rgb) -> bytes:
    return cv2.imencode(".jpg", face[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
