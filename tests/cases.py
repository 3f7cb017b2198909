"""What a test goes through one by one: without any of it, the test would say nothing."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def some(cases: Iterable[Case]) -> list[Case]:
    found = [*cases]
    assert found, "there is nothing to go through"
    return found


def first_of(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """The cases as parameters: the first in every run, the others where all that is long runs too; a dict's by name."""
    named = [*cases.items()] if isinstance(cases, dict) else [(None, case) for case in cases]
    marks = [()] * usual + [pytest.mark.long] * (len(named) - usual)
    return [pytest.param(case, id=name, marks=mark) for (name, case), mark in zip(named, marks, strict=True)]
