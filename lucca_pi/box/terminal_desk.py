"""A desk at the terminal: what asking for cards with stickers and without has in common."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from lucca_pi.box.desk import Desk, NothingTakenError, Understand
from lucca_pi.box.dialogue import BackError, Dialogue, SkipError
from lucca_pi.box.draft_files import draft_file
from lucca_pi.box.sheets import write_contact_sheet
from lucca_pi.box.stickers import SeenCard
from lucca_pi.box.words import THE_PICTURE
from lucca_pi.errors import refusing
from lucca_pi.games.citta.report import findings_text
from lucca_pi.language import Text, _
from lucca_pi.vision.picture import Colour, PictureError

Pictures = Iterator[Colour | str]
"""Pictures one after another; between them the words that people type instead of letting one be taken."""


class Terminal:
    """A desk at the terminal, and the person who answers."""

    def __init__(self, desk: Desk, dialogue: Dialogue) -> None:
        self.desk, self._dialogue = desk, dialogue

    def deck_made(self, pictures: Pictures | None) -> bool:
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
