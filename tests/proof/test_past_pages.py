"""Stored games as pages: every point with its reason, and what is deleted can be brought back."""

import json
from contextlib import closing
from itertools import pairwise

import pytest
from evening import LAST
from stored import GAME as NAME
from stored import store
from twins import finished

from lucca_pi.devices.store import GameStore
from lucca_pi.evening.journal import events_from_json
from lucca_pi.games.citta.game import GAME
from lucca_pi.proof.export import picture_of
from lucca_pi.proof.game_file import Archive, read_game_file
from lucca_pi.proof.past_pages import PastPages
from lucca_pi.web.past import game_page

JOURNAL = [*events_from_json(finished()[1])]


@pytest.fixture
def pages(tmp_path):
    store(tmp_path, GAME, JOURNAL)
    with closing(GameStore(tmp_path)) as games:
        yield PastPages(games, tmp_path, pictures=True)


def test_the_page_of_a_game_has_every_line_of_its_points(pages):
    past = pages.page(NAME)
    text = game_page(past, "answers")
    score = json.loads(pages.document(NAME, "record.json"))["score"]
    assert score["finished"]
    assert all(text.count(f"<span>{line['reason']}") for line in score["lines"])
    turns = [gain for turn in past.turns for gain in turn.gains]
    assert sum(points for points, _ in turns) == sum(one["points"] for one in score["lines"] if one["round"])
    assert past.bgstats.startswith("https://app.bgstatsapp.com/")


def test_the_file_from_the_page_is_the_game_with_its_pictures(pages, tmp_path):
    (tmp_path / "game.zip").write_bytes(b"".join(pages.file(NAME)))
    with Archive(tmp_path / "game.zip") as archive:
        assert len(read_game_file(archive).evidence) == LAST + 1


def test_a_list_has_date_title_game_and_points_the_latest_first(pages):
    assert pages.change(NAME, "renamed", {"title": " Grandma's  birthday "}) == "renamed"
    assert pages.change(NAME, "renamed", {"title": "x" * 61}) == "unfit"
    (one,) = pages.listed()
    assert (one.when, one.title, one.kind, one.finished) == (
        "2026-05-01, 20:00",
        "Grandma's birthday",
        GAME.title,
        True,
    )
    assert [*dict(one.players).values()] == sorted(dict(one.players).values(), reverse=True)


def test_players_get_names_long_after_the_game_and_everything_follows(pages, tmp_path):
    first, before = pages.page(NAME).seats[0], json.loads(pages.document(NAME, "record.json"))
    player = next(name for name, code in JOURNAL[1].seats.items() if code == first["seat"])
    form = {f"name-{first['seat']}": "Ida", f"was-{first['seat']}": first["name"]}
    assert pages.change(NAME, "named", form) == "named"
    after = json.loads(json.dumps(before).replace(f'"{player}"', '"Ida"'))
    assert json.loads(pages.document(NAME, "record.json"))["record"] == after["record"]
    (tmp_path / "game.zip").write_bytes(b"".join(pages.file(NAME)))
    with Archive(tmp_path / "game.zip") as archive:
        assert len(read_game_file(archive).evidence) == LAST + 1


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
    end = pages.page(NAME)
    shown = [pages.page(NAME, at) for at in range(end.steps + 1)]
    totals = [sum(one["total"] for one in past.overview["ranking"]) for past in shown]
    assert totals[0] == 0 and shown[-1].overview == end.overview == pages.page(NAME, 999).overview
    gained = [sum(points for points, _ in turn.gains) for turn in end.turns]
    assert [later - earlier for earlier, later in pairwise(totals[:-1])] == gained[:-1]
    kept = pages._game(NAME)
    pictures = [name for at in range(end.steps + 1) if (name := picture_of(kept, at))]
    assert (
        pictures == sorted({*pictures}, key=lambda name: int(name.split(".")[0]))
        and pages.picture(NAME, whole=True) is not None
    )
    assert ('rel="next"' in game_page(end), 'rel="next"' in game_page(shown[3])) == (False, True)


@pytest.mark.parametrize("name", ["..", "../games/x", "", "nobody", "a\0b"])
@pytest.mark.parametrize("do", ["renamed", "hidden", "deleted", "back", "gone"])
def test_what_is_no_game_is_not_changed(pages, name, do):
    assert (pages.change(name, do, {"title": "x"}), pages.page(name), pages.picture(name)) == ("failed", None, None)
    assert len(pages.listed()) == 1


def test_a_deleted_game_is_brought_back_with_title_points_and_pictures(pages):
    pages.change(NAME, "renamed", {"title": "Eve"})
    before = pages.listed(), game_page(pages.page(NAME))
    assert pages.change(NAME, "deleted", {}) == "deleted"
    assert (pages.listed(), pages.page(NAME), [one.title for one in pages.deleted()]) == ([], None, ["Eve"])
    assert pages.change(NAME, "back", {}) == "back"
    assert (pages.listed(), game_page(pages.page(NAME)), pages.deleted()) == (*before, [])


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
        assert "its events are gone" in game_page(PastPages(games, tmp_path, pictures=True).page(NAME))


def test_a_game_that_cannot_be_read_says_so(tmp_path):
    with closing(GameStore(tmp_path)) as games:
        games.append("broken", {"event": "nonsense"})
        pages = PastPages(games, tmp_path, pictures=True)
        assert "update it" in game_page(pages.page("broken"))
        assert (pages.document("broken", "record.json"), pages.file("broken")) == (None, None)
