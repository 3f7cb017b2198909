"""Records and decks in files that people name."""

from lucca_pi.errors import RuleError
from lucca_pi.files import read_text
from lucca_pi.games.citta.rules.deckfile import DeckFile, read_deck_file, reference_deck_file
from lucca_pi.games.citta.rules.record import Record, read_record_file

DECK = "deck.json"
"""What the deck is called beside a game's pictures, and in its file."""
PRINTED = "printed"
"""Our own deck without codes, known by its faces."""


def load_record(name: str) -> Record:
    """The record in a file. Raises UnreadableError, and RuleError if its deck is invalid."""
    return read_record_file(read_text(name), name)


def load_deck(name: str) -> DeckFile:
    """
    The deck in a file; "reference": our own with codes; "printed": the same printed without codes.

    Raises UnreadableError and RuleError "deck".
    """
    if name == "reference":
        return reference_deck_file()
    if name == PRINTED:
        # what draws is imported only where it is asked for
        from lucca_pi.games.citta.paper.photographs import printed_deck_file

        return printed_deck_file()
    try:
        return read_deck_file(read_text(name), name)
    except RuleError as error:
        raise RuleError(error.rule, f"{name}: {error.message}. All that is wrong: lucca-pi deck check {name}") from None
