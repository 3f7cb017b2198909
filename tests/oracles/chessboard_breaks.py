"""What breaks a record of the game on a chess board, each rule in its ways."""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from oracles import chessboard
from oracles.chessboard import Game
from oracles.chessboard_city import COLOURS, City, lots_of, refusal
from oracles.chessboard_games import NAMES, Choice, Record, showdown


def turns_in(record: Record) -> list[Record]:
    """The turns, and one that is made up where there is none."""
    turns = [entry for entry in record["turns"] if "adjust" not in entry]
    if not turns:
        turns = [{"player": NAMES[0], "bricks": [{"colour": "red", "at": "a1"}, {"colour": "blue", "at": "b1"}]}]
        record["turns"] += turns
    return turns


def any_brick(rng: Random, record: Record) -> Record:
    """A brick of the last turns rather than of the first."""
    bricks_there = [brick for turn in turns_in(record) for brick in turn["bricks"]]
    return bricks_there[-1 - min(rng.randrange(6), len(bricks_there) - 1)] if bricks_there else {}


def wrong_size(rng: Random, record: Record, game: Game) -> None:
    record["size"] = rng.choice((0, 7, -8, 14, 6, 8))


def wrong_players(rng: Random, record: Record, game: Game) -> None:
    players = record["players"]
    way = rng.randrange(5)
    if way == 0:
        del players[1:]
    elif way == 1:
        players[-1]["name"] = players[0]["name"]
    elif way == 2:
        players[-1]["colour"] = players[0]["colour"]
    elif way == 3:
        players[0]["colour"] = rng.choice(("green", "White", ""))
    else:
        players += [{"name": f"Eve {number}", "colour": rng.choice(COLOURS)} for number in range(3)]


def no_lots(size: int) -> tuple[str, ...]:
    """What is no lot, though some of it looks like one."""
    strange = ("A1", "a01", "a\uff11", "a\u00b2", "a 1", "a+1", "a-1", "a1 ", "1a", "aa1", "bb", "5", "")
    return "a0", "m1", f"a{size + 1}", f"{'abcdefghijklm'[size]}1", *strange


def wrong_city(rng: Random, city: City, size: int) -> None:
    way = rng.randrange(5)
    if way == 0:
        city[rng.choice(no_lots(size))] = ["red"]
    elif way == 1:
        city["a1"] = [rng.choice(("green", "RED", "", "red "))]
    elif way == 2:
        city["c3"] = ["red"] * (2 * size + 1)
    elif way == 3:
        city.update({"c3": ["red", "blue"], "c4": ["white"], "d4": ["black", "blue"]})
    else:
        city["c3"] = []


def wrong_start(rng: Random, record: Record, game: Game) -> None:
    wrong_city(rng, record.setdefault("start", {}), game.size)


def wrong_adjustment(rng: Random, record: Record, game: Game) -> None:
    told: Record = {"city": deepcopy(game.city)}
    if rng.random() < 0.5:
        wrong_city(rng, told["city"], game.size)
    else:
        wrong = ({"green": {}}, {"red": {"green": 1}}, {"red": {"blue": -1}}, {"red": {"blue": 2 * game.size + 1}})
        told["prisoners"] = rng.choice((*wrong, {"red": {"red": 1}}, {"green": {"red": 0}}))
    record["turns"].insert(rng.choice((0, len(record["turns"]))), {"adjust": told})


def goes_on(rng: Random, record: Record, game: Game) -> None:
    """Another entry at the end: too much, if the game has ended."""
    turn = {"player": game.player, "bricks": [{"colour": "red", "at": "a1"}, {"colour": "blue", "at": "b2"}]}
    record["turns"].append(rng.choice((turn, {"adjust": {"city": {}}})))


def wrong_order(rng: Random, record: Record, game: Game) -> None:
    rng.choice(turns_in(record)[-3:])["player"] = rng.choice((*NAMES, "Zoe", ""))


def wrong_number(rng: Random, record: Record, game: Game) -> None:
    turn = rng.choice(turns_in(record)[-3:])
    turn["bricks"] = (turn["bricks"] * 2)[: rng.choice((0, 1, 1, 1, 3))]


def wrong_colour(rng: Random, record: Record, game: Game) -> None:
    any_brick(rng, record)["colour"] = rng.choice((*COLOURS, "green", ""))


def wrong_lot(rng: Random, record: Record, game: Game) -> None:
    any_brick(rng, record)["at"] = rng.choice([*lots_of(game.size), *game.city, *game.city])


def no_such_lot(rng: Random, record: Record, game: Game) -> None:
    any_brick(rng, record)["at"] = rng.choice(no_lots(game.size))


def wrong_prisoners(rng: Random, record: Record, game: Game) -> None:
    """Most gladly where prisoners are taken."""
    taking = [brick for turn in turns_in(record) for brick in turn["bricks"] if brick.get("prisoners")]
    brick = rng.choice(taking) if taking else any_brick(rng, record)
    prisoners = list(brick.get("prisoners", []))
    extra = rng.choice((*sorted(game.city), "a1", "z9"))
    changes = (prisoners[1:], prisoners[:-1], [*prisoners, extra], [extra, *prisoners[1:]], prisoners[::-1])
    brick["prisoners"] = rng.choice(changes)


def wrong_switch(rng: Random, record: Record, game: Game) -> None:
    rng.choice(turns_in(record)[-3:])["switch"] = rng.choice((*COLOURS, "green", ""))


def no_switching(rng: Random, record: Record, game: Game) -> None:
    record.pop("switch", None)


RARE = ("supply", "three-towers", "equal-strength")


def refused_brick(rng: Random, record: Record, game: Game) -> None:
    """A further turn whose first or second brick is refused; rare rules rather than others."""
    if not game.end and rng.random() < 0.5:
        told: Record = {"city": showdown(rng, game.size)}
        record["turns"].append({"adjust": told})
        chessboard.adjust(game, told)
        chessboard.look_for_end(game)
    if game.end:
        return
    by_rule: dict[str, list[Choice]] = {}
    for lot in lots_of(game.size):
        for colour in COLOURS:
            rule = "supply" if game.supply(colour) < 1 else refusal(game.city, colour, lot) or "none"
            by_rule.setdefault(rule, []).append((colour, lot))
    rules = sorted(by_rule)
    rule = rng.choices(rules, [8 if rule in RARE else 1 for rule in rules])[0]
    refused = rng.choice(by_rule[rule])
    other = rng.choice([choice for choices in by_rule.values() for choice in choices])
    written = [{"colour": colour, "at": lot} for colour, lot in rng.sample((refused, other), 2)]
    record["turns"].append({"player": game.player, "bricks": written[: rng.choice((1, 2, 2, 2))]})


def shuffled(rng: Random, record: Record, game: Game) -> None:
    """An entry more, or less, or bricks in the other order."""
    turns = record["turns"]
    if not turns:
        return
    number = len(turns) - 1 - min(rng.randrange(5), len(turns) - 1)
    way = rng.randrange(3)
    if way == 0:
        del turns[number]
    elif way == 1:
        turns.insert(number, deepcopy(turns[number]))
    else:
        turns[number].get("bricks", []).reverse()


BREAKS: tuple[Callable[[Random, Record, Game], None], ...] = (
    wrong_size,
    wrong_players,
    wrong_start,
    wrong_adjustment,
    goes_on,
    wrong_order,
    wrong_number,
    wrong_number,
    wrong_colour,
    wrong_lot,
    no_such_lot,
    wrong_prisoners,
    wrong_prisoners,
    wrong_switch,
    no_switching,
    *(refused_brick,) * 8,
    shuffled,
)
