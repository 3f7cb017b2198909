"""What photographs leave open is asked at a terminal; all is shown on a sheet, confirmed, and the deck file written."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.games.citta.decks.ask import BackError, Dialogue, SkipError
from lucca_pi.games.citta.decks.begun import made, write_deck
from lucca_pi.games.citta.decks.contact import contact_sheet
from lucca_pi.games.citta.decks.draft import Draft, draft_file, write_whole
from lucca_pi.games.citta.decks.enrol import label
from lucca_pi.games.citta.decks.faces.counted import Counted
from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.kept import gathered_file
from lucca_pi.games.citta.decks.faces.proposals import FaceEnrolling, Proposals, given_photographs
from lucca_pi.games.citta.decks.faces.taking_out import HOW, either_out, out_of, take_out
from lucca_pi.games.citta.decks.faces.words import NO_DIGITS, SURE_WAY, WHOSE, look_alike, out_of_order_told
from lucca_pi.games.citta.decks.photographed import PX_PER_MM, Seen
from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.decks.typed import NumberTakenError
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.games.citta.rules.deck_check import check_deck_file
from lucca_pi.language import Text, _, ngettext
from lucca_pi.vision.picture import Colour

NO_SHADE = (0.0, 0.0, 0.0)


def write_sheet(file: Path, cards: Mapping[int, Colour], labels: Mapping[int, str], sizes: Sizes) -> Path:
    """Writes a picture of cards side by side, with a label below each, beside the deck file; gives where."""
    seen = [Seen(code, NO_SHADE, _smaller(card, sizes)) for code, card in cards.items()]
    sheet = file.with_name(f"{file.stem}-cards.png")
    contact_sheet(seen, labels, sizes).save(sheet, "PNG", compress_level=1)
    return sheet


class FaceAnswers:
    """A box of which all photographs are there, and the person who answers."""

    def __init__(self, file: Path, draft: Draft, gathered: Gathered, dialogue: Dialogue) -> None:
        self._file, self._draft, self._gathered, self._dialogue = file, draft, gathered, dialogue
        self._proposals = Proposals(gathered, draft.sizes.card_mm)
        self._enrolling = FaceEnrolling(draft, self._proposals)
        self._left_out: set[int] = set()

    def deck_made(self) -> bool:
        """Asks what photographs do not tell, shows all, and writes the confirmed deck file; whether it did."""
        self._enrolling.fill()
        self._propose()
        self._ask_open()
        self._confirm()
        if left := len(self._enrolling.open()):
            told = ngettext(
                "{number} card is left out: the same command asks for it.",
                "{number} cards are left out: the same command asks for them.",
                left,
            )
            self._dialogue.say(told)
            return False
        return self._gathered.is_whole and self._finish()

    def _propose(self) -> None:
        """Tells how much is proposed, and shows the cards."""
        if odd := self._proposals.out_of_order - {*self._draft.answered}:
            self._dialogue.say(out_of_order_told(odd))
        if not self._proposals.are_digits_learnt:
            self._dialogue.say(NO_DIGITS)
        numbers = len(self._proposals.numbers(self._draft.answered))
        self._dialogue.say(_("Numbers proposed: {numbers} of {all}.", numbers=numbers, all=CARDS_IN_A_DECK))
        self._show()

    def _show(self) -> None:
        faces = self._proposals.faces
        labels = {code: f"{label(self._enrolling.shown(code))}{self._mark(code)}" for code in faces}
        sheet = write_sheet(self._file, faces, labels, self._draft.sizes)
        self._dialogue.say(_("All cards are shown in {sheet}, each with its label and what is known.", sheet=sheet))

    def _mark(self, code: int) -> str:
        return " ?" if code in self._enrolling.unsure else ""

    def _ask_open(self) -> None:
        """Asks for windows, where need be for more; then for what is proposed and not sure."""
        last: int | None = None
        told = False
        while code := self._next():
            told = told or self._told_proposed()
            try:
                self._ask_one(code)
                last = code
            except SkipError:
                self._left_out.add(code)
            except BackError:
                if last is not None:
                    self._enrolling.forget([last])
                    self._enrolling.fill()
            self._keep_draft()

    def _next(self) -> int | None:
        """The card to be asked for; None for none."""
        codes = (*self._enrolling.open(), *self._enrolling.unsure)
        return next((code for code in codes if code not in self._left_out), None)

    def _told_proposed(self) -> bool:
        """Tells how many cards are proposed by what was answered, once these are most."""
        if (number := len(self._draft.proposed)) < CARDS_IN_A_DECK / 2:
            return False
        told = {"number": number, "unsure": len(self._enrolling.unsure)}
        self._dialogue.say(
            _("Windows and shields of {number} cards are proposed from your answers; {unsure} are not sure.", **told)
        )
        return True

    def _ask_one(self, code: int) -> None:
        seen = self._proposals.symbols(code, self._draft.answered)
        while True:
            answer = self._dialogue.line(self._question(code, seen))
            if not answer and code in self._enrolling.unsure:
                self._enrolling.is_sure(code)
                break
            if self._is_taken_out(out_of(answer, code)):
                break
            try:
                self._enrolling.type([code], self._completed(code, answer, seen))
                break
            except ValueError as error:
                self._note_wrong(code, error)
        self._enrolling.fill()

    def _note_wrong(self, code: int, error: ValueError) -> None:
        """What is wrong with an answer; of two cards that bear one number, how one is taken out."""
        self._dialogue.note(str(error))
        if isinstance(error, NumberTakenError):
            others = (other for other, card in self._draft.answered.items() if card.number == error.number)
            self._dialogue.note(either_out(code, next(other for other in others if other != code)))

    def _is_taken_out(self, code: int | None) -> bool:
        """Takes a card out, if there is one of that label; what the others propose is worked out anew."""
        if code not in self._proposals.faces:
            return False
        self._dialogue.note(take_out(self._file, self._enrolling, self._gathered, code))
        self._proposals = self._enrolling.proposals = Proposals(self._gathered, self._draft.sizes.card_mm)
        return True

    def _completed(self, code: int, answer: str, seen: Counted | None) -> str:
        """Where the street number alone was asked, the answer with what is known."""
        usual = self._enrolling.usual(code)
        return f"{answer} {usual.colour}{seen.windows}" if answer.isdecimal() and seen and not usual.number else answer

    def _question(self, code: int, seen: Counted | None) -> Text:
        """Asks for what is not known: windows, number, both, or whether what is proposed is right."""
        usual, alike = self._enrolling.usual(code), self._proposals.alike_of[code] & {*self._enrolling.open()}
        known = " ".join(filter(None, (str(usual.number or ""), usual.colour)))
        told = {"label": code, "known": known}
        if seen is None and not usual.number:
            return _("Card {label}, {known}: its street number and its windows, as in 17 2", **told)
        if seen is None:
            return _("Card {label}, {known}: windows ({number} look alike)", number=len(alike), **told)
        told["windows"] = ngettext("{number} window", "{number} windows", seen.windows)
        if code in self._enrolling.unsure:
            return _("Card {label}, {known}, {windows}? Enter: yes; else how many windows", **told)
        return _("Card {label}, {known}, {windows}: its street number", **told)

    def _confirm(self) -> None:
        """
        All that is proposed and typed counts once somebody has looked at it.

        Not while a card is missing: one of another box may have led what is proposed astray, so it is proposed anew.
        """
        if not self._draft.typed:
            return
        self._show()
        self._dialogue.say(HOW)
        while wrong := self._wrong():
            self._correct(wrong)
            self._keep_draft()
        if self._gathered.is_whole:
            self._enrolling.take([*self._draft.typed])
            self._keep_draft()

    def _wrong(self) -> str:
        """What is wrong on the sheet, as it was typed; empty for nothing."""
        while True:
            try:
                asked = _("Which is wrong? Its label and what is right, as in 17: 117 red2; Enter: none")
                return self._dialogue.line(asked)
            except (BackError, SkipError):
                continue

    def _correct(self, text: str) -> None:
        """Takes a line as `17: 117 red2`; a card of which only a proposal had that number is asked for."""
        if self._is_taken_out(out_of(text)):
            return
        label_, _colon, right = text.partition(":")
        if not label_.strip().isdecimal() or int(label_) not in self._proposals.faces or not right.strip():
            self._dialogue.note(_("A label of the sheet, a colon, and what is right, please: 17: 117 red2."))
            return
        try:
            self._enrolling.correct(int(label_), right.strip())
        except ValueError as error:
            self._note_wrong(int(label_), error)
        else:
            self._dialogue.note(label(self._enrolling.shown(int(label_))))
            self._ask_open()

    def _keep_draft(self) -> None:
        write_whole(draft_file(self._file), self._draft.text())

    def _finish(self) -> bool:
        """Writes the deck file, if it is one; tells which cards look alike."""
        cards, photographs = given_photographs(self._gathered, self._draft.cards)
        deck = Draft(self._draft.colours, cards, sizes=self._draft.sizes)
        text = deck.deck_text(self._file.stem, photographs)
        found = check_deck_file(text)
        if found.errors or found.warnings:
            self._dialogue.say(findings_text(found, str(self._file)))
        if found.errors:
            self._dialogue.say(_("This is no deck yet; the cards are kept in {draft}.", draft=draft_file(self._file)))
            return False
        write_deck(self._file, text)
        gathered_file(self._file).unlink(missing_ok=True)
        alike = look_alike(self._proposals.badly_told, self._proposals.never_told, self._draft.cards)
        for line in (*alike, SURE_WAY, *made(self._file), WHOSE):
            self._dialogue.say(line)
        return True


def _smaller(card: Colour, sizes: Sizes) -> Colour:
    """At the scale of contact sheets."""
    size = round(sizes.card_mm[0] * PX_PER_MM), round(sizes.card_mm[1] * PX_PER_MM)
    return np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)
