"""The hall's site: its page, which renews itself, the same as JSON, and the organiser's forms behind a code."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Event

from starlette.requests import Request
from starlette.responses import Response

from lucca_pi.errors import UnreadableError
from lucca_pi.hall.book import Book, read_keys
from lucca_pi.hall.hall import Hall
from lucca_pi.hall.page import changed_parts, hall_page, named_tables, organise_page, parts
from lucca_pi.hall.seating import SeatingError
from lucca_pi.hall.sheet import seats_pdf
from lucca_pi.hall.standings import standings
from lucca_pi.language import _, say
from lucca_pi.web.application import (
    WEB,
    Body,
    RefusedError,
    Site,
    answered,
    elsewhere,
    events,
    files,
    form_in,
    is_number,
    refusal_response,
)
from lucca_pi.web.door import Door, DoorWords, serve_from_terminal
from lucca_pi.web.markup import Markup
from lucca_pi.web.news import NOTHING_NEW_S, News
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server

_PAUSE_S = 0.15
"""Seconds between two renewals of the page: what changes meanwhile is drawn once."""
_LONG_FORMS = {"/organise": Body(most_bytes=65_536, most_s=10.0)}
"""Limits of a list of 200 names, or of keys."""
_DOOR = DoorWords(
    _("Organise from this phone"),
    _("The four digits in the terminal"),
    _("That is not the code. It is in the terminal."),
    lambda wait_s: _("That is not the code. Codes are accepted again in {number} seconds.", number=wait_s),
    looks=True,
)


class HallSite(Site):
    """Serves a hall. Made on the loop that serves it."""

    larger = _LONG_FORMS

    def __init__(self, hall: Hall, pairing: Pairing) -> None:
        self._hall, door = hall, Door(pairing, "paired", _DOOR)
        self.looks = {
            "/": self._page,
            "/events": self._events,
            "/hall.json": self._json,
            "/seats.pdf": self._sheet,
            **door.inside({"/organise": self._organise}),
            **door.looks,
            **files(WEB, "page.css", "icon.svg"),
            **files(Path(__file__).parent, "hall.js"),
        }
        self.does = {**door.inside({"/organise": self._change}), **door.does}
        self._is_new, loop = asyncio.Event(), asyncio.get_running_loop()
        self._news = News(loop, self._drawn())
        hall.tell_new = lambda: _call_in(loop, self._is_new.set)
        self._renewing = loop.create_task(self._go_on())

    def close(self) -> None:
        """Ends all waiting."""
        self._hall.tell_new = lambda: None
        self._news.close()
        self._renewing.cancel()

    async def _go_on(self) -> None:
        """Renews the page whenever something is new, and once in a while: minutes have passed."""
        while True:
            await asyncio.sleep(_PAUSE_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(NOTHING_NEW_S):
                    await self._is_new.wait()
            self._is_new.clear()
            self._news.put(self._drawn())

    def _drawn(self) -> Mapping[str, Markup]:
        with self._hall.lock:
            return parts(self._hall, datetime.now(UTC))

    async def _page(self, _request: Request) -> Response:
        self._check_renewing()
        return answered(hall_page(self._drawn()).encode(), "text/html")

    def _check_renewing(self) -> None:
        """Raises what has stopped the renewing, lest the page shows what is past."""
        if self._renewing.done():
            self._renewing.result()

    async def _events(self, request: Request) -> Response:
        self._check_renewing()
        return events(request, self._news.stream(self._changed))

    def _changed(self, seen: Mapping[str, Markup] | None, new: Mapping[str, Markup] | None) -> bytes:
        """The parts that are new since the last event, as JSON by id."""
        self._check_renewing()
        changed = changed_parts(seen or {}, new) if new else {}
        return b"data: " + json.dumps(changed, ensure_ascii=False).encode() + b"\n\n"

    async def _json(self, _request: Request) -> Response:
        """The hall for programs."""
        with self._hall.lock:
            tables = [table.to_json() for table in self._hall.tables.tables.values()]
            book, malformed = self._hall.book.to_json(), self._hall.tables.malformed
        ranked = [asdict(one) for one in standings(self._hall.book.results)]
        told = {"tables": tables, "malformed": malformed, **book, "standings": ranked}
        del told["keys"], told["format"]
        return answered(json.dumps(told, ensure_ascii=False).encode(), "application/json")

    async def _sheet(self, _request: Request) -> Response:
        book = self._hall.book
        if not book.rounds:
            return refusal_response(HTTPStatus.NOT_FOUND)
        title = _("Round {number}", number=len(book.rounds))
        sheet = await asyncio.to_thread(seats_pdf, title, named_tables(book.rounds[-1], self._hall))
        return Response(sheet, media_type="application/pdf")

    async def _organise(self, _request: Request) -> Response:
        return answered(organise_page(self._hall).encode(), "text/html")

    async def _change(self, request: Request) -> Response:
        """Does what a form of the organiser asks for."""
        form = await form_in(request)
        before = self._hall.book
        try:
            changed = await asyncio.to_thread(_change_in(form), before)  # seats take a second or so
            self._hall.change(partial(_unless_changed, before, changed, form.get("round")))
        except (SeatingError, UnreadableError) as error:
            page = organise_page(self._hall, str(error), form)
            return answered(page.encode(), "text/html", HTTPStatus.UNPROCESSABLE_ENTITY)
        return elsewhere("/organise")


def _change_in(form: Mapping[str, str]) -> Callable[[Book], Book]:
    """The change of the book that a form asks for. Raises RefusedError."""
    changes: Mapping[str, Callable[[Book], Book]] = {
        "players": lambda book: book.with_players(form.get("players", "")),
        "next": lambda book: book.with_next_round(max(1, _number(form, "to_come")), _number(form, "tables") or None),
        "seats": lambda book: book.with_seats(form.get("seats", "")),
        "back": Book.without_round,
        "keys": lambda book: replace(book, keys=read_keys(form.get("keys", ""))),
    }
    if form.get("do") not in changes:
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    return changes[form["do"]]


def _unless_changed(before: Book, changed: Book, round_: str | None, book: Book) -> Book:
    """The changed book. Raises SeatingError if somebody else has changed it, or the form is of another round."""
    if replace(book, results=before.results) != before or round_ not in (None, str(len(book.rounds))):
        raise SeatingError(say(_("The rounds have changed meanwhile: look at them, and try again.")))
    return changed


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    return int(text) if is_number(text) else 0


def _call_in(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the site is closed
        loop.call_soon_threadsafe(call)


def serve(hall: Hall, server: Server, tell: Callable[[str], None]) -> None:
    """Serves the hall until Ctrl-C; tells where, and each new code of the organiser."""
    serve_from_terminal(
        server,
        lambda pairing: HallSite(hall, pairing),
        Event(),
        tell,
        address=lambda address: _("The hall: {address}", address=address),
        code=lambda digits: _("To organise, type this code on the page: {digits}. Ctrl-C ends.", digits=digits),
    )
