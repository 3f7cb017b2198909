"""
`./lucca bench eyes [option ...]`: our reader of markers beside the published ones, on the same drawn tables.

--frames N                frames for each size and reader (default 2)
--evenings N              frames for each evening that our reader alone reads (default 8)
--patches N               also reads N single markers in patches, and counts wrong ones
--foreign N               also lays markers of other families on N tables each
--dictionary 36h11 DIR    instead reads AprilTags in the photographs in DIR
--scenes DIR              instead looks for our markers in photographs that hold none
--speed                   instead times our search alone, and napa-vision and locus-tag where they are installed
--beside CHECKOUT         with --speed, also another checkout of this project, in turn with it
--json                    with --speed, as JSON
"""

import argparse
from pathlib import Path

import cv2

from tests.bench.eyes import foreign, patches, photographs, recall, rows, speed


def bench(arguments: list[str] | None = None) -> None:
    """Recall, wrong readings, time and memory; or what the options say."""
    options = _options(arguments or [])
    cv2.setNumThreads(1)
    if options.dictionary or options.scenes:
        photographs.bench(options.dictionary, options.scenes)
        return
    if options.speed:
        rows.bench(options.beside, options.json)
        return
    recall.bench(options.frames)
    recall.bench_evenings(options.evenings)
    speed.bench()
    if options.foreign:
        foreign.bench(options.foreign)
    if options.patches:
        patches.bench(options.patches)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("./lucca bench eyes", usage=__doc__, add_help=False)
    parser.add_argument("--frames", type=int, default=2)
    parser.add_argument("--evenings", type=int, default=8)
    parser.add_argument("--patches", type=int, default=0)
    parser.add_argument("--foreign", type=int, default=0)
    parser.add_argument("--dictionary", nargs="+", default=[])
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)
