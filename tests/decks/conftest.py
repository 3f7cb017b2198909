"""What holds for all tests of enrolment."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from lucca_pi.box import sheets
from lucca_pi.box.photo_store import keep
from tests.faces.owner import begun, whole_box

_SHOWN = 12


@pytest.fixture(scope="package", autouse=True)
def _no_sheet_of_a_whole_box() -> Iterator[None]:
    """The picture beside a deck file shows some cards: nobody looks at the others, and drawing takes long."""

    def first_cards(file, cards, labels, sizes):
        sheets.write_contact_sheet(file, dict(islice(cards.items(), _SHOWN)), labels, sizes)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lucca_pi.box.terminal.write_contact_sheet", first_cards)
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the deck file is made."""
    return tmp_path / "box.json"


@pytest.fixture
def whole(file: Path) -> Path:
    """The file of a box all of whose cards were photographed twice; nothing is answered yet."""
    begun(file)
    keep(file, whole_box())
    return file
