"""The deal: two cards each under construction, and nothing else with anybody."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.citta.referee.verdict import Unexplained
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.game import CARDS_DEALT
from lucca_pi.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.table.reading import QuarterReading, Reading

CODE_LEFT_MM = 20.5
"""A card's code lies about so far left of its middle."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards dealt to each quarter, by quarter code; of two in one colour the newer comes second."""

    cards: Mapping[int, tuple[CardName, ...]]


def explain_deal(reading: Reading, players: int | None) -> Dealt | Unexplained:
    """Who was dealt what; `players` is how many should sit here, None for as many as quarters are seen."""
    problems = tuple(_problems(reading, players))
    if problems:
        return Unexplained(problems, "Put it right, then press OK.")
    return Dealt({quarter.quarter: _cards(quarter, reading) for quarter in reading.quarters})


def _problems(reading: Reading, players: int | None) -> Iterator[str]:
    seen = len(reading.quarters)
    if players is not None and seen != players:
        yield f"{_quarters(seen)} in sight, not {players}"
    elif seen not in CARDS_TO_COMPLETE:
        yield f"{_quarters(seen)} in sight; the game is for 3 to 5 players"
    for quarter in reading.quarters:
        yield from _quarter_problems(quarter)


def _quarters(seen: int) -> str:
    return "1 quarter is" if seen == 1 else f"{seen} quarters are"


def _quarter_problems(quarter: QuarterReading) -> Iterator[str]:
    who = f"quarter {quarter.quarter}"
    dealt = sum(len(numbers) for numbers in quarter.construction.values())
    if dealt != CARDS_DEALT:
        yield f"{who}: {dealt} card{'' if dealt == 1 else 's'} under construction, not {CARDS_DEALT}"
    if quarter.walls:
        yield f"{who}: a face-down card lies in reach; it would be a wall"
    lying = (*quarter.completed.values(), *quarter.opened.values(), *quarter.towers)
    if lying:
        yield f"{who}: {', '.join(map(str, lying))} should not lie there at the deal"


def _cards(quarter: QuarterReading, reading: Reading) -> tuple[CardName, ...]:
    """The two cards in the order laid: people begin below the quarter's middle; in one column the newer is second."""
    across = {card.card: abs(card.x_mm + CODE_LEFT_MM) for card in reading.cards if card.owner == quarter.quarter}
    columns = sorted(quarter.construction.values(), key=lambda numbers: across.get(numbers[0], 0.0))
    return tuple(number for numbers in columns for number in numbers)
