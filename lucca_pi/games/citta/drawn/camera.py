"""A camera that draws, from a game record alone, what a camera above the table would see."""

from collections.abc import Mapping
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.camera import Scene as Drawn
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.drawn.cards import Kinds
from lucca_pi.games.citta.drawn.lay import Lying, lay
from lucca_pi.games.citta.drawn.scenes import scenes, seats_of
from lucca_pi.games.citta.drawn.seats import table_for
from lucca_pi.games.citta.drawn.truth import truth_of
from lucca_pi.games.citta.files import load_deck, load_record
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.rules.record import Record


class RecordCamera(DrawnCamera):
    """
    Looks at the table of a recorded game: look 0 is the deal, look n the table after the n-th turn.

    What the record does not tell, `seed` decides: the triplets nobody took, how exactly cards are laid, and all that
    `conditions` leave to chance. An adjustment is on the table from the look after the turn that follows it.

    Raises RuleError for an illegal record, for a deck file that is not the record's deck, and for cards that are too
    large.
    """

    def __init__(self, record: Record, deck_file: DeckFile, seed: int = 0, conditions: Conditions = EASY) -> None:
        if record.deck.cards != deck_file.deck.cards:
            raise RuleError("deck", f"the record was not played with the deck {deck_file.name}: give the deck it names")
        self._seats = seats_of(record)
        self._positions = tuple(scenes(record, seed))
        ground = table_for(len(record.players), deck_file.card_mm).ground
        self._laid = tuple(
            lay(scene.position, scene.centre, self._seats, deck_file, seed=seed, places=scene.places)
            for scene in self._positions
        )
        thing = Kinds(deck_file).thing
        super().__init__([Drawn(tuple(map(thing, laid))) for laid in self._laid], ground, seed, conditions)

    def lying(self, number: int) -> tuple[Lying, ...]:
        """Every card that look `number` shows. Raises CameraEndedError."""
        self.scene(number)
        return self._laid[number]

    def truth(self, number: int) -> dict[str, Any]:
        """
        What a right reading of look `number` says: quarters, centre, triplets and discards of `lucca-table-reading/1`.

        Raises CameraEndedError.
        """
        self.scene(number)
        return truth_of(self._positions[number], self._seats)


def camera_for(record: str, settings: Mapping[str, Any]) -> RecordCamera:
    """
    The camera above the game in that file, with the deck and on the evening that the configuration names.

    Raises UnreadableError, and what `RecordCamera` raises.
    """
    conditions = CONDITIONS[settings["conditions"]]
    return RecordCamera(load_record(record), load_deck(settings["deck"]), conditions=conditions)
