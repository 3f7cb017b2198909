"""What is settled before `lucca-pi play` starts: devices that nobody named, the first start, the recorded game."""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from lucca_pi.config import Config, asked_for, config_file, load_config
from lucca_pi.devices.displays.terminal import why_not_drawn
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.here import PHONE, choices, in_lines, is_at_a_terminal, is_pi
from lucca_pi.first_start import asks, first_start, wait_for_enter
from lucca_pi.harmless import note
from lucca_pi.language import _, use

EXAMPLE = Path(__file__).parents[1] / "tests" / "games" / "three-players"
"""A recorded game, in the repository alone."""


def arranged(
    file: Path | None, given: Mapping[str, Any], stream: TextIO | None, *, as_json: bool
) -> tuple[Config, frozenset[str]]:
    """
    What is played with, and the settings that somebody has a word on.

    On a Pi what is not set has its defaults, elsewhere it is what the machine has, which is said. At the first start
    a person is asked. Raises ConfigError.
    """
    config, asked = load_config(file, given), asked_for(file, given)
    use(config.language)
    is_read = is_at_a_terminal() and not as_json
    page = config.camera == PHONE or (is_read and "display" not in asked)
    chosen = () if is_pi(os.environ) else choices(asked, stream, os.environ, page=page)
    picked: dict[str, Any] = {one.setting: one.value for one in chosen}
    config = replace(config, **picked)
    settings = file or config_file(os.environ)
    is_first = is_read and asks(config, settings)
    if is_first:
        config = first_start(config, asked, settings)
    if chosen:
        note(in_lines(chosen, settings))
    is_drawn = config.display == "terminal" and stream is not None and not why_not_drawn(stream, os.environ)
    if (chosen or is_first) and is_read and is_drawn:
        wait_for_enter(_("Enter begins. "))  # else the picture takes the place of what was said
    return config, asked


def example_settings(given: Mapping[str, Any], stack: ExitStack) -> dict[str, Any]:
    """
    The settings that play the recorded game, kept in a directory for this once unless one is given.

    Raises DeviceError where it is not there, or another camera or deck is asked for.
    """
    if any(given.get(name) for name in ("camera", "deck", "game")):
        raise DeviceError(
            _("The recorded game has a camera and a deck of its own: leave --camera, --deck, --game out.")
        )
    try:
        record = json.loads((EXAMPLE / "game.json").read_text(encoding="utf-8"))
    except OSError:
        raise DeviceError(
            _("The recorded game is in the repository alone: in a clone, ./lucca play --example.")
        ) from None
    names = {seat: player for player, seat in record["seats"].items()}
    settings = {"camera": f"folder:{EXAMPLE / 'frames'}", "deck": str(EXAMPLE / "deck.json"), "names": names}
    state = given.get("state") or stack.enter_context(TemporaryDirectory(prefix="lucca-example-"))
    note(_("A recorded game of three: each OK looks at the next of its {number} pictures.", number=_pictures()))
    return {**settings, "players": len(names), "edition": record["edition"], "state": state}


def _pictures() -> int:
    return len(list((EXAMPLE / "frames").glob("*.jpg")))
