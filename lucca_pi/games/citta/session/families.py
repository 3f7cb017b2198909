"""What players are called whose names nobody typed."""

from collections.abc import Mapping

FAMILIES = {101: "Guinigi", 102: "Buonvisi", 103: "Burlamacchi", 104: "Cenami", 105: "Arnolfini"}
"""Noble families of Lucca, by quarter code."""


def called(names: Mapping[int, str]) -> dict[int, str]:
    """
    What everybody is called, by quarter code; `names`: those that were typed.

    >>> called({102: "Ada"})[102], called({})[101]
    ('Ada', 'Guinigi')
    """
    return FAMILIES | dict(names)
