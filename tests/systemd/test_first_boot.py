"""The script of the first boot, with a small release on the card; the system's programs note how they are called."""

import hashlib
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = "lucca-pi-first-boot.service"
INSTALLER = """#!/bin/sh
echo "$@" >>"$LUCCA_ROOT/asked"
mkdir -p "$LUCCA_ROOT/opt/lucca-pi/current"
[ ! -e "$LUCCA_ROOT/broken" ] || { echo no route >"$LUCCA_ROOT/var/log/lucca-pi-install.log" && exit 2; }
"""


class FirstBoot:
    """A card and a root of its own: `boot` does what cloud-init does, `go_on` what the unit does."""

    def __init__(self, folder: Path) -> None:
        self.root, self.card = folder / "root", folder / "card"
        for place in ("etc/systemd/system/multi-user.target.wants", "var/lib", "var/log", "bin"):
            (self.root / place).mkdir(parents=True)
        self.card.mkdir()
        for name in ("first-boot.sh", UNIT):
            (self.card / name).write_bytes((SYSTEMD / name).read_bytes())
        self.release("1")
        for name in ("systemctl", "cloud-init", "sync"):
            self.program(name, f'echo {name} "$@" >>{self.root}/called')
        self.program("ip", "echo default via 192.0.2.1")

    def program(self, name: str, text: str) -> None:
        file = self.root / "bin" / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def release(self, version: str) -> None:
        """Puts a release of that version in the place of the one that is there."""
        (self.root / "install.sh").write_text(f"{INSTALLER}# {version}\n")
        archive = self.card / "lucca_pi-0.tar.gz"
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(self.root / "install.sh", "lucca_pi-0/systemd/install.sh")
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        (self.card / "SHA256SUMS").write_text(f"{digest}  {archive.name}\n")

    def boot(self, *options: str) -> "subprocess.CompletedProcess[str]":
        return self.go_on("arm", *options)

    def go_on(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {"LUCCA_ROOT": str(self.root), "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        command = ["sh", self.card / "first-boot.sh", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    @property
    def unit(self) -> Path:
        return self.root / "etc/systemd/system" / UNIT

    def lines(self, name: str) -> list[str]:
        file = self.root / name
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def machine(tmp_path):
    return FirstBoot(tmp_path)


def test_cloud_init_starts_a_unit_that_installs_with_the_options_of_the_card(machine):
    machine.boot("--page")
    assert machine.unit.read_text() == (SYSTEMD / UNIT).read_text()
    assert machine.lines("called")[-1] == f"systemctl start --no-block {UNIT}"
    ran = machine.go_on()
    assert (ran.returncode, machine.lines("asked")) == (0, ["--page"])
    told = [line.removeprefix("lucca: ")[:6] for line in ran.stdout.splitlines()]
    assert told == ["2 of 4", "3 of 4", "4 of 4"]
    logged = [line[20:26] for line in (machine.card / "log.txt").read_text().splitlines()]
    assert logged == told


def test_once_it_is_installed_a_boot_does_nothing_until_the_card_holds_another_release(machine):
    machine.boot()
    machine.go_on()
    assert not machine.unit.exists()
    machine.boot()
    machine.go_on()
    assert (machine.unit.exists(), len(machine.lines("asked"))) == (False, 1)
    machine.release("2")
    machine.boot()
    machine.go_on()
    assert len(machine.lines("asked")) == 2


def test_what_fails_is_told_with_its_reason_and_tried_again(machine):
    machine.boot()
    (machine.root / "broken").touch()
    ran = machine.go_on()
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1].endswith("it needs a way to the internet. Said last: no route")
    (machine.root / "broken").unlink()
    assert (machine.go_on().returncode, machine.unit.exists()) == (0, False)


def test_a_card_that_is_damaged_installs_nothing(machine):
    machine.boot()
    (machine.card / "lucca_pi-0.tar.gz").write_bytes(b"damaged")
    ran = machine.go_on()
    assert (ran.returncode, machine.lines("asked")) == (1, [])
    assert "the files on this card are damaged: run lucca-pi card on it again" in ran.stdout


def test_without_a_network_it_waits_and_says_so_once(machine):
    machine.boot()
    machine.program("ip", f"[ -e {machine.root}/late ] && echo default")
    machine.program("sleep", f"touch {machine.root}/late")
    ran = machine.go_on()
    assert ran.stdout.splitlines()[0].startswith("lucca: 1 of 4: waiting for the network: plug in a cable")
    assert (ran.returncode, machine.lines("asked")) == (0, [""])
