"""The hall's page at a real server, for those who look and for the organiser."""

import json
import re
from contextlib import closing, contextmanager

import pytest
from asking import HERE, Listener, ask, post
from hall_states import KEY, OTHER_KEY, payload
from test_accessible import Outline

from lucca_pi.hall.hall import Hall
from lucca_pi.hall.site import HallSite
from lucca_pi.web.address import Binding
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server

FOUR = "Ada\nBen\nCleo\nDan"


class Page:
    """A hall, its server, and a browser that has the organiser's cookie."""

    def __init__(self, hall, server, secret):
        self.hall, self.server, self.cookie = hall, server, f"lucca={secret}"

    def ask(self, path, form=None, cookie=None):
        cookie = self.cookie if cookie is None else cookie
        answer = post(self.server, path, form, cookie) if form else ask(self.server, path, Cookie=cookie)
        return answer.status, answer.body.decode(errors="replace")

    def stream(self, until):
        """The parts of the page by id, as its events bring them until that text is among them."""
        parts = {}
        with closing(Listener(self.server)) as listener:
            while until not in "".join(parts.values()):
                parts |= listener.next()
        return parts


@contextmanager
def served(folder):
    hall, pairing = Hall.opened(folder / "hall.json"), Pairing()
    with closing(Server(Binding(HERE, 0))) as server:
        server.start(lambda: HallSite(hall, pairing))
        yield Page(hall, server, pairing.welcome("organiser"))


@pytest.fixture
def page(tmp_path):
    with served(tmp_path) as page:
        yield page


def let_in(page, **keys):
    page.ask("/organise", {"do": "keys", "keys": "\n".join(f"{table} = {key}" for table, key in keys.items())})


def test_a_state_reaches_the_page_that_is_open(page):
    let_in(page, one=KEY)
    page.hall.hear("lucca/one/state", payload(3, player="<Ben>"))
    assert "&lt;Ben&gt;’s turn" in page.stream("Round 2 of 8")["table-one"]


def test_the_page_names_who_is_not_let_in_and_whose_seal_is_wrong(page):
    let_in(page, one=KEY, two=KEY)
    for table, key in (("one", OTHER_KEY), ("three", KEY)):
        page.hall.hear(f"lucca/{table}/state", payload(1, key=key, table=table, text="lies"))
    status, text = page.ask("/")
    rows = dict(re.findall(r'id="table-(\w+)".*?class="(?:doubt|soft)">([^<]+)', text))
    assert status == 200
    assert rows["one"].startswith("not believed")
    assert rows["two"].startswith("nothing heard")
    assert rows["three"].startswith("not let in")
    assert "lies" not in text


def test_a_table_that_has_asked_for_long_stands_first(page):
    let_in(page, one=KEY)
    page.hall.hear("lucca/one/state", payload(1, waits="question", since="2020-01-01T00:00:00Z", text="Which card?"))
    assert "Ben: Which card?" in page.stream("Which card?")["waiting"]


def test_a_table_whose_game_waits_for_its_next_turn_is_not_named_at_once(page):
    let_in(page, one=KEY)
    page.hall.hear("lucca/one/state", payload(1, since="2999-01-01T00:00:00Z"))
    assert "Ben" not in page.stream("Round 2 of 8")["waiting"]


def test_a_result_comes_with_its_digest_and_counts_in_the_standings(page):
    let_in(page, one=KEY)
    page.hall.hear("lucca/one/state", payload(8, finished=True, waits="over"))
    parts = page.stream("dddddddddddd")
    assert f'title="{"d" * 64}"' in parts["results"]
    assert parts["standings"].index("Ada") < parts["standings"].index("Ben")


def test_a_round_is_seated_printed_and_seated_otherwise_by_hand(page):
    page.ask("/organise", {"do": "players", "players": f"{FOUR}\nEva\nFay\nגיל"})
    page.ask("/organise", {"do": "next", "round": "0", "to_come": "1", "tables": ""})
    assert sorted(map(len, page.hall.book.rounds[0])) == [3, 4]
    assert page.ask("/seats.pdf")[1].startswith("%PDF")
    page.ask("/organise", {"do": "seats", "round": "1", "seats": "Ada, Ben, Cleo\nגיל, Dan, Eva, Fay"})
    assert page.hall.book.rounds == ((("Ada", "Ben", "Cleo"), ("גיל", "Dan", "Eva", "Fay")),)
    assert "גיל" in page.ask("/")[1]


def test_a_form_sent_twice_seats_one_round(page):
    page.ask("/organise", {"do": "players", "players": FOUR})
    for expected in (303, 422):
        assert page.ask("/organise", {"do": "next", "round": "0", "to_come": "1", "tables": ""})[0] == expected
    assert len(page.hall.book.rounds) == 1


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"do": "players", "players": "Ada\nAda"}, "Ada is there twice"),
        ({"do": "next", "round": "0", "to_come": "1", "tables": "x"}, "0 players do not fit"),
        ({"do": "keys", "keys": "one = 7"}, "expected TABLE = KEY"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_and_what_was_typed_stays(page, form, why):
    status, text = page.ask("/organise", form)
    assert status == 422
    assert why in text
    assert form.get("players", form.get("keys", "")) in text


@pytest.mark.parametrize("form", [None, {"do": "players", "players": "Eve"}, {"do": "keys", "keys": f"one = {KEY}"}])
def test_without_the_code_nothing_is_changed_and_no_key_is_shown(page, form):
    let_in(page, one=KEY)
    before = page.hall.book
    status, text = page.ask("/organise", form, cookie="")
    assert (status, page.hall.book) == (303, before)
    assert KEY not in text + page.ask("/")[1] + page.ask("/hall.json")[1]


@pytest.mark.parametrize("path", ["/", "/organise"])
def test_both_pages_have_one_heading_names_for_what_is_typed_and_each_id_once(page, path):
    let_in(page, one=KEY)
    page.hall.hear("lucca/one/state", payload(8, finished=True, waits="over"))
    page.ask("/organise", {"do": "players", "players": FOUR})
    page.ask("/organise", {"do": "next", "round": "0", "to_come": "1", "tables": ""})
    outline = Outline(page.ask(path)[1])
    labelled = {more["for"] for _tag, more in outline.all("label")}
    typed = [more for _tag, more in outline.all("input", "textarea") if more.get("type") != "hidden"]
    assert {more["id"] for more in typed} == labelled
    assert len(outline.all("h1")) == len(outline.all("main")) == 1
    ids = [more["id"] for _tag, more in outline.elements if "id" in more]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("do", ["", "result", "x"])
def test_an_organiser_corrects_no_result(page, do):
    assert page.ask("/organise", {"do": do, "table": "one"})[0] == 400


def test_a_restart_shows_the_same_results_and_seats(tmp_path):
    with served(tmp_path) as page:
        let_in(page, one=KEY)
        page.hall.hear("lucca/one/state", payload(8, finished=True, waits="over"))
        page.ask("/organise", {"do": "players", "players": FOUR})
        page.ask("/organise", {"do": "next", "round": "0", "to_come": "1", "tables": ""})
        before = json.loads(page.ask("/hall.json")[1])
    with served(tmp_path) as page:
        after = json.loads(page.ask("/hall.json")[1])
    for name in ("results", "rounds", "players", "standings"):
        assert after[name] == before[name] != []


def test_a_disk_that_takes_nothing_is_named_on_the_page(page, tmp_path):
    let_in(page, one=KEY)
    (tmp_path / "hall.json").unlink()
    (tmp_path / "hall.json").mkdir()
    page.hall.hear("lucca/one/state", payload(8, finished=True, waits="over"))
    parts = page.stream("cannot be saved")
    assert "Is a directory" in parts["top"]
    assert "Ada" in parts["standings"]
