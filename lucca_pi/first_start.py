"""The first start at a terminal: language and rules are asked once, and which decks there are is said."""

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from lucca_pi.atomic_write import atomic_write
from lucca_pi.config import Config, every_setting
from lucca_pi.devices.games_folder import GAMES
from lucca_pi.errors import reason_of
from lucca_pi.harmless import note
from lucca_pi.language import LANGUAGES, _, say, use

LIVE = ("pi", "usb", "phone")
"""Cameras before which people play; a folder or a drawn table is no evening."""


def asks(config: Config, settings: Path) -> bool:
    """Whether somebody plays here for the first time: no settings, no games yet, at the keyboard, before a table."""
    is_new = not settings.exists() and not (config.state / GAMES).exists()
    return is_new and config.buttons == "keyboard" and config.camera.partition(":")[0] in LIVE


def first_start(config: Config, asked: Collection[str], settings: Path) -> Config:
    """Asks for language and rules, as far as nobody has set them, and writes the answers into the settings."""
    answers: dict[str, Any] = {}
    if "language" not in asked:
        answers["language"] = _one_of("Language / Sprache", LANGUAGES, config.language)
        use(answers["language"])
    if "edition" not in asked and config.game == "citta":
        note(_("The rules come in several editions, which differ in small points: docs/playing.md tells them apart."))
        usual = config.for_game()["edition"]
        known = "german" if answers.get("language", config.language) == "de" else usual
        answers["edition"] = _one_of(say(_("Which rules?")), _editions(), known)
    if "deck" not in asked and config.game == "citta":
        note(
            _(
                "The deck is the printed one with codes (--deck names another). A box is enrolled by stickers or by\n"
                "its faces. Faces of our deck were measured on drawn and rendered tables, of other cards on\n"
                "photographs, of a real box by nobody. Stickers are the sure way (docs/cards.md,\n"
                "docs/measured/faces.md)."
            )
        )
    if answers:
        _remember(answers, settings)
    return config.changed(answers)


def _editions() -> dict[str, str]:
    """The editions of the rules, in words, the usual one first."""
    return {name: say(words).capitalize() for name, words in every_setting()["edition"].words.items()}


def _one_of(question: str, answers: Mapping[str, str], usual: str) -> str:
    """The answer by its number; Enter alone, and the end of the input, is the usual one."""
    names = list(answers)
    offered = "  ".join(f"{number} {answers[name]}" for number, name in enumerate(names, start=1))
    while True:
        note(f"{question}  {offered}  [{names.index(usual) + 1}]", end=" ")
        line = _line().strip()
        if not line:
            return usual
        if found := _meant(line, names, answers):
            return found


def _meant(line: str, names: Sequence[str], answers: Mapping[str, str]) -> str | None:
    """The answer that was typed as its number or its beginning."""
    if line.isdecimal() and 0 < int(line[:3]) <= len(names):
        return names[int(line) - 1]
    return next((name for name in names if answers[name].lower().startswith(line.lower())), None)


def _line() -> str:
    """A line that was typed. It is read past Python's own store, since the keys that follow are the buttons'."""
    return os.read(sys.stdin.fileno(), 4096).decode(errors="replace")


def wait_for_enter(prompt: str) -> None:
    """Until somebody has read what stands there."""
    note(prompt, end="")
    _line()


def _remember(answers: dict[str, Any], settings: Path) -> None:
    """Writes the answers where settings are kept; where that cannot be, they hold for this once."""
    text = "".join(f'{name} = "{value}"\n' for name, value in answers.items())
    try:
        settings.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(settings) as stream:
            stream.write(text.encode())
    except OSError as error:
        note(_("{file}: cannot be written ({reason}); it holds for this once.", file=settings, reason=reason_of(error)))
    else:
        note(_("Kept in {file}: change it there at any time.", file=settings))
