"""Files that people name on the command line: read whole, with a clear word when they cannot be."""

import sys
from pathlib import Path

from lucca_pi.errors import UnreadableError, reason_of
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
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"cannot be read: {reason}", file=name) from None
