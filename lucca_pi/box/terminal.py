"""
Enrolling at a terminal: plain lines out, plain lines in, so that any terminal or script will do.

It says what a desk asks and hands it the answers. What is asked about several cards is also on a sheet to compare with.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar

from lucca_pi.box.answers import number_in, shields_beside, symbols_in, typed_colour
from lucca_pi.box.desk import Desk, NothingTakenError, Prompt, Understand
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.photo_store import decoded_picture
from lucca_pi.box.sheets import write_contact_sheet
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.errors import refusing
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.language import Text, _, say
from lucca_pi.outside import harmless
from lucca_pi.ports import LookError
from lucca_pi.vision.picture import Colour, PictureError, check_there, damaged, load_colour_with_damage

_BACK, _QUIT, _SKIP = "b", "q", "-"
_Answer = TypeVar("_Answer")


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
        """Prints a line."""
        self.said.write(harmless(f"{say(text)}\n"))
        self.said.flush()

    def note(self, text: str) -> None:
        """Prints a line that belongs to the one before."""
        self.say(f"  {say(text)}")

    def line(self, prompt: str) -> str:
        """The answer without spaces around it, "" for Enter alone."""
        self.said.write(harmless(f"{say(prompt)}: "))
        self.said.flush()
        try:
            line = self.heard.readline()
        except UnicodeDecodeError:
            line = "?\n"
        word = line.strip()
        if not line or word.lower() == _QUIT:
            raise StopError
        if word.lower() == _BACK:
            raise BackError
        if word == _SKIP:
            raise SkipError
        return word

    def ask(self, prompt: str, usual: str | None, understand: Callable[[str], _Answer]) -> _Answer:
        """Asks until the answer is understood; Enter alone gives the usual answer. `understand` raises ValueError."""
        while True:
            text = self.line(prompt if usual is None else f"{say(prompt)} [{usual}]")
            try:
                return understand(text or usual or "")
            except ValueError as error:
                self.note(str(error))


def photographs(files: Sequence[Path], dialogue: Dialogue, *, faces: bool = False) -> Iterator[Colour]:
    """The pictures in the files; damage is printed. Raises PictureError, at once if a file is not there."""
    for file in files:
        check_there(file)
    return _pictures(files, dialogue, faces=faces)


def _pictures(files: Sequence[Path], dialogue: Dialogue, *, faces: bool) -> Iterator[Colour]:
    for number, file in enumerate(files):
        may_fail = faces and number > 0
        try:
            picture, damage = load_colour_with_damage(file)
        except PictureError as error:
            if not may_fail:
                raise
            dialogue.note(str(error))
            continue
        if damage and may_fail:
            dialogue.note(_("{file} is incomplete and is not used. Copy it again.", file=file.name))
            continue
        if faces:
            dialogue.say(f"{file.name}:")  # what is said next is of this picture
        elif damage:
            dialogue.note(damaged(file.name, damage))
        yield picture


Camera = Callable[[], Colour]
_NOTHING_KEPT = _("Stopped before the first questions were answered: nothing is saved yet.")


def enrol(
    file: Path,
    pictures: Iterator[Colour] | None,
    dialogue: Dialogue,
    *,
    faces: bool = False,
    camera: Camera | None = None,
) -> bool:
    """
    Makes the deck file, from pictures, with a camera or by answers alone; returns True if it was made, else the draft
    has all answers.

    `faces`: the cards bear no stickers, and the first picture is of the bare ground. Raises EnrolError if the file is
    there already, UnreadableError for a damaged draft, PictureError and UnwritableError.
    """
    desk = (FaceDesk if faces else StickerDesk)(file)
    try:
        if not desk.is_settled:
            _settle(desk, dialogue)
        for line in desk.greeting:
            dialogue.say(line)
        _Terminal(desk, dialogue, pictures or iter(()), camera).ask_all()
    except (StopError, KeyboardInterrupt):
        dialogue.say("")
        dialogue.say(desk.stopped if desk.is_settled else _NOTHING_KEPT)
        return False
    desk.end()
    for line in desk.told:
        dialogue.say(line)
    return desk.is_made


def _settle(desk: Desk, dialogue: Dialogue) -> None:
    """Asks what holds for the whole box; b goes back one question."""
    settings, answers, asked = desk.settings(), dict[str, str](), 0
    while asked < len(settings):
        name = [*settings][asked]
        question, usual, understand = settings[name]
        try:
            answers[name] = dialogue.ask(question, answers.get(name, usual), _as_typed(understand))
            asked += 1
        except BackError:
            asked = max(0, asked - 1)
        except SkipError:
            dialogue.note(_("An answer is needed; Enter accepts the value in [ ]."))
    desk.settle(answers)


def _as_typed(understand: Understand) -> Callable[[str], str]:
    """The function that returns an answer as typed, if it is understood."""

    def read(text: str) -> str:
        understand(text)
        return text

    return read


class _Terminal:
    """A desk at the terminal, and the person who answers."""

    def __init__(self, desk: Desk, dialogue: Dialogue, pictures: Iterator[Colour], camera: Camera | None) -> None:
        self._desk, self._dialogue, self._pictures, self._camera = desk, dialogue, pictures, camera

    def ask_all(self) -> None:
        """Asks until nothing more is asked; b goes back, - leaves a card out."""
        shown: object = None
        while prompt := self._desk.prompt:
            if (prompt.told, prompt.labels) != shown:
                self._show(prompt)
                shown = prompt.told, prompt.labels
            if prompt.is_photograph and not self._camera:
                if (picture := next(self._pictures, None)) is None:
                    self._desk.end_photographs()
                else:
                    self._take(picture)
                continue
            try:
                self._ask(prompt)
            except BackError:
                self._desk.go_back()
                self._note(*self._desk.told)
            except SkipError:
                self._desk.leave_out()
                self._note(*self._desk.told)
            except (ValueError, LookError) as error:
                self._note(*error.args)

    def _show(self, prompt: Prompt) -> None:
        """Says what stands before a question, and draws the sheet that goes with it."""
        if prompt.labels:
            known = self._desk.pictures
            pictures = {code: decoded_picture(known[code]) for code in prompt.labels}
            write_contact_sheet(self._desk.file, pictures, prompt.labels, self._desk.draft.sizes)
        for line in prompt.told:
            self._dialogue.say(line)

    def _ask(self, prompt: Prompt) -> None:
        """Asks, and hands the answer on. Raises BackError, SkipError, StopError, ValueError and LookError."""
        text = self._dialogue.line(prompt.text)
        if not text and prompt.is_photograph and self._camera:
            self._take(self._camera())
        elif not text and prompt.at_length:
            self._dialogue.say(prompt.at_length)
            self._enter(self._desk.asked or 0)
        else:
            self._desk.answer(text)
            if prompt.choices:
                self._tell()
            else:
                self._note(*self._desk.told)

    def _take(self, picture: Colour) -> None:
        """Lays the cards in a picture on the desk."""
        try:
            with refusing(_("The picture"), PictureError):
                self._desk.photograph(picture)
        except NothingTakenError as error:
            self._note(str(error))
            return
        self._tell()

    def _tell(self) -> None:
        """Says what came of a picture: the number of cards that count, then the problems."""
        for line in self._desk.told[:1]:
            self._dialogue.say(line)
        self._note(*self._desk.told[1:])

    def _note(self, *told: str) -> None:
        for line in told:
            self._dialogue.note(line)

    def _enter(self, code: int) -> None:
        """Enters a card from four answers; Enter takes the proposal."""
        ask, draft = self._dialogue.ask, self._desk.draft
        colours, usual = draft.colours, self._desk.usual(code)
        is_taken = usual.number in {card.number for card in draft.answered.values()}
        number = ask(
            _indented(_("number")),
            None if is_taken else str(usual.number),
            lambda text: self._desk.free(code, number_in(text)),
        )
        choices = " ".join(f"{place} {colour}" for place, colour in enumerate(colours, start=1))
        asked = f"{_indented(_('colour'))} ({choices})"
        colour = ask(asked, usual.colour or None, lambda text: typed_colour(text, colours))
        windows = ask(_indented(_("windows")), None, symbols_in)
        shields = ask(_indented(_("shields")), str(shields_beside(windows)), symbols_in)
        card = Card(number, colour, windows, shields)
        self._desk.give(code, card)
        self._note(*self._desk.told)


def _indented(text: Text) -> str:
    return f"  {say(text)}"
