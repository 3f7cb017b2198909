"""The machine's front, buttons and screens together: what a press means before it comes to the game."""

from collections.abc import Callable
from typing import Literal

from lucca_pi.app.stage import UNREAD_S, Stage
from lucca_pi.games.contract.screens import Notice, Snapshot
from lucca_pi.language import _
from lucca_pi.ports import Buttons, ButtonsEndedError, Clock, Display, View

ASKING_S = 15.0
"""Seconds that the question whether to switch off stays: an OK after that means the game again."""
SWITCH_OFF = Snapshot(Notice(_("Switch off?"), _("OK: yes, the game is kept. Back: no, go on.")))
SWITCH_OFF_LOST = Snapshot(Notice(_("Switch off?"), _("OK: yes, though the game is not kept. Back: no, go on.")))
SWITCHED_OFF_LOST = Snapshot(Notice(_("Switched off"), _("The game could not be kept: its disk is gone.")))
SWITCHED_OFF = Snapshot(Notice(_("Switched off"), _("The game is kept, and goes on at the next start.")))

GameButton = Literal["ok", "back", "up", "down", "undo"]


class Front:
    """
    Gives the game its presses.

    A press on a dark display only wakes it, since nobody can have read what it answers; on a dimmed one it counts. For
    the same reason an OK means nothing just after a question has come up. OK held down asks whether to switch off. What
    is wrong with a device is told.
    """

    def __init__(
        self,
        camera: View,
        buttons: Buttons,
        display: Display,
        clock: Clock,
        stage: Stage,
        *,
        calibration: Callable[[], str] = str,
        games: Callable[[], str] = str,
    ) -> None:
        """`calibration`: why the camera's is not used, `games`: why they are not kept; empty if all is well."""
        self._camera, self._buttons, self._display, self._calibration = camera, buttons, display, calibration
        self._games = games
        self._clock, self._stage = clock, stage
        self._told: dict[str, str] = {}
        self._asked_s: float | None = None
        self.is_switched_off = False
        """Somebody held OK down, and confirmed it."""

    @property
    def is_asking(self) -> bool:
        """Whether the next press says if to switch off: nothing else is to be shown."""
        return self._asked_s is not None

    def press(self, snapshot: Snapshot, wait_s: float) -> GameButton | None:
        """
        The next press for the game, whose screen is `snapshot`; None when there was none within `wait_s`.

        Raises ButtonsEndedError when none can come, or the machine is to be switched off.
        """
        button = self._buttons.press(snapshot, wait_s)
        self._tell_what_is_wrong()
        if button is None:
            self._lapse(snapshot)
            self._stage.tick()
            return None
        if self._stage.wake() or (button == "ok" and not self._counts_ok()):
            return None
        if self.is_asking:
            self._answer(button == "ok", snapshot)
            return None
        if button == "off":
            self._ask()
            return None
        return button

    def _counts_ok(self) -> bool:
        """Whether somebody can have read what an OK answers."""
        is_new = self._asked_s is not None and self._clock.now_s() < self._asked_s + UNREAD_S
        return self._stage.passes_ok() and not (is_new and self._buttons.of_people)

    def go_on(self) -> None:
        """Somebody plays on elsewhere: the display is lit, and whether to switch off is not asked any more."""
        self._stage.wake()
        self._asked_s = None

    def _ask(self) -> None:
        self._asked_s = self._clock.now_s()
        self._stage.show((SWITCH_OFF_LOST if self._games() else SWITCH_OFF,))

    def _lapse(self, snapshot: Snapshot) -> None:
        if self._asked_s is not None and self._clock.now_s() >= self._asked_s + ASKING_S:
            self._answer(False, snapshot)

    def _answer(self, yes: bool, snapshot: Snapshot) -> None:
        self._asked_s = None
        switched_off = SWITCHED_OFF_LOST if self._games() else SWITCHED_OFF
        self._stage.show((switched_off if yes else snapshot,))
        if yes:
            self.is_switched_off = True
            raise ButtonsEndedError

    @property
    def wrong(self) -> tuple[str, ...]:
        """What is wrong with the devices, as it was told last."""
        return tuple(filter(None, self._told.values()))

    def _tell_what_is_wrong(self) -> None:
        """Shows a fault once, and the game goes on; a missing camera stays on the display, and nothing goes on."""
        notices = (
            (_("Buttons"), self._buttons.notice),
            (_("Display"), self._display.notice),
            (_("Calibration"), self._calibration()),
            (_("Games"), self._games()),
        )
        for title, notice in notices:
            if notice and notice != self._told.get(title):
                self._stage.tell(Snapshot(Notice(title, notice)))
            self._told[title] = notice
        lost = self._told[_("Camera")] = self._camera.notice
        self._stage.warn(Snapshot(Notice(_("Camera"), lost)) if lost else None)
