"""The questions about one card: plain lines in, plain lines out, so that any terminal or script will do."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TextIO, TypeVar

from lucca_pi.citta.rules.deck import HIGHEST_NUMBER, MOST_SYMBOLS, Card
from lucca_pi.citta.rules.strict import is_plain, shown

SYMBOLS_ON_A_CARD = 3
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
        self.said.write(f"{text}\n")
        self.said.flush()

    def line(self, prompt: str) -> str:
        """The answer without spaces around it, "" for Enter alone."""
        self.said.write(f"{prompt}: ")
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

    def ask(self, prompt: str, usual: Answer | None, understand: Callable[[str], Answer]) -> Answer:
        """Asks until the answer is understood; Enter alone takes what is usual. `understand` raises ValueError."""
        while True:
            text = self.line(prompt if usual is None else f"{prompt} [{usual}]")
            if not text and usual is not None:
                return usual
            try:
                return understand(text)
            except ValueError as error:
                self.say(f"  {error}")


def ask_card(dialogue: Dialogue, usual: Card, colours: Sequence[str], taken: Collection[int], known: bool) -> Card:
    """
    The card from four answers; `usual` holds what Enter means, its colour "" where none is proposed.

    `known`: the card was entered before, so Enter keeps windows and shields too; else shields are what lacks of three.
    """
    free = None if usual.number in taken else usual.number
    number = dialogue.ask("  number", free, lambda text: _number(text, taken))
    choices = " ".join(f"{place} {colour}" for place, colour in enumerate(colours, start=1))
    colour = dialogue.ask(f"  colour ({choices})", usual.colour or None, lambda text: _colour(text, colours))
    windows = dialogue.ask("  windows", usual.windows if known else None, _symbols)
    rest = usual.shields if known and windows == usual.windows else max(0, SYMBOLS_ON_A_CARD - windows)
    return Card(number, colour, windows, dialogue.ask("  shields", rest, _symbols))


def ask_colours(dialogue: Dialogue, usual: Sequence[str]) -> tuple[str, ...]:
    """The names of the six colours, in the owner's words."""
    words = ", ".join(usual)
    given = dialogue.ask("The six colours, with commas between", words, lambda text: ", ".join(_colours(text)))
    return _colours(given)


def _colours(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(set(names)) != 6 or len(names) != 6 or not all(map(is_plain, names)):
        raise ValueError("Six different names, please, with commas between them.")
    return names


def _number(text: str, taken: Collection[int]) -> int:
    number = _whole(text)
    if number is None or not 1 <= number <= HIGHEST_NUMBER:
        raise ValueError(f"A street number from 1 to {HIGHEST_NUMBER}, please.")
    if number in taken:
        raise ValueError(f"{number} is on another card already; b goes back one card.")
    return number


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


def _symbols(text: str) -> int:
    count = _whole(text)
    if count is None or count > MOST_SYMBOLS:
        raise ValueError(f"One key from 0 to {MOST_SYMBOLS}, please.")
    return count


def _colour(text: str, colours: Sequence[str]) -> str:
    """By its place in the list, its name, or the beginning of only one name."""
    place = _whole(text)
    if place is not None and 1 <= place <= len(colours):
        return colours[place - 1]
    begun = [colour for colour in colours if text and colour.lower().startswith(text.lower())]
    exact = [colour for colour in begun if colour.lower() == text.lower()]
    if len(exact or begun) == 1:
        return (exact or begun)[0]
    raise ValueError(f'"{shown(text)}" is none of the six: give its number or the beginning of its name.')
