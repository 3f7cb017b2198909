"""A box without stickers at the terminal: pictures first, with ways back, then what they leave open."""

from collections.abc import Sequence

from lucca_pi.box.answers import forgotten_in, is_word, out_of
from lucca_pi.box.dialogue import BackError, SkipError, StopError
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.photo_store import decoded_picture, gathered_file
from lucca_pi.box.taking_back import Step, given_by
from lucca_pi.box.taking_back_words import (
    AGAIN,
    AGAIN_ASKED,
    HOW_TO_TAKE_BACK,
    NOTHING_TO_UNDO,
    TO_TAKE_BACK,
    UNDO,
    UNDONE,
    no_such_card,
)
from lucca_pi.box.terminal_desk import Pictures, Terminal
from lucca_pi.box.words import (
    FACE_GREETING,
    HOW,
    MOST_NAMED,
    NO_DIGITS,
    WHICH_IS_WRONG,
    missing_now,
    out_of_order_told,
    seen_once,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.language import Text, _, ngettext
from lucca_pi.vision.faces.known import without_margin
from lucca_pi.vision.picture import Colour

_STEPS: dict[str, Step] = {"2": "cards", "3": "towers", "4": "second"}


class FaceTerminal(Terminal):
    """A box without stickers: all cards are photographed twice, then what photographs leave open is asked."""

    desk: FaceDesk

    def deck_made(self, pictures: Pictures | None) -> bool:
        if not self.desk.is_settled:
            self._settle()
        self._dialogue.say(FACE_GREETING)
        while pictures is not None and not self._is_whole and (picture := next(pictures, None)) is not None:
            if isinstance(picture, str):
                self._obey(picture)
            else:
                self._take(picture)
        is_written = self._is_whole and self._is_answered() and self._written()
        if not self._is_whole:  # also if a card was taken out
            self._tell_missing()
            self._ask_what_to_take_back()
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
        if self.desk.gathered.is_first_pass_over and len(self.desk.gathered.once) <= MOST_NAMED:
            for line in seen_once(self.desk.gathered):
                self._dialogue.note(line)

    # ways back

    def _ask_what_to_take_back(self) -> None:
        """Takes back what people name until they name nothing more."""
        try:
            while text := self._insist(_("Was anything wrong? ({ways}; Enter: no)", ways=TO_TAKE_BACK)):
                self._obey(text)
        except StopError:  # all is told
            return

    def _obey(self, text: str) -> None:
        """Takes back what the text names; says what can be named if it is nothing of that kind."""
        try:
            self._take_back(text)
        except ValueError as error:
            self._note_wrong(error)
            return
        for line in self.desk.told:
            self._dialogue.note(line)

    def _take_back(self, text: str) -> None:
        if is_word(text, UNDO):
            self._dialogue.note(UNDONE if self.desk.undo() else NOTHING_TO_UNDO)
        elif is_word(text, AGAIN):
            self._begin_again(self._insist(AGAIN_ASKED))
        elif (place := forgotten_in(text)) is not None:
            self._forget(place)
        elif (code := out_of(text)) is not None:
            self.desk.forget(code)
        else:
            raise ValueError(*HOW_TO_TAKE_BACK)

    def _begin_again(self, step: str) -> None:
        if step in _STEPS:
            self.desk.begin_again(_STEPS[step])
        elif step == "1":
            self.desk.bare_again()

    def _forget(self, place: tuple[int, ...]) -> None:
        """Takes back the latest picture, that of a number, or the card at a picture's row and place."""
        if len(place) < 3:
            self.desk.forget_picture(*place)
            return
        given = {at: code for at, (code, _data) in given_by(self.desk.gathered, place[0]).items()}
        if (code := next((one for at, one in given.items() if at == place), None)) is None:
            raise ValueError(no_such_card(place))
        self.desk.forget(code)

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
        while wrong := self._insist(WHICH_IS_WRONG):
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
