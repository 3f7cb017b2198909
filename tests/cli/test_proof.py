"""`lucca-pi games export` and `lucca-pi verify`, on the first pictures of a rendered game."""

import json
import shutil
from io import StringIO
from zipfile import ZipFile

import pytest
from claimed import forged
from lucca import FRAMES, linked

from lucca_pi.commands.start import start
from lucca_pi.config import Config
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.proof.past_games import export, open_games
from lucca_pi.proof.verify import NO_PICTURES

LOOKS = ["000-deal", "001-r1-t1", "002-r1-t2", "003-r1-t3"]


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    """A state directory that holds the game with its pictures."""
    folder, directory = tmp_path_factory.mktemp("frames"), tmp_path_factory.mktemp("state")
    linked(folder, FRAMES[: len(LOOKS)])
    deck = str(EXAMPLE / "deck.json")
    start(
        Config(f"folder:{folder}", buttons="auto", display="none", own={"deck": deck}, state=directory, pictures=50),
        StringIO(),
    )
    return directory


@pytest.fixture(scope="module")
def name(state):
    return open_games(state)[0].game


@pytest.fixture(scope="module")
def exported(state, name, tmp_path_factory):
    return export(state, name, tmp_path_factory.mktemp("out") / "game.zip").file


def test_an_exported_game_follows_from_its_pictures(run, exported):
    ran = run("verify", exported, "--json")
    told = ran.json()
    assert (ran.code, told["format"], told["holds"]) == (0, "lucca-proof/1", True)
    assert [check["what"] for check in told["checks"]] == ["deal", *["turn"] * 3, "score"]
    assert {check["word"] for check in told["checks"]} == {"agrees"}


def test_an_export_holds_record_score_deck_journal_and_pictures(run, exported, tmp_path):
    with ZipFile(exported) as archive:
        names, record = archive.namelist(), archive.read("record.json")
        manifest, events = json.loads(archive.read("manifest.json")), archive.read("journal.jsonl").splitlines()
    assert names == [
        *("manifest.json", "record.json", "score.json", "deck.json", "journal.jsonl"),
        *(f"looks/{look}.jpg" for look in LOOKS),
    ]
    tied = [(json.loads(events[one["event"] - 1])["event"], one["pictures"]) for one in manifest["looks"]]
    assert tied == [("dealt" if look == LOOKS[0] else "played", [[f"{look}.jpg"]]) for look in LOOKS]
    (tmp_path / "record.json").write_bytes(record)
    assert run("score", tmp_path / "record.json").code == 0


def test_a_game_exported_again_is_the_same_file(run, state, name, exported, tmp_path):
    ran = run("games", "export", name, "--state", state, "--out", tmp_path / "again.zip", "--json")
    assert (ran.code, ran.json()["pictures"], ran.json()["without"]) == (0, len(LOOKS), 0)
    assert (tmp_path / "again.zip").read_bytes() == exported.read_bytes()


def test_of_a_game_without_pictures_it_is_said_that_there_are_none_and_nothing_is_derived(run, state, name, tmp_path):
    shutil.copytree(state, tmp_path / "state", ignore=shutil.ignore_patterns("pictures"))
    ran = run("games", "export", name, "--state", tmp_path / "state", "--out", tmp_path / "game.zip")
    assert (ran.code, f"{len(LOOKS)} more have none" in ran.out) == (0, True)
    told, shown = run("verify", tmp_path / "game.zip", "--json"), run("verify", tmp_path / "game.zip")
    assert (told.code, told.json()["unseen"]) == (1, len(LOOKS))
    assert (shown.code, shown.err, shown.out) == (1, "", f"{name}: {NO_PICTURES}\n")


def found(run, file):
    """The exit code, and where something is otherwise than that it agrees."""
    ran = run("verify", file, "--json")
    wrong = [check for check in ran.json()["checks"] if check["word"] != "agrees"]
    return ran.code, [(check["round"], check["turn"], check["word"]) for check in wrong]


def read(exported, name):
    with ZipFile(exported) as archive:
        return json.loads(archive.read(name)) if name.endswith(".json") else archive.read(name)


def test_a_changed_point_is_found(run, exported, tmp_path):
    score = read(exported, "score.json")
    player = score["orders"][0][1]
    score["lines"].append(
        {"round": 1, "player": player, "kind": "opening", "points": 4, "reason": "opens", "cards": []}
    )
    ran = run("verify", forged(exported, tmp_path / "forged.zip", {"score.json": score}))
    assert ran.code == 1
    assert f"round 1, turn 2, {player}: DIFFERS (+4 told, +0 derived): what was played comes to: no points" in ran.out
    assert "score: DIFFERS: these differ: lines" in ran.out


def test_a_swapped_picture_is_found(run, exported, tmp_path):
    swapped = {"looks/002-r1-t2.jpg": read(exported, "looks/003-r1-t3.jpg")}
    code, wrong = found(run, forged(exported, tmp_path / "forged.zip", swapped))
    assert (code, wrong[0]) == (1, (1, 2, "differs"))


def test_a_picture_that_is_missing_makes_the_file_unreadable_and_one_not_named_leaves_its_turn_underived(
    run, exported, tmp_path
):
    ran = run("verify", forged(exported, tmp_path / "missing.zip", {"looks/002-r1-t2.jpg": None}))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("missing.zip: looks/002-r1-t2.jpg: is missing: export the game again\n")
    manifest = read(exported, "manifest.json")
    manifest["looks"] = [look for look in manifest["looks"] if look["pictures"] != [["002-r1-t2.jpg"]]]
    code, wrong = found(run, forged(exported, tmp_path / "unnamed.zip", {"manifest.json": manifest}))
    assert (code, wrong) == (1, [(1, 2, "unseen")])
