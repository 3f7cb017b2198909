"""Each command with the exit code, the document and the error that other programs rely on."""

import io
import json
import sys
import warnings
from pathlib import Path

import pytest

from lucca_pi.games.citta.example import EXAMPLE
from tests.cases import first_of

RECORD = EXAMPLE / "game.json"
SAMPLE = Path(__file__).parents[2] / "calibration" / "sample.toml"
ILLEGAL = {
    "format": "lucca-citta-record/1",
    "edition": "english",
    "deck": "reference",
    "players": ["Ada", "Ben", "Cid"],
    "deal": {"Ada": [1, 2], "Ben": [3, 4], "Cid": [5, 6]},
    "rounds": [[{"player": "Ada", "open": [], "play": []}]],
}


@pytest.fixture
def illegal(tmp_path):
    file = tmp_path / "illegal.json"
    file.write_text(json.dumps(ILLEGAL))
    return file


def test_what_libraries_warn_of_is_not_written(run, monkeypatch):
    monkeypatch.setattr(sys, "warnoptions", [])
    with warnings.catch_warnings(record=True) as written:
        assert run("--version").code == 0
        warnings.warn("Corrupt EXIF data", stacklevel=1)
    assert written == []


def test_a_score_for_programs_and_for_people(run):
    told, shown = run("score", RECORD, "--json"), run("score", RECORD)
    assert [(ran.code, ran.err) for ran in (told, shown)] == [(0, "")] * 2
    assert (told.json()["format"], told.json()["winner"]) == ("lucca-citta-score/1", "Charlie")
    assert shown.out.startswith("1. Charlie")


def test_a_record_from_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.read_bytes())))
    assert run("score", "-", "--json").json() == run("score", RECORD, "--json").json()


def test_a_score_with_advice(run, tmp_path):
    record = json.loads(RECORD.read_text())
    record["rounds"] = record["rounds"][:5]
    (tmp_path / "five.json").write_text(json.dumps(record))
    hints = run("score", tmp_path / "five.json", "--advice", "--json").json()["advice"]
    assert {hint["player"] for hint in hints} == {
        run("score", tmp_path / "five.json", "--json").json()["next_order"][0]
    }
    assert "advice   Bruno: " in run("score", tmp_path / "five.json", "--advice").out
    assert run("score", RECORD, "--advice").out == run("score", RECORD).out


def test_an_illegal_record(run, illegal):
    ran = run("score", illegal, "--json")
    assert (ran.code, ran.err) == (1, "")
    error = ran.json()["error"]
    assert (error["code"], error["rule"], error["round"], error["turn"]) == ("illegal-record", "order-of-play", 1, 1)
    assert "Ada" in error["message"]


def test_several_records_make_an_array_in_their_order_with_the_worst_exit_code(run, illegal):
    ran = run("score", illegal, RECORD, "nowhere.json", "--json")
    first, second, third = ran.json()
    assert (ran.code, ran.err) == (2, "")
    assert (first["error"]["code"], second["winner"], third["error"]["code"]) == (
        "illegal-record",
        "Charlie",
        "unreadable",
    )
    assert third["error"]["file"] == "nowhere.json"
    assert run("score", RECORD, illegal, "--json").code == 1


def test_several_records_for_people_go_on_after_an_error(run, illegal):
    ran = run("score", illegal, RECORD)
    assert ran.code == 1
    assert "1. Charlie" in ran.out
    assert ran.err.startswith(f"lucca-pi: {illegal}: round 1, turn 1")


USAGE = {
    "no argument": ["score"],
    "no such option": ["score", str(RECORD), "--loudly"],
    "no such command": ["scores"],
    "no such command of a group": ["deck", "shuffle"],
    "a wrong choice": ["read", "x.jpg", "--codes", "bar"],
    "a wrong setting": ["play", "--players", "6"],
    "a wrong setting of the game": ["play", "--edition", "french"],
    "a page at no port": ["play", "--page", "70000"],
    "a folder without a name": ["play", "--camera", "folder:"],
    "a folder for pictures that is a file": ["read", "x.jpg", "--debug-image", str(RECORD)],
    "a folder to keep in that is a file": ["read", "x.jpg", "--keep", str(RECORD)],
}


@pytest.mark.parametrize("arguments", USAGE.values(), ids=USAGE)
def test_bad_usage(run, arguments):
    ran, as_json = run(*arguments), run(*arguments, "--json")
    assert (ran.code, ran.out, as_json.code, as_json.err) == (2, "", 2, "")
    assert ran.err.startswith("lucca-pi: ")
    assert len(ran.err.splitlines()) <= 2
    assert as_json.json()["error"]["code"] == "usage"


UNREADABLE = {
    "a record that is not there": ["score", "nowhere.json"],
    "a record that is a directory": ["score", "/"],
    "a deck that is not there": ["deck", "show", "nowhere.json"],
    "a deck to check that is not there": ["deck", "check", "nowhere.json"],
    "what is no game's file": ["verify", str(RECORD)],
    "a deck to read with that is not there": ["read", "x.jpg", "--deck", "nowhere.json"],
    "a deck to play with that is not there": [
        *("play", "--camera", f"folder:{EXAMPLE / 'frames'}", "--buttons", "auto", "--display", "none"),
        *("--deck", "nowhere.json"),
    ],
}


@pytest.mark.parametrize("arguments", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_input(run, arguments):
    ran = run(*arguments, "--json")
    assert (ran.code, ran.err) == (2, "")
    assert ran.json()["error"]["code"] == "unreadable"
    assert run(*arguments).err.count("\n") in (1, 2)


@pytest.mark.parametrize("command", ["show", "export", "why", "delete --for-good --yes", "restore", "hide"])
def test_a_game_that_was_never_kept_is_named(run, tmp_path, command):
    name, *options = command.split()
    ran = run("games", name, "never", *options, "--state", str(tmp_path), "--json")
    assert (ran.code, ran.json()["error"]["code"]) == (2, "no-such-game")


def test_a_deck_file_is_printed_that_can_be_read_again(run, tmp_path):
    file = tmp_path / "deck.json"
    file.write_text(run("deck", "show", "reference", "--json").out)
    assert run("deck", "show", file, "--json").out == file.read_text()
    assert run("deck", "check", file, "--json").json() == {"errors": [], "warnings": []}


def test_a_deck_file_with_errors_is_no_deck(run, tmp_path):
    file = tmp_path / "deck.json"
    file.write_text('[\n{"number": 1, "colour": "red", "windows": 2, "shields": 1, "code": "x"}]')
    ran = run("deck", "check", file, "--json")
    assert ran.code == 1
    assert ran.json()["errors"][0] == {"message": "code: expected a whole number, not 'x'", "card": 1, "line": 2}
    first = run("deck", "check", file).out.splitlines()[0]
    assert first == "error: line 2, card 1: code: expected a whole number, not 'x'"


def test_help_and_version(run):
    assert run("--version").out.startswith("lucca-pi")
    for command in ("score", "read", "play", "deck", "games"):
        assert run(command, "--help").out.startswith("Usage: lucca-pi")


class Device:
    def __del__(self):
        raise OSError("bus gone")


def test_an_exception_in_a_destructor_is_one_line(run, capsys):
    run("--version")
    Device()
    assert capsys.readouterr().err == "lucca-pi: bus gone (in a library, while it tidied up)\n"


def test_without_games_the_list_is_empty(run):
    assert run("games", "--json").json() == []
    assert run("games").out == "No games yet.\n"
    assert run("games", "--deleted").out == "No deleted games.\n"


def test_what_is_no_picture_has_its_error_in_its_place(run, tmp_path):
    ran = run("read", RECORD, tmp_path / "none.jpg", "--json")
    assert ran.code == 2
    assert [one["error"]["code"] for one in ran.json()] == ["unreadable", "unreadable"]


def test_a_deck_is_shown_as_a_picture_too(run, tmp_path):
    file = tmp_path / "deck.png"
    ran = run("deck", "show", "reference", "--png", file)
    assert (ran.code, ran.out.splitlines()[0]) == (0, "reference")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_box_is_not_enrolled_with_a_camera_that_is_none(run, tmp_path):
    ran = run("deck", "enrol", tmp_path / "box.json", "--camera", "phone")
    assert (ran.code, "as usb:0" in ran.err) == (2, True)
    assert run("deck", "enrol", tmp_path / "box.json", "--camera", "usb:0", "--from", "a.jpg").code == 2
    assert run("deck", "enrol", tmp_path / "box.json", "--page", "8000", "--from", "a.jpg").code == 2
    assert "is not [HOST:]PORT" in run("deck", "enrol", tmp_path / "box.json", "--page", "phone").err
    assert not (tmp_path / "box.json.draft").exists()


IMAGE = EXAMPLE / "frames" / "015-r5-t3.jpg"


def swapped(number, file):
    """The deck in which the card and one of another colour have changed colours, in the file; and the two cards."""
    deck = json.loads((EXAMPLE / "deck.json").read_text())
    card = next(card for card in deck["cards"] if card["number"] == number)
    other = next(one for one in deck["cards"] if one["colour"] != card["colour"])
    card["colour"], other["colour"] = other["colour"], card["colour"]
    file.write_text(json.dumps(deck))
    return card, other


def offered(run):
    """A card that lies in the centre of the picture."""
    seen = run("read", IMAGE, "--deck", EXAMPLE / "deck.json", "--json")
    assert (seen.code, seen.json()[0]["doubts"]) == (0, [])
    return seen.json()[0]["triplets"][0][0]


def test_a_sticker_on_a_wrong_card_is_doubted(run, tmp_path):
    number = offered(run)
    card, other = swapped(number, tmp_path / "deck.json")
    ran = run("read", IMAGE, "--deck", tmp_path / "deck.json", "--json")
    doubt = f"Card {number} (code {card['code']}) should be {card['colour']} but looks {other['colour']}"
    assert ran.code == 1
    assert f"{doubt}: is its sticker on the wrong card?" in ran.json()[0]["doubts"]


@pytest.mark.parametrize("known", first_of([("--calibration", SAMPLE), ()]))
def test_a_doubtful_picture_is_kept_as_a_folder_that_reads_the_same_again(run, tmp_path, known):
    swapped(offered(run), tmp_path / "deck.json")
    ran = run("read", IMAGE, "--deck", tmp_path / "deck.json", "--json", "--keep", tmp_path / "kept", *known)
    kept = tmp_path / "kept" / IMAGE.stem
    names = {"again.sh", "deck.json", "reading.json", "seen", IMAGE.name, *(["calibration.toml"] if known else [])}
    assert {file.name for file in kept.iterdir()} == names
    assert (kept / IMAGE.name).read_bytes() == IMAGE.read_bytes()
    command = (kept / "again.sh").read_text().split("lucca-pi ")[1].split()
    here = [str(kept / word) if (kept / word).exists() else word for word in command]
    again = run(*here)
    assert (ran.code, again.code) == (1, 1)
    assert again.json() == ran.json() == json.loads((kept / "reading.json").read_text())


def test_a_picture_without_doubt_is_not_kept(run, tmp_path):
    assert run("read", IMAGE, "--deck", EXAMPLE / "deck.json", "--keep", tmp_path / "kept").code == 0
    assert not (tmp_path / "kept").exists()


MEANT = [
    (("plya",), "Did you mean 'play'?"),
    (("games", "shwo", "x"), "Did you mean 'show'?"),
    (("print", "dekc"), "Did you mean deck?"),
    (("print", "tiles"), "Did you mean tiles --game lucco?"),
    (("play", "--plyers", "3"), "--players"),
]


@pytest.mark.parametrize(("typed", "meant"), MEANT)
def test_what_is_mistyped_is_answered_by_what_was_probably_meant(run, typed, meant):
    done = run(*typed)
    assert (done.code, meant in done.err) == (2, True)
