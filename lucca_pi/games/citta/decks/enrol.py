"""Enrolling a box: pictures of its cards and a short answer for each make a checked deck file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from lucca_pi.errors import refusing
from lucca_pi.games.citta.decks.ask import BackError, Dialogue, SkipError, StopError, ask_card, ask_draft
from lucca_pi.games.citta.decks.begun import begun, made, new_draft, write_deck
from lucca_pi.games.citta.decks.contact import contact_sheet
from lucca_pi.games.citta.decks.draft import Draft, draft_file, write_whole
from lucca_pi.games.citta.decks.enrolling import Enrolling, Shown
from lucca_pi.games.citta.decks.photographed import Seen, is_mirrored, see_cards
from lucca_pi.games.citta.decks.words import described, seen_twice
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deck_check import check_deck_file, ranges
from lucca_pi.language import Text, _, say
from lucca_pi.ports import LookError
from lucca_pi.vision.detect import MIRRORED
from lucca_pi.vision.picture import Colour, PictureError, damage_of, damaged, load_colour

GREETING = _(
    "For each card type its windows; three less these are its shields. Before them, where need be, the beginning of\n"
    "its colour and its street number: 2, red2, 117 red2. Several cards at once, a key each: 2103; they are shown\n"
    "before they count. Enter alone asks one by one.\n"
    "b goes back one card, - leaves a card out for now, q stops: all cards entered are kept, and the same command\n"
    "goes on."
)


THE_PICTURE = _("The picture")
NO_CARDS = _(
    "Are the square codes in sight, evenly lit and sharp? QR codes are not read here: enter those by keyboard."
)


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
    draft = begun(file)
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


def _begun(file: Path, draft: Draft | None, dialogue: Dialogue) -> "Enrolment":
    """What holds for the whole deck is asked once, and kept: a file that cannot be written is told at once."""
    if draft:
        dialogue.say(GREETING)
        known = {"entered": len(draft.cards), "all": CARDS_IN_A_DECK, "sizes": draft.sizes.text}
        dialogue.say(_("Going on: {entered} of {all} cards are entered ({sizes}).", **known))
        return Enrolment(file, draft, dialogue)
    draft = new_draft()
    ask_draft(dialogue, draft)
    write_whole(draft_file(file), draft.text())
    dialogue.say(GREETING)
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

    def __init__(self, file: Path, draft: Draft, dialogue: Dialogue) -> None:
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
                self._dialogue.note(seen_twice(card))
        if not cards:
            self._dialogue.note(MIRRORED if is_mirrored(picture, self._draft.sizes) else NO_CARDS)
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
