"""A record that has been scored: what every game answers to `lucca-pi score`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Scored:
    """
    The score of a record, each part worked out when it is asked for.

    `document` is the score as JSON data, `text` the same for people; `advice` and `advice_text` are for the player in
    turn.
    """

    document: Callable[[], dict[str, Any]]
    text: Callable[[], str]
    advice: Callable[[], Any]
    advice_text: Callable[[], str]
