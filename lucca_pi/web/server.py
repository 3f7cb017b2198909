"""The page of a game, as whoever plays hands it over."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from lucca_pi.games.contract.overview import Asks, Glance
from lucca_pi.ports import Photographs
from lucca_pi.web.binding import Binding
from lucca_pi.web.mailbox import Mailbox
from lucca_pi.web.news import News, Published
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.parts import GamePage
from lucca_pi.web.routes import Site
from lucca_pi.web.serving import Server
from lucca_pi.web.viewing import Control


class PageServer:
    """Serves what was published last, from the first time on, until it is closed."""

    def __init__(
        self,
        binding: Binding,
        pairing: Pairing | None = None,
        control: Control = "nobody",
        photographs: Photographs | None = None,
    ) -> None:
        """
        `control`: who may answer; `pairing` tells them apart. `photographs` takes those that phones send, if any may.

        Raises OSError where the page cannot be served.
        """
        self._pairing, self._control, self._photographs = pairing or Pairing(), control, photographs
        self.mailbox = Mailbox()
        """What phones tell."""
        self._server = Server(binding)
        self.address = self._server.address
        """What leads to the page, for people."""

    def publish(
        self,
        game: Callable[[Any], GamePage],
        overview: Mapping[str, Any],
        picture: bytes | None = None,
        notices: tuple[str, ...] = (),
        bgstats: str | None = None,
        *,
        asks: Asks | None = None,
        glance: Glance | None = None,
        faces: Mapping[str, bytes] | None = None,
    ) -> None:
        """Tells everybody, unless there is nothing new (see Published). Returns at once, but for the first time."""
        new = Published(game, overview, picture, notices, bgstats, asks, glance, faces or {})
        if not self._server.is_started:
            self._server.start(lambda: self._site(new))
        elif new != self._news.latest:
            self._news.put(new)

    def say(self, notice: str) -> None:
        """Tells everybody this at once, with what was published last; nothing can be answered until the next."""
        if self._server.is_started:
            latest = self._news.latest
            asks: Asks | None = {**latest.asks, "id": "", "offers": [], "doubt": ""} if latest.asks else None
            self._news.put(replace(latest, notices=(notice,), asks=asks))

    def close(self) -> None:
        """Ends every connection and the thread."""
        self._server.close()

    def _site(self, first: Published) -> Site:
        self._news = News(asyncio.get_running_loop(), first)
        return Site(self._news, self.mailbox, self._pairing, self._control, self._photographs)
