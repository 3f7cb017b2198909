"""A phone at the page on which a box is enrolled, over a real socket."""

import threading
from contextlib import contextmanager

import asking
from asking import HERE, answer_in, ask, connected

from lucca_pi.box.site import EnrolmentSite
from lucca_pi.web.address import Binding
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server


@contextmanager
def served(desk):
    """The page of this desk, and a phone that was let in."""
    page = Server(Binding(HERE, 0))
    page.desk, page.pairing, page.made, page.cookie = desk, Pairing(), threading.Event(), ""
    page.start(lambda: EnrolmentSite(page.desk, page.pairing, page.made))
    try:
        page.cookie = post(page, "/pair", {"code": page.pairing.code}).headers["Set-Cookie"].partition(";")[0]
        yield page
    finally:
        page.close()


def head(page, path, length, **headers):
    return asking.head(page, path, length, page.cookie, **headers)


def post(page, path, form=(), **headers):
    return asking.post(page, path, dict(form), page.cookie, **headers)


def answered(page, text):
    """What comes of an answer as a button of the page sends it."""
    return post(page, "/answer", {"answer": text})


def send(page, data):
    """What comes of a photograph."""
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, "/photo", len(data), **{"Content-Type": "image/jpeg"}) + data)
        return answer_in(told)


def look(page, path="/"):
    return ask(page, path, Cookie=page.cookie)


def text(answer):
    return answer.body.decode()
