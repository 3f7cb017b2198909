"""Records in files that people name."""

from lucca_pi.errors import UnreadableError
from lucca_pi.files import read_text
from lucca_pi.games.chessboard.rules.record import Record, read_record


def load_record(name: str) -> Record:
    """The record in a file. Raises UnreadableError."""
    try:
        return read_record(read_text(name))
    except UnreadableError as error:
        raise UnreadableError(error.message, error.place, name) from None
