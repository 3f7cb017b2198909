"""`games why` and `play --log`: a stranger reads why a turn was taken so, and what to change on the table."""

import json

import cv2
import numpy as np
import pytest
from lucca import FRAMES, linked

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.table.pieces import pieces_in

LARGER = 1.35
"""A sticker is so much larger than its black square."""


def painted(frame, card, folder):
    """The picture with a card's sticker painted over."""
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    _, inspected = read_picture(frame, pieces)
    (square,) = [one.corners_px for one in inspected.kept if pieces.name(one.code) == card]
    middle = square.mean(0)
    picture = cv2.imread(str(frame))
    cv2.fillConvexPoly(picture, np.round(middle + (square - middle) * LARGER).astype(np.int32), (200, 200, 205))
    cv2.imwrite(str(folder / frame.name), picture)
    return folder / frame.name


@pytest.fixture
def played(run, tmp_path):
    """Plays pictures, each look for an OK, keeps them, and gives the game's name."""

    def of(*pictures):
        folder, state = linked(tmp_path / "frames", pictures), tmp_path / "games"
        camera = ["--camera", f"folder:{folder}", "--deck", EXAMPLE / "deck.json", "--state", state]
        log = ["--pictures", 100, "--log", tmp_path / "log.txt"]
        run("play", *camera, "--buttons", "auto", "--display", "none", *log)
        (game,) = run("games", "--state", state, "--json").json()
        return game["id"], "--state", state

    return of


def test_a_painted_sticker_is_found_and_drawn_on_the_picture(run, played, tmp_path):
    game, *state = played(FRAMES[0], painted(FRAMES[1], 51, tmp_path))
    told = run("games", "why", game, 1, 1, *state, "--picture", tmp_path / "why.png").out
    assert "51 is not visible; it was laid out in a triplet" in told
    assert "  Make 51 visible: it may be covered, dirty or in glare." in told
    assert "not proved: Guinigi: I do not see 51" in told
    drawn, marked = cv2.imread(str(tmp_path / "why.png")), np.array([0, 200, 255])
    assert (np.abs(drawn.astype(int) - marked).sum(2) < 30).sum() > 200
    line = run("games", "why", game, *state).out.splitlines()[1]
    assert line.split()[:4] == ["1.1", "Guinigi", "doubt", "4.0"]


def test_a_forgotten_press_is_told_as_the_turns_that_it_was(run, played, tmp_path):
    game, *state = played(FRAMES[0], FRAMES[2])
    data = run("games", "why", game, 1, 1, *state, "--json").json()
    assert (data["format"], [turn["player"] for turn in data["taken"]]) == ("lucca-why/1", ["Guinigi", "Buonvisi"])
    assert data["remedies"] == ["Press OK after each turn"]
    assert data["explanation"]["several"][0]["taken"]
    log = (tmp_path / "log.txt").read_text()
    assert "No single turn fits as well as 2 turns one after another." in log


def test_the_look_that_play_stopped_at_waits_and_is_read_again_from_its_picture(run, played):
    game, *state = played(FRAMES[0], FRAMES[1], FRAMES[1])
    told = run("games", "why", game, *state).out
    assert "It is Buonvisi's turn (turn 2 of round 1). A look waits:" in told
    waiting = run("games", "why", game, 1, 2, *state).out
    assert "No legal turn fits: Buonvisi: no triplet has been taken." in waiting
    assert "  Take a triplet and play its cards, then press OK." in waiting
    assert waiting.splitlines()[-1].endswith("002-r1-t2.jpg")


REFUSED = {
    ("EXAMPLE", 9, 9): (2, "has no turn 9 of round 9; its last is turn 1 of round 1"),
    ("EXAMPLE", 1, 2): (
        2,
        "turn 2 of round 1 is not scored yet. It is Buonvisi's turn (turn 2 of round 1). No waiting look",
    ),
    ("EXAMPLE", 1): (2, "has rounds: give ROUND and TURN"),
    ("EXAMPLE", 1, 1, "--picture", "why.gif"): (2, "--picture FILE.png or FILE.jpg"),
    ("nobody", 1, 1): (2, "there is no game nobody; `lucca-pi games` lists them"),
}


def test_what_cannot_be_told_is_refused_in_a_line(run, played):
    game, *state = played(FRAMES[0], FRAMES[1])
    for arguments, (code, words) in REFUSED.items():
        named = [game if one == "EXAMPLE" else one for one in arguments]
        ran = run("games", "why", *named, *state)
        assert (ran.code, words in ran.err, len(ran.err.splitlines())) == (code, True, 1), ran.err
    refused = json.loads(run("games", "why", game, 9, 9, *state, "--json").out)
    assert refused["error"]["code"] == "no-such-turn"


def test_without_pictures_there_is_nothing_to_draw_on_and_that_is_said(run, played, tmp_path):
    game, *state = played(FRAMES[0], FRAMES[1])
    for picture in (tmp_path / "games" / "pictures" / game).glob("*.jpg"):
        picture.unlink()
    ran = run("games", "why", game, 1, 1, *state, "--picture", tmp_path / "why.png")
    assert (ran.code, ran.err) == (
        2,
        "lucca-pi: no picture of that look was saved: `lucca-pi play --pictures MB` saves them\n",
    )
    assert run("games", "why", game, 1, 1, *state).code == 0


def test_a_log_that_cannot_be_written_is_named_before_play_begins(run, tmp_path):
    ran = run(
        "play", "--camera", f"folder:{EXAMPLE / 'frames'}", "--log", tmp_path / "no" / "log.txt", "--display", "none"
    )
    assert (ran.code, "log.txt: the log cannot be written: No such file or directory." in ran.err) == (2, True)
