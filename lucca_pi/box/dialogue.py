"""A dialogue with a person at a terminal: a line out, a line in; and the pictures from files."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar

from lucca_pi.language import _, say
from lucca_pi.outside import harmless
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
