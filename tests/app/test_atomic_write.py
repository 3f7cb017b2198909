"""Files that are written whole, and what is read only if it is a file."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from errno import EIO, ENOSPC
from pathlib import Path
from threading import Barrier, get_native_id

import pytest
from evening import begun

from lucca_pi.calibration.file import CalibrationError, read_calibration
from lucca_pi.config import load_config
from lucca_pi.devices.buttons import ScriptButtons
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.twins import PngDisplay
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.state_directory import KeptLanguage, KnownPhones
from lucca_pi.errors import problem_of
from lucca_pi.files import atomic_write, read_file, read_text
from lucca_pi.games.citta.files import DECK
from lucca_pi.play import logged
from lucca_pi.proof.game_file import Archive
from lucca_pi.proof.replayable import SETTINGS, keep_game
from lucca_pi.screens.pages import splash
from lucca_pi.vision.picture import load_picture


def test_a_file_is_there_whole_under_its_name_and_nothing_beside_it(tmp_path):
    with atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
        assert not (tmp_path / "a.zip").exists()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"new")]


def test_the_file_is_synced_once_more_under_its_new_name(tmp_path, monkeypatch):
    """FAT has the new name on the disk without the content else: tests/onpi/stick.sh."""
    done, fsync, replace = [], os.fsync, os.replace

    def synced(opened):
        path = Path(f"/proc/self/fd/{opened}").readlink()
        done.append(path.name if path.is_dir() else f"{path.suffix} of {path.stat().st_size} bytes")
        fsync(opened)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("renamed"), replace(*names)))
    with atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert done == [".part of 3 bytes", "renamed", ".zip of 3 bytes", tmp_path.name]


def test_two_that_write_the_same_file_at_once_do_not_mix(tmp_path):
    both = Barrier(2)

    def write(content):
        with atomic_write(tmp_path / "a.zip") as stream:
            both.wait()
            stream.write(content)

    with ThreadPoolExecutor(2) as threads:
        [*threads.map(write, (b"one" * 1000, b"two" * 1000))]
    assert [file.name for file in tmp_path.iterdir()] == ["a.zip"]
    assert (tmp_path / "a.zip").read_bytes() in (b"one" * 1000, b"two" * 1000)


@pytest.mark.parametrize("error", [OSError(ENOSPC, "full"), OSError(EIO, "pulled out"), KeyboardInterrupt()])
def test_what_fails_before_it_is_on_the_disk_leaves_what_was_there(tmp_path, monkeypatch, error):
    (tmp_path / "a.zip").write_bytes(b"old")

    def fails(_):
        raise error

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(type(error)), atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"old")]


def test_a_link_with_the_name_of_the_part_leads_nowhere(tmp_path):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / f"a.zip.{get_native_id()}.part").symlink_to(tmp_path / "other")
    with atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert (tmp_path / "other").read_bytes() == b"of somebody else"
    assert ((tmp_path / "a.zip").read_bytes(), (tmp_path / "a.zip").is_symlink()) == (b"new", False)


def test_a_link_that_comes_just_then_is_an_error_and_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / f"a.zip.{get_native_id()}.part").symlink_to(tmp_path / "other")
    monkeypatch.setattr("pathlib.Path.unlink", lambda *_, **__: None)
    with pytest.raises(FileExistsError), atomic_write(tmp_path / "a.zip"):
        pass
    assert (tmp_path / "other").read_bytes() == b"of somebody else"


def test_what_is_kept_of_a_game_follows_no_links(tmp_path):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / "game").mkdir()
    for name in (DECK, SETTINGS, "again.sh"):
        (tmp_path / "game" / name).symlink_to(tmp_path / "other")
    keep_game(tmp_path / "game", begun(), "aruco")
    assert (tmp_path / "other").read_bytes() == b"of somebody else"


def test_a_screen_kept_as_a_picture_follows_no_link(tmp_path):
    display = PngDisplay(tmp_path)
    (tmp_path / "0001.png").symlink_to(tmp_path / "other")
    with pytest.raises(DeviceError):
        display.show(splash(USUAL))
    assert not (tmp_path / "other").exists()


def pipe(file):
    os.mkfifo(file)


def unix_socket(file):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(file))


NO_FILES = {
    "a pipe": (pipe, "it is a pipe, a socket or a device, not a file"),
    "a socket": (unix_socket, "it is a pipe, a socket or a device, not a file"),
    "a device": (lambda file: file.symlink_to("/dev/zero"), "it is a pipe, a socket or a device, not a file"),
    "a folder": (Path.mkdir, "(Is a directory|is a folder)"),
}
READERS = {
    "a record or a deck": lambda file: read_text(str(file)),
    "the settings": lambda file: load_config(file, {}),
    "a calibration": read_calibration,
    "a script of buttons": ScriptButtons,
    "a photograph": load_picture,
    "an exported game": Archive,
}


@pytest.mark.parametrize(("make", "told"), NO_FILES.values(), ids=NO_FILES)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_what_is_no_file_is_refused_with_the_reason_and_never_waited_for(tmp_path, read, make, told):
    file = tmp_path / "one"
    make(file)
    with pytest.raises(Exception, match=told) as refused:
        read(file)
    assert problem_of(refused.value)[1] == 2
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", [name for name in NO_FILES if name != "a device"])  # a terminal may be logged to
def test_a_log_that_is_no_file_is_refused_with_the_reason(tmp_path, name):
    NO_FILES[name][0](tmp_path / "lucca.log")
    with pytest.raises(DeviceError, match=r"the log cannot be written: (Is a directory|No such device)"):
        logged(tmp_path / "lucca.log").__enter__()


@pytest.mark.parametrize("make", [one for one, _ in NO_FILES.values()], ids=NO_FILES)
def test_phones_are_let_in_again_where_those_of_before_are_in_no_file(tmp_path, make):
    make(tmp_path / "phones.json")
    assert KnownPhones(tmp_path).read() == {}


@pytest.mark.parametrize(
    ("usual", "then", "spoken"), [("en", "en", "it"), ("en", "de", "de"), ("it", "it", "it"), ("de", "en", "en")]
)
def test_a_language_chosen_at_the_table_counts_until_the_settings_say_another(tmp_path, usual, then, spoken):
    KeptLanguage(tmp_path, usual).keep("it")
    assert KeptLanguage(tmp_path, then).read() == spoken
    KeptLanguage(tmp_path, then).forget()
    assert KeptLanguage(tmp_path, then).read() == then


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"chosen": "xx", "instead_of": "en"}', "[" * 9000])
def test_no_language_is_read_from_a_file_that_holds_none(tmp_path, text):
    (tmp_path / "language.json").write_text(text)
    assert KeptLanguage(tmp_path, "en").read() == "en"


def test_a_file_that_is_far_too_large_is_not_read(tmp_path):
    with (tmp_path / "calibration.toml").open("wb") as large:
        large.truncate(10**10)
    with pytest.raises(CalibrationError, match="it has more than 20,000 bytes"):
        read_calibration(tmp_path / "calibration.toml")


def test_no_file_may_be_named_where_one_is_asked_for():
    assert read_file(Path(os.devnull), 10) == b""


def test_what_a_shell_hands_over_is_read_whatever_it_is():
    read_end, write_end = os.pipe()
    os.write(write_end, b"{}")
    os.close(write_end)
    assert read_text(f"/dev/fd/{read_end}") == "{}"
    os.close(read_end)
