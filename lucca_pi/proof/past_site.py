"""The paths of past games: `/games` and what lies under it, and `/players`, read in threads of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lucca_pi.language import Text, _
from lucca_pi.proof.past_game import game_page
from lucca_pi.proof.past_list import PLAYERS, deleted_page, list_page, players_page
from lucca_pi.proof.past_pages import GAMES, PastPages
from lucca_pi.web.application import (
    RefusedError,
    answered,
    elsewhere,
    form_in,
    found,
    is_number,
    refusal_response,
)
from lucca_pi.web.board import Idle
from lucca_pi.web.mailbox import PATIENCE_S
from lucca_pi.web.pairing import Viewer
from lucca_pi.web.site import Annex

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

DOCUMENTS: Mapping[str, str] = {
    "course.svg": "image/svg+xml",
    "kinds.svg": "image/svg+xml",
    "souvenir.png": "image/png",
    "souvenir.pdf": "application/pdf",
    "record.json": "application/json; charset=UTF-8",
}
"""Files made of a game, by their names, with their kinds: two charts, the souvenir, record and points."""
SAID: Mapping[str, Text] = {
    "renamed": _("The title is saved."),
    "named": _("The names are saved."),
    "hidden": _("The game is hidden."),
    "listed": _("The game is in the list again."),
    "deleted": _("The game is deleted."),
    "back": _("The game is back."),
    "gone": _("The game is deleted for good."),
    "unfit": _("That title is not possible. Try another."),
    "called": _("The name is changed in all games."),
    "forgotten": _("The name is removed from all games."),
    "two": _("Both played in one game: they are two people."),
    "unnamed": _("That name is not possible. Try another."),
    "playing": _("This game is being played: it can be changed so when another has begun."),
    "failed": _("That was not possible: the game is gone, or the disk refuses."),
}
"""The sentence about a change, by what came of it."""
_DOES = ("renamed", "named", "hidden", "listed", "deleted", "back", "gone", "copied")
_MOST_WAITING = 12
"""Most readings that wait at once: a page takes some hundredths of a second, on a Pi some tenths."""
_Read = TypeVar("_Read")


class PastSite(Annex):
    """
    Answers for past games. `viewer`: what whoever asks may do; `playing`: the name of the game being played.

    Games are read by one thread, so that play keeps the processor; a file is written to one phone at a time.
    """

    def __init__(self, games: PastPages, viewer: Callable[[Request], Viewer], playing: Callable[[], str]) -> None:
        self._games, self._viewer, self._playing = games, viewer, playing
        self._reader, self._copier = ThreadPoolExecutor(1, "past-games"), ThreadPoolExecutor(1, "copy")
        self._copies: dict[str, asyncio.Future[str]] = {}
        """The latest copy of each game, until somebody has read what came of it."""
        self._waiting, self._is_writing = 0, False
        self.looks = {
            GAMES: self._list,
            PLAYERS: self._players,
            f"{GAMES}/{{game}}": self._game,
            f"{GAMES}/{{game}}/picture.jpg": self._picture,
            f"{GAMES}/{{game}}/game.zip": self._file,
            f"{GAMES}/{{game}}/{{file}}": self._document,
        }
        self.does = {GAMES: self._change, PLAYERS: self._change_person}

    def close(self) -> None:
        """Reads and copies nothing more."""
        self._reader.shutdown(wait=False, cancel_futures=True)
        self._copier.shutdown(wait=False, cancel_futures=True)

    async def _read(self, read: Callable[[], _Read]) -> _Read:
        """The result of a reading in the thread. Raises RefusedError if too many wait."""
        if self._waiting >= _MOST_WAITING:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, copy_context().run, read)
        finally:
            self._waiting -= 1

    async def idle(self) -> Idle | None:
        """What the large view shows while nobody plays."""
        return await self._read(self._games.idle)

    async def _list(self, request: Request) -> Response:
        asked, viewer = request.query_params, self._viewer(request)
        said, number = SAID.get(asked.get("said", "")), asked.get("page", "1")

        def page() -> str:
            deleted = self._games.deleted()
            if asked.get("deleted"):
                return deleted_page(deleted, viewer, said)
            is_offered = said and viewer == "answers"
            undo = next((one for one in deleted if one.name == asked.get("game")), None) if is_offered else None
            return list_page(
                self._games.listed(),
                number=int(number) if is_number(number) else 1,
                hidden=bool(asked.get("hidden")),
                deleted=len(deleted),
                playing=self._playing(),
                said=said,
                undo=undo,
            )

        return answered((await self._read(page)).encode(), "text/html")

    async def _game(self, request: Request) -> Response:
        name, viewer = request.path_params["game"], self._viewer(request)
        said = SAID.get(request.query_params.get("said", "")) or self._copied(name)
        playing = name == self._playing()
        read = partial(game_page, self._games, name, _turn(request), viewer, playing=playing, said=said)
        page = await self._read(read)
        return found(page.encode() if page else None, "text/html; charset=UTF-8")

    async def _picture(self, request: Request) -> Response:
        asked, name = _turn(request), request.path_params["game"]
        whole = "whole" in request.query_params
        picture = await self._read(partial(self._games.picture, name, asked, whole=whole))
        return found(picture, "image/jpeg")

    async def _document(self, request: Request) -> Response:
        name, file = request.path_params["game"], request.path_params["file"]
        made = await self._read(partial(self._games.document, name, file)) if file in DOCUMENTS else None
        more: Mapping[str, str] = {}
        if file.endswith(".svg"):
            more = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        elif file.endswith(".json"):
            more = _saved_as(f"lucca-{name}.json")
        return found(made, DOCUMENTS.get(file, ""), more)

    async def _file(self, request: Request) -> Response:
        """The game with its pictures, for who may answer: it keeps disk and network busy for a while."""
        name = request.path_params["game"]
        if self._viewer(request) != "answers":
            return elsewhere("/pair")
        if self._is_writing:
            return refusal_response(HTTPStatus.SERVICE_UNAVAILABLE)
        self._is_writing, parts = True, None
        try:
            parts = await self._read(partial(self._games.file, name)) if request.method == "GET" else iter(())
        finally:
            self._is_writing = parts is not None
        return _File(self._parts(parts), name, self._written) if parts else refusal_response(HTTPStatus.NOT_FOUND)

    async def _parts(self, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
        while part := await asyncio.get_running_loop().run_in_executor(self._reader, next, parts, b""):
            yield part

    def _written(self) -> None:
        self._is_writing = False

    async def _copy(self, name: str) -> None:
        """Copies a game, one at a time; waits a while for the end of it."""
        if all(copy.done() for copy in self._copies.values()):
            copying = asyncio.get_running_loop().run_in_executor(self._copier, self._games.copy, name)
            self._copies = {name: copying}
            await asyncio.wait([copying], timeout=PATIENCE_S)

    def _copied(self, name: str) -> str | None:
        """The result of the latest copy of a game, once."""
        copying = self._copies.get(name)
        if copying and not copying.done():
            return _("The copy goes on. Leave the stick in, and open this page again in a while.")
        return self._copies.pop(name).result() if copying else None

    async def _change(self, request: Request) -> Response:
        """Does to a game what a form asks for, and shows what came of it."""
        form = await form_in(request)
        if self._viewer(request) != "answers":
            return elsewhere("/pair")
        name, do = form.get("game", ""), form.get("do", "")
        if do not in _DOES or not name:
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        if do == "copied":
            if await self._read(partial(self._games.found, name)) is None:
                return _shown("failed", name)
            await self._copy(name)
            return _shown(do, name)
        if name == self._playing() and do in ("named", "hidden", "deleted"):
            return _shown("playing", name)
        return _shown(await self._read(partial(self._games.change, name, do, form)), name)

    async def _players(self, request: Request) -> Response:
        viewer, said = self._viewer(request), SAID.get(request.query_params.get("said", ""))
        page = await self._read(lambda: players_page(self._games.people(), viewer, said))
        return answered(page.encode(), "text/html")

    async def _change_person(self, request: Request) -> Response:
        """Calls a person otherwise, or forgets the person, and shows what came of it."""
        form = await form_in(request)
        if self._viewer(request) != "answers":
            return elsewhere("/pair")
        name, do = form.get("person", ""), form.get("do", "")
        if do not in ("called", "forgotten") or not name:
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        said = await self._read(partial(self._games.change_person, name, do, form.get("new", ""), self._playing()))
        return elsewhere(f"{PLAYERS}?said={said}")


class _File(StreamingResponse):
    """A game's file on its way to a phone; calls `written` when all of it is there, or the phone has gone."""

    def __init__(self, parts: AsyncIterator[bytes], name: str, written: Callable[[], None]) -> None:
        super().__init__(parts, media_type="application/zip", headers=_saved_as(f"lucca-{name}.zip"))
        self._written = written

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._written()


def _turn(request: Request) -> int | None:
    """The number of turns after which the game is to be shown; None for its end."""
    at = request.query_params.get("at", "")
    return int(at) if is_number(at) else None


def _shown(said: str, name: str) -> Response:
    """Leads to the page on which the change shows."""
    game = quote(name, safe="")
    where = {"deleted": f"{GAMES}?said=deleted&game={game}", "gone": f"{GAMES}?deleted=1&said=gone"}
    where["failed"] = f"{GAMES}?said=failed"
    return elsewhere(where.get(said, f"{GAMES}/{game}?said={said}"))


def _saved_as(name: str) -> dict[str, str]:
    """The header that gives a file its name on the phone."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
