"""
Presses from the edges of contacts: pure, with the time handed in.

The contact of a push button bounces for some milliseconds when it closes or opens, so a level counts once it has
lasted for DEBOUNCE_S; the keys of a keyboard come debounced. "up" and "down" count as soon as they are pressed; a
button with a second meaning when held (HELD) counts when it is released.

Edges can be lost: an interrupt may come too late, a queue may overflow. So levels are read as well: a hold counts while
the contact is seen closed; a contact that is seen open was released when it was last known to be closed.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from lucca_pi.contract.screens import Snapshot
from lucca_pi.language import _, listed
from lucca_pi.ports import Button, Clock

DEBOUNCE_S = 0.030
_LONG_PRESS_S = 2.0
STUCK_S = 10.0
"""Longest press of a person, s: a button held for longer is stuck, or something lies on it."""

_HELD: Mapping[Button, Button] = {"ok": "off", "back": "undo"}
"""Meaning of a button that is held down for LONG_PRESS_S."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact that closed or opened, or was seen so; `contact` names it, as several may serve as one button."""

    button: Button
    pressed: bool
    time_s: float
    contact: str = ""


@dataclass(slots=True)
class _Contact:
    """A contact. `level`: last heard or seen; `settled`: the level that has lasted; True is pressed."""

    button: Button
    debounce_s: float
    level: bool = False
    level_since_s: float = 0.0
    known_s: float = 0.0
    """Time at which the level was last heard or seen."""
    unheard_s: float | None = None
    """Time since which the contact is seen open though no edge reported it; None if edges and levels agree."""
    settled: bool = False
    held_since_s: float = 0.0
    spent: bool = True
    """True if this hold has already given its press."""
    deaf_until_s: float = -inf
    """Presses that began before this time are dropped, unless they are held."""

    def due_s(self) -> float | None:
        """Time at which this contact changes by waiting alone; None if it does not."""
        if self.unheard_s is not None:
            return self.unheard_s + self.debounce_s
        if self.level != self.settled:
            return self.level_since_s + self.debounce_s
        return None if self.spent else self.held_since_s + _LONG_PRESS_S

    def heard(self, edge: Edge) -> list[Button]:
        """Takes an edge. Returns the press that a lost release ended."""
        presses: list[Button] = []
        if edge.pressed and self.level and edge.time_s - self.known_s >= self.debounce_s:
            presses = self._let_go_unheard()
        if edge.pressed != self.level:
            self.level, self.level_since_s = edge.pressed, edge.time_s
        self.known_s, self.unheard_s = edge.time_s, None
        return presses

    def seen(self, edge: Edge) -> list[Button]:
        """Takes the current level. Returns the press that a lost release ended."""
        if edge.pressed and self.level:
            self.known_s, self.unheard_s = edge.time_s, None
            return []
        if edge.pressed or not self.level:
            return self.heard(edge)
        if self.unheard_s is None:
            self.unheard_s = edge.time_s
        return self._let_go_unheard() if edge.time_s - self.unheard_s >= self.debounce_s else []

    def _let_go_unheard(self) -> list[Button]:
        """Ends a press whose release was lost: a short press is certain, a hold is not."""
        presses = [] if self.settled else self._settle()
        self.level, self.level_since_s, self.unheard_s = False, self.known_s, None
        return presses + self._settle()

    def settles(self, now_s: float) -> list[Button]:
        """Presses of a level that has lasted by `now_s`."""
        return self._settle() if self.level != self.settled and now_s >= self.level_since_s + self.debounce_s else []

    def until(self, now_s: float) -> list[Button]:
        """Presses that are due by `now_s` without a further edge."""
        presses = self.settles(now_s)
        held_until_s = self.level_since_s if not self.level else now_s if self.unheard_s is None else self.known_s
        if not self.spent and held_until_s >= self.held_since_s + _LONG_PRESS_S:
            self.spent = True
            presses.append(_HELD[self.button])
        return presses

    def is_stuck(self, now_s: float) -> bool:
        return self.settled and now_s >= self.held_since_s + STUCK_S

    def set_back(self, by_s: float) -> None:
        self.level_since_s -= by_s
        self.known_s -= by_s
        self.held_since_s -= by_s
        self.deaf_until_s -= by_s

    def _settle(self) -> list[Button]:
        self.settled = self.level
        if self.settled:
            self.held_since_s = self.level_since_s
            self.spent = self.button not in _HELD
            return [self.button] if self.spent and self.held_since_s >= self.deaf_until_s else []
        if self.spent:
            return []
        self.spent = True
        if self.level_since_s >= self.held_since_s + _LONG_PRESS_S:
            return [_HELD[self.button]]
        return [self.button] if self.held_since_s >= self.deaf_until_s else []


class Presses:
    """
    Presses of all buttons. Times are seconds of one clock; if it is set back, stored times are moved with it.

    >>> presses = Presses()
    >>> bouncing = [(True, 0.000), (False, 0.004), (True, 0.006)]
    >>> [presses.edge(Edge("up", pressed, time_s)) for pressed, time_s in bouncing]
    [[], [], []]
    >>> presses.until(0.040)
    ['up']
    """

    def __init__(self, debounce_s: float = DEBOUNCE_S) -> None:
        self._debounce_s = debounce_s
        self._contacts: dict[str, _Contact] = {}
        self._closed_since_s: dict[str, float] = {}
        """Contacts that were closed before their first edge, and when they were first seen so, s."""
        self._now_s = 0.0

    def edge(self, edge: Edge) -> list[Button]:
        """
        Takes an edge. Returns the presses that were complete before it.

        A hold that goes on is not among them: it counts once its contact is seen closed, or heard to open.
        """
        contact = self._contact(edge)
        self._come_to(edge.time_s)
        presses = [press for one in self._contacts.values() for press in one.settles(edge.time_s)]
        return presses + contact.heard(edge)

    def level(self, edge: Edge) -> list[Button]:
        """
        Takes a contact's current level. Returns the press that a lost release ended.

        A contact that was closed before its first edge gives no press until it has opened.
        """
        self._come_to(edge.time_s)
        if edge.pressed and edge.contact not in self._contacts:
            self._closed_since_s.setdefault(edge.contact, edge.time_s)
            return []
        return self._contact(edge).seen(edge)

    def until(self, now_s: float) -> list[Button]:
        """Presses complete by now."""
        self._come_to(now_s)
        return [press for contact in self._contacts.values() for press in contact.until(now_s)]

    def _contact(self, edge: Edge) -> _Contact:
        self._closed_since_s.pop(edge.contact, None)
        return self._contacts.setdefault(edge.contact or edge.button, _Contact(edge.button, self._debounce_s))

    def _come_to(self, now_s: float) -> None:
        for contact in self._contacts.values():
            contact.set_back(max(0.0, self._now_s - now_s))
        self._now_s = now_s

    def due_s(self) -> float | None:
        """Time at which to ask again if no edge comes before; None if only an edge can bring a press."""
        return min((due for contact in self._contacts.values() if (due := contact.due_s()) is not None), default=None)

    def forget(self, contacts: Iterable[str]) -> None:
        """Forgets these contacts: buttons held down give no press."""
        for contact in contacts:
            self._contacts.pop(contact, None)
            self._closed_since_s.pop(contact, None)

    def ignore(self, until_s: float) -> None:
        """Drops presses that began before that time, unless they are held."""
        for contact in self._contacts.values():
            contact.deaf_until_s = until_s

    def stuck(self, now_s: float) -> list[str]:
        """Names of the contacts that are pressed for too long."""
        closed = [name for name, since_s in self._closed_since_s.items() if now_s >= since_s + STUCK_S]
        return closed + [name for name, contact in self._contacts.items() if contact.is_stuck(now_s)]


class Heard:
    """Buttons that report edges: the base of GPIO buttons and of input devices."""

    of_people = True

    def __init__(self, clock: Clock, debounce_s: float) -> None:
        self._clock = clock
        self._presses = Presses(debounce_s)
        self._given: deque[Button] = deque()

    @property
    def notice(self) -> str:
        """
        Text for players that names the stuck buttons, which are ignored until they are released; empty if there is
        none.
        """
        stuck = self._presses.stuck(self._clock.now_s())
        if not stuck:
            return ""
        return _("Stuck: {buttons}. Works again once released.", buttons=listed(stuck))

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:  # noqa: ARG002 (a port's method)
        end_s = self._clock.now_s() + wait_s
        while True:
            now_s = self._take()
            if self._given:
                return self._given.popleft()
            left_s = end_s - now_s
            if not 0 < left_s < 2 * wait_s:  # more is left than there was where the clock was set back
                return None
            due_s = self._presses.due_s()
            self._hear_for(min(left_s, due_s - now_s if due_s is not None else left_s))

    def forget(self) -> None:
        now_s = self._take()
        self._given = deque(button for button in self._given if button == "off")
        self._presses.ignore(now_s)

    def _take(self) -> float:
        """Takes edges, then levels, then presses due by now. Returns the time."""
        self._hear_for(0)
        levels = [*self._levels()]
        since = self._hear_for(0)
        for level in levels:
            if level.contact not in since:  # else it is as was told after the level was read
                self._given.extend(self._presses.level(level))
        now_s = self._clock.now_s()
        self._given.extend(self._presses.until(now_s))
        return now_s

    def _hear_for(self, wait_s: float) -> set[str]:
        """Takes the available edges after waiting for the first. Returns the names of their contacts."""
        contacts = set()
        for edge in self._hear(max(wait_s, 0)):  # one by one, as the source may forget contacts between two
            contacts.add(edge.contact)
            self._given.extend(self._presses.edge(edge))
        return contacts

    def _hear(self, wait_s: float) -> Iterable[Edge]:
        """Available edges, after waiting for the first."""
        raise NotImplementedError

    def _levels(self) -> Iterable[Edge]:
        """Current level of each contact that can be read."""
        return ()
