"""
Phones that may answer: those whose owner has read the code that only the table shows.

Ten thousand codes are soon tried, so few tries are heard: after three wrong ones from one address its codes are not
heard for an hour, and after five from all the code is another, and nobody's is heard for a while, each time for twice
as long. Who photographs the code's square brings a key that nobody guesses, and is always heard.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from hmac import compare_digest
from secrets import randbelow, token_bytes, token_urlsafe
from string import digits
from threading import Event
from typing import Any, Literal

from lucca_pi.language import _, say
from lucca_pi.outside import MOST_LETTERS, harmless
from lucca_pi.web.address import network_of

Control = Literal["nobody", "paired", "anyone"]
"""The phones that may answer: none, those let in by the code, or all in the local network."""
Viewer = Literal["none", "looks", "camera", "answers"]
"""
The permissions of a viewer: only look, look until let in, or answer. "camera": like "looks", and the table waits for a
phone as its camera.
"""

_WRONG_EACH = 3
"""Wrong codes from one address, or one IPv6 network, after which its codes are ignored for SHUT_S."""
SHUT_S = 3600.0
"""Seconds for which an address's codes are ignored."""
WRONG = 5
"""Wrong codes from all addresses after which there is a new code."""
PAUSE_S = 30.0
"""Seconds for which all codes are ignored after the first new one; doubled with each further one."""
AWAY_S = 600.0
"""Seconds for which a phone is still here after its page was hidden or its stream ended: it may be asleep."""
EVENING_S = 12 * 3600.0
"""Seconds for which a phone is let in."""
MOST_PHONES = 32
_GLANCE_S = 0.5
"""Seconds after which a new code is told at the terminal."""
_KEY_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_KEY_LENGTH = 12
"""Twelve of 32 letters: 60 bits, and short enough for the code of a small display."""


class PairingError(Exception):
    """The code is not the table's (`wrong`), or none is heard for `wait_s` seconds."""

    def __init__(self, *, wait_s: float = 0.0) -> None:
        super().__init__("not let in")
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class _Phone:
    """A phone that was let in: its name, until when, in seconds since 1970, and its address, if that is known."""

    label: str
    until_s: float
    address: str = ""


class Pairing:
    """
    Codes and phones. `known` are the phones of before, `keep` stores them all.

    `now_s` gives seconds since 1970, `passed_s` seconds that only grow. A phone's secret is handed out once; its hash
    is all that is remembered.
    """

    def __init__(
        self,
        known: Mapping[str, Any] | None = None,
        keep: Callable[[Mapping[str, Any]], None] = lambda _phones: None,
        *,
        now_s: Callable[[], float] = time.time,
        passed_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now_s, self._passed_s, self._keep = now_s, passed_s, keep
        self.key = "".join(_KEY_LETTERS[byte % len(_KEY_LETTERS)] for byte in token_bytes(_KEY_LENGTH))
        """The part of the code's square besides the address."""
        self._phones = _phones_from(known or {}, now_s())
        self._open: Counter[str] = Counter()
        self._left_s: dict[str, float] = {}
        self.is_awaited = True
        """True until a phone has opened the page and may do there what is wanted of it."""
        self._pauses = 0
        self._deaf_until_s = passed_s()
        self._wrong_of: Counter[str] = Counter()
        self._shut_until_s: dict[str, float] = {}
        self._new_code()

    def tell_codes(self, over: Event, tell: Callable[[str], None]) -> None:
        """Hands each new code to `tell`, until it is over."""
        told = ""
        while not over.wait(_GLANCE_S):
            if self.code != told:
                told = self.code
                tell(told)

    def let_in(self, code: str, label: str, address: str, was: str = "") -> str:
        """The secret of a new phone; `code`: four digits, or the key; `was`: its secret so far. Raises PairingError."""
        if not compare_digest(code.strip().upper().encode(), self.key.encode()):
            self._check(code.strip(), network_of(address) or address)
        return self.welcome(label, address, was)

    def welcome(self, label: str, address: str = "", was: str = "") -> str:
        """
        The secret of a new phone that needs no code; `was`: its secret so far, if it had one.

        A phone that comes again keeps its name, also if it has lost its secret.
        """
        secret, short = token_urlsafe(24), harmless(" ".join(label.split()))[:MOST_LETTERS].strip()
        label = short or self.label_of(was) or ""
        again = [
            key for key, one in self._phones.items() if key == _hash(was) or self._has_lost(key, one, label, address)
        ]
        for key in again:
            del self._phones[key]
        self._phones[_hash(secret)] = _Phone(self._free(label), self._now_s() + EVENING_S, address)
        while len(self._phones) > MOST_PHONES:
            self._phones.pop(next(iter(self._phones)))
        self._store()
        return secret

    def label_of(self, secret: str) -> str | None:
        """The name of the phone with that secret; None if it was not let in, or too long ago."""
        phone = self._phones.get(_hash(secret)) if secret else None
        return phone.label if phone and phone.until_s > self._now_s() else None

    def forget(self, secret: str) -> None:
        """Forgets the phone with that secret."""
        if self._phones.pop(_hash(secret), None):
            self._store()

    @contextmanager
    def at_the_page(self, secret: str) -> Iterator[None]:
        """Counts the phone with that secret as here while its page is open, and for AWAY_S after."""
        key = _hash(secret)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if key in self._phones:
                self._left_s[key] = self._passed_s()

    @property
    def is_anyone_here(self) -> bool:
        """True if a phone that was let in is here."""
        now_s, left_s = self._now_s(), self._passed_s() - AWAY_S
        return any(
            one.until_s > now_s and (self._open[key] or self._left_s.get(key, left_s) > left_s)
            for key, one in self._phones.items()
        )

    def _has_lost(self, key: str, phone: _Phone, label: str, address: str) -> bool:
        """True if a newcomer with that label is probably this phone, which has lost its secret and shows no page."""
        base = label or say(_("phone"))
        is_named_so = phone.label == label or phone.label.rstrip(digits) == f"{base} "
        return is_named_so and phone.address == address != "" and not self._open[key]

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the phones that are let in."""
        return tuple(phone.label for phone in self._phones.values() if phone.until_s > self._now_s())

    def _check(self, code: str, network: str) -> None:
        wait_s = self._wait_s(network)
        if wait_s > 0:
            raise PairingError(wait_s=wait_s)
        if compare_digest(code.encode(), self.code.encode()):
            del self._wrong_of[network]
            return
        self._wrong += 1
        self._wrong_of[network] += 1
        if self._wrong_of[network] >= _WRONG_EACH:
            del self._wrong_of[network]
            self._shut_until_s[network] = self._passed_s() + SHUT_S
        if self._wrong >= WRONG:
            self._deaf_until_s = self._passed_s() + PAUSE_S * 2**self._pauses
            self._pauses += 1
            self._new_code()
        raise PairingError(wait_s=max(0.0, self._wait_s(network)))

    def _wait_s(self, network: str) -> float:
        return max(self._deaf_until_s, self._shut_until_s.get(network, 0.0)) - self._passed_s()

    def _new_code(self) -> None:
        self.code = f"{randbelow(10_000):04}"
        """Four digits, which people type."""
        self._wrong = 0

    def _free(self, label: str) -> str:
        """The label, with a number if another phone has it."""
        taken = set(self.labels)
        if label and label not in taken:
            return label
        base, number = (label, 2) if label else (say(_("phone")), 1)
        while f"{base} {number}" in taken:
            number += 1
        return f"{base} {number}"

    def _store(self) -> None:
        now_s = self._now_s()
        self._phones = {key: phone for key, phone in self._phones.items() if phone.until_s > now_s}
        self._keep({key: asdict(one) for key, one in self._phones.items()})


def _phones_from(known: Mapping[str, Any], now_s: float) -> dict[str, _Phone]:
    """The stored phones, without those of other evenings and whatever is no phone."""
    phones: dict[str, _Phone] = {}
    for key, one in known.items():
        label, until_s = (one.get("label"), one.get("until_s")) if isinstance(one, Mapping) else (None, None)
        if isinstance(label, str) and isinstance(until_s, int | float) and now_s < until_s <= now_s + EVENING_S:
            phones[key] = _Phone(harmless(label), float(until_s), str(one.get("address", "")))
    return phones


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
