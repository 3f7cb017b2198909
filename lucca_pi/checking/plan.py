"""
The layings: what people lay on the table so that it is known what a look should read there.

A place counts in a seat's own axes: the seat is a piece that stays where it is, named by its code; x runs to its right,
y down on it, in mm from its middle to a piece's middle. So people need lay nothing more exactly than they do in play.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Any

from lucca_pi.config import Config
from lucca_pi.contract.setup import setup_from
from lucca_pi.games import game_named
from lucca_pi.language import Text, _
from lucca_pi.outside import Node
from lucca_pi.table.pieces import Called, Pieces
from lucca_pi.table.sighting import Pose, Sighting, point_beside

PLAN: list[dict[str, Any]] = json.loads(Path(__file__).with_name("layings.json").read_text(encoding="utf-8"))
"""The layings of all games, as programs get them."""
STACK_MM = 26.0
"""Most distance, mm, of pieces without a code that lie on each other."""
_FARTHEST_MM = 5000.0
"""Most distance, mm, of a piece from its seat; no heading has more degrees."""
PieceName = int | str
"""A piece by its code, or, of pieces without one, by its colour."""
_WORDS: Mapping[str, Text] = {
    "column": _("A column of four, fanned towards you."),
    "wall": _("A wall: three backs in a fan."),
    "opened": _("Two opened palaces, and a completed one."),
    "tower": _("Two towers in a wall."),
    "triplets": _("Three rows of triplets in the centre."),
    "bricks": _("Four bricks on lots of their own."),
    "block": _("Four bricks on lots side by side."),
    "stacks": _("Stacks of two and three, each floor a little nearer to you than the one on it."),
    "supply": _("Three bricks of each colour at the left of the mat's rows."),
    "chain": _("A chain of four tiles."),
    "ring": _("A tile shut in on all sides."),
    "branch": _("A ring with a branch."),
    "die": _("A die beside two tiles, its code upwards."),
    "far corner": _("As far out as anything is laid."),
    "turned": _("Turned: across, upside down, askew."),
    "seats": _("Several places at once."),
    "mixed": _("Several things at once."),
    "lamp on": _("The same, with the lamp above the table on."),
    "lamp off": _("The same, with that lamp off."),
    "hand": _("The same. Hold a hand over the table beside it while it looks."),
}


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece to be laid: its middle and the direction of its top edge, clockwise, in the axes of a seat."""

    piece: PieceName
    seat: int
    x_mm: float
    y_mm: float
    heading_deg: float = 0.0

    def beside(self, seat: Sighting | Pose) -> Sighting:
        """Where it should lie, in the axes in which the seat lies so."""
        return Sighting(0, *point_beside(seat, (self.x_mm, self.y_mm)), seat.heading_deg + self.heading_deg)


def is_stacked(one: Lay, other: Lay) -> bool:
    """True if two pieces lie on each other."""
    return one.seat == other.seat and dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < STACK_MM


@dataclass(frozen=True, slots=True)
class Laying:
    """Pieces that are laid for one look, lower ones first."""

    name: str
    lay: tuple[Lay, ...]

    @property
    def words(self) -> Text | str:
        """What it is, for people."""
        return _WORDS.get(self.name, self.name)


def laying_of(one: Node) -> Laying:
    """The laying in JSON data as PLAN has it. Raises UnreadableError."""
    names = "x_mm", "y_mm", "heading_deg"
    lays = []
    for lay in one.key("lay").list():
        numbers = [lay.key(name).number() for name in names]
        if max(map(abs, numbers)) > _FARTHEST_MM:
            raise lay.wrong("lies on no table")
        lays.append(Lay(lay.key("piece").name(), lay.key("seat").whole(), *numbers))
    return Laying(one.key("name").text(), tuple(lays))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a check asks for: the game by its name, its set-up and pieces, what they are called, and the layings."""

    game: str
    setup: Any
    pieces: Pieces
    called: Called
    layings: tuple[Laying, ...]


def asked(config: Config, layings: tuple[Laying, ...] = ()) -> Asked:
    """What a check with these settings asks for; `layings`: others. Raises UnreadableError and RuleError."""
    setup = setup_from(game_named(config.game).rules.setup, config.for_game())
    return asked_of(config.game, setup, layings)


def asked_of(game: str, setup: Any, layings: tuple[Laying, ...] = ()) -> Asked:
    """What a check asks for at a game that is set up so."""
    planned = tuple(laying_of(Node(one)) for one in PLAN if one["game"] == game)
    plugin = game_named(game)
    return Asked(game, setup, plugin.rules.pieces(setup), plugin.words.called(setup), layings or planned)
