"""What a test goes through one by one: without any of it, the test would say nothing."""

from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")


def some(cases: Iterable[Case]) -> list[Case]:
    found = [*cases]
    assert found, "there is nothing to go through"
    return found
