"""
`./lucca bench bare [--games N] [--only NAME]`: the places where the bare table is in sight, on drawn tables of Lucco.

At each look of a game all empty places beside the figure are asked about, and the places of the tiles themselves as if
they were not seen. What is truly in sight the drawing tells.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from random import Random

import cv2
import numpy as np

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.drawn.conditions import CONDITIONS as DRAWN
from lucca_pi.drawn.painter import GreyPicture
from lucca_pi.games.lucco.drawn import LuccoCamera
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.games.lucco.table.figure import Figure, KnownFigure
from lucca_pi.games.lucco.table.pieces import TILES, lucco_pieces, tile_colour
from lucca_pi.games.lucco.table.reading import expected_in
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.bare import bare_places
from tests.drawn_truth import covers_in
from tests.lucco.figures import HEXAGONS
from tests.lucco.playing import Style, random_game

EVENINGS = ("easy", "lamp", "window", "dim", "glare")
HANDS = (0, 2)
"""Hands over the table: none, as after a turn, or two, each with a finger on half of a code."""
EVERY, FEWEST = 7, 4
"""Every so many looks one is judged, from so many tiles on."""
CLEAR_MM, COVERED_MM = 18.0, 2.0
"""A place is free that is so far from every hand and cup, and covered where its middle is no farther than that."""
OFF_MM = 4.0
"""A tile that is not seen may lie so far from where it is expected."""


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each evening and number of hands."""
    parser = ArgumentParser("./lucca bench bare", description="Where the bare table is in sight beside tiles.")
    parser.add_argument("--games", type=int, default=4, help="of each evening")
    parser.add_argument("--only", choices=EVENINGS, metavar="NAME")
    asked = parser.parse_args(arguments)
    for evening, hands in product([asked.only] if asked.only else EVENINGS, HANDS):
        sums = sum((one for seed in range(asked.games) for one in _looks(evening, hands, seed)), Counter[str]())
        print(f"{evening}, {hands} hands: {sums['looks']} looks,", end=" ")
        print(f"free places found {sums['free found']} of {sums['free']}, all at {sums['whole']} looks;", end=" ")
        print(f"called bare: {sums['tile found']} of {sums['tile']} tiles,", end=" ")
        print(f"{sums['covered found']} of {sums['covered']} places below hands and cups", flush=True)


def _looks(evening: str, hands: int, seed: int) -> Iterator[Counter[str]]:
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
