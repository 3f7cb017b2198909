"""Displays without a device: a terminal, on which the panel is drawn or each screen is in words; PNG files; none."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from lucca_pi.contract.screens import PageAddress, Question, Snapshot
from lucca_pi.devices.displays import USUAL, DisplaySettings, panel_of, same
from lucca_pi.devices.errors import DeviceError
from lucca_pi.language import _, in_use, say
from lucca_pi.outside import harmless
from lucca_pi.ports import Clock, Display, Panel
from lucca_pi.screens.words import answer_in_words, in_words, invitation

if TYPE_CHECKING:
    from PIL.Image import Image

CLEAR = "\x1b[H\x1b[2J"
"""Escape sequence that clears a terminal and moves to its top."""

LEGEND = _("Enter: OK   arrows, or u, d, b: up, down, back   z: undo   q, then Enter: stop, the game is saved")
"""Keys of a terminal, in a line for players."""

_CHOOSING = _("(arrows, or u and d: another answer; Enter takes the one with the star)")
"""Keys at a question, for players."""

_EDGES, _LINES_BELOW = 2, 3
"""Columns, or lines, of the frame; lines below it for the legend, the page's address and the cursor."""

_DOTS = "⣿─│"
"""Drawing characters that plain terminals lack."""

_PLAIN = str.maketrans(
    {
        **{"−": "-", "–": "-", "…": "...", "→": "->", "←": "<-", "×": "x", "•": "-", "“": '"', "”": '"', "„": '"'},
        **{"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "à": "a", "é": "e", "’": "'"},
    }
)
"""Plain replacements of other characters."""

_HALVES = " ▀▄█"
_BRAILLE = 0x2800
_BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bit of each dot in a braille cell of 4 rows of 2."""


class Twin(Display):
    """Base of displays that use no pins."""

    called = "display"

    @staticmethod
    def pins(settings: DisplaySettings) -> Mapping[str, int]:  # noqa: ARG004
        """No pins."""
        return {}

    @staticmethod
    def examined(settings: DisplaySettings) -> tuple[str, str]:  # noqa: ARG004
        """Nothing to examine, and nothing to try."""
        return "", ""


class TerminalDisplay(Twin):
    """
    Shows each picture at the top of the terminal, below it `legend` and, until a phone has come, the page's address; in
    a file, one picture after another.

    Uses half blocks if the terminal is large enough, else braille.
    """

    def __init__(self, stream: TextIO, legend: str = "", panel: Panel = USUAL) -> None:
        self._stream, self._legend, self.panel = stream, legend, panel
        self.keeps = not stream.isatty()
        self._picture: Image | None = None
        self._invitation = ""

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "TerminalDisplay":  # noqa: ARG003
        """Raises DeviceError for a terminal on which the panel cannot be drawn."""
        panel = panel_of(settings.display_size)
        open_stream = _open(stream)
        if why := why_not_drawn(open_stream, os.environ, panel):
            raise DeviceError(
                _("The display cannot be drawn on this terminal: {why}. Play with --display text.", why=say(why))
            )
        return cls(open_stream, _legend(settings), panel)

    def tell(self, snapshot: Snapshot) -> None:
        """Sets the line with the page's address; `show` writes it with the next picture."""
        self._invitation = _invited(snapshot)

    def show(self, picture: "Image") -> None:
        """Draws the picture, unless it equals the last one."""
        if same(picture, self._picture):
            return
        self._picture = picture.copy()
        if self._stream.isatty():
            columns, lines_high = os.get_terminal_size(self._stream.fileno())
            lines = (CLEAR + as_text(picture, columns, lines_high - _LINES_BELOW), self._legend, self._invitation)
        else:
            lines = (as_text(picture), "", "")
        print("\n".join(filter(None, lines)), file=self._stream, flush=True)


class TextDisplay(Twin):
    """
    Writes each screen below the last one, in a few lines of plain letters, if something on it is new.

    Nothing moves, which suits small windows and screen readers too. `legend` explains the keys at the start. Until a
    phone has come, the page's address follows each screen.
    """

    keeps = False
    panel = USUAL

    def __init__(self, stream: TextIO, legend: str = "") -> None:
        self._stream = stream
        self._choosing = [_CHOOSING] if legend else []
        self._last: Snapshot | None = None
        self._spoken = in_use()
        if legend:
            self._write([legend])

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "TextDisplay":  # noqa: ARG003
        """Raises DeviceError for a terminal that is closed."""
        return cls(_open(stream), _legend(settings))

    def tell(self, snapshot: Snapshot) -> None:
        """Writes the screen; if only the chosen answer of a question has changed, only that answer."""
        invited, snapshot = _invited(snapshot), replace(snapshot, invites=None)
        if self._spoken != in_use():  # what was written is written in the other language, too
            self._spoken, self._last = in_use(), None
        if snapshot == self._last:
            return
        last, self._last = self._last, snapshot
        now, was = snapshot.screen, last.screen if last else None
        if isinstance(now, Question) and isinstance(was, Question) and replace(was, chosen=now.chosen) == now:
            self._write([answer_in_words(now)])
        else:
            choosing = map(say, self._choosing if isinstance(now, Question) else ())
            self._write(["", *in_words(snapshot), *choosing, *filter(None, [invited])])
            if isinstance(now, PageAddress) and now.code and self._stream.isatty() and _draws(self._stream):
                print(_square(now.code), file=self._stream, flush=True)

    def _write(self, lines: Sequence[str]) -> None:
        text = "\n".join(harmless(line) for line in lines)
        print(writable(text, self._stream, os.environ), file=self._stream, flush=True)


_BLACK_ON_WHITE, _AS_BEFORE = "\x1b[30;107m", "\x1b[0m"
_QUIET_MODULES = 2
"""White around a code on a terminal: phones need no more, and the window may be small."""


def _draws(stream: TextIO) -> bool:
    """True if the terminal has half blocks."""
    return (stream.encoding or "").lower().replace("-", "") == "utf8"


def _square(code: Sequence[str]) -> str:
    """A QR code in half blocks, black on white whatever the terminal's colours; its rows as `PageAddress` has them."""
    wide = len(code) + 2 * _QUIET_MODULES
    quiet = ["1" * wide] * _QUIET_MODULES
    rows = [*quiet, *(row.center(wide, "1") for row in code), *quiet, "1" * wide]
    lines = (
        "".join(_HALVES[(upper == "0") + 2 * (lower == "0")] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=False)
    )
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_AS_BEFORE}" for line in lines)


def _invited(snapshot: Snapshot) -> str:
    """The line with the page's address; "" once a phone has come, and on the screen that shows the address."""
    is_shown = isinstance(snapshot.screen, PageAddress)
    return invitation(snapshot.invites) if snapshot.invites and not is_shown else ""


def _open(stream: TextIO | None) -> TextIO:
    """The open stream. Raises DeviceError if it is closed."""
    if stream is None:
        raise DeviceError(
            "There is no terminal: standard output (with --json standard error) is closed. Play with --display none."
        )
    return stream


def _legend(settings: DisplaySettings) -> str:
    return say(LEGEND) if settings.buttons == "keyboard" else ""


def as_text(picture: "Image", columns: int = 80, lines: int = 24) -> str:
    """
    The picture as lines of text for a terminal of this size, without a newline at the end.

    Half blocks read best: one holds a dot across and two down. If these do not fit, braille takes half as many columns
    and lines.

    >>> from PIL import Image
    >>> picture = Image.new("1", (4, 4))
    >>> picture.putpixel((1, 0), 1)
    >>> print(as_text(picture))
    ┌────┐
    │ ▀  │
    │    │
    └────┘
    """
    from PIL import Image  # here, so that commands without a display do without it

    width, height = picture.size
    whole = Image.new("1", (width + width % 2, height + -height % 4))
    whole.paste(picture, (0, 0))
    dots = whole.load()
    assert dots is not None
    ink = [[bool(dots[x, y]) for x in range(whole.width)] for y in range(whole.height)]
    halves_fit = columns >= width + _EDGES and lines >= height // 2 + _EDGES
    rows = _in_halves(ink) if halves_fit else _in_braille(ink)
    edge = "─" * len(rows[0])
    return "\n".join([f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"])


def _in_halves(ink: list[list[bool]]) -> list[str]:
    pairs = zip(ink[::2], ink[1::2], strict=True)
    return ["".join(_HALVES[upper + 2 * lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def _in_braille(ink: list[list[bool]]) -> list[str]:
    return ["".join(_cell(ink, x, y) for x in range(0, len(ink[0]), 2)) for y in range(0, len(ink), 4)]


def _cell(ink: list[list[bool]], x: int, y: int) -> str:
    """The braille cell whose upper left dot is (x, y)."""
    bits = (bit for dy, row in enumerate(_BRAILLE_DOTS) for dx, bit in enumerate(row) if ink[y + dy][x + dx])
    return chr(_BRAILLE + sum(bits))


def why_not_drawn(stream: TextIO, environment: Mapping[str, str], panel: Panel = USUAL) -> str:
    """Why the panel cannot be drawn on that terminal; "" if it can, and for a stream that is no terminal."""
    if not _has(_DOTS, stream):
        return _("its encoding ({encoding}) has no Braille characters", encoding=stream.encoding)
    if not stream.isatty():
        return ""
    if environment.get("TERM", "") in ("", "dumb"):
        return _("it cannot be cleared (TERM={term})", term=environment.get("TERM", ""))
    if _is_plain(environment):
        return _("it cannot show Braille characters (LANG={language})", language=environment.get("LANG", ""))
    across, down = (1, 2) if environment["TERM"] == "linux" else (2, 4)  # a console without a desktop has no dots
    wide, high = -(-panel.width // across) + _EDGES, -(-panel.height // down) + _EDGES + _LINES_BELOW
    columns, lines = os.get_terminal_size(stream.fileno())
    sizes = {"columns": columns, "lines": lines, "wide": wide, "high": high}
    is_large = columns >= wide and lines >= high
    return (
        "" if is_large else _("it has {columns} columns and {lines} lines, but {wide} and {high} are needed", **sizes)
    )


def writable(text: str, stream: TextIO, environment: Mapping[str, str]) -> str:
    """The text in characters that the terminal has: `ae` for `ä` if it has plain ones only."""
    if _has(text, stream) and not _is_plain(environment):
        return text
    return text.translate(_PLAIN).encode("ascii", "replace").decode()


def _has(text: str, stream: TextIO) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_plain(environment: Mapping[str, str]) -> bool:
    """
    True if the locale asks for plain letters only. With LANG=C Python uses UTF-8, which says nothing of a terminal.

    >>> _is_plain({"LANG": "C", "LC_CTYPE": "C.UTF-8"}), _is_plain({}), _is_plain({"LANG": "de_DE.UTF-8"})
    (True, True, False)
    """
    plain = ("", "C", "POSIX")
    if environment.get("LC_ALL"):
        return environment["LC_ALL"] in plain
    made = environment.get("LC_CTYPE") in ("C.UTF-8", "C.utf8")
    return environment.get("LANG", "") in plain and (made or environment.get("LC_CTYPE", "") in plain)


class PngDisplay(Twin):
    """Writes each picture to a directory as 0001.png and so on, after the highest number that is there."""

    keeps = True

    def __init__(self, directory: Path, panel: Panel = USUAL) -> None:
        """Raises DeviceError if the directory cannot be made or written."""
        self._directory, self.panel = directory, panel
        self._picture: Image | None = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
            numbers = [int(file.stem) for file in directory.glob("*.png") if file.stem.isdecimal()]
        except OSError as error:
            raise DeviceError(
                f"{directory}: no directory for pictures ({error.strerror}). Name another one: --display png:DIR."
            ) from error
        self._number = max(numbers, default=0)

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "PngDisplay":  # noqa: ARG003
        """A display that writes to the directory of the setting."""
        return cls(Path(settings.display.partition(":")[2]), panel_of(settings.display_size))

    def show(self, picture: "Image") -> None:
        """Writes the picture, unless it equals the last one."""
        if same(picture, self._picture):
            return
        self._picture = picture.copy()
        self._number += 1
        file = self._directory / f"{self._number:04}.png"
        try:
            with file.open("xb") as stream:
                picture.save(stream, "PNG")
        except OSError as error:
            raise DeviceError(
                f"{file}: cannot be written ({error.strerror}). Make room, or name another DIR."
            ) from error

    def leave(self, picture: "Image") -> None:
        """Writes the picture that says why the program stopped."""
        self.show(picture)


class NoDisplay(Twin):
    """No-op twin: shows nothing."""

    keeps = False
    panel = USUAL

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "NoDisplay":  # noqa: ARG003
        """A display that shows nothing."""
        return cls()
