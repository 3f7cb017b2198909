"""Watching the table between looks, by the camera's small live picture; a camera without one is never watched."""

from math import inf
from typing import TYPE_CHECKING

from lucca_pi.language import _
from lucca_pi.ports import Camera, Clock, Supervisor
from lucca_pi.table.sighting import Look

if TYPE_CHECKING:
    from lucca_pi.vision.live import Live, Watcher
    from lucca_pi.vision.picture import Grey

_BUSY = ("moving", "hand")
_REST_S = 2.0
"""Rest after which the table is looked at in a hands-free game: nobody is about to go on."""
PATIENCE_S = 8.0
"""Longest wait of a look for the table to come to rest: what still moves is no hand, and the look shows what it is."""
FOR_EVER_S = 25.0
"""Seconds of motion from which players are told: what moves at one place alone is left out after some 21."""

_CARD_AGAIN_S, _CARDS_S = 1.0, 3.0
"""
Shortest time between two looks for command cards: while one was just laid or taken away, and else.

People in the picture move without end.
"""

ADVICE = {
    "dark": _("It is too dark to see: switch a light on."),
    "too bright": _("It is too bright to see: turn a lamp away, or draw a curtain."),
    "out of focus": _(
        "The picture is out of focus: wipe the camera's lens, and make sure that nothing hangs in front of it."
    ),
}
"""Advice for a look that sees nothing, and for players who wait for one, by the condition of the live picture."""


class Watching:
    """Watches whether the table is busy, and when it comes to rest."""

    def __init__(self, camera: Camera, clock: Clock, supervisor: Supervisor) -> None:
        self._camera, self._clock, self._supervisor = camera, clock, supervisor
        self._watcher: Watcher | None = None
        self._busy_from_s: float | None = None
        self._rest_from_s: float | None = clock.now_s()
        self._rested_before = -1
        self._cards_s = -inf
        self._picture: Grey | None = None
        self._was_blind = False
        self.live: Live | None = None
        """The latest result; None from a camera without a live picture."""

    @property
    def is_busy(self) -> bool:
        """True while a hand is over the table or something moves, for PATIENCE_S at most."""
        if self._busy_from_s is None:
            return False
        return self._clock.now_s() - self._busy_from_s < PATIENCE_S

    @property
    def notice(self) -> str:
        """Why no look at rest comes, for players who wait for one: something moves for ever, or nothing is seen."""
        if self._busy_from_s is None:
            return self.advice if self.live and self.live.still_s >= _REST_S else ""
        if self._clock.now_s() - self._busy_from_s < FOR_EVER_S:
            return ""
        return _("Something keeps moving on the table, such as a fan's shadow. Take it away, or press OK for a look.")

    @property
    def advice(self) -> str:
        """Advice to players for a better picture; empty if it is good."""
        return ADVICE.get(self.live.condition, "") if self.live else ""

    def comes_to_rest(self) -> bool:
        """Watches for a moment; True if the table has just come to rest, or is seen again after the camera was gone."""
        picture = self._picture = self._camera.live()
        if picture is None:
            self._was_blind = self.live is not None
            if not self._was_blind or self._camera.notice:
                self._supervisor.alive()
            return False
        self._supervisor.alive()
        was_busy = self._busy_from_s is not None or self._was_blind
        self._was_blind = False
        now_s = self._clock.now_s()
        self.live = self._watched().watch(picture, now_s)
        if self.live.condition not in _BUSY:
            self._busy_from_s = None
        elif self._busy_from_s is None:
            self._busy_from_s = now_s
        rests = was_busy and self._busy_from_s is None
        self._rest_from_s = now_s if rests else None if self._busy_from_s is not None else self._rest_from_s
        return rests

    def has_rested(self, number: int) -> bool:
        """
        True once after each time the table came to rest, when it has been at rest for REST_S.

        Without a live picture, True once before each look; `number`: of looks confirmed before it.
        """
        if self.live is None:
            first = number != self._rested_before
            self._rested_before = number
            return first
        if self._rest_from_s is None or self._clock.now_s() - self._rest_from_s < _REST_S:
            return False
        self._rest_from_s = None
        return True

    def may_show_cards(self, *, rests: bool, is_unsure: bool) -> bool:
        """
        True if command cards are to be looked for now: something has changed anywhere in the picture, and is at rest.

        `rests`: the table has just come to rest. `is_unsure`: a card was laid, or taken away, in one look so far.
        """
        now_s = self._clock.now_s()
        waits_s = 0.0 if rests else _CARD_AGAIN_S if is_unsure else _CARDS_S
        if self._picture is None or self._busy_from_s is not None or now_s < self._cards_s + waits_s:
            return False
        due = self._watched().picture_changed(self._picture) or is_unsure or rests
        self._cards_s = now_s if due else self._cards_s
        return due

    def lies_so(self, look: Look) -> None:
        """Takes `look` as the table at rest: hands and a moved camera are recognised by comparison."""
        from lucca_pi.vision.live import region_of

        picture = self._camera.live()
        if picture is not None:
            self._watched().table_lies(picture, region_of(look))

    def _watched(self) -> "Watcher":
        if self._watcher is None:
            from lucca_pi.vision.live import Watcher

            self._watcher = Watcher()
        return self._watcher
