"""Answers over a real socket: who may give them, what comes of them, and attacks on them."""

import json
import re
from dataclasses import replace

import pytest
from asking import HERE, QUICK, answering, ask, let_in, post, sent
from evening import after, begun, looks, questioned

from lucca_pi.evening.phones import phone_question
from lucca_pi.web.answers import SHORT, answer_buttons


@pytest.fixture
def page():
    with answering() as one:
        yield one


PICK = {"id": "now", "pick": "ok:0"}


def test_the_table_waits_for_a_phone_until_one_opens_the_page_that_may_answer(page):
    ask(page, "/")
    assert page.pairing.is_awaited
    ask(page, "/", Cookie=let_in(page))
    assert not page.pairing.is_awaited


def test_a_phone_that_is_to_be_the_camera_is_awaited_until_it_is_let_in():
    with answering(camera=object()) as page:
        assert b'id="camera" class="door"' in ask(page, "/").body
        assert b"<title>Use this phone as the camera" in ask(page, "/pair").body
        assert page.pairing.is_awaited


def test_while_the_table_is_looked_at_everybody_reads_so_and_nothing_is_offered(page):
    before = json.loads(ask(page, "/snapshot.json").body)
    assert before["asks"]["offers"] and before["notices"] == []
    page.say("Looking.")
    told = json.loads(ask(page, "/snapshot.json").body)
    assert (told["notices"], told["turn"]) == (["Looking."], before["turn"])
    assert told["asks"] == {**before["asks"], "id": "", "offers": [], "doubt": ""}


@pytest.mark.parametrize(("longest", "rows"), [(SHORT, "rows two"), (SHORT + 1, "rows")])
def test_answers_stand_two_in_a_row_only_if_all_are_short(longest, rows):
    put = phone_question("a game", questioned())
    offers = [{"do": "answer", "number": n, "words": "x" * most} for n, most in enumerate((1, longest))]
    shown = "".join(map(str, answer_buttons({**put, "offers": offers}, None)))
    assert f'class="{rows}"' in shown


def test_who_was_let_in_answers_and_is_sent_back_to_the_page(page):
    answer = post(page, "/answer", PICK, let_in(page))
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    (told,) = page.told
    assert (told.do, told.asked, told.by, told.number) == ("ok", "now", "Ben", 0)


def test_a_script_is_told_what_came_of_it(page):
    cookie, script = let_in(page), {"Accept": "application/json"}
    assert json.loads(post(page, "/answer", PICK, cookie, **script).body) == {"came": "taken", "said": ""}
    late = post(page, "/answer", {**PICK, "id": "old"}, cookie, **script)
    assert (late.status, json.loads(late.body)["said"]) == (409, "That has been answered already.")


def test_without_a_script_a_late_answer_is_said_on_the_page(page):
    where = post(page, "/answer", {**PICK, "id": "old"}, let_in(page)).headers["Location"]
    assert b'<p id="said" role="status">That has been answered already.</p>' in ask(page, where).body
    assert b"answered already" not in ask(page, "/").body


def test_who_was_not_let_in_only_looks(page):
    for cookie in ("", "lucca=made-up", "lucca=", f"lucca={page.pairing.code}", f"lucca={page.pairing.key}"):
        answer = post(page, "/answer", PICK, cookie)
        assert (answer.status, answer.headers["Location"]) == (303, "/pair")
    assert page.told == []
    assert b'action="/answer"' not in ask(page).body
    assert b'href="/pair"' in ask(page).body


def test_who_was_let_in_has_buttons(page):
    body = ask(page, Cookie=let_in(page)).body.decode()
    assert 'name="pick" value="ok:0"' in body
    assert "/pair" not in body


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(page):
    cookie = post(page, "/pair", {"code": page.pairing.key}).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {*cookie.split("; ")}
    assert len(cookie.partition(";")[0].removeprefix("lucca=")) == 32


def test_a_wrong_code_is_told_and_after_three_a_pause(page):
    wrong = f"{(int(page.pairing.code) + 1) % 10_000:04}"
    statuses = [post(page, "/pair", {"code": wrong, "name": "<b>"}) for _ in range(4)]
    assert [one.status for one in statuses] == [403, 403, 429, 429]
    assert int(statuses[-1].headers["Retry-After"]) > 10
    assert b"<b>" not in statuses[0].body


def test_the_square_leads_to_a_form_that_only_asks_for_a_name(page):
    body = ask(page, f"/P/{page.pairing.key}").body.decode()
    assert f'name="code" value="{page.pairing.key}"' in body
    assert 'id="code"' not in body
    assert 'id="code"' in ask(page, "/pair").body.decode()


CROSS_SITE = {
    "another page": {"Origin": "http://example.org"},
    "another machine of the network": {"Origin": "http://192.168.1.9:8000"},
    "another port": {"Origin": f"http://{HERE}:1"},
    "a page without a name": {"Origin": "null"},
    "no page that is told": {"Origin": ""},
    "a page that browsers say is another": {"Origin": "", "Sec-Fetch-Site": "cross-site"},
    "the same site, another page": {"Origin": "", "Sec-Fetch-Site": "same-site"},
}


@pytest.mark.parametrize("said", CROSS_SITE.values(), ids=CROSS_SITE)
def test_nothing_is_taken_from_another_page(page, said):
    cookie = let_in(page)
    assert post(page, "/answer", PICK, cookie, **said).status == 403
    assert page.told == []


def test_a_browser_that_names_no_origin_but_says_it_is_ours_is_heard(page):
    assert post(page, "/answer", PICK, let_in(page), Origin="", **{"Sec-Fetch-Site": "same-origin"}).status == 303


NONSENSE = [
    {},
    {"id": "now"},
    {"id": "now", "pick": "off:0"},
    {"id": "now", "pick": "answer:-1"},
    {"id": "now", "pick": "answer:1e3"},
    {"id": "now", "pick": "answer:99999999"},
    {f"field{number}": "" for number in range(40)},
]


@pytest.mark.parametrize("form", NONSENSE)
def test_what_no_form_of_ours_sends_is_a_bad_request(page, form):
    assert post(page, "/answer", form, let_in(page)).status == 400
    assert page.told == []


def test_a_head_that_does_not_come_is_not_waited_for():
    with answering(limits=replace(QUICK, head_s=0.05)) as page:
        for said in (b"", b"POST /answer HTTP/1.1\r\nHost: x"):
            with pytest.raises((ConnectionError, IndexError)):  # reset, or closed without a word
                sent(page, said)


def test_nobody_may_answer_where_the_setting_says_so():
    with answering("nobody") as page:
        assert post(page, "/pair", {"code": page.pairing.key}).status == 403
        assert ask(page, "/pair").status == 404
        assert post(page, "/answer", PICK).headers["Location"] == "/pair"
        assert b"/pair" not in ask(page).body
        assert page.told == []


def test_anyone_may_answer_where_the_setting_says_so_and_may_have_a_name():
    with answering("anyone") as page:
        post(page, "/answer", PICK)
        cookie = post(page, "/pair", {"name": "Ada"}).headers["Set-Cookie"].partition(";")[0]
        post(page, "/answer", PICK, cookie)
        assert [told.by for told in page.told] == ["a phone", "Ada"]


def test_who_leaves_only_looks_again(page):
    cookie = let_in(page)
    gone = post(page, "/leave", {}, cookie)
    assert "Max-Age=0" in gone.headers["Set-Cookie"]
    assert post(page, "/answer", PICK, cookie).headers["Location"] == "/pair"


def test_a_question_is_answered_by_its_own_buttons():
    with answering(state=questioned()) as page:
        body = ask(page, Cookie=let_in(page)).body.decode()
        words = [one.words for one in questioned().mode.options]
        assert [f">{word}</button>" in body for word in words] == [True] * len(words)
        assert len(re.findall(r'value="answer:\d+"', body)) == len(words)


def test_before_the_start_names_can_be_typed():
    with answering(state=after(0)) as page:
        cookie = let_in(page)
        body = ask(page, Cookie=cookie).body.decode()
        assert body.count('name="name-10') == 5
        post(page, "/answer", {"do": "names", "id": "a game", "was-101": "", "name-101": "Ädä"}, cookie)
        (told,) = page.told
        assert (told.do, told.asked, told.names) == ("names", "a game", {101: ("", "Ädä")})


def test_a_phone_that_only_looks_is_offered_to_answer_at_the_end_and_first_while_something_is_asked():
    for state, place in ((after(3), "<footer"), (questioned(), 'id="now"')):
        with answering(state=state) as page:
            body = ask(page).body.decode()
        assert body.count('href="/pair"') == 1
        assert place in body[: body.index('href="/pair"')].rpartition("<section")[2]


def test_only_the_places_that_looks_show_and_those_with_a_name_can_be_named():
    shown = replace(after(0), rested=looks()[:1])
    named = replace(shown, begun=begun({105: "Eva"}))
    assert [seat["seat"] for seat in phone_question("a game", named)["seats"]] == [101, 102, 103, 105]
