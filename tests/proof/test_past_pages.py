"""Past games on phones: every point with its reason, who may change what, hostile requests, and bringing back."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import pairwise
from threading import Event

import pytest
from asking import ask, post, published, served
from evening import LAST, after
from stored import GAME as NAME
from stored import store
from twins import finished

from lucca_pi.devices.store import GameStore
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.phones import phone_question
from lucca_pi.games.citta.game import GAME
from lucca_pi.proof import past_site
from lucca_pi.proof.export import picture_of
from lucca_pi.proof.game_file import Archive, read_game_file
from lucca_pi.proof.past_game import game_page
from lucca_pi.proof.past_list import MOST_LISTED, list_page
from lucca_pi.proof.past_pages import Listing, PastPages
from lucca_pi.proof.past_site import PastSite
from lucca_pi.web.page import page

JOURNAL = [*events_from_json(finished()[1])]
PLACE = next(code for name, code in JOURNAL[1].seats.items() if name == "Guinigi")


@pytest.fixture
def pages(tmp_path):
    store(tmp_path, GAME, JOURNAL)
    with closing(GameStore(tmp_path)) as games:
        yield PastPages(games, tmp_path, pictures=True)


def at_the_page(pages, control="anyone", state=None):
    return served(state, control=control, games=partial(PastSite, pages))


def record(pages):
    return json.loads(pages.document(NAME, "record.json"))


def figures(pattern, text):
    """The figures in these places, which have their own sign."""
    return [int(one.replace("−", "-")) for one in re.findall(pattern, text)]


def changed(where, path="/games", origin=None, **form):
    """Where a form of these pages leads to, or with which status it is refused."""
    came = post(where, path, form, **({"Origin": origin} if origin else {}))
    return came.headers["Location"] if came.status == 303 else came.status


def test_the_page_of_a_game_has_every_line_of_its_points(pages):
    text, score = game_page(pages, NAME, viewer="answers"), record(pages)["score"]
    assert score["finished"]
    assert all(text.count(f"<span>{line['reason']}") for line in score["lines"])
    turns = text[text.index('id="turns"') :]
    gains = figures(r"<li><b[^>]*>\+?(−?\d+)</b><span>", turns)
    assert sum(gains) == sum(one["points"] for one in score["lines"] if one["round"])
    assert 'href="https://app.bgstatsapp.com/' in text


def evidence_in(pages, folder):
    """How many looks the file from the page holds."""
    (folder / "game.zip").write_bytes(b"".join(pages.file(NAME)))
    with Archive(folder / "game.zip") as archive:
        return len(read_game_file(archive).evidence)


def test_the_file_from_the_page_is_the_game_with_its_pictures(pages, tmp_path):
    assert evidence_in(pages, tmp_path) == LAST + 1


def test_a_list_has_date_title_game_and_points_the_latest_first(pages):
    assert pages.change(NAME, "renamed", {"title": " Grandma's  birthday "}) == "renamed"
    assert pages.change(NAME, "renamed", {"title": "x" * 61}) == "unfit"
    (one,) = pages.listed()
    told = one.when, one.title, one.kind, one.finished
    assert told == ("2026-05-01, 20:00", "Grandma's birthday", GAME.title, True)
    assert [*dict(one.players).values()] == sorted(dict(one.players).values(), reverse=True)


def test_players_get_names_long_after_the_game_and_everything_follows(pages, tmp_path):
    before = record(pages)
    form = {f"name-{PLACE}": "Ida", f"was-{PLACE}": ""}
    assert pages.change(NAME, "named", form) == "named"
    after = json.loads(json.dumps(before).replace('"Guinigi"', '"Ida"'))
    assert record(pages)["record"] == after["record"]
    assert evidence_in(pages, tmp_path) == LAST + 1


@pytest.mark.parametrize(
    ("playing", "new", "said"),
    [
        (NAME, "Eva", "playing"),
        ("", "Eva", "called"),
        ("", "Ida", "called"),
        ("", "Guinigi", "unnamed"),
        ("", "", "unnamed"),
    ],
)
def test_a_person_is_not_called_otherwise_during_the_game_nor_like_a_place(pages, playing, new, said):
    """Who plays holds the names in mind; those of places are nobody's."""
    pages.change(NAME, "named", {"was-101": "", "name-101": "Ida"})
    assert pages.change_person("Ida", "called", new, playing) == said
    assert {one.name for one in pages.people()} == {"Eva" if (said, new) == ("called", "Eva") else "Ida"}


def test_a_game_is_leafed_through_turn_by_turn_with_its_points_and_pictures(pages):
    end = game_page(pages, NAME)
    (steps,) = figures(r'max="(\d+)"', end)
    shown = [game_page(pages, NAME, at) for at in range(steps + 1)]
    totals = [sum(figures(r'class="points">(−?\d+)<', one)) for one in shown]
    assert totals[0] == 0 and shown[-1] == end == game_page(pages, NAME, 999)
    gained = figures(r'<p class="who">.*?<b[^>]*>\+?(−?\d+)</b>', end[end.index('id="turns"') :])
    assert [later - earlier for earlier, later in pairwise(totals[:-1])] == gained[:-1]
    kept = pages.game(NAME)
    pictures = [name for at in range(steps + 1) if (name := picture_of(kept, at))]
    assert pictures == sorted({*pictures}, key=lambda name: int(name.split(".")[0]))
    assert pages.picture(NAME, whole=True) is not None
    assert ('rel="next"' in end, 'rel="next"' in shown[3]) == (False, True)


@pytest.mark.parametrize("name", ["..", "../games/x", "", "nobody", "a\0b"])
def test_what_is_no_game_is_not_changed(pages, name):
    for do in ("renamed", "hidden", "deleted", "back", "gone"):
        assert pages.change(name, do, {"title": "x"}) == "failed"
    assert (game_page(pages, name), pages.picture(name)) == (None, None)
    assert len(pages.listed()) == 1


def test_a_deleted_game_is_brought_back_with_title_points_and_pictures(pages):
    pages.change(NAME, "renamed", {"title": "Eve"})
    before = pages.listed(), game_page(pages, NAME)
    assert pages.change(NAME, "deleted", {}) == "deleted"
    assert (pages.listed(), game_page(pages, NAME), [one.title for one in pages.deleted()]) == ([], None, ["Eve"])
    assert pages.change(NAME, "back", {}) == "back"
    assert (pages.listed(), game_page(pages, NAME), pages.deleted()) == (*before, [])


def test_deleted_for_good_nothing_is_left(pages, tmp_path):
    pages.change(NAME, "deleted", {})
    assert [one.finished for one in pages.deleted()] == [True]
    assert pages.change(NAME, "gone", {}) == "gone"
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and NAME in file.read_bytes().decode()]
    assert not (tmp_path / "pictures" / NAME).exists()


def test_a_game_whose_journal_is_gone_says_so(tmp_path):
    store(tmp_path, GAME, JOURNAL)
    (tmp_path / "games" / f"{NAME}.jsonl").unlink()
    with closing(GameStore(tmp_path)) as games:
        assert "its events are gone" in game_page(PastPages(games, tmp_path, pictures=True), NAME)


def test_a_game_that_cannot_be_read_says_so(tmp_path):
    with closing(GameStore(tmp_path)) as games:
        games.append("broken", {"event": "nonsense"})
        pages = PastPages(games, tmp_path, pictures=True)
        assert "update it" in game_page(pages, "broken")
        assert (pages.document("broken", "record.json"), pages.file("broken")) == (None, None)


def test_whoever_sees_the_page_sees_past_games_and_who_may_answer_can_change_them(pages):
    pages.change(NAME, "renamed", {"title": "<b>Birthday</b>"})
    for control in ("nobody", "paired", "anyone"):
        with at_the_page(pages, control) as where:
            listed, shown = (ask(where, path).body.decode() for path in ("/games", f"/games/{NAME}"))
        assert "&lt;b&gt;Birthday&lt;/b&gt;" in listed
        assert ('value="deleted"' in shown, 'href="/pair"' in shown) == (control == "anyone", control == "paired")


def test_a_hidden_game_is_listed_where_it_is_asked_for(pages):
    pages.change(NAME, "hidden", {})
    with at_the_page(pages) as where:
        listed, whole = (ask(where, path).body.decode() for path in ("/games", "/games?hidden=1"))
    assert (NAME in listed, NAME in whole, "Show 1 hidden game" in listed) == (False, True, True)


def test_the_large_view_shows_the_last_game_and_who_leads_only_while_the_deal_is_awaited(pages):
    pages.change(NAME, "named", {"was-101": "", "name-101": "Ida"})
    pages.change(NAME, "renamed", {"title": "<b>Birthday</b>"})
    for looks, shows in ((0, True), (3, False)):
        with at_the_page(pages, state=after(looks)) as where:
            assert ("&lt;b&gt;Birthday&lt;/b&gt;" in ask(where, "/board").body.decode()) == shows
    idle = pages.idle()
    assert (idle.players, idle.leaders) == (pages.listed()[0].players, [("Ida", 1, 1)][: pages.people()[0].wins])
    pages.change(NAME, "hidden", {})
    assert pages.idle() is None


def test_a_form_changes_a_game_and_leads_to_where_it_shows(pages):
    with at_the_page(pages) as where:
        assert changed(where, game=NAME, do="renamed", title="Eve") == f"/games/{NAME}?said=renamed"
        assert pages.listed()[0].title == "Eve"
        assert changed(where, game=NAME, do="deleted") == f"/games?said=deleted&game={NAME}"
        for name, is_offered in ((NAME, True), ("nobody", False), ("..", False)):
            body = ask(where, f"/games?said=deleted&game={name}").body
            assert (b'value="back"' in body) == is_offered  # the undo of that deletion, and of no other
        assert changed(where, game=NAME, do="gone") == "/games?deleted=1&said=gone"
    assert (pages.listed(), pages.deleted()) == ([], [])


def test_nothing_is_changed_for_who_may_only_look_nor_for_another_site_nor_by_a_word_that_no_form_sends(pages):
    with at_the_page(pages, "paired") as where:
        assert changed(where, game=NAME, do="deleted") == "/pair"
        assert changed(where, path="/players", person="Ida", do="called") == "/pair"
        assert ask(where, f"/games/{NAME}/game.zip").headers["Location"] == "/pair"
    with at_the_page(pages) as where:
        assert changed(where, origin="http://elsewhere.local", game=NAME, do="deleted") == 403
        assert changed(where, game=NAME, do="format") == 400
        assert changed(where, path="/players", person="Ida", do="shout") == 400
    assert len(pages.listed()) == 1


def test_players_are_shown_and_whoever_may_answer_calls_them_otherwise_or_forgets_them(pages):
    pages.change(NAME, "named", {f"was-{PLACE}": "", f"name-{PLACE}": "Ida <3"})
    with at_the_page(pages) as where:
        body = ask(where, "/players").body.decode()
        assert "Ida &lt;3" in body and f"{pages.people()[0].wins} of 1 won" in body
        assert changed(where, path="/players", person="Ida <3", do="called", new="Eva") == "/players?said=called"
        assert [one.name for one in pages.people()] == ["Eva"]
        assert changed(where, path="/players", person="Eva", do="forgotten") == "/players?said=forgotten"
    assert pages.people() == []


def test_what_is_no_game_is_not_found(pages):
    with at_the_page(pages) as where:
        for path in ("..", "%2e%2e", "..%2f..%2fetc", "a%00b", "nobody", "nobody/picture.jpg", f"{NAME}/other.svg"):
            assert ask(where, f"/games/{path}").status == 404


def test_hundreds_of_games_are_listed_page_by_page():
    games = [Listing(f"{number:03}", f"{number:03}") for number in range(3 * MOST_LISTED)]
    text = list_page(games, number=2)
    assert (f'href="/games/{MOST_LISTED:03}"' in text, 'href="/games/000"' in text) == (True, False)
    assert ("?page=1" in text, "?page=3" in text) == (True, True)
    assert list_page(games, number=99) == list_page(games, number=3)


def test_the_game_being_played_gets_a_title_and_is_not_deleted(pages):
    shown = game_page(pages, NAME, viewer="answers", playing=True)
    assert ('value="renamed"' in shown, 'value="deleted"' in shown) == (True, False)


def test_a_chart_is_a_picture_that_may_style_itself(pages):
    with at_the_page(pages) as where:
        course = ask(where, f"/games/{NAME}/course.svg")
    assert (course.status, course.headers["Content-Type"]) == (200, "image/svg+xml")
    assert "style-src 'unsafe-inline'" in course.headers["Content-Security-Policy"]


def test_what_came_of_a_copy_to_the_stick_is_said_once(pages):
    pages.copy = "On the stick: <{}>".format
    with at_the_page(pages) as where:
        came = changed(where, game=NAME, do="copied")
        assert [b"On the stick: &lt;" in ask(where, came).body for _ in range(2)] == [True, False]
        assert changed(where, game="nobody", do="copied") == "/games?said=failed"


def test_a_file_is_written_to_one_phone_at_a_time_and_then_to_the_next(pages):
    asked, may = Event(), Event()

    def file(name):
        asked.set()
        may.wait(20)
        return iter([b"PK"]) if name == NAME else None

    pages.file = file
    with at_the_page(pages) as where, ThreadPoolExecutor() as phones:
        for name, came in ((NAME, 200), ("nobody", 404), (NAME, 200)):
            asked.clear()
            may.clear()
            first = phones.submit(ask, where, f"/games/{name}/game.zip")
            assert asked.wait(20)
            second = ask(where, f"/games/{NAME}/game.zip").status
            may.set()
            assert (first.result().status, second) == (came, 503)


def test_a_finished_game_leads_to_its_own_page():
    over = phone_question("2026 <1>", after(LAST + 1))
    text = page(published(after(LAST + 1), asks=over))
    assert 'href="/games/2026%20%3C1%3E"' in text


def test_whoever_asks_while_too_many_wait_is_asked_to_come_later(pages, monkeypatch):
    monkeypatch.setattr(past_site, "_MOST_WAITING", 0)
    with at_the_page(pages) as where:
        assert (ask(where, "/games").status, ask(where, "/").status) == (503, 200)


def test_nothing_is_said_of_a_result_that_is_not_known():
    assert "Not begun" in list_page([Listing("1", "1", kind="Lucco")])
    assert "Not begun" not in list_page([Listing("1", "1")])
