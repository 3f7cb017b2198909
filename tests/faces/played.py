"""Whole evenings of the simulator before drawn pictures: what its people do and lay, read by the real reader."""

from collections import Counter
from dataclasses import dataclass, field

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import Conditions
from lucca_pi.games.citta.drawn import CardKinds
from lucca_pi.games.citta.drawn.seats import table_for
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.look import NoAnchorError
from tests.faces.tables import compared, read
from tests.sim.evening import Evening
from tests.sim.eye import Glance, Laid, look_at, measured
from tests.sim.machine import Teller
from tests.sim.player import Players


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
class Table:
    """A drawn table with its camera and a reader; first the bare table is looked at, with the quarters alone."""

    deck: DeckFile
    camera: LaidCamera
    reader: FaceReader
    read: Counter[str] = field(default_factory=Counter)
    """How many `pictures` were read, and of the cards in them what they were known as; `strange`: as none."""

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
        self.read.update(compared(look, lying, self.reader.pieces), pictures=1)
        self.read["strange"] += sum(not one.codes for one in look.alike)
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
        # players know which is which
        self._whole_look = anchored(look_at(measured(lying, glance), self.table.deck), quarters, QUARTER_CODES)
        return look
