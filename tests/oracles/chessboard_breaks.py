"""What breaks a record of the game on a chess board, each rule in its ways."""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from oracles import chessboard
from oracles.chessboard import Game
from oracles.chessboard_city import COLOURS, City, lots_of, refusal
from oracles.chessboard_games import Choice, Record, random_prisoners, showdown


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


def wrong_prisoners(rng: Random, record: Record, game: Game) -> None:
    """Most gladly where prisoners are taken."""
    bricks = [brick for entry in record["turns"] for brick in entry.get("bricks", ())]
    if not bricks:
        return
    brick = rng.choice([brick for brick in bricks if brick.get("prisoners")] or bricks)
    prisoners = list(brick.get("prisoners", []))
    extra = rng.choice((*sorted(game.city), "a1", "z9"))
    changes = (prisoners[1:], prisoners[:-1], [*prisoners, extra], [extra, *prisoners[1:]], prisoners[::-1])
    brick["prisoners"] = rng.choice(changes)


RARE = ("supply", "three-towers", "equal-strength")


def refused_brick(rng: Random, record: Record, game: Game) -> None:
    """A further turn whose first or second brick is refused; rare rules rather than others."""
    if not game.end and rng.random() < 0.5:
        told: Record = {"city": showdown(rng, game.size)}
        told["prisoners"] = random_prisoners(rng, game.size, told["city"])
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
    rule = rng.choices(rules, [20 if rule in RARE else 1 for rule in rules])[0]
    refused = rng.choice(by_rule[rule])
    other = rng.choice([choice for choices in by_rule.values() for choice in choices])
    written = [{"colour": colour, "at": lot} for colour, lot in rng.sample((refused, other), 2)]
    record["turns"].append({"player": game.player, "bricks": written[: rng.choice((1, 2, 2, 2))]})


BREAKS: tuple[Callable[[Random, Record, Game], None], ...] = (
    wrong_start,
    wrong_adjustment,
    *(wrong_prisoners,) * 2,
    *(refused_brick,) * 8,
)
