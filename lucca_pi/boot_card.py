"""
A memory card that installs the machine on its first boot: our part in a boot folder as Raspberry Pi Imager writes it.

The part is a folder with this program's release, and a few marked lines in `user-data`, which cloud-init reads: a
`bootcmd`, which Imager never writes and which cloud-init runs at every boot. So nothing of Imager's is changed, and a
power cut in the first boot loses nothing.
"""

import hashlib
import io
import re
import shutil
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from lucca_pi import __version__
from lucca_pi.errors import UnreadableError, in_file
from lucca_pi.files import read_file, write_file
from lucca_pi.version import NOTED, commit

FOLDER = "lucca-pi"
"""Folder of our files in the boot folder."""
LOG = f"{FOLDER}/log.txt"
"""File in the boot folder in which the first boot says how far it is."""
SUMS = "SHA256SUMS"
"""File of the digests of a release's files."""
FIRST_BOOT = "first-boot.sh"
_UNIT = "lucca-pi-first-boot.service"
_USER_DATA = "user-data"
_OF_A_CARD = (_USER_DATA, "meta-data", "cmdline.txt", "config.txt")
"""Files of a boot folder that cloud-init reads."""
_MOST_BYTES = 1_000_000
_BLANK = rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
"""Empty lines and comments."""
_HEAD = re.compile(rb"(?:## template: jinja\r?\n)?#cloud-config(?!-).*\n?" + _BLANK + rb"(?:---\r?\n" + _BLANK + rb")?")
"""All that comes before the first key."""
_STRANGE = re.compile(rb"\A[ \t]|^(?![\w.-]+[ \t]*:|- |-\r?$|#|[ \t]|\r?$)", re.MULTILINE)
"""A line beside which ours might be lost: a quoted key, the end of a document, braces, an indented first key."""
_BEGIN, _END = b"# >>> lucca-pi: added by `lucca-pi card`", b"# <<< lucca-pi"
_PART = re.compile(rb"\r?\n" + re.escape(_BEGIN) + rb".*?" + re.escape(_END) + rb"\r?\n", re.DOTALL)
_OTHERS = re.compile(rb"^bootcmd[ \t]*:(?P<rest>[^\r\n]*)(?!(?s:.*)^bootcmd[ \t]*:)", re.MULTILINE)
"""The owner's own bootcmd; of two the last, as YAML takes it."""
_ITEM = re.compile(_BLANK + rb"(?P<indent> *)- ")
"""The first item of a list, behind empty lines and comments."""
_PACKAGE = Path(__file__).parent
_INSTALLER = _PACKAGE / "installer"
OUTSIDE = ("systemd", "hashes", "pyproject.toml", "setup.py", "README.md", "LICENSE")
"""What the installer needs besides the package; the build puts it into the package as well (`setup.py`)."""


def add(boot: Path, options: Sequence[str] = ()) -> bool:
    """
    Adds our part, False, or renews it, True; what was there stays as it is, byte for byte. `user-data` is written last.

    `options`: those of systemd/install.sh. Raises UnreadableError and OSError; then nothing of ours is on the card, as
    far as it can be written.
    """
    file, content = _user_data(boot)
    bare, place = without_part(content), boot / FOLDER
    with in_file(str(file)):
        changed = with_part(bare, options)
    archive, name = release(), f"lucca_pi-{__version__}.tar.gz"
    try:
        place.mkdir(exist_ok=True)
        for other in place.glob("lucca_pi-*.tar.gz"):
            other.unlink()
        for beside in (FIRST_BOOT, _UNIT):
            write_file(place / beside, (_outside() / "systemd" / beside).read_bytes())
        write_file(place / name, archive)
        write_file(place / SUMS, f"{hashlib.sha256(archive).hexdigest()}  {name}\n".encode())
        write_file(file, changed)
    except OSError:
        with suppress(OSError):
            take_out(boot)
        raise
    return bare != content


def take_out(boot: Path) -> bool:
    """Takes our part out again; False if there is none. Raises UnreadableError, OSError."""
    file, content = _user_data(boot)
    bare, place = without_part(content), boot / FOLDER
    found = bare != content or place.exists()
    if bare != content:
        write_file(file, bare)
    if place.exists():
        shutil.rmtree(place)
    return found


def with_part(user_data: bytes, options: Sequence[str] = ()) -> bytes:
    r"""
    The user-data with our lines: at its end, or first in its own list `bootcmd`. Raises UnreadableError.

    >>> print(with_part(b"#cloud-config\nhostname: attic\n", ["--page"]).decode())
    #cloud-config
    hostname: attic
    <BLANKLINE>
    # >>> lucca-pi: added by `lucca-pi card`
    bootcmd:
      - [ sh, /boot/firmware/lucca-pi/first-boot.sh, arm, --page ]
    # <<< lucca-pi
    <BLANKLINE>
    """
    if not (head := _HEAD.match(user_data)):
        raise UnreadableError(
            "it does not begin with #cloud-config. Write the card anew with Raspberry Pi Imager 2.", "line 1"
        )
    if strange := _STRANGE.search(user_data[head.end() :]):
        line = user_data.count(b"\n", 0, head.end() + strange.start()) + 1
        told = "it begins with neither a plain key (name:) nor an item of a list (- ). Write it so, then try again."
        raise UnreadableError(told, f"line {line}")
    command = ", ".join(("sh", f"/boot/firmware/{FOLDER}/{FIRST_BOOT}", "arm", *options)).encode()
    others = _OTHERS.search(user_data)
    if not others:
        return user_data + _part(b"bootcmd:\n", b"  ", command)
    item = _ITEM.match(user_data, others.end())
    if others["rest"].partition(b"#")[0].strip() or not item:
        line = user_data.count(b"\n", 0, others.start()) + 1
        told = "its bootcmd is not written as a list with a line for each command. Write it so, then try again."
        raise UnreadableError(told, f"line {line}")
    return user_data[: others.end()] + _part(b"", item["indent"], command) + user_data[others.end() :]


def _part(key: bytes, indent: bytes, command: bytes) -> bytes:
    return b"".join((b"\n", _BEGIN, b"\n", key, indent, b"- [ ", command, b" ]\n", _END, b"\n"))


def without_part(user_data: bytes) -> bytes:
    r"""
    The user-data as it was before our lines.

    >>> before = b"#cloud-config\nbootcmd:\n- [ echo, hello ]"
    >>> without_part(with_part(before)) == before
    True
    """
    return _PART.sub(b"", user_data)


def release() -> bytes:
    """A .tar.gz of this program that systemd/install.sh can be run from: the same bytes for the same files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
        for name, content in _released():
            entry = tarfile.TarInfo(f"lucca_pi-{__version__}/{name}")
            entry.size, entry.mode = len(content), 0o755 if name.endswith(".sh") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    gz = packed.getvalue()
    return gz[:4] + bytes(4) + gz[8:]  # without the time in its header (RFC 1952)


def _released() -> Iterator[tuple[str, bytes]]:
    """Name and content of each file of the release."""
    around = _outside()
    for top in (_PACKAGE, *(around / name for name in OUTSIDE)):
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            is_ours = "__pycache__" not in file.parts and (top != _PACKAGE or _INSTALLER not in file.parents)
            if file.is_file() and is_ours:
                yield file.relative_to(top.parent).as_posix(), file.read_bytes()
    if (noted := commit(_PACKAGE)) and not (_PACKAGE / NOTED).exists():
        yield f"lucca_pi/{NOTED}", f"{noted}\n".encode()


def _outside() -> Path:
    """Folder of what the installer needs besides the package: the clone, or what the build has put into the package."""
    clone = _PACKAGE.parent
    return clone if (clone / "systemd" / "install.sh").exists() else _INSTALLER


def _user_data(boot: Path) -> tuple[Path, bytes]:
    """The file that takes our lines, and its content. Raises UnreadableError, OSError."""
    if not boot.is_dir():
        raise UnreadableError("there is no such folder. Is the card plugged in, and its name right?", file=str(boot))
    for name in _OF_A_CARD:
        if not (boot / name).is_file():
            cause = "a card as Imager 1 writes it" if (boot / "firstrun.sh").exists() else "no boot folder of a card"
            raise UnreadableError(
                f"{cause}: it has no {name}. Write the card with Raspberry Pi Imager 2 (Raspberry Pi OS Lite, 64-bit, "
                "trixie), and name the folder where its partition bootfs is mounted.",
                file=str(boot),
            )
    return boot / _USER_DATA, read_file(boot / _USER_DATA, _MOST_BYTES)
