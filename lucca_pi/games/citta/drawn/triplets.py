"""What a record does not tell: the triplets that nobody took. Invented from the cards that the game never used."""

from collections.abc import Iterator, Sequence
from random import Random

from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import rounds_to_play, triplets_laid_out
from lucca_pi.games.citta.rules.record import Adjustment, Entry, Record
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Turn

Triplet = tuple[CardName, ...]


def offers(record: Record, seed: int) -> tuple[tuple[Triplet, ...], ...]:
    """
    The triplets laid out in each round, shuffled: those that its turns took, and invented ones for the rest.

    A round begun or ended on the table has its triplets, so that a record which stops early has one round more than
    turns, unless the game is over. Round 1's hold no tower. When the cards run out, fewer are laid.
    """
    chance = Random(f"{seed} offers")
    unused = _unused(record, chance)
    rounds = [*record.rounds, ()][: rounds_to_play(len(record.players))]
    return tuple(_offer(entries, len(record.players), unused, number, chance) for number, entries in enumerate(rounds))


def _unused(record: Record, chance: Random) -> list[CardName]:
    used = set(_used(record))
    deck: tuple[CardName, ...] = (*record.deck.cards, *TOWERS)
    cards = [name for name in deck if name not in used]
    chance.shuffle(cards)
    return cards


def _used(record: Record) -> Iterator[CardName]:
    for dealt in record.deal.values():
        yield from dealt
    for entry in (entry for entries in record.rounds for entry in entries):
        yield from entry.cards() if isinstance(entry, Adjustment) else taken(entry)


def taken(turn: Turn) -> Triplet:
    """The triplet that a turn took, in the order played."""
    return tuple(play.card for play in turn.play)


def _offer(
    entries: Sequence[Entry], players: int, unused: list[CardName], number: int, chance: Random
) -> tuple[Triplet, ...]:
    triplets = [taken(entry) for entry in entries if isinstance(entry, Turn)]
    while len(triplets) < triplets_laid_out(players):
        triplet = _draw(unused, towers=number > 0)
        if len(triplet) < CARDS_IN_A_TRIPLET:
            break
        triplets.append(triplet)
    chance.shuffle(triplets)
    return tuple(tuple(chance.sample(triplet, len(triplet))) for triplet in triplets)


def _draw(unused: list[CardName], towers: bool) -> Triplet:
    """Takes the first three cards that may lie in a triplet out of `unused`."""
    drawn = [name for name in unused if towers or name not in TOWERS][:CARDS_IN_A_TRIPLET]
    for name in drawn:
        unused.remove(name)
    return tuple(drawn)
