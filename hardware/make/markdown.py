"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""
    A table of that head and those rows, each of as many cells.

    >>> markdown(["pin", "name"], [["1", "3V3"]])
    '| pin | name |\n|---|---|\n| 1 | 3V3 |\n'
    """
    lines = [_line(head), "|" + "---|" * len(head), *map(_line, rows)]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
