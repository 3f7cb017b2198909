"""Windows and shields of cards with stickers, proposed from the photographs once a few answers have taught them."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lucca_pi.box.counting import LearntSymbols, SymbolCount
from lucca_pi.box.draft_files import Sizes
from lucca_pi.box.stickers import SeenCard
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.vision.faces.prints import PX_PER_MM, Floats, Prints
from lucca_pi.vision.picture import Colour

_BESIDE_MM = 2.0
"""Width around a sticker where its white margin outshines the print."""


class StickerProposals:
    """Proposals from the cards photographed so far; a restart forgets photographs, and with them what they taught."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._lights: dict[int, Floats] = {}
        self._symbols = LearntSymbols()

    @property
    def shown(self) -> Collection[int]:
        """The codes of the cards photographed so far."""
        return self._lights.keys()

    def see(self, cards: Sequence[SeenCard]) -> None:
        """Remembers the cards of a photograph."""
        self._lights |= {card.code: self._light(card.picture) for card in cards}
        self._symbols.see(self._lights, dict.fromkeys(self._lights, 0), self._hidden())

    def symbols(self, code: int, answered: Mapping[int, Card]) -> SymbolCount | None:
        """Windows and shields counted on a card; None if unknown."""
        return self._symbols.counted(answered).get(code)

    def _light(self, picture: Colour) -> Floats:
        """The upper part of a card, which windows and shields are on."""
        return Prints.of({0: picture}, self._sizes.card_mm).upper.light(0)

    def _hidden(self) -> NDArray[np.bool_]:
        """The pixels of the sticker and beside it."""
        hidden = np.zeros(next(iter(self._lights.values())).shape, np.bool_)
        side = round((FROM_EDGES_MM + self._sizes.sticker_mm + _BESIDE_MM) * PX_PER_MM)
        hidden[:side, :side] = True
        return hidden
