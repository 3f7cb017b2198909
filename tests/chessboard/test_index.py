"""The index on the first page of the rules leads to where each rule stands."""

import importlib
import re

import pytest

from lucca_pi.games.chessboard import rules

PLACES = re.findall(r"\b([a-z]+)\.([\w.]+?)(?=,|$)", rules.__doc__.partition("Rulings")[0], re.MULTILINE)


@pytest.mark.parametrize(("module", "name"), PLACES, ids=[".".join(place) for place in PLACES])
def test_each_place_in_the_index_is_there(module, name):
    found = importlib.import_module(f"{rules.__name__}.{module}")
    for part in name.split("."):
        found = getattr(found, part)
    assert found


def test_every_rule_is_in_the_index():
    numbers = [int(number) for number in re.findall(r"^ +(\d+)  \w", rules.__doc__, re.MULTILINE)]
    assert numbers == list(range(1, 17))


def test_every_ruling_named_in_the_rules_is_told():
    letters = re.findall(r"^    ([a-z])\. ", rules.__doc__, re.MULTILINE)
    assert letters == list("abcdefghijkl")
