"""
From contacts that close and open to presses: pure, with the time handed in.

The contact of a push button bounces for some milliseconds when it closes or opens, so a level counts once it has
lasted for DEBOUNCE_S; the keys of a keyboard come debounced. "up" and "down" are given as soon as they are down; a
button that means something else held down (HELD) when it is let go.

Edges get lost: by an interrupt that came too late, a queue that ran over. So levels are read besides: a hold counts
while the contact is seen to be closed, and one that is seen open was let go when it was last known to be closed.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from lucca_pi.games.contract.screens import Snapshot
from lucca_pi.language import _, listed
from lucca_pi.ports import Button, Clock

DEBOUNCE_S = 0.030
_LONG_PRESS_S = 2.0
STUCK_S = 10.0
"""Longest press of a person: a button held for longer is stuck, or something lies on it."""

_HELD: Mapping[Button, Button] = {"ok": "off", "back": "undo"}
"""What a button means that is held down for LONG_PRESS_S."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened, or was seen so; `contact` tells it from others that serve as the same button."""

    button: Button
    pressed: bool
    time_s: float
    contact: str = ""


@dataclass(slots=True)
class _Contact:
    """One contact. `level` is what was last heard or seen, `settled` what has lasted; True is pressed."""

    button: Button
    debounce_s: float
    level: bool = False
    level_since_s: float = 0.0
    known_s: float = 0.0
    """When the level was last heard or seen."""
    unheard_s: float | None = None
    """Since when the contact is seen open of which nobody told that it opened."""
    settled: bool = False
    held_since_s: float = 0.0
    spent: bool = True
    """This hold has given its press already."""
    deaf_until_s: float = -inf
    """A press that began before this means nothing, unless it is held down."""

    def due_s(self) -> float | None:
        """When this contact will change by waiting alone, or None."""
        if self.unheard_s is not None:
            return self.unheard_s + self.debounce_s
        if self.level != self.settled:
            return self.level_since_s + self.debounce_s
        return None if self.spent else self.held_since_s + _LONG_PRESS_S

    def heard(self, edge: Edge) -> list[Button]:
        """Takes an edge. Gives the press that a lost release ended."""
        presses: list[Button] = []
        if edge.pressed and self.level and edge.time_s - self.known_s >= self.debounce_s:
            presses = self._let_go_unheard()
        if edge.pressed != self.level:
            self.level, self.level_since_s = edge.pressed, edge.time_s
        self.known_s, self.unheard_s = edge.time_s, None
        return presses

    def seen(self, edge: Edge) -> list[Button]:
        """Takes the level that is there now. Gives the press that a lost release ended."""
        if edge.pressed and self.level:
            self.known_s, self.unheard_s = edge.time_s, None
            return []
        if edge.pressed or not self.level:
            return self.heard(edge)
        if self.unheard_s is None:
            self.unheard_s = edge.time_s
        return self._let_go_unheard() if edge.time_s - self.unheard_s >= self.debounce_s else []

    def _let_go_unheard(self) -> list[Button]:
        """It opened at some time since it was known to be closed: that there was a press is certain, a hold is not."""
        presses = [] if self.settled else self._settle()
        self.level, self.level_since_s, self.unheard_s = False, self.known_s, None
        return presses + self._settle()

    def settles(self, now_s: float) -> list[Button]:
        """The presses of a level that has lasted by `now_s`."""
        return self._settle() if self._lasted(now_s) else []

    def until(self, now_s: float) -> list[Button]:
        """The presses that time alone brings up to `now_s`."""
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

    def _lasted(self, now_s: float) -> bool:
        return self.level != self.settled and now_s >= self.level_since_s + self.debounce_s

    def _settle(self) -> list[Button]:
        self.settled = self.level
        if self.settled:
            self.held_since_s = self.level_since_s
            self.spent = self.button not in _HELD
            return [self.button] if self.spent and self.held_since_s >= self.deaf_until_s else []
        return self._let_go()

    def _let_go(self) -> list[Button]:
        if self.spent:
            return []
        self.spent = True
        if self.level_since_s >= self.held_since_s + _LONG_PRESS_S:
            return [_HELD[self.button]]
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
        self._contacts: dict[str, _Contact] = {}
        self._now_s = 0.0

    def edge(self, edge: Edge) -> list[Button]:
        """
        Takes an edge. Gives the presses that were complete before it.

        A hold that goes on is none of them: it counts once its contact is seen closed, or heard to open.
        """
        contact = self._contact(edge)
        self._come_to(edge.time_s)
        presses = [press for one in self._contacts.values() for press in one.settles(edge.time_s)]
        return presses + contact.heard(edge)

    def level(self, edge: Edge) -> list[Button]:
        """
        Takes the level that a contact has now. Gives the press that a lost release ended.

        One that was closed before anything was heard of it means nothing until it opens.
        """
        if edge.pressed and edge.contact not in self._contacts:
            return []
        self._come_to(edge.time_s)
        return self._contact(edge).seen(edge)

    def until(self, now_s: float) -> list[Button]:
        """The presses complete by now."""
        self._come_to(now_s)
        return [press for contact in self._contacts.values() for press in contact.until(now_s)]

    def _contact(self, edge: Edge) -> _Contact:
        return self._contacts.setdefault(edge.contact or edge.button, _Contact(edge.button, self._debounce_s))

    def _come_to(self, now_s: float) -> None:
        for contact in self._contacts.values():
            contact.set_back(max(0.0, self._now_s - now_s))
        self._now_s = now_s

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
        return _("Stuck: {buttons}. Works again once released.", buttons=listed(stuck))

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:  # noqa: ARG002 (a port's method)
        """The next press, or None when there was none within `wait_s`."""
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
        """Nobody can have meant what they pressed up to now, but for who switches off."""
        now_s = self._take()
        self._given = deque(button for button in self._given if button == "off")
        self._presses.ignore(now_s)

    def _take(self) -> float:
        """Takes what there is: edges first, then levels, and what time brings. The time it was then."""
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
        """Takes the edges that there are, and waits for the first of them: of which contacts they are."""
        contacts = set()
        for edge in self._hear(max(wait_s, 0)):  # one by one, as the source may forget contacts between two
            contacts.add(edge.contact)
            self._given.extend(self._presses.edge(edge))
        return contacts

    def _hear(self, wait_s: float) -> Iterable[Edge]:
        """What edges there are; waits for the first of them."""
        raise NotImplementedError

    def _levels(self) -> Iterable[Edge]:
        """The level of each contact, where it can be read."""
        return ()
