"""A box with stickers at the terminal: cards are asked one by one, or several at once."""

from collections.abc import Sequence
from pathlib import Path

from lucca_pi.box.answers import number_in, shields_beside, symbols_in, typed_colour
from lucca_pi.box.dialogue import BackError, SkipError
from lucca_pi.box.draft_files import draft_file
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.box.stickers import SeenCard
from lucca_pi.box.terminal_desk import Pictures, Terminal
from lucca_pi.box.words import STICKER_GREETING, WHICH_IS_WRONG, card_words
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deck_check import ranges
from lucca_pi.language import Text, _, say
from lucca_pi.vision.picture import Colour


class StickerTerminal(Terminal):
    """A box with stickers: the cards of each picture are asked for, then all those that no picture showed."""

    desk: StickerDesk
    _pictured: tuple[SeenCard, ...] = ()
    """The cards of the picture in hand."""

    def deck_made(self, pictures: Pictures | None) -> bool:
        desk, goes_on = self.desk, self.desk.is_settled
        if not goes_on:
            self._settle()
        self._dialogue.say(STICKER_GREETING)
        if goes_on:
            known = {"entered": len(desk.draft.cards), "all": CARDS_IN_A_DECK, "sizes": desk.draft.sizes.text}
            self._dialogue.say(_("Continuing: {entered} of {all} cards are entered ({sizes}).", **known))
        while pictures is not None and desk.draft.left and (picture := next(pictures, None)) is not None:
            if not isinstance(picture, str):
                self._take(picture)
        if pictures is not None and desk.unseen:
            codes = ranges(desk.unseen)
            self._dialogue.say(
                _(
                    "Not in any picture: the codes {codes}. Enter these cards, or q and take another picture.",
                    codes=codes,
                )
            )
        desk.ask_for(desk.unseen)
        self._ask_all()
        return self._are_all_there() and self._written()

    def _take(self, picture: Colour) -> None:
        """Asks for the cards in the picture."""
        if (cards := self._seen_in(picture)) is None:
            return
        self._tell(self.desk.lay(cards))
        self._pictured = cards
        if self.desk.coming:
            sheet = self._show_pictured()
            self._dialogue.say(_("{sheet} shows them, sorted: is each code on the right card?", sheet=sheet))
        self._ask_all()
        self._pictured = ()

    def _show_pictured(self) -> Path:
        pictures = {card.code: card.picture for card in self._pictured}
        return self._show(pictures, {code: self.desk.shown(code).label for code in pictures})

    def _ask_one(self, code: int) -> None:
        """Asks for one card; for several of the next ones, if a key is typed for each."""
        if code not in self.desk.draft.cards and self._is_asked_shortly(code):
            return
        self._dialogue.say(self.desk.title(code))
        card = self._one_by_one(code)
        self.desk.enter(code, card)
        self._dialogue.note(card_words(card))

    def _is_asked_shortly(self, code: int) -> bool:
        """Asks about proposals that are not sure, then about all others, else for this card; False to ask at length."""
        if unsure := [one for one in self.desk.coming if one in self.desk.unsure]:
            self._ask_unsure(unsure[0])
            return True
        if self._proposed():
            self._confirm_proposed()
            return True
        return self._in_short(code)

    def _proposed(self) -> list[int]:
        """The cards asked for now of which photographs show all facts."""
        return [code for code in self.desk.coming if code in self.desk.draft.proposed]

    def _ask_unsure(self, code: int) -> None:
        """Asks if a proposal is right; Enter says yes, an answer corrects it."""
        try:
            text = self._dialogue.line(self.desk.question(code))
            if text:
                self.desk.type([code], text)
            else:
                self.desk.confirm(code)
        except ValueError as error:
            self._note_wrong(error)

    def _confirm_proposed(self) -> None:
        """Shows what is typed and proposed until nothing is wrong with it, and enters it."""
        known = [code for code in self.desk.coming if code in self.desk.draft.typed]
        for code in known:
            self._dialogue.note(self.desk.shown(code).label)
        if self._pictured:
            sheet = self._show_pictured()
            self._dialogue.say(_("They are below the pictures in {sheet}, too.", sheet=sheet))
        if not (wrong := self._dialogue.line(WHICH_IS_WRONG)):
            self.desk.take(known)
            return
        try:
            self.desk.correct(wrong)
        except ValueError as error:
            self._note_wrong(error)

    def _in_short(self, code: int) -> bool:
        """Asks for the card, or for several with a key each, in one answer; True if it was entered."""
        typed = tuple(one for one in self.desk.coming if one in self.desk.draft.typed)
        while True:
            if len(typed) == 1 or (typed and self._is_right(typed)):
                self.desk.take(typed)
                if len(typed) == 1:
                    self._dialogue.note(card_words(self.desk.draft.cards[typed[0]]))
                return True
            if not (text := self._dialogue.line(self.desk.question(code))):
                return False
            try:
                typed = self.desk.answer(text)
            except ValueError as error:
                typed = ()
                self._note_wrong(error)

    def _is_right(self, typed: Sequence[int]) -> bool:
        """Shows the cards typed together, with their pictures; True if they are confirmed."""
        for code in typed:
            self._dialogue.note(_("Code {code}: {problem}", code=code, problem=card_words(self.desk.draft.typed[code])))
        if self._pictured:
            sheet = self._show_pictured()
            self._dialogue.say(_("They are below the pictures in {sheet}, too.", sheet=sheet))
        try:
            wrong = self._dialogue.line(_("Is this right? Enter accepts them, n types them again"))
        except (BackError, SkipError):
            wrong = "n"
        if wrong:
            self.desk.untype(typed)
        return not wrong

    def _one_by_one(self, code: int) -> Card:
        """The card from four answers; Enter takes the proposal, or the present fact of an entered card."""
        ask, draft = self._dialogue.ask, self.desk.draft
        colours, known = draft.colours, draft.cards.get(code)
        usual = known or self.desk.usual(code)
        taken = {card.number for other, card in draft.cards.items() if other != code}
        free = None if usual.number in taken else str(usual.number)
        number = ask(_indented(_("number")), free, lambda text: number_in(text, taken))
        choices = " ".join(f"{place} {colour}" for place, colour in enumerate(colours, start=1))
        asked = f"{_indented(_('colour'))} ({choices})"
        colour = ask(asked, usual.colour or None, lambda text: typed_colour(text, colours))
        windows = ask(_indented(_("windows")), str(known.windows) if known else None, symbols_in)
        rest = known.shields if known and windows == known.windows else shields_beside(windows)
        return Card(number, colour, windows, ask(_indented(_("shields")), str(rest), symbols_in))

    def _are_all_there(self) -> bool:
        if not (left := self.desk.draft.left):
            return True
        self._dialogue.say(_("Cards left: {number}, with the codes {codes}.", number=len(left), codes=ranges(left)))
        kept = draft_file(self.desk.file)
        self._dialogue.say(_("The others are saved in {draft}; the same command continues.", draft=kept))
        return False

    def _change_one(self) -> bool:
        """Asks which card to change, and for that card; False if none is."""
        code_of = {str(card.number): code for code, card in self.desk.draft.cards.items()}
        try:
            number = self._dialogue.line(_("Street number of a card to change (Enter: none)"))
            if number in code_of:
                self._ask_one(code_of[number])
            elif number:
                self._dialogue.note(_("No card has the number {number}.", number=number))
        except (BackError, SkipError):
            return True
        return bool(number)


def _indented(text: Text) -> str:
    return f"  {say(text)}"
