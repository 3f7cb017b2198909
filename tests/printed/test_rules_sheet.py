"""The rules on two pages: they fit in every language, and their examples are counted by the rules."""

import re
from dataclasses import fields, replace
from io import BytesIO

import pytest
from PIL import Image

from lucca_pi.contract.how_to_play import Example, Table
from lucca_pi.games import game_module
from lucca_pi.games.chessboard.how_to_play import BLOCK, HOUSE, TOWER, struggle_course
from lucca_pi.games.chessboard.rules.placing import may_take_floor
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH
from lucca_pi.games.lucco.how_to_play import FIGURE, LINK, SHUT_IN, TURNS, WINS, first_turns
from lucca_pi.games.lucco.rules.position import read_position
from lucca_pi.games.lucco.rules.table import group, staying
from lucca_pi.games.lucco.rules.tiles import Lay
from lucca_pi.games.lucco.rules.turn import TO_WIN
from lucca_pi.language import LANGUAGES, SOURCE, say, use
from lucca_pi.printed.how_to_play import SMALLEST_MM, arranged
from lucca_pi.printed.paper import A3, LETTER
from lucca_pi.printed.pen import rendered
from lucca_pi.printed.prints import Options, PrintError, pdf_of
from lucca_pi.web.how_to_play import picture_widths

GAMES = ("citta", "chessboard", "lucco")


def rules_of(game):
    return game_module(game, "how_to_play").how_to_play()


def blocks_of(game, kind):
    return [one for section in rules_of(game).all_sections() for one in section.blocks if isinstance(one, kind)]


DIFFERING = [
    one.name for one in fields(ENGLISH) if len({getattr(edition, one.name) for edition in EDITIONS.values()}) > 1
]


@pytest.mark.parametrize("field", [one for one in DIFFERING if one not in ("name", "words", "title")])
def test_the_table_of_editions_tells_in_what_they_differ(field, monkeypatch):
    said = [say(cell) for row in blocks_of("citta", Table)[-1].rows for cell in row]
    alike = {name: replace(one, **{field: getattr(ENGLISH, field)}) for name, one in EDITIONS.items()}
    monkeypatch.setattr("lucca_pi.games.citta.how_to_play.EDITIONS", alike)
    rows = game_module("citta", "how_to_play").how_to_play.__wrapped__().box.blocks[0].rows
    assert [say(cell) for row in rows for cell in row] != said


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != SOURCE])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_fit_on_two_pages_in_letters_that_can_be_read(game, language):
    """On Letter; all other ones are ready sheets, which are compared."""
    use(language)
    assert arranged(rules_of(game), game_module(game, "paper").PICTURES, LETTER).size >= SMALLEST_MM


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_rules_are_two_pages(game):
    sheets = game_module(game, "paper").printables(None)
    assert len(rendered(pdf_of(sheets.made("rules", Options())), 20)) == 2
    with pytest.raises(PrintError, match="a4 and letter"):
        sheets.made("rules", Options(paper_name=A3.name))


RESULTS = {
    "chessboard": ["Red has a tower of 3 floors."],
    "lucco": ["13 − 6 = 7 tiles may go"],
    "citta": ["Order: Cleo, Ada, Ben", "2 + 3 + 1 + 2 = 8 points", "2 + 1 + 2 = 5 points", "(4 + 1) × 3 = 15 points"],
}


@pytest.mark.parametrize(("game", "results"), RESULTS.items())
def test_the_examples_come_to_what_the_rules_compute(game, results):
    assert [say(one.result) for one in blocks_of(game, Example) if one.result] == results


def test_the_struggle_goes_as_it_is_told():
    """White fells blue, who takes the white house; red fells white, who finds no prisoner; then red merges both."""
    first, second, last, _over = (one.step for one in struggle_course())
    assert (first.colour, first.fells, first.choices) == ("white", "blue", ("a2",))
    assert (second.colour, second.fells, second.choices, second.from_supply) == ("red", "white", (), False)
    assert (last.colour, last.floors) == ("red", ("red",))


def test_floors_are_allowed_and_refused_as_it_is_told():
    (floors,) = [one for one in blocks_of("chessboard", Example) if one.picture == "block"]
    assert [line.rsplit(". ", 1)[-1] for line in floors.lines] == ["Allowed.", "Refused.", "Refused."]
    verdicts = [may_take_floor(BLOCK, colour, lot) for colour, lot in (("red", TOWER), ("blue", TOWER), ("red", HOUSE))]
    assert verdicts == [True, False, False]


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_drawn_for_the_phone_too(game):
    rules = game_module(game, "game").GAME.show.how_to_play()
    widths = picture_widths(rules)
    assert {*widths} == {*game_module(game, "paper").PICTURES}
    for name, width in widths.items():
        assert Image.open(BytesIO(rules.png(name, width))).width == round(max(10 * width, 300))


SUMS = [one.result for game in GAMES for one in blocks_of(game, Example) if one.result and " = " in one.result]


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_in_an_example_is_right(text):
    left, right = text.split(" = ")
    assert re.fullmatch(r"[\d +−×()]+", left)
    assert eval(left.replace("×", "*").replace("−", "-")) == int(right.split()[0])


def test_the_first_turns_of_lucco_are_legal_and_each_has_its_sentence():
    (shown,) = [one for one in blocks_of("lucco", Example) if one.lines]
    assert len(first_turns()) == len(TURNS) == len(shown.lines)
    for number, (turn, line) in enumerate(zip(TURNS, shown.lines, strict=True), start=1):
        assert line.startswith(f"{number}. {turn.player} throws {turn.die}")


def test_the_tiles_of_the_large_picture_are_what_the_legend_says():
    table = read_position(FIGURE).table
    assert staying(table)[SHUT_IN] == "protected"
    assert staying(table)[LINK] == "splits"
    assert len(group(table.with_piece(Lay("blue", WINS)), WINS)) == TO_WIN


def test_the_table_says_how_long_a_game_is_and_when_a_palace_is_complete():
    assert [row[1:] for row in blocks_of("citta", Table)[0].rows] == [
        ("4", "5", "6"),
        ("5", "4", "3"),
        ("7", "6", "5"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_section_has_a_name_of_its_own_and_each_phase_has_one(game):
    rules = rules_of(game)
    names = [section.name for section in rules.all_sections()]
    assert len(names) == len(set(names))
    assert {rules.section_for(now) for now in ("deal", "turn", "question", "over")} <= {*names}
