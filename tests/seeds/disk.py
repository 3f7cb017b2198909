"""
A disk that loses what was not synced: real files in a folder, and what a power cut would leave of them.

Calls of `os` that concern the folder pass through here. Of each file the content at its last sync is known, and which
names were synced; at a power cut each later change is lost, kept or torn by chance. At any call the power may fail, the
disk be full, or a sync fail. Times of files are counted, not taken from a clock: the same calls give the same files.
"""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal
from unittest import mock

_BLOCK = 512
"""Bytes that a disk writes at once: no block is torn within."""
_PART = ".part"
"""End of the name of a file that will have another (`files.atomic_write`), which looks for that one as it ends."""
_PAGE = 4096
"""Bytes that the system gives up together when a sync fails."""


class Fault(BaseException):
    """Something that must not happen; nothing of the program catches it."""


class PowerCutError(BaseException):
    """The program is gone: nothing catches it."""


Kind = Literal["cut", "killed", "full", "broken", "lies"]
_EVERYTHING = ("create", "write", "sync", "truncate", "rename", "link", "unlink", "mkdir", "rmdir")
_STRIKES: Mapping[Kind, tuple[str, ...]] = {
    "cut": _EVERYTHING,
    "killed": _EVERYTHING,
    "full": ("create", "write", "rename", "link", "mkdir"),
    "broken": ("create", "write", "sync"),
    "lies": ("sync",),
}


@dataclass
class Trouble:
    """
    What happens at the disk after `after` more of the operations that it strikes, and at `lasts` of them.

    "cut": the power fails; "killed": the program dies, and the system goes on; "full": nothing more is written;
    "broken": it fails, and what should have been synced is given up; "lies": a sync does nothing, and nobody is told.
    """

    kind: Kind
    after: int
    lasts: int = 1
    seed: int = 0


@dataclass(eq=False)
class _File:
    """A file, whatever its names. `version`: when it was changed last."""

    synced: bytes = b""
    """Content as of the last sync."""
    version: int = 0
    given_up: bytes = b""
    """Content that the system takes for synced since a sync has failed, though the disk has not got it."""
    last: bytes = b""
    """Content when its last name went."""

    def sync(self, now: bytes) -> None:
        """Its content is on the disk, but for the pages that were given up."""
        pages = (slice(at, min(at + _PAGE, len(now))) for at in range(0, len(now), _PAGE))
        self.synced = b"".join(
            self.synced[page].ljust(len(now[page]), b"\0") if now[page] == self.given_up[page] else now[page]
            for page in pages
        )


_FOLDER = _File()
_Names = dict[str, _File]
_Change = Mapping[str, tuple[_File | None, _File | None]]
"""What a call does to names: the file before and after, by name."""


@dataclass
class Disk:
    """The disk below `folder`. `note` is told each operation."""

    folder: Path
    note: Callable[[str], None]
    troubles: list[Trouble] = field(default_factory=list)
    lied: bool = False
    """True once a sync was acknowledged that was none."""
    refused: bool = False
    """True once a sync has failed."""

    def __post_init__(self) -> None:
        self._root, self._device = f"{self.folder}/", self.folder.stat().st_dev
        self._real: dict[str, Any] = {name: getattr(os, name) for name in _CALLS}
        self._opened: set[int] = set()
        self._named: set[str] = set()
        """Names of new files that have got their last names; the program looks once more whether they are gone."""
        self._versions = count(1)
        self._left: dict[str, tuple[bytes, _File]] | None = None
        self._is_dead = False
        self._settle({})

    def _settle(self, known: Mapping[str, _File]) -> None:
        """Takes everything that is there as synced; `known`: files that were there before, by name."""
        self._files: dict[int, _File] = {}
        self._names: _Names = {}
        for path in sorted(self.folder.rglob("*")):
            name, found = str(path.relative_to(self.folder)), self._real["stat"](path)
            if stat.S_ISREG(found.st_mode):
                version = known[name].version if name in known else next(self._versions)
                file = self._files.setdefault(found.st_ino, _File(path.read_bytes(), version))
                self._names[name] = file
            else:
                self._names[name] = _FOLDER
        self._synced = {**self._names}
        self._pending: list[_Change] = []

    def synced(self, name: str) -> bytes:
        """What is in the file of that name for certain, even if the power fails now."""
        path = Path(name)
        known = all(str(one) in self._synced for one in (path, *path.parents) if str(one) != ".")
        return self._synced[name].synced if known else b""

    @contextmanager
    def used(self) -> Iterator[None]:
        """Calls of `os` pass through here while the block runs."""
        calls = {name: partial(getattr(self, f"_{name}"), real) for name, real in self._real.items()}
        with mock.patch.multiple(os, **calls):
            yield

    def restore(self) -> None:
        """Puts into the folder what was left, if the program is dead; what it had open is closed."""
        for opened in [*self._opened]:
            with suppress(OSError):  # it is closed already, and its number perhaps another's
                if f"{Path(f'/proc/self/fd/{opened}').readlink()}/".startswith(self._root):
                    os.close(opened)
        self._opened.clear()
        self._named.clear()
        left, self._left, self._is_dead = self._left, None, False
        if left is None:
            return
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, (content, file) in left.items():
            (self.folder / name).mkdir() if file is _FOLDER else (self.folder / name).write_bytes(content)
        self._settle({name: file for name, (_content, file) in left.items()})

    def cut(self, seed: int) -> None:
        """The power fails: of what is not synced each part is lost or kept by chance. Raises PowerCutError."""
        rng = Random(seed)
        names, keeps = {**self._synced}, rng.choice((0.0, 0.5, 1.0))
        for change in self._pending:
            if all(names.get(name) is old for name, (old, _new) in change.items()) and rng.random() < keeps:
                _do(names, change)
        self._end(names, lambda file, now: _torn(file.synced, now, rng))

    def kill(self) -> None:
        """The program dies; the system goes on, and will sync what it has written. Raises PowerCutError."""
        self._is_dead = True
        raise PowerCutError

    def _end(self, names: _Names, content: Callable[[_File, bytes], bytes]) -> None:
        now = {id(file): self._content(name) for name, file in self._names.items() if file is not _FOLDER}
        left: dict[str, tuple[bytes, _File]] = {}
        for name, file in sorted(names.items()):
            if (parent := str(Path(name).parent)) == "." or parent in left:
                left[name] = (b"", file) if file is _FOLDER else (content(file, now.get(id(file), file.last)), file)
        self._left, self._is_dead = left, True
        raise PowerCutError

    def _content(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def _does(self, kind: str, about: str, size: int = 0, some: Callable[[int], int] | None = None) -> int | None:
        """
        Called before an operation. Returns how many bytes were written by a write that ends early; else None.

        `some` writes so many of `size` bytes. Raises OSError, PowerCutError.
        """
        if self._is_dead:
            raise PowerCutError
        self.note(f"disk: {kind} {about}")
        for trouble in [one for one in self.troubles if kind in _STRIKES[one.kind]]:
            if trouble.after > 0:
                trouble.after -= 1
                continue
            part = Random(trouble.seed).randrange(size) if size else 0
            trouble.seed += 1
            if part and some and trouble.seed % 2:
                written = some(part)
                if trouble.kind not in ("cut", "killed"):
                    return written  # and the next one fails
            self._strikes(trouble)
        return None

    def _strikes(self, trouble: Trouble) -> None:
        self.note(f"disk: {trouble.kind}")
        trouble.lasts -= 1
        if trouble.lasts <= 0 or trouble.kind in ("cut", "killed"):
            self.troubles.remove(trouble)
        if trouble.kind == "cut":
            self.cut(trouble.seed)
        if trouble.kind == "killed":
            self.kill()
        if trouble.kind == "lies":
            raise _LieError
        number = errno.ENOSPC if trouble.kind == "full" else errno.EIO
        raise OSError(number, os.strerror(number))

    def _name(self, path: Any) -> str | None:
        """The name below the folder; None for another place."""
        text = "" if isinstance(path, int) else os.fspath(path)
        return text[len(self._root) :] if isinstance(text, str) and text.startswith(self._root) else None

    def _file_of(self, opened: int) -> _File | None:
        found = self._real["fstat"](opened)
        return self._files.get(found.st_ino) if found.st_dev == self._device else None

    def _changed(self, file: _File, at: int) -> None:
        """The file's content is another from that byte on."""
        file.version = next(self._versions)
        file.given_up = file.given_up[: at - at % _PAGE]

    def _become(self, change: _Change) -> None:
        self._pending.append(change)
        _do(self._names, change)
        for _old, new in change.values():
            if new and new is not _FOLDER:
                new.version = next(self._versions)

    def _open(self, real: Any, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        name = self._name(path)
        is_new = name is not None and bool(flags & os.O_CREAT) and name not in self._names
        if is_new:
            self._does("create", str(name))
        opened: int = real(path, flags, mode, dir_fd=dir_fd)
        if name is not None:
            self._opened.add(opened)
        if is_new:
            file = self._files[self._real["fstat"](opened).st_ino] = _File()
            self._become({str(name): (None, file)})
        return opened

    def _close(self, real: Any, opened: int) -> None:
        self._opened.discard(opened)
        real(opened)

    def _write(self, real: Any, opened: int, data: bytes) -> int:
        return self._writes(opened, len(data), lambda size: real(opened, data[:size]))

    def _pwrite(self, real: Any, opened: int, data: bytes, at: int) -> int:
        return self._writes(opened, len(data), lambda size: real(opened, data[:size], at), at)

    def _writes(self, opened: int, size: int, some: Callable[[int], int], at: int = -1) -> int:
        file = self._file_of(opened)
        if file is None:
            return some(size)
        self._changed(file, self._real["fstat"](opened).st_size if at < 0 else at)
        written = self._does("write", f"{size} bytes", size, some)
        return some(size) if written is None else written

    def _ftruncate(self, real: Any, opened: int, size: int) -> None:
        file = self._file_of(opened)
        if file:
            self._does("truncate", f"to {size}")
            self._changed(file, size)
        real(opened, size)

    def _fsync(self, real: Any, opened: int) -> None:
        found = self._real["fstat"](opened)
        path = Path(f"/proc/self/fd/{opened}")
        name = self._name(f"{path.readlink()}/" if stat.S_ISDIR(found.st_mode) else path.readlink())
        if name is None:
            return
        file = self._files.get(found.st_ino)
        try:
            self._does("sync", name)
        except _LieError:
            self.lied = True
        except OSError:
            self.refused = True
            if file:
                file.given_up = path.read_bytes()
            raise
        else:
            if file:
                file.sync(path.read_bytes())
            else:
                self._sync_folder(name.strip("/"))

    def _sync_folder(self, folder: str) -> None:
        """The names in the folder are on the disk, with what happened to these names before."""
        wanted: set[str] = set()
        for change in reversed(self._pending):
            if any(str(Path(name).parent) == (folder or ".") for name in change) or wanted & {*change}:
                wanted |= {*change}
        for change in [one for one in self._pending if wanted & {*one}]:
            _do(self._synced, change)
            self._pending.remove(change)

    def _rename(self, real: Any, old: Any, new: Any) -> None:
        source, target = self._name(old), self._name(new)
        if source is not None and target is not None:
            self._does("rename", f"{source} to {target}")
            if source.endswith(_PART) and self._names[source].synced != self._content(source) and not self.lied:
                raise Fault("a new file is named before it is on the disk")
            if source.endswith(_PART):
                self._named.add(source)
            self._goes(target)
            file = self._names[source]
            change = {source: (file, None), target: (self._names.get(target), file)}
            real(old, new)
            self._become(change)
        else:
            real(old, new)

    _replace = _rename

    def _link(self, real: Any, old: Any, new: Any, **more: Any) -> None:
        source, target = self._name(old), self._name(new)
        if source is not None and target is not None:
            self._does("link", f"{source} as {target}")
            real(old, new, **more)
            self._become({target: (self._names.get(target), self._names[source])})
        else:
            real(old, new, **more)

    def _unlink(self, real: Any, path: Any, *, dir_fd: int | None = None) -> None:
        name = self._name(path)
        if name in self._named:
            self._named.remove(str(name))
            if any(name in change for change in self._pending) and not (self.lied or sys.exc_info()[0]):
                raise Fault("the name of a new file is not on the disk")
        if name in self._names:
            self._does("unlink", str(name))
            self._goes(str(name))
            real(path)
            self._become({str(name): (self._names[str(name)], None)})
        else:
            real(path, dir_fd=dir_fd)

    _remove = _unlink

    def _goes(self, name: str) -> None:
        """The file will be without that name."""
        if name in self._names and self._names[name] is not _FOLDER:
            self._names[name].last = self._content(name)

    def _mkdir(self, real: Any, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        name = self._name(path)
        if name is not None and name not in self._names:
            self._does("mkdir", name)
            real(path, mode)
            self._become({name: (None, _FOLDER)})
        else:
            real(path, mode, dir_fd=dir_fd)

    def _stat(self, real: Any, *where: Any, **how: Any) -> os.stat_result:
        """What is known of a file, with its version as its times."""
        found: os.stat_result = real(*where, **how)
        file = self._files.get(found.st_ino) if found.st_dev == self._device else None
        if file is None or not stat.S_ISREG(found.st_mode):
            return found
        times = {f"st_{one}time_ns": file.version * 10**9 for one in "amc"}
        return os.stat_result((*found[:7], *(file.version,) * 3), times)

    _lstat = _fstat = _stat

    def _scandir(self, real: Any, path: Any = ".") -> Any:
        """The entries in the order of their names, whose `stat` is ours."""
        with real(path) as found:
            entries = sorted(found, key=lambda one: one.name)
        return _Entries(entries if self._name(f"{path}/") is None else [_Entry(one) for one in entries])


class _LieError(Exception):
    """A sync that is none."""


class _Entries(list[Any]):
    """Entries of a folder, as `os.scandir` gives them."""

    def __enter__(self) -> "_Entries":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be closed."""


class _Entry:
    """An entry of a folder, whose `stat` asks the disk."""

    def __init__(self, entry: "os.DirEntry[str]") -> None:
        self._entry, self.name, self.path = entry, entry.name, entry.path

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return os.stat(self.path, follow_symlinks=follow_symlinks)  # noqa: PTH116 - as it was called

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)


_CALLS = (
    *("open", "close", "write", "pwrite", "ftruncate", "fsync", "rename", "replace", "link", "unlink", "remove"),
    *("mkdir", "stat", "lstat", "fstat", "scandir"),
)
"""Calls of `os` that pass through the disk."""


def _do(names: _Names, change: _Change) -> None:
    for name, (_old, new) in change.items():
        if new is None:
            names.pop(name, None)
        else:
            names[name] = new


def _torn(synced: bytes, now: bytes, rng: Random) -> bytes:
    """What may be left of a file: each block as it was synced, as it is now, or empty."""
    if synced == now or (kept := rng.choice(("old", "new", "torn"))) == "old":
        return synced
    if kept == "new":
        return now
    size = rng.choice((len(synced), len(now), rng.randint(*sorted((len(synced), len(now))))))
    left = bytearray()
    for at in range(0, size, _BLOCK):
        old, new = synced[at : at + _BLOCK], now[at : at + _BLOCK]
        block = rng.choice((old, new))  # nothing, where there was nothing
        left += block.ljust(min(_BLOCK, size - at), b"\0")[: size - at]
    return bytes(left)
