"""Records and decks in files that people name."""

from collections.abc import Iterator
from pathlib import Path

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.files import read_text
from lucca_pi.games.citta.rules.deck import PRINTED, REFERENCE, DeckFile, read_deck_file, reference_deck_file
from lucca_pi.games.citta.rules.record import Record, read_record_file
from lucca_pi.language import _

DECK = "deck.json"
"""The deck file's name beside a game's pictures, and in its file."""


def load_record(name: str) -> Record:
    """The record in a file. Raises UnreadableError, and RuleError if its deck is invalid."""
    return read_record_file(read_text(name), name)


def load_deck(name: str) -> DeckFile:
    """
    The deck in a file; "reference": our own with codes; "printed": the same printed without codes.

    Raises UnreadableError, also for a photograph that no card can be known by, and RuleError "deck".
    """
    if name == REFERENCE:
        return reference_deck_file()
    if name == PRINTED:
        # what draws is imported only where it is asked for
        from lucca_pi.games.citta.paper.deck import printed_deck_file

        return printed_deck_file()
    if name != "-" and not Path(name).exists():
        raise UnreadableError(
            _("there is no such deck. Use reference, printed, or a file that lucca-pi deck enrol has written."),
            file=name,
        )
    try:
        deck_file = read_deck_file(read_text(name), name)
    except RuleError as error:
        raise RuleError(error.rule, f"{name}: {error.message}. All that is wrong: lucca-pi deck check {name}") from None
    for problem in unusable_photographs(deck_file):
        raise UnreadableError(problem, file=name)
    return deck_file


def unusable_photographs(deck_file: DeckFile) -> Iterator[str]:
    """A sentence for each photograph by which no card can be recognised: what is wrong, and what to do."""
    if deck_file.photographs_gone:
        yield "photographs: only their digest is here. Use the deck file that contains them."
    if not deck_file.photographs:
        return
    from lucca_pi.vision.faces.prints import check_face
    from lucca_pi.vision.picture import PictureError

    for code, pictures in deck_file.photographs.items():
        for packed in pictures[:2]:  # no more are looked at
            try:
                check_face(code, packed, deck_file.card_mm)
            except PictureError as error:
                yield str(error)
