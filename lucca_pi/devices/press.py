"""
From contacts that close and open to presses: pure, with the time handed in.

The contact of a push button bounces for some milliseconds when it closes or opens, so a level counts once it has
lasted for DEBOUNCE_S; the keys of a keyboard come debounced. "up" and "down" are given as soon as they are down; a
button that means something else held down (HELD) when it is let go.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from lucca_pi.evening.snapshot import Snapshot
from lucca_pi.language import _, listed
from lucca_pi.ports import Button, Clock

DEBOUNCE_S = 0.030
LONG_PRESS_S = 2.0
STUCK_S = 10.0
"""Longest press of a person: a button held for longer is stuck, or something lies on it."""

HELD: Mapping[Button, Button] = {"ok": "off", "back": "undo"}
"""What a button means that is held down for LONG_PRESS_S."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened; `contact` tells it from others that serve as the same button."""

    button: Button
    pressed: bool
    time_s: float
    contact: str = ""


@dataclass(slots=True)
class Contact:
    """One contact. `level` is what was last heard, `settled` what has lasted; True is pressed."""

    button: Button
    debounce_s: float
    level: bool = False
    level_since_s: float = 0.0
    settled: bool = False
    held_since_s: float = 0.0
    spent: bool = True
    """This hold has given its press already."""
    deaf_until_s: float = -inf
    """A press that began before this means nothing, unless it is held down."""

    def due_s(self) -> float | None:
        """When this contact will change by waiting alone, or None."""
        if self.level != self.settled:
            return self.level_since_s + self.debounce_s
        return None if self.spent else self.held_since_s + LONG_PRESS_S

    def until(self, now_s: float) -> list[Button]:
        """The presses that time alone brings up to `now_s`."""
        presses = self._settle() if self._lasted(now_s) else []
        held_until_s = now_s if self.level else self.level_since_s
        if not self.spent and held_until_s >= self.held_since_s + LONG_PRESS_S:
            self.spent = True
            presses.append(HELD[self.button])
        return presses

    def is_stuck(self, now_s: float) -> bool:
        return self.settled and now_s >= self.held_since_s + STUCK_S

    def set_back(self, by_s: float) -> None:
        self.level_since_s -= by_s
        self.held_since_s -= by_s
        self.deaf_until_s -= by_s

    def _lasted(self, now_s: float) -> bool:
        return self.level != self.settled and now_s >= self.level_since_s + self.debounce_s

    def _settle(self) -> list[Button]:
        self.settled = self.level
        if self.settled:
            self.held_since_s = self.level_since_s
            self.spent = self.button not in HELD
            return [self.button] if self.spent and self.held_since_s >= self.deaf_until_s else []
        return self._let_go()

    def _let_go(self) -> list[Button]:
        if self.spent:
            return []
        self.spent = True
        if self.level_since_s >= self.held_since_s + LONG_PRESS_S:
            return [HELD[self.button]]
        return [self.button] if self.held_since_s >= self.deaf_until_s else []


class Presses:
    """
    All buttons of the machine. Times are seconds of one clock; should it be set back, what was noted is set back too.

    >>> presses = Presses()
    >>> bouncing = [(True, 0.000), (False, 0.004), (True, 0.006)]
    >>> [presses.edge(Edge("up", pressed, time_s)) for pressed, time_s in bouncing]
    [[], [], []]
    >>> presses.until(0.040)
    ['up']
    """

    def __init__(self, debounce_s: float = DEBOUNCE_S) -> None:
        self._debounce_s = debounce_s
        self._contacts: dict[str, Contact] = {}
        self._now_s = 0.0

    def edge(self, edge: Edge) -> list[Button]:
        """Takes an edge. Gives the presses that were complete before it."""
        contact = self._contacts.setdefault(edge.contact or edge.button, Contact(edge.button, self._debounce_s))
        presses = self.until(edge.time_s)
        if edge.pressed != contact.level:
            contact.level, contact.level_since_s = edge.pressed, edge.time_s
        return presses

    def until(self, now_s: float) -> list[Button]:
        """The presses complete by now."""
        for contact in self._contacts.values():
            contact.set_back(max(0.0, self._now_s - now_s))
        self._now_s = now_s
        return [press for contact in self._contacts.values() for press in contact.until(now_s)]

    def due_s(self) -> float | None:
        """The time to ask again if no edge comes before, or None when only an edge can bring a press."""
        return min((due for contact in self._contacts.values() if (due := contact.due_s()) is not None), default=None)

    def forget(self, contacts: Iterable[str]) -> None:
        """Nothing is known of these contacts any more: what is held down gives no press."""
        for contact in contacts:
            self._contacts.pop(contact, None)

    def ignore(self, until_s: float) -> None:
        """What was pressed down before that time means nothing, unless it is held down."""
        for contact in self._contacts.values():
            contact.deaf_until_s = until_s

    def stuck(self, now_s: float) -> list[str]:
        """The contacts that nobody can be holding down any more."""
        return [name for name, contact in self._contacts.items() if contact.is_stuck(now_s)]


class Heard:
    """Buttons whose edges are heard one by one: what GPIO pins and the keys that Linux knows have in common."""

    of_people = True

    def __init__(self, clock: Clock, debounce_s: float) -> None:
        self._clock = clock
        self._presses = Presses(debounce_s)
        self._given: deque[Button] = deque()

    @property
    def notice(self) -> str:
        """Which button is stuck; it means nothing until it is let go."""
        stuck = self._presses.stuck(self._clock.now_s())
        if not stuck:
            return ""
        return _("Stuck: {buttons}. It works again once it is released.", buttons=listed(stuck))

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:  # noqa: ARG002 (a port's method)
        """The next press, or None when there was none within `wait_s`."""
        end_s = self._clock.now_s() + wait_s
        while True:
            self._take(0)
            now_s = self._clock.now_s()
            self._given.extend(self._presses.until(now_s))
            if self._given:
                return self._given.popleft()
            left_s = end_s - now_s
            if not 0 < left_s < 2 * wait_s:  # more is left than there was where the clock was set back
                return None
            due_s = self._presses.due_s()
            self._take(min(left_s, due_s - now_s if due_s is not None else left_s))

    def forget(self) -> None:
        """Nobody can have meant what they pressed up to now, but for who switches off."""
        self._take(0)
        now_s = self._clock.now_s()
        self._given.extend(self._presses.until(now_s))
        self._given = deque(button for button in self._given if button == "off")
        self._presses.ignore(now_s)

    def _take(self, wait_s: float) -> None:
        for edge in self._hear(max(wait_s, 0)):
            self._given.extend(self._presses.edge(edge))

    def _hear(self, wait_s: float) -> Iterable[Edge]:
        """What edges there are; waits for the first of them."""
        raise NotImplementedError
