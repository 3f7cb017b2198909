"""
`./lucca bench lucco [GAMES [CONDITION ...]]`: simulated evenings of Lucco; a condition may end in `:square`.

What is silently wrong, what is asked, and how long a look takes to a turn.

`lucco habits [SEEDS [NAME+NAME|alone ...]]`: people's habits, each alone or every two; `:square` at the end of a name
plays with squares. Only evenings count in which all of the habits found a moment. Silent and stuck ones are named.

`lucco bare [GAMES [EVENING ...]]`: the places where the bare table is in sight, on drawn tables. At each look of a game
all empty places beside the figure are asked about, and the places of the tiles themselves as if they were not seen.
What is truly in sight the drawing tells.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import median
from time import perf_counter

import cv2
import numpy as np

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.contract.history import Adjusted
from lucca_pi.drawn.conditions import CONDITIONS as DRAWN
from lucca_pi.drawn.painter import GreyPicture
from lucca_pi.evening.state import State, after_event
from lucca_pi.evening.step import Looked
from lucca_pi.games.lucco.drawn import LuccoCamera
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.games.lucco.rules.table import Table, in_laying_order
from lucca_pi.games.lucco.rules.tiles import Adjustment, Cell
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.games.lucco.table.figure import Figure, KnownFigure
from lucca_pi.games.lucco.table.pieces import TILES, lucco_pieces, tile_colour
from lucca_pi.games.lucco.table.reading import expected_in
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.bare import bare_places
from tests.drawn_truth import covers_in
from tests.evening import given
from tests.lucco.figures import HEXAGONS, begun, look, looked, loose
from tests.lucco.habit_kinds import BY_NAME
from tests.lucco.habits import Habits
from tests.lucco.playing import Style, random_game
from tests.lucco.sim import ORDINARY, WORST, Notes, judge

GAMES = 100
CONDITIONS = ("quiet", ORDINARY, WORST, f"{ORDINARY}+passes", f"{ORDINARY}+unpressed")
SHOWN = 5
LAST, REPEATED = 50, 20


def bench(options: list[str] | None = None) -> None:
    """Whole evenings in each condition; or habits, or bare places."""
    if options and options[0] in ("habits", "bare"):
        {"habits": bench_habits, "bare": bench_bare}[options[0]](options[1:])
        return
    fifty()
    games = int((options or [str(GAMES)])[0])
    for named in (options or [])[1:] or [*CONDITIONS, f"{ORDINARY}:square"]:
        condition, _, tiles = named.partition(":")
        _one(condition, tiles or "hexagon", games)


def _one(condition: str, tiles: str, games: int) -> None:
    notes = [judge(condition, seed, tiles) for seed in range(games)]
    changes, looks = sum(one.changes for one in notes), sum(one.looks for one in notes)
    asked = sum(len(one.ranks) for one in notes)
    times = sorted(second for one in notes for second in one.decisions_s)
    print(f"{condition}, {tiles}: {games} games, {changes} changes, {looks} looks")
    print(
        f"  wrong though nobody said so: table {_count(notes, 'wrong_table')}, who did it {_count(notes, 'wrong_deed')}"
    )
    print(f"  stuck {sum(bool(one.stuck) for one in notes)}, told what is wrong {sum(one.told for one in notes)} times")
    print(f"  questions: {asked / games:.2f} a game, {asked / max(changes, 1):.3f} a change; {_ranks(notes)}")
    print(f"  a look to a turn: median {1000 * median(times):.1f} ms, most {1000 * times[-1]:.1f} ms")
    bad = [(seed, one) for seed, one in enumerate(notes) if one.silent or one.stuck]
    for seed, one in bad[:SHOWN]:
        print(f"    {seed}: {(one.stuck or one.wrong_table or one.wrong_deed).strip().splitlines()[-1][:150]}")
    sys.stdout.flush()


def _count(notes: list[Notes], what: str) -> int:
    return sum(bool(getattr(one, what)) and not one.stuck for one in notes)


def _ranks(notes: list[Notes]) -> str:
    """Where among the answers the true one stood."""
    ranks = Counter(rank for one in notes for rank in one.ranks)
    return ", ".join(f"{'nowhere' if rank is None else f'answer {rank + 1}'} {count}" for rank, count in ranks.items())


def fifty() -> None:
    """A look to a turn where the last of fifty tiles is laid, loose as people lay them; no two of a colour touch."""
    block = {10 * (number % 5) + number // 5 + 1: (number % 7, number // 7) for number in range(50)}
    before = {code: cell for code, cell in block.items() if code != LAST}
    state = _laid(before)
    seen = look(block, off=loose(block, Random(1), 2.0))
    start = perf_counter()
    for _again in range(REPEATED):
        after, _effects = given(state, Looked(seen, ""))
    each_s = (perf_counter() - start) / REPEATED
    taken = after.course.turns[-1].lay if after.course.turns else None
    print(f"a look at fifty tiles to a turn: {1000 * each_s:.1f} ms ({'taken' if taken else 'not taken'})")


def _laid(cells: Mapping[int, Cell]) -> State:
    """The state in which these tiles lie, as the players have settled it."""
    state = looked(begun(Setup(seats=(5, 1))), look({}))
    table = Table(HEXAGONS, {cell: tile_colour(code, USUAL_COLOURS) for code, cell in cells.items()})
    return after_event(state, Adjusted(Adjustment(in_laying_order(table)), (look(cells),), ""))


SPREAD = 47
"""The first seeds are spread over this many: a habit is not met at the same moment with every other."""


def bench_habits(options: list[str]) -> None:
    """Plays every two habits, or those named; `:square` at the end of a name plays with squares."""
    seeds = int((options or ["1"])[0])
    sums: Counter[str] = Counter()
    for number, (names, tiles) in enumerate(_chosen(options[1:])):
        first = number * 7 % SPREAD
        for seed in range(first, first + seeds):
            sums += _habits_met(names, seed, tiles)
    print(", ".join(f"{what} {count}" for what, count in sums.items()))


def _chosen(named: list[str]) -> Iterable[tuple[tuple[str, ...], str]]:
    if not named:
        yield from ((pair, "hexagon") for pair in combinations(BY_NAME, 2))
    for one in named:
        name, _, tiles = one.partition(":")
        sets = [(each,) for each in BY_NAME] if name == "alone" else [tuple(name.split("+"))]
        yield from ((names, tiles or "hexagon") for names in sets)


def _habits_met(names: tuple[str, ...], seed: int, tiles: str) -> Counter[str]:
    evening = Habits([BY_NAME[name] for name in names], seed, tiles)
    notes = evening.play()
    if len(evening.happened) < len(names):
        return Counter({"without a moment for it": 1})
    wrong = notes.wrong_table or notes.wrong_deed
    if notes.stuck or wrong:
        why = (notes.stuck or wrong).strip().splitlines()[-1][:150]
        print(f"{'stuck ' if notes.stuck else 'SILENT'} {'+'.join(names)}:{seed}  {why}")
        sys.stdout.flush()
    return Counter(
        {
            **{"evenings": 1, "questions": len(notes.ranks), "complaints": notes.told},
            **{"silent": int(bool(wrong) and not notes.stuck), "stuck": int(bool(notes.stuck))},
            "who did it cannot be told": int(bool(notes.untold)),
        }
    )


BARE_EVENINGS = ("easy", "lamp", "window", "dim", "glare")
HANDS = (0, 2)
"""Hands over the table: none, as after a turn, or two, each with a finger on half of a code."""
EVERY, FEWEST = 7, 4
"""Every so many looks one is judged, from so many tiles on."""
CLEAR_MM, COVERED_MM = 18.0, 2.0
"""A place is free that is so far from every hand and cup, and covered where its middle is no farther than that."""
OFF_MM = 4.0
"""A tile that is not seen may lie so far from where it is expected."""


def bench_bare(options: list[str]) -> None:
    """Plays so many drawn games in each of the evenings, or in those named."""
    games = int((options or ["4"])[0])
    for evening in options[1:] or BARE_EVENINGS:
        for hands in HANDS:
            sums = sum((one for seed in range(games) for one in _bare_looks(evening, hands, seed)), Counter[str]())
            print(f"{evening}, {hands} hands: {sums['looks']} looks,", end=" ")
            print(f"free places found {sums['free found']} of {sums['free']}, all at {sums['whole']} looks;", end=" ")
            print(f"called bare: {sums['tile found']} of {sums['tile']} tiles,", end=" ")
            print(f"{sums['covered found']} of {sums['covered']} places below hands and cups")
            sys.stdout.flush()


def _bare_looks(evening: str, hands: int, seed: int) -> Iterator[Counter[str]]:
    record = random_game(seed, 2 + seed % 4, turns=60, style=Style(skill=0.5, hidden=0.0, unwritten=1.0)).record
    camera, eyes = LuccoCamera(record, seed, replace(DRAWN[evening], hands=hands)), Eyes(Config())
    for number in range(3 + seed % EVERY, camera.looks, EVERY):
        if len(camera.figures[number].tiles) < FEWEST:
            continue
        frame = camera.look(number)
        with suppress(LookError):
            yield _judged(camera, number, frame, eyes(frame, lucco_pieces(record.tiles)))


def _judged(camera: LuccoCamera, number: int, frame: Frame, look: Look) -> Counter[str]:
    """What is found at one look, beside what is so."""
    seen = {one.code: one for one in look.sightings if one.code in TILES}
    tiles = {code: cell for cell, code in camera.figures[number].tiles.items() if code in seen}
    if len(tiles) < FEWEST:
        return Counter()
    chance = Random(f"{number} bare")
    edge, own = expected_in(look, _known(tiles, seen)), [_off(seen[code], chance) for code in tiles]
    kinds = [*_kinds(camera, number, frame.grey, look, edge), *("tile" for _ in own)]
    found = {*bare_places(frame.grey if frame.colour is None else frame.colour, look, [*edge, *own])}
    is_found = [(spot.x_mm, spot.y_mm) in found for spot in (*edge, *own)]
    sums = Counter([*kinds, *(f"{kind} found" for kind, one in zip(kinds, is_found, strict=True) if one), "looks"])
    sums["whole"] = int(all(is_found[: len(edge)]))
    return sums


def _known(tiles: dict[int, Cell], seen: dict[int, Sighting]) -> KnownFigure:
    """The figure as it is seen."""
    pieces = {cell: tile_colour(code, USUAL_COLOURS) for code, cell in tiles.items()}
    return KnownFigure(Figure(tiles, {code: seen[code] for code in tiles}), Table(HEXAGONS, pieces), USUAL_COLOURS)


def _off(one: Sighting, chance: Random) -> Sighting:
    x_mm, y_mm = (at + chance.uniform(-OFF_MM, OFF_MM) for at in (one.x_mm, one.y_mm))
    return Sighting(0, x_mm, y_mm, 0.0)


def _kinds(camera: LuccoCamera, number: int, grey: GreyPicture, look: Look, spots: Sequence[Sighting]) -> Iterator[str]:
    """Of each place whether it is free, covered, or between; what lies in no cell is read as a tile is."""
    covers = covers_in(camera, number)
    height, width = grey.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    back = cv2.getPerspectiveTransform(corners, np.array(look.view_mm, np.float32))
    outlines = [cv2.perspectiveTransform(one.astype(np.float32).reshape(-1, 1, 2), back) for one in covers]
    for spot in spots:
        inside = (cv2.pointPolygonTest(one, (spot.x_mm, spot.y_mm), measureDist=True) for one in outlines)
        mm = max(inside, default=-np.inf)
        yield "free" if mm < -CLEAR_MM else "covered" if mm > -COVERED_MM else "partly covered"
