"""What holds for all tests of enrolment."""

from collections.abc import Iterator
from itertools import islice

import pytest

from lucca_pi.box import sheets

_SHOWN = 12


@pytest.fixture(scope="package", autouse=True)
def _no_sheet_of_a_whole_box() -> Iterator[None]:
    """The picture beside a deck file shows some cards: nobody looks at the others, and drawing takes long."""

    def first_cards(file, cards, labels, sizes):
        sheets.write_contact_sheet(file, dict(islice(cards.items(), _SHOWN)), labels, sizes)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lucca_pi.box.terminal.write_contact_sheet", first_cards)
        yield
