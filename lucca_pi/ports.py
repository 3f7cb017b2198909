"""
Interfaces between the program and the world; each is implemented by a device and by its twin.

A twin inherits the interface: a step that returns nothing here does nothing there.
"""

# ruff: noqa: ARG002 - for the same reason

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from lucca_pi.contract.overview import PhoneInput
    from lucca_pi.contract.screens import PageAddress, Snapshot
    from lucca_pi.table.sighting import Look

Button = Literal["ok", "back", "up", "down", "undo", "off"]
Light = Literal["full", "dim", "off"]
Signal = Literal["looking", "taken", "asked", "hand", "ready"]


@dataclass(frozen=True, slots=True)
class Frame:
    """
    A picture of the table, 8 bits, with the lens's distortion.

    `grey`: shape `(height, width)`. `colour`: red, green, blue at a quarter of the width and height, of shape
    `(height, width, 3)`; None from a camera without colour. `file`: the camera's own JPEG or PNG, if there is one.
    `calibration`: the calibration file with which the stored picture was read, if any. `by_hand`: a photograph
    taken by hand, each from another place, which is judged before use. `is_closer`: a further picture of the same
    moment.
    """

    name: str
    grey: "NDArray[np.uint8]"
    colour: "NDArray[np.uint8] | None" = None
    file: bytes | None = None
    calibration: Path | None = None
    by_hand: bool = False
    is_closer: bool = False


class CameraEndedError(Exception):
    """A recorded camera has no further picture: play stops here as at power-off."""


class LookError(Exception):
    """A look showed no table; the message tells players why, and what to do."""


class PhotographError(LookError):
    """
    A photograph taken by hand is missing, unusable, or needs another beside it; the message says why, and what to do.
    """


class NoPhotographError(PhotographError):
    """No photograph has come since the last one that was used."""


class Photographs(Protocol):
    """Receives photographs that people send. Any thread may call it."""

    def receive(self, photograph: bytes) -> str:
        """Accepts the file for the next look; returns what is wrong with it and what to do, "" if nothing."""
        ...

    def leave_out(self, photograph: bytes) -> None:
        """Drops the file that was accepted last."""
        ...


class Camera(Protocol):
    """
    The table, by a camera above it or a recording; `number`: looks confirmed before (the first is look 0).

    A live camera shows the table as it lies now. A recording holds a picture for each look, and shows it until that
    look is confirmed.
    """

    @property
    def notice(self) -> str:
        """Text for players if the camera is gone or the picture damaged; empty if all is well."""
        ...

    def look(self, number: int = 0) -> Frame:
        """
        The table at that look. Raises CameraEndedError after the last of a recording, LookError if there is no picture.
        """
        ...

    def file_of(self, number: int) -> str:
        """Name of the file that look `number` shows; "" if there is none."""
        return ""

    def go_on(self, number: int) -> None:
        """Called when OK is pressed after a complaint about look `number`: a recording skips to its next picture."""
        return

    def live(self) -> "NDArray[np.uint8] | None":
        """
        The table at this moment, grey and at most 640 px wide; None from a recording, and if the camera is gone, as
        `notice` says.
        """
        return None

    def closer(self, number: int = 0) -> Iterable[Frame]:
        """
        Further pictures of look `number`, such as at other exposures, most useful first; may be empty.

        Each is taken as it is asked for. Raises LookError.
        """
        ...

    def rested(self, number: int) -> Sequence[Frame]:
        """Pictures of the table at rest since look `number - 1` was confirmed, oldest first."""
        return ()

    def close(self) -> None:
        """Closes the camera or recording."""
        return


@dataclass(frozen=True, slots=True)
class Panel:
    """Size and depth of the pictures that a display shows."""

    width: int
    """Width in dots, at least 96."""
    height: int
    """Height in dots, at least 64."""
    mode: Literal["1", "L"] = "1"
    """Pillow's name for the depth of a picture: one bit a dot, or eight of grey."""
    is_paper: bool = False
    """Dark on light, as ink on paper; else light on dark."""
    refresh_s: float = 0.0
    """Seconds that a new picture takes. A slow display shows no passing notices, and each page for longer."""


class Display(Protocol):
    """Shows pictures of its panel. The same picture again, or the same light, costs nothing."""

    panel: Panel

    keeps: bool
    """True if pictures stay readable, as on paper: then no picture may be left out."""

    @property
    def notice(self) -> str:
        """Text for players if the display is gone; empty if all is well."""
        return ""

    def leave(self, picture: "Image") -> None:
        """
        Shows a last picture that stays when the display is closed.

        No-op if standard error is visible beside the display.
        """
        return

    @property
    def is_dark(self) -> bool:
        """True if the display is switched off, and can be."""
        return False

    def show(self, picture: "Image") -> None:
        """Shows a picture of the panel."""
        return

    def tell(self, snapshot: "Snapshot") -> None:
        """Shows a screen in words as it comes up; no-op for a display of pictures, which waits for `show`."""
        return

    def light(self, light: Light) -> None:
        """Sets the brightness; no-op for a display without a light."""
        return

    def close(self) -> None:
        """Ends the display and leaves it dark."""
        return


class Buttons(Protocol):
    """The buttons: gives presses; "undo" is Back held down, "off" is OK held down."""

    @property
    def of_people(self) -> bool:
        """True if people press them, who need time to read the question; False for a script."""
        ...

    @property
    def notice(self) -> str:
        """Text for players if a button is stuck; empty if all is well."""
        ...

    def press(self, snapshot: "Snapshot", wait_s: float) -> Button | None:
        """The next press; None if none came within `wait_s`. Raises ButtonsEndedError if none can come."""
        ...

    def forget(self) -> None:
        """Discards people's presses made during a look, except "off". A script's presses are kept."""
        return

    def close(self) -> None:
        """Closes the buttons."""
        return


class ButtonsEndedError(Exception):
    """No further press can come (end of a script, end of the input): play stops here as at power-off."""


Reply = Literal["taken", "late", "unfit"]
"""The reply to a phone: the answer counts; it comes too late, since its question is answered; it is not possible."""


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """
    An answer from a phone (`by`): what to `do`, or names by place, each after the name that was there, or a language.

    `asked`: the id of the question, of names the game's. `number`: of the chosen answer or language, from 0.
    """

    do: "PhoneInput | Literal['names', 'language']"
    asked: str
    by: str = ""
    number: int = 0
    names: Mapping[int, tuple[str, str]] = field(default_factory=dict)


class Letter(Protocol):
    """An answer from a phone, which waits for its reply."""

    @property
    def answer(self) -> PhoneAnswer:
        """The answer that waits for a reply."""
        ...

    def reply(self, reply: Reply) -> None:
        """Replies, once, before the answer has an effect."""
        ...


class Phones(Protocol):
    """Answers from phones."""

    @property
    def address(self) -> "PageAddress | None":
        """The page's address and its current code; None without a page."""
        ...

    def letter(self) -> Letter | None:
        """The next answer; None if there is none."""
        return None

    def looks(self, notice: str) -> None:
        """Publishes that a look is taken, as `notice` says: earlier questions are closed."""
        return


class Store(Protocol):
    """Stores the journals of games. An event survives a power cut once `append` has returned."""

    notice: str | None
    """Text for players about games that changed since the last start; None if all is well."""

    @property
    def lost(self) -> str:
        """Text for players if the games are not on the disk any more; empty while they are."""
        ...

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        """Appends an event to the game's journal. Raises StoreError."""
        ...

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events, oldest first. Raises UnreadableError and StoreError."""
        ...

    def games(self) -> Iterable[str]:
        """The games in the order they were begun."""
        ...

    def is_free(self, game: str) -> bool:
        """True if a new game may have this name: nothing of an earlier game bears it."""
        ...

    def hidden(self) -> Collection[str]:
        """The games that lists leave out, because players hid them."""
        ...

    def close(self) -> None:
        """Closes the journals."""
        ...


class Album(Protocol):
    """Stores the pictures of looks, or none. No call waits for a disk or fails."""

    @property
    def notice(self) -> str:
        """Text for players about pictures that could not be stored; empty if all is well."""
        ...

    def open(self, game: str) -> None:
        """Begins a game's pictures."""
        return

    def new_look(self, number: int) -> None:
        """Begins another look; `number`: looks confirmed before it."""
        return

    def take(self, frame: Frame) -> None:
        """Stores a picture of the current look."""
        return

    def became(self, look: "Look") -> None:
        """Assigns the pictures since `new_look` to this look."""
        return

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:
        """
        Names the pictures of `looks`: the last was confirmed and is called `name`, the others lay at rest before it.

        Returns the names of each look's pictures; empty if none are stored.
        """
        ...

    def leave(self, name: str) -> None:
        """
        Names the pictures of a last, doubtful look, as play stops; the name is free again for the next confirmed look.
        """
        return

    def take_back(self, number: int) -> None:
        """Moves the pictures of look `number` to the unconfirmed ones."""
        return

    def close(self) -> None:
        """Waits until all pictures are written."""
        return


class Signals(Protocol):
    """
    Signals for people who do not look at a display.

    A press was felt and a look begins; a turn was taken; something is asked or wrong; a hand is in the way; or none of
    these holds any more.
    """

    def tell(self, what: Signal) -> None:
        """Plays and shows a signal, without waiting."""
        return

    def close(self) -> None:
        """Ends sound and light."""
        return


class Supervisor(Protocol):
    """The service manager: hears that the program is ready, and restarts it if it hangs. No call fails."""

    def alive(self) -> None:
        """
        Reports that the loop runs, and that the camera gives pictures or a reason why not.

        Only the loop itself may call this: another thread would go on calling while the loop hangs.
        """
        return

    def status(self, text: str) -> None:
        """Sets the line that says what the program does now."""
        return

    def close(self) -> None:
        """Announces that the program is about to end."""
        return


class Clock(Protocol):
    """Time, for intervals and for dates."""

    def now_s(self) -> float:
        """Monotonic time in seconds, for intervals."""
        ...

    def date(self) -> str:
        """Date and time of day with zone, ISO 8601."""
        ...
