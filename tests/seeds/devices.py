"""What the program is connected to: contacts, a display, a camera and phones; each fails when it is told to."""

import asyncio
import errno
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from PIL import Image

from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.oled import _LumaOled
from lucca_pi.devices.press import DEBOUNCE_S, ContactButtons
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import Button, ButtonsEndedError, Camera, Frame, LookError, Supervisor
from lucca_pi.web.application import Guard

LOOK_S, GONE_S = 0.4, 3.0
"""Seconds that a picture takes, and that a camera that is gone takes to say so."""
_READ_S = 1e-6
"""Seconds that it takes to read the clock."""
_READS = 50_000
"""Most readings of the clock without anything happening: what reads it so often waits for what will never come."""


class HangingError(BaseException):
    """The program waits for something that will never come."""


class Clock(HandClock):
    """Time that passes only as devices take it; what it is set to may jump."""

    def __init__(self) -> None:
        super().__init__("2026-05-01T20:00:00+02:00")
        self.reads, self.set_s = 0, 0.0

    @property
    def now(self) -> float:
        """The time, s, as the world reads it."""
        return self._now_s

    def now_s(self) -> float:
        self.reads += 1
        if self.reads > _READS:
            raise HangingError("the clock is read again and again")
        self._now_s += _READ_S
        return self._now_s

    def forward(self, seconds: float) -> None:
        self.reads = 0
        super().forward(seconds)

    def date(self) -> str:
        """The time of day, by which nothing may be measured."""
        now_s, self._now_s = self._now_s, self._now_s + self.set_s
        try:
            return super().date()
        finally:
            self._now_s = now_s


class Contacts(ContactButtons):
    """Push buttons: `wait` lets so many seconds pass in which levels are read, less if something happens before."""

    def __init__(
        self,
        clock: Clock,
        wait: Callable[[float], bool],
        closed: Mapping[Button, bool],
        given: Callable[[Button], None],
    ) -> None:
        """
        `wait` returns False once nothing can happen any more. `closed`: whether each contact is; `given` is called with
        each press.
        """
        super().__init__(clock, DEBOUNCE_S)
        self._wait, self._closed, self._given_to = wait, closed, given
        self.sample(clock.now)

    def press(self, snapshot: Any, wait_s: float) -> Button | None:
        button = super().press(snapshot, wait_s)
        if button:
            self._given_to(button)
        return button

    def sample(self, now_s: float) -> bool:
        """Reads all levels; True if they are to be read again soon."""
        for button, is_closed in self._closed.items():
            self._level(button, button, is_closed, now_s)
        return self._presses.is_busy

    def _hear(self, wait_s: float) -> None:
        if not self._wait(wait_s):
            raise ButtonsEndedError

    def close(self) -> None:
        """Nothing has to be closed."""


class Glass(_LumaOled):
    """The project's own driver before a panel whose wires may be loose. `told` is called with each screen."""

    def __init__(self, clock: Clock, told: Callable[[Any], None]) -> None:
        self.is_loose, self._told = False, told
        self.seen = b""
        """The picture that is on the glass."""
        self.persist = False
        super().__init__(clock, USUAL)

    def tell(self, snapshot: Any) -> None:
        self._told(snapshot)

    def _connected(self) -> Any:
        self._probe()
        return self

    def _probe(self) -> None:
        if self.is_loose:
            self.seen = b""
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def display(self, picture: Image.Image) -> None:
        """Luma's device: takes a picture."""
        self._probe()
        self.seen = picture.tobytes()

    def contrast(self, _value: int) -> None:
        """Luma's device: sets the brightness."""
        self._probe()

    cleanup = hide = _probe

    def _lighten(self, device: Any) -> None:
        self.contrast(0)


class TableCamera(Camera):
    """Shows the table, as `lies` names it, unless it is gone, a hand is in the way, or it shows what was before."""

    def __init__(self, clock: Clock, lies: Callable[[], str], goes_on: Callable[[], object]) -> None:
        self._clock, self._lies, self._goes_on = clock, lies, goes_on
        self.gone_until_s, self.is_frozen, self.has_hand = 0.0, False, False
        self._before = ""

    @property
    def notice(self) -> str:
        return "The camera is gone." if self._clock.now_s() < self.gone_until_s else ""

    def look(self, number: int = 0) -> Frame:
        is_gone = bool(self.notice)
        self._clock.forward(GONE_S if is_gone else LOOK_S)
        self._goes_on()
        if is_gone:
            raise LookError("The camera gives no picture.")
        if self.has_hand:
            self.has_hand = False
            raise LookError("A hand covers the quarters.")
        self._before = self._before if self.is_frozen and self._before else self._lies()
        self.is_frozen = False
        return Frame(self._before, None)  # type: ignore[arg-type] - nobody looks at its dots

    def closer(self, number: int = 0) -> Iterable[Frame]:
        return iter(lambda: self.look(number), None)

    def rested(self, number: int) -> list[Frame]:
        return []


class Watchdog(Supervisor):
    """The service manager, which restarts a program that gives no sign of life."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._last_s = clock, clock.now_s()

    def alive(self) -> None:
        self.check()
        self._last_s = self._clock.now_s()

    def check(self) -> None:
        """Raises HangingError if the last sign of life is too long ago (systemd/lucca-pi.service)."""
        if self._clock.now_s() - self._last_s > 30:
            raise HangingError("no sign of life for 30 s")


class _Loop(asyncio.SelectorEventLoop):
    """The page's loop, with our time, and only as far as `run` takes it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        super().__init__()

    def time(self) -> float:
        return self._clock.now

    def run(self) -> None:
        for _ in range(12):  # as many as one request takes
            self.call_soon(self.stop)
            self.run_forever()


class Page:
    """The page's server without a socket: requests go to its application."""

    def __init__(self, clock: Clock) -> None:
        self._loop = _Loop(clock)
        self._app: Guard | None = None
        self._site: Any = None
        self._asked: list[tuple[asyncio.Task[bytes], Callable[[Any], None]]] = []

    addresses = ("http://192.168.1.5:8000/",)

    @property
    def is_started(self) -> bool:
        return self._site is not None

    def start(self, make: Callable[[], Any]) -> None:
        async def made() -> Any:
            return make()

        self._site = self._loop.run_until_complete(made())
        self._app = Guard(self._site, "lucca", 0.0)

    def close(self) -> None:
        if self._site:
            self._site.close()
        self.end()

    def end(self) -> None:
        """All that still waits is given up."""
        for task, _come in self._asked:
            task.cancel()
        self.pump()
        self._loop.close()

    @property
    def asked(self) -> str:
        """The name of the question that phones are shown."""
        return str(self._site.news.latest.asks["id"])

    @property
    def overview(self) -> Mapping[str, Any]:
        """What phones are told of the game."""
        told: Mapping[str, Any] = self._site.news.latest.overview
        return told

    def ask(self, path: str, come: Callable[[Any], None], form: Mapping[str, str] | None = None, by: str = "7") -> None:
        """Sends a request of a phone; `come` is called with what is answered, as JSON, once it is."""
        if self._app:
            self._asked.append((self._loop.create_task(self._answered(self._app, path, form, by)), come))

    def pump(self) -> None:
        """Lets the page work."""
        if self._asked:
            self._loop.run()
        for one in [one for one in self._asked if one[0].done()]:
            self._asked.remove(one)
            if not one[0].cancelled() and (body := one[0].result()):
                one[1](json.loads(body))

    async def _answered(self, app: Guard, path: str, form: Mapping[str, str] | None, by: str) -> bytes:
        body = urlencode(form or {}).encode()
        host, answered = b"192.168.1.5:8000", bytearray()
        headers = [(b"host", host), (b"origin", b"http://" + host), (b"accept", b"application/json")]
        headers += [(b"content-length", str(len(body)).encode())] if form else []
        scope = {
            **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": ""},
            **{"method": "POST" if form else "GET", "path": path, "raw_path": path.encode(), "query_string": b""},
            **{"headers": headers, "client": (f"192.168.1.{by}", 5000), "server": ("192.168.1.5", 8000)},
        }

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            answered.extend(message.get("body", b""))

        await app(scope, receive, send)
        return bytes(answered)
