"""
The start of `lucca-pi play`: defaults for devices that nobody named, the questions of a first run, the first picture.

Language, rules, cards and pictures are asked once, at a terminal. The display has a picture before what takes seconds
is loaded.
"""

import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from lucca_pi.commands.setting_options import found_here
from lucca_pi.config import Config, asked_for, every_setting, load_config
from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices.displays.twins import why_not_drawn
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.here import PHONE, in_lines, is_at_a_terminal
from lucca_pi.devices.state_directory import GAMES, KeptLanguage
from lucca_pi.devices.system import SystemClock, stopping
from lucca_pi.equipment import make_display
from lucca_pi.errors import problem_of, reason_of
from lucca_pi.files import config_file, write_file
from lucca_pi.games import DEFAULT, game_module
from lucca_pi.language import LANGUAGES, _, in_each, say, use
from lucca_pi.outside import note
from lucca_pi.ports import Display
from lucca_pi.screens.pages import pages, splash

if TYPE_CHECKING:
    from lucca_pi.play import Outcome

_LIVE = ("pi", "usb", "phone")
"""Cameras of a real evening; a folder or a drawn table is none."""


_EDITION_OF: Mapping[str, str] = {"de": "german", "he": "hebrew"}
"""The edition proposed to people of a language whose box has rules of its own."""


KEPT_MB = 2000
"""Megabytes of pictures that are kept if somebody wants them: some 45 evenings."""


def is_first_run(config: Config, settings: Path) -> bool:
    """True on a first start: no settings and no games yet, at the keyboard, before a table."""
    is_new = not settings.exists() and not (config.state / GAMES).exists()
    return is_new and config.buttons == "keyboard" and config.camera.partition(":")[0] in _LIVE


def first_run(config: Config, asked: Collection[str], settings: Path) -> Config:
    """Asks for language, rules, cards and pictures, unless they are set, and writes the answers into the settings."""
    answers: dict[str, Any] = {}
    if "language" not in asked:
        answers["language"] = _one_of(in_each(_("Language")), LANGUAGES, config.language)
        use(answers["language"])
    if "edition" not in asked and config.game == "citta":
        note(_("The rules come in several editions with small differences: docs/playing.md lists them."))
        usual = config.for_game()["edition"]
        known = _EDITION_OF.get(answers.get("language", config.language), usual)
        editions = {name: say(words).capitalize() for name, words in every_setting()["edition"].words.items()}
        answers["edition"] = _one_of(say(_("Which rules?")), editions, known)
    if "deck" not in asked and config.game == "citta":
        answers |= _cards(config)
    if "pictures" not in asked:
        kept = {"yes": _("yes"), "no": _("no")}
        words = _("Keep the pictures of the table, some 43 MB an evening, to leaf through games and prove points?")
        answers |= {"pictures": KEPT_MB} if _one_of(say(words), kept, "yes") == "yes" else {}
    if answers:
        _remember(answers, settings)
    return config.changed(answers)


def _cards(config: Config) -> dict[str, str]:
    """The deck that players have; empty if theirs is not enrolled yet, after what to do has been said."""
    setting, boxes = every_setting()["deck"], config.found("deck")
    answers = {name: say(words) for name, words in (*setting.words.items(), *boxes.items())}
    other, to_do = setting.otherwise or ("", "")
    usual = next(iter(boxes)) if len(boxes) == 1 else config.for_game()["deck"]
    deck = _one_of(say(_("Which cards have you?")), {**answers, "": say(other)}, usual)
    if not deck:
        note(say(to_do))
    return {"deck": deck} if deck else {}


def _one_of(question: str, answers: Mapping[str, str], usual: str) -> str:
    """The answer by its number; Enter alone, and the end of the input, is the usual one."""
    names = list(answers)
    offered = "  ".join(f"{number} {answers[name]}" for number, name in enumerate(names, start=1))
    while True:
        note(f"{question}  {offered}  [{names.index(usual) + 1}]", end=" ")
        line = _line().strip()
        if not line:
            return usual
        found = _meant(line, names, answers)
        if found is not None:
            return found
        note(_("Type a number from 1 to {most}, or press Enter.", most=len(names)))


def _meant(line: str, names: Sequence[str], answers: Mapping[str, str]) -> str | None:
    """The answer typed as its number or its beginning; None if there is no such answer."""
    if line.isdecimal() and 0 < int(line[:3]) <= len(names):
        return names[int(line) - 1]
    return next((name for name in names if answers[name].lower().startswith(line.lower())), None)


def _line() -> str:
    """A line as typed. It is read past Python's own store, since the keys that follow are the buttons'."""
    return os.read(sys.stdin.fileno(), 4096).decode(errors="replace")


def wait_for_enter(prompt: str) -> None:
    """Waits until somebody has read the text above and presses Enter."""
    note(prompt, end="")
    _line()


def _remember(answers: dict[str, Any], settings: Path) -> None:
    """Writes the answers into the settings file; if it cannot be written, they are used this time only."""
    text = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in answers.items())
    try:
        write_file(settings, text.encode(), with_folder=True)
    except OSError as error:
        note(
            _("{file}: cannot be written ({reason}); used for this game only.", file=settings, reason=reason_of(error))
        )
    else:
        note(_("Saved in {file}: you can change it there at any time.", file=settings))


def arranged(
    file: Path | None, given: Mapping[str, Any], stream: TextIO | None, *, as_json: bool
) -> tuple[Config, frozenset[str]]:
    """
    The configuration of play, and the names of the settings given explicitly (file or command line).

    Settings not given have their defaults on a Pi; elsewhere they follow the devices the machine has, which is printed.
    At the first start a person is asked. Raises ConfigError.
    """
    config, asked = load_config(file, given), asked_for(file, given)
    kept = KeptLanguage(config.state, config.language)
    if given.get("language"):
        kept.forget()
    use(kept.read())
    is_read = is_at_a_terminal() and not as_json
    page = config.camera == PHONE or (is_read and "display" not in asked)
    config, chosen = found_here(config, asked, page=page)
    settings = file or config_file(os.environ)
    is_first = is_read and is_first_run(config, settings)
    if is_first:
        config = first_run(config, asked, settings)
    if chosen:
        note(in_lines(chosen, settings))
    is_drawn = config.display == "terminal" and stream is not None and not why_not_drawn(stream, os.environ)
    if (chosen or is_first) and is_read and is_drawn:
        wait_for_enter(_("Press Enter to begin. "))  # else the picture takes the place of what was said
    return config, asked


def example_settings(given: Mapping[str, Any], stack: ExitStack) -> dict[str, Any]:
    """
    The settings that play the recorded game, in a temporary directory unless one is given.

    Raises DeviceError if another camera or deck is asked for.
    """
    if any(given.get(name) for name in ("camera", "deck", "game")):
        raise DeviceError(_("The recorded game brings its own camera and deck: leave out --camera, --deck, --game."))
    folder: Path = game_module(DEFAULT, "example").EXAMPLE
    record = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    names = {seat: player for player, seat in record["seats"].items()}
    settings = {"camera": f"folder:{folder / 'frames'}", "deck": str(folder / "deck.json"), "names": names}
    pictures = len(list((folder / "frames").glob("*.jpg")))
    note(_("A recorded game with three players: each OK looks at the next of its {number} pictures.", number=pictures))
    state = given.get("state")
    if not state:
        from tempfile import TemporaryDirectory

        state = stack.enter_context(TemporaryDirectory(prefix="lucca-example-"))
        note(_("It is only to try: if you stop, the next start begins it anew (--state DIR keeps it)."))
    return {**settings, "players": len(names), "edition": record["edition"], "state": state}


def start(config: Config, stream: TextIO | None, asked: Collection[str] = ()) -> "Outcome":
    """
    Plays with the devices of the configuration; a terminal display writes to `stream`, None for one that is closed.

    `asked`: the settings given explicitly.

    Raises DeviceError, CalibrationError, UnreadableError and RuleError for what cannot be used.
    """
    use(KeptLanguage(config.state, config.language).read())
    clock = SystemClock()
    with stopping(), showing_failure(make_display(config, clock, stream)) as display:
        if not display.keeps:  # on paper it would be one picture more
            display.show(splash(display.panel))
        from lucca_pi.play import play

        return play(config, display, clock, asked)


@contextmanager
def showing_failure(display: Display) -> Iterator[Display]:
    """
    Closes the display at the end. An error that stops play is shown on it: often there is no other screen to read.
    """
    try:
        yield display
    except Exception as error:
        display.leave(pages(Snapshot(Notice(_("Cannot play"), _why(error))), display.panel)[0])
        raise
    finally:
        display.close()


def _why(error: Exception) -> str:
    """The message for an error: its own text if it was foreseen, else that the error is ours."""
    try:
        return str(problem_of(error)[0]["message"])
    except Exception:
        return _("A program error stopped play ({reason}). What was played is saved.", reason=reason_of(error))
