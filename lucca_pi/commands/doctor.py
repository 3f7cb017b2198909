"""`lucca-pi doctor`: what is well, what is wrong, and what to do about it."""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from lucca_pi.commands.options import AS_JSON, DECK, EXISTING, STATE, confirmed, example, pieces_of, print_json, tell
from lucca_pi.problems import EXIT_NO


@click.command(epilog=example("doctor --json"))
@click.option("--camera", metavar="CAMERA", help="As for play, and so are the next ones.")
@click.option("--buttons", metavar="BUTTONS")
@click.option("--display", metavar="DISPLAY")
@DECK
@STATE
@click.option("--config", "file", type=EXISTING, metavar="FILE", help="The configuration file.")
@click.option(
    "--no-ask", is_flag=True, help="Ask nobody to press buttons or read the display; so it is without terminal."
)
@AS_JSON
def doctor(file: Path | None, no_ask: bool, as_json: bool, **given: Any) -> int:
    """
    Examine everything that play needs, one line for each thing, with what to do where it is wrong.

    Lay the quarters and some cards first: focus and light are judged by them. The exit code is 1 where something is
    wrong; what belongs to a Pi and is not here is no fault of a laptop.
    """
    from lucca_pi.config import load_config
    from lucca_pi.devices.clock import SystemClock
    from lucca_pi.doctor.checks import CHECKS
    from lucca_pi.doctor.findings import Patient, document, examined, text
    from lucca_pi.doctor.machine import Machine

    people = None if no_ask or as_json else _people()
    findings = []
    config = load_config(file, given)
    patient = Patient(Machine(), config, SystemClock(), partial(pieces_of, config), people)
    for finding in examined(patient, CHECKS):
        findings.append(finding)
        if not as_json:
            tell(text(finding))
    if as_json:
        print_json(document(findings))
    return EXIT_NO if any(one.state == "wrong" for one in findings) else 0


def _people() -> Any:
    """Who stands at the terminal, if there is one."""
    from lucca_pi.doctor.findings import People

    if not (sys.stdin and sys.stdin.isatty()):
        return None
    return People(lambda line: tell(line, err=True), confirmed)
