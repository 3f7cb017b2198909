"""What the middle of the program asks of the world: each real thing and its twin answer to one of these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from lucca_pi.games.contract.overview import Does
    from lucca_pi.games.contract.screens import PageAddress, Snapshot
    from lucca_pi.table.sighting import Look

Button = Literal["ok", "back", "up", "down", "undo", "off"]
Light = Literal["full", "dim", "off"]
Signal = Literal["looking", "taken", "asked", "hand", "ready"]


@dataclass(frozen=True, slots=True)
class Frame:
    """
    A picture of the table, 8 bits, as the lens gave it (not undistorted).

    `grey` is of shape `(height, width)`; `colour` the same a quarter as wide and high, of shape `(height, width, 3)`:
    red, green, blue; None from a camera without colour. `file`: the camera's own JPEG or PNG, if this is one.
    `calibration`: the file of the one that it was read with before, if it was kept so. `by_hand`: a photograph that
    somebody took, from another place each time: it is judged before anything is made of it. `is_closer`: a further
    picture of a moment that another one shows.
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
    """A look showed no table: says why and what to do, for players."""


class PhotographError(LookError):
    """A photograph from the hand is missing or no good, or needs another beside it: says why, and what to do."""


class Photographs(Protocol):
    """Takes photographs that people send. Any thread may call it."""

    def receive(self, photograph: bytes) -> str:
        """Takes the file for the next look; or says why not, and what to do."""
        ...

    def leave_out(self, photograph: bytes) -> None:
        """The file that was taken is not to be looked at."""
        ...


class Camera(Protocol):
    """Looks at the table from above."""

    @property
    def notice(self) -> str:
        """What people must know: the camera is gone; empty if all is well."""
        ...

    def look(self) -> Frame:
        """The table now. Raises LookError when there is no picture."""
        ...

    def live(self) -> "NDArray[np.uint8] | None":
        """The table at this moment, grey and at most 640 wide; None from one that is gone: its notice tells."""
        ...

    def closer(self) -> Iterable[Frame]:
        """
        More pictures of the table, at other exposures, the most telling first.

        Each is taken when it is asked for. Raises LookError.
        """
        ...

    def close(self) -> None: ...


@runtime_checkable
class View(Protocol):
    """
    The table as a game looks at it; `number` says how many looks were confirmed before (the first is look 0).

    A camera's twin, a recording, holds one picture for each, which it shows until that look is confirmed.
    """

    @property
    def notice(self) -> str:
        """What people must know: the camera is gone, the picture damaged; empty if all is well."""
        ...

    def look(self, number: int) -> Frame:
        """The table at that look. Raises CameraEndedError past the last of a recording, LookError for no picture."""
        ...

    def file_of(self, number: int) -> str:
        """The name of the file that look `number` shows; empty where there is none."""
        ...

    def go_on(self, number: int) -> None:
        """What look `number` shows was complained of, and OK pressed: a recording goes on to its next picture."""
        ...

    def live(self) -> "NDArray[np.uint8] | None":
        """The table at this moment, as a camera gives it; None from a recording."""
        ...

    def closer(self, number: int) -> Iterable[Frame]:
        """More pictures of the table as look `number` shows it; there may be none. Raises LookError."""
        ...

    def rested(self, number: int) -> Sequence[Frame]:
        """Pictures in which the table lay at rest since look `number - 1` was confirmed, oldest first."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Panel:
    """The pictures that a display takes: everything that is drawn for it is drawn for these."""

    width: int
    """Dots across; at least 96."""
    height: int
    """Dots down; at least 64."""
    mode: Literal["1", "L"] = "1"
    """Pillow's name for the depth of a picture: one bit a dot, or eight of grey."""
    is_paper: bool = False
    """Dark on light, as ink on paper; else light on dark."""
    refresh_s: float = 0.0
    """Seconds that a new picture takes. A slow display is shown less: nothing in passing, each page for longer."""


class Display(Protocol):
    """Shows pictures of its panel. The same picture again, or the same light, costs nothing."""

    panel: Panel

    keeps: bool
    """Whether what was shown stays to be read, as on paper: then no picture may be left out."""

    @property
    def notice(self) -> str:
        """What people must know: the display is gone; empty if all is well."""
        ...

    def leave(self, picture: "Image") -> None:
        """
        Shows what stopped the program, and leaves it to be read when this is closed.

        Where a person reads standard error as well, it does nothing.
        """
        ...

    @property
    def is_dark(self) -> bool:
        """Whether it was told to be off, and can be."""
        ...

    def show(self, picture: "Image") -> None: ...

    def tell(self, snapshot: "Snapshot") -> None:
        """The same screen, whole, as it comes up: for a display of words. One of pictures waits for `show`."""
        ...

    def light(self, light: Light) -> None:
        """How bright it is to be; what is not lit by itself stays as it is."""
        ...

    def close(self) -> None:
        """Says goodbye and leaves the display dark."""
        ...


class Buttons(Protocol):
    """Tells which buttons were pressed: "undo" is back held down, "off" is OK held down."""

    @property
    def of_people(self) -> bool:
        """Whether people press them, who need time to read what they answer; a script needs none."""
        ...

    @property
    def notice(self) -> str:
        """What people must know: a button is stuck; empty if all is well."""
        ...

    def press(self, snapshot: "Snapshot", wait_s: float) -> Button | None:
        """The next press, or None when there was none within `wait_s`. Raises ButtonsEndedError when none can come."""
        ...

    def forget(self) -> None:
        """What people pressed up to now means nothing, but for "off": it fell into a look. A script is no people."""
        ...

    def close(self) -> None: ...


class ButtonsEndedError(Exception):
    """No further press can come (end of a script, end of the input): play stops here as at power-off."""


Reply = Literal["taken", "late", "unfit"]
"""The reply to a phone: the answer counts; it comes too late, since its question is answered; it is not possible."""


@dataclass(frozen=True, slots=True)
class PhoneAnswer:
    """
    An answer from a phone (`by`): what to `do`, or the new `name` at a `seat`, which was called `was`.

    `asked`: the id of the question, of a name the game's. `number`: of the chosen answer, from 0.
    """

    do: "Does | Literal['name']"
    asked: str
    by: str = ""
    number: int = 0
    seat: int = 0
    was: str = ""
    name: str = ""


class Letter(Protocol):
    """An answer from a phone, which waits for its reply."""

    @property
    def answer(self) -> PhoneAnswer: ...

    def reply(self, reply: Reply) -> None:
        """Replies, once, before the answer has an effect."""
        ...


class Phones(Protocol):
    """What is answered on phones."""

    @property
    def address(self) -> "PageAddress | None":
        """Where they are told, and the code of the moment; None where there is no page."""
        ...

    def letter(self) -> Letter | None:
        """The next one; None where there is none."""
        ...

    def looks(self, notice: str) -> None:
        """The table is looked at now, as `notice` says: what was asked is answered."""
        ...


class Store(Protocol):
    """Keeps the journals of games. What `append` has returned from survives a power cut."""

    notice: str | None
    """What players must know about their games since the last time; None if all is well."""

    @property
    def lost(self) -> str:
        """What players must know when the games are not on the disk any more; empty while they are."""
        ...

    def append(self, game: str, event: Mapping[str, Any]) -> None: ...

    def events(self, game: str) -> list[dict[str, Any]]: ...

    def games(self) -> Iterable[str]:
        """The games in the order they were begun."""
        ...

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """Keeps a summary of the game as of its latest event, so that a list need not read its events."""
        ...

    def unsummed(self, most: int) -> Iterable[str]:
        """The latest games without a summary, at most `most`."""
        ...

    def close(self) -> None: ...


class Album(Protocol):
    """Keeps the pictures that looks were made of, or none of them. No call waits for a disk or fails."""

    @property
    def notice(self) -> str:
        """What people must know: pictures that could not be kept; empty if all is well."""
        ...

    def open(self, game: str) -> None:
        """The pictures to come are of this game."""
        ...

    def new_look(self, number: int) -> None:
        """The pictures to come are of another look; `number` looks are confirmed before it."""
        ...

    def take(self, frame: Frame) -> None: ...

    def became(self, look: "Look") -> None:
        """The pictures since `new_look` became this look."""
        ...

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:
        """
        The last of `looks` was confirmed and its picture is called `name`; those before lay at rest before it.

        Gives the names of each look's pictures; nothing when none are kept.
        """
        ...

    def leave(self, name: str) -> None:
        """Play stops in doubt of the last look: its picture is called `name` until another one is confirmed."""
        ...

    def take_back(self, number: int) -> None:
        """Look `number` is not confirmed any more, nor are its pictures."""
        ...

    def close(self) -> None: ...


class Signals(Protocol):
    """
    Tells those who do not look at a display what happened.

    A press was felt, and a look begins; a turn was taken; something is asked, or wrong; a hand is in the way; or none
    of that holds any more.
    """

    def tell(self, what: Signal) -> None: ...

    def close(self) -> None: ...


class Supervisor(Protocol):
    """The service manager: told when we are ready; restarts us when we hang. No call fails."""

    def alive(self) -> None:
        """
        The loop goes round, and the camera gives pictures or tells why it gives none: it is ready, and does not hang.

        Only the loop itself may tell: another thread would go on when it hangs.
        """
        ...

    def status(self, text: str) -> None:
        """What it does now, in a line."""
        ...

    def close(self) -> None:
        """Announces that the program is about to end."""
        ...


class Clock(Protocol):
    def now_s(self) -> float:
        """Seconds that only grow; for intervals."""
        ...

    def date(self) -> str:
        """Date and time of day with zone, ISO 8601."""
        ...
