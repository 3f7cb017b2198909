import json

import pytest

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.report import advice_text, score_text
from lucca_pi.games.lucco.rules.advice import advice, advice_json
from lucca_pi.games.lucco.rules.game import enter, play_turn
from lucca_pi.language import say, use
from tests.cases import some
from tests.lucco.playing import Style, random_game
from tests.lucco.records import THREE, after, does

ROW = f"square | {THREE} | table: blue 0,0; yellow 1,0; red 2,0"


def test_a_score_tells_how_it_stands_the_table_and_every_turn():
    assert (
        score_text(after(ROW, "Ada blue lay blue 0,1"))
        == """\
Not finished: 1 turn played, Ben throws.

Ada  blue: largest group 2, 8 in hand
Ben  yellow: largest group 1, 9 in hand
Cid  green: largest group 0, 10 in hand
     red: 9 in the pot
     black: 10 in the pot

B blue, Y yellow, R red
  0,-1    · · ·
  -1,0  · B Y R ·
  -1,1  · B · ·
   0,2    ·

hold the figure together: blue 0,0, yellow 1,0

  1  Ada lays blue at 0,1: a group of 2 now"""
    )


def test_the_winner_comes_first():
    game = after(f"square | {THREE} | table: blue 0,0 0,1 0,2 0,3", "Ada - lay blue 0,4")
    assert score_text(game).startswith("Ada wins with a group of 5 tiles in blue\n")
    assert advice_text(game) == ""


def test_free_pieces_are_told_with_what_they_touch():
    lines = score_text(after(f"free 5 | {THREE} | table: blue a; red b 0>a.3")).splitlines()
    assert lines[-2:] == ["blue a", "red b: sides 0–a 3"]


def test_an_empty_table_is_said_to_be_empty():
    assert "The table is empty." in score_text(after(f"hexagon | {THREE}"))


def test_colours_that_begin_alike_have_letters_of_their_own_in_each_language():
    use("de")
    game = after(f"hexagon | {THREE} | table: blue 0,0; yellow 1,0; green 2,0; red 3,0; black 4,0")
    assert "B Blau, G Gelb, Ü Grün, R Rot, S Schwarz" in score_text(game)


@pytest.mark.parametrize(
    ("die", "lines"),
    [
        ("blue", ["Ada threw blue: lay a blue tile", "may be laid: blue"]),
        ("yellow", ["Ada throws yellow: no tile of it may be taken away", "hold the figure together: yellow 1,0"]),
        ("green", ["Ada throws green: no tile of it is on the table"]),
        ("red", ["Ada threw red: lay or take away a red tile", "may be laid: red", "may be taken away: red 2,0"]),
        (
            "white",
            [
                "Ada threw white: take away any tile, or lay one in your own colour or from the pot",
                "may be laid: blue, red, black",
                "may be taken away: blue 0,0, red 2,0",
                "hold the figure together: yellow 1,0",
            ],
        ),
        (
            None,
            [
                "Ada throws next",
                "may be laid: blue, red, black",
                "may be taken away: blue 0,0, red 2,0",
                "hold the figure together: yellow 1,0",
            ],
        ),
    ],
)
def test_advice_tells_what_a_throw_demands_and_why_pieces_stay(die, lines):
    assert [hint.text for hint in advice(after(ROW), die)] == lines


@pytest.mark.parametrize(
    ("die", "text"),
    [
        ("blue", "Ada threw blue: lay a blue tile"),
        ("red", "Ada throws red: only their own colour or white lets them lay the first tile"),
    ],
)
def test_advice_on_an_empty_table_is_about_who_begins(die, text):
    assert advice(after(f"square | {THREE}"), die)[0].text == text


def test_protected_pieces_are_advised_apart():
    closed = f"square | {THREE} | table: red 0,0; black -1,0 1,0 0,-1 0,1"
    told = advice_json(after(closed), "red")
    assert told[-1] == {
        **{"player": "Ada", "kind": "protected", "text": "protected: red 0,0"},
        **{"colours": ["red"], "places": [[0, 0]]},
    }
    assert json.loads(json.dumps(told)) == told


def test_a_refusal_is_explained_by_the_advice_that_was_due():
    game, turn = after(ROW), does("Ada white remove 1,0")
    with pytest.raises(RuleError) as caught:
        play_turn(game, turn)
    assert say(caught.value.message) == "yellow at 1,0 stays: without it the rest is in 2 parts"
    assert advice_text(game, turn.die).splitlines()[-1] == "advice   hold the figure together: yellow 1,0"


def test_it_is_all_said_in_german():
    use("de")
    text = score_text(after(ROW, "Ada blue lay blue 0,1", "Ben green", "Cid red remove 2,0"))
    assert "Cid nimmt Rot weg (2,0): zurück in den Topf" in text
    assert advice_text(after(ROW), "red").splitlines()[0] == (
        "Rat      Ada hat Rot gewürfelt: legt einen Stein in Rot, oder nehmt einen weg"
    )


@pytest.mark.parametrize("tiles", ["hexagon", "square", "free"])
def test_every_position_of_a_game_can_be_told_and_advised(tiles):
    record = random_game(7, 3, tiles=tiles, turns=60, style=Style(adjusting=0.1)).record
    game = after(f"{tiles} | " + " | ".join(f"{one.name} {one.colour}" for one in record.players))
    for entry in some(record.turns):
        game = enter(game, entry)
        assert score_text(game)
        assert all(advice_text(game, die) or game.end for die in (*game.position.faces, None))
