"""The script that goes over to the release on a stick, with small releases whose installer switches two slots."""

import hashlib
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "update.sh"
INSTALLER = """
opt=$LUCCA_ROOT/opt/lucca-pi
if [ "${1-}" = --back ]; then to=a; else to=b; fi
echo "$0" "$@" >>"$LUCCA_ROOT/installed"
"""


class Box:
    """A machine with slot a in use; `service` is what systemd says of the service each time it is asked."""

    def __init__(self, folder: Path) -> None:
        self.root, self.stick = folder, folder / "media" / "lucca-sda1"
        self.opt = folder / "opt" / "lucca-pi"
        own = self.opt / "a/lib/python3.13/site-packages/lucca_pi/installer/systemd"
        for place in (self.stick, own, self.opt / "b", folder / "run/lucca", folder / "var/log", folder / "bin"):
            place.mkdir(parents=True)
        (self.opt / "current").symlink_to("a")
        self.switch = 'ln -sfn "$to" "$opt/current"'
        (own / "install.sh").write_text(INSTALLER + self.switch)
        self.program("sleep", "")
        self.service("active\\n123")
        self.on_stick(INSTALLER + self.switch)

    def program(self, name: str, text: str) -> None:
        (self.root / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.root / "bin" / name).chmod(0o755)

    def service(self, said: str) -> None:
        self.program("systemctl", f"printf '{said}\\n'")

    def on_stick(self, installer: str) -> None:
        (self.root / "install.sh").write_text(installer)
        archive = self.stick / "lucca_pi-0.10.0.tar.gz"
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(self.root / "install.sh", "lucca_pi-0.10.0/systemd/install.sh")
        (self.stick / "SHA256SUMS").write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n")

    def start(self) -> None:
        environment = os.environ | {"LUCCA_ROOT": str(self.root), "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        subprocess.run(["sh", SCRIPT], env=environment, capture_output=True, text=True, check=False)

    def run(self) -> tuple[str, str]:
        """What is told in the end, and the slot in use."""
        asked = self.root / "run/lucca/update"
        asked.touch()
        self.start()
        assert not asked.exists()
        told = (self.root / "run/lucca-update/told").read_text().strip()
        assert not (self.opt / "trial").exists()
        assert not (self.opt / "incoming").exists()
        return told, (self.opt / "current").readlink().name


@pytest.fixture
def box(tmp_path):
    return Box(tmp_path)


def test_a_version_that_comes_up_stays(box):
    assert box.run() == ("new 0.10.0", "b")


@pytest.mark.parametrize("said", ["activating\\n7", "failed\\n0", "active\\n$$"])
def test_one_that_does_not_come_up_or_not_in_one_piece_gives_way_to_the_one_before_by_its_own_installer(box, said):
    box.service(said.replace("$$", "'$$'"))
    assert box.run() == ("back 0.10.0", "a")
    assert "/a/lib/python3.13/" in (box.root / "installed").read_text().splitlines()[-1]


def damaged(box):
    with (box.stick / "lucca_pi-0.10.0.tar.gz").open("ab") as archive:
        archive.write(b"x")


def fails(box):
    box.on_stick(f"{INSTALLER}echo no route >$LUCCA_ROOT/var/log/lucca-pi-install.log; exit 2\n")


REFUSED = [
    (damaged, "damaged"),
    (lambda box: (box.stick / "SHA256SUMS").write_text("0000  another.tar.gz\n"), "damaged"),
    (lambda box: (box.stick / "SHA256SUMS").unlink(), "damaged"),
    (lambda box: shutil.rmtree(box.stick), "none"),
    (lambda box: (box.stick / "lucca_pi-0.11.0.tar.gz").touch(), "none"),
    (fails, "failed no route"),
    (lambda box: box.on_stick(INSTALLER), "same 0.10.0"),
]


@pytest.mark.parametrize(("change", "told"), REFUSED)
def test_what_cannot_be_installed_changes_nothing(box, change, told):
    change(box)
    assert box.run() == (told, "a")


CUTS = [("a", "active\\n1", "cut-off"), ("b", "active\\n1", "new 0.10.0"), ("b", "failed\\n0", "back 0.10.0")]


@pytest.mark.parametrize(("slot", "said", "result"), CUTS)
def test_after_a_power_cut_the_next_boot_judges(box, slot, said, result):
    (box.opt / "trial").write_text("a\n")
    (box.opt / "incoming").mkdir()
    (box.opt / "incoming" / "version").write_text("0.10.0\n")
    (box.opt / "current").unlink()
    (box.opt / "current").symlink_to(slot)
    box.service(said)
    assert box.run() == (result, "a" if result != "new 0.10.0" else "b")


def test_a_power_cut_in_the_installation_is_told(box):
    box.on_stick(f"{INSTALLER}kill -9 $PPID\n")
    box.start()
    assert (box.opt / "trial").exists()
    assert box.run() == ("cut-off", "a")
