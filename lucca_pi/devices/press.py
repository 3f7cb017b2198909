"""
Presses from the levels of contacts: pure, with the time handed in.

The contact of a push button bounces for some milliseconds when it closes or opens, so a level counts once it has
lasted for DEBOUNCE_S; the keys of a keyboard come debounced. "up" and "down" count as soon as they are pressed; a
button with a second meaning when held (HELD) counts when it is released.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from lucca_pi.contract.screens import Snapshot
from lucca_pi.language import _, listed
from lucca_pi.ports import Button, Clock

DEBOUNCE_S = 0.030
SAMPLE_S = 0.010
"""Time between two readings of contacts of which one is pressed, s."""
_LONG_PRESS_S = 2.0
STUCK_S = 10.0
"""Longest press of a person, s: a button held for longer is stuck, or something lies on it."""

_HELD: Mapping[Button, Button] = {"ok": "off", "back": "undo"}
"""Meaning of a button that is held down for LONG_PRESS_S."""


@dataclass(slots=True)
class _Contact:
    """A contact whose level has settled: closed or open since that time, and seen so until `seen_s`."""

    button: Button
    is_closed: bool
    since_s: float
    seen_s: float
    other_since_s: float | None = None
    """Time since which it reads the other way; None if it reads as it has settled."""
    is_waiting: bool = False
    """True while it is held, and will give a press when it is let go or has been held for long."""


class Presses:
    """
    Presses of all buttons. Times are seconds of one clock that never goes back.

    A contact that is closed at its first reading gives no press until it has opened. One that reads open was let go
    when it last read closed: what nobody has seen is no hold.

    >>> presses = Presses()
    >>> bouncing = [(False, 0.000), (True, 0.010), (False, 0.020), (True, 0.030), (True, 0.040), (True, 0.060)]
    >>> [presses.level("a button", "up", closed, time_s) for closed, time_s in bouncing]
    [None, None, None, None, None, 'up']
    """

    def __init__(self, debounce_s: float = DEBOUNCE_S) -> None:
        self._debounce_s = debounce_s
        self._contacts: dict[str, _Contact] = {}
        self._deaf_until_s = -inf
        """Presses that began before this time are dropped, unless they are held."""

    def level(self, name: str, button: Button, is_closed: bool, now_s: float) -> Button | None:
        """
        Takes the level of a contact, and returns the press that it completes, if any; several may serve as one button.
        """
        contact = self._contacts.setdefault(name, _Contact(button, is_closed, now_s, now_s))
        if is_closed == contact.is_closed:
            contact.seen_s, contact.other_since_s = now_s, None
            return self._held(contact)
        if contact.other_since_s is None:
            contact.other_since_s = now_s
        return self._settled(contact) if now_s >= contact.other_since_s + self._debounce_s else None

    def until(self, now_s: float) -> list[Button]:
        """Presses of contacts that are as they were until now."""
        levels = [(name, contact.button, contact.is_closed) for name, contact in self._contacts.items()]
        return [press for level in levels if (press := self.level(*level, now_s))]

    def _held(self, contact: _Contact) -> Button | None:
        if not contact.is_waiting or contact.seen_s < contact.since_s + _LONG_PRESS_S:
            return None
        contact.is_waiting = False
        return _HELD[contact.button]

    def _settled(self, contact: _Contact) -> Button | None:
        """Changes to the level that has lasted."""
        assert contact.other_since_s is not None
        if contact.is_closed:
            began_s, counts = contact.since_s, contact.is_waiting
            contact.is_waiting = False
        else:
            began_s, counts = contact.other_since_s, contact.button not in _HELD
            contact.is_waiting = not counts
        contact.is_closed, contact.since_s = not contact.is_closed, contact.other_since_s
        contact.seen_s, contact.other_since_s = contact.since_s, None
        return contact.button if counts and began_s >= self._deaf_until_s else None

    @property
    def is_busy(self) -> bool:
        """True if a press may come by waiting alone."""
        return any(one.is_waiting or one.other_since_s is not None for one in [*self._contacts.values()])

    def forget(self, names: Iterable[str]) -> None:
        """Forgets these contacts: buttons held down give no press."""
        for name in names:
            self._contacts.pop(name, None)

    def ignore(self, until_s: float) -> None:
        """Drops presses that began before that time, unless they are held."""
        self._deaf_until_s = until_s

    def stuck(self, now_s: float) -> list[str]:
        """Names of the contacts that are pressed for too long."""
        contacts = [*self._contacts.items()]  # another thread may take levels
        return [name for name, one in contacts if one.is_closed and now_s >= one.since_s + STUCK_S]


class ContactButtons:
    """Buttons that are contacts, closed while they are pressed: the base of GPIO buttons and of input devices."""

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
        self._hear(0)
        while not self._given:
            left_s = end_s - self._clock.now_s()
            if left_s <= 0:
                return None
            self._hear(min(left_s, SAMPLE_S) if self._presses.is_busy else left_s)
        return self._given.popleft()

    def forget(self) -> None:
        self._hear(0)
        self._given = deque(button for button in self._given if button == "off")
        self._presses.ignore(self._clock.now_s())

    def _level(self, name: str, button: Button, is_closed: bool, time_s: float) -> None:
        """Takes the level of a contact."""
        if press := self._presses.level(name, button, is_closed, time_s):
            self._given.append(press)

    def _hear(self, wait_s: float) -> None:
        """Takes the levels of the contacts, after waiting for one to change."""
        raise NotImplementedError
