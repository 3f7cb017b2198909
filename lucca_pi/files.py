"""Files that people name on the command line: read whole, with a clear word when they cannot be."""

import sys
from pathlib import Path

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.rules.deckfile import DeckFile, read_deck_file, reference_deck_file
from lucca_pi.games.citta.rules.record import Record, read_record_file
from lucca_pi.strict import LONGEST_TEXT

STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """The text of a file; "-" is standard input. Raises UnreadableError."""
    try:
        if name == STANDARD_INPUT and sys.stdin is None:
            raise UnreadableError("cannot be read: standard input is closed", file=name)
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(LONGEST_TEXT + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LONGEST_TEXT + 1)
        return data.decode()
    except UnicodeDecodeError as error:
        raise UnreadableError("not UTF-8 text", f"byte {error.start + 1}", name) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"cannot be read: {reason}", file=name) from None


def load_record(name: str) -> Record:
    """The record in a file. Raises UnreadableError, and RuleError for a deck that is none."""
    return read_record_file(read_text(name), name)


def load_deck(name: str) -> DeckFile:
    """The deck in a file, or the one called "reference". Raises UnreadableError and RuleError "deck"."""
    if name == "reference":
        return reference_deck_file()
    try:
        return read_deck_file(read_text(name), name)
    except RuleError as error:
        raise RuleError(error.rule, f"{name}: {error.message}. All that is wrong: lucca-pi deck check {name}") from None
