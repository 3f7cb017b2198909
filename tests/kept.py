"""Results that are kept on the disk from one run of the tests to the next, until the code that makes them changes."""

import hashlib
import pickle
from collections.abc import Callable
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from time import time
from typing import Any

from lucca_pi.files import write_file

_ROOT = Path(__file__).parents[1]
_WEEK_S = 7 * 86_400
_LIBRARIES = ("numpy", "opencv-python-headless", "reportlab", "pypdfium2")


def pickled(*arguments: Any, **named: Any) -> bytes:
    """The key of arguments that are values, pictures too, which are not copied for it."""
    pictures: list[pickle.PickleBuffer] = []
    told = hashlib.sha256(pickle.dumps((arguments, named), protocol=5, buffer_callback=pictures.append))
    for picture in pictures:
        told.update(picture.raw())
    return told.digest()


def kept(
    folder: Path, sources: str, make: Callable[..., Any], key: Callable[..., bytes] = pickled
) -> Callable[..., Any]:
    """
    `make`, whose results are kept in the folder by the `key` of its arguments.

    `sources`: the folders and files, parted by spaces, on which a result depends, without what Python compiles of them.
    """

    @wraps(make)
    def made(*arguments: Any, **named: Any) -> Any:
        told = make.__name__.encode() + key(*arguments, **named)
        file = folder / hashlib.sha256(_state_of(sources) + told).hexdigest()
        if file.exists():
            file.touch()
            return pickle.loads(file.read_bytes())
        result = make(*arguments, **named)
        write_file(file, pickle.dumps(result))
        return result

    return made


def forget_old(folder: Path) -> None:
    """Deletes what no run has asked for in a week."""
    for file in folder.iterdir():
        if file.stat().st_mtime < time() - _WEEK_S:
            file.unlink(missing_ok=True)


@cache
def _state_of(sources: str) -> bytes:
    """What the sources and the libraries are now."""
    places = [_ROOT / one for one in sources.split()]
    files = [file for place in places for file in (place, *sorted(place.rglob("*"))) if file.is_file()]
    state = hashlib.sha256(repr([version(name) for name in _LIBRARIES]).encode())
    for file in files:
        if file.suffix != ".pyc":
            state.update(file.read_bytes())
    return state.digest()
