"""A card as Raspberry Pi Imager leaves it gets our part, and loses it again without a trace."""

import hashlib
import io
import tarfile
from errno import ENOSPC

import pytest

from lucca_pi import boot_card
from lucca_pi.boot_card import OUTSIDE, with_part, without_part

IMAGER = b"""#cloud-config
manage_resolv_conf: false

hostname: attic
user:
  name: ada
  passwd: "$5$salt$hash"
rpi:
  interfaces:
    i2c: true

runcmd:
  - [ systemctl, enable, --now, ssh ]
"""
"""What Imager 2 writes for a name, a user, SSH and I2C."""
LINES = b"# >>> lucca-pi: added by `lucca-pi card`\n%s# <<< lucca-pi\n"
OURS = b"- [ sh, /boot/firmware/lucca-pi/first-boot.sh, arm ]\n"
AT_THE_END = b"\n" + LINES % (b"bootcmd:\n  " + OURS)
# what stands in the file, what stands before our lines, our lines, and what stands behind them
PLACES = [
    (IMAGER, IMAGER, AT_THE_END, b""),
    (b"#cloud-config\n#runcmd:\n#- [ ls ]", b"#cloud-config\n#runcmd:\n#- [ ls ]", AT_THE_END, b""),
    (b"#cloud-config\r\nhostname: a\r\n", b"#cloud-config\r\nhostname: a\r\n", AT_THE_END, b""),
    (b"## template: jinja\n#cloud-config\n", b"## template: jinja\n#cloud-config\n", AT_THE_END, b""),
    (
        b"#cloud-config\nbootcmd: # mine\n\n# first\n    - [ ls ]\nruncmd: []\n",
        b"#cloud-config\nbootcmd: # mine",
        b"\n" + LINES % (b"    " + OURS),
        b"\n\n# first\n    - [ ls ]\nruncmd: []\n",
    ),
    (b"#cloud-config\n\n---\nhostname: a\n", b"#cloud-config\n\n---\nhostname: a\n", AT_THE_END, b""),
    (
        b"#cloud-config\nbootcmd: []\nbootcmd:\n- ls\n",
        b"#cloud-config\nbootcmd: []\nbootcmd:",
        b"\n" + LINES % OURS,
        b"\n- ls\n",
    ),
    (b"#cloud-config\nbootcmd:\n- ls", b"#cloud-config\nbootcmd:", b"\n" + LINES % OURS, b"\n- ls"),
]


@pytest.fixture
def boot(tmp_path):
    """A boot folder, with names and contents of all its files."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name, content in {"user-data": IMAGER, "meta-data": b"", "cmdline.txt": b"x", "config.txt": b"y"}.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def small(monkeypatch):
    """A release that takes no time to pack."""
    monkeypatch.setattr(boot_card, "release", lambda: b"a release")


def files(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(("user_data", "before", "lines", "behind"), PLACES)
def test_our_lines_change_no_other_byte_and_go_without_a_trace(user_data, before, lines, behind):
    changed = with_part(user_data)
    assert changed == before + lines + behind
    assert without_part(changed) == user_data


def test_an_editor_that_changes_the_ends_of_lines_changes_nothing_about_that():
    changed = with_part(IMAGER).replace(b"\n", b"\r\n")
    assert without_part(changed) == IMAGER.replace(b"\n", b"\r\n")


def test_the_card_holds_the_release_whole_and_twice_the_same(run, boot):
    before = files(boot)
    assert run("card", boot).code == 0
    once = files(boot)
    digest, name = once["lucca-pi/SHA256SUMS"].decode().split()
    archive = once[f"lucca-pi/{name}"]
    assert hashlib.sha256(archive).hexdigest() == digest
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        tops = {one.split("/")[1] for one in packed.getnames()}
    assert tops == {"lucca_pi", *OUTSIDE}
    (boot / "lucca-pi" / "lucca_pi-0.0.1.tar.gz").touch()  # of an earlier run
    again = run("card", boot)
    assert (again.code, again.out.split(":")[0]) == (0, "The card is renewed, and ready for its first boot")
    assert files(boot) == once
    assert run("card", "--take-out", boot).out == "Taken out.\n"
    assert files(boot) == before
    assert (run("card", "--take-out", boot).code, files(boot)) == (1, before)


@pytest.mark.usefixtures("small")
def test_the_page_is_served_unless_it_is_not_wanted(run, boot):
    for options, arguments in (((), "arm, --page ]"), (("--no-page",), "arm ]")):
        run("card", boot, *options)
        assert arguments in (boot / "user-data").read_text()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("user-data", None, "it has no user-data. Write the card with Raspberry Pi Imager 2"),
        ("cmdline.txt", None, "it has no cmdline.txt"),
        ("user-data", b"#!/bin/sh\n", "user-data: line 1: it does not begin with #cloud-config"),
        (
            "user-data",
            b"#cloud-config\nbootcmd: [ [ ls ] ]\n",
            "user-data: line 2: its bootcmd is not written as a list",
        ),
        ("user-data", b"#cloud-config\nbootcmd:\n", "user-data: line 2: its bootcmd"),
        ("user-data", b'#cloud-config\n"bootcmd":\n- ls\n', "user-data: line 2: it begins with neither a plain key"),
        ("user-data", b"#cloud-config\nhostname: a\n...\n", "user-data: line 3: it begins with neither"),
        ("user-data", b"#cloud-config\nhostname: a\n---\nb: c\n", "user-data: line 3: it begins with neither"),
        ("user-data", b"#cloud-config\n{hostname: a}\n", "user-data: line 2: it begins with neither"),
        ("user-data", b"#cloud-config\n---\n\n hostname: a\n", "user-data: line 4: it begins with neither"),
        ("user-data", b"#cloud-config\n hostname: a\n", "user-data: line 2: it begins with neither"),
        ("lucca-pi", b"a file", "cannot be written (File exists). Is the card plugged in"),
    ],
)
def test_what_is_no_such_card_is_refused_in_a_line_and_left_alone(run, boot, name, content, told):
    (boot / name).unlink(missing_ok=True)
    if content is not None:
        (boot / name).write_bytes(content)
    before, ran = files(boot), run("card", boot)
    assert (ran.code, ran.out, ran.err.count("\n"), files(boot)) == (2, "", 1, before)
    assert told in ran.err


def test_a_folder_that_is_not_there_or_that_an_older_imager_wrote_is_called_so(run, boot):
    assert run("card", boot / "other").err == (
        f"lucca-pi: {boot / 'other'}: there is no such folder. Is the card plugged in, and its name right?\n"
    )
    (boot / "user-data").rename(boot / "firstrun.sh")
    told = "a card as Imager 1 writes it: it has no user-data. Write the card with"
    assert run("card", boot).err.startswith(f"lucca-pi: {boot}: {told}")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("had_ours", [False, True])
def test_a_card_that_is_full_says_so_and_keeps_nothing_of_ours(run, boot, monkeypatch, had_ours):
    before = files(boot)
    if had_ours:
        run("card", boot)
    monkeypatch.setattr(boot_card, "write_file", full_at("SHA256SUMS", boot_card.write_file))
    ran = run("card", boot)
    assert (ran.code, ran.out, files(boot)) == (2, "", before)
    assert ran.err.startswith(f"lucca-pi: {boot}: the card is full; nothing of lucca-pi is left on it.")


def full_at(name, write):
    """Writes files until the one of that name, for which there is no room."""

    def writes(file, content):
        if file.name == name:
            raise OSError(ENOSPC, "No space left on device")
        write(file, content)

    return writes
