"""The file of the phones that were let in, so that they still are when the program starts again in the same evening."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lucca_pi.files import atomic_write, read_file

FILE = "phones.json"
_MOST_BYTES = 100_000


class KnownPhones:
    """The file in that directory. It holds no secret: what a phone says is not there, only its hash."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / FILE

    def read(self) -> Mapping[str, Any]:
        """What was kept last; nothing where that cannot be read: then phones are let in again."""
        try:
            known = json.loads(read_file(self._file, _MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        return known if isinstance(known, dict) else {}

    def keep(self, phones: Mapping[str, Any]) -> None:
        """Keeps these alone. Where that cannot be, phones are known until the program ends."""
        with suppress(OSError), atomic_write(self._file) as file:
            file.write(json.dumps(phones).encode())
