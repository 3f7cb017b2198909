"""The units fit the program, and the installer the units; the entry in Imager's list keeps to Imager's own schema."""

import configparser
import json
import os
import pwd
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import click
import pytest
from schemas import complaints_in

from lucca_pi.cli import DESCRIPTORS, commands
from lucca_pi.config import Config
from lucca_pi.devices.update import ASKED, TOLD
from lucca_pi.files import config_file, halt_file, state_directory
from lucca_pi.web.limits import USUAL

SYSTEMD = Path(__file__).parents[2] / "systemd"
SOURCED = {"install.sh", "setup.sh"}
ON_A_CARD = {"first-boot.sh", "lucca-pi-first-boot.service"}
"""What `lucca-pi card` writes; gone once it has installed."""


def unit(name):
    """The last value of each key, by section."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(SYSTEMD / name)
    return parser


@cache
def said(*arguments):
    """What the installer would do, a line each; it asks apt for each package, which takes seconds."""
    command = ["sh", SYSTEMD / "install.sh", "--dry-run", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_files_for_updates_are_those_that_are_waited_for_and_read():
    halt = halt_file({"RUNTIME_DIRECTORY": f"/run/{unit('lucca-pi.service')['Service']['RuntimeDirectory']}"})
    asked = str(halt.with_name(ASKED))
    script = (SYSTEMD / "update.sh").read_text()
    assert asked == unit("lucca-pi-update.path")["Path"]["PathExists"]
    assert f"asked=$root{asked}\n" in script
    assert f"told=$root{TOLD}" in script


def test_who_hangs_is_dead_after_forty_seconds():
    service = unit("lucca-pi.service")["Service"]
    assert int(service["WatchdogSec"]) + int(service["TimeoutStopSec"]) <= 40
    assert (service["Type"], service["Restart"]) == ("notify", "always")


def test_the_service_may_open_far_more_files_than_the_page_takes():
    assert USUAL.most_open <= 512 <= int(unit("lucca-pi.service")["Service"]["LimitNOFILE"]) // 4 <= DESCRIPTORS // 4


def test_the_file_that_asks_to_halt_is_the_one_that_is_waited_for():
    runtime = f"/run/{unit('lucca-pi.service')['Service']['RuntimeDirectory']}"
    assert str(halt_file({"RUNTIME_DIRECTORY": runtime})) == unit("lucca-pi-halt.path")["Path"]["PathExists"]


def test_the_command_that_is_installed_finds_games_and_settings_of_the_service():
    service, command = unit("lucca-pi.service")["Service"], (SYSTEMD / "lucca-pi").read_text()
    assert f":-{state_directory({'STATE_DIRECTORY': '/var/lib/' + service['StateDirectory']})}}}" in command
    settings = config_file({"CONFIGURATION_DIRECTORY": "/etc/" + service["ConfigurationDirectory"]})
    assert f":-{settings.parent}}}" in command
    assert any(line.endswith(f" {settings}") for line in said())


def test_who_forgets_sudo_is_told_so_and_nothing_is_begun():
    somebody = {"user": 65534} if os.geteuid() == 0 else {}
    with TemporaryDirectory() as kept:
        Path(kept).chmod(0)
        command, games = (SYSTEMD / "lucca-pi").read_text(), {"STATE_DIRECTORY": kept}
        ran = subprocess.run(
            ["/bin/sh", "-s", "doctor"],
            input=command,
            env=games,
            capture_output=True,
            text=True,
            check=False,
            **somebody,
        )
    told = f"lucca-pi: {kept} belongs to the service: sudo lucca-pi doctor\n"
    assert (ran.returncode, ran.stderr) == (2, told)


def test_root_becomes_the_user_of_the_service_and_others_stay_who_they_are():
    """Said by the command itself, with a program in the place of ours that tells who runs it, and nobody for lucca."""
    command = (SYSTEMD / "lucca-pi").read_text().replace("/opt/lucca-pi/current/bin/lucca-pi", "/usr/bin/id")
    assert "--reuid=lucca --regid=lucca --init-groups" in command
    nobody = command.replace("uid=lucca", "uid=nobody").replace("gid=lucca", "gid=nogroup")
    ran = subprocess.run(["/bin/sh", "-s", "--", "-un"], input=nobody, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)


def test_only_what_the_guide_names_is_mounted_from_a_stick_and_only_from_what_can_be_pulled_out():
    text = (SYSTEMD / "90-lucca-pi.rules").read_text().replace("\\\n", "")
    (rule,) = [line for line in text.splitlines() if line.startswith("ACTION")]
    assert {'ENV{ID_FS_TYPE}=="vfat|exfat"', 'ATTRS{removable}=="1"', 'ENV{ID_BUS}=="usb"'} <= {*re.split(", +", rule)}
    assert 'ENV{ID_FS_LABEL}!="boot|bootfs|system-boot"' in rule
    assert "(FAT or exFAT)" in (SYSTEMD.parent / "docs" / "appliance.md").read_text()


@pytest.mark.parametrize("name", ["lucca-pi.service", "page.conf"])
def test_what_the_service_starts_is_a_command(name):
    _, *arguments = unit(name)["Service"]["ExecStart"].split()
    command = commands.get_command(click.Context(commands), arguments.pop(0))
    assert command.make_context("lucca-pi", arguments)


def test_the_games_are_the_users_whoever_left_them_there():
    service = unit("lucca-pi.service")["Service"]
    user, state = service["User"], service["StateDirectory"]
    assert service["ExecStartPre"] == f"+/usr/bin/chown -hR {user}:{user} /var/lib/{state}"


def test_the_user_of_the_service_is_made():
    name = unit("lucca-pi.service")["Service"]["User"]
    assert f"u {name} " in (SYSTEMD / "lucca-pi.sysusers.conf").read_text()


def test_the_settings_that_come_along_are_those_without_any_but_that_pictures_are_kept():
    text = (SYSTEMD / "lucca.toml").read_text()
    assert tomllib.loads(text) == {"pictures": 2000}
    lines = [line.removeprefix("# ") for line in text.splitlines()[1:] if not line.startswith("pictures")]
    assert tomllib.loads("\n".join(lines)).items() <= (Config().for_game() | {"language": "en"}).items()


def test_everything_beside_the_installer_is_installed_and_uninstalled():
    placed = [line.split()[-2:] for line in said("--page") if "install -D" in line]
    assert {Path(source).name for source, _ in placed} == {
        file.name for file in SYSTEMD.iterdir()
    } - SOURCED - ON_A_CARD
    removed = " ".join(said("--uninstall", "--with-games"))
    kept = [place for _, place in placed if not {place, str(Path(place).parent)} & set(removed.split())]
    assert kept == []


def test_the_page_is_announced_at_its_port_as_long_as_it_is_served():
    group = ElementTree.parse(SYSTEMD / "lucca-pi.avahi").getroot()
    port = unit("page.conf")["Service"]["ExecStart"].rpartition(" ")[2]
    assert (group.findtext("service/type"), group.findtext("service/port")) == ("_http._tcp", port)
    place = "/etc/avahi/services/lucca-pi.service"
    assert [place in " ".join(said(*given)) for given in (["--page"], [])] == [True, False]
    assert any(line.startswith("+ rm") and place in line for line in said("--no-page"))


@pytest.mark.parametrize(
    "options", ["--with-games", "--back --uninstall", "--page --back", "--uninstall --no-page", "-x"]
)
def test_options_that_do_not_go_together_are_refused_and_nothing_is_done(options):
    command = ["sh", SYSTEMD / "install.sh", "--dry-run", *options.split()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.splitlines()[0][:27]) == (2, "", "usage: sudo systemd/install")


def test_what_the_link_leads_to_is_on_the_disk_before_it():
    lines = said()
    assert lines.index("+ sync") < next(number for number, line in enumerate(lines) if line.startswith("+ mv -T"))


def test_whatever_the_umask_of_root_is_the_service_may_read_what_is_installed():
    first = [line.partition(" #")[0] for line in (SYSTEMD / "install.sh").read_text().splitlines()[2:4]]
    assert first == ["set -eu", "umask 022"]


def test_a_version_that_is_taken_away_is_not_taken_for_whole_on_the_way():
    text = (SYSTEMD / "install.sh").read_text()
    assert 'run rm -rf "$opt/$1/sources" "$opt/$1"' in text


def test_games_and_settings_go_only_where_that_is_said():
    for arguments, goes in ((("--uninstall",), False), (("--uninstall", "--with-games"), True)):
        assert ("+ rm -rf /var/lib/lucca /etc/lucca" in said(*arguments)) == goes


SCHEMA = json.loads((Path(__file__).parent / "os-list-schema.json").read_text())
TEMPLATE = json.loads((Path(__file__).parents[2] / "docs" / "imager" / "os_list.json").read_text())
# An entry may also be a list of entries, of which nearly nothing is asked.
ENTRY = SCHEMA["properties"]["os_list"]["items"]["anyOf"][0]


def test_the_template_keeps_to_the_schema():
    assert [*complaints_in(SCHEMA, TEMPLATE, "os_list")] == []
    (entry,) = TEMPLATE["os_list"]
    assert [*complaints_in(ENTRY, entry, "entry")] == []
    assert set(entry) >= {"init_format", "devices", "capabilities", "architecture"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"init_format": "cloud-init"}, "entry.init_format: 'cloud-init'"),
        ({"capabilities": ["I2C"]}, "entry.capabilities[0]: 'I2C'"),
        ({"extract_size": "4 GB"}, "entry.extract_size: '4 GB' is no integer"),
    ],
)
def test_the_schema_finds_what_is_wrong(change, told):
    assert [*complaints_in(ENTRY, TEMPLATE["os_list"][0] | change, "entry")] == [told]
