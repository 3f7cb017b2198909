"""How well decks explain the cards in sight: by the colours beside their codes, and by the codes' size."""

from dataclasses import replace

import pytest

from lucca_pi.games.citta.session.which_deck import deck_fit
from lucca_pi.games.citta.table.colour_words import shade_of
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Alike, Look, Mark, Sighting
from tests.decks.wrong import COLOUR_OF, GERMAN_WORDS, OWN_WORDS, REFERENCE, WRONG, swapped, worded

CODES = range(1, 19)
"""Three cards of each colour."""


def shown(codes=CODES, square_mm=REFERENCE.square_mm, without=()):
    """A look at cards of the reference deck; `without`: codes beside which light blinds."""
    marks = tuple(Mark(code, square_mm, None if code in without else shade_of(COLOUR_OF[code])) for code in codes)
    return Look(tuple(Sighting(code, 0, 0, 0) for code in (*codes, BACK_CODE)), 0.4, (), marks=marks)


def fit(deck, look):
    return deck_fit(look, deck, REFERENCE)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_deck_does_not_fit(name):
    assert not fit(WRONG[name], shown()).fits


@pytest.mark.parametrize("words", [GERMAN_WORDS, OWN_WORDS], ids=["German", "its own"])
def test_the_right_deck_fits_in_any_words(words):
    assert fit(worded("ours", words), shown()).unlike == 0


def test_two_stickers_on_each_others_card_are_no_other_deck_and_two_colours_are():
    codes = {**REFERENCE.codes, 1: 2, 2: 1}
    stickers = fit(replace(REFERENCE, codes=codes), shown())
    assert (stickers.recoloured, stickers.fits) == ((1, 2), True)
    colours = fit(swapped("red", "orange"), shown(codes=(1, 2, 3, 4)))
    assert (len(colours.recoloured), colours.fits) == (2, False)


def test_where_light_blinds_no_colour_is_judged():
    assert fit(WRONG["stickers at random 1"], shown(without=CODES)).unlike == 0


SIZES = {1.0: True, 1.05: True, 0.95: True, 16 / 14: False, 12 / 14: False}


@pytest.mark.parametrize(("larger", "fits"), SIZES.items())
def test_codes_of_another_size_are_of_another_box(larger, fits):
    assert fit(replace(REFERENCE, name="a box"), shown(square_mm=larger * REFERENCE.square_mm)).fits == fits


@pytest.mark.parametrize(("sticker_mm", "fits"), [(12, True), (14, True), (16, True), (20, False)])
def test_our_deck_may_be_printed_in_the_sizes_that_cameras_need(sticker_mm, fits):
    assert fit(REFERENCE, shown(square_mm=sticker_mm / 14 * REFERENCE.square_mm)).fits == fits


BARE = replace(REFERENCE, name="bare", photographs=dict.fromkeys(REFERENCE.codes, (b"", b"")))


def test_a_deck_without_codes_has_few_cards_with_one():
    some = shown(codes=CODES[:4])
    known = replace(some, sightings=tuple(Sighting(code, 0, 0, 0) for code in CODES))
    assert deck_fit(some, BARE, BARE).coded == 4
    assert deck_fit(known, BARE, BARE).fits
    assert deck_fit(known, REFERENCE, BARE).uncoded == 14


def test_a_table_of_strangers_is_another_deck():
    strange = tuple(Alike((), x_mm, 0, 0) for x_mm in range(5))
    look = replace(shown(codes=()), sightings=tuple(Sighting(code, 0, 0, 0) for code in CODES[:2]), alike=strange)
    assert (deck_fit(look, BARE, BARE).strange, deck_fit(look, BARE, BARE).fits) == (5, False)


UNREAD = {"another box": (18, 1, False), "a reflection": (4, 10, True), "half in reflections": (10, 8, True)}


@pytest.mark.parametrize(("unread", "known", "fits"), UNREAD.values(), ids=UNREAD)
def test_a_table_of_cards_that_are_not_recognised_is_another_deck(unread, known, fits):
    seen = tuple(Sighting(code, 0, 0, 0) for code in range(1, known + 1))
    look = replace(shown(codes=()), sightings=seen, blinded=((0.0, 0.0),) * unread)
    assert deck_fit(look, BARE, BARE).fits == fits
    assert deck_fit(look, REFERENCE, REFERENCE).strange == 0
