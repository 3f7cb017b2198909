"""Enrolling by photographs at a terminal: pictures are counted aloud, proposals shown on a sheet and confirmed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.games.citta.decks.ask import BackError, Dialogue, SkipError, StopError, ask_draft
from lucca_pi.games.citta.decks.begun import EnrolError, begun, made, new_draft, write_deck
from lucca_pi.games.citta.decks.contact import contact_sheet
from lucca_pi.games.citta.decks.draft import Draft, draft_file, write_whole
from lucca_pi.games.citta.decks.enrol import label
from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.gathering import Cut, Gathering, Took, look_at
from lucca_pi.games.citta.decks.faces.kept import gathered_file, keep, load
from lucca_pi.games.citta.decks.faces.proposals import FaceEnrolling, Proposals, given_photographs
from lucca_pi.games.citta.decks.faces.words import (
    GREETING,
    LAY,
    NO_CARDS,
    counted,
    look_alike,
    missing_now,
    towers_told,
)
from lucca_pi.games.citta.decks.photographed import PX_PER_MM, Seen
from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.games.citta.rules.deckcheck import check_deck_file
from lucca_pi.games.citta.rules.deckfile import TOWERS_AND_BACK
from lucca_pi.language import Text, _, ngettext
from lucca_pi.ports import LookError
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.picture import Colour

UNKNOWN = (0.0, 0.0, 0.0)


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


def enrol_faces(file: Path, pictures: Iterator[Colour] | None, dialogue: Dialogue) -> bool:
    """
    Makes the deck file from photographs of its cards, the first of the bare ground. Whether it was made.

    None: no more pictures, the answers alone. Raises EnrolError, UnreadableError, PictureError and UnwritableError.
    """
    draft, gathered = begun(file), load(file)
    if draft and gathered is None:
        raise EnrolError(
            _("{draft} is of a box with stickers: go on without --faces, or name a new file.", draft=draft_file(file))
        )
    try:
        enrolment = FaceEnrolment(file, *_begun(file, draft, gathered, dialogue), dialogue)
        return enrolment.photograph(pictures) and enrolment.answer()
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        dialogue.say(_("Stopped. All is kept in {draft}; the same command goes on.", draft=gathered_file(file)))
        return False


def _begun(file: Path, draft: Draft | None, gathered: Gathered | None, dialogue: Dialogue) -> tuple[Draft, Gathered]:
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

    def __init__(self, file: Path, draft: Draft, gathered: Gathered, dialogue: Dialogue) -> None:
        self._file, self._draft, self._gathered, self._dialogue = file, draft, gathered, dialogue
        self._gathering = Gathering(gathered, draft.sizes.card_mm)

    def photograph(self, pictures: Iterator[Colour] | None) -> bool:
        """Takes pictures until all cards are there twice; whether they are."""
        self._dialogue.say(GREETING)
        bare = None
        while not self._gathered.is_whole and pictures is not None and (picture := next(pictures, None)) is not None:
            if bare is None:
                bare = picture
            else:
                self._take(picture, bare)
        if not self._gathered.is_whole:
            for line in missing_now(self._gathered):
                self._dialogue.say(line)
            kept = _("All is kept in {draft}; the same command goes on.", draft=gathered_file(self._file))
            self._dialogue.say(kept)
        return self._gathered.is_whole

    def _take(self, picture: Colour, bare: Colour) -> None:
        found, cuts = look_at(picture, bare, self._draft.sizes.card_mm)
        if self._gathered.turned is None and cuts:
            self._ask_way_up(cuts)
        took = self._gathering.take(found, cuts)
        keep(self._file, self._gathered)
        self._tell(took)

    def _tell(self, took: Took) -> None:
        """How many cards of the picture count, what is wrong, and how far the box is."""
        self._dialogue.say(counted(took.cards, took.places, self._gathered))
        for line in took.told:
            self._dialogue.note(line)
        if not took.places:
            self._dialogue.note(NO_CARDS)
        if set(TOWERS_AND_BACK) <= set(took.codes):
            self._dialogue.note(towers_told())

    def _ask_way_up(self, cuts: Iterable[Cut]) -> None:
        """Only people know which way up a box's cards are; asked once."""
        cards = {at: without_margin(cut.card) for at, cut in enumerate(cuts, start=1)}
        sheet = self._sheet(cards, {code: str(code) for code in cards})
        while True:
            try:
                answer = self._dialogue.line(
                    _("Do the cards stand upright in {sheet}? Enter: yes; n: upside down", sheet=sheet)
                )
            except (BackError, SkipError):
                continue
            self._gathered.turned = bool(answer)
            return

    def _sheet(self, cards: Mapping[int, Colour], labels: Mapping[int, str]) -> Path:
        """Writes a picture of cards side by side, with a label below each; gives where."""
        sizes: Sizes = self._draft.sizes
        seen = [Seen(code, UNKNOWN, _smaller(card, sizes)) for code, card in cards.items()]
        sheet = self._file.with_name(f"{self._file.stem}-cards.png")
        contact_sheet(seen, labels, sizes).save(sheet, "PNG", compress_level=1)
        return sheet

    def answer(self) -> bool:
        """Asks what photographs do not tell, shows all, and writes the deck file once it is confirmed."""
        proposals = Proposals(self._gathered, self._draft.sizes.card_mm)
        enrolling = FaceEnrolling(self._draft, proposals)
        enrolling.fill()
        self._propose(enrolling)
        self._ask_open(enrolling)
        self._confirm(enrolling)
        if enrolling.open():
            left = len(enrolling.open())
            told = ngettext(
                "{number} card is left out: the same command asks for it.",
                "{number} cards are left out: the same command asks for them.",
                left,
            )
            self._dialogue.say(told)
            return False
        return self._finish(proposals)

    def _propose(self, enrolling: FaceEnrolling) -> None:
        """Tells how much is proposed, and shows the cards."""
        numbers = sum(code in enrolling.proposals.numbers for code in enrolling.proposals.faces)
        self._dialogue.say(_("Numbers proposed: {numbers} of {all}.", numbers=numbers, all=CARDS_IN_A_DECK))
        self._show(enrolling)

    def _show(self, enrolling: FaceEnrolling) -> None:
        cards = enrolling.proposals.faces
        sheet = self._sheet(cards, {code: label(enrolling.shown(code)) for code in cards})
        self._dialogue.say(_("All cards are shown in {sheet}, each with its label and what is known.", sheet=sheet))

    def _ask_open(self, enrolling: FaceEnrolling) -> None:
        """Asks for windows, where need be for more; one answer does for all that look alike."""
        left_out: set[int] = set()
        last: int | None = None
        while codes := [code for code in enrolling.open() if code not in left_out]:
            code = codes[0]
            try:
                self._ask_one(enrolling, code)
                last = code
            except SkipError:
                left_out.add(code)
            except BackError:
                if last is not None:
                    enrolling.forget([one for one in enrolling.proposals.alike_of[last] if one in self._draft.typed])
            self._keep_draft()

    def _ask_one(self, enrolling: FaceEnrolling, code: int) -> None:
        windows = enrolling.proposals.windows(code, self._draft)
        while True:
            answer = self._dialogue.line(_question(enrolling, code, windows))
            is_number = answer.isdecimal() and windows is not None
            try:
                enrolling.type([code], f"{answer} {enrolling.usual(code).colour}{windows}" if is_number else answer)
                break
            except ValueError as error:
                self._dialogue.note(str(error))
        enrolling.fill()

    def _confirm(self, enrolling: FaceEnrolling) -> None:
        """All that is proposed and typed counts once somebody has looked at it."""
        if not self._draft.typed:
            return
        self._show(enrolling)
        while True:
            try:
                wrong = self._dialogue.line(
                    _("Which is wrong? Its label and what is right, as in 17: 117 red2; Enter: none")
                )
            except (BackError, SkipError):
                continue
            if not wrong:
                break
            self._correct(enrolling, wrong)
            self._keep_draft()
        enrolling.take([*self._draft.typed])
        self._keep_draft()

    def _correct(self, enrolling: FaceEnrolling, text: str) -> None:
        """Takes a line as `17: 117 red2`."""
        code, _colon, right = text.partition(":")
        if not code.strip().isdecimal() or int(code) not in enrolling.proposals.faces or not right.strip():
            self._dialogue.note(_("A label of the sheet, a colon, and what is right, please: 17: 117 red2."))
            return
        known = self._draft.typed.pop(int(code), None) or self._draft.cards.pop(int(code), None)
        try:
            enrolling.type([int(code)], right.strip())
        except ValueError as error:
            self._dialogue.note(str(error))
            self._draft.typed |= {int(code): known} if known else {}
        else:
            self._dialogue.note(label(enrolling.shown(int(code))))

    def _keep_draft(self) -> None:
        write_whole(draft_file(self._file), self._draft.text())

    def _finish(self, proposals: Proposals) -> bool:
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
        for line in (*look_alike(proposals.groups, proposals.twins, self._draft.cards), *made(self._file)):
            self._dialogue.say(line)
        return True


def _question(enrolling: FaceEnrolling, code: int, windows: int | None) -> Text:
    """Asks for the street number of a card whose windows are proposed, else for its windows."""
    usual, helps = enrolling.usual(code), len(enrolling.proposals.alike_of[code] & set(enrolling.open()))
    known = " ".join(filter(None, (str(usual.number or ""), usual.colour)))
    if windows is None:
        return _("Card {label}, {known}: windows ({number} look alike)", label=code, known=known, number=helps)
    seen = ngettext("{number} window", "{number} windows", windows)
    return _("Card {label}, {known}, {windows}: its street number", label=code, known=known, windows=seen)


def _smaller(card: Colour, sizes: Sizes) -> Colour:
    """At the scale of contact sheets."""
    size = round(sizes.card_mm[0] * PX_PER_MM), round(sizes.card_mm[1] * PX_PER_MM)
    return np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)
