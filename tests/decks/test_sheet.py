"""The picture sheet of a deck."""

from lucca_pi.box.sheets import CELL, COLUMNS, DPI, MARGIN, TITLE, deck_sheet
from lucca_pi.games.citta.paper.facades import facade_of
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck_file
from tests.sim.games import random_deck


def beside_number(picture, place):
    """The colour left of the number of the card at that place, as "#rrggbb"."""
    row, column = divmod(place, COLUMNS)
    x_mm, y_mm = MARGIN + column * CELL[0] + 1.5, MARGIN + TITLE + row * CELL[1] + 4
    return "#{:02x}{:02x}{:02x}".format(*picture.getpixel((round(x_mm / 25.4 * DPI), round(y_mm / 25.4 * DPI))))


def test_the_cards_stand_in_the_order_of_their_numbers_in_their_colours():
    deck = random_deck(4)
    numbers = sorted(deck.cards)
    picture = deck_sheet(DeckFile("box", deck, dict(enumerate(deck.cards, start=1))))

    for place in (0, 11, 12, 50, 95):
        assert beside_number(picture, place) == facade_of(deck[numbers[place]].colour, deck.colours).colour


def test_the_sheet_is_as_large_as_twelve_by_eight_cards():
    width, height = deck_sheet(reference_deck_file()).size

    assert (width > height, round(width / DPI * 25.4) == round(2 * MARGIN + 12 * CELL[0] - 1.6)) == (True, True)
