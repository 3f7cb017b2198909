"""Whole evenings of the simulator before drawn pictures: what its people do and lay, read by the real reader."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import Conditions
from lucca_pi.games.citta.drawn import CardKinds
from lucca_pi.games.citta.drawn.seats import table_for
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Look, Sighting, apart_mm
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.look import NoAnchorError
from tests.faces.tables import read
from tests.sim.evening import Evening
from tests.sim.eye import Glance, Laid, look_at, measured
from tests.sim.machine import Teller
from tests.sim.player import Players

NEAR_MM = 40.0
"""What lies so far from its place is that card: far outside the quarters places are 30 mm off."""


class LaidCamera(DrawnCamera):
    """Looks at whatever is laid before it, one scene after the other; the table and the light stay."""

    def laid(self, scene: DrawnScene) -> Frame:
        """The picture of the next scene."""
        self._scenes = (*self._scenes, scene)
        return self.look(len(self._scenes) - 1)

    def closer_to_it(self, number: int) -> Frame:
        """A closer picture of the last one, by its number: the first is darker."""
        return [*self.closer(len(self._scenes) - 1)][number]


@dataclass(slots=True)
class Read:
    """
    How many `pictures` were read, and of the cards in them those known `alone`, as one of a `sets`, as `strange`.

    `wrong`: those of which no such card lies there.
    """

    pictures: int = 0
    alone: int = 0
    sets: int = 0
    strange: int = 0
    wrong: int = 0

    def count(self, look: Look) -> None:
        """Counts one more look."""
        self.pictures += 1
        self.alone += sum(seen.code not in QUARTER_CODES for seen in look.sightings)
        self.sets += sum(bool(one.codes) for one in look.alike)
        self.strange += sum(not one.codes for one in look.alike)

    def compare(self, look: Look, whole: Look) -> None:
        """Counts what is wrong; `whole`: every card that lies there, in the axes of the look."""
        known = [((seen.code,), seen) for seen in look.sightings]
        left = [
            (one.codes, Sighting(one.codes[0], one.x_mm, one.y_mm, one.heading_deg)) for one in look.alike if one.codes
        ]
        for codes, seen in (*known, *left):
            there = (true for true in whole.sightings if true.code in codes)
            self.wrong += not any(apart_mm(true, seen) < NEAR_MM for true in there)


@dataclass(slots=True)
class Table:
    """A drawn table with its camera and a reader; first the bare table is looked at, with the quarters alone."""

    deck: DeckFile
    camera: LaidCamera
    reader: FaceReader
    read: Read = field(default_factory=Read)

    @classmethod
    def of(cls, evening: Evening, deck: DeckFile, conditions: Conditions) -> "Table":
        """The table of an evening."""
        ground = table_for(len(evening.game.record.players), deck.card_mm).ground
        table = cls(deck, LaidCamera([], ground, evening.seed, conditions), FaceReader(pieces_in(deck)))
        table.look(tuple(card for card in evening.moments[0].lying if card.code in QUARTER_CODES))
        return table

    def look(self, lying: Laid, closer: int | None = None) -> Look | None:
        """What is read of a picture; None where it shows no quarter."""
        thing = CardKinds(self.deck).thing
        frame = (
            self.camera.laid(DrawnScene(tuple(map(thing, lying))))
            if closer is None
            else self.camera.closer_to_it(closer)
        )
        try:
            look = read(self.reader, frame, self.reader.pieces, is_closer=closer is not None)
        except NoAnchorError:
            return None
        self.read.count(look)
        return look


class DrawnPlayers(Players):
    """The players of an evening before a drawn table."""

    def __init__(self, evening: Evening, table: Table, tell: Teller | None = None) -> None:
        super().__init__(evening, (), tell=tell)
        self.table = table

    def _shown(self, lying: Laid, glance: Glance, closer: int | None) -> Look | None:
        look = self.table.look(lying, closer)
        if look is None:
            return None
        quarters = {seen.code: seen for seen in look.sightings if seen.code in QUARTER_CODES}
        self._whole_look = self._all_of_it(lying, glance, quarters)
        self.table.read.compare(look, self._whole_look)
        return look

    def _all_of_it(self, lying: Laid, glance: Glance, quarters: Mapping[int, Sighting]) -> Look:
        """Every card that lies there, in the axes of the picture: players know which is which."""
        return anchored(look_at(measured(lying, glance), self.table.deck), quarters, QUARTER_CODES)
