"""Records in files that people name."""

from lucca_pi.files import read_text
from lucca_pi.games.lucco.rules.record import Record, read_record_file


def load_record(name: str) -> Record:
    """The record in a file. Raises UnreadableError."""
    return read_record_file(read_text(name), name)
