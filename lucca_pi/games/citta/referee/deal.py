"""The deal: two cards under construction for each player, and nothing else in anybody's areas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import CARDS_DEALT
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.reading import QuarterReading, TableReading
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Look, wrapped

_DEALT_STEP_MM = 10.0
"""Least distance, mm, by which the newer of two cards in one colour is nearer to its player."""
_UPRIGHT_DEG = 45.0
"""Largest turn, degrees, at which a card counts as upright for its player."""


Dealt = Mapping[int, tuple[CardName, ...]]
"""The cards dealt to each quarter, by quarter code; of two in one colour the newer is second."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """
    A dealt card that is not recognised: its street number, and the quarter's code.

    `is_older`: it is under the other card of its colour.
    """

    quarter: int
    card: int
    is_older: bool = False


def explain_deal(reading: TableReading, players: int | None, unseen: Sequence[Unseen] = ()) -> Dealt | Unexplained:
    """
    The cards dealt to each player. `players`: the expected number; None for as many as quarters are seen.

    `unseen`: cards that players entered because they are not recognised.
    """
    problems = tuple(_problems(reading, players, unseen))
    if problems:
        return Unexplained(problems, _advice(reading))
    return {quarter.quarter: _cards(quarter, reading, unseen) for quarter in reading.quarters}


def lacking(reading: TableReading, players: int | None, unseen: Sequence[Unseen] = ()) -> tuple[int, ...]:
    """
    The quarters with a card that is neither in sight nor entered.

    Empty if anything else is wrong as well, or if every quarter has too few cards: the deal is still going on.
    """
    short = tuple(quarter.quarter for quarter in reading.quarters if _dealt(quarter, unseen) < CARDS_DEALT)
    problems = [*_problems(reading, players, unseen)]
    is_all = len(problems) == len(short)  # each of these quarters is one
    return short if is_all and len(short) < len(reading.quarters) else ()


def turned_quarter(look: Look, read_look: Callable[[Look], TableReading], players: int | None) -> Unexplained | None:
    """
    The quarter card that is turned at the deal: turned back, it has two upright cards below it.

    None if turning a quarter card back would mend nothing.
    """
    fewest = len([*_problems(read_look(look), players, ())])
    for quarter in quarters_in(look):
        for turned_deg in (180.0, 90.0, -90.0):
            reading = read_look(_with_turned(look, quarter, turned_deg))
            upright = [one for one in reading.cards if one.owner == quarter and abs(one.heading_deg) < _UPRIGHT_DEG]
            if len(upright) == CARDS_DEALT and len([*_problems(reading, players, ())]) < fewest:
                problem = _("quarter {quarter} is turned the wrong way", quarter=quarter)
                return Unexplained((problem,), _("Lay it with its top away from its player, then press OK."))
    return None


def _with_turned(look: Look, code: int, turned_deg: float) -> Look:
    turned = (
        replace(one, heading_deg=wrapped(one.heading_deg + turned_deg)) if one.code == code else one
        for one in look.sightings
    )
    return replace(look, sightings=tuple(turned))


def _advice(reading: TableReading) -> str:
    """Advice to players; a card that is not seen may be under a reflection or a hand."""
    if any(_dealt(quarter) < CARDS_DEALT for quarter in reading.quarters):
        return _("Put it right. If both cards are there, move them out of reflections and fully into sight. Press OK.")
    return _("Put it right, then press OK.")


def _problems(reading: TableReading, players: int | None, unseen: Sequence[Unseen]) -> Iterator[str]:
    seen = len(reading.quarters)
    if players is not None and seen != players:
        yield ngettext(
            "{number} quarter is in sight, not {players}",
            "{number} quarters are in sight, not {players}",
            seen,
            players=players,
        )
    elif seen not in CARDS_TO_COMPLETE:
        yield ngettext(
            "{number} quarter is in sight; the game is for 3 to 5 players",
            "{number} quarters are in sight; the game is for 3 to 5 players",
            seen,
        )
    for quarter in reading.quarters:
        yield from _quarter_problems(quarter, _dealt(quarter, unseen))
        yield from _beside(quarter, reading)


def _beside(quarter: QuarterReading, reading: TableReading) -> Iterator[str]:
    """A problem if two cards of one colour are side by side: the newer should cover the older one's lower half."""
    down = {card.card: card.y_mm for card in reading.cards}
    for numbers in quarter.construction.values():
        if len(numbers) == CARDS_DEALT and abs(down[numbers[1]] - down[numbers[0]]) < _DEALT_STEP_MM:
            told = {"quarter": quarter.quarter, "card": numbers[0], "other": numbers[1]}
            yield _("quarter {quarter}: {card} and {other} lie beside each other; lay the newer one lower", **told)


def _dealt(quarter: QuarterReading, unseen: Sequence[Unseen] = ()) -> int:
    told = sum(one.quarter == quarter.quarter for one in unseen)
    return told + sum(len(numbers) for numbers in quarter.construction.values())


def _quarter_problems(quarter: QuarterReading, dealt: int) -> Iterator[str]:
    if dealt != CARDS_DEALT:
        yield ngettext(
            "quarter {quarter}: {number} card under construction, not {cards}",
            "quarter {quarter}: {number} cards under construction, not {cards}",
            dealt,
            quarter=quarter.quarter,
            cards=CARDS_DEALT,
        )
    if quarter.walls:
        yield _("quarter {quarter}: a face-down card lies within reach; it would be a wall", quarter=quarter.quarter)
    lying = (*quarter.completed.values(), *quarter.opened.values(), *quarter.towers)
    if lying:
        told = {"quarter": quarter.quarter, "cards": ", ".join(map(str, lying))}
        yield _("quarter {quarter}: {cards} should not lie there at the deal", **told)


def _cards(quarter: QuarterReading, reading: TableReading, unseen: Sequence[Unseen]) -> tuple[CardName, ...]:
    """The two cards in the order dealt: the first is below the quarter's middle; in one column the newer is second."""
    across = {card.card: abs(card.middle_mm[0]) for card in reading.cards}
    columns = sorted(quarter.construction.values(), key=lambda numbers: across.get(numbers[0], 0.0))
    seen = (number for numbers in columns for number in numbers)
    own = [one for one in unseen if one.quarter == quarter.quarter]
    return (*(one.card for one in own if one.is_older), *seen, *(one.card for one in own if not one.is_older))
