"""How exactly a look tells where each code lies and how it is turned."""

from cmath import phase
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, degrees, hypot

import numpy as np

from lucca_pi.calibration.measure import measure
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.drawn.things import Thing, sticker_on
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, pieces_in
from lucca_pi.table.looks import UNMOVED_MM, anchored
from lucca_pi.table.sighting import Look, Sighting, in_axes, wrapped
from lucca_pi.vision.detect import detect
from lucca_pi.vision.picture import Grey, load_picture
from lucca_pi.vision.plane import Lens
from lucca_pi.vision.reader import Reader
from tests.bench.timing import in_turns, ms
from tests.drawn_truth import mark_corners
from tests.sim.games import random_game

DECK_FILE = reference_deck_file()
PIECES = pieces_in(DECK_FILE)
PLAYERS = 3, 4, 5
UNMOVED = 22
"""Rendered pictures, one after the other."""
SEED = 1
ALLOWED_MM, ALLOWED_DEG = 3.0, 1.5


def _seen_with(**view: float) -> Conditions:
    return replace(EASY, view=replace(EASY.view, **view))


EVENINGS: Mapping[str, Conditions] = {
    **CONDITIONS,
    "barrel -0.15": _seen_with(distortion=-0.15),
    "cushion +0.05": _seen_with(distortion=0.05),
    "tilt 25": _seen_with(tilt_deg=25),
    "tilt 25, barrel -0.15": _seen_with(tilt_deg=25, distortion=-0.15),
    "wide angle, barrel -0.15": _seen_with(height_mm=700, tilt_deg=10, distortion=-0.15),
}
CALIBRATED: Mapping[str, Conditions] = {
    f"{name}, calibrated": EVENINGS[name] for name in ("barrel -0.15", "wide angle, barrel -0.15")
}
"""Evenings whose lens was told beforehand by three looks at another game on the same table."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A code as it was seen and as it lies, both in one set of axes."""

    seen: Sighting
    lies: Sighting

    @property
    def off_mm(self) -> float:
        return hypot(self.seen.x_mm - self.lies.x_mm, self.seen.y_mm - self.lies.y_mm)

    @property
    def off_deg(self) -> float:
        return abs(wrapped(self.seen.heading_deg - self.lies.heading_deg))


def bench() -> None:
    """Drawn tables of 3, 4 and 5 players on every evening, at the deal, in the middle, at the end; a rendered game."""
    print(f"errors as median / 99th percentile / worst; allowed {ALLOWED_MM:g} mm and {ALLOWED_DEG:g} degrees")
    print(f"{'':26s} {'in the owner’s axes':42s} {'in the first quarter’s':42s} aligned as well as can be")
    for name in (*EVENINGS, *CALIBRATED):
        tables = list(_tables(EVENINGS[name] if name in EVENINGS else CALIBRATED[name], name in CALIBRATED))
        kinds = [[pair for table in tables for pair in kind(table)] for kind in (_owners, _firsts, _aligned)]
        print(f"{name:26s} " + " ".join(f"{_figures(pairs):42s}" for pairs in kinds))
    print(f"{'unmoved, rendered':26s} from one look to the next: {_figures(list(_unmoved()))}")
    _time()


@dataclass(frozen=True, slots=True)
class Table:
    """A look, what lies there in table axes, and whose each is."""

    look: Look
    lies: Sequence[tuple[Sighting, int | None]]

    def truth(self, seen: Sighting) -> tuple[Sighting, int | None]:
        """What lies there that was seen: of backs the nearest."""
        same = [one for one in self.lies if one[0].code == seen.code]
        return min(same, key=lambda one: Pair(seen, self.in_first(one[0])).off_mm)

    def in_first(self, lies: Sighting) -> Sighting:
        """In the axes of the first quarter in sight, as it lies."""
        return _in(lies, self._quarter(min(one.code for one in self.look.sightings if one.code in QUARTER_CODES)))

    def _quarter(self, code: int) -> Sighting:
        return next(lies for lies, _ in self.lies if lies.code == code)


def _tables(conditions: Conditions, calibrated: bool = False) -> Iterator[Table]:
    for players in PLAYERS:
        lens = _lens(conditions, players) if calibrated else None
        record = random_game(players, players, "english").record
        camera, turns = CittaCamera(record, DECK_FILE, SEED, conditions), sum(map(len, record.rounds))
        for number in (0, turns // 2, turns):
            things = zip(camera.scene(number).things, camera.lying(number), strict=True)
            lies = [(_lies(thing, conditions), card.owner) for thing, card in things]
            yield Table(Reader(PIECES).read(camera.look(number).grey, lens=lens).look, lies)


def _lens(conditions: Conditions, players: int) -> Lens:
    """As three looks at another game tell it: in each drawn camera for so many players the lens is another one."""
    record = random_game(70 + players, players, "english").record
    camera, turns = CittaCamera(record, DECK_FILE, SEED + 6, conditions), sum(map(len, record.rounds))
    return measure((camera.look(number).grey for number in (turns // 2, turns - 1, turns)), PIECES).lens


def _lies(thing: Thing, conditions: Conditions) -> Sighting:
    """The card's code in table axes, as crooked as its sticker is."""
    (mark,) = thing.kind.marks
    corners = mark_corners(thing, mark, mark.sticker or sticker_on(mark.code, conditions, SEED))
    (x, y), (right, down) = corners.mean(0), corners[1] - corners[0]
    return Sighting(mark.code, float(x), float(y), degrees(atan2(down, right)))


def _in(one: Sighting, quarter: Sighting) -> Sighting:
    pose = in_axes(one, quarter)
    return Sighting(one.code, pose.x_mm, pose.y_mm, pose.heading_deg)


def _cards(table: Table) -> Iterable[Sighting]:
    return (one for one in table.look.sightings if one.code not in QUARTER_CODES)


def _firsts(table: Table) -> Iterator[Pair]:
    """In the axes of the first quarter."""
    return (Pair(seen, table.in_first(table.truth(seen)[0])) for seen in _cards(table))


def _owners(table: Table) -> Iterator[Pair]:
    """In the axes of each card's owner; in the first quarter's in the centre."""
    quarters = {one.code: one for one in table.look.sightings if one.code in QUARTER_CODES}
    for seen in _cards(table):
        lies, owner = table.truth(seen)
        quarter = quarters.get(owner or 0, quarters[min(quarters)])
        yield Pair(_in(seen, quarter), _in(table.in_first(lies), table.in_first(table.truth(quarter)[0])))


def _aligned(table: Table) -> Iterator[Pair]:
    """After the turn and the shift of least squares."""
    pairs = list(_firsts(table))
    seen, lies = (np.array([complex(one.x_mm, one.y_mm) for one in ones]) for ones in zip(*_sides(pairs), strict=True))
    turn = np.vdot(seen - seen.mean(), lies - lies.mean())
    moved = (seen - seen.mean()) * turn / abs(turn) + lies.mean()
    for pair, at in zip(pairs, moved.tolist(), strict=True):
        heading_deg = pair.seen.heading_deg + degrees(phase(complex(turn)))
        yield Pair(replace(pair.seen, x_mm=at.real, y_mm=at.imag, heading_deg=heading_deg), pair.lies)


def _sides(pairs: Iterable[Pair]) -> Iterator[tuple[Sighting, Sighting]]:
    return ((pair.seen, pair.lies) for pair in pairs)


def _unmoved() -> Iterator[Pair]:
    """The rendered pictures' cards that lie where they lay a look before, against there."""
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    looks = [
        Reader(pieces).read(load_picture(file).grey).look
        for file in sorted((EXAMPLE / "frames").glob("*.jpg"))[:UNMOVED]
    ]
    for before, after in pairwise(looks):
        known = {one.code: one for one in before.sightings if one.code != BACK_CODE}
        seen = [one for one in anchored(after, known, QUARTER_CODES).sightings if one.code in known]
        pairs = [Pair(one, known[one.code]) for one in seen]
        yield from (pair for pair in pairs if pair.off_mm < UNMOVED_MM)


def _figures(pairs: Sequence[Pair]) -> str:
    mm = np.array([pair.off_mm for pair in pairs])
    deg = np.array([pair.off_deg for pair in pairs])
    each = (
        " / ".join(f"{value:.2f}" for value in (np.median(off), np.percentile(off, 99), off.max())) for off in (mm, deg)
    )
    return "{} mm, {}°".format(*each)


def _time() -> None:
    """A look beside its reading of codes: the rest is the plane."""
    grey: Grey = load_picture(EXAMPLE / "frames" / "018-r6-t3.jpg").grey
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    jobs = {"codes": lambda: detect(grey, pieces.codes), "look": lambda: Reader(pieces).read(grey)}
    taken = in_turns(jobs, rounds=9)
    print(f"1 thread: codes {ms(taken['codes'])}, codes and plane {ms(taken['look'])}")
