"""The desk on which a box with stickers is enrolled: each photograph's cards are asked for, and soon proposed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from lucca_pi.box.counting import LearntSymbols, SymbolCount
from lucca_pi.box.desk import Desk, NothingTakenError, Prompt
from lucca_pi.box.draft_files import Sizes, draft_file
from lucca_pi.box.photo_store import packed
from lucca_pi.box.sheets import contact_sheet
from lucca_pi.box.stickers import SeenCard, is_mirrored, see_cards, shows_game
from lucca_pi.box.words import A_GAME, CHECK, NO_CODES, STICKER_GREETING, card_words, code_seen_twice, is_it
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deck_check import ranges
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.shades import Shade
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.faces.prints import PX_PER_MM, Floats, Prints
from lucca_pi.vision.picture import Colour

_BESIDE_MM = 2.0
"""Width around a sticker where its white margin outshines the print."""


class StickerProposals:
    """Windows and shields by the cards photographed so far; a restart forgets photographs, and what they taught."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self.lights: dict[int, Floats] = {}
        """The upper part, which windows and shields are on, of each card photographed so far."""
        self._symbols = LearntSymbols()

    def see(self, cards: Sequence[SeenCard]) -> None:
        """Remembers the cards of a photograph."""
        self.lights |= {card.code: Prints.of({0: card.picture}, self._sizes.card_mm).upper.light(0) for card in cards}
        hidden = np.zeros(next(iter(self.lights.values())).shape, np.bool_)
        side = round((FROM_EDGES_MM + self._sizes.sticker_mm + _BESIDE_MM) * PX_PER_MM)
        hidden[:side, :side] = True
        self._symbols.see(self.lights, dict.fromkeys(self.lights, 0), hidden)

    def symbols(self, code: int, answered: Mapping[int, Card]) -> SymbolCount | None:
        """Windows and shields counted on a card; None if unknown."""
        return self._symbols.counted(answered).get(code)


class StickerDesk(Desk):
    """A desk for cards known by their stickers; windows and shields are proposed once a few answers taught them."""

    check = CHECK
    take_out = (_("Remove this card"), None)
    more = _("Photograph 12 or 24 cards")

    def __init__(self, file: Path) -> None:
        """Goes on with the draft of before. Raises EnrolError and UnreadableError."""
        super().__init__(file)
        self._goes_on = self.is_settled
        self._asked_next: list[int] = []
        """The codes of the cards to be asked for one after another, the next one first; some may be there already."""
        self._lead: tuple[tuple[Text, ...], bool] = ((), False)
        """What stands before the next question, and whether it shows the cards asked for; until something is typed."""
        self._together: tuple[int, ...] = ()
        """The codes of several cards that were typed in one answer, until they are taken."""
        self._back = 0
        """Number of cards people have gone back among those entered last."""
        self._pictures: dict[int, bytes] = {}
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
        self._pictures |= {card.code: packed(card.picture) for card in cards}
        self._ask_for([code for code in shades if code not in self.draft.cards])
        sheet = contact_sheet(self.file)
        self._lead = (_("{sheet} shows them, sorted: is each code on the right card?", sheet=sheet),), True
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

    def end_photographs(self) -> None:
        """Asks for no more photographs, but for the cards that none showed."""
        super().end_photographs()
        if self._photographed.lights:
            told = _(
                "Not in any picture: the codes {codes}. Enter these cards, or q and take another picture.",
                codes=ranges(self._left),
            )
            self._lead = (told,), False
        self._ask_for(self._left)

    @property
    def pictures(self) -> Mapping[int, bytes]:
        """The cards' pictures by code, as JPEG; that of a card that was forgotten stays, in case this is undone."""
        return self._pictures

    # questions one after another

    @property
    def greeting(self) -> tuple[Text, ...]:
        """How to answer, and where this desk goes on."""
        if not self._goes_on:
            return (STICKER_GREETING,)
        known = {"entered": len(self.draft.cards), "all": CARDS_IN_A_DECK, "sizes": self.draft.sizes.text}
        return STICKER_GREETING, _("Continuing: {entered} of {all} cards are entered ({sizes}).", **known)

    def _ask_for(self, codes: Iterable[int]) -> None:
        """Asks for these cards next, in their order."""
        self._asked_next, self._back = [*codes], 0
        self._left_out.difference_update(self._asked_next)

    @property
    def _left(self) -> list[int]:
        """The codes without a card that nobody has left out."""
        return [code for code in self.draft.left if code not in self._left_out]

    @property
    def coming(self) -> list[int]:
        """The codes of the cards to be asked for one after another, the next one first."""
        return [code for code in self._asked_next if code in self._left]

    @property
    def prompt(self) -> Prompt | None:
        """The next card, one of which the proposal is not sure, or all that is typed; then what the deck lacks."""
        coming = self.coming
        if self._back:
            code = [*self.draft.cards][-self._back]
            return Prompt(None, code=code, at_length=self._title(code))
        if typed := [code for code in coming if code in self.draft.typed]:
            unsure = [code for code in coming if code in self.unsure]
            return self._asked_about(unsure[0]) if unsure else self._check_of(typed)
        if coming:
            return self._asked_about(coming[0])
        if not self._are_photographs_over and self.draft.left:
            return Prompt(_("Lay up to 24 cards under the camera, then press Enter"), is_photograph=True)
        return None if self.draft.left else self._last_check()

    def _asked_about(self, code: int) -> Prompt:
        """Asks for a card: its windows, its colour if none is proposed, or if what is proposed is right."""
        told, are_shown = self._lead
        labels = {one: self.shown(one).label for one in self.sheet if one in self.pictures} if are_shown else {}
        seen = self._symbols(code)
        if seen and code in self.unsure:
            return Prompt(is_it(code, self.usual(code), seen.windows), told, labels, code=code)
        colour = self.usual(code).colour
        wanted = _("{word}, windows", word=colour) if colour else _("colour and windows")
        title = self._title(code)
        return Prompt(listed([title, wanted], ": "), told, labels, code=code, at_length=title)

    def _check_of(self, typed: Sequence[int]) -> Prompt:
        """Shows what is typed and proposed."""
        every = {code: self.shown(code).label for code in typed}
        labels = {code: label for code, label in every.items() if code in self.pictures}
        below = [_("They are below the pictures in {sheet}, too.", sheet=contact_sheet(self.file))] if labels else []
        return self._check((*(f"  {label}" for label in every.values()), *below), labels)

    def _title(self, code: int) -> Text:
        """The card by its code, with how many are entered."""
        cards = self.draft.cards
        count = [*cards].index(code) + 1 if code in cards else len(cards) + 1
        return _("Code {code} ({count} of {all})", code=code, count=count, all=CARDS_IN_A_DECK)

    def answer(self, text: str) -> None:
        """
        Takes the answer: a key for each of the next cards, one card's short answer as `117 red2`, or a correction.

        One card counts at once, several are shown first. Raises ValueError, with the code of the card if there are
        several.
        """
        prompt = self.prompt
        typed = [code for code in self.coming if code in self.draft.typed]
        if prompt is None or (prompt.code is None and (text or not typed)):
            super().answer(text)
            return
        self.told, self._lead = (), ((), False)
        if prompt.code is None:
            self.take(typed)
            return
        if prompt.at_length is None and text:
            self.type([prompt.code], text)
        elif prompt.at_length is None:
            self.confirm(prompt.code)
        elif len(codes := self.type(self.coming, text)) == 1:
            self.take(codes)
            self.told = (card_words(self.draft.cards[codes[0]]),)
        else:
            self._together = codes

    def take(self, codes: Iterable[int] | None = None) -> int:
        """Enters the cards typed for these codes, or for all; returns how many. Raises UnwritableError."""
        self._back, self._together = 0, ()
        return super().take(codes)

    def enter(self, code: int, card: Card) -> None:
        """The card counts at once. Raises UnwritableError."""
        super().enter(code, card)
        self._back, self._lead, self.told = 0, ((), False), (card_words(card),)

    def is_there(self, code: int) -> bool:
        """True for a card in hand, and for one that was typed."""
        return super().is_there(code) or code in self.draft.answered

    def go_back(self) -> None:
        """Asks again for the card entered before, again for the one before that; or for cards typed together."""
        if self._together:
            self.untype(self._together)
            self._together = ()
        else:
            self._back = min(self._back + 1, len(self.draft.cards))

    def leave_out(self) -> None:
        """Asks for the card another time."""
        if not self._back and self.prompt and self.prompt.code:
            self._left_out.add(self.prompt.code)
        self._back = 0

    def end(self) -> None:
        """Writes the deck file if all is there and right; messages are in `told`. Raises UnwritableError."""
        if not (left := self.draft.left):
            super().end()
            return
        self.told = (
            _("Cards left: {number}, with the codes {codes}.", number=len(left), codes=ranges(left)),
            _("The others are saved in {draft}; the same command continues.", draft=draft_file(self.file)),
        )

    # proposals

    def _shown(self) -> Collection[int]:
        return [code for code in self.sheet if code in self._photographed.lights]

    def _symbols(self, code: int) -> SymbolCount | None:
        """
        Windows and shields that a card's photograph shows; None if they are not sure.

        If the sticker covers the shields, windows alone have been learnt wrongly: nothing is proposed then.
        """
        seen = self._photographed.symbols(code, self.draft.answered)
        return seen if seen and seen.is_sure else None

    def _heap_of(self) -> Mapping[int, int]:
        """The number of each photographed card's colour; -1 if it is not known."""
        colours, answered, shown = self.draft.colours, self.draft.answered, self._photographed.lights
        words = {code: answered[code].colour if code in answered else self.usual(code).colour for code in shown}
        return {code: colours.index(word) if word in colours else -1 for code, word in words.items()}
