"""
`./lucca bench faces [--views N] [--seed S] [--strangers] [--keep FILE]`: cards known by their faces, without codes.

Two decks: the printed one, whose cards come in fours that differ by the street number alone, and one whose houses of a
colour differ in small things. Of each view a card is known alone, known with its twins (cards drawn alike in the upper
half), one of several, not known, or wrong. Cards that were not enrolled have to be not known. A deck from a box may be
easier or harder. With --keep, counts are kept in that file after each round of views, and the next run goes on there.

`./lucca bench uncoded [--views N] [--seed S]`: what the guises of the deck printed without codes are good for.

Each of its palaces is known by its face among all, as is each of a deck whose houses differ by the number on the door
alone. Same views, same seed; the box is enrolled from the print files. Each view is asked about among all, and as play
asks where cards lie on a table.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from time import process_time

import cv2
import numpy as np
from numpy.random import Generator

from lucca_pi.games.citta.rules.deck import HIGHEST_CODE, DeckFile
from lucca_pi.vision.faces.box import AMONG_FEW, GATES, ON_THE_TABLE, Box, box_of
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.recognise import Face, recognise
from lucca_pi.vision.picture import Picture
from tests.faces.boxes import DECKS, box, deck
from tests.faces.printed_faces import DOTS_PER_MM, Rgb, number_only, printed
from tests.faces.views import Condition, Wish, roughly, view

SCALES_MM = (0.30, 0.38, 0.46)
CONDITIONS: tuple[Condition, ...] = ("even", "dim", "blur", "glare")
OUTCOMES = ("alone", "twins", "several", "not known", "wrong")
WAYS = ("among all", "among three", "on a table")
CANDIDATES = 3
"""Cards of a triplet: what the rules leave of a card that was laid in a turn."""
STRANGERS = (1, 40, 77)
STRANGERS_A_ROUND = 5


@dataclass(frozen=True, slots=True)
class _Case:
    deck: str
    wish: Wish

    def __str__(self) -> str:
        part = "upper half" if self.wish.covered else "whole face"
        return f"{self.deck}, {part}, {self.wish.condition}"


CASES = [
    _Case(name, Wish(scale, condition, covered))
    for name, condition, scale, covered in product(DECKS, CONDITIONS, SCALES_MM, (True, False))
]


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each deck, condition and way of asking, then one for cards that were not enrolled."""
    parser = ArgumentParser("./lucca bench faces", description="Cards known by their printed faces.")
    parser.add_argument("--views", type=int, default=4, help="of each deck, light, scale and part in view")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--strangers", action="store_true", help="only cards that were not enrolled, one of each kind")
    parser.add_argument("--keep", type=Path, help="a file that counts are kept in and added to")
    options = parser.parse_args(arguments)
    rounds, counts = _kept(options.keep, options.seed)
    for number in range(rounds, options.views):
        rng = np.random.default_rng((options.seed, number))
        counts.update(_strangers(rng) if options.strangers else _round(rng))
        if options.keep:
            kept = {"seed": options.seed, "rounds": number + 1, "counts": counts}
            options.keep.write_text(json.dumps(kept, indent=1), "utf-8")
    _print(counts)


def _kept(file: Path | None, seed: int) -> tuple[int, Counter[str]]:
    """How many rounds of that seed are counted in the file, and the counts."""
    if file is None or not file.exists():
        return 0, Counter()
    kept = json.loads(file.read_text("utf-8"))
    if kept["seed"] != seed:
        raise SystemExit(f"{file} holds views of seed {kept['seed']}: name another file.")
    return kept["rounds"], Counter(kept["counts"])


def _round(rng: Generator) -> Iterator[str]:
    """One view of each case, and some of cards that were not enrolled, as what is counted; milliseconds too."""
    for case in CASES:
        yield from _asked(rng, case)
    for _ in range(STRANGERS_A_ROUND):
        yield from _stranger(rng, CASES[rng.integers(len(CASES))])


def _strangers(rng: Generator) -> Iterator[str]:
    for case in CASES:
        yield from _stranger(rng, case)


def _asked(rng: Generator, case: _Case) -> Iterator[str]:
    drawn = deck(case.deck)
    codes = sorted(drawn.alike)
    code = int(rng.choice(codes))
    shown = view(rng, drawn.faces[code], _others(drawn.faces, code), case.wish)
    place = roughly(rng, shown.place)
    few = frozenset({code, *rng.choice(codes, CANDIDATES - 1).tolist()})
    for how, ask in _ways(case, few):
        before = process_time()
        face = ask(shown.picture, place, box(name=case.deck))
        outcome = _outcome(face, code, drawn.alike[code])
        yield f"{case}, {how}: {outcome}"
        yield from [f"ms {how}"] * round(1000 * (process_time() - before))
        yield f"asked {how}"
        if outcome == "wrong":
            yield f"WRONG {case} {case.wish.mm_per_px}, {how}: {code} as {sorted(face.names)}, {face.likeness:.3f}"


Ask = Callable[[Picture, Homography, Box], Face]


def _ways(case: _Case, few: frozenset[int]) -> Iterator[tuple[str, Ask]]:
    """Among all, among those few, and as play asks of a card on a table."""
    among_all, among_three, on_a_table = WAYS
    yield among_all, recognise
    yield among_three, partial(recognise, candidates=few, gates=AMONG_FEW)
    yield on_a_table, partial(recognise, gates=ON_THE_TABLE)


def _outcome(face: Face, code: int, alike: frozenset[int] = frozenset()) -> str:
    if not face.names:
        return "not known"
    if code not in face.names:
        return "wrong"
    return "alone" if len(face.names) == 1 else "twins" if face.names <= alike else "several"


def _others(faces: Mapping[int, Rgb], code: int) -> list[Rgb]:
    """What may lie upon a card."""
    return [face for other, face in faces.items() if other != code][::7]


def _stranger(rng: Generator, case: _Case) -> Iterator[str]:
    """A card that was left out of the enrolled box, with all that look like it."""
    code = STRANGERS[rng.integers(len(STRANGERS))]
    drawn = deck(case.deck)
    shown = view(rng, drawn.faces[code], _others(drawn.faces, code), case.wish)
    place, others = roughly(rng, shown.place), box(drawn.mates[code], case.deck)
    for how, gates in (("among all", GATES), ("on a table", ON_THE_TABLE)):
        face = recognise(shown.picture, place, others, gates=gates)
        yield f"{case.deck}, not enrolled, {how}: {'wrong' if face.names else 'not known'}"
        if face.names:
            yield f"WRONG {case} {case.wish.mm_per_px}, not enrolled, {how}: {code} as {sorted(face.names)}"


def _print(counts: Counter[str]) -> None:
    for how, name, part, light in product(WAYS, DECKS, ("upper half", "whole face"), CONDITIONS):
        case = f"{name}, {part}, {light}, {how}"
        print(f"{case}: " + ", ".join(f"{counts[f'{case}: {outcome}']} {outcome}" for outcome in OUTCOMES))
    for name, how in product(DECKS, (WAYS[0], WAYS[2])):
        unknown, wrong = (counts[f"{name}, not enrolled, {how}: {outcome}"] for outcome in OUTCOMES[3:])
        print(f"{name}, not enrolled, {how}: {unknown} not known, {wrong} wrong")
    for how in WAYS:
        print(f"{how}: {counts[f'ms {how}'] / max(1, counts[f'asked {how}']):.0f} ms on average")
    for line in counts:
        if line.startswith("WRONG"):
            print(line)


ASKED = {"among all": GATES, "on the table": ON_THE_TABLE}


def bench_uncoded(arguments: Sequence[str] = ()) -> None:
    """A line for each deck, light and part in view."""
    parser = ArgumentParser("./lucca bench uncoded", description="The deck without codes, known by its faces.")
    parser.add_argument("--views", type=int, default=12, help="of each light, scale and part in view")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    for file in (printed(), number_only()):
        box, faces = box_of(file.photographs, file.card_mm), _faces(file)
        # how different the cards' upper halves are
        apart = box.upper_differences[np.triu_indices(len(box.prints.names), 1)]
        few = f"{(apart < GATES.apart).sum()} pairs by too little"
        print(f"{file.name}: upper halves differ by {apart.min():.0f} or more, {few}")
        for condition, is_covered in product(CONDITIONS, (True, False)):
            rng = np.random.default_rng(options.seed)
            wishes = [Wish(scale, condition, is_covered) for scale in SCALES_MM for _ in range(options.views)]
            told = Counter(one for wish in wishes for one in _of_a_view(rng, wish, faces, box))
            for how in ASKED:
                counts = ", ".join(f"{told[how, outcome]} {outcome}" for outcome in OUTCOMES if outcome != "twins")
                part = "upper half" if is_covered else "whole face"
                print(f"{file.name}, {condition}, {part}, {how}: {counts}", flush=True)


def _faces(deck: DeckFile) -> dict[int, Rgb]:
    """The palaces, as large as views take them."""
    size = round(deck.card_mm[0] * DOTS_PER_MM), round(deck.card_mm[1] * DOTS_PER_MM)
    pictures = {code: np.frombuffer(taken[0], np.uint8) for code, taken in deck.photographs.items()}
    return {
        code: np.asarray(cv2.resize(cv2.imdecode(one, cv2.IMREAD_COLOR)[..., ::-1], size, interpolation=cv2.INTER_AREA))
        for code, one in pictures.items()
        if code <= HIGHEST_CODE
    }


def _of_a_view(rng: Generator, wish: Wish, faces: dict[int, Rgb], box: Box) -> Iterator[tuple[str, str]]:
    """What came of a view of one of the cards, by how it was asked about."""
    code = int(rng.choice([*faces]))
    shown = view(rng, faces[code], _others(faces, code), wish)
    place = roughly(rng, shown.place)
    for how, gates in ASKED.items():
        yield how, _outcome(recognise(shown.picture, place, box, gates=gates), code)
