"""The pieces of another game in sight than the one that was chosen: said before the start, and one press changes it."""

from dataclasses import replace

import cv2
import pytest

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.menus import game_in_sight, usual_beginning, with_other_game
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Pressed, step
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.vision.detect import detect

QUARTERS, BOARD, TILES = {101, 103, 105}, {112, 113, 116}, {3, 27, 50, 51}
DEAL = {5, 11, 17, 42, 88, 111}
SEEN = {
    "a board before cards": ("citta", BOARD, "chessboard"),
    "a board before tiles": ("lucco", BOARD, "chessboard"),
    "cards before a board": ("chessboard", QUARTERS | DEAL, "citta"),
    "cards before tiles": ("lucco", QUARTERS | DEAL, "citta"),
    "cards whose quarters are hidden": ("lucco", DEAL, "citta"),
    "tiles before cards": ("citta", TILES, "lucco"),
    "tiles before a board": ("chessboard", TILES, "lucco"),
    "cards without their quarters are cards": ("citta", DEAL, ""),
    "a board on the cards' table is nothing": ("citta", QUARTERS | BOARD, ""),
    "one code of a board is none": ("citta", {112}, ""),
    "an empty table": ("citta", set(), ""),
}


def choosing(game):
    return begin_evening(usual_beginning(game, ""))


@pytest.mark.parametrize(("game", "codes", "other"), SEEN.values(), ids=SEEN)
def test_another_game_is_told_by_codes_that_only_it_has(game, codes, other):
    assert game_in_sight(choosing(game), codes) == other


def test_down_and_ok_play_that_game():
    state = choosing("citta")
    said = with_other_game(state, Disagreed(("No quarter is in sight.",), "Then press OK."), BOARD)
    assert said.problems == ("This looks like Lucca on a chess board",)
    assert said.advice == "Down: switch to it. OK: look again."
    state, _ = step(replace(state, mode=said), Pressed("down", ""))
    assert [one.words for one in state.mode.options] == ["Play Lucca on a chess board", "Look again", "Back"]
    assert step(state, Pressed("ok", ""))[0].plugin.name == "chessboard"


def test_tiles_prove_nothing_as_cards_bear_their_codes():
    wrong = Disagreed(("No quarter is in sight.",), "Then press OK.")
    said = with_other_game(choosing("citta"), wrong, TILES)
    assert with_other_game(choosing("citta"), wrong, set()) == wrong
    assert (said.problems, said.advice) == (wrong.problems, "Then press OK. Or is it Lucco? Down: switch to it.")


@pytest.mark.parametrize("name", ["000-deal", "011-r4-t2", "021-r7-t3"])
def test_no_picture_of_cards_is_taken_for_another_game(name):
    frames = EXAMPLE / "frames"
    codes = {one.code for one in detect(cv2.imread(str(frames / f"{name}.jpg"), cv2.IMREAD_GRAYSCALE), range(128)).read}
    hidden = codes - set(range(101, 106))
    assert [game_in_sight(choosing(game), codes) for game in ("citta", "chessboard", "lucco")] == ["", "citta", "citta"]
    assert game_in_sight(choosing("citta"), hidden) == ""
