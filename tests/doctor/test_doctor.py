"""Each check before machines made up of files and answers."""

import re
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from PIL import Image
from twins import Presses

from lucca_pi.config import Config
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.oled import SHIFTS
from lucca_pi.devices.here import free_port
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore
from lucca_pi.devices.system import HandClock
from lucca_pi.doctor import checks
from lucca_pi.doctor.checks import CHECKS, WORDS, _pressed, buttons, camera, display, page
from lucca_pi.doctor.system import (
    UNIT,
    Finding,
    Machine,
    Patient,
    People,
    clock,
    database,
    examined,
    memory,
    numpy,
    power,
    python,
    qr_readers,
    service,
    system,
    temperature,
    text,
)
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.screens.pages import framed

SERVICE = f"systemctl show {UNIT} -p LoadState -p ActiveState --value"
PI = "Raspberry Pi 5 Model B Rev 1.0\0"


@pytest.fixture
def patient(tmp_path, monkeypatch):
    """Makes a patient of files, answers and settings, on a machine without picamera2."""
    monkeypatch.setitem(sys.modules, "picamera2", None)

    def made(files=(), answers=(), date="2026-11-21T20:00:00+01:00", people=None, **settings):
        for name, content in dict(files).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content)
        deck = settings.pop("deck", str(EXAMPLE / "deck.json"))
        config = Config(**{"state": tmp_path / "state", "own": {"deck": deck}, **settings})
        pieces = partial(pieces_in, load_deck(deck))
        return Patient(Machine(tmp_path, dict(answers)), config, HandClock(date), pieces, people)

    return made


def os_release(name, version):
    return {"etc/os-release": f'PRETTY_NAME="{name} {version}"\nID={name}\nVERSION_ID="{version}"\n'}


HOT = "sys/class/thermal/thermal_zone0/temp"
# the check, the machine's files, what its commands answer, and the line that is told, or how it begins
MACHINES = [
    (
        system,
        os_release("debian", 12) | {"proc/device-tree/model": PI},
        {},
        "ok        system: debian 12, Raspberry Pi 5",
    ),
    (system, os_release("debian", 11), {}, "WRONG     system: debian 11: install Raspberry Pi OS bookworm or newer"),
    (system, {}, {}, "ok        system: unknown system"),
    (python, {}, {}, "ok        Python: 3."),
    (numpy, {}, {}, "ok        numpy: "),
    (qr_readers, {}, {}, "ok        QR codes: read by zxing-cpp"),
    (memory, {}, {}, "not here  memory"),
    (memory, {"proc/meminfo": "MemTotal:  925744 kB\nMemFree: 1 kB\n"}, {}, "ok        memory: 947 MB"),
    (memory, {"proc/meminfo": "MemTotal:  436424 kB\n"}, {}, "WRONG     memory: 446 MB are not enough: use a Pi"),
    (temperature, {}, {}, "not here  temperature: this machine reports none"),
    (temperature, {HOT: "54321\n"}, {}, "ok        temperature: 54 °C"),
    (temperature, {HOT: "81000\n"}, {}, "WRONG     temperature: 81 °C: it runs slower: give it air or a heat sink"),
    (power, {}, {}, "not here  power: this machine does not report its supply"),
    (power, {}, {"vcgencmd get_throttled": "throttled=0x0"}, "ok        power: enough voltage since the start"),
    (power, {}, {"vcgencmd get_throttled": "throttled=0x50005"}, "WRONG     power: too little voltage now: use"),
    (power, {}, {"vcgencmd get_throttled": "throttled=0x50000"}, "WRONG     power: too little voltage since the start"),
    (service, {}, {}, "not here  service: not installed: sudo systemd/install.sh does that"),
    (service, {}, {SERVICE: "not-found\ninactive"}, "not here  service"),
    (service, {}, {SERVICE: "loaded\nactive"}, "ok        service: runs"),
    (service, {}, {SERVICE: "loaded\nfailed"}, "WRONG     service: failed: see why: journalctl -u lucca-pi -n 20"),
    (
        camera,
        {},
        {SERVICE: "loaded\nactive"},
        "skipped   camera: the service is using it: sudo systemctl stop lucca-pi",
    ),
    (page, {}, {}, "ok        page: none is set; play --page 8000 serves one for phones"),
    (display, {}, {SERVICE: "loaded\nactive"}, "skipped   display"),
    (buttons, {}, {SERVICE: "loaded\nactive"}, "skipped   buttons"),
    (display, {}, {}, "not here  display: No display at address 0x3C"),
    (display, {"proc/device-tree/model": PI}, {}, "WRONG     display: No display at address 0x3C"),
    (camera, {}, {}, "not here  camera: The Pi camera needs picamera2"),
    (camera, {"proc/device-tree/model": PI}, {}, "WRONG     camera: The Pi camera needs picamera2"),
]


@pytest.mark.parametrize(("check", "files", "answers", "told"), MACHINES)
def test_a_thing_is_told_with_what_to_do(patient, check, files, answers, told):
    (finding,) = check(patient(files, answers))
    assert text(finding).startswith(told)


def test_a_numpy_that_hides_the_one_that_picamera2_was_built_for_is_wrong(patient):
    import numpy as installed

    (finding,) = numpy(patient({"usr/lib/python3/dist-packages/numpy-1.24.2.egg-info/x": ""}))
    assert finding.state == ("wrong" if int(installed.__version__[0]) >= 2 else "ok")
    assert "apt's is 1.24.2" in finding.told


def test_a_phone_that_opens_the_address_is_named_and_greeted(patient):
    shown, answers, phones = [], [], ThreadPoolExecutor()

    def opens(told):
        shown.append(told)
        address = re.search(r"http://127.0.0.1:\d+/", told)[0]
        answers.append(phones.submit(lambda: urlopen(address, timeout=20).read().decode()))

    port = free_port()
    (finding,) = page(patient(people=People(opens, lambda _: True), page=f"127.0.0.1:{port}"))
    assert text(finding) == f"ok        page: 127.0.0.1 reached http://127.0.0.1:{port}/"
    assert shown[0].startswith(f"Open this on your phone now: http://127.0.0.1:{port}/\n█")
    assert answers[0].result().startswith("lucca-pi: this phone reaches the table.")


def test_without_a_phone_or_people_or_with_the_port_taken_the_page_says_what_to_do(patient, monkeypatch):
    monkeypatch.setattr(checks, "_PHONE_S", 0.01)
    place = f"127.0.0.1:{free_port()}"
    nobody = patient(page=place)
    waiting = patient(page=place, people=People(lambda _: None, lambda _: True))
    served = patient(page=place, answers={SERVICE: "loaded\nactive"})
    with socket.create_server(("127.0.0.1", int(place.partition(":")[2]))):
        taken = [text(one) for one in page(nobody)]
    told = [*taken, *(text(one) for who in (nobody, waiting, served) for one in page(who))]
    assert [line[:42] for line in told] == [
        f"WRONG     page: {place}: Address already"[:42],
        f"ok        page: http://{place}/, the port is free"[:42],
        f"WRONG     page: no phone came to http://{place}/"[:42],
        "skipped   page: the service is using it: s",
    ]
    assert "guest network" in told[2]


NETWORK = {"timedatectl show -p NTPSynchronized --value": "yes"}
# the date, what the system says of the network's time, and the line
CLOCKS = [
    ("1970-01-01T00:01:00+00:00", {}, "WRONG     clock: 1970-01-01T00:01:00+00:00: connect it to the network once"),
    ("2026-11-21T20:00:00+01:00", {}, "ok        clock: 2026-11-21T20:00:00+01:00, not synchronised by the network"),
    ("2026-11-21T20:00:00+01:00", NETWORK, "ok        clock: 2026-11-21T20:00:00+01:00, synchronised"),
]


@pytest.mark.parametrize(("date", "answers", "told"), CLOCKS)
def test_a_clock_at_1970_is_wrong_and_one_that_nobody_sets_is_told(patient, date, answers, told):
    (finding,) = clock(patient(answers=answers, date=date))
    assert text(finding).startswith(told)


def test_kept_games_are_read_whole(patient, tmp_path):
    (none,) = database(patient())
    assert (none.state, none.told.startswith("none saved yet")) == ("ok", True)
    store = GameStore(tmp_path / "state")
    store.append("a game", {"kind": "begun"})
    store.close()
    (kept,) = database(patient())
    assert (kept.state, kept.told.startswith("1 saved in")) == ("ok", True)
    file = tmp_path / "state" / GAMES / "a game.jsonl"
    file.write_bytes(file.read_bytes() + b"\7" * 5000)
    (damaged,) = database(patient())
    assert (damaged.state, damaged.advice.startswith("copy it elsewhere first")) == ("wrong", True)


def states(findings):
    return {one.thing: one.state for one in findings}


def test_a_picture_is_judged_by_its_codes(patient):
    shown = list(camera(patient(camera=f"folder:{EXAMPLE / 'frames'}")))
    assert states(shown) == {"camera": "ok", "focus": "ok", "light": "ok", "pixels": "ok", "calibration": "ok"}
    assert text(shown[3]).endswith("14 mm stickers have 36 pixels or more: fine")


# what is done to the picture, and what is wrong with it then
SPOILT = [
    (lambda grey: cv2.GaussianBlur(grey, (0, 0), 2.6), "focus"),
    (lambda grey: grey // 16, "light"),
    (lambda grey: cv2.flip(grey, 1), "camera"),
    (lambda grey: 255 - (255 - grey) // 32, "light"),
    (lambda grey: cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), "pixels"),
]


@pytest.mark.parametrize(("spoil", "wrong"), SPOILT)
def test_a_bad_picture_is_told_for_what_it_is(patient, tmp_path, spoil, wrong):
    grey = cv2.imread(str(EXAMPLE / "frames" / "012-r4-t3.jpg"), cv2.IMREAD_GRAYSCALE)
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "0.jpg"), spoil(grey))
    shown = states(camera(patient(camera=f"folder:{tmp_path / 'frames'}")))
    assert shown[wrong] == "wrong"


def test_phones_are_no_fault(patient):
    assert [*states(camera(patient(camera="phone"))).values()] == ["ok"]


def test_a_calibration_that_cannot_be_read_is_told_once(patient, capsys):
    told = list(camera(patient({"state/calibration.toml": "no toml"}, camera=f"folder:{EXAMPLE / 'frames'}")))
    assert text(told[-1]).startswith("WRONG     calibration: ")
    assert capsys.readouterr().err.count("no calibration") == 1


@pytest.mark.parametrize("moved", SHIFTS)
def test_the_frame_of_the_test_picture_is_whole_wherever_an_oled_moves_it(moved):
    shown = Image.new("1", (128, 64))
    shown.paste(framed(WORDS, USUAL), moved)
    rows, columns = (np.asarray(shown).sum(axis) for axis in (1, 0))
    assert ((rows == 126).sum(), (columns == 62).sum()) == (2, 2)


def test_each_button_is_pressed_once(patient):
    told = []
    people = People(told.append, lambda _: True)
    found = list(_pressed(Presses("ok", "back", "down"), patient(people=people)))
    assert told == ["Press ok.", "Press back.", "Press up.", "Press down."]
    assert [text(one).partition(": ")[2].split(":")[0] for one in found] == [
        *("ok (GPIO 5)", "back (GPIO 6)", "up (GPIO 13)", "down (GPIO 19)")
    ]
    assert [one.state for one in found] == ["ok", "ok", "wrong", "wrong"]
    assert "down came instead" in found[2].told
    assert states(_pressed(Presses("ok"), patient())) == {"buttons": "skipped"}


def test_a_check_that_breaks_down_is_told_and_the_next_one_goes_on(patient):
    def broken(_):
        raise ZeroDivisionError("division by zero")
        yield

    found = list(examined(patient(), [("disk", broken), ("Python", python)]))
    assert found[0] == Finding(
        "disk", "wrong", "could not be examined: division by zero", "report this, with the lines above"
    )
    assert found[1].state == "ok"


def test_what_is_foreseen_to_go_wrong_is_told_with_its_own_advice(patient):
    def misnamed(_):
        load_deck("no-box.json")
        yield

    (found,) = examined(patient(), [("camera", misnamed)])
    assert (found.state, found.advice) == ("wrong", "")
    assert found.told.startswith("no-box.json: ")


def test_every_check_is_in_the_table():
    assert len({name for name, _ in CHECKS}) == len(CHECKS) == 15
