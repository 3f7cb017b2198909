"""The published state: one value that never changes, and a wake for every viewer that waits for the next one."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from zlib import crc32

from lucca_pi.contract.how_to_play import HowToPlay
from lucca_pi.contract.overview import PhoneQuestion
from lucca_pi.language import in_use
from lucca_pi.web.how_to_play import rules_page
from lucca_pi.web.idle import Idle
from lucca_pi.web.markup import GamePage
from lucca_pi.web.page import board, page
from lucca_pi.web.pairing import Viewer

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
    question that phones may answer. `faces`: pictures of the cards in question, by
    code, and of the one on the table as `CROP`. `picture_is_asked`: the picture is of the look that is asked about,
    with its pieces marked. `how_to_play`: the game's rules for people. Made into text once in each language in use;
    `language` is the table's.
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

    @property
    def board(self) -> bytes:
        """The large view as HTML."""
        return self._once("board", lambda: self.board_with(None))

    @property
    def may_be_idle(self) -> bool:
        """True if the deal is awaited, so that perhaps nobody plays."""
        return bool(self.overview["now"]["kind"] == "deal")

    def board_with(self, idle: Idle | None) -> bytes:
        """The large view as HTML, with what is shown while nobody plays."""
        return board(self.overview, self.game(self.overview), self.asks, self.notices, idle).encode()

    @property
    def rules(self) -> bytes | None:
        """The rules as HTML; None without rules."""
        rules = self.how_to_play
        return self._once("rules", lambda: rules_page(rules).encode()) if rules else None

    @property
    def _section(self) -> str | None:
        """The section of the rules that is looked up now; None without rules."""
        return self.how_to_play.section_for(self.overview["now"]["kind"]) if self.how_to_play else None

    def html(self, viewer: Viewer) -> bytes:
        """The page for a viewer with these permissions."""
        return self._once(viewer, lambda: self._page(viewer))

    def _page(self, viewer: Viewer) -> bytes:
        parts = self.picture_path, self.notices, self.bgstats
        made = page(
            self.overview,
            self.game(self.overview),
            *parts,
            asks=self.asks,
            viewer=viewer,
            faces=self.faces_paths,
            picture_is_asked=self.picture_is_asked,
            rules=self._section,
        )
        return made.encode()

    def _once(self, what: str, make: Callable[[], bytes]) -> bytes:
        """What `make` gives, made once in the language in use."""
        key = what, in_use()
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    @cached_property
    def _made(self) -> dict[tuple[str, str], bytes]:
        return {}


class News:
    """The latest published value. `put` may be called from any thread; it does not wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop, first: Published) -> None:
        self.latest = first
        self.is_over = False
        self._loop = loop
        self._next = asyncio.Event()

    def put(self, published: Published) -> None:
        """Replaces the value and wakes all that wait; a listener may miss the value before."""
        self.latest = published
        with suppress(RuntimeError):  # the page is closed already
            self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Ends all waiting: nothing new will come. For the page's own thread."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    async def after(self, seen: Published | None) -> Published | None:
        """The first value that is not `seen`; None if no other comes within NOTHING_NEW_S."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NOTHING_NEW_S):
                while self.latest is seen and not self.is_over:
                    await self._next.wait()
        return None if self.latest is seen else self.latest
