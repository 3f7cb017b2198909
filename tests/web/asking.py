"""Asks a served page as programs do that are not always polite: over a bare socket."""

import json
import socket
import threading
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from evening import after

from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.web.address import Binding
from lucca_pi.web.limits import Limits
from lucca_pi.web.news import Published
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.site import PageServer

HERE = "127.0.0.1"
PATIENCE_S = 20
"""What is not answered by then never will be."""
QUICK = Limits(dropped_s=0.05)
"""The usual limits, but that the rest of a refused request is not waited for."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def published(state, **more):
    return Published(state.plugin.show.page, state_overview(state), **more)


@contextmanager
def served(state=None, picture=None, asks=None, limits=QUICK, **more):
    """A page that tells the state; also where it is."""
    with closing(PageServer(Binding(HERE, 0), limits=limits, **more)) as page:
        page.publish(published(state or after(3), picture=picture, asks=asks))
        yield page


@contextmanager
def answering(control="paired", state=None, camera=None, limits=QUICK):
    """A page that may be answered; what was told, in its order. Its id says what comes of an answer."""
    state, pairing = state or after(3), Pairing()
    asks = {**phone_question("a game", state), "photograph": camera is not None, "id": "now"}
    with served(state, None, asks, limits, control=control, pairing=pairing, photographs=camera) as page:
        page.pairing, page.camera = pairing, camera
        with letters_answered(page, {"old": "late", "asked": "unfit"}):
            yield page


@contextmanager
def letters_answered(page, replies):
    """What phones tell the page is in `page.told` and answered by what it answers to: as `replies` has it, or taken."""
    page.told, stop = [], threading.Event()

    def answer():
        while not stop.wait(0.001):
            if letter := page.mailbox.letter():
                page.told.append(letter.answer)
                letter.reply(replies.get(letter.answer.asked, "taken"))

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def port_of(page):
    return int(page.addresses[0].rsplit(":", 1)[1].rstrip("/"))


def connected(page, source=HERE):
    """`source`: the address it comes from; on a loopback each of 127.0.0.0/8 is another device."""
    return socket.create_connection((HERE, port_of(page)), timeout=PATIENCE_S, source_address=(source, 0))


def sent(page, data, source=HERE):
    """The answer to these bytes, read to its end."""
    with connected(page, source) as line, line.makefile("rb") as told:
        line.sendall(data)
        return answer_in(told)


def answer_in(told):
    status = int(told.readline().split()[1])
    headers = headers_in(told)
    return Answer(status, headers, told.read())


def headers_in(told):
    """The headers, their names as in Content-Type, however they came."""
    pairs = (line.decode().rstrip().split(": ", 1) for line in iter(told.readline, b"\r\n"))
    return {name.title(): value for name, value in pairs}


def ask(page, path="/", method="GET", host=HERE, source=HERE, **headers):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in headers.items())]
    return sent(page, "\r\n".join([*lines, "", ""]).encode(), source)


def head(page, path, length, cookie="", **headers):
    """The head of a request that sends something from a page of ours; a header that is empty is left out."""
    here = f"{HERE}:{port_of(page)}"
    named = {"Host": here, "Origin": f"http://{here}", "Content-Length": length, "Cookie": cookie, **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items() if value != "")]
    return "\r\n".join([*lines, "", ""]).encode()


def post(page, path, form, cookie="", **headers):
    """The answer to a form, or to a file."""
    body = form if isinstance(form, bytes) else urlencode(form).encode()
    return sent(page, head(page, path, len(body), cookie, **headers) + body)


def let_in(page, name="Ben"):
    """The cookie of a phone that was let in."""
    answer = post(page, "/pair", {"code": page.pairing.code, "name": name})
    assert answer.status == 303
    return answer.headers["Set-Cookie"].partition(";")[0]


class Listener:
    """Somebody who listens; `next` is the next overview."""

    def __init__(self, page, source=HERE, **headers):
        self._line = connected(page, source)
        self._told = self._line.makefile("rb")
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._line.sendall(f"GET /events HTTP/1.1\r\nHost: {HERE}\r\n{more}\r\n".encode())
        self.status = int(self._told.readline().split()[1])
        self.headers = headers_in(self._told)

    def next(self):
        data = next(line for line in self._told if line.startswith((b"data: ", b":")))
        assert data.startswith(b"data: "), "nothing new came"
        return json.loads(data.removeprefix(b"data: "))

    def is_at_its_end(self):
        """Whether nothing more comes, but for the empty chunk that ends it."""
        return self._told.read().strip() in (b"", b"0")

    def close(self):
        self._told.close()
        self._line.close()
