"""The desk on which a box with stickers is enrolled: each photograph's cards are asked for, and soon proposed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from lucca_pi.box.counting import SymbolCount
from lucca_pi.box.desk import Desk, NothingTakenError
from lucca_pi.box.sticker_proposals import StickerProposals
from lucca_pi.box.stickers import SeenCard, is_mirrored, see_cards, shows_game
from lucca_pi.box.words import A_GAME, NO_CODES, code_seen_twice, is_it
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.shades import Shade
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.picture import Colour


class StickerDesk(Desk):
    """A desk for cards known by their stickers; windows and shields are proposed once a few answers taught them."""

    def __init__(self, file: Path) -> None:
        """Goes on with the draft of before. Raises EnrolError and UnreadableError."""
        super().__init__(file)
        self.coming: list[int] = []
        """The codes of the cards to be asked for one after another, the next one first."""
        self._back = 0
        """Number of cards people have gone back among those entered last."""
        self._photographed = StickerProposals(self.draft.sizes)

    def settle(self, answers: Mapping[str, str]) -> None:
        """Takes the answers to `settings`. Raises ValueError and UnwritableError."""
        super().settle(answers)
        self._photographed = StickerProposals(self.draft.sizes)

    # photographs

    def seen_in(self, picture: Colour) -> tuple[SeenCard, ...]:
        """
        The cards in a photograph; may be called from any thread. Takes seconds.

        Raises NothingTakenError if there are none.
        """
        if shows_game(picture):
            raise NothingTakenError(A_GAME)
        cards = see_cards(picture, self.draft.sizes)
        if not cards and is_mirrored(picture, self.draft.sizes):
            raise NothingTakenError(MIRRORED)
        if not cards:
            raise NothingTakenError(listed([_("No card was recognised."), NO_CODES], " "))
        return cards

    def lay(self, cards: Sequence[SeenCard]) -> tuple[Text, ...]:
        """Lays the cards of a photograph on the desk; returns the messages about them. Raises UnwritableError."""
        shades = {card.code: card.shade for card in cards}
        self._photographed.see(cards)
        self._step(lambda: self._lay(shades), self._fill)
        self.pictures |= {card.code: _jpeg(card.picture) for card in cards}
        self.ask_for([code for code in shades if code not in self.draft.cards])
        proposed = len(self.draft.proposed.intersection(self.coming))
        left = len(self.coming) - proposed
        told = [
            ngettext("{number} card recognised.", "{number} cards recognised.", len(cards)),
            ngettext("{number} is still to be entered.", "{number} are still to be entered.", left),
        ]
        if proposed:
            told.append(ngettext("{number} is proposed.", "{number} are proposed.", proposed))
        self.told = (listed(told, " "), *(code_seen_twice(card) for card in cards if card.times > 1))
        return self.told

    def _lay(self, shades: Mapping[int, Shade]) -> None:
        """Puts these cards on the sheet, with those that somebody typed and nobody took; proposals of others go."""
        self.draft.shades.update(shades)
        self.sheet = tuple(dict.fromkeys((*shades, *(self.draft.typed.keys() - self.draft.proposed))))

    # questions about one card after another

    def ask_for(self, codes: Iterable[int]) -> None:
        """Asks for these cards next, in their order."""
        self.coming, self._back = [*codes], 0
        self._left_out.difference_update(self.coming)

    @property
    def unseen(self) -> list[int]:
        """The codes without a card that nobody has left out."""
        return [code for code in self.draft.left if code not in self._left_out]

    @property
    def asked(self) -> int | None:
        """The code of the card asked for now; None if all are there or left out."""
        self.coming = [code for code in self.coming if code in self.unseen]
        if not self.coming:
            return None
        return [*self.draft.cards][-self._back] if self._back else self.coming[0]

    def go_back(self) -> None:
        """Asks again for the card entered before; called again, for the one before that."""
        self._back = min(self._back + 1, len(self.draft.cards))

    def leave_out(self) -> None:
        """Asks for the card another time."""
        if not self._back:
            self._left_out.add(self.coming[0])
        self._back = 0

    def title(self, code: int) -> Text:
        """The card by its code, with how many are entered."""
        cards = self.draft.cards
        count = [*cards].index(code) + 1 if code in cards else len(cards) + 1
        return _("Code {code} ({count} of {all})", code=code, count=count, all=CARDS_IN_A_DECK)

    def question(self, code: int) -> Text:
        """The question about a card: its windows, and its colour if none is proposed."""
        seen = self._symbols(code)
        if seen and code in self.unsure:
            return is_it(code, self.usual(code), seen.windows)
        colour = self.usual(code).colour
        wanted = _("{word}, windows", word=colour) if colour else _("colour and windows")
        return listed([self.title(code), wanted], ": ")

    def answer(self, text: str) -> tuple[int, ...]:
        """
        Notes the answer for the next cards, a key each, or one card's short answer as `117 red2`.

        Returns the codes that were typed for. Raises ValueError, with the code of the card if there are several.
        """
        return self.type(self.coming, text)

    def enter(self, code: int, card: Card) -> None:
        """The card counts at once. Raises UnwritableError."""
        super().enter(code, card)
        self._back = 0

    def take(self, codes: Iterable[int] | None = None) -> int:
        """Enters the cards typed for these codes, or for all; returns how many. Raises UnwritableError."""
        self._back = 0
        return super().take(codes)

    # proposals

    def _shown(self) -> Collection[int]:
        return [code for code in self.sheet if code in self._photographed.shown]

    def _symbols(self, code: int) -> SymbolCount | None:
        """
        Windows and shields that a card's photograph shows; None if they are not sure.

        If the sticker covers the shields, windows alone have been learnt wrongly: nothing is proposed then.
        """
        seen = self._photographed.symbols(code, self.draft.answered)
        return seen if seen and seen.is_sure else None

    def _heap_of(self) -> Mapping[int, int]:
        """The number of each photographed card's colour; -1 if it is not known."""
        colours, answered, shown = self.draft.colours, self.draft.answered, self._photographed.shown
        words = {code: answered[code].colour if code in answered else self.usual(code).colour for code in shown}
        return {code: colours.index(word) if word in colours else -1 for code, word in words.items()}


def _jpeg(picture: Colour) -> bytes:
    stream = BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(stream, "JPEG", quality=85)
    return stream.getvalue()
