import pytest

from lucca_pi.games.citta.paper import printables_of
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.printed.common import COMMON
from lucca_pi.printed.prints import Options


@pytest.fixture
def wanted():
    """What is printed under a name with those options, and that deck."""

    def made(name, deck_file=None, **options):
        return (printables_of(deck_file or reference_deck_file()) | COMMON).made(name, Options(**options))

    return made
