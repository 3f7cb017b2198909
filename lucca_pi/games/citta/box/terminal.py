"""
Enrolling at a terminal: plain lines out, plain lines in, so that any terminal or script will do.

Pictures are counted aloud, cards asked one by one or several at once, and all is shown on a sheet before it counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from lucca_pi.errors import refusing
from lucca_pi.games.citta.box.answers import number_in, shields_beside, symbols_in, typed_colour
from lucca_pi.games.citta.box.desk import Desk, NothingTakenError, Understand
from lucca_pi.games.citta.box.dialogue import BackError, Dialogue, SkipError, StopError
from lucca_pi.games.citta.box.draft_files import draft_file
from lucca_pi.games.citta.box.face_desk import FaceDesk
from lucca_pi.games.citta.box.photo_store import decoded_picture, gathered_file
from lucca_pi.games.citta.box.sheets import write_contact_sheet
from lucca_pi.games.citta.box.stickers import SeenCard
from lucca_pi.games.citta.box.words import (
    FACE_GREETING,
    HOW,
    MOST_NAMED,
    NO_DIGITS,
    STICKER_GREETING,
    THE_PICTURE,
    card_words,
    missing_now,
    out_of_order_told,
)
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deck_check import ranges
from lucca_pi.language import Text, _, ngettext, say
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.picture import Colour, PictureError


def enrol(file: Path, pictures: Iterator[Colour] | None, dialogue: Dialogue, *, faces: bool = False) -> bool:
    """
    Makes the deck file, from pictures or (None) by answers alone; returns True if it was made, else the draft has all
    answers.

    `faces`: the cards bear no stickers, and the first picture is of the bare ground. Raises EnrolError if the file is
    there already, UnreadableError for a damaged draft, PictureError and UnwritableError.
    """
    shown: _Terminal = _Faces(FaceDesk(file), dialogue) if faces else _Stickers(Desk(file), dialogue)
    try:
        return shown.deck_made(pictures)
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        if shown.desk.is_settled:
            dialogue.say(shown.desk.stopped)
        return False


class _Terminal:
    """A desk at the terminal, and the person who answers."""

    def __init__(self, desk: Desk, dialogue: Dialogue) -> None:
        self.desk, self._dialogue = desk, dialogue

    def deck_made(self, pictures: Iterator[Colour] | None) -> bool:
        """Takes pictures and answers; whether the deck file was written."""
        raise NotImplementedError

    def _settle(self) -> None:
        """Asks what holds for the whole box; b goes back one question."""
        settings, answers, asked = self.desk.settings(), dict[str, str](), 0
        while asked < len(settings):
            name = [*settings][asked]
            question, usual, understand = settings[name]
            try:
                answers[name] = self._dialogue.ask(question, answers.get(name, usual), _as_typed(understand))
                asked += 1
            except BackError:
                asked = max(0, asked - 1)
            except SkipError:
                self._dialogue.note(_("An answer is needed; Enter accepts the value in [ ]."))
        self.desk.settle(answers)

    def _seen_in(self, picture: Colour) -> tuple[SeenCard, ...] | None:
        """The cards the desk sees in a picture; None, with a message, if it takes none."""
        try:
            with refusing(THE_PICTURE, PictureError):
                return self.desk.seen_in(picture)
        except NothingTakenError as error:
            self._dialogue.note(str(error))
            return None

    def _tell(self, told: Sequence[Text]) -> None:
        """Prints the result of a picture: the number of cards that count, then the problems."""
        self._dialogue.say(told[0])
        for line in told[1:]:
            self._dialogue.note(line)

    def _note_wrong(self, error: ValueError) -> None:
        for line in error.args:
            self._dialogue.note(line)

    def _ask_all(self) -> None:
        """Asks for card after card, until all are there or left out; b goes back, - leaves a card out."""
        while (code := self.desk.asked) is not None:
            try:
                self._ask_one(code)
            except SkipError:
                self.desk.leave_out()
            except BackError:
                self.desk.go_back()

    def _ask_one(self, code: int) -> None:
        raise NotImplementedError

    def _show(self, pictures: Mapping[int, Colour], labels: Mapping[int, str]) -> Path:
        """Writes the sheet of these cards; returns its path."""
        return write_contact_sheet(self.desk.file, pictures, labels, self.desk.draft.sizes)

    def _written(self) -> bool:
        """Writes the deck file if nothing is wrong, or odd and unwanted; True if it was written."""
        while (found := self.desk.findings()).errors or found.warnings:
            self._dialogue.say(findings_text(found, str(self.desk.file)))
            if not self._change_one():
                break
        if found.errors:
            kept = draft_file(self.desk.file)
            self._dialogue.say(_("This is not a complete deck yet; the cards are saved in {draft}.", draft=kept))
            return False
        self.desk.finish()
        for line in self.desk.told:
            self._dialogue.say(line)
        return True

    def _change_one(self) -> bool:
        """Offers to change a card; False if none is changed."""
        return False


def _as_typed(understand: Understand) -> Callable[[str], str]:
    """The function that returns an answer as typed, if it is understood."""

    def read(text: str) -> str:
        understand(text)
        return text

    return read


class _Stickers(_Terminal):
    """A box with stickers: the cards of each picture are asked for, then all those that no picture showed."""

    _pictured: tuple[SeenCard, ...] = ()
    """The cards of the picture in hand."""

    def deck_made(self, pictures: Iterator[Colour] | None) -> bool:
        desk, goes_on = self.desk, self.desk.is_settled
        if not goes_on:
            self._settle()
        self._dialogue.say(STICKER_GREETING)
        if goes_on:
            known = {"entered": len(desk.draft.cards), "all": CARDS_IN_A_DECK, "sizes": desk.draft.sizes.text}
            self._dialogue.say(_("Continuing: {entered} of {all} cards are entered ({sizes}).", **known))
        while pictures is not None and desk.draft.left and (picture := next(pictures, None)) is not None:
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
        if code not in self.desk.draft.cards and self._in_short(code):
            return
        self._dialogue.say(self.desk.title(code))
        card = self._one_by_one(code)
        self.desk.enter(code, card)
        self._dialogue.note(card_words(card))

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


class _Faces(_Terminal):
    """A box without stickers: all cards are photographed twice, then what photographs leave open is asked."""

    desk: FaceDesk

    def deck_made(self, pictures: Iterator[Colour] | None) -> bool:
        if not self.desk.is_settled:
            self._settle()
        self._dialogue.say(FACE_GREETING)
        while pictures is not None and not self._is_whole and (picture := next(pictures, None)) is not None:
            self._take(picture)
        is_written = self._is_whole and self._is_answered() and self._written()
        if not self._is_whole:  # also if a card was taken out
            self._tell_missing()
        return is_written

    @property
    def _is_whole(self) -> bool:
        return self.desk.gathered.is_whole

    def _take(self, picture: Colour) -> None:
        is_ground = self.desk.bare is None
        if (cards := self._seen_in(picture)) is None or is_ground:
            return
        if self.desk.waiting:
            self._ask_way_up([cut.card for cut in self.desk.waiting[1]])
        self._tell(self.desk.lay(cards))

    def _ask_way_up(self, cards: Sequence[Colour]) -> None:
        """Only people know which way up a box's cards are; asked once."""
        pictures = {at: without_margin(card) for at, card in enumerate(cards, start=1)}
        sheet = self._show(pictures, {at: str(at) for at in pictures})
        asked = _("Do the cards stand upright in {sheet}? Enter: yes; n: upside down", sheet=sheet)
        self.desk.stand(upside_down=bool(self._insist(asked)))

    def _insist(self, question: Text) -> str:
        """The answer to a question that cannot be left out."""
        while True:
            try:
                return self._dialogue.line(question)
            except (BackError, SkipError):
                continue

    def _tell_missing(self) -> None:
        """
        Prints the photographs still missing; if a few cards lack their second one, shows all cards so far.

        A card seen once may be a bad photograph, or one of another box, in the place of a card not shown yet.
        """
        for line in missing_now(self.desk.gathered):
            self._dialogue.say(line)
        palaces = self.desk.gathered.palaces
        if 0 < CARDS_IN_A_DECK - sum(len(card.pictures) > 1 for card in palaces.values()) <= MOST_NAMED:
            labels = {code: f"{code} ×{len(card.pictures)}" for code, card in palaces.items()}
            sheet = self._show({code: decoded_picture(card.pictures[0]) for code, card in palaces.items()}, labels)
            self._dialogue.say(
                _("{sheet} shows the cards so far: compare your cards to find the missing ones.", sheet=sheet)
            )
        kept = gathered_file(self.desk.file)
        self._dialogue.say(_("Everything is saved in {draft}; the same command continues.", draft=kept))

    def _is_answered(self) -> bool:
        """Asks what photographs leave open, and shows all; whether every card is there, and confirmed."""
        self._tell_proposed()
        self._ask_all()
        self._confirm()
        if left := len(self.desk.open()):
            told = ngettext(
                "{number} card is left out: the same command asks for it.",
                "{number} cards are left out: the same command asks for them.",
                left,
            )
            self._dialogue.say(told)
        return not left and self._is_whole

    def _tell_proposed(self) -> None:
        """Says how much is proposed, and shows the cards."""
        proposals, answered = self.desk.proposals, self.desk.draft.answered
        if odd := proposals.out_of_order - {*answered}:
            self._dialogue.say(out_of_order_told(odd))
        if not proposals.are_digits_learnt:
            self._dialogue.say(NO_DIGITS)
        numbers = len(proposals.numbers(answered))
        self._dialogue.say(_("Numbers proposed: {numbers} of {all}.", numbers=numbers, all=CARDS_IN_A_DECK))
        self._show_all()

    def _show_all(self) -> None:
        faces, unsure = self.desk.proposals.faces, self.desk.unsure
        labels = {code: self.desk.shown(code).label + (" ?" if code in unsure else "") for code in faces}
        sheet = self._show(faces, labels)
        self._dialogue.say(_("{sheet} shows all cards, each with its label and what is known.", sheet=sheet))

    def _ask_all(self) -> None:
        """Asks for windows, and for more if needed; then for the proposals that are not sure."""
        self._is_told = False
        super()._ask_all()

    def _ask_one(self, code: int) -> None:
        self._tell_learnt()
        while True:
            try:
                self.desk.answer(self._dialogue.line(self.desk.question(code)))
                break
            except ValueError as error:
                self._note_wrong(error)
        for line in self.desk.told:
            self._dialogue.note(line)

    def _tell_learnt(self) -> None:
        """Prints once how many cards are proposed from the answers, if these are most."""
        number = len(self.desk.draft.proposed)
        if self._is_told or number < CARDS_IN_A_DECK / 2:
            return
        told = {"number": number, "unsure": len(self.desk.unsure)}
        self._dialogue.say(
            _("Windows and shields of {number} cards are proposed from your answers; {unsure} are not sure.", **told)
        )
        self._is_told = True

    def _confirm(self) -> None:
        """
        Enters all proposed and typed cards after somebody has checked them.

        Not while a card is missing: a card of another box may have misled the proposals, so they are made anew.
        """
        if not self.desk.draft.typed:
            return
        self._show_all()
        self._dialogue.say(HOW)
        asked = _("Which is wrong? Its label and what is right, as in 17: 117 red2; Enter: none")
        while wrong := self._insist(asked):
            try:
                self.desk.correct(wrong)
            except ValueError as error:
                self._note_wrong(error)
                continue
            for line in self.desk.told:
                self._dialogue.note(line)
            self._ask_all()
        if self._is_whole:
            self.desk.take()
