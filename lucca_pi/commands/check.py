"""`lucca-pi check`: the table, camera and cards tried out laying by laying, and a test made of what was seen."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from lucca_pi.commands.options import AS_JSON, EXISTING, confirmed, example, group, option, print_json, tell
from lucca_pi.commands.setting_options import CALIBRATION, DECK, STATE, found_here, setting_option
from lucca_pi.errors import EXIT_NO, UnreadableError
from lucca_pi.language import _, say
from lucca_pi.outside import note

if TYPE_CHECKING:
    from lucca_pi.checking.check import Check
    from lucca_pi.checking.plan import Asked
    from lucca_pi.config import Config


@group(epilog=example("check table"))
def check() -> None:
    """Try out your table: what its camera reads of what you lay, and what to change."""


@check.command("table", epilog=example("check table", "check table --camera usb:0 --deck MY-BOX.json --out table.zip"))
@setting_option("camera", _("As for play: pi (default), pi:N, usb:N, phone, folder:DIR or drawn:RECORD."))
@setting_option("game")
@DECK
@setting_option("codes")
@CALIBRATION
@STATE
@setting_option("language")
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
@option("--page", metavar="[HOST:]PORT", help=_("Go through it on a phone's page, served there."))
@option("--plan", is_flag=True, help=_("Print the layings of all games; with --json in millimetres."))
@option("--out", type=EXISTING, metavar="FILE.zip", help=_("The ZIP to write; without it, a question asks for it."))
@AS_JSON
def check_table(file: Path | None, page: str | None, plan: bool, out: Path | None, as_json: bool, **given: Any) -> int:
    """
    Check the table: lay what is shown, about ten times; it looks, and says what was read at each seat and what to
    change.

    Print the layings for the table first: lucca-pi print checkcard. It takes ten minutes. With --camera folder:DIR, the
    pictures in DIR are looked at, one for each laying, in the order of their names.

    At the end pictures, layings and readings make one ZIP, which is listed before it is written. Nothing is sent. It
    holds no names; ask the people whose hands are in the pictures before you hand it on.
    """
    from lucca_pi.checking.page import check_from_phones
    from lucca_pi.checking.plan import PLAN, asked
    from lucca_pi.config import asked_for, load_config
    from lucca_pi.devices.here import PHONE, free_port
    from lucca_pi.devices.system import stopping
    from lucca_pi.web.address import read_binding
    from lucca_pi.web.server import Server

    if plan and as_json:
        print_json(PLAN)
        return 0
    config = load_config(file, {**given, "page": page})
    if plan:
        one = asked(config)
        tell("\n\n".join(_told(number, one) for number in range(len(one.layings))))
        return 0
    only_camera = {*asked_for(file, given), "buttons", "display", "page"}
    config, chosen = found_here(config, only_camera, page=False)
    for one_found in chosen:
        note(one_found.words)
    served = page or (free_port() if config.camera == PHONE else "")
    if out and not os.access(out.absolute().parent, os.W_OK):
        raise UnreadableError(_("cannot be written there. Name another place for the ZIP."), file=str(out))
    with stopping(), _opened(config) as check:
        is_asked = bool(sys.stdin and sys.stdin.isatty()) and not as_json and not config.camera.startswith("folder")
        if served:
            check_from_phones(check, Server(read_binding(served)), lambda text: tell(say(text), err=True))
        else:
            _go_through(check, is_asked=is_asked, is_told=not as_json)
        lines = [say(text) for text in check.lines()]
        if as_json:
            results = [check.results[number].to_json() for number in sorted(check.results)]
            print_json({"format": "lucca-checked/1", "game": config.game, "layings": results, "advice": lines})
        else:
            tell("\n".join(lines))
        if check.results and (out or is_asked):
            _keep(check, config, out or Path(f"lucca-check-{config.game}.zip"), is_asked=is_asked)
        return 0 if check.is_well else EXIT_NO


def _told(number: int, one: "Asked") -> str:
    """A laying in words, and drawn."""
    from lucca_pi.checking.sketch import sketch

    laying = one.layings[number]
    return f"{number + 1}/{len(one.layings)}  {say(laying.words)}\n{sketch(laying, one)}"


@contextmanager
def _opened(config: "Config") -> Iterator["Check"]:
    """The check through the camera of the settings; its pictures lie beside the games until it is over."""
    from lucca_pi.app.eyes import Eyes
    from lucca_pi.checking.check import Check
    from lucca_pi.checking.plan import asked
    from lucca_pi.devices.system import SystemClock
    from lucca_pi.equipment import make_camera

    eyes, one = Eyes(config), asked(config)
    config.state.mkdir(parents=True, exist_ok=True)
    with (
        closing(make_camera(config, SystemClock(), eyes.stored.focus)) as camera,
        TemporaryDirectory(dir=config.state, prefix="check-") as folder,
    ):
        yield Check(one, camera, eyes, Path(folder))


def _go_through(check: "Check", *, is_asked: bool, is_told: bool) -> None:
    """Shows each laying, looks at it, and says what was read, until the last, or until a person stops."""
    from lucca_pi.ports import CameraEndedError

    if is_told:
        tell(say(check.asked.called.to_begin))
    while check.laying:
        if is_told:
            tell(f"\n{_told(check.number, check.asked)}")
        if (
            is_asked
            and click.prompt(say(_("Enter: look   q: stop")), "", show_default=False, prompt_suffix="  ", err=True)
            == "q"
        ):
            return
        try:
            found = check.look()
        except CameraEndedError:
            return
        if is_told:
            tell(say(check.line(check.number)))
        if not (is_asked and found.those("missed", "elsewhere", "wrong") and confirmed(_("Look again?"))):
            check.number += 1


def _keep(check: "Check", config: "Config", file: Path, *, is_asked: bool) -> None:
    """Lists what the ZIP would hold, and writes it if that is wanted."""
    from lucca_pi.checking.kept import listed_members, write_check

    tell("\n".join(listed_members(check, config)), err=True)
    if not is_asked or confirmed(_("Write this to {file}? It stays on this machine.", file=file)):
        write_check(check, config, file)
        tell(say(_("{file}: written. Nothing was sent.", file=file)), err=True)


@check.command("import", epilog=example("check import table.zip"))
@click.argument("file", type=EXISTING, metavar="FILE.zip")
@option("--name", metavar="NAME", help=_("The name of the test; made from that of the file if not given."))
def import_zip(file: Path, name: str | None) -> None:
    """Make a test of a ZIP of check table or of play --record: a folder in tests/tables of this checkout."""
    from lucca_pi.checking.kept import import_check

    tell(import_check(file, Path.cwd(), name))
