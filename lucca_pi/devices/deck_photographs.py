"""
Photographs of a deck's faces, kept apart from the journals: once, however many games are played with them.

An event that begins a game carries megabytes of them in a part of its own, under the key `photographs`. In the journal
their digest stands in their place, and a file beside the games has them.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from lucca_pi.files import atomic_write, read_file, sync_directory

PHOTOGRAPHS = "photographs"
"""The key in an event, and the folder in the state directory."""
_DIGEST = "sha256"
_LARGEST_BYTES = 50_000_000
"""Largest file read: a deck file, where the photographs come from, has 8 million characters at most."""


def put_apart(event: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    """The event with digests for photographs, which are on the disk by then. Raises OSError."""
    return {name: _part_without(part, directory) if _has_photographs(part) else part for name, part in event.items()}


def put_back(event: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    """What `put_apart` was given; where the photographs are gone, the event with their digests."""
    return {name: _part_with(part, directory) if _has_digest(part) else part for name, part in event.items()}


def _has_photographs(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get(PHOTOGRAPHS), list)


def _has_digest(part: Any) -> bool:
    kept = part.get(PHOTOGRAPHS) if isinstance(part, dict) else None
    return isinstance(kept, dict) and isinstance(kept.get(_DIGEST), str) and kept[_DIGEST].isalnum()


def _part_without(part: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    text = json.dumps(part[PHOTOGRAPHS]).encode()
    digest = sha256(text).hexdigest()
    file = _file(directory, digest)
    if _read(file) is None:
        file.parent.mkdir(exist_ok=True)
        sync_directory(directory)
        with atomic_write(file) as stream:
            stream.write(text)
    return {**part, PHOTOGRAPHS: {_DIGEST: digest}}


def _part_with(part: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    found = _read(_file(directory, part[PHOTOGRAPHS][_DIGEST]))
    return {**part, PHOTOGRAPHS: found or part[PHOTOGRAPHS]}


def _file(directory: Path, digest: str) -> Path:
    return directory / PHOTOGRAPHS / f"{digest}.json"


def _read(file: Path) -> list[Any] | None:
    """What a file holds, if it is what its name says."""
    try:
        return _sound(file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=1)
def _sound(file: Path, changed_ns: int) -> list[Any]:  # noqa: ARG001 - a file that was changed is read anew
    """The same; the latest is remembered. Raises OSError, and ValueError for a damaged file."""
    text = read_file(file, _LARGEST_BYTES)
    if sha256(text).hexdigest() != file.stem:
        raise ValueError(file)
    found: list[Any] = json.loads(text)
    return found
