"""Enrolling at a terminal, in plain lines: pictures are counted aloud, cards asked one by one or several at once."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO, TypeVar

import cv2
import numpy as np

from lucca_pi.errors import refusing
from lucca_pi.games.citta.box.answers import (
    NumberTakenError,
    card_mm_in,
    colour_in,
    colours_in,
    number_in,
    shields_beside,
    sticker_mm_in,
    symbols_in,
)
from lucca_pi.games.citta.box.desk import (
    HOW,
    Enrolling,
    FaceEnrolling,
    Shown,
    either_out,
    given_photographs,
    out_of,
    take_out,
)
from lucca_pi.games.citta.box.draft_files import (
    DeckDraft,
    EnrolError,
    Sizes,
    begun_draft,
    draft_file,
    made,
    new_draft,
    write_deck,
    write_whole,
)
from lucca_pi.games.citta.box.gathering import Gathering, Took
from lucca_pi.games.citta.box.photo_store import Gathered, gathered_file, keep, load, unpacked
from lucca_pi.games.citta.box.proposals import Counted, Proposals
from lucca_pi.games.citta.box.same_card import Cut, digest, look_at
from lucca_pi.games.citta.box.sheets import contact_sheet
from lucca_pi.games.citta.box.stickers import PX_PER_MM, Seen, is_mirrored, see_cards
from lucca_pi.games.citta.box.words import (
    FACE_GREETING,
    LAY,
    MOST_NAMED,
    NO_CODES,
    NO_DIGITS,
    STICKER_GREETING,
    SURE_WAY,
    THE_PICTURE,
    WHOSE,
    code_seen_twice,
    counted,
    described,
    look_alike,
    missing_now,
    out_of_order_told,
    sent_before,
    towers_told,
)
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.games.citta.rules.deck_check import check_deck_file, ranges
from lucca_pi.harmless import harmless
from lucca_pi.language import Text, _, ngettext, say
from lucca_pi.ports import LookError
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.picture import Colour, PictureError, damage_of, damaged, load_colour

BACK, QUIT, SKIP = "b", "q", "-"
Answer = TypeVar("Answer")


class BackError(Exception):
    """The person wants to go back one card."""


class SkipError(Exception):
    """The person wants to leave this card out for now."""


class StopError(Exception):
    """The person wants to stop, or there is no more input."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Asks on one stream and hears on another. Every question raises BackError, SkipError and StopError (b, -, q)."""

    heard: TextIO
    said: TextIO

    def say(self, text: str) -> None:
        """Says it on a line."""
        self.said.write(harmless(f"{say(text)}\n"))
        self.said.flush()

    def note(self, text: str) -> None:
        """Says it on a line that belongs to the one before."""
        self.say(f"  {say(text)}")

    def line(self, prompt: str) -> str:
        """The answer without spaces around it, "" for Enter alone."""
        self.said.write(harmless(f"{say(prompt)}: "))
        self.said.flush()
        line = self._heard()
        word = line.strip()
        if not line or word.lower() == QUIT:
            raise StopError
        if word.lower() == BACK:
            raise BackError
        if word == SKIP:
            raise SkipError
        return word

    def _heard(self) -> str:
        """The next line as it was typed, "" at the end of the input."""
        try:
            return self.heard.readline()
        except UnicodeDecodeError:
            return "?\n"

    def ask(self, prompt: str, usual: str | None, understand: Callable[[str], Answer]) -> Answer:
        """Asks until the answer is understood; Enter alone answers what is usual. `understand` raises ValueError."""
        while True:
            text = self.line(prompt if usual is None else f"{say(prompt)} [{usual}]")
            try:
                return understand(text or usual or "")
            except ValueError as error:
                self.note(str(error))


def ask_card(dialogue: Dialogue, usual: Card, colours: Sequence[str], taken: Collection[int], known: bool) -> Card:
    """
    The card from four answers; `usual` holds what Enter means, its colour "" where none is proposed.

    `known`: the card was entered before, so Enter keeps windows and shields too; else shields are what lacks of three.
    """
    free = None if usual.number in taken else str(usual.number)
    number = dialogue.ask("  " + say(_("number")), free, lambda text: number_in(text, taken))
    choices = " ".join(f"{place} {colour}" for place, colour in enumerate(colours, start=1))
    colour = dialogue.ask(
        "  " + say(_("colour")) + f" ({choices})", usual.colour or None, lambda text: colour_in(text, colours)
    )
    windows = dialogue.ask("  " + say(_("windows")), str(usual.windows) if known else None, symbols_in)
    rest = usual.shields if known and windows == usual.windows else shields_beside(windows)
    return Card(number, colour, windows, dialogue.ask("  " + say(_("shields")), str(rest), symbols_in))


def ask_draft(dialogue: Dialogue, draft: DeckDraft, *, stickers: bool = True) -> None:
    """What holds for the whole deck: sizes, and the colours' names in the owner's words. b goes back one question."""
    asked, questions = 0, (*((_ask_sticker,) if stickers else ()), _ask_card_size, _ask_colours)
    while asked < len(questions):
        try:
            questions[asked](dialogue, draft)
            asked += 1
        except BackError:
            asked = max(0, asked - 1)
        except SkipError:
            dialogue.note(_("This is needed; Enter takes what stands in [ ]."))


def _ask_sticker(dialogue: Dialogue, draft: DeckDraft) -> None:
    usual = f"{draft.sizes.sticker_mm:g}"
    side_mm = dialogue.ask(_("Stickers, their side in mm with the white margin"), usual, sticker_mm_in)
    draft.sizes = replace(draft.sizes, sticker_mm=side_mm)


def _ask_card_size(dialogue: Dialogue, draft: DeckDraft) -> None:
    usual = "{:g} x {:g}".format(*draft.sizes.card_mm)
    card_mm = dialogue.ask(_("Cards with their sleeves, width x height in mm"), usual, card_mm_in)
    draft.sizes = replace(draft.sizes, card_mm=card_mm)


def _ask_colours(dialogue: Dialogue, draft: DeckDraft) -> None:
    draft.colours = dialogue.ask(_("The six colours, with commas between"), ", ".join(draft.colours), colours_in)


def photographs(files: Iterable[Path], dialogue: Dialogue) -> Iterator[Colour]:
    """The pictures in the files; one that is damaged is said to be so. Raises PictureError."""
    for file in files:
        picture = load_colour(file)
        if damage := damage_of(file):
            dialogue.note(damaged(file.name, damage))
        yield picture


def looks(take: Callable[[], Colour], dialogue: Dialogue) -> Iterator[Colour]:
    """A picture from the camera whenever Enter is pressed, until the person stops."""
    while True:
        try:
            dialogue.line(_("Lay up to 24 cards under the camera, then press Enter"))
            yield take()
        except LookError as error:
            dialogue.note(str(error))
        except (BackError, SkipError):
            dialogue.note(_("To change a card, lay some more first; or stop with q and go on without a camera."))


def enrol(file: Path, pictures: Iterator[Colour] | None, dialogue: Dialogue) -> bool:
    """
    Makes the deck file, from pictures or (None) by keyboard alone. Whether it was made: else a draft is kept.

    Raises EnrolError when the file is there already, UnreadableError for a damaged draft, PictureError and
    UnwritableError.
    """
    draft = begun_draft(file)
    try:
        enrolment = _begun(file, draft, dialogue)
        enrolment.take_all(pictures)
        return enrolment.finish()
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        if draft_file(file).exists():
            dialogue.say(
                _("Stopped. All cards entered are kept in {draft}; the same command goes on.", draft=draft_file(file))
            )
        return False


def _begun(file: Path, draft: DeckDraft | None, dialogue: Dialogue) -> "Enrolment":
    """What holds for the whole deck is asked once, and kept: a file that cannot be written is told at once."""
    if draft:
        dialogue.say(STICKER_GREETING)
        known = {"entered": len(draft.cards), "all": CARDS_IN_A_DECK, "sizes": draft.sizes.text}
        dialogue.say(_("Going on: {entered} of {all} cards are entered ({sizes}).", **known))
        return Enrolment(file, draft, dialogue)
    draft = new_draft()
    ask_draft(dialogue, draft)
    write_whole(draft_file(file), draft.text())
    dialogue.say(STICKER_GREETING)
    return Enrolment(file, draft, dialogue)


def label(shown: Shown) -> str:
    """
    What stands below a card's picture: its code, and what is known of it.

    >>> label(Shown(17, "proposed", 17, "red")), label(Shown(17, "typed", 117, "red", 2, 1))
    ('17 red', '17: 117 red, 2 windows, 1 shield')
    """
    if shown.windows is None or shown.shields is None:
        return f"{shown.code} {shown.colour}"
    card = Card(shown.number, shown.colour, shown.windows, shown.shields)
    return f"{shown.code}: {say(described(card))}"


class Enrolment:
    """A deck file in the making, with its draft and the person who answers."""

    def __init__(self, file: Path, draft: DeckDraft, dialogue: Dialogue) -> None:
        self._file, self._draft, self._dialogue = file, draft, dialogue
        self._enrolling = Enrolling(draft)
        self._pictured: tuple[Seen, ...] = ()
        """The cards of the picture in hand."""
        self._coming: list[int] = []
        """The codes of the cards to be asked for, that in hand first."""

    def take_all(self, pictures: Iterator[Colour] | None) -> None:
        """Asks for the cards of each picture, then for all that no picture showed."""
        left_out: set[int] = set()
        while pictures is not None and self._draft.left and (picture := next(pictures, None)) is not None:
            left_out |= self._take_picture(picture)
        unseen = [code for code in self._draft.left if code not in left_out]
        if pictures is not None and unseen:
            self._dialogue.say(
                _(
                    "On no picture: the codes {codes}. Enter these cards, or q and take another picture.",
                    codes=ranges(unseen),
                )
            )
        self._ask(unseen)

    def _take_picture(self, picture: Colour) -> set[int]:
        """Asks for the cards in the picture; the codes of those that were left out."""
        with refusing(THE_PICTURE, PictureError):
            cards = see_cards(picture, self._draft.sizes)
        new = self._enrolling.saw(cards)
        self._keep()
        self._dialogue.say(_("Cards seen: {seen}, to enter: {new}.", seen=len(cards), new=len(new)))
        for card in cards:
            if card.times > 1:
                self._dialogue.note(code_seen_twice(card))
        if not cards:
            self._dialogue.note(MIRRORED if is_mirrored(picture, self._draft.sizes) else NO_CODES)
        self._pictured = cards
        if new:
            self._dialogue.say(
                _("They are shown, sorted, in {sheet}: does each code lie on the right card?", sheet=self._show())
            )
        left_out = self._ask(new)
        self._pictured = ()
        return left_out

    def _show(self) -> Path:
        """Writes the contact sheet of the picture in hand; gives where."""
        sheet = self._file.with_name(f"{self._file.stem}-cards.png")
        labels = {card.code: label(self._enrolling.shown(card.code)) for card in self._pictured}
        contact_sheet(self._pictured, labels, self._draft.sizes).save(sheet, "PNG")
        return sheet

    def _ask(self, codes: Iterable[int]) -> set[int]:
        """Asks for these cards in turn; b leads back through those entered before, the latest first."""
        self._coming, back, left_out = [*codes], 0, set[int]()
        while self._coming:
            entered = [*self._draft.cards]
            try:
                self._ask_one(entered[-back] if back else self._coming[0])
                back = 0
            except BackError:
                back = min(back + 1, len(entered))
            except SkipError:
                left_out |= set() if back else {self._coming[0]}
                back = 0
            self._coming = [code for code in self._coming if code not in self._draft.cards and code not in left_out]
        return left_out

    def _ask_one(self, code: int) -> None:
        """Asks for one card and keeps it; for more of those that come, where a key is typed for each."""
        cards = self._draft.cards
        known = code in cards
        usual = cards[code] if known else Card(code, self._enrolling.proposal(code), 0, 0)
        count = [*cards].index(code) + 1 if known else len(cards) + 1
        taken = {card.number for other, card in cards.items() if other != code}
        title = _("Code {code} ({count} of {all})", code=code, count=count, all=CARDS_IN_A_DECK)
        if not known and self._in_short(title, usual):
            return
        self._dialogue.say(title)
        cards[code] = ask_card(self._dialogue, usual, self._draft.colours, taken, known)
        self._keep()
        self._dialogue.note(described(cards[code]))

    def _in_short(self, title: Text, usual: Card) -> bool:
        """Whether the card was entered by one answer, with those after it where there was a key for each."""
        wanted = _("{word}, windows", word=usual.colour) if usual.colour else _("colour and windows")
        typed = tuple(code for code in self._coming if code in self._draft.typed)
        while True:
            if typed and (len(typed) == 1 or self._looked_at(typed)):
                self._take(typed)
                return True
            if not (text := self._dialogue.line(f"{say(title)}: {say(wanted)}")):
                return False
            try:
                typed = self._enrolling.type(self._coming, text)
            except ValueError as error:
                typed = ()
                self._dialogue.note(str(error))

    def _looked_at(self, typed: Sequence[int]) -> bool:
        """Shows what was typed for several cards, below their pictures too; whether it is right."""
        self._keep()
        for code in typed:
            self._dialogue.note(_("Code {code}: {problem}", code=code, problem=described(self._draft.typed[code])))
        if self._pictured:
            self._dialogue.say(_("They stand below the pictures in {sheet}, too.", sheet=self._show()))
        try:
            wrong = self._dialogue.line(_("Is this right? Enter takes them, n types them again"))
        except (BackError, SkipError):
            wrong = "n"
        if wrong:
            self._enrolling.forget(typed)
        return not wrong

    def _take(self, typed: Sequence[int]) -> None:
        self._enrolling.take(typed)
        self._keep()
        if len(typed) == 1:
            self._dialogue.note(described(self._draft.cards[typed[0]]))

    def _keep(self) -> None:
        write_whole(draft_file(self._file), self._draft.text())

    def finish(self) -> bool:
        """Writes the deck file if all cards are there and nothing is wrong, or odd and unwanted."""
        left = self._draft.left
        if left:
            self._dialogue.say(_("Cards left: {number}, with the codes {codes}.", number=len(left), codes=ranges(left)))
            kept = _("The others are kept in {draft}; the same command goes on.", draft=draft_file(self._file))
            self._dialogue.say(kept)
            return False
        text = self._draft.deck_text(self._file.stem)
        while (found := check_deck_file(text)).errors or found.warnings:
            self._dialogue.say(findings_text(found, str(self._file)))
            if not self._change_one():
                break
            text = self._draft.deck_text(self._file.stem)
        if found.errors:
            kept = _("This is no deck yet; the cards are kept in {draft}.", draft=draft_file(self._file))
            self._dialogue.say(kept)
            return False
        write_deck(self._file, text)
        for line in made(self._file):
            self._dialogue.say(line)
        return True

    def _change_one(self) -> bool:
        """Asks which card to change, and for that card; False when none is."""
        code_of = {str(card.number): code for code, card in self._draft.cards.items()}
        try:
            number = self._dialogue.line(_("Street number of a card to change (Enter: leave it so)"))
            if number in code_of:
                self._ask_one(code_of[number])
            elif number:
                self._dialogue.note(_("No card has the number {number}.", number=number))
        except (BackError, SkipError):
            return True
        return bool(number)


NO_SHADE = (0.0, 0.0, 0.0)


def write_sheet(file: Path, cards: Mapping[int, Colour], labels: Mapping[int, str], sizes: Sizes) -> Path:
    """Writes a picture of cards side by side, with a label below each, beside the deck file; gives where."""
    seen = [Seen(code, NO_SHADE, _smaller(card, sizes)) for code, card in cards.items()]
    sheet = file.with_name(f"{file.stem}-cards.png")
    contact_sheet(seen, labels, sizes).save(sheet, "PNG", compress_level=1)
    return sheet


class FaceAnswers:
    """A box of which all photographs are there, and the person who answers."""

    def __init__(self, file: Path, draft: DeckDraft, gathered: Gathered, dialogue: Dialogue) -> None:
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
        deck = DeckDraft(self._draft.colours, cards, sizes=self._draft.sizes)
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


def shots(take: Callable[[], Colour], dialogue: Dialogue) -> Iterator[Colour]:
    """A picture from the camera whenever Enter is pressed, the first one of the bare ground."""
    prompt = _("Clear the ground: nothing lies in the picture. Then press Enter")
    while True:
        try:
            dialogue.line(prompt)
            yield take()
            prompt = LAY
        except LookError as error:
            dialogue.note(str(error))
        except (BackError, SkipError):
            dialogue.note(_("A picture is wrong? Photograph those cards again; q stops, and all is kept."))


def face_photographs(files: Sequence[Path], dialogue: Dialogue) -> Iterator[Colour]:
    """The pictures in the files, the first of the bare ground; others that are damaged are named and left out."""
    for number, file in enumerate(files):
        try:
            picture, damage = load_colour(file), damage_of(file)
        except PictureError as error:
            if number == 0:
                raise
            dialogue.note(str(error))
            continue
        if damage and number:
            dialogue.note(_("{file} did not come whole: nothing is taken from it. Copy it again.", file=file.name))
        else:
            dialogue.say(f"{file.name}:")  # what is said next is of this picture
            yield picture


def enrol_faces(file: Path, pictures: Iterator[Colour] | None, dialogue: Dialogue) -> bool:
    """
    Makes the deck file from photographs of its cards, the first of the bare ground. Whether it was made.

    None: no more pictures, the answers alone. Raises EnrolError, UnreadableError, PictureError and UnwritableError.
    """
    draft, gathered = begun_draft(file), load(file)
    if draft and gathered is None:
        raise EnrolError(
            _("{draft} is of a box with stickers: go on without --faces, or name a new file.", draft=draft_file(file))
        )
    try:
        enrolment = FaceEnrolment(file, *_faces_begun(file, draft, gathered, dialogue), dialogue)
        return enrolment.photograph(pictures) and enrolment.answer()
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        dialogue.say(_("Stopped. All is kept in {draft}; the same command goes on.", draft=gathered_file(file)))
        return False


def _faces_begun(
    file: Path, draft: DeckDraft | None, gathered: Gathered | None, dialogue: Dialogue
) -> tuple[DeckDraft, Gathered]:
    """What was kept, or what holds for the whole box asked once."""
    if draft and gathered:
        return draft, gathered
    draft, gathered = new_draft(), Gathered()
    ask_draft(dialogue, draft, stickers=False)
    write_whole(draft_file(file), draft.text())
    keep(file, gathered)
    return draft, gathered


class FaceEnrolment:
    """A deck file in the making from photographs, and the person who answers."""

    def __init__(self, file: Path, draft: DeckDraft, gathered: Gathered, dialogue: Dialogue) -> None:
        self._file, self._draft, self._gathered, self._dialogue = file, draft, gathered, dialogue
        self._gathering = Gathering(gathered, draft.sizes.card_mm)
        self._bare: Colour | None = None

    def photograph(self, pictures: Iterator[Colour] | None) -> bool:
        """Takes pictures until all cards are there twice; whether they are."""
        self._dialogue.say(FACE_GREETING)
        while not self._gathered.is_whole and pictures is not None and (picture := next(pictures, None)) is not None:
            if self._bare is None:
                self._bare = picture
            else:
                self._take(picture, self._bare)
        return self._is_whole()

    def _is_whole(self) -> bool:
        """Whether all cards are there twice; else what is missing is told."""
        if not self._gathered.is_whole:
            for line in missing_now(self._gathered):
                self._dialogue.say(line)
            self._show_seen()
            kept = _("All is kept in {draft}; the same command goes on.", draft=gathered_file(self._file))
            self._dialogue.say(kept)
        return self._gathered.is_whole

    def _show_seen(self) -> None:
        """
        Shows the cards so far, where a few are not there twice: nobody else can say which ones these are.

        One that was seen once may be a bad photograph, or another box's, in the place of one that nobody has shown.
        """
        palaces = self._gathered.palaces
        if 0 < CARDS_IN_A_DECK - sum(len(card.pictures) > 1 for card in palaces.values()) <= MOST_NAMED:
            faces = {code: unpacked(card.pictures[0]) for code, card in palaces.items()}
            labels = {code: f"{code} ×{len(card.pictures)}" for code, card in palaces.items()}
            sheet = write_sheet(self._file, faces, labels, self._draft.sizes)
            self._dialogue.say(
                _("The cards so far are shown in {sheet}: compare your cards to find the missing ones.", sheet=sheet)
            )

    def _take(self, picture: Colour, bare: Colour) -> None:
        if (mark := digest(picture)) in self._gathered.looked_at:
            self._dialogue.note(sent_before(self._gathered, mark))
            return
        with refusing(THE_PICTURE, PictureError):
            found, cuts = look_at(picture, bare, self._draft.sizes.card_mm)
        if not found.rows:
            told, self._bare = self._gathering.without_cards(picture, found, bare)
            self._dialogue.note(told)
            return
        if self._gathered.turned is None and cuts:
            self._ask_way_up(cuts)
        took = self._gathering.take(found, cuts)
        self._gathered.looked_at.append(mark)
        keep(self._file, self._gathered)
        self._tell(took)

    def _tell(self, took: Took) -> None:
        """How many cards of the picture count, what is wrong, and how far the box is."""
        self._dialogue.say(counted(took.cards, took.places, self._gathered))
        for line in took.told:
            self._dialogue.note(line)
        if set(TOWERS_AND_BACK) <= set(took.codes):
            self._dialogue.note(towers_told())

    def _ask_way_up(self, cuts: Iterable[Cut]) -> None:
        """Only people know which way up a box's cards are; asked once."""
        cards = {at: without_margin(cut.card) for at, cut in enumerate(cuts, start=1)}
        sheet = write_sheet(self._file, cards, {code: str(code) for code in cards}, self._draft.sizes)
        while True:
            try:
                answer = self._dialogue.line(
                    _("Do the cards stand upright in {sheet}? Enter: yes; n: upside down", sheet=sheet)
                )
            except (BackError, SkipError):
                continue
            self._gathered.turned = bool(answer)
            return

    def answer(self) -> bool:
        """Asks what photographs do not tell; whether the deck file was written."""
        is_made = FaceAnswers(self._file, self._draft, self._gathered, self._dialogue).deck_made()
        return self._is_whole() and is_made  # a card may have been taken out
