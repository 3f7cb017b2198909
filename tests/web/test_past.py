"""Pages of past games over a real socket: who sees them, who may change what, and hostile requests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from asking import ask, post, published, served
from evening import LAST, after

from lucca_pi.evening.phones import phone_question
from lucca_pi.language import _
from lucca_pi.web import past_site
from lucca_pi.web.page import page
from lucca_pi.web.past import MOST_LISTED, Listing, PastPage, PersonView, game_page, list_page

BIRTHDAY = Listing("2026-05-01T2000", "2026-05-01, 20:00", "<b>Birthday</b>", "Lucco", (("Ada", None),), finished=True)
HIDDEN = Listing("2026-05-02T2000", "2026-05-02, 20:00", hidden=True)


class Games:
    """Two games; `done` is what was asked for."""

    def __init__(self):
        self.done = []

    def listed(self):
        return (HIDDEN, BIRTHDAY)

    def deleted(self):
        return (HIDDEN,)

    def page(self, name, at=None):
        return PastPage(BIRTHDAY, None) if name == BIRTHDAY.name else None

    def picture(self, name, at=None, *, whole=False):
        return None

    file = picture

    def document(self, name, file):
        return b"<svg/>" if file == "course.svg" else None

    def copy(self, name):
        return f"On the stick: <{name}>"

    def change(self, name, do, form):
        self.done.append((name, do, form["title"]))
        return do

    def people(self):
        return (PersonView("Ida <3", 3, 2, ((_("Lucco"), 2, 3, None),), (), (("group", "7"),), (("Ben", 1, 3),)),)

    def change_person(self, name, do, new, playing):
        self.done.append((name, do, new))
        return do


def changed(where, path="/games", origin=None, **form):
    """The answer to a form of these pages."""
    return post(where, path, form, **({"Origin": origin} if origin else {}))


@pytest.mark.parametrize("control", ["nobody", "paired", "anyone"])
def test_whoever_sees_the_page_sees_past_games_and_who_may_answer_can_change_them(control):
    with served(control=control, games=Games()) as where:
        listed, shown = (ask(where, path).body.decode() for path in ("/games", f"/games/{BIRTHDAY.name}"))
    assert "&lt;b&gt;Birthday&lt;/b&gt;" in listed
    assert HIDDEN.name not in listed
    assert ('value="deleted"' in shown, 'href="/pair"' in shown) == (control == "anyone", control == "paired")


@pytest.mark.parametrize(("looks", "shows"), [(0, True), (3, False)])
def test_the_large_view_shows_the_last_game_only_while_the_deal_is_awaited(looks, shows):
    with served(after(looks), games=Games()) as where:
        assert ("&lt;b&gt;Birthday&lt;/b&gt;" in ask(where, "/board").body.decode()) == shows


@pytest.mark.parametrize(
    ("do", "leads_to"),
    {
        "renamed": "/games/2026-05-01T2000?said=renamed",
        "deleted": "/games?said=deleted&game=2026-05-01T2000",
        "gone": "/games?deleted=1&said=gone",
    }.items(),
)
def test_a_form_changes_a_game_and_leads_to_where_it_shows(do, leads_to):
    games = Games()
    with served(control="anyone", games=games) as where:
        came = changed(where, game=BIRTHDAY.name, do=do, title="Eve")
    assert (came.status, came.headers["Location"], games.done) == (303, leads_to, [(BIRTHDAY.name, do, "Eve")])


def test_nothing_is_changed_for_who_may_only_look_nor_for_another_site_nor_by_a_word_that_no_form_sends():
    games = Games()
    with served(control="paired", games=games) as where:
        assert changed(where, game=BIRTHDAY.name, do="deleted").headers["Location"] == "/pair"
    with served(control="anyone", games=games) as where:
        assert changed(where, origin="http://elsewhere.local", game=BIRTHDAY.name, do="deleted").status == 403
        assert changed(where, game=BIRTHDAY.name, do="format").status == 400
    assert games.done == []


def test_players_are_shown_and_whoever_may_answer_calls_them_otherwise_or_forgets_them():
    games = Games()
    with served(control="anyone", games=games) as where:
        body = ask(where, "/players").body.decode()
        for do in ("called", "forgotten"):
            came = changed(where, path="/players", person="Ida <3", do=do, new="Eva")
            assert (came.status, came.headers["Location"]) == (303, f"/players?said={do}")
        assert changed(where, path="/players", person="Ida <3", do="shout").status == 400
    assert "Ida &lt;3" in body and "2 of 3 won" in body
    assert games.done == [("Ida <3", "called", "Eva"), ("Ida <3", "forgotten", "Eva")]
    with served(control="paired", games=games) as where:
        assert changed(where, path="/players", person="Ida", do="called").headers["Location"] == "/pair"


def test_the_undo_of_a_deletion_is_offered_for_a_game_that_was_deleted_and_no_other():
    with served(control="anyone", games=Games()) as where:
        for name, offered in ((HIDDEN.name, True), (BIRTHDAY.name, False), ("..", False)):
            body = ask(where, f"/games?said=deleted&game={name}").body
            assert (b'value="back"' in body) == offered


@pytest.mark.parametrize("path", ["..", "%2e%2e", "..%2f..%2fetc", "a%00b", "nobody", f"{BIRTHDAY.name}/picture.jpg"])
def test_what_is_no_game_is_not_found(path):
    with served(control="anyone", games=Games()) as where:
        assert ask(where, f"/games/{path}").status == 404


def test_hundreds_of_games_are_listed_page_by_page():
    games = [Listing(f"{number:03}", f"{number:03}") for number in range(3 * MOST_LISTED)]
    text = list_page(games, number=2)
    assert (f'href="/games/{MOST_LISTED:03}"' in text, 'href="/games/000"' in text) == (True, False)
    assert ("?page=1" in text, "?page=3" in text) == (True, True)
    assert list_page(games, number=99) == list_page(games, number=3)


def test_the_game_being_played_gets_a_title_and_is_not_deleted():
    shown = game_page(PastPage(BIRTHDAY, None), "answers", playing=True)
    assert ('value="renamed"' in shown, 'value="deleted"' in shown) == (True, False)


def test_a_chart_is_a_picture_that_may_style_itself():
    with served(games=Games()) as where:
        course, none = (ask(where, f"/games/{BIRTHDAY.name}/{kind}.svg") for kind in ("course", "kinds"))
    assert (course.status, none.status, course.headers["Content-Type"]) == (200, 404, "image/svg+xml")
    assert "style-src 'unsafe-inline'" in course.headers["Content-Security-Policy"]


def test_what_came_of_a_copy_to_the_stick_is_said_once():
    with served(control="anyone", games=Games()) as where:
        came = changed(where, game=BIRTHDAY.name, do="copied")
        said = [b"On the stick: &lt;" in ask(where, came.headers["Location"]).body for _ in range(2)]
    assert said == [True, False]


def test_a_copy_of_an_unknown_game_is_not_possible():
    with served(control="anyone", games=Games()) as where:
        assert changed(where, game="nobody", do="copied").headers["Location"] == "/games?said=failed"


class SlowGames(Games):
    """A game whose file is made only when `may` is set."""

    def __init__(self):
        super().__init__()
        self.asked, self.may = Event(), Event()

    def file(self, name):
        self.asked.set()
        self.may.wait(20)
        return iter([b"PK"]) if name == BIRTHDAY.name else None


def test_a_file_is_written_to_one_phone_at_a_time_and_then_to_the_next():
    games = SlowGames()
    with served(control="anyone", games=games) as where, ThreadPoolExecutor() as phones:
        for name, came in ((BIRTHDAY.name, 200), ("nobody", 404), (BIRTHDAY.name, 200)):
            games.asked.clear()
            games.may.clear()
            first = phones.submit(ask, where, f"/games/{name}/game.zip")
            assert games.asked.wait(20)
            second = ask(where, f"/games/{BIRTHDAY.name}/game.zip").status
            games.may.set()
            assert (first.result().status, second) == (came, 503)


def test_a_finished_game_leads_to_its_own_page():
    over = phone_question("2026 <1>", after(LAST + 1))
    text = page(published(after(LAST + 1), asks=over))
    assert 'href="/games/2026%20%3C1%3E"' in text


def test_whoever_asks_while_too_many_wait_is_asked_to_come_later(monkeypatch):
    monkeypatch.setattr(past_site, "_MOST_WAITING", 0)
    with served(games=Games()) as where:
        assert (ask(where, "/games").status, ask(where, "/").status) == (503, 200)


def test_nothing_is_said_of_a_result_that_is_not_known():
    assert "Not begun" in list_page([Listing("1", "1", kind="Lucco")])
    assert "Not begun" not in list_page([Listing("1", "1")])
