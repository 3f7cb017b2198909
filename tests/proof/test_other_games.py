"""Games that are not the card game, exported and verified by what they say of themselves."""

import json
from zipfile import ZipFile

import pytest
from claimed import forged
from pebble_games import TABLES, journal_of
from pebbles import CUP, look
from pebbles import GAME as PEBBLE_GAME
from stored import GAME, exported, proof_of, store

from lucca_pi import games
from lucca_pi.errors import UnreadableError
from lucca_pi.proof.verify import proof_text, verify_game


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")


@pytest.fixture
def kept(tmp_path):
    """The whole game, stored, and its looks by the names of their pictures."""
    return tmp_path, store(tmp_path, PEBBLE_GAME, journal_of(*TABLES))


def document(file, name):
    with ZipFile(file) as archive:
        return json.loads(archive.read(name))


def differing(proof):
    return [(check.what, check.turn, check.why) for check in proof.checks if check.word == "differs"]


def test_its_file_holds_what_every_game_has_and_nothing_of_the_card_game(kept):
    file = exported(kept[0])
    with ZipFile(file) as archive:
        documents = {name for name in archive.namelist() if not name.startswith("looks/")}
    assert documents == {"manifest.json", "record.json", "score.json", "journal.jsonl"}
    assert set(document(file, "manifest.json")) == {"format", "game", "codes", "looks"}


def test_every_turn_follows_from_its_looks(kept):
    proof = proof_of(exported(kept[0]), kept[1])
    assert proof.holds
    first, second, *_, score, _, verdict = proof_text(proof).splitlines()
    assert (first, second, score) == ("start: agrees", "turn 1, Ada: agrees", "score: agrees")
    assert verdict == f"{GAME}: every point follows from the pictures (6 agrees)"


def with_turn(file, number, pebbles):
    """The file with a turn of its journal, from 1, claimed otherwise; its record and score as it follows."""
    with ZipFile(file) as archive:
        events = [json.loads(line) for line in archive.read("journal.jsonl").splitlines()]
    events[number + 1]["pebbles"] = pebbles
    record = document(file, "record.json")
    record["turns"][number - 1]["pebbles"] = pebbles
    journal = "".join(json.dumps(event) + "\n" for event in events).encode()
    changed = {"journal.jsonl": journal, "record.json": record, "score.json": record}
    return forged(file, file.with_name("forged.zip"), changed)


def test_a_turn_claimed_otherwise_differs_and_the_pictures_say_what_was_played(tmp_path):
    looks = store(tmp_path, PEBBLE_GAME, journal_of(*TABLES[:3]))
    proof = proof_of(with_turn(exported(tmp_path), 2, [4]), looks)
    assert differing(proof) == [("turn", 2, "the pictures show Ben: takes 5"), ("score", None, "these differ: turns")]


@pytest.mark.parametrize(("name", "says"), [("record.json", "record"), ("score.json", "turns")])
def test_a_document_that_is_not_the_journal_s_differs(kept, name, says):
    file = exported(kept[0])
    changed = {**document(file, name), "turns": []}
    proof = proof_of(forged(file, file.with_name("forged.zip"), {name: changed}), kept[1])
    assert differing(proof) == [("score", None, f"these differ: {says}")]


def test_a_picture_of_no_start_differs(kept):
    looks = kept[1] | {"2.0.jpg": look(1)}
    assert differing(proof_of(exported(kept[0]), looks))[0] == (
        "start",
        None,
        "the picture shows no start: Not all pebbles are in sight",
    )


def test_what_players_answered_is_their_word(tmp_path):
    looks = store(tmp_path, PEBBLE_GAME, journal_of(*TABLES[:2], [CUP]))
    check = next(one for one in proof_of(exported(tmp_path), looks).checks if one.turn == 2)
    assert (check.word, check.why.partition(" (")[0]) == (
        "told",
        "answered by the players: Ben: what was taken? takes 1, 2",
    )


def test_a_game_that_this_version_does_not_know_is_named(kept, monkeypatch):
    file = exported(kept[0])
    monkeypatch.delitem(games.PLAYED, "pebbles")
    with pytest.raises(UnreadableError, match=r"game\.zip: journal\.jsonl: the journal belongs to the game pebbles"):
        verify_game(file)


@pytest.mark.parametrize("game", ["[]", '"\\u0000"', "7"])
def test_a_name_that_is_no_game_is_one_clear_line(kept, game):
    file = forged(
        exported(kept[0]), kept[0] / "forged.zip", {"journal.jsonl": b'{"event":"begun","game":%b}' % game.encode()}
    )
    with pytest.raises(UnreadableError, match=r"forged\.zip: journal\.jsonl: "):
        verify_game(file)
