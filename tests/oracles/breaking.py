"""What breaks the record of a random game: one more turn that a rule may refuse, after a table that suits."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules import game as board
from lucca_pi.games.chessboard.rules.city import COLOURS, lots
from lucca_pi.games.chessboard.rules.record import ADJUSTMENT
from lucca_pi.games.chessboard.rules.turn import Brick, settled_brick
from lucca_pi.games.lucco.rules import game as tiles
from lucca_pi.games.lucco.rules.record import Record as Tiles
from lucca_pi.games.lucco.rules.record import record_json
from lucca_pi.games.lucco.rules.table import Table, group, largest_group, staying
from lucca_pi.games.lucco.rules.tiles import Adjustment, Entry, Lay, Place, Remove, Turn
from lucca_pi.games.lucco.rules.turn import TO_WIN
from tests.chessboard.playing import random_adjustment, showdown
from tests.lucco.playing import random_lay

Record = dict[str, Any]
Break = Callable[[Random, Record, Any], None]
"""Adds to a record; the game is that at its end."""

NO_LOTS = "a0", "m1", "a9", "i1", "A1", "a01"
"""What is no lot of eight columns and rows, though it looks like one."""
RARE = ("supply", "three-towers", "equal-strength")


def refused_brick(random: Random, record: Record, game: board.Game) -> None:
    """A further turn whose first or second brick is refused; rare rules rather than others."""
    if not game.end and random.random() < 0.5:
        adjustment = random_adjustment(game, random, showdown(random, game.position.size))
        record["turns"].append({"adjust": ADJUSTMENT.write(adjustment)})
        game = board.adjust(game, adjustment)
    if game.end:
        record["turns"] += [{"player": game.player.name, "bricks": []}] if random.random() < 0.1 else []
        return
    by_rule: dict[str, list[tuple[str, str]]] = {"colour": [("green", "a1")], "lot": [("red", "z9")]}
    for lot in lots(game.position.size):
        for colour in COLOURS:
            by_rule.setdefault(_refusal(game, Brick(colour, lot)), []).append((colour, lot))
    rules = sorted(by_rule)
    rule = random.choices(rules, [20 if rule in RARE else 1 for rule in rules])[0]
    refused, other = random.choice(by_rule[rule]), random.choice([one for some in by_rule.values() for one in some])
    written: list[Record] = [{"colour": colour, "at": lot} for colour, lot in random.sample((refused, other), 2)]
    written[0] |= {"prisoners": ["a1"]} if random.random() < 0.2 else {}
    record["turns"].append({"player": game.player.name, "bricks": written[: random.choice((1, 2, 2, 2))]})


def _refusal(game: board.Game, brick: Brick) -> str:
    try:
        settled_brick(game.position, brick)
    except RuleError as error:
        return error.rule
    return "none"


def wrong_switch(random: Random, record: Record, _game: board.Game) -> None:
    for turn in [turn for turn in record["turns"] if "bricks" in turn][-1:]:
        turn["switch"] = random.choice((*COLOURS, "green"))


ON_A_BOARD: tuple[Break, ...] = (*(refused_brick,) * 7, wrong_switch)


def _entry_json(entry: Entry) -> Record:
    told: Record = record_json(Tiles((), (entry,)))["turns"][0]
    return told


def next_turn(random: Random, record: Record, game: tiles.Game) -> None:
    """Another turn with any throw, and any piece laid or removed, or both, or nothing done."""
    position, table = game.position, game.position.table
    own = [position.colour_of(position.next)] * 4
    die = random.choice((*position.faces, *(None,) * 4, "pink"))
    way = 0 if table.tiles.are_free and random.random() < 0.7 else random.randrange(4)
    lay = random_lay(random, table, random.choice((*own, *position.colours, "pink"))) if way in (0, 3) else None
    if lay and not lay.touches and random.random() < 0.8:
        lay = replace(lay, at=_any_place(random, table))
    remove = Remove(_any_place(random, table)) if way in (1, 3) and table else None
    turn = _entry_json(Turn(position.next, die, lay, remove))
    if lay and lay.touches:
        turn["die"], touches = None, turn["lay"]["touches"]
        turn["lay"]["touches"] = random.choice((touches * 2, [[0, "p99", 0]]))
    record["turns"].append(turn)


def _any_place(random: Random, table: Table) -> Place:
    """A place where a piece lies, or lies beside, or anywhere."""
    if table.tiles.are_free:
        return random.choice((*table.pieces, "p1", "p99", ""))
    cells = [at for at in table.pieces if not isinstance(at, str)]
    beside = [spot for at in cells for spot in table.tiles.neighbours(at)]
    return random.choice((*random.sample([*cells, *beside], 3 if cells else 0), (0, 0), (99, -99)))


def piece_that_stays(random: Random, record: Record, game: tiles.Game) -> None:
    """A removal of a piece that is protected, or that holds the rest together, or of any other."""
    if not game.end and random.random() < 0.5:
        colours = [*game.position.colours] * random.choice((2, 3, 4))
        game = _settled(record, game, _table_of(random, game, colours, lambda after, at: len(after.touched(at))))
    table, by_rule = game.position.table, dict[str, list[Place]]()
    why = staying(table)
    for at in table.pieces:
        by_rule.setdefault(why.get(at, "none"), []).append(at)
    if by_rule:
        at = random.choice(by_rule[random.choice(sorted(by_rule))])
        die = random.choice((None, "white", table.pieces[at]))
        record["turns"].append(_entry_json(Turn(game.position.next, die, remove=Remove(at))))


def none_left(random: Random, record: Record, game: tiles.Game) -> None:
    """All ten of a colour lie, and then something is done, or nothing."""
    if game.end:
        return
    colours = game.position.colours
    many = random.choice(colours)
    others = [colour for colour in colours if colour != many]
    apart = _table_of(random, game, [many, *others[:3]] * 10, lambda after, at: -len(group(after, at)))
    game = _settled(record, game, apart)
    die = random.choice((None, many, many, "white", random.choice(colours)))
    colour = random.choice((many, many, random.choice(colours)))
    lay = random_lay(random, game.position.table, colour) if random.random() < 0.6 else None
    record["turns"].append(_entry_json(Turn(game.position.next, die, lay)))


def _table_of(
    random: Random, game: tiles.Game, colours: Sequence[str], wish: Callable[[Table, Place], int]
) -> tuple[Lay, ...]:
    """Pieces of these colours, laid one after the other where of some places the wish is greatest."""
    table, told = Table(game.position.table.tiles), list[Lay]()
    for colour in colours:
        tries = [lay for _ in range(6) if (lay := random_lay(random, table, colour))]
        if tries:
            told.append(max(tries, key=lambda lay, now=table: wish(now.with_piece(lay), lay.at)))  # type: ignore[misc]
            table = table.with_piece(told[-1])
    won = any(len(largest_group(table, player.colour)) >= TO_WIN for player in game.position.players)
    return () if won else tuple(told)


def _settled(record: Record, game: tiles.Game, pieces: tuple[Lay, ...]) -> tiles.Game:
    adjustment = Adjustment(pieces)
    record["turns"].append(_entry_json(adjustment))
    return tiles.adjust(game, adjustment)


OF_TILES: tuple[Break, ...] = (none_left, *(piece_that_stays,) * 3, *(next_turn,) * 6)
