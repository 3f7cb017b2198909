import numpy as np
import pytest

from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.vision.faces.box import GATES, box_of
from tests.faces.decks import number_only, printed
from tests.faces.printed_faces import alike_in_upper_half


@pytest.mark.parametrize("deck", [printed, number_only])
def test_the_cards_are_those_of_the_reference_deck(deck):
    assert deck().deck.cards == reference_deck().cards


def test_houses_that_differ_by_the_number_alone_are_twins_in_their_upper_halves_and_no_others():
    box = box_of(number_only().photographs, number_only().card_mm)
    alike = {
        code: {box.prints.names[which] for which in np.flatnonzero(apart < GATES.twins)}
        for code, apart in zip(box.prints.names, box.upper_differences, strict=True)
    }
    assert {code: alike[code] for code in alike_in_upper_half()} == alike_in_upper_half()
