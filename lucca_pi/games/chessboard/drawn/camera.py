"""A camera that draws, from a record alone, what a camera above the board and the mat would see."""

from collections.abc import Iterator, Mapping
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera, Scene
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.games.chessboard.drawn.lay import ground, lay
from lucca_pi.games.chessboard.files import load_record
from lucca_pi.games.chessboard.rules.game import adjust, begin, play_turn
from lucca_pi.games.chessboard.rules.position import Adjustment, Position
from lucca_pi.games.chessboard.rules.record import Record


class RecordCamera(DrawnCamera):
    """
    Looks at the table of a recorded game: look 0 is its beginning, look n the table after the n-th turn.

    How exactly things are laid, and all that `conditions` leave to chance, `seed` decides. An adjustment is on the
    table from the look after the turn that follows it. Raises RuleError for an illegal record.
    """

    def __init__(self, record: Record, seed: int = 0, conditions: Conditions = EASY) -> None:
        self._positions = tuple(_positions(record))
        scenes = [Scene(lay(position, seed)) for position in self._positions]
        super().__init__(scenes, ground(), seed, conditions)

    def position(self, number: int) -> Position:
        """What look `number` shows. Raises CameraEndedError."""
        self.scene(number)
        return self._positions[number]


def _positions(record: Record) -> Iterator[Position]:
    """The table at the beginning and after each turn. Raises RuleError where the record breaks a rule."""
    game = begin(record.size, record.players, record.start, switching=record.switching)
    yield game.position
    for entry in record.turns:
        if isinstance(entry, Adjustment):
            game = adjust(game, entry)
            continue
        game = play_turn(game, entry)
        yield game.position


def camera_for(record: str, settings: Mapping[str, Any]) -> RecordCamera:
    """
    The camera above the game in that file, on the evening that the configuration names.

    Raises UnreadableError and RuleError.
    """
    return RecordCamera(load_record(record), conditions=CONDITIONS[settings["conditions"]])
