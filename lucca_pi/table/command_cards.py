"""
Command cards: laid on the table, each tells the machine something, without a button, a display or a phone.

A card acts once it has lain at rest in two looks, and again only after it was gone. Places and lengths are in pixels of
the picture: a card counts anywhere in it, whatever pieces are in sight.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import Literal

from lucca_pi.table.sighting import wrapped

Command = Literal["pause", "undo", "new game", "hands-free", "language"]
COMMANDS: Mapping[int, Command] = {118: "pause", 119: "undo", 120: "new game", 121: "hands-free", 122: "language"}
"""The command cards by their codes, which no game's piece bears."""
CARD_MM, SQUARE_MM = (59.0, 91.0), 20.0
_ENOUGH = 2
"""Looks at rest after which a card counts as laid, and as gone."""
GONE_S = 30.0
"""
Seconds after which a card that was taken away is forgotten.

Until then a card at the same place was only covered, and a question that the card asked waits for an answer.
"""
_SAME_PLACE, _SAME_DEG = 0.5, 10.0
"""Most move, in sides of the code, and rotation of a card that was covered: nobody lays a card down so exactly."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card in a picture, by its code: its middle, the code's side, and its heading."""

    x_px: float
    y_px: float
    side_px: float
    heading_deg: float

    def is_at(self, other: "LyingCard") -> bool:
        """True if both are at one place."""
        moved_px = dist((self.x_px, self.y_px), (other.x_px, other.y_px))
        turned_deg = abs(wrapped(self.heading_deg - other.heading_deg))
        return moved_px < _SAME_PLACE * self.side_px and turned_deg < _SAME_DEG


@dataclass(slots=True)
class _Card:
    """
    A card that was laid: its last place, and how often it was seen.

    `missing`: looks without it since; `missing_s`: the time of the first of them.
    """

    where: LyingCard
    seen: int = 1
    missing: int = 0
    missing_s: float = 0.0
    acted: bool = False

    @property
    def is_gone(self) -> bool:
        return self.missing >= _ENOUGH


class CommandCards:
    """Remembers which command cards lie on the table."""

    def __init__(self) -> None:
        self._cards: dict[Command, _Card] = {}

    @property
    def is_unsure(self) -> bool:
        """True if another look must show whether a card was laid or taken away."""
        return any(not card.acted or 0 < card.missing < _ENOUGH for card in self._cards.values())

    def lies(self, command: Command) -> bool:
        """True if this card has acted and was not taken away since."""
        card = self._cards.get(command)
        return card is not None and card.acted and not card.is_gone

    def acting(self, lying: Mapping[int, LyingCard], now_s: float) -> list[Command]:
        """The commands of the cards that act now, by a look at rest; `now_s` only grows."""
        return [command for code, command in COMMANDS.items() if self._acts(command, lying.get(code), now_s)]

    def taken_away(self, now_s: float) -> list[Command]:
        """The cards that have been gone for GONE_S, each once."""
        gone = [one for one, card in self._cards.items() if card.is_gone and now_s >= card.missing_s + GONE_S]
        for command in gone:
            del self._cards[command]
        return gone

    def _acts(self, command: Command, where: LyingCard | None, now_s: float) -> bool:
        card = self._cards.get(command)
        if where is None:
            if card and not card.acted:
                del self._cards[command]
            elif card:
                card.missing_s = card.missing_s if card.missing else now_s
                card.missing += 1
            return False
        if card is None or (card.is_gone and not where.is_at(card.where)):
            self._cards[command] = _Card(where)
            return False
        card.where, card.seen, card.missing = where, card.seen + 1, 0
        acts = not card.acted and card.seen >= _ENOUGH
        card.acted = card.acted or acts
        return acts
