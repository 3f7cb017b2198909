"""Photographs sent to the page over a real socket: by whom, how large, how slow, and what comes of them."""

import json
import select
from contextlib import ExitStack, closing, contextmanager

import pytest
from asking import HERE, Listener, answer_in, ask, connected, letters_answered, port_of
from evening import after, questioned
from test_answers import let_in
from test_answers import post as left

from lucca_pi.devices.phone import NO_HEIC, NO_JPEG, PhoneCamera
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.games.citta.game import GAME
from lucca_pi.web import mailbox, site
from lucca_pi.web.address import Binding
from lucca_pi.web.application import Body
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.site import PageServer
from tests.devices.test_phone_camera import photograph

HEIC = b"\0\0\0\x18ftypheic" + bytes(20)
JSON = {"Accept": "application/json", "Content-Type": "image/jpeg"}


@contextmanager
def taking(state=None):
    """A page whose camera are phones; what it is told is answered as its id says."""
    state, pairing, camera = state or after(3), Pairing(), PhoneCamera(HandClock())
    with closing(PageServer(Binding(HERE, 0), pairing, "paired", camera)) as page:
        put = {**phone_question("a game", state), "photograph": True, "id": "now"}
        page.publish(GAME.show.page, state_overview(state), asks=put)
        page.pairing, page.camera = pairing, camera
        with letters_answered(page, {"old": "late", "asked": "unfit"}):
            yield page


@pytest.fixture
def page():
    with taking() as one:
        yield one


def head(page, length, cookie, path="/photo?id=now", **headers):
    here = f"{HERE}:{port_of(page)}"
    named = {"Host": here, "Origin": f"http://{here}", "Content-Length": length, "Cookie": cookie, **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items() if value)]
    return "\r\n".join([*lines, "", ""]).encode()


def post(page, data, cookie="", **more):
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, str(len(data)), cookie, **more) + data)
        return answer_in(told)


def test_a_photograph_is_the_ok_of_who_sent_it(page):
    answer = post(page, photograph(), let_in(page), **JSON)
    assert (answer.status, json.loads(answer.body)) == (200, {"came": "taken", "said": ""})
    (told,) = page.told
    assert (told.do, told.asked, told.by) == ("ok", "now", "Ben")
    assert page.camera.look(0).file == photograph()


def test_without_a_script_a_form_sends_it(page):
    field = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg'
    body = b"--line\r\n" + field + b"\r\n\r\n" + photograph() + b"\r\n--line--\r\n"
    answer = post(page, body, let_in(page), **{"Content-Type": "multipart/form-data; boundary=line"})
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert page.camera.look(0).file == photograph()


def test_the_first_thing_on_a_phone_is_that_the_table_needs_a_camera(page):
    form = 'name="code"'
    assert form in ask(page).body.decode()
    cookie = let_in(page)
    assert form in ask(page).body.decode(), "it has not come to the page yet"
    with closing(Listener(page, Cookie=cookie)) as phone:
        phone.next()
        assert form not in ask(page).body.decode()
        assert "OK: photograph the table" in ask(page, Cookie=cookie).body.decode()


@pytest.mark.parametrize("data", [HEIC, b"no picture", b""])
def test_a_file_that_is_no_photograph_is_refused_with_a_sentence(page, data):
    answer = post(page, data, let_in(page), **JSON)
    assert answer.status == 422
    assert json.loads(answer.body)["said"] == (NO_HEIC if data == HEIC else NO_JPEG)
    assert page.told == []


def test_the_sentence_is_on_the_page_for_who_has_no_script(page):
    answer = post(page, HEIC, let_in(page), **{"Content-Type": "image/heic"})
    assert answer.status == 422
    assert b"Most Compatible" in answer.body


@pytest.mark.parametrize(("asked", "came"), [("old", "late"), ("asked", "unasked")])
def test_a_photograph_that_answers_nothing_is_not_looked_at(page, asked, came):
    answer = post(page, photograph(), let_in(page), path=f"/photo?id={asked}", **JSON)
    assert (answer.status, json.loads(answer.body)["came"]) == (409, came)
    assert not page.camera._waiting


def test_only_who_was_let_in_may_send_one(page):
    assert post(page, photograph(), **JSON).status == 403
    assert post(page, photograph(), "lucca=guessed", **JSON).status == 403
    assert page.told == []


def test_a_phone_that_has_left_while_its_photograph_came_is_not_heard(page):
    cookie, data = let_in(page), photograph()
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, str(len(data)), cookie, **JSON) + data[:-1])
        others = [let_in(page, name) for name in ("Ada", "Cem")]
        with ExitStack() as opened:  # a second that comes: the first is being read by now
            _begin(page, opened, others[:1])
            _until_read(page, others[1])
            assert left(page, "/leave", {}, cookie).status == 303
        line.sendall(data[-1:])
        assert answer_in(told).status == 403
    assert [told.by for told in page.told if told.by == "Ben"] == []


def test_no_other_page_may_send_one(page):
    assert post(page, photograph(), let_in(page), Origin="http://evil.example", **JSON).status == 403


def test_100_megabytes_are_refused_before_they_come(page):
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, "100000000", let_in(page), **JSON))
        assert answer_in(told).status == 413


def test_more_than_was_announced_or_without_a_length_is_refused(page):
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(head(page, "", let_in(page), **{"Transfer-Encoding": "chunked"}, **JSON))
        assert answer_in(told).status == 413


def test_a_slow_photograph_holds_nobody_up(monkeypatch):
    monkeypatch.setitem(site.BODIES, "/photo", Body(1_000_000, 0.2))
    with taking() as page:
        cookie = let_in(page)
        with connected(page) as slow, slow.makefile("rb") as told:
            slow.sendall(head(page, "1000", cookie, **JSON) + b"\xff")
            assert ask(page, "/").status == 200
            assert answer_in(told).status == 408


def test_two_may_come_at_once_and_a_third_is_told_to_wait(page):
    cookies = [let_in(page, name) for name in ("Ada", "Ben", "Cem")]
    with ExitStack() as opened:
        _begin(page, opened, cookies[:2])
        _until_read(page, cookies[2])
        assert post(page, photograph(), cookies[1], **JSON).status == 200


def test_a_phones_new_photograph_ends_the_one_that_still_comes(page):
    cookie = let_in(page)
    with ExitStack() as opened:
        (told,) = _begin(page, opened, [cookie])
        while post(page, photograph(), cookie, **JSON).status == 200 and not select.select([told], [], [], 0)[0]:
            page.camera._waiting.clear()
        assert answer_in(told).status == 408


def test_a_photograph_that_is_found_late_after_its_phone_has_gone_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(mailbox, "PATIENCE_S", 0.0)
    pairing, camera = Pairing(), PhoneCamera(HandClock())
    with closing(PageServer(Binding(HERE, 0), pairing, "paired", camera)) as page:
        page.publish(GAME.show.page, state_overview(after(3)), asks=phone_question("a game", after(3)))
        page.pairing = pairing
        assert post(page, photograph(), let_in(page), **JSON).status == 503
        assert len(camera._waiting) == 1
        page.mailbox.letter().reply("late")
        assert not camera._waiting


def _begin(page, opened, cookies):
    """Photographs that begin to come, and what will be told of each."""
    lines = [opened.enter_context(connected(page)) for _ in cookies]
    for line, cookie in zip(lines, cookies, strict=True):
        line.sendall(head(page, "1000", cookie, **JSON) + b"\xff")
    return [opened.enter_context(line.makefile("rb")) for line in lines]


def _until_read(page, cookie):
    """The third is refused once both are being read."""
    for _ in range(100):
        if post(page, photograph(), cookie, **JSON).status == 503:
            return
        page.camera._waiting.clear()
    pytest.fail("nobody was told to wait")


def test_the_page_has_one_large_button_for_the_camera_instead_of_ok(page):
    told = ask(page, "/", Cookie=let_in(page)).body.decode()
    assert 'capture="environment"' in told
    assert 'action="/photo?id=now"' in told
    assert 'value="ok:0"' not in told
    assert "capture" not in ask(page, "/").body.decode()


def test_where_something_is_asked_there_is_none():
    with taking(questioned()) as page:
        assert "capture" not in ask(page, "/", Cookie=let_in(page)).body.decode()


def test_where_the_camera_hangs_nothing_can_be_sent():
    pairing = Pairing()
    with closing(PageServer(Binding(HERE, 0), pairing, "paired")) as page:
        page.publish(GAME.show.page, state_overview(after(3)), asks=phone_question("a game", after(3)))
        page.pairing = pairing
        assert post(page, photograph(), let_in(page), **JSON).status == 404
