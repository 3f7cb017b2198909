"""What is kept, and the service that keeps it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journals.examine import examine
from lucca_pi.devices.journals.reading import last_noted
from lucca_pi.devices.store import FILE, LOCK, StoredGames
from lucca_pi.doctor.findings import Finding, Patient

UNIT = "lucca-pi"


def database(patient: Patient) -> Iterator[Finding]:
    """Whether the games that are kept can be read, all of them."""
    file = patient.config.state / FILE
    if not file.exists():
        yield Finding("games", "ok", f"none kept yet in {patient.config.state}")
        return
    try:
        found = examine(file, last_noted(patient.config.state / LOCK))
        with closing(StoredGames(patient.config.state)) as games:
            count = len(games.games())
    except (sqlite3.Error, OSError, StoreError) as error:
        found, count = str(error), 0
    if found:
        advice = "copy it away first; play then sets it aside and keeps what can be read of it"
        yield Finding("games", "wrong", f"{file}: {found}", advice)
    else:
        yield Finding("games", "ok", f"{count} kept in {file}, which is sound")


def service(patient: Patient) -> Iterator[Finding]:
    """The service, where it is installed."""
    state = service_state(patient)
    if state is None:
        yield Finding("service", "not here", "not installed: sudo systemd/install.sh does that")
    elif state == "active":
        yield Finding("service", "ok", "runs")
    elif state == "inactive":
        yield Finding("service", "ok", f"stopped; sudo systemctl start {UNIT} starts it")
    else:
        yield Finding("service", "wrong", state, f"see why: journalctl -u {UNIT} -n 20")


def service_state(patient: Patient) -> str | None:
    """What systemd says of it: active, inactive, failed, activating; None where there is none."""
    said = patient.machine.said(f"systemctl show {UNIT} -p LoadState -p ActiveState --value")
    loaded, _, active = (said or "").partition("\n")
    return active if loaded == "loaded" else None
