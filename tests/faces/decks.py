"""Decks whose cards bear no codes, to play whole games with: one whose upper halves all differ, and one of twins."""

from dataclasses import replace
from functools import cache

import cv2

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.faces.printed_faces import Rgb, printed_faces


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
