"""
From the contacts of push buttons to presses: pure, with the time handed in.

A contact bounces for some milliseconds when it closes or opens, so a level counts once it has lasted for DEBOUNCE_S.
"ok", "up" and "down" are given as soon as they are down; "back" when it is let go, for held down it means "undo".
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lucca_pi.ports import Button

DEBOUNCE_S = 0.030
LONG_PRESS_S = 2.0

HELD: Mapping[Button, Button] = {"back": "undo"}
"""What a button means that is held down for LONG_PRESS_S."""


@dataclass(slots=True)
class Contact:
    """One button's contact. `level` is what was last heard, `settled` what has lasted; True is pressed."""

    button: Button
    level: bool = False
    level_since_s: float = 0.0
    settled: bool = False
    held_since_s: float = 0.0
    spent: bool = True
    """This hold has given its press already."""

    def due_s(self) -> float | None:
        """When this contact will change by waiting alone, or None."""
        if self.level != self.settled:
            return self.level_since_s + DEBOUNCE_S
        return None if self.spent else self.held_since_s + LONG_PRESS_S

    def until(self, now_s: float) -> list[Button]:
        """The presses that time alone brings up to `now_s`."""
        presses = self._settle() if self._lasted(now_s) else []
        held_until_s = now_s if self.level else self.level_since_s
        if not self.spent and held_until_s >= self.held_since_s + LONG_PRESS_S:
            self.spent = True
            presses.append(HELD[self.button])
        return presses

    def _lasted(self, now_s: float) -> bool:
        return self.level != self.settled and now_s >= self.level_since_s + DEBOUNCE_S

    def _settle(self) -> list[Button]:
        self.settled = self.level
        if self.settled:
            self.held_since_s = self.level_since_s
            self.spent = self.button not in HELD
            return [self.button] if self.spent else []
        return self._let_go()

    def _let_go(self) -> list[Button]:
        if self.spent:
            return []
        self.spent = True
        long = self.level_since_s >= self.held_since_s + LONG_PRESS_S
        return [HELD[self.button] if long else self.button]


class Presses:
    """
    All buttons of the machine. Times are seconds of one clock and never go back.

    >>> presses = Presses()
    >>> presses.edge("ok", True, 0.000), presses.edge("ok", False, 0.004), presses.edge("ok", True, 0.006)
    ([], [], [])
    >>> presses.until(0.040)
    ['ok']
    """

    def __init__(self) -> None:
        self._contacts: dict[Button, Contact] = {}

    def edge(self, button: Button, pressed: bool, time_s: float) -> list[Button]:
        """A contact closed or opened. Gives the presses that were complete before it."""
        contact = self._contacts.setdefault(button, Contact(button))
        presses = self.until(time_s)
        if pressed != contact.level:
            contact.level, contact.level_since_s = pressed, time_s
        return presses

    def until(self, now_s: float) -> list[Button]:
        """The presses complete by now."""
        return [press for contact in self._contacts.values() for press in contact.until(now_s)]

    def due_s(self) -> float | None:
        """The time to ask again if no edge comes before, or None when only an edge can bring a press."""
        return min((due for contact in self._contacts.values() if (due := contact.due_s()) is not None), default=None)
