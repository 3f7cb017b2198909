"""The final scoring of one photographed table, with all that a single picture cannot show."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.games.citta.rules.deck import Deck
from lucca_pi.games.citta.rules.editions import Edition
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE, Palace, Position, Quarter
from lucca_pi.games.citta.rules.score import (
    TableScore,
    cards_laid,
    cards_of_a_game,
    impossible_counts,
    score_table,
    table_score_json,
    ties_left,
)
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.reading import QuarterReading, TableReading

_FORMAT = "lucca-table-final/1"


class NoGameError(Exception):
    """The number of quarters is impossible in a game, or differs from the one asked for."""


@dataclass(frozen=True, slots=True)
class FinalTable:
    """
    The final scoring of a reading, as sure as the reading is.

    `seats` is each player's quarter; `missing` counts the cards of a whole game that are not in sight. `unknown` says
    in sentences what one picture cannot show, `doubts` what to check before trusting the figures.
    """

    seats: Mapping[str, int]
    score: TableScore
    missing: int
    unknown: tuple[str, ...]
    doubts: tuple[str, ...]

    def to_json(self, image: str) -> dict[str, Any]:
        """The final scoring of the picture named `image` as `lucca-table-final/1`."""
        told = table_score_json(self.score)
        players = {player: {"quarter": self.seats[player], **figures} for player, figures in told["players"].items()}
        known = {"format": _FORMAT, "image": image, **told, "players": players, "missing_cards": self.missing}
        return {**known, "unknown": list(self.unknown), "doubts": list(self.doubts)}


def final_table(reading: TableReading, deck: Deck, edition: Edition, players: int | None) -> FinalTable:
    """The final scoring as if the game were over with this table; `players` None: as many as quarters are seen."""
    _check_quarters(len(reading.quarters), players)
    seats = {FAMILIES[quarter.quarter]: quarter.quarter for quarter in reading.quarters}
    quarters = {FAMILIES[quarter.quarter]: _quarter(quarter, deck) for quarter in reading.quarters}
    score = score_table(Position(tuple(seats), quarters), edition)
    doubts = (*reading.doubts, *impossible_counts(score.position))
    missing = _missing(score.position, reading)
    return FinalTable(seats, score, missing, tuple(_unknown(score, reading, missing)), doubts)


def _check_quarters(seen: int, players: int | None) -> None:
    if seen not in CARDS_TO_COMPLETE or players not in (None, seen):
        right = players or "3 to 5"
        raise NoGameError(f"{seen} quarter{'' if seen == 1 else 's'} in sight, not {right}: all must be in the picture")


def _quarter(read: QuarterReading, deck: Deck) -> Quarter:
    """The quarter, with only the newest card of completed and opened palaces: the final scoring needs no more."""
    return Quarter(
        _palaces(read.construction, deck),
        _palaces({colour: (number,) for colour, number in read.completed.items()}, deck),
        _palaces({colour: (number,) for colour, number in read.opened.items()}, deck),
        read.walls,
        read.towers,
    )


def _palaces(numbers: Mapping[str, Iterable[int]], deck: Deck) -> dict[str, Palace]:
    return {colour: Palace(colour, tuple(deck[number] for number in column)) for colour, column in numbers.items()}


def _unknown(score: TableScore, reading: TableReading, missing: int) -> Iterator[str]:
    yield "The points from completions and openings during the game, and so the totals, the ranks and the winner."
    if reading.triplets:
        yield f"The end of this game: triplets are on offer ({len(reading.triplets)}), so it is not over."
    if missing > 0:
        cards = "1 card" if missing == 1 else f"{missing} cards"
        yield f"The place of {cards} of a whole game: put away or not yet played; hidden ones would change the figures."
    for one, two in ties_left(score.position, score.order):
        yield f"Which of {one} and {two} comes first: equal shields, and neither has a palace."


def _missing(position: Position, reading: TableReading) -> int:
    """
    The number of cards that the players get in a whole game and that are neither with a player nor among the discards.
    """
    complete, players = position.cards_to_complete, len(position.players)
    laid = sum(cards_laid(quarter, complete) for quarter in position.quarters.values())
    return players * cards_of_a_game(players) - laid - len(reading.discards)
