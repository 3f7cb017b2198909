"""The published state: one value that never changes, and a wake for every viewer that waits for the next one."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar
from zlib import crc32

from lucca_pi.contract.how_to_play import HowToPlay
from lucca_pi.contract.overview import PhoneQuestion
from lucca_pi.language import in_use
from lucca_pi.web.markup import GamePage

PICTURE = "/picture.jpg"
FACE = "/face"
CROP = "card"
"""The name in `faces` of the picture of the card on the table; the other names are those of its candidates."""
NOTHING_NEW_S = 15.0
"""Seconds between events of an idle stream: they reveal a listener that is gone, and to a listener that it is not."""


@dataclass(frozen=True)
class Published:
    """
    The game's position, the picture of the look confirmed last, a JPEG, and the notices of the moment.

    `game` puts an overview on the page. `bgstats`: the link that hands a finished game to that app. `asks`: the
    question that phones may answer. `faces`: pictures of the cards in question, by code, and of the one on the table as
    `CROP`. `picture_is_asked`: the picture is of the look that is asked about, with its pieces marked. `how_to_play`:
    the game's rules for people. `language` is the table's.
    """

    game: Callable[[Any], GamePage]
    overview: Mapping[str, Any]
    picture: bytes | None = None
    notices: tuple[str, ...] = ()
    bgstats: str | None = None
    asks: PhoneQuestion | None = None
    faces: Mapping[str, bytes] = field(default_factory=dict)
    picture_is_asked: bool = False
    how_to_play: HowToPlay | None = None
    language: str = field(default_factory=in_use)

    @cached_property
    def picture_path(self) -> str | None:
        """The picture's path; each picture has its own. None without a picture."""
        return f"{PICTURE}?{crc32(self.picture):08x}" if self.picture else None

    @cached_property
    def faces_paths(self) -> dict[str, str]:
        """Paths of the pictures of cards, by the names in `faces`."""
        return {name: f"{FACE}/{name}?{crc32(picture):08x}" for name, picture in self.faces.items()}

    @cached_property
    def json(self) -> bytes:
        """The overview as JSON, with the paths of pictures."""
        data = {**self.overview, "picture": self.picture_path, "notices": self.notices, "bgstats": self.bgstats}
        of = None if self.picture is None else "asked" if self.picture_is_asked else "confirmed"
        more = {"picture_of": of, "faces": self.faces_paths, "asks": self.asks}
        return json.dumps({**data, **more}, ensure_ascii=False).encode()

    def once(self, what: str, make: Callable[["Published"], str]) -> bytes:
        """The page of that name, which is made once in each language in use."""
        key = what, in_use()
        if key not in self._made:
            self._made[key] = make(self).encode()
        return self._made[key]

    @cached_property
    def _made(self) -> dict[tuple[str, str], bytes]:
        return {}


_RETRY_MS = 2000
"""Milliseconds after which a listener that was cut off comes back."""
_Value = TypeVar("_Value")


class News(Generic[_Value]):
    """The latest value. `put` may be called from any thread; it does not wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop, first: _Value) -> None:
        self.latest = first
        self.is_over = False
        self._loop = loop
        self._next = asyncio.Event()

    def put(self, new: _Value) -> None:
        """Replaces the value and wakes all that wait; a listener may miss the value before."""
        self.latest = new
        with suppress(RuntimeError):  # the page is closed already
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Ends all waiting: nothing new will come. For the page's own thread."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    async def after(self, seen: _Value | None) -> _Value | None:
        """The first value that is not `seen`; None if no other comes within NOTHING_NEW_S."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NOTHING_NEW_S):
                while self.latest is seen and not self.is_over:
                    await self._next.wait()
        return None if self.latest is seen else self.latest

    async def stream(self, event: Callable[[_Value | None, _Value | None], bytes]) -> AsyncIterator[bytes]:
        """
        Server-sent events until it is over; a slow listener misses the values that are overtaken.

        `event` makes one of the value sent before and the new one, None if there is none: it says that all is well.
        """
        yield f"retry: {_RETRY_MS}\n\n".encode()
        seen: _Value | None = None
        while True:
            new = await self.after(seen)
            if self.is_over:
                return
            yield event(seen, new)
            seen = new or seen
