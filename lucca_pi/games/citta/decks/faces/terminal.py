"""Enrolling by photographs at a terminal: pictures are counted aloud, proposals shown on a sheet and confirmed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from lucca_pi.errors import refusing
from lucca_pi.games.citta.decks.ask import BackError, Dialogue, SkipError, StopError, ask_draft
from lucca_pi.games.citta.decks.begun import EnrolError, begun, new_draft
from lucca_pi.games.citta.decks.draft import Draft, draft_file, write_whole
from lucca_pi.games.citta.decks.enrol import THE_PICTURE
from lucca_pi.games.citta.decks.faces.answering import FaceAnswers, write_sheet
from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.gathering import Gathering
from lucca_pi.games.citta.decks.faces.kept import gathered_file, keep, load
from lucca_pi.games.citta.decks.faces.looking import Cut, Took, digest, look_at
from lucca_pi.games.citta.decks.faces.packing import unpacked
from lucca_pi.games.citta.decks.faces.words import (
    GREETING,
    LAY,
    MOST_NAMED,
    counted,
    missing_now,
    sent_before,
    towers_told,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK
from lucca_pi.language import _
from lucca_pi.ports import LookError
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.picture import Colour, PictureError, damage_of, load_colour


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


def photographs(files: Sequence[Path], dialogue: Dialogue) -> Iterator[Colour]:
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
        self._bare: Colour | None = None

    def photograph(self, pictures: Iterator[Colour] | None) -> bool:
        """Takes pictures until all cards are there twice; whether they are."""
        self._dialogue.say(GREETING)
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
