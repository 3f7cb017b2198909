"""The camera at the Raspberry Pi's own connector."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from lucca_pi.devices.camera import LIVE_PX, RETRY_S
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, foreseen, put_away, set_up_anew
from lucca_pi.devices.standstill import Standstill
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Clock, Frame, LookError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lucca_pi.devices.pi_sensor import Sensor, Taken

_NO_FOCUS: Mapping[str, float] = MappingProxyType({})
GIVE_UP_S = 30.0
_BRACKETS = (2, 3)
"""Stops by which further pictures are darker, to see through reflections (docs/measured/eyes.md); most useful first."""

T = TypeVar("T")


class PiCamera:
    """
    Camera Module 3, standard or wide, or HQ camera, in its full size.

    A camera that hangs or fails is reopened once; if it fails again it counts as gone, and is searched for every
    RETRY_S. If it hangs again, or gives no picture for GIVE_UP_S though it opens, the program ends, and the service
    restarts it: that cures faults which reopening does not. So does one whose picture stands still.
    """

    def __init__(self, number: int, clock: Clock, mains_hz: int = 50, focus: Mapping[str, float] = _NO_FOCUS) -> None:
        """
        `number` counts from 0; `focus`: the lens position, dioptres, by the camera's name; other cameras focus once.

        Raises DeviceError if picamera2 or the camera is missing.
        """
        _have_picamera2()
        self._number, self._clock, self._mains_hz = number, clock, mains_hz
        self._focus = dict(focus)
        self._place = f"pi:{number}"
        self._again_s = 0.0
        self._fails_since_s: float | None = None
        self._sensor: Sensor | None = None
        self._standstill = Standstill(clock)
        self._is_playing = False
        try:
            self.look()
        except LookError as error:
            raise DeviceError(
                _(
                    "No camera at {place} ({reason}). Switch off and check both ends of its ribbon cable, close other "
                    "programs that use it, and check with rpicam-hello --list-cameras; or play with --camera usb:0.",
                    place=self._place,
                    reason=reason_of(error.__cause__ or error),
                )
            ) from error
        self._is_playing = True

    @property
    def notice(self) -> str:
        if self._sensor:
            return ""
        return _("No picture from the camera: check its ribbon cable. Play continues by itself.")

    @property
    def name(self) -> str:
        """Connector and model, such as "pi:0 imx708_wide"."""
        return self._sensor.name if self._sensor else self._place

    def look(self) -> Frame:
        """The table as it lies now. Raises LookError if the camera is gone, DeviceError if it hangs."""
        return self._frame(lambda sensor: sensor.look())

    def live(self) -> "NDArray[np.uint8] | None":
        """The next picture, small; None if the camera is gone. Raises DeviceError if it hangs."""
        import cv2
        import numpy as np

        try:
            small = self._taken(lambda sensor: self._moving(sensor.small()))
        except LookError:
            return None
        size_px = LIVE_PX, max(1, round(small.shape[0] * LIVE_PX / small.shape[1]))
        return np.asarray(cv2.resize(small, size_px, interpolation=cv2.INTER_AREA), np.uint8)

    def closer(self) -> Iterator[Frame]:
        """Darker pictures; if the exposure cannot be set, the next pictures, which differ in their noise."""
        for stops in _BRACKETS:
            yield self._frame(partial(_darker, stops=stops))

    @property
    def focuses(self) -> bool:
        """True if the lens can be moved. Raises LookError and DeviceError."""
        return self._taken(lambda sensor: sensor.focuses)

    def focus(self) -> float | None:
        """Focuses once. Returns the lens position, dioptres; None if the lens cannot be moved or nothing is sharp."""
        return self._taken(lambda sensor: sensor.focus())

    def close(self) -> None:
        if self._sensor:
            put_away(self._sensor.close)
        self._sensor = None

    def _frame(self, take: "Callable[[Sensor], Taken]") -> Frame:
        def frame(sensor: "Sensor") -> Frame:
            taken = take(sensor)
            return Frame(sensor.name, self._moving(taken.grey), taken.colour)

        return self._taken(frame)

    def _moving(self, grey: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
        """The same picture. Raises StandstillError if the camera gives it for ever."""
        self._standstill.repeats(grey)
        return grey

    def _taken(self, take: "Callable[[Sensor], T]") -> T:
        """The result of `take`; if the camera hangs or fails, it is reopened once. Raises LookError and DeviceError."""
        failed: BaseException = TimeoutError()
        for _again in range(2):
            try:
                taken = take(self._sensor or self._opened())
            except LookError:
                raise
            except UNFORESEEN as error:
                failed = foreseen(error)
                self.close()
            else:
                self._fails_since_s = None
                return taken
        now_s = self._clock.now_s()
        self._again_s = now_s + RETRY_S
        self._fails_since_s = now_s if self._fails_since_s is None else self._fails_since_s
        if self._is_playing and not isinstance(failed, TimeoutError) and now_s < self._fails_since_s + GIVE_UP_S:
            raise LookError(self.notice) from failed
        raise DeviceError(
            _(
                "The camera {place} delivers no picture ({reason}), even after it was reopened. The service restarts "
                "by itself; if that does not help, switch off and check both ends of its ribbon cable.",
                place=self._place,
                reason=reason_of(failed) if str(failed) else _("it does not respond"),
            )
        ) from failed

    def _opened(self) -> "Sensor":
        """
        The open sensor. Raises LookError if there is no camera or it is too soon to retry; TimeoutError if it hangs.
        """
        from lucca_pi.devices.pi_sensor import Sensor

        if self._clock.now_s() < self._again_s:
            raise LookError(self.notice)
        try:
            self._sensor = Sensor(self._number, self._clock, self._mains_hz, self._focus)
        except TimeoutError:
            raise
        except UNFORESEEN as error:
            self._again_s = self._clock.now_s() + RETRY_S
            raise LookError(self.notice) from error
        return self._sensor


def _darker(sensor: "Sensor", stops: int) -> "Taken":
    with sensor.darker(stops):
        return sensor.picture()


def _have_picamera2() -> None:
    """Raises DeviceError if picamera2 cannot be imported: missing, built for another numpy, or of a wrong version."""
    try:
        import picamera2  # noqa: F401
    except UNFORESEEN as error:
        raise DeviceError(
            _(
                "The Pi camera needs picamera2 ({error}): sudo apt install -y --no-install-recommends "
                "python3-picamera2, {anew}; or play with --camera usb:0.",
                error=reason_of(error),
                anew=set_up_anew(),
            )
        ) from error
