"""Random games of the game on a chess board: legal ones, played in several ways, and what breaks their records."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

from oracles import chessboard
from oracles.chessboard import COLOURS, City, Game, beside, block_of, lots_of, refusal, towers_in

Record = dict[str, Any]
Choice = tuple[str, str]
"""A colour and a lot."""

NAMES = ("Ada", "Ben", "Cid", "Dan")


def random_game(rng: Random) -> tuple[Record, Game]:
    """A legal record, and the game at its end."""
    record = random_beginning(rng)
    game = Game(record)
    chessboard.look_for_end(game)
    style = rng.choice(STYLES)
    most = rng.choice((0, 1, 3, 8, 20, 200))
    adjustments = rng.choice((0, 0, 0.05, 0.3))
    while not game.end and len(record["turns"]) < most:
        if rng.random() < adjustments:
            adjust(rng, record, game)
        else:
            record["turns"].append(random_turn(rng, game, style))
        chessboard.look_for_end(game)
    return record, game


def random_beginning(rng: Random) -> Record:
    size = rng.choices((6, 8, 10, 12), (8, 4, 2, 1))[0]
    number = rng.choice((2, 2, 3, 4))
    colours = rng.sample(COLOURS, number)
    players = [{"name": name, "colour": colour} for name, colour in zip(NAMES, colours, strict=False)]
    record: Record = {"format": "lucca-chessboard-record/1", "game": "chessboard", "size": size, "players": players}
    if rng.random() < 0.7:
        record["switch"] = rng.random() < 0.8
    if rng.random() < 0.5:
        record["start"] = rng.choice((random_city, showdown))(rng, size)
    return {**record, "note": "played at random", "turns": []}


def random_city(rng: Random, size: int) -> City:
    """A settled city: houses anywhere, and some raised to towers."""
    left = Counter(dict.fromkeys(COLOURS, 2 * size))
    city: City = {}
    for lot in rng.sample(lots_of(size), rng.randrange(size * size // 2)):
        city[lot] = bricks(rng, left, 1)
    for lot in rng.sample(sorted(city), len(city) // 2):
        if not towers_in(city, block_of(city, lot)):
            city[lot] += bricks(rng, left, rng.choice((1, 2, 3, size - 1, size)))
    return {lot: stack for lot, stack in city.items() if stack}


def showdown(rng: Random, size: int) -> City:
    """Two to four blocks, most of them with a tower, that a house in their middle would join."""
    middle = rng.choice(["c3", "d4", "c4"])
    houses = rng.choice(((1, 1, 1), (3, 3, 4), (0, 1, 2, 4, 6)))
    city: City = {}
    for root in rng.sample(beside(middle), rng.choice((2, 2, 3, 3, 4))):
        near = {lot for other in {*city, *beside(middle)} - {root} for lot in beside(other)}
        block = grown(rng, root, {*beside(middle), *near}, size, rng.choice(houses))
        tops = rng.choice((COLOURS, COLOURS[:2], COLOURS[:1]))
        city.update({lot: [rng.choice(tops)] for lot in block})
        if rng.random() < 0.9:
            city[rng.choice(block)] += [rng.choice(COLOURS) for _ in range(rng.choice((1, 1, 2, 3, 4)))]
    return city if chessboard.is_settled(city, size, {}) else random_city(rng, size)


def grown(rng: Random, root: str, forbidden: set[str], size: int, further: int) -> list[str]:
    """Lots that hang together, from a first one on, with none of the forbidden among the further ones."""
    block = [root]
    for _ in range(further):
        free = [lot for one in block for lot in beside(one) if lot in lots_of(size) and lot not in {*forbidden, *block}]
        block += rng.sample(free, min(1, len(free)))
    return block


def bricks(rng: Random, left: Counter[str], number: int) -> list[str]:
    """Bricks out of the supply."""
    drawn = rng.sample(sorted(left.elements()), min(number, left.total()))
    left.subtract(drawn)
    return drawn


def adjust(rng: Random, record: Record, game: Game) -> None:
    """Tells another city, or the same with other prisoners."""
    cities = (partial(deepcopy, game.city), partial(random_city, rng, game.size), partial(showdown, rng, game.size))
    city = rng.choice(cities)()
    told: Record = {"city": city, "note": "settled"}
    if rng.random() < 0.8:
        told["prisoners"] = random_prisoners(rng, game.size, city)
    record["turns"].append({"adjust": told})
    chessboard.adjust(game, told)


def random_prisoners(rng: Random, size: int, city: City) -> dict[str, dict[str, int]]:
    """Prisoners; now and then nearly all that is not in the city."""
    left = Counter(dict.fromkeys(COLOURS, 2 * size))
    left.subtract(Counter(brick for stack in city.values() for brick in stack))
    number = rng.choice((0, 2, size, size + 2, left.total() - 2, left.total() - 1, left.total()))
    takers = rng.sample(COLOURS, rng.randrange(1, 5))
    prisoners: dict[str, dict[str, int]] = {taker: {} for taker in takers}
    for brick in bricks(rng, left, max(0, number)):
        taken = prisoners[rng.choice(takers)]
        taken[brick] = taken.get(brick, 0) + 1
    return prisoners


def random_turn(rng: Random, game: Game, style: "Style") -> Record:
    """A legal turn, played."""
    turn: Record = {"player": game.player, "bricks": []}
    for _ in range(2):
        placed = [brick["colour"] for brick in turn["bricks"]]
        choices = legal_choices(rng, game, placed)
        if not choices:
            break
        wish = max(choices, key=lambda choice: style(rng, game, choice))
        turn["bricks"].append(placed_brick(rng, game, *wish))
    neutral = [colour for colour in COLOURS if not game.player_of(colour)]
    if game.may_switch and neutral and len(turn["bricks"]) == 2 and rng.random() < 0.15:
        turn["switch"] = rng.choice(neutral)
    elif rng.random() < 0.1:
        turn["switch"] = None
    chessboard.after_the_bricks(game, turn, [])
    game.told_turns.append({"turn": game.turn})
    game.turns_played += not game.end
    return turn


def legal_choices(rng: Random, game: Game, placed: list[str]) -> list[Choice]:
    """Some of the legal choices; none only if there is none."""
    colours = [colour for colour in COLOURS if colour not in placed and game.supply(colour) > 0]
    everything = [(colour, lot) for lot in lots_of(game.size) for colour in colours]
    rng.shuffle(everything)
    first = [(colour, lot) for lot in [*joining_lots(game.city), *sorted(game.city)] for colour in colours]
    some = rng.sample(first, min(12, len(first))) + everything[:8]
    legal = [choice for choice in some if refusal(game.city, *choice) is None]
    return legal or [choice for choice in everything if refusal(game.city, *choice) is None][:5]


def joining_lots(city: City) -> list[str]:
    """The empty lots between stacks, where struggles may begin."""
    edges = Counter(lot for taken in city for lot in beside(taken) if lot not in city)
    return sorted(lot for lot, number in edges.items() if number > 1)


def placed_brick(rng: Random, game: Game, colour: str, lot: str) -> Record:
    taken: list[str] = []

    def choose(houses: list[str]) -> str:
        taken.append(rng.choice(houses))
        return taken[-1]

    chessboard.place(game, colour, lot, choose)
    return {"colour": colour, "at": lot, **({"prisoners": taken} if taken or rng.random() < 0.1 else {})}


Style = Callable[[Random, Game, Choice], float]
"""How gladly a brick is placed there."""


def anyhow(rng: Random, game: Game, choice: Choice) -> float:
    return rng.random()


def builds_towers(rng: Random, game: Game, choice: Choice) -> float:
    stack = game.city.get(choice[1], [])
    return rng.random() * 2 + len(stack) + (game.colour_of[game.player] in stack[:1])


def seeks_struggles(rng: Random, game: Game, choice: Choice) -> float:
    lot = choice[1]
    if lot in game.city:
        return rng.random() + 2 * (len(game.city[lot]) == 1)
    blocks = {frozenset(block_of(game.city, other)) for other in beside(lot) if other in game.city}
    return rng.random() * 2 + 3 * (sum(bool(towers_in(game.city, set(block))) for block in blocks) > 1)


STYLES: tuple[Style, ...] = (anyhow, builds_towers, seeks_struggles, seeks_struggles)


NO_LOTS = "a0", "m1", "a9", "i1", "A1", "a01"
"""What is no lot of eight columns and rows, though it looks like one."""
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
        record["turns"] += [{"player": game.player, "bricks": []}] if rng.random() < 0.1 else []
        return
    by_rule: dict[str, list[Choice]] = {"colour": [("green", "a1")], "lot": [("red", "z9")]}
    for lot in lots_of(game.size):
        for colour in COLOURS:
            rule = "supply" if game.supply(colour) < 1 else refusal(game.city, colour, lot) or "none"
            by_rule.setdefault(rule, []).append((colour, lot))
    rules = sorted(by_rule)
    rule = rng.choices(rules, [20 if rule in RARE else 1 for rule in rules])[0]
    refused = rng.choice(by_rule[rule])
    other = rng.choice([choice for choices in by_rule.values() for choice in choices])
    written: list[Record] = [{"colour": colour, "at": lot} for colour, lot in rng.sample((refused, other), 2)]
    written[0] |= {"prisoners": ["a1"]} if rng.random() < 0.2 else {}
    record["turns"].append({"player": game.player, "bricks": written[: rng.choice((1, 2, 2, 2))]})


def wrong_switch(rng: Random, record: Record, game: Game) -> None:
    for turn in [turn for turn in record["turns"] if "bricks" in turn][-1:]:
        turn["switch"] = rng.choice((*COLOURS, "green"))


BREAKS: tuple[Callable[[Random, Record, Game], None], ...] = (*(refused_brick,) * 7, wrong_switch)
