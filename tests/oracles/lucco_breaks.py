"""What breaks a record of Lucco, each rule in its ways."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from oracles import lucco
from oracles.lucco import Game
from oracles.lucco_games import Record, group_with, random_table, spot, touched
from oracles.lucco_table import Place, around, written


def any_place(rng: Random, game: Game) -> Any:
    """A place where a piece lies, or lies beside, or anywhere."""
    table = game.table
    if table.tiles == "free":
        return rng.choice([*table.pieces, "p1", "p99", ""])
    beside = [spot for place in table.pieces for spot in around(table.tiles, place)]
    return written(rng.choice([*table.pieces, *beside, (0, 0), (99, -99)]))


def wrong_adjustment(rng: Random, record: Record, game: Game) -> None:
    told = random_table(rng, game)
    way = rng.randrange(5)
    extra = {"colour": rng.choice(game.colours), "at": any_place(rng, game)}
    if way == 0:
        told.append(extra)
    elif way == 1:
        told.insert(0, extra)
    elif way == 2:
        rng.shuffle(told)
    elif way == 3:
        one_colour = rng.choice(game.colours)
        told = [{**piece, "colour": one_colour} for piece in told]
    else:
        (rng.choice(told) if told else extra)["colour"] = rng.choice(("pink", "white", ""))
    record["turns"].insert(rng.choice((0, len(record["turns"]))), {"adjust": {"table": told}})


def five_together(rng: Random, record: Record, game: Game) -> None:
    """An adjustment with a group of five, of a player's colour or of the pot's."""
    table = game.empty_table()
    colour, told = rng.choice(game.colours), []
    for _ in range(rng.choice((4, 5, 6))):
        if not table.has_room():
            return
        told.append(spot(rng, table, colour))
        table.lay(told[-1])
    record["turns"].append({"adjust": {"table": told}})


def wrong_contacts(rng: Random, record: Record, game: Game) -> None:
    found = [entry["lay"] for entry in record["turns"] if "lay" in entry]
    if not found:
        return
    piece = rng.choice(found[-6:])
    touches = deepcopy(piece.get("touches", []))
    name = rng.choice([*map(str, game.table.pieces), "p99", str(piece.get("at"))])
    one = [rng.choice((0, 1, 2, 5, 12, -1)), name, rng.choice((0, 1, 2, 4, 5, 12, -1))]
    same_again = [[one[0], *contact[1:]] for contact in touches]
    changes = ([], [*touches, one], touches * 2, [one], touches[1:], [*touches, *same_again])
    piece["touches"] = rng.choice(changes)


def next_turn(rng: Random, record: Record, game: Game) -> None:
    """Another turn with any throw, and any piece laid or removed, or both, or nothing done."""
    turn: Record = {"player": game.next, "die": rng.choice((*game.faces, None, "pink"))}
    way = rng.randrange(4)
    if way in (0, 3) and game.table.has_room():
        turn["lay"] = spot(rng, game.table, rng.choice((*game.colours, "pink")))
    if way in (1, 3) and game.table.pieces:
        turn["remove"] = {"at": rng.choice((any_place(rng, game), written(rng.choice(list(game.table.pieces)))))}
    record["turns"].append(turn)


def piece_that_stays(rng: Random, record: Record, game: Game) -> None:
    """A removal of a piece that is protected, or that holds the rest together, or of any other."""
    if not game.end and rng.random() < 0.5:
        entry = {"adjust": {"table": huddled(rng, game)}}
        lucco.adjust(game, entry["adjust"])
        record["turns"].append(entry)
    by_rule: dict[str, list[Place]] = {}
    for place in game.table.pieces:
        by_rule.setdefault(game.table.stays(place) or "none", []).append(place)
    if by_rule:
        place = rng.choice(by_rule[rng.choice(sorted(by_rule))])
        die = rng.choice((None, "white", game.table.pieces[place]))
        record["turns"].append({"player": game.next, "die": die, "remove": {"at": written(place)}})


def huddled(rng: Random, game: Game) -> list[Record]:
    """Pieces each of which touches as many as it can, few of a colour."""
    table = game.empty_table()
    told: list[Record] = []
    for number in range(rng.choice((9, 15, 20))):
        if table.has_room():
            tries = [spot(rng, table, game.colours[number % 5]) for _ in range(8)]
            told.append(max(tries, key=lambda one: touched(table, one)))
            table.lay(told[-1])
    return told if all(table.largest_group(colour) < lucco.TO_WIN for colour in game.colours) else []


def none_left(rng: Random, record: Record, game: Game) -> None:
    """All ten of a colour lie, and then something is done, or nothing."""
    if game.end:
        return
    told: list[Record] = []
    table = game.empty_table()
    many = rng.choice(game.colours)
    others = [colour for colour in game.colours if colour != many]
    for colour in [many, *others[:3]] * 10:
        if table.has_room():
            tries = [spot(rng, table, colour) for _ in range(4)]
            told.append(min(tries, key=lambda one: group_with(table, one)))
            table.lay(told[-1])
    turn: Record = {"player": game.next, "die": rng.choice((None, many, many, "white", rng.choice(game.colours)))}
    if rng.random() < 0.6 and table.has_room():
        turn["lay"] = spot(rng, table, rng.choice((many, many, rng.choice(game.colours))))
    record["turns"] += [{"adjust": {"table": told}}, turn]


BREAKS: tuple[Callable[[Random, Record, Game], None], ...] = (
    wrong_adjustment,
    five_together,
    *(wrong_contacts, none_left) * 2,
    *(piece_that_stays,) * 4,
    *(next_turn,) * 6,
)
