"""Random legal games of Lucco, of every shape of tiles and any number of players."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.advice import legal_actions, new_name
from lucca_pi.games.lucco.rules.game import Game, adjust, begin_game, play_turn
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS, Player, Position, following
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import Table, group, in_laying_order, places_to_lay
from lucca_pi.games.lucco.rules.tiles import Action, Adjustment, Entry, Lay, SideContact, Turn, turn_of

NAMES = ("Ada", "Ben", "Cid", "Dan", "Eve")
MOST_TURNS = 400
MOST_CONTACTS = 3


@dataclass(frozen=True)
class Style:
    """
    How people play: `skill` is how often a player looks for the own group; `hidden` how often a throw is not seen;
    `unwritten` how often a miss on an empty table is left out; `adjusting` how often a table is set by hand.
    """

    skill: float = 0.5
    hidden: float = 0.3
    unwritten: float = 0.5
    adjusting: float = 0.0


@dataclass(frozen=True)
class RandomGame:
    """A record, and the game that it tells."""

    record: Record
    game: Game


def random_game(
    seed: int,
    players: int = 3,
    *,
    tiles: str = "hexagon",
    sides: int | None = None,
    turns: int = MOST_TURNS,
    style: Style | None = None,
    colours: tuple[str, ...] = USUAL_COLOURS,
) -> RandomGame:
    """A game of at most that many turns; it may be over before. The same seed gives the same game."""
    random, how = Random(seed), style or Style()
    chosen = random.sample(colours, players)
    record = Record(tuple(map(Player, NAMES, chosen)), tiles=tiles, sides=sides, colours=colours)
    game, who = begin_game(record), NAMES[0]
    while not game.end and game.turns < turns:
        if random.random() < how.adjusting:
            game = _set_by_hand(random, game)
            who = game.position.next
        die = random.choice(game.position.faces)
        action = _choose(random, game, who, legal_actions(game, die, who), how.skill)
        left_out = action is None and not game.position.table and random.random() < how.unwritten
        if not left_out:
            game = play_turn(game, turn_of(who, None if random.random() < how.hidden else die, action))
        who = following(game.position, who)
    return RandomGame(replace(record, turns=tuple(told.entry for told in game.told)), game)


def _choose(random: Random, game: Game, player: str, actions: tuple[Action, ...], skill: float) -> Action:
    own, table = game.position.colour_of(player), game.position.table
    lays = [action for action in actions if isinstance(action, Lay) and action.colour == own]
    if lays and random.random() < skill:
        best = max(lays, key=lambda lay: (len(group(table.with_piece(lay), lay.at)), random.random()))
        return touching_more(random, table, best)
    action = random.choice(actions)
    return touching_more(random, table, action) if isinstance(action, Lay) else action


def touching_more(random: Random, table: Table, lay: Lay) -> Lay:
    """A free piece laid along further free sides as well, now and then two of one piece; others as they are."""
    if not lay.touches:
        return lay
    taken = {(other, side) for _own, other, side in lay.touches}
    others = [at for at in table.pieces if isinstance(at, str)]
    sides = [(at, side) for at in others for side in table.open_sides(at) if (at, side) not in taken]
    some = random.sample(sides, min(len(sides), random.randrange(MOST_CONTACTS), table.tiles.sides - 1))
    own = random.sample(range(table.tiles.sides), len(some) + 1)
    every: list[SideContact] = [
        (side, other, its_side)
        for side, (other, its_side) in zip(own, [(other, its) for _own, other, its in lay.touches] + some, strict=True)
    ]
    return replace(lay, touches=tuple(every))


def _set_by_hand(random: Random, game: Game) -> Game:
    """The table with pieces taken from its end, and one laid anew where that may be; else the game as it was."""
    lays = in_laying_order(game.position.table)
    kept = lays[: random.randint(0, len(lays))]
    try:
        return adjust(game, Adjustment((*kept, *_one_more(random, game.position, kept)), note="moved by a sleeve"))
    except RuleError:
        return game


def _one_more(random: Random, position: Position, kept: tuple[Lay, ...]) -> tuple[Lay, ...]:
    table = Table(position.table.tiles)
    for lay in kept:
        table = table.with_piece(lay)
    one = random_lay(random, table, random.choice(position.colours)) if not kept or random.random() < 0.5 else None
    return (one,) if one else ()


def random_lay(random: Random, table: Table, colour: str) -> Lay | None:
    """A piece laid beside those that lie, the first anywhere; None where there is no room."""
    if not table.tiles.are_free:
        return Lay(colour, random.choice(places_to_lay(table)) if table else (3, -2))
    name, others = new_name(table), [at for at in table.pieces if isinstance(at, str)]
    beside = [(0, other, side) for other in others for side in table.open_sides(other)]
    if not table:
        return Lay(colour, name)
    return touching_more(random, table, Lay(colour, name, (random.choice(beside),))) if beside else None


def with_hidden_die(record: Record) -> Record:
    """The record, had nobody seen a throw."""
    turns: list[Entry] = [replace(one, die=None) if isinstance(one, Turn) else one for one in record.turns]
    return replace(record, turns=tuple(turns))


SHAPES = (("hexagon", None), ("square", None), ("free", None), ("free", 3), ("free", 12))
PINK = ("pink", "yellow", "green", "red", "violet")


def any_game(
    seed: int, adjusting: float = 0.05, shapes: Sequence[tuple[str, int | None]] = (*SHAPES[:2], *SHAPES)
) -> RandomGame:
    """A random game of any shape of tiles, number of players, colours and skill."""
    random = Random(f"any {seed}")
    tiles, sides = random.choice(shapes)
    return random_game(
        seed,
        random.randint(2, 5),
        tiles=tiles,
        sides=sides,
        turns=random.choice((0, 3, 10, 60, 150)),
        style=Style(skill=random.choice((0.0, 0.5)), adjusting=adjusting),
        colours=random.choice((USUAL_COLOURS, PINK)),
    )


def games(**how: Any) -> strategies.SearchStrategy[RandomGame]:
    """Any random game, with what else `any_game` is told."""
    return strategies.integers(0, 100_000).map(partial(any_game, **how))
