"""What takes seconds to make, such as the places of a box's prints, kept on the disk from one start to the next."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from lucca_pi.files import write_file
from lucca_pi.places import state_directory
from lucca_pi.version import version

_SEAL_BYTES = 32


def kept(name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """
    What `make` makes of these inputs; from the disk if this same program has made it before.

    A file that is missing, damaged or another program's is made anew, and where none can be written none is kept.
    """
    digest = sha256()
    for one in inputs:
        digest.update(b"%d:" % len(one) + one)
    try:
        file = state_directory(os.environ) / "made" / f"{name}-{digest.hexdigest()[:32]}"
    except RuntimeError:  # a user without a home
        return make()
    with suppress(OSError):
        data = file.read_bytes()
        seal, made = data[:_SEAL_BYTES], data[_SEAL_BYTES:]
        if seal == _sealed(made):
            return made
    made = make()
    with suppress(OSError):
        write_file(file, _sealed(made) + made, with_folder=True)
    return made


def _sealed(made: bytes) -> bytes:
    return sha256(_program() + made).digest()


@cache
def _program() -> bytes:
    """Differs for each version of the program, and for each state of a clone that somebody works in."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return repr((version(), [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files])).encode()
