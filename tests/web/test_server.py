"""A real server and real requests, polite and other ones."""

import json
import logging
import os
import re
import resource
import socket
import threading
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest
from asking import HERE, Listener, answer_in, ask, connected, port_of, published, sent, served
from evening import LAST, after

from lucca_pi.evening.phones import state_overview
from lucca_pi.web import news, server
from lucca_pi.web.address import Binding
from lucca_pi.web.limits import Limits
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import PageError, Server
from lucca_pi.web.site import PageServer

HANDLES = Path("/proc/self/fd")
SERVED = {
    "/": "text/html; charset=UTF-8",
    "/snapshot.json": "application/json; charset=UTF-8",
    "/picture.jpg": "image/jpeg",
    "/page.css": "text/css; charset=UTF-8",
    "/page.js": "text/javascript; charset=UTF-8",
    "/old.js": "text/javascript; charset=UTF-8",
    "/sending.js": "text/javascript; charset=UTF-8",
    "/icon.svg": "image/svg+xml; charset=UTF-8",
}


@pytest.fixture
def page(monkeypatch):
    """A page on which what is new, and nothing else, ends a listener's waiting."""
    monkeypatch.setattr(news, "NOTHING_NEW_S", 3600.0)
    with served(picture=b"a picture") as one:
        yield one


@pytest.mark.parametrize(("path", "kind"), SERVED.items())
def test_what_is_served_is_answered_with_its_kind_and_the_same_head_without_a_body(page, path, kind):
    answer, head = ask(page, path), ask(page, path, "HEAD")
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert (head.status, head.headers, head.body) == (200, answer.headers, b"")
    assert int(answer.headers["Content-Length"]) == len(answer.body) > 0


def test_the_snapshot_is_the_overview_and_says_where_the_picture_is(page):
    told = json.loads(ask(page, "/snapshot.json").body)
    assert (told.pop("faces"), told.pop("picture_of")) == ({}, "confirmed")
    path, notices, bgstats, asks = (told.pop(key) for key in ("picture", "notices", "bgstats", "asks"))
    assert (told, notices, bgstats, asks) == (json.loads(json.dumps(state_overview(after(3)))), [], None, None)
    assert ask(page, path).body == b"a picture"


def test_without_a_picture_there_is_none():
    with served() as page:
        assert ask(page, "/picture.jpg").status == 404
        assert json.loads(ask(page, "/snapshot.json").body)["picture"] is None


REFUSED = {
    "a bad path": ({"path": "/../../etc/passwd"}, 404),
    "a path with a null": ({"path": "/%00"}, 404),
    "a path that is too long": ({"path": "/" + "a" * 20_000}, 414),
    "a path as long as a head may be": ({"path": "/" + "a" * 8000}, 414),
    "no path": ({"path": "snapshot.json"}, 400),
    "another server": ({"path": "http://example.org/"}, 400),
    "another method": ({"method": "POST", "Origin": f"http://{HERE}"}, 405),
    "another method, from nowhere": ({"method": "POST"}, 403),
    "a method for proxies": ({"method": "CONNECT", "Origin": f"http://{HERE}"}, 405),
    "one that is made up": ({"method": "BREW", "Origin": f"http://{HERE}"}, 405),
    "a body": ({"Content-Length": 5}, 413),
    "a body in pieces": ({"Transfer-Encoding": "chunked"}, 413),
    "a foreign host": ({"host": "scores.example.org"}, 403),
    "a host that ends like ours": ({"host": "lucca.local.example.org"}, 403),
    "no host": ({"host": ""}, 403),
    "a foreign page": ({"Origin": "http://example.org"}, 403),
    "a page without a name": ({"Origin": "null"}, 403),
}


@pytest.mark.parametrize(("asked", "status"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_served_is_refused_in_a_sentence(page, asked, status):
    answer = ask(page, **asked)
    assert (answer.status, answer.headers["Content-Type"]) == (status, "text/plain; charset=UTF-8")
    assert len(answer.body.decode().splitlines()) == 1


ALLOWED = {
    ("POST", "/"): "GET, HEAD",
    ("OPTIONS", "/p/ABC"): "GET, HEAD",
    ("GET", "/answer"): "POST",
    ("HEAD", "/leave"): "POST",
    ("PUT", "/pair"): "GET, HEAD, POST",
}


@pytest.mark.parametrize(("asked", "allowed"), ALLOWED.items())
def test_a_method_that_is_not_for_a_path_is_answered_with_those_that_are(page, asked, allowed):
    answer = ask(page, asked[1], asked[0], Origin=f"http://{HERE}")
    assert (answer.status, answer.headers["Allow"]) == (405, allowed)


def test_an_address_has_only_so_many_answers_in_a_while():
    with served(limits=Limits(most_each=4, held_s=3600.0)) as page:
        assert [ask(page).status for _ in range(4)] == [200] * 4
        with pytest.raises((ConnectionError, IndexError)):  # reset, or closed without a word
            ask(page)
        assert ask(page, source="127.0.0.2").status == 200


@pytest.mark.parametrize("length", [990, 1001, 2040, 2060, 4096, 8100])
def test_a_long_line_is_refused_without_a_word_at_the_terminal(page, length, capfd):
    assert ask(page, "/" + "a" * length).status in (404, 414)
    assert capfd.readouterr() == ("", "")


NONSENSE = [b"\0" * 50 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n", b"\r\n\r\n\r\n"]


@pytest.mark.parametrize("data", NONSENSE)
def test_what_is_no_request_is_a_bad_one(page, data):
    assert sent(page, data).status == 400


def test_who_does_not_take_an_answer_is_gone_after_a_while():
    with served(picture=bytes(20_000_000), limits=Limits(slow_s=0.0)) as page, connected(page) as line:
        line.sendall(f"GET /picture.jpg HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
        with pytest.raises(ConnectionError):
            while True:
                line.sendall(b"x")


def test_who_takes_an_answer_slowly_gets_all_of_it(page, monkeypatch):
    picture = bytes(5_000_000)
    page.publish(published(after(3), picture=picture))
    with connected(page) as line, line.makefile("rb", buffering=4096) as told:
        line.sendall(f"GET /picture.jpg HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
        assert ask(page).status == 200
        assert answer_in(told).body == picture


@pytest.mark.parametrize("path", ["/", "/snapshot.json", "/picture.jpg", "/nowhere"])
def test_every_answer_keeps_other_pages_out(page, path):
    headers = ask(page, path).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")
    assert (headers["Cross-Origin-Resource-Policy"], headers["Cache-Control"]) == ("same-origin", "no-store")
    assert "Access-Control-Allow-Origin" not in headers


def test_a_listener_is_told_how_it_stands_and_then_what_is_new(page):
    with closing(Listener(page)) as listener:
        assert (listener.status, listener.headers["Content-Type"]) == (200, "text/event-stream; charset=UTF-8")
        assert listener.next()["turn"] == state_overview(after(3))["turn"]
        page.publish(published(after(LAST + 1)))
        assert listener.next()["finished"]


def test_what_is_wrong_with_a_device_is_news_and_what_is_the_same_is_not(page):
    with closing(Listener(page)) as listener:
        assert listener.next()["notices"] == []
        page.publish(published(after(3), picture=b"a picture"))
        page.publish(published(after(3), picture=b"a picture", notices=("The OLED is gone.",)))
        assert listener.next()["notices"] == ["The OLED is gone."]


def test_a_hundred_listeners_are_all_told(page):
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(Listener(page, f"127.0.0.{2 + n // 10}"))) for n in range(100)]
        assert [listener.next()["round"] for listener in listeners] == [1] * 100
        page.publish(published(after(9)))
        assert [listener.next()["round"] for listener in listeners] == [state_overview(after(9))["round"]] * 100
        assert ask(page).status == 200


def test_who_never_reads_or_never_asks_holds_up_nobody(page):
    with ExitStack() as opened:
        for number in range(20):
            opened.enter_context(connected(page, f"127.0.0.{2 + number // 4}"))
            opened.enter_context(closing(Listener(page, f"127.0.0.{2 + number // 4}")))
        listener = opened.enter_context(closing(Listener(page)))
        listener.next()
        for number in range(300):
            page.publish(published(after(3), picture=b"%d" % number))
        latest = json.loads(ask(page, "/snapshot.json").body)["picture"]
        while listener.next()["picture"] != latest:
            pass


LISTENING = f"GET /events HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
KINDS = {"idle": b"", "slow": b"GET /", "answering": b"POST /answer HTTP/1.1\r\n", "listening": LISTENING}


@pytest.mark.parametrize("said", KINDS.values(), ids=KINDS)
def test_a_device_that_takes_all_it_gets_keeps_no_other_one_out(page, said):
    with ExitStack() as opened:
        for _ in range(300):
            opened.enter_context(connected(page)).sendall(said)
        assert ask(page, source="127.0.0.2").status == 200
        with closing(Listener(page, "127.0.0.2")) as listener:
            assert listener.next()["round"] == 1


FLOOD = 300


@contextmanager
def flooded(addresses, said=b"", **more):
    """A page with few places; `page.flood` opens far more, from that many addresses; `page.base`: handles before."""
    with served(limits=Limits(most=8, most_each=4, held_s=0.0), **more) as page, ExitStack() as opened:
        page.flood = lambda: [
            opened.enter_context(connected(page, f"127.0.1.{1 + number % addresses}")).sendall(said)
            for number in range(FLOOD)
        ]
        page.base = len([*HANDLES.iterdir()])
        yield page


@pytest.mark.parametrize(("addresses", "most"), [(1, 4), (100, 8)])
def test_a_flood_takes_no_descriptor_beyond_its_places_and_costs_one_line_a_minute(
    monkeypatch, caplog, addresses, most
):
    monkeypatch.setattr(server.ONCE_A_MINUTE, "_next_s", {})
    with flooded(addresses) as page:
        page.flood()
        with connected(page, "127.0.1.1") as last, suppress(ConnectionResetError):
            assert last.recv(1) == b""
        assert len([*HANDLES.iterdir()]) - FLOOD - page.base <= most
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "no more connections from 127.0.1." in caplog.text


def test_a_phone_that_was_let_in_is_answered_and_listens_while_strangers_take_every_place():
    pairing = Pairing()
    cookie = f"lucca={pairing.welcome('Ben')}"
    with flooded(100, LISTENING, pairing=pairing, control="paired") as page:
        assert ask(page, Cookie=cookie).status == 200
        page.flood()
        assert [ask(page, Cookie=cookie).status for _ in range(10)] == [200] * 10
        with closing(Listener(page)) as listener:
            assert listener.next()["round"] == 1


def test_without_descriptors_connections_wait_and_the_log_gets_one_line(monkeypatch, caplog):
    monkeypatch.setattr(server.ONCE_A_MINUTE, "_next_s", {})
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with served(limits=Limits(no_more_s=0.01)) as page, socket.socket() as line, line.makefile("rb") as told:
        resource.setrlimit(resource.RLIMIT_NOFILE, (line.fileno() + 1, limits[1]))
        try:
            line.connect((HERE, port_of(page)))
            while not caplog.records:
                os.sched_yield()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        line.sendall(f"GET / HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
        assert told.readline() == b"HTTP/1.1 200 OK\r\n"
    assert [record.getMessage() for record in caplog.records] == [
        "lucca-pi: the page accepts no connections for the moment: Too many open files"
    ]


def test_the_log_gets_one_entry_a_minute_from_each_place_in_the_code():
    now_s = [0.0]
    once = server.OnceAMinute(lambda: now_s[0])

    def passes(line, at_s):
        now_s[0] = at_s
        return once.filter(logging.LogRecord("name", logging.ERROR, "server.py", line, "text", None, None))

    said = [(1, 0.0), (1, 59.9), (2, 59.9), (1, 60.0), (1, 61.0), (2, 120.0)]
    assert [passes(*one) for one in said] == [True, False, True, True, False, True]


def test_when_it_is_closed_listeners_are_at_their_end_and_nothing_is_left():
    threads, handles = threading.active_count(), len([*HANDLES.iterdir()])
    page = PageServer(Binding(HERE, 0))
    page.publish(published(after(3)))
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(Listener(page))) for _ in range(10)]
        opened.enter_context(connected(page))
        for listener in listeners:
            listener.next()
        page.close()
        assert all(listener.is_at_its_end() for listener in listeners)
    assert threading.active_count() <= threads  # one of an earlier test may have ended meanwhile
    assert len([*HANDLES.iterdir()]) <= handles


def test_publishing_after_the_end_is_no_fault():
    with served() as page:
        page.close()
        page.publish(published(after(4)))


def test_a_site_that_cannot_be_made_is_an_error():
    with closing(Server(Binding(HERE, 0))) as served_by, pytest.raises(ZeroDivisionError):
        served_by.start(lambda: 1 / 0)


def test_an_address_in_use_is_an_error():
    with served() as page, pytest.raises(PageError, match="in use"):
        PageServer(Binding(HERE, port_of(page)))


def spoken(where, cookie, path="/"):
    text = ask(where, path, Cookie=f"lucca_language={cookie}").body.decode()
    return re.search('<html lang="([a-z]*)" dir="([a-z]*)"', text).groups()


SPOKEN = {"de": ("de", "ltr"), "he": ("he", "rtl"), "": ("en", "ltr"), "tlh": ("en", "ltr")}


@pytest.mark.parametrize(("cookie", "language"), SPOKEN.items(), ids=[*SPOKEN])
def test_each_phone_may_have_a_language_of_its_own(cookie, language):
    with served() as where:
        assert [spoken(where, cookie, path) for path in ("/", "/board")] == [language] * 2
        assert spoken(where, "") == ("en", "ltr")
        assert "’s turn</h1>" in ask(where).body.decode()
