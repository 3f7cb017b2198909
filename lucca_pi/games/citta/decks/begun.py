"""How a deck file begins and ends: the draft of before or a new one, and the file when all is there."""

from pathlib import Path

from lucca_pi.games.citta.decks.draft import Draft, draft_file, load_draft, write_whole
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, REFERENCE_COLOURS
from lucca_pi.language import Text, _, say


class EnrolError(Exception):
    """Enrolling cannot begin; the message says why and what to do."""


def begun(file: Path) -> Draft | None:
    """The draft of before; None where there is none. Raises UnreadableError, and EnrolError where the file is there."""
    draft = load_draft(draft_file(file))
    if draft is None and file.exists():
        raise EnrolError(
            _("{file} is there already. Check it with: lucca-pi deck check {file}; or name a new file.", file=file)
        )
    return draft


def new_draft() -> Draft:
    """A draft without cards, its colours called as the language in use calls them."""
    return Draft(tuple(say(_("{colour}", colour=colour)) for colour in REFERENCE_COLOURS))


def write_deck(file: Path, text: str) -> None:
    """Writes the deck file, then takes its draft away. Raises UnwritableError."""
    write_whole(file, text)
    draft_file(file).unlink(missing_ok=True)


def made(file: Path) -> tuple[Text, Text]:
    """That the deck file is made, and what to do with it."""
    return (
        _("{file}: a deck of {all} cards. Play with --deck {file}", file=file, all=CARDS_IN_A_DECK),
        _("A picture to hold against the cards: lucca-pi deck show {file} --png CARDS.png", file=file),
    )
