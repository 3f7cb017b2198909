"""
`./lucca bench bricks [--boards N] [--seed S] [--only CONDITION] [--jobs N] [--shown N]`: bricks read on drawn boards.

Boards of random games are drawn under each condition and read as in play. A brick in sight is right, asked (its colour
or its lot cannot be told), or wrong: of another colour, in another lot, or one too many or too few in its stairs.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.chessboard.drawn import ground, lay_bricks
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.rules.game import begin, play_turn
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table.board import STEPS
from lucca_pi.games.chessboard.table.reading import BoardReading, SeenStack, count_range, read_board, supply_off
from lucca_pi.vision.reader import Reader
from tests.chessboard.playing import random_game

EVENINGS = ("easy", "lamp", "window", "glare", "dim")
Found = tuple[str, str]
"""What a brick counts as, and what there is to say of it."""
OUTCOMES = ("right", "asked", "wrong colour", "wrong lot", "steps")


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each condition."""
    parser = ArgumentParser("./lucca bench bricks", description="Bricks read on drawn boards.")
    parser.add_argument("--boards", type=int, default=4, help="of each condition")
    parser.add_argument("--seed", type=int, default=0, help="the first of each condition")
    parser.add_argument("--only", choices=CONDITIONS)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--shown", type=int, default=20, help="so many of what is wrong, with seed and lot")
    options = parser.parse_args(arguments)
    for name in [options.only] if options.only else EVENINGS:
        seeds = range(options.seed, options.seed + options.boards)
        with ProcessPoolExecutor(options.jobs) as pool:
            _print(name, [*pool.map(partial(_board, name), seeds)], options.shown)


def random_position(seed: int) -> Position:
    """A position out of a random game of 2 to 4 players on 8 × 8 lots."""
    record = random_game(seed, 2 + seed % 3).record
    game = begin(record.size, record.players)
    for turn in record.turns[: Random(f"{seed} turns").randint(2, len(record.turns))]:
        game = play_turn(game, turn)
    return game.position


def _board(name: str, seed: int) -> list[Found]:
    position = random_position(seed)
    frame = DrawnCamera([DrawnScene(lay_bricks(position, seed))], ground(), seed, CONDITIONS[name]).look(0)
    reader = Reader(GAME.rules.pieces(Setup(size=position.size)))
    seen = read_board(reader.read(frame.grey, frame.colour).look, position.size)
    return [(what, f"seed {seed} {said}") for what, said in found_of(position, seen)]


def found_of(position: Position, seen: BoardReading) -> Iterator[Found]:
    """What each brick in sight counts as."""
    yield from _in_city(position, seen)
    here = [one for one in seen.unsure if not one.taker]
    yield from _on_mat(position.supply, seen.supply, "supply", lambda key: count_range(0, here, key)[1])
    took = {key: number for key, number in position.took.items() if number}
    yield from _on_mat(took, seen.took, "prisoners", lambda key: count_range(0, seen.unsure, key[1], key[0])[1])
    if seen.supply is not None and supply_off(seen.supply, seen.unsure, position.supply):
        yield "wrong colour", "supply: what is unsure cannot be what is left"


def _in_city(position: Position, seen: BoardReading) -> Iterator[Found]:
    asked = seen.hidden | {lot for one in seen.between for lot in one.lots}
    for lot, stack in position.city.stacks.items():
        if lot in seen.stacks:
            yield from _in_stack(lot, stack, seen.stacks[lot])
        else:
            yield from [("asked" if lot in asked else "wrong lot", f"{lot} not seen")] * (
                1 + min(STEPS, len(stack) - 1)
            )
    for lot in {*seen.stacks} - {*position.city.stacks}:
        yield "wrong lot", f"{lot} is empty"


def _in_stack(lot: str, stack: Sequence[str], seen: SeenStack) -> Iterator[Found]:
    yield _coloured(stack[0], seen.top), f"{lot} top {stack[0]}: {seen.top} {seen.margin}"
    floors = stack[:0:-1]
    floors = floors[: max(STEPS, len(seen.floors))]  # of what is squared up a little may show
    said = f"{seen.floors} {seen.sure} of {stack}"
    yield from [("steps", f"{lot} {said}")] * abs(len(floors) - len(seen.floors))
    for true, floor in zip(_likest(floors, seen.floors), _likest(seen.floors, floors), strict=True):
        yield _coloured(true or "", floor), f"{lot} floor {true}: {said}"


def _likest(one: Sequence[str | None], other: Sequence[str | None]) -> Sequence[str | None]:
    """As many of one as there are of the other, those that agree best."""
    length = min(len(one), len(other))
    return max(combinations(one, length), key=lambda some: sum(a == b for a, b in zip(some, other, strict=False)))


def _coloured(true: str, said: str | None) -> str:
    return "right" if said == true else "wrong colour" if said else "asked"


def _on_mat(
    true: Mapping[Any, int], seen: Mapping[Any, int] | None, where: str, unsure: Callable[[Any], int]
) -> Iterator[Found]:
    if seen is None:
        yield from [("asked", where)] * sum(true.values())
        return
    for key in {*true} | {*seen}:
        there, said = true.get(key, 0), seen.get(key, 0)
        yield from [("right", where)] * min(there, said)
        asked = min(max(0, there - said), unsure(key))
        yield from [("asked", f"{where} {key}")] * asked
        yield from [("wrong colour", f"{where} {key}: {said} of {there}")] * (abs(there - said) - asked)


def _print(name: str, boards: Sequence[Sequence[Found]], shown: int) -> None:
    found = [one for board in boards for one in board]
    counts = Counter(what for what, _ in found)
    figures = ", ".join(f"{counts[what]} {what}" for what in OUTCOMES)
    print(f"{name}: {len(boards)} boards, {len(found)} bricks: {figures}", flush=True)
    for what, said in [one for one in found if one[0] not in ("right", "asked")][:shown]:
        print(f"  {what}: {said}")
