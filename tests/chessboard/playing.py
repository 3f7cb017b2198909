"""
Random legal games in several styles.

A style weighs every brick that may be placed; a game is made with one for each player, from a seed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies

from lucca_pi.games.chessboard.rules.city import COLOURS, Stack, neighbours
from lucca_pi.games.chessboard.rules.game import Game, adjust, begin, end_turn, legal_bricks, place_brick
from lucca_pi.games.chessboard.rules.placing import towers_joined
from lucca_pi.games.chessboard.rules.position import Adjustment, Player
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
) -> RandomGame:
    """A game to its end, or up to so many turns, with adjustments among them; a style for each player in turn."""
    random = Random(seed)
    colours = random.sample(COLOURS, players)
    people = tuple(Player(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    record = Record(size, people, switching=switching)
    game, entries = begin(size, people, switching=switching), list[Entry]()
    settled = {random.randrange(2, 12) for _ in range(adjustments)}
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


def random_adjustment(game: Game, random: Random) -> Adjustment:
    """Some stacks lose a brick, which somebody has as a prisoner from now on."""
    stacks: dict[str, Stack] = dict(game.position.city.stacks)
    prisoners: dict[str, dict[str, int]] = {}
    for (taker, colour), number in game.position.took.items():
        prisoners.setdefault(taker, {})[colour] = number
    for lot in random.sample(sorted(stacks), min(2, len(stacks))):
        taker, (top, *rest) = random.choice(COLOURS), stacks.pop(lot)
        stacks |= {lot: tuple(rest)} if rest else {}
        taken = prisoners.setdefault(taker, {})
        taken[top] = taken.get(top, 0) + 1
    return Adjustment(stacks, prisoners, random.choice(("", "found later")))


@strategies.composite
def games(draw: Any, *, stopped: bool = True) -> RandomGame:
    """A random game of any size, number of players and styles, with adjustments."""
    players = draw(strategies.integers(2, 4))
    return random_game(
        draw(strategies.integers(0, 10_000)),
        players,
        draw(strategies.sampled_from((6, 6, 8, 10, 12))),
        styles=[draw(strategies.sampled_from(tuple(STYLES))) for _ in range(players)],
        switching=draw(strategies.booleans()),
        turns=draw(strategies.none() | strategies.integers(0, 40)) if stopped else None,
        adjustments=draw(strategies.integers(0, 3)),
    )
