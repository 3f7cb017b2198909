"""
The contract between an evening and a game: both import it, and it imports neither.

    verdict    the referee's verdict on a look, the auditor's certificate, and the explanation of both
    history    a game being played: its arrangement, its start, what was confirmed since; as its functions receive it
    game       a game as a value: everything the machine knows of it
    questions  questions to the players, and where each answer leads
    setup      what is said of a setting; a game's set-up as a table of fields
    entering   a turn entered by hand, part by part and facet by facet
    claims     the claims in the file of a stored game
    how_to_play  the rules of a game for people, in sections
    screens    contents of the display; overview: data for the page and other programs, and what counts, in figures
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Scored:
    """
    The score of a record; each part is computed when it is asked for.

    `document` is the score as JSON data, `text` the same for people; `advice` and `advice_text` are for the player in
    turn.
    """

    document: Callable[[], dict[str, Any]]
    text: Callable[[], str]
    advice: Callable[[], Any]
    advice_text: Callable[[], str]
