"""
Games of Lucco before a drawn table, each on the evening its file names: they are read back as their records.

Every stage is real, from the picture to the record; only the table is drawn. Throws need not be seen.
"""

import json
from io import StringIO
from pathlib import Path

import pytest

from lucca_pi.commands.start import start
from lucca_pi.config import Config
from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.drawn import LuccoCamera
from lucca_pi.games.lucco.rules.game import replay
from lucca_pi.games.lucco.rules.record import Record, read_record, record_json
from lucca_pi.games.lucco.rules.tiles import tiles_called
from lucca_pi.games.lucco.table.pieces import ACROSS_MM
from tests.cases import first_of, some

FILES = sorted((Path(__file__).parent / "lucco").glob("*.json"), key=lambda file: ("easy" not in file.stem, file))
TURNS = 5
WHOLE = FILES[0]
EASY = read_record(WHOLE.read_text())


def told(record):
    """Who did what, turn by turn; where is compared apart, as a grid has no place and no direction of its own."""
    return [(one["player"], one.get("lay", {}).get("colour"), "remove" in one) for one in record_json(record)["turns"]]


def turned(places):
    """The table's tiles with the grid turned and moved into all its positions, each as a set."""
    for _ in range(6):
        places = [((-r, q + r), colour) for (q, r), colour in places]
        left, top = (min(at[axis] for at, _ in places) for axis in (0, 1))
        yield frozenset(((q - left, r - top), colour) for (q, r), colour in places)


def table(record):
    return [*replay(record).position.table.pieces.items()]


@pytest.mark.parametrize("whole", first_of({file.stem: file for file in FILES}))
def test_a_drawn_game_is_read_back_as_its_record(whole, tmp_path):
    """The easy one to its end; the others for their first turns, as each evening's light is on every look."""
    document, file = json.loads(whole.read_text()), tmp_path / whole.name
    turns = document["turns"] if whole == WHOLE else document["turns"][:TURNS]
    file.write_text(json.dumps({**document, "turns": turns}))
    record, evening = read_record(file.read_text()), document["evening"]
    names = {record.colours.index(one.colour) + 1: one.name for one in record.players}
    devices = {"camera": f"drawn:{file}", "conditions": evening, "buttons": "auto", "display": "none"}
    config = Config(**devices, players=len(names), game="lucco", state=tmp_path, names=names)
    outcome = start(config, StringIO())
    assert not outcome.stuck, outcome.notes
    played = read_record(json.dumps(outcome.result["record"]))
    assert told(played) == told(record)
    assert next(turned(table(record))) in {*turned(table(played))}


def test_a_tile_stays_as_it_lies_until_it_is_taken_away():
    drawn = LuccoCamera(EASY, 1)
    for number in some(range(1, drawn.looks)):
        before, now = ({one.code: one for one in drawn.laid[n] if one.code <= 50} for n in (number - 1, number))
        assert len(before.keys() ^ now.keys()) <= 1
        assert all(before[code] == now[code] for code in before.keys() & now.keys())


@pytest.mark.parametrize("seed", range(8))
def test_tiles_lie_loosely_beside_their_neighbours(seed):
    drawn, tiles = LuccoCamera(EASY, seed), tiles_called("hexagon")
    for number in some(range(drawn.looks)):
        at = {one.code: complex(one.x_mm, one.y_mm) for one in drawn.laid[number]}
        cells = {cell: at[code] for cell, code in drawn.figures[number].tiles.items()}
        pairs = [(cell, other) for cell in cells for other in cells if cell < other]
        for cell, other in pairs:
            apart_mm = abs(cells[cell] - cells[other])
            assert (apart_mm < 38) == (other in tiles.neighbours(cell))
            assert apart_mm > ACROSS_MM - 4


def test_the_die_lies_clear_of_the_tiles_where_it_was_seen():
    drawn = LuccoCamera(EASY, 1)
    for number in some(range(drawn.looks)):
        dice = [one for one in drawn.laid[number] if one.code > 50]
        assert len(dice) == (drawn.figures[number].die is not None)
        tiles = [one for one in drawn.laid[number] if one.code <= 50]
        assert all(abs(complex(a.x_mm - b.x_mm, a.y_mm - b.y_mm)) > 40 for a in dice for b in tiles)


def test_free_tiles_are_not_drawn():
    with pytest.raises(RuleError, match="shape of free tiles"):
        LuccoCamera(Record(EASY.players, tiles="free"))


def test_the_demo_is_a_whole_game():
    file = Path(__file__).parents[2] / "lucca_pi/games/lucco/drawn/demo.json"
    assert replay(read_record(file.read_text())).end
