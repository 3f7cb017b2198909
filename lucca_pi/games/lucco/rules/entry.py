"""The entries of a record's list of turns: a turn, or a table set by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.games.lucco.rules.tiles import Contact, Place


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece laid: its colour and place, with free tiles its name and contacts. `extra` is kept unread."""

    colour: str
    at: Place
    touches: tuple[Contact, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """A piece taken away."""

    at: Place
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


Action = Lay | Remove | None
"""The change that a turn makes; None for nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: the throw, None if nobody saw it, and what was done. Of `lay` and `remove` one is None."""

    player: str
    die: str | None = None
    lay: Lay | None = None
    remove: Remove | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def action(self) -> Action:
        """The one thing done."""
        return self.lay or self.remove


def turn_of(player: str, die: str | None, action: Action) -> Turn:
    """
    The turn in which a player does one thing.

    >>> turn_of("Ada", None, Remove((0, 1))).remove
    Remove(at=(0, 1), extra={})
    """
    lay = action if isinstance(action, Lay) else None
    return Turn(player, die, lay, action if isinstance(action, Remove) else None)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The table set by hand: its pieces in an order in which they could be laid. `beside` stood beside `adjust`."""

    table: tuple[Lay, ...]
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    beside: Mapping[str, Any] = field(default_factory=dict, hash=False)


Entry = Turn | Adjustment
