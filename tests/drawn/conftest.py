"""Here drawing itself is tested: nothing is kept of it."""

from collections.abc import Iterator

import pytest
from kept_drawings import drawn_anew

from lucca_pi.drawn.light import stored
from lucca_pi.drawn.painter import Painter


@pytest.fixture(scope="package", autouse=True)
def _drawn_anew() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lucca_pi.drawn.painter.stored", stored)
        patched.setattr(Painter, "_drawn", drawn_anew)
        yield
