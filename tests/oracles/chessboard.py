"""The game on a chess board, scored a second time: plain, slow, written apart from the scorer it is held against."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from oracles.shapes import either, just, list_of, map_to, nothing, object_with, text, whole, yes_or_no

# ---- a city, its blocks, and what may be placed in it

COLOURS = ("white", "black", "red", "blue")

City = dict[str, list[str]]
"""A lot's name, and its stack, a list of colours from the top down. An empty lot is not in it."""


def lots_of(size: int) -> list[str]:
    return [f"{column}{row}" for row in range(1, size + 1) for column in "abcdefghijkl"[:size]]


@cache
def beside(lot: str) -> tuple[str, ...]:
    """The lots over the four edges, some of which may lie outside."""
    column, row = lot[0], int(lot[1:])
    return f"{chr(ord(column) - 1)}{row}", f"{chr(ord(column) + 1)}{row}", f"{column}{row - 1}", f"{column}{row + 1}"


def block_of(city: City, lot: str, without: str = "") -> set[str]:
    """The lots that hang together with this one; `without` is taken for empty."""
    found, open_ends = {lot}, [lot]
    while open_ends:
        for neighbour in beside(open_ends.pop()):
            if neighbour in city and neighbour != without and neighbour not in found:
                found.add(neighbour)
                open_ends.append(neighbour)
    return found


def towers_in(city: City, block: set[str]) -> list[str]:
    return sorted(lot for lot in block if len(city[lot]) > 1)


def houses_in(city: City, block: set[str], colour: str | None = None) -> list[str]:
    """The houses of a colour, or of any."""
    return sorted(lot for lot in block if len(city[lot]) == 1 and colour in (None, city[lot][0]))


def highest(city: City, colour: str) -> int:
    return max((len(stack) for stack in city.values() if len(stack) > 1 and stack[0] == colour), default=0)


def is_settled(city: City, size: int, prisoners: dict[str, dict[str, int]]) -> bool:
    """Whether a position may be told: real lots and colours, 2n bricks a colour at most, one tower a block at most."""
    if not city.keys() <= set(lots_of(size)) or not all(city.values()):
        return False
    counts = Counter(brick for stack in city.values() for brick in stack)
    for taken in prisoners.values():
        if any(number < 0 for number in taken.values()):
            return False
        counts.update(taken)
    if not {*counts, *prisoners} <= set(COLOURS) or max(counts.values(), default=0) > 2 * size:
        return False
    return all(len(towers_in(city, block_of(city, lot))) <= 1 for lot in city)


def refusal(city: City, colour: str, lot: str) -> str | None:
    """The rule by which a brick may not be placed there, if there is one."""
    return floor_refusal(city, colour, lot) if lot in city else house_refusal(city, colour, lot)


def floor_refusal(city: City, colour: str, lot: str) -> str | None:
    block = block_of(city, lot)
    floors = city[lot].count(colour) + 1
    if floors > len(houses_in(city, block - {lot}, colour)):
        return "houses-in-block"
    if len(city[lot]) == 1 and towers_in(city, block):
        return "second-tower"
    return None


def house_refusal(city: City, colour: str, lot: str) -> str | None:
    joined = {**city, lot: [colour]}
    towers = towers_in(joined, block_of(joined, lot))
    if len(towers) > 2:
        return "three-towers"
    if len(towers) == 2 and strength(joined, towers[0], lot) == strength(joined, towers[1], lot):
        return "equal-strength"
    return None


def strength(city: City, tower: str, joining: str) -> tuple[int, int]:
    houses = len(houses_in(city, block_of(city, tower, joining)))
    return min(len(city[tower]), houses), houses


# ---- a brick that is placed, and the struggle that it causes

Event = dict[str, Any]
Choose = Callable[[list[str]], str]
"""Which of some houses a player takes as a prisoner."""


def place(game: "Game", colour: str, lot: str, choose: Choose) -> list[Event]:
    """Places a legal brick and settles what it causes."""
    if lot in game.city:
        game.city[lot].append(colour)
        return [{"kind": "floor", "colour": colour, "at": lot, "height": len(game.city[lot])}]
    game.city[lot] = [colour]
    return [{"kind": "house", "colour": colour, "at": lot}, *struggle(game, lot, choose)]


def struggle(game: "Game", joining: str, choose: Choose) -> list[Event]:
    """The struggle that a house causes, if it does."""
    city = game.city
    towers = towers_in(city, block_of(city, joining))
    if len(towers) < 2:
        return []
    weaker, stronger = sorted(towers, key=lambda tower: strength(city, tower, joining))
    strengths = [list(strength(city, stronger, joining)), list(strength(city, weaker, joining))]
    events: list[Event] = [
        {"kind": "struggle", "at": joining, "stronger": stronger, "weaker": weaker, "strengths": strengths}
    ]
    in_turn, other = stronger, weaker
    while not (ending := how_it_ends(game, stronger, weaker)):
        events.append(step(game, in_turn, other, joining, choose))
        in_turn, other = other, in_turn
    return [*events, ending]


def how_it_ends(game: "Game", stronger: str, weaker: str) -> Event | None:
    city = game.city
    for tower in (stronger, weaker):
        if len(city[tower]) == 1:
            return {"kind": "razed", "at": tower}
    if weaker not in block_of(city, stronger):
        return {"kind": "parted"}
    if city[stronger][0] == city[weaker][0]:
        *floors, lowest = city[weaker]
        city[stronger] += floors
        city[weaker] = [lowest]
        return {
            "kind": "merge", "into": stronger, "source": weaker, "floors": floors, "height": len(city[stronger])
        }  # fmt: skip
    return None


def step(game: "Game", tower: str, other: str, joining: str, choose: Choose) -> Event:
    """One step of `tower` against `other`."""
    colour, felled = game.city[tower][0], game.city[other].pop(0)
    if game.player_of(felled):
        prisoner = taken_house(game, colour, block_of(game.city, tower, joining), choose)
    else:
        prisoner = "supply" if game.supply(colour) > 0 else None
    if prisoner:
        game.took[felled][colour] += 1
    return {"kind": "fight", "tower": tower, "colour": colour, "fells": felled, "at": other, "prisoner": prisoner}


def taken_house(game: "Game", colour: str, part: set[str], choose: Choose) -> str | None:
    houses = houses_in(game.city, part, colour)
    if not houses:
        return None
    chosen = choose(houses)
    del game.city[chosen]
    return chosen


# ---- the score

SIZES = (6, 8, 10, 12)


class RefusedError(Exception):
    def __init__(self, rule: str, turn: int | None = None, brick: int | None = None) -> None:
        super().__init__(rule)
        self.rule, self.turn, self.brick = rule, turn, brick


def score(data: Any) -> dict[str, Any]:
    """The document of `score --json` without its sentences."""
    if not RECORD(data):
        return {"error": {"code": "unreadable"}}
    try:
        return told(play(data))
    except RefusedError as refused:
        where = {"rule": refused.rule, "turn": refused.turn, "brick": refused.brick}
        return {"error": {"code": "illegal-record", **where}}


# ---- what can be read

BRICK = object_with({"colour": text, "at": text}, {"prisoners": list_of(text)})
TURN = object_with({"player": text, "bricks": list_of(BRICK)}, {"switch": either(text, nothing)})
CITY = map_to(list_of(text))
ADJUSTMENT = object_with({"city": CITY}, {"prisoners": map_to(map_to(whole)), "note": text})


def entry(value: Any) -> bool:
    if isinstance(value, dict) and "adjust" in value:
        return ADJUSTMENT(value["adjust"])
    return TURN(value)


RECORD = object_with(
    {
        "format": just("lucca-chessboard-record/1"),
        "game": just("chessboard"),
        "size": whole,
        "players": list_of(object_with({"name": text, "colour": text})),
        "turns": list_of(entry),
    },
    {"switch": yes_or_no, "start": CITY},
)


# ---- a game


class Game:
    def __init__(self, data: dict[str, Any]) -> None:
        self.size: int = data["size"]
        self.may_switch: bool = data.get("switch", False)
        self.names: list[str] = [player["name"] for player in data["players"]]
        self.colour_of: dict[str, str] = {player["name"]: player["colour"] for player in data["players"]}
        self.city: City = {lot: list(stack) for lot, stack in data.get("start", {}).items()}
        self.took: dict[str, Counter[str]] = {colour: Counter() for colour in COLOURS}
        self.turns_played = 0
        self.end: dict[str, Any] | None = None
        self.winners: list[str] = []
        self.told_turns: list[dict[str, Any]] = []

    @property
    def player(self) -> str:
        """Whose turn it is, or was when the game ended in it."""
        return self.names[self.turns_played % len(self.names)]

    @property
    def turn(self) -> int:
        return self.turns_played + 1

    @property
    def turn_to_come(self) -> int:
        return 1 + sum(told_turn["turn"] is not None for told_turn in self.told_turns)

    def player_of(self, colour: str) -> str | None:
        return next((name for name in self.names if self.colour_of[name] == colour), None)

    def bricks_of(self, colour: str) -> int:
        """How many bricks of the colour are in the city."""
        return sum(stack.count(colour) for stack in self.city.values())

    def supply(self, colour: str) -> int:
        prisoners = sum(taken[colour] for taken in self.took.values())
        return 2 * self.size - self.bricks_of(colour) - prisoners

    def prisoners(self, colour: str) -> int:
        return sum(self.took[colour].values())

    def can_place(self, but_not: str | None = None) -> bool:
        """Whether a brick of any colour, but for the one given, can be placed."""
        colours = [colour for colour in COLOURS if colour != but_not and self.supply(colour) > 0]
        return any(refusal(self.city, colour, lot) is None for lot in lots_of(self.size) for colour in colours)


def play(data: dict[str, Any]) -> Game:
    check_whole(data)
    game = Game(data)
    look_for_end(game)
    for one in data["turns"]:
        if game.end:
            raise RefusedError("over", game.turn_to_come)
        if "adjust" in one:
            adjust(game, one["adjust"])
        else:
            take_turn(game, one)
        look_for_end(game)
    return game


def check_whole(data: dict[str, Any]) -> None:
    if data["size"] not in SIZES:
        raise RefusedError("size")
    names = [player["name"] for player in data["players"]]
    colours = [player["colour"] for player in data["players"]]
    unique = len(set(names)) == len(names) == len(set(colours))
    if not 2 <= len(names) <= 4 or not unique or not all(map(str.strip, names)) or not set(colours) <= set(COLOURS):
        raise RefusedError("players")
    if not is_settled(data.get("start", {}), data["size"], {}):
        raise RefusedError("start")


def adjust(game: Game, told_so: dict[str, Any]) -> None:
    prisoners = told_so.get("prisoners", {})
    if not is_settled(told_so["city"], game.size, prisoners):
        raise RefusedError("adjustment", game.turn)
    game.city = {lot: list(stack) for lot, stack in told_so["city"].items()}
    game.took = {colour: Counter(prisoners.get(colour, {})) for colour in COLOURS}
    game.told_turns.append({"turn": None, "player": None, "colour": None, "events": [{"kind": "adjust"}]})


def take_turn(game: Game, written: dict[str, Any]) -> None:
    bricks = written["bricks"]
    if written["player"] != game.player:
        raise RefusedError("order-of-play", game.turn)
    if len(bricks) not in (1, 2):
        raise RefusedError("two-bricks", game.turn)
    events: list[Event] = []
    told_turn = {"turn": game.turn, "player": game.player, "colour": game.colour_of[game.player], "events": events}
    for number, brick in enumerate(bricks, start=1):
        try:
            check_brick(game, brick, [earlier["colour"] for earlier in bricks[: number - 1]])
            events += place_as_written(game, brick)
        except RefusedError as refused:
            raise RefusedError(refused.rule, game.turn, number) from None
    after_the_bricks(game, written, events)
    game.told_turns.append(told_turn)
    if game.end is None:
        game.turns_played += 1


def check_brick(game: Game, brick: dict[str, Any], earlier: list[str]) -> None:
    colour, lot = brick["colour"], brick["at"]
    if colour not in COLOURS:
        raise RefusedError("colour")
    if colour in earlier:
        raise RefusedError("different-colours")
    if game.supply(colour) < 1:
        raise RefusedError("supply")
    if lot not in lots_of(game.size):
        raise RefusedError("lot")
    rule = refusal(game.city, colour, lot)
    if rule:
        raise RefusedError(rule)


def after_the_bricks(game: Game, written: dict[str, Any], events: list[Event]) -> None:
    bricks, to = written["bricks"], written.get("switch")
    if len(bricks) == 1:
        if game.can_place(but_not=bricks[0]["colour"]):
            raise RefusedError("two-bricks", game.turn)
        end_blocked(game)
    if to is None:
        return
    if not game.may_switch or to not in COLOURS or game.player_of(to) or len(bricks) == 1:
        raise RefusedError("switch", game.turn)
    events.append({"kind": "switch", "colour": game.colour_of[game.player], "to": to})
    game.colour_of[game.player] = to


def place_as_written(game: Game, brick: dict[str, Any]) -> list[Event]:
    """Places a legal brick; each prisoner that is written must be one that was taken."""
    prisoners = list(brick.get("prisoners", []))

    def next_written(houses: list[str]) -> str:
        if not prisoners or prisoners[0] not in houses:
            raise RefusedError("prisoner")
        return prisoners.pop(0)

    events = place(game, brick["colour"], brick["at"], next_written)
    if prisoners:
        raise RefusedError("prisoner")
    return events


# ---- the end


def look_for_end(game: Game) -> None:
    """What is looked at when a turn begins."""
    if game.end:
        return
    own = game.colour_of[game.player]
    others = [colour for colour in COLOURS if colour != own]
    tower, prisoners = highest(game.city, own), game.prisoners(own)
    if tower >= game.size and all(tower > highest(game.city, other) for other in others):
        won(game, "tower")
    elif prisoners >= game.size and all(prisoners > game.prisoners(other) for other in others):
        won(game, "prisoners")
    elif not game.can_place():
        end_blocked(game)


def won(game: Game, by: str) -> None:
    game.end = {"by": by, "turn": game.turn, "player": game.player, "decided": None}
    game.winners = [game.player]


def end_blocked(game: Game) -> None:
    measures = {
        "tower": lambda colour: highest(game.city, colour),
        "prisoners": game.prisoners,
        "bricks": game.bricks_of,
    }
    left, decided = list(game.names), "nothing"
    for name, measure in measures.items():
        best = max(measure(game.colour_of[player]) for player in left)
        left = [player for player in left if measure(game.colour_of[player]) == best]
        if len(left) == 1:
            decided = name
            break
    game.end = {"by": "blocked", "turn": game.turn, "player": game.player, "decided": decided}
    game.winners = left


# ---- what is told


def told(game: Game) -> dict[str, Any]:
    return {
        "format": "lucca-chessboard-score/1",
        "game": "chessboard",
        "size": game.size,
        "finished": game.end is not None,
        "next": None if game.end else game.player,
        "winners": game.winners,
        "end": game.end,
        "city": game.city,
        "colours": {colour: told_colour(game, colour) for colour in COLOURS},
        "turns": game.told_turns,
    }


def told_colour(game: Game, colour: str) -> dict[str, Any]:
    return {
        "player": game.player_of(colour),
        "supply": game.supply(colour),
        "tower": highest(game.city, colour),
        "prisoners": game.prisoners(colour),
        "bricks": game.bricks_of(colour),
        "took": {other: number for other, number in game.took[colour].items() if number},
    }
