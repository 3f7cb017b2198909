import pytest

from lucca_pi.games.citta.rules.deckfile import reference_deck_file
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.printed.make import Wanted


@pytest.fixture
def wanted():
    """What is to be printed, from its name and options."""
    return lambda sheets, **options: Wanted(sheets, reference_deck_file(), FAMILIES, **options)
