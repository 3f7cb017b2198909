"""
Random legal games in several styles.

A style weighs every brick that may be placed; a game is made with one for each player, from a seed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from hypothesis import strategies

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import COLOURS, City, Stack, lots, neighbours
from lucca_pi.games.chessboard.rules.game import Game, adjust, begin, end_turn, legal_bricks, place_brick
from lucca_pi.games.chessboard.rules.placing import towers_joined
from lucca_pi.games.chessboard.rules.position import (
    Adjustment,
    Player,
    bricks_of_a_colour,
    check_bricks,
    checked_city,
)
from lucca_pi.games.chessboard.rules.record import Entry, Record
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import Brick, Turn

NAMES = ("Alex", "Bo", "Chris", "Dana")
MOST_TURNS = 300

Style = Callable[[Game, Brick], float]
"""How gladly the player in turn places a brick."""


def scattered(game: Game, brick: Brick) -> float:
    """Anywhere; a floor as gladly as ten houses, since there are many more lots for houses."""
    return 10 if brick.at in game.position.city.stacks else 1


def builder(game: Game, brick: Brick) -> float:
    """Floors below the own towers, and houses next to what stands."""
    city = game.position.city
    if brick.at in city.stacks:
        return 80 if city.controls(brick.at) == game.player.colour else 10
    return 1 + 3 * sum(lot in city.stacks for lot in neighbours(city.size)[brick.at])


def fighter(game: Game, brick: Brick) -> float:
    """Struggles first, then floors anywhere, then houses that stay close without joining."""
    city = game.position.city
    if brick.at in city.stacks:
        return 30
    if len(towers_joined(city, brick.at)) == 2:
        return 200
    return 1 + sum(lot in city.stacks for lot in neighbours(city.size)[brick.at])


STYLES: Mapping[str, Style] = {"scattered": scattered, "builder": builder, "fighter": fighter}


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A record, and the game that it tells."""

    record: Record
    game: Game


def random_game(
    seed: int,
    players: int = 2,
    size: int = 8,
    *,
    styles: Sequence[str] = ("scattered", "builder", "fighter"),
    switching: bool = False,
    turns: int | None = None,
    adjustments: int = 0,
    start: Mapping[str, Stack] | None = None,
) -> RandomGame:
    """A game to its end, or up to so many turns, with adjustments among them; a style for each player in turn."""
    random = Random(seed)
    colours = random.sample(COLOURS, players)
    people = tuple(Player(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    record = Record(size, people, switching=switching, start=start or {})
    game, entries = begin(size, people, start, switching=switching), list[Entry]()
    settled = {random.randrange(12) for _ in range(adjustments)}
    while not game.is_over and game.turns < (MOST_TURNS if turns is None else turns):
        if game.turns in settled:
            settled.remove(game.turns)
            entries.append(random_adjustment(game, random))
            game = adjust(game, entries[-1])
        else:
            style = STYLES[styles[game.turns % players % len(styles)]]
            game, turn = random_turn(game, random, style)
            entries.append(turn)
    return RandomGame(replace(record, turns=tuple(entries)), game)


def random_turn(game: Game, random: Random, style: Style = scattered) -> tuple[Game, Turn]:
    """A whole turn, and the game after it."""
    name, number, bricks = game.player.name, game.turns, list[Brick]()
    while game.turns == number and len(bricks) < 2:
        bricks.append(random_brick(game, random, style))
        game = place_brick(game, bricks[-1])
    if game.is_over:
        return game, Turn(name, tuple(bricks))
    switch = random_switch(game, random)
    return end_turn(game, switch), Turn(name, tuple(bricks), switch)


def random_brick(game: Game, random: Random, style: Style) -> Brick:
    """A brick that may be placed, with the prisoners of its struggle."""
    bricks = list(legal_bricks(game))
    brick = random.choices(bricks, [style(game, one) for one in bricks])[0]
    if brick.at in game.position.city.stacks:
        return brick
    return replace(brick, prisoners=random_prisoners(game, brick, random))


def random_prisoners(game: Game, brick: Brick, random: Random) -> tuple[str, ...]:
    """Prisoners for the struggle that a house begins, if it does."""
    struggle, prisoners = begin_struggle(game.position, brick.colour, brick.at), list[str]()
    while struggle and (step := struggle.step):
        prisoner = random.choice(step.choices) if isinstance(step, Fight) and step.choices else None
        prisoners += [prisoner] if prisoner else []
        struggle = take_step(struggle, prisoner)
    return tuple(prisoners)


def random_switch(game: Game, random: Random) -> str | None:
    """Now and then a neutral colour, where switching was agreed on."""
    neutral = [colour for colour in COLOURS if game.position.player_of(colour) is None]
    return random.choice(neutral) if game.switching and neutral and random.random() < 0.2 else None


def random_adjustment(game: Game, random: Random, city: Mapping[str, Stack] | None = None) -> Adjustment:
    """That city, or another, or the same, with other prisoners; now and then nearly all that is not in it."""
    size = game.position.size
    city = city or random.choice((game.position.city.stacks, random_city(random, size), showdown(random, size)))
    left = Counter(dict.fromkeys(COLOURS, bricks_of_a_colour(size)))
    left.subtract(Counter(City(size, city).bricks))
    number = random.choice((0, 2, size, size + 2, left.total() - 2, left.total() - 1, left.total()))
    takers = random.sample(COLOURS, random.randrange(1, 5))
    prisoners: dict[str, dict[str, int]] = {taker: {} for taker in takers}
    for colour in _bricks(random, left, max(0, number)):
        taken = prisoners[random.choice(takers)]
        taken[colour] = taken.get(colour, 0) + 1
    return Adjustment(city, prisoners, random.choice(("", "found later")))


def random_city(random: Random, size: int) -> dict[str, Stack]:
    """Houses anywhere, and some raised to towers."""
    left = Counter(dict.fromkeys(COLOURS, bricks_of_a_colour(size)))
    built = random.sample(lots(size), random.randrange(size * size // 2))
    city = City(size, {lot: _bricks(random, left, 1) for lot in built})
    for lot in random.sample(built, len(built) // 2):
        if not city.blocks[lot].towers:
            floors = _bricks(random, left, random.choice((1, 2, 3, size - 1, size)))
            city = city.with_stack(lot, (*city.stacks[lot], *floors))
    return dict(city.stacks)


def _bricks(random: Random, left: "Counter[str]", number: int) -> Stack:
    """Bricks out of the supply."""
    drawn = random.sample(sorted(left.elements()), min(number, left.total()))
    left.subtract(drawn)
    return tuple(drawn)


def showdown(random: Random, size: int) -> dict[str, Stack]:
    """Two to four blocks, most of them with a tower, that a house in their middle would join."""
    beside, middle = neighbours(size), random.choice(("c3", "d4", "c4"))
    houses = random.choice(((1, 1, 1), (3, 3, 4), (0, 1, 2, 4, 6)))
    city: dict[str, Stack] = {}
    for root in random.sample(beside[middle], random.choice((2, 2, 3, 3, 4))):
        block, roots = [root], {middle, *beside[middle]} - {root}
        taken = roots.union(city, *(beside[lot] for lot in roots.union(city) - {middle}))
        for _further in range(random.choice(houses)):
            free = [lot for one in block for lot in beside[one] if lot not in {*taken, *block}]
            block += random.sample(free, min(1, len(free)))
        tops = random.choice((COLOURS, COLOURS[:2], COLOURS[:1]))
        city |= {lot: (random.choice(tops),) for lot in block}
        if random.random() < 0.9:
            city[random.choice(block)] += tuple(random.choices(COLOURS, k=random.choice((1, 1, 2, 3, 4))))
    try:
        check_bricks(checked_city(size, city, "start"), {}, "start")
    except RuleError:
        return random_city(random, size)
    return city


def any_game(seed: int, *, stopped: bool = True) -> RandomGame:
    """A random game of any size, number of players, styles and beginning, with adjustments; whole, if not `stopped`."""
    random = Random(f"any {seed}")
    size, players = random.choice((6, 6, 6, 8, 8, 10, 12)), random.randint(2, 4)
    start = random.choice((lambda *_: {}, random_city, showdown))(random, size)
    return random_game(
        seed,
        players,
        size,
        styles=random.choices(tuple(STYLES), k=players),
        switching=random.random() < 0.5,
        turns=random.choice((0, 1, 3, 8, 20, 40, None)) if stopped else None,
        adjustments=random.choice((0, 0, 1, 3)),
        start=start,
    )


def games(*, stopped: bool = True) -> strategies.SearchStrategy[RandomGame]:
    """Any random game."""
    return strategies.integers(0, 10_000).map(partial(any_game, stopped=stopped))
