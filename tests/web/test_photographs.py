"""Photographs sent to the page over a real socket: by whom, how large, how slow, and what comes of them."""

import json
import select
from contextlib import ExitStack, closing

import pytest
from asking import Listener, answer_in, answering, ask, connected, head, let_in, post, sent, served
from evening import questioned

from lucca_pi.devices.phone import NO_HEIC, NO_JPEG, PhoneCamera
from lucca_pi.devices.system import HandClock
from lucca_pi.web import mailbox
from lucca_pi.web.application import Body
from lucca_pi.web.pairing import Pairing
from tests.devices.test_phone_camera import photograph

HEIC = b"\0\0\0\x18ftypheic" + bytes(20)
JSON = {"Accept": "application/json", "Content-Type": "image/jpeg"}


def taking(state=None):
    """A page whose camera are phones."""
    return answering(state=state, camera=PhoneCamera(HandClock()))


@pytest.fixture
def page():
    with taking() as one:
        yield one


def sends(page, data, cookie="", asked="now", **headers):
    """What comes of a photograph, or of another file."""
    return post(page, f"/photo?id={asked}", data, cookie, **headers)


def coming(page, length, cookie, **headers):
    """The head of a photograph that comes bit by bit."""
    return head(page, "/photo?id=now", length, cookie, **JSON, **headers)


def test_a_photograph_is_the_ok_of_who_sent_it(page):
    answer = sends(page, photograph(), let_in(page), **JSON)
    assert (answer.status, json.loads(answer.body)) == (200, {"came": "taken", "said": ""})
    (told,) = page.told
    assert (told.do, told.asked, told.by) == ("ok", "now", "Ben")
    assert page.camera.look(0).file == photograph()


def test_without_a_script_a_form_sends_it(page):
    field = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg'
    body = b"--line\r\n" + field + b"\r\n\r\n" + photograph() + b"\r\n--line--\r\n"
    answer = sends(page, body, let_in(page), **{"Content-Type": "multipart/form-data; boundary=line"})
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
    answer = sends(page, data, let_in(page), **JSON)
    assert answer.status == 422
    assert json.loads(answer.body)["said"] == (NO_HEIC if data == HEIC else NO_JPEG)
    assert page.told == []


def test_the_sentence_is_on_the_page_for_who_has_no_script(page):
    answer = sends(page, HEIC, let_in(page), **{"Content-Type": "image/heic"})
    assert answer.status == 422
    assert b"Most Compatible" in answer.body


@pytest.mark.parametrize(("asked", "came"), [("old", "late"), ("asked", "unasked")])
def test_a_photograph_that_answers_nothing_is_not_looked_at(page, asked, came):
    answer = sends(page, photograph(), let_in(page), asked=asked, **JSON)
    assert (answer.status, json.loads(answer.body)["came"]) == (409, came)
    assert not page.camera._waiting


def test_only_who_was_let_in_may_send_one(page):
    assert sends(page, photograph(), **JSON).status == 403
    assert sends(page, photograph(), "lucca=guessed", **JSON).status == 403
    assert page.told == []


def test_a_phone_that_has_left_while_its_photograph_came_is_not_heard(page):
    cookie, data = let_in(page), photograph()
    with connected(page) as line, line.makefile("rb") as told:
        line.sendall(coming(page, len(data), cookie) + data[:-1])
        others = [let_in(page, name) for name in ("Ada", "Cem")]
        with ExitStack() as opened:  # a second that comes: the first is being read by now
            _begin(page, opened, others[:1])
            _until_read(page, others[1])
            assert post(page, "/leave", {}, cookie).status == 303
        line.sendall(data[-1:])
        assert answer_in(told).status == 403
    assert [told.by for told in page.told if told.by == "Ben"] == []


TOO_MUCH = {
    "a long form": ("/answer", 5000, {}),
    "a form of 100 MB": ("/answer", 100_000_000, {}),
    "a form in pieces": ("/answer", "", {"Transfer-Encoding": "chunked"}),
    "a photograph of 100 MB": ("/photo?id=now", 100_000_000, {}),
    "a photograph in pieces": ("/photo?id=now", "", {"Transfer-Encoding": "chunked"}),
}


@pytest.mark.parametrize(("path", "length", "headers"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_too_much_is_refused_before_it_is_there(page, path, length, headers):
    assert (
        sent(page, head(page, path, length, let_in(page), **headers) + b"x" * min(length or 0, 1_000_000)).status == 413
    )


def test_a_slow_photograph_holds_nobody_up(monkeypatch):
    monkeypatch.setitem(mailbox.PHOTOGRAPHS, "/photo", Body(1_000_000, 0.2))
    with taking() as page:
        cookie = let_in(page)
        with connected(page) as slow, slow.makefile("rb") as told:
            slow.sendall(coming(page, 1000, cookie) + b"\xff")
            assert ask(page, "/").status == 200
            assert answer_in(told).status == 408


def test_two_may_come_at_once_and_a_third_is_told_to_wait(page):
    cookies = [let_in(page, name) for name in ("Ada", "Ben", "Cem")]
    with ExitStack() as opened:
        _begin(page, opened, cookies[:2])
        _until_read(page, cookies[2])
        assert sends(page, photograph(), cookies[1], **JSON).status == 200


def test_a_phones_new_photograph_ends_the_one_that_still_comes(page):
    cookie = let_in(page)
    with ExitStack() as opened:
        (told,) = _begin(page, opened, [cookie])
        while sends(page, photograph(), cookie, **JSON).status == 200 and not select.select([told], [], [], 0)[0]:
            page.camera._waiting.clear()
        assert answer_in(told).status == 408


def test_a_photograph_that_is_found_late_after_its_phone_has_gone_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(mailbox, "PATIENCE_S", 0.0)
    pairing, camera = Pairing(), PhoneCamera(HandClock())
    with served(pairing=pairing, control="paired", photographs=camera) as page:
        page.pairing = pairing
        assert sends(page, photograph(), let_in(page), **JSON).status == 503
        assert len(camera._waiting) == 1
        page.mailbox.letter().reply("late")
        assert not camera._waiting


def _begin(page, opened, cookies):
    """Photographs that begin to come, and what will be told of each."""
    lines = [opened.enter_context(connected(page)) for _ in cookies]
    for line, cookie in zip(lines, cookies, strict=True):
        line.sendall(coming(page, 1000, cookie) + b"\xff")
    return [opened.enter_context(line.makefile("rb")) for line in lines]


def _until_read(page, cookie):
    """The third is refused once both are being read."""
    for _ in range(100):
        if sends(page, photograph(), cookie, **JSON).status == 503:
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
    with answering() as page:
        assert sends(page, photograph(), let_in(page), **JSON).status == 404
