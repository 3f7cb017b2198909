"""A camera that draws, from a game record alone, what a camera above the table would see."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from lucca_pi.drawn.conditions import EASY, Conditions
from lucca_pi.drawn.draw import Colour, Painter, Sight, seeming_outline
from lucca_pi.drawn.lay import Lying, lay
from lucca_pi.drawn.light import sheens
from lucca_pi.drawn.scenes import Scene, scenes, seats_of
from lucca_pi.drawn.seats import table_for
from lucca_pi.drawn.seen import SeenCode, seen_codes
from lucca_pi.drawn.things import bodies
from lucca_pi.drawn.view import Nudge
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.rules.palace import Palace
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.ports import CameraEndedError, Frame

NUDGE_DEG_PER_MM = 0.08
DARKER = 0.25
"""Of the light, where the camera looks closer: two steps less."""


class DrawnCamera:
    """
    Looks at the table of a recorded game: look 0 is the deal, look n the table after the n-th turn.

    What the record does not tell, `seed` decides: the triplets nobody took, how exactly cards are laid, and all that
    `conditions` leave to chance. An adjustment is on the table from the look after the turn that follows it.

    The same look asked for again is another moment: hands are elsewhere or gone, cards were turned out of a reflection
    and others into one, the noise is another. `picture`, `closer` and `codes` are of the moment looked at last.

    Raises RuleError for an illegal record, for a deck file that is not the record's deck, and for cards that are too
    large.
    """

    notice = ""

    def __init__(self, record: Record, deck_file: DeckFile, seed: int = 0, conditions: Conditions = EASY) -> None:
        if record.deck.cards != deck_file.deck.cards:
            raise RuleError("deck", f"the record was not played with the deck {deck_file.name}: give the deck it names")
        self._deck_file = deck_file
        self._seed = seed
        self._seats = seats_of(record)
        self._scenes = tuple(scenes(record, seed))
        self._conditions = conditions
        self._looked = Counter[int]()
        self._table = table_for(len(record.players), deck_file.card_mm)
        self._painter = Painter(deck_file, self._table, conditions, seed)
        darker = replace(conditions, exposure=conditions.exposure * DARKER)
        self._dark_painter = Painter(deck_file, self._table, darker, seed)
        self._small_painter = Painter(deck_file, self._table, _quartered(conditions), seed)

    def look(self, number: int) -> Frame:
        """The table in grey, and small in colour. Raises CameraEndedError past the last turn of the record."""
        self._looked[number] += 1
        sight = self._sight(number)
        colour = self._small_painter.colour(sight)[:, :, ::-1]
        return Frame(f"drawn-{number:03d}", self._painter.grey(sight), colour)

    def picture(self, number: int) -> Colour:
        """The same look in colour, of shape `(height, width, 3)`, blue first. Raises CameraEndedError."""
        return self._painter.colour(self._sight(number))

    def file_of(self, number: int) -> str:  # noqa: ARG002
        """There is no file."""
        return ""

    def go_on(self, number: int) -> None:
        """The next look shows the same turn: hands are elsewhere."""

    def live(self) -> None:
        """Nothing: a record tells of no motion."""

    def closer(self, number: int) -> Iterator[Frame]:
        """The same at a quarter of the light, where no reflection drowns what is under it, then as it was once more."""
        sight = self._sight(number)
        faint = tuple(replace(sheen, glare=sheen.glare * DARKER) for sheen in sight.sheens)
        yield Frame(f"drawn-{number:03d}-darker", self._dark_painter.grey(replace(sight, sheens=faint)))
        yield Frame(
            f"drawn-{number:03d}-again", self._painter.grey(replace(sight, grain=sight.grain + len(self._scenes)))
        )

    def rested(self, number: int) -> Sequence[Frame]:
        """Nothing: between two turns of a record nothing is known to have lain at rest."""
        del number
        return ()

    def close(self) -> None:
        """Nothing to do."""

    def lying(self, number: int) -> tuple[Lying, ...]:
        """Every card that look `number` shows. Raises CameraEndedError."""
        scene = self._scene(number)
        return lay(scene.position, scene.centre, self._seats, self._deck_file, seed=self._seed, places=scene.places)

    def codes(self, number: int) -> tuple[SeenCode, ...]:
        """Where the code of each card is in the picture of look `number`, how much in sight, how much in glare."""
        sight = self._sight(number)
        projection = self._painter.projection(sight.nudge)
        covers = [seeming_outline(body, projection) for body in sight.bodies]
        stickers = [self._painter.sticker(card.code) for card in sight.cards]
        contrast = self._painter.contrast_left(sight)
        return tuple(
            seen_codes(
                sight.cards, stickers, covers, contrast=contrast, deck_file=self._deck_file, projection=projection
            )
        )

    def truth(self, number: int) -> dict[str, Any]:
        """
        What a right reading of look `number` says: quarters, centre, triplets and discards of `lucca-table-reading/1`.

        Raises CameraEndedError.
        """
        scene = self._scene(number)
        quarters = {self._seats[player]: quarter for player, quarter in scene.position.quarters.items()}
        triplets = [_sorted(triplet) for triplet in scene.centre.triplets if triplet]
        return {
            "quarters": [_quarter_json(code, quarter) for code, quarter in sorted(quarters.items())],
            "centre": _sorted([*scene.centre.discards, *(name for triplet in triplets for name in triplet)]),
            "triplets": sorted(triplets, key=lambda triplet: [_rank(name) for name in triplet]),
            "discards": _sorted(scene.centre.discards),
        }

    def _sight(self, number: int) -> Sight:
        cards, conditions = self.lying(number), self._conditions
        moment = max(0, self._looked[number] - 1)
        things = bodies(cards, self._table, conditions, self._deck_file, seed=f"{self._seed} {number}", moment=moment)
        grain = number + 2 * moment * len(self._scenes)
        reflected = sheens(cards, conditions, self._deck_file, seed=f"{self._seed} {moment}")
        return Sight(grain, cards, things, reflected, self._nudge(number))

    def _nudge(self, number: int) -> Nudge:
        chance, reach = Random(f"{self._seed} nudge {number}"), self._conditions.nudge_mm
        x_mm, y_mm, turn = (max(-2.0, min(2.0, chance.gauss(0, 1))) * reach for _ in range(3))
        return Nudge(x_mm, y_mm, turn * NUDGE_DEG_PER_MM)

    def _scene(self, number: int) -> Scene:
        if not 0 <= number < len(self._scenes):
            raise CameraEndedError(f"The record ends after look {len(self._scenes) - 1}.")
        return self._scenes[number]


def _quartered(conditions: Conditions) -> Conditions:
    """The same evening in a picture a quarter as wide and high: each dot is the mean of 16, and JPEG hardly shows."""
    view = conditions.view
    return replace(
        conditions,
        view=replace(view, width_px=view.width_px // 4, height_px=view.height_px // 4),
        read_noise=conditions.read_noise / 4,
        shot_noise=conditions.shot_noise / 4,
        jpeg_quality=None,
    )


def _quarter_json(code: int, quarter: Quarter) -> dict[str, Any]:
    return {
        "quarter": code,
        "construction": {
            colour: [card.number for card in palace.cards] for colour, palace in quarter.construction.items()
        },
        "completed": _numbers(quarter.completed),
        "opened": _numbers(quarter.opened),
        "walls": quarter.walls,
        "towers": sorted(quarter.towers),
    }


def _numbers(palaces: Mapping[str, Palace]) -> dict[str, int]:
    return {colour: palace.number for colour, palace in palaces.items()}


def _sorted(names: Sequence[CardName]) -> list[CardName]:
    return sorted(names, key=_rank)


def _rank(name: CardName) -> tuple[bool, int]:
    """Street numbers first, then the towers."""
    return (True, TOWERS.index(name)) if isinstance(name, str) else (False, name)
