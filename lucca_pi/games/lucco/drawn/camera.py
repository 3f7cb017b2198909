"""A camera that draws, from a record alone, what a camera above the table would see of a game of Lucco."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.camera import Scene as Drawn
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.games.lucco.drawn.lay import Lying, ground_for, lay
from lucca_pi.games.lucco.drawn.scenes import Scene, scenes
from lucca_pi.games.lucco.drawn.things import Kinds
from lucca_pi.games.lucco.files import load_record
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.tiles import tiles_called

_FEWER_SHEENS = 5
"""A dozen tiles mirror as seldom, each, as the threescore cards that an evening's reflections are meant for."""


class RecordCamera(DrawnCamera):
    """
    Looks at the table of a recorded game: look 0 is the empty table, look n the table after the n-th turn that was more
    than a miss on an empty table, for which nobody presses.

    What the record does not tell, `seed` decides: which of its tiles a colour sends, how exactly they are laid, where
    the die comes to rest, and all that `conditions` leave to chance. A throw that the record does not tell is out of
    sight, and so are hands and pot. An adjustment is on the table from the look after the turn that follows it.

    Raises RuleError for an illegal record, for free tiles, and for tiles that reach beyond the table.
    """

    def __init__(self, record: Record, seed: int = 0, conditions: Conditions = EASY) -> None:
        self._positions = tuple(scenes(record, seed))
        self._laid = tuple(lay(self._positions, tiles_called(record.tiles), record.colours, seed))
        kinds = Kinds(record.tiles, record.colours)
        drawn = [Drawn(tuple(map(kinds.thing, laid))) for laid in self._laid]
        fewer = replace(conditions, sheens=conditions.sheens // _FEWER_SHEENS)
        super().__init__(drawn, ground_for(len(record.players)), seed, fewer)

    def lying(self, number: int) -> tuple[Lying, ...]:
        """Every tile that look `number` shows, and the die. Raises CameraEndedError."""
        self.scene(number)
        return self._laid[number]

    def truth(self, number: int) -> Scene:
        """What lies in which cell at look `number`, and the throw. Raises CameraEndedError."""
        self.scene(number)
        return self._positions[number]


def camera_for(record: str, settings: Mapping[str, Any]) -> RecordCamera:
    """
    The camera above the game in that file, on the evening that the configuration names.

    Raises UnreadableError, and what `RecordCamera` raises.
    """
    return RecordCamera(load_record(record), conditions=CONDITIONS[settings["conditions"]])
