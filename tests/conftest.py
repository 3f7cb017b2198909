"""What holds for all tests."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from lucca_pi.language import SOURCE, use

# A slow machine is no failure; fifty examples, each time others, keep the whole suite within five minutes.
settings.register_profile("any machine", deadline=None, max_examples=50)
settings.load_profile("any machine")

# Tests run on every core already: a second thread for sums only waits.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Whatever is spoken where they run.
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_collection_finish() -> None:
    """What has been imported stays: the garbage collector need not go through it again and again."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _in_the_source_language() -> Iterator[None]:
    yield
    use(SOURCE)
