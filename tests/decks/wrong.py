"""Decks that are not the one on the table, from quite another one to one that differs by two colours or by its size."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from lucca_pi.games.citta.rules.deck import (
    REFERENCE_COLOURS,
    Card,
    DeckFile,
    make_deck,
    reference_deck_file,
)

REFERENCE = reference_deck_file()
COLOUR_OF = {number: card.colour for number, card in REFERENCE.deck.cards.items()}
OWN_WORDS = ("terracotta", "amber", "straw", "olive", "slate", "plum")
GERMAN_WORDS = ("rot", "orange", "gelb", "grün", "blau", "lila")
SIXTEEN_MM, TWELVE_MM = 16 * 7 / 9, 12 * 7 / 9
"""The squares of stickers of 16 and of 12 mm."""


def deck_of(name: str, colour_of: Callable[[int], str]) -> DeckFile:
    """The reference deck with other colours, by the code of a card."""
    cards = [replace(card, colour=colour_of(number)) for number, card in REFERENCE.deck.cards.items()]
    return replace(REFERENCE, name=name, deck=make_deck(cards, name))


def worded(name: str, words: tuple[str, ...]) -> DeckFile:
    """The reference deck with other words for its colours."""
    said = dict(zip(REFERENCE_COLOURS, words, strict=True))
    return deck_of(name, lambda code: said[COLOUR_OF[code]])


def shifted(by: int) -> DeckFile:
    """The reference deck whose card N bears the code of the card so many numbers before."""
    codes = {(number - 1 - by) % 96 + 1: number for number in REFERENCE.deck.cards}
    return replace(REFERENCE, name=f"numbers shifted by {by}", codes=codes)


def swapped(one: str, other: str) -> DeckFile:
    """The reference deck with two colours in each other's place."""
    place = {one: other, other: one}
    return deck_of(f"{one} for {other}", lambda code: place.get(COLOUR_OF[code], COLOUR_OF[code]))


def permuted(seed: int) -> DeckFile:
    """The reference deck, its stickers on the cards at random."""
    numbers = [*REFERENCE.deck.cards]
    Random(f"permuted {seed}").shuffle(numbers)
    return replace(REFERENCE, name=f"stickers at random {seed}", codes=dict(enumerate(numbers, start=1)))


def invented(seed: int, words: tuple[str, ...] = REFERENCE_COLOURS) -> DeckFile:
    """A box of its own: other numbers, colours, windows and shields."""
    chance = Random(f"invented {seed}")
    numbers, colours = sorted(chance.sample(range(1, 400), 96)), [*words] * 16
    chance.shuffle(colours)
    windows = [chance.randrange(4) for _ in numbers]
    cards = [Card(*card, 3 - card[2]) for card in zip(numbers, colours, windows, strict=True)]
    codes = dict(enumerate(chance.sample(numbers, 96), start=1))
    return replace(REFERENCE, name=f"box {seed}", deck=make_deck(cards, f"box {seed}"), codes=codes)


def one_after_another(seed: int) -> DeckFile:
    """A box whose colours follow one another: 16 numbers each."""
    order = Random(f"colours {seed}").sample(REFERENCE_COLOURS, 6)
    return deck_of(f"colours in rows {seed}", lambda code: order[(code - 1) // 16])


WRONG: Mapping[str, DeckFile] = {
    deck.name: deck
    for deck in (
        *(shifted(by) for by in (1, -1, 6, 16, 48)),
        *(swapped(*two) for two in (("red", "orange"), ("orange", "yellow"), ("green", "blue"), ("blue", "violet"))),
        *(permuted(seed) for seed in (1, 2)),
        *(invented(seed) for seed in (1, 2, 3)),
        *(one_after_another(seed) for seed in (1, 2)),
        replace(invented(4, OWN_WORDS), name="box with words of its own"),
        replace(REFERENCE, name="stickers of 16 mm", square_mm=SIXTEEN_MM),
        replace(REFERENCE, name="stickers of 12 mm", square_mm=TWELVE_MM),
    )
}
"""Nineteen decks with codes by their names; the twentieth is our own without codes."""
