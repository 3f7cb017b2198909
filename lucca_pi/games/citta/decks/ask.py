"""The questions about a deck and its cards: plain lines in, plain lines out, so that any terminal or script will do."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TextIO, TypeVar

from lucca_pi.games.citta.decks.draft import Draft
from lucca_pi.games.citta.decks.typed import (
    card_mm_in,
    colour_in,
    colours_in,
    number_in,
    shields_beside,
    sticker_mm_in,
    symbols_in,
)
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.harmless import harmless
from lucca_pi.language import _, say

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


def ask_draft(dialogue: Dialogue, draft: Draft, *, stickers: bool = True) -> None:
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


def _ask_sticker(dialogue: Dialogue, draft: Draft) -> None:
    usual = f"{draft.sizes.sticker_mm:g}"
    side_mm = dialogue.ask(_("Stickers, their side in mm with the white margin"), usual, sticker_mm_in)
    draft.sizes = replace(draft.sizes, sticker_mm=side_mm)


def _ask_card_size(dialogue: Dialogue, draft: Draft) -> None:
    usual = "{:g} x {:g}".format(*draft.sizes.card_mm)
    card_mm = dialogue.ask(_("Cards with their sleeves, width x height in mm"), usual, card_mm_in)
    draft.sizes = replace(draft.sizes, card_mm=card_mm)


def _ask_colours(dialogue: Dialogue, draft: Draft) -> None:
    draft.colours = dialogue.ask(_("The six colours, with commas between"), ", ".join(draft.colours), colours_in)
