"""`lucca-pi calibrate`, `doctor`, `card`: the camera measured, all that play needs examined, a card for a Pi."""

import sys
from errno import ENOSPC
from functools import partial
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import (
    AS_JSON,
    EXISTING,
    command,
    confirmed,
    example,
    option,
    print_either,
    print_json,
    tell,
)
from lucca_pi.commands.setting_options import DECK, STATE, found_here, pieces_of, setting_option
from lucca_pi.errors import EXIT_NO, UnreadableError, reason_of
from lucca_pi.language import _, say


@command(epilog=example("calibrate --board"))
@setting_option("camera", _("As for play: pi (default), pi:N, usb:N, folder:DIR or drawn:RECORD."))
@setting_option("conditions")
@DECK
@option("--board", is_flag=True, help=_("Measure the lens with the printed board (lucca-pi print board)."))
@option(
    "--pictures", type=click.IntRange(1), metavar="N", help=_("Number of pictures: 3 if not given, or all in a folder.")
)
@STATE
@option(
    "--out",
    type=EXISTING,
    metavar="FILE",
    help=_("The file to write; calibration.toml in the state directory if not given."),
)
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
@AS_JSON
def calibrate(
    file: Path | None, board: bool, pictures: int | None, out: Path | None, as_json: bool, **given: Any
) -> int:
    """
    Measure the camera over the table: focus, lens, and how many pixels each seat's stickers have.

    Lay all quarters where they will lie, and cards all over the table, also in the corners of the picture. Between
    pictures move the cards about; or, with --board, the board. The measurements go to a file that play uses.
    """
    from lucca_pi.calibration.file import CalibrationError
    from lucca_pi.calibration.measure import calibration_json, calibration_lines, make_calibration
    from lucca_pi.config import asked_for, load_config
    from lucca_pi.devices.here import PHONE

    config, chosen = found_here(load_config(file, given), asked_for(file, given), page=False)
    if config.camera == PHONE:
        raise CalibrationError(
            "The camera is a phone: each of its photographs is judged by itself, and needs no calibration. lucca-pi "
            "doctor shows the address to open on the phone; a webcam is measured with --camera usb:0."
        )
    for one in chosen:
        if one.setting == "camera":
            tell(say(one.words), err=True)
    made = make_calibration(config, pieces_of(config), "board" if board else "table", pictures, out)
    print_either(
        as_json=as_json,
        document=lambda: calibration_json(made),
        text=lambda: "\n".join(calibration_lines(made)),
    )
    return EXIT_NO if made.is_too_far else 0


@command(epilog=example("doctor --json"))
@setting_option("camera", _("As for play; also --buttons, --display and --page."))
@setting_option("buttons", "")
@setting_option("display", "")
@setting_option("page", "")
@DECK
@STATE
@option("--config", "file", type=EXISTING, metavar="FILE", help=_("The configuration file."))
@option(
    "--no-ask", is_flag=True, help=_("Ask nobody to press buttons or read the display; the default without a terminal.")
)
@AS_JSON
def doctor(file: Path | None, no_ask: bool, as_json: bool, **given: Any) -> int:
    """
    Check everything that play needs: one line for each thing, with a remedy if it is wrong.

    Lay the quarters and some cards first: focus and light are judged by them. The exit code is 1 if something is
    wrong; parts of a Pi that a laptop does not have count as wrong only if an option or the settings name them.
    """
    from lucca_pi.config import asked_for, load_config
    from lucca_pi.devices.system import SystemClock
    from lucca_pi.doctor.checks import CHECKS
    from lucca_pi.doctor.system import Machine, Patient, examined, findings_json, text

    people = None if no_ask or as_json else _people()
    findings = []
    asked = asked_for(file, given)
    config, _chosen = found_here(load_config(file, given), asked, page=True)
    patient = Patient(Machine(), config, SystemClock(), partial(pieces_of, config), people, asked)
    for finding in examined(patient, CHECKS):
        findings.append(finding)
        if not as_json:
            tell(text(finding))
    if as_json:
        print_json(findings_json(findings))
    return EXIT_NO if any(one.state == "wrong" for one in findings) else 0


def _people() -> Any:
    """The people at the terminal; None without a terminal."""
    from lucca_pi.doctor.system import People

    if not (sys.stdin and sys.stdin.isatty()):
        return None
    return People(lambda line: tell(line, err=True), confirmed)


@command(epilog=example("card /media/me/bootfs"))
@click.argument("boot", metavar="BOOT-FOLDER", type=EXISTING)
@option("--take-out", is_flag=True, help=_("Take our part out again; the rest of the card stays as it was."))
@option("--no-page", is_flag=True, help=_("Without the page for phones: the Pi needs no network after its first boot."))
def card(boot: Path, *, take_out: bool, no_page: bool) -> int:
    """
    Prepare a memory card: the Pi installs lucca-pi on its first boot.

    Write Raspberry Pi OS Lite (64-bit) with Raspberry Pi Imager 2, and type name, Wi-Fi and user on its pages. Then
    name the folder where the card's partition bootfs is mounted.
    """
    from lucca_pi import boot_card

    try:
        if take_out:
            was_there = boot_card.take_out(boot)
            tell("Taken out." if was_there else "There is nothing of lucca-pi on this card.")
            return 0 if was_there else EXIT_NO
        renewed = boot_card.add(boot, () if no_page else ("--page",))
    except OSError as error:
        told = f"cannot be written ({reason_of(error)}). Is the card plugged in, and not write-protected?"
        if error.errno == ENOSPC:
            told = "the card is full; nothing of lucca-pi is left on it. Make room on its bootfs, or write it anew."
        raise UnreadableError(told, file=str(boot)) from None
    state = "renewed, and ready" if renewed else "ready"
    tell(f"The card is {state} for its first boot: eject it, put it into the Pi, and switch the Pi on.")
    tell("The first boot needs the internet and takes some minutes. A screen at the Pi shows how far it is;")
    tell(f"so does {boot_card.LOG} on the card.")
    return 0
