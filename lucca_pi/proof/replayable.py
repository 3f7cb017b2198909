"""Pictures stored as a folder that reproduces their reading: one that left a doubt, or those of a game."""

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from lucca_pi.config import LARGEST_BYTES
from lucca_pi.contract.setup import settings_of
from lucca_pi.evening.journal import Begun, game_key
from lucca_pi.files import read_file, write_file
from lucca_pi.proof.game_file import STYLES, written

_ANSWER, _AGAIN, SEEN, SETTINGS = "reading.json", "again.sh", "seen", "lucca.toml"
_CALIBRATION = "calibration.toml"
_PLAY_AGAIN = (
    f"lucca-pi play --config {SETTINGS} --camera folder:. {{options}}"
    '--buttons auto --display none --pictures 0 --state "$(mktemp -d)" --json'
)


def keep_look(
    folder: Path,
    image: Path,
    files: Mapping[str, Any],
    codes: str,
    answer: Mapping[str, Any],
    *,
    calibration: Path | None = None,
) -> None:
    """
    Writes the picture as it is, the answer as `read --json` gives it, and the command that gives it again.

    `files`: further input of the command, as JSON data; each is named after the option that takes it. `calibration`:
    the file of the calibration used, which is written there too. The picture with its reading is in `seen/`, if a
    quarter was seen. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / image.name, image.read_bytes())
    _write_all(folder, {**files, _ANSWER: [answer]})
    if calibration:
        write_file(folder / _CALIBRATION, calibration.read_bytes())
    known = f"--calibration {_CALIBRATION} " if calibration else ""
    options = f"{_options(files)}--codes {codes} {known}--debug-image {SEEN}"
    _write_again(folder, f"lucca-pi read --json {options} {quote(f'./{image.name}')}")


def keep_game(folder: Path, begun: Begun, codes: str) -> None:
    """
    Adds to a folder of pictures what replays the game: its files, the settings, and the command.

    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = begun.plugin.rules.files(begun.setup)
    _write_all(folder, files)
    settings = {**game_key(begun.plugin), **settings_of(begun.setup), "codes": codes}
    settings |= {"players": begun.players} if begun.players else {}
    lines = (f"{name} = {json.dumps(value)}\n" for name, value in settings.items() if value is not None)
    write_file(folder / SETTINGS, "".join(lines).encode())
    _write_again(folder, _PLAY_AGAIN.format(options=_options(files)))


def style_in(folder: Path) -> str:
    """The style of the codes in a folder's pictures, by the settings there. Raises OSError and ValueError."""
    style = tomllib.loads(read_file(folder / SETTINGS, LARGEST_BYTES).decode()).get("codes", "aruco")
    return style if style in STYLES else "aruco"


def _options(files: Mapping[str, Any]) -> str:
    """
    Options of the command for these files.

    >>> _options({"deck.json": {}})
    '--deck deck.json '
    """
    return "".join(f"--{Path(name).stem} {name} " for name in files)


def _write_again(folder: Path, command: str) -> None:
    """Writes the command as a script; it also finds lucca-pi beside this Python, as a clone has none in PATH."""
    beside = quote(str(Path(sys.executable).parent))
    text = f'#!/bin/sh\nPATH="$PATH":{beside}\ncd "$(dirname "$0")" && {command}\n'
    write_file(folder / _AGAIN, text.encode())


def _write_all(folder: Path, files: Mapping[str, Any]) -> None:
    for name, document in files.items():
        write_file(folder / name, written(document))
