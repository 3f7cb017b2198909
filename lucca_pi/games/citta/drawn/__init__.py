"""
The drawn camera of Lucca Città: its pictures of the table at each look of a record.

Each card shows its photograph, if the deck has one, or else the face that `lucca-pi print deck` prints.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Any

import cv2
import numpy as np

from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.camera import DrawnScene as Drawn
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.drawn.things import DOTS_PER_MM, PRINTED, CodeMark, DrawnFace, Thing, ThingKind
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn.scenes import DrawnCard, lay_cards, quarter_codes_of, table_scenes
from lucca_pi.games.citta.drawn.seats import table_for
from lucca_pi.games.citta.files import load_deck, load_record
from lucca_pi.games.citta.paper.deck import deck_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, QUARTER_SQUARE_MM
from lucca_pi.printed.pen import PrintedPiece, picture
from lucca_pi.printed.stickers import sticker_of_square_mm

_DPI = round(DOTS_PER_MM * 25.4)


@dataclass(frozen=True, slots=True)
class _Print:
    """A piece to be printed; `looks` says all that its print depends on, so that equal ones are printed once."""

    looks: str
    piece: PrintedPiece = field(compare=False)


@lru_cache(maxsize=256)
def _png(printed: _Print) -> bytes:
    """The print, packed: unpacked, a deck takes a hundred megabytes."""
    dots = np.asarray(picture(printed.piece, _DPI))[:, :, ::-1]
    return cv2.imencode(".png", dots)[1].tobytes()


def _paint(face: DrawnFace, shown: bytes | _Print) -> None:
    """Puts a photograph or a print onto the face."""
    packed = _png(shown) if isinstance(shown, _Print) else shown
    dots = np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    height, width = face.dots.shape[:2]
    way = cv2.INTER_AREA if dots.shape[0] >= height else cv2.INTER_CUBIC
    face.dots[:] = cv2.resize(dots, (width, height), interpolation=way)


class CardKinds:
    """The pieces of a deck as photographed or printed: things for the drawn table, each kind made once."""

    def __init__(self, deck_file: DeckFile) -> None:
        self._deck_file = deck_file
        self._layout = Layout(*deck_file.card_mm, sticker_of_square_mm(deck_file.square_mm), "aruco")
        self._pieces = {int(piece.name): piece for piece in deck_pieces(deck_file, self._layout)}
        self.kind = cache(self._kind)

    def thing(self, card: DrawnCard) -> Thing:
        """The card as a thing in its place."""
        at = card.x_mm, card.y_mm, card.heading_deg
        return Thing(self.kind(card.code), *at, level=card.level, is_buried=card.buried)

    def _kind(self, code: int) -> ThingKind:
        size_mm, (photograph, *_more) = self._deck_file.card_mm, self._deck_file.photographs.get(code, (None,))
        shown = photograph or self._print(code)
        looks = shown.looks if isinstance(shown, _Print) else shown
        return ThingKind(size_mm, partial(_paint, shown=shown), (self._mark(code),), looks=(looks, size_mm))

    def _print(self, code: int) -> _Print:
        card = self._deck_file.deck.cards.get(self._deck_file.codes.get(code, -1))
        looks = code, card, self._deck_file.deck.colours if card else (), self._layout
        return _Print(repr(looks), self._pieces[code])

    def _mark(self, code: int) -> CodeMark:
        """The place of the code, or of its absence: the middle of backs and quarters, else the upper left corner."""
        width, height = self._deck_file.card_mm
        if code in QUARTER_CODES:
            return CodeMark(code, width / 2, height / 2, QUARTER_SQUARE_MM, PRINTED, is_anchor=True)
        side_mm, is_bare = self._deck_file.square_mm, code in self._deck_file.photographs
        if code == BACK_CODE:
            return CodeMark(code, width / 2, height / 2, side_mm, is_bare=is_bare)
        middle_mm = self._deck_file.inset_mm + side_mm / 2
        return CodeMark(code, middle_mm, middle_mm, side_mm, is_bare=is_bare)


class CittaCamera(DrawnCamera):
    """
    A camera above the drawn table of a recorded game: look 0 is the deal, look n the table after the n-th turn.

    `seed` decides what the record leaves open: the triplets nobody took, how exactly cards are laid, and everything
    that `conditions` leave to chance. An adjustment is on the table from the look after the turn that follows it.

    Raises RuleError for an illegal record, for a deck file that is not the record's deck, and for cards that are too
    large.
    """

    def __init__(self, record: Record, deck_file: DeckFile, seed: int = 0, conditions: Conditions = EASY) -> None:
        if record.deck.cards != deck_file.deck.cards:
            raise RuleError("deck", f"the record was not played with the deck {deck_file.name}: give the deck it names")
        self.seats = quarter_codes_of(record)
        self.positions = tuple(table_scenes(record, seed))
        ground = table_for(len(record.players), deck_file.card_mm).ground
        self._laid = tuple(
            lay_cards(scene.position, scene.centre, self.seats, deck_file, seed=seed, places=scene.places)
            for scene in self.positions
        )
        thing = CardKinds(deck_file).thing
        super().__init__([Drawn(tuple(map(thing, laid))) for laid in self._laid], ground, seed, conditions)

    def lying(self, number: int) -> tuple[DrawnCard, ...]:
        """Every card in look `number`. Raises CameraEndedError."""
        self.scene(number)
        return self._laid[number]


def camera_for(record: str, settings: Mapping[str, Any]) -> CittaCamera:
    """
    The camera above the game in that file, with the deck and on the evening that the configuration names.

    Raises UnreadableError, and what `CittaCamera` raises.
    """
    conditions = CONDITIONS[settings["conditions"]]
    return CittaCamera(load_record(record), load_deck(settings["deck"]), conditions=conditions)
