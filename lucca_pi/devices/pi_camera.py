"""The camera at the Raspberry Pi's own connector, and its sensor: exposure against flickering lamps, and planes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from lucca_pi.devices.camera import RETRY_S, Standstill, live_picture
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, foreseen, put_away, set_up_anew
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Camera, Clock, Frame, LookError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class _Exposure:
    """An exposure: time in microseconds, and the sensor's gain."""

    time_us: float
    gain: float

    @property
    def light(self) -> float:
        """Brightness of a picture: the exposure time at gain 1 that gives the same."""
        return self.time_us * self.gain


def _steadied(wanted: _Exposure, period_us: int, least_gain: float = 1.0) -> _Exposure:
    """
    An equally bright exposure over whole periods of the flicker, so that no picture shows stripes.

    If even one period at the least gain is too bright, the exposure is returned unchanged.

    >>> _steadied(_Exposure(25_000, 2.0), 10_000)
    _Exposure(time_us=20000, gain=2.5)
    >>> _steadied(_Exposure(8_000, 4.0), 10_000)
    _Exposure(time_us=10000, gain=3.2)
    >>> _steadied(_Exposure(4_000, 1.0), 10_000)
    _Exposure(time_us=4000, gain=1.0)
    """
    periods = int(min(wanted.time_us, wanted.light / least_gain) // period_us)
    if periods == 0 and wanted.light >= period_us * least_gain:
        periods = 1
    return _Exposure(periods * period_us, wanted.light / (periods * period_us)) if periods else wanted


def _darker(lock: _Exposure, stops: float, period_us: int, least_gain: float = 1.0) -> _Exposure:
    """
    The exposure darker by `stops`: less gain first, then less time, in whole mains periods while one is left.

    >>> _darker(_Exposure(20_000, 4.0), 2, 10_000)
    _Exposure(time_us=20000, gain=1.0)
    >>> _darker(_Exposure(20_000, 4.0), 3, 10_000)
    _Exposure(time_us=10000, gain=1.0)
    >>> _darker(_Exposure(10_000, 1.0), 3, 10_000)
    _Exposure(time_us=1250.0, gain=1.0)
    """
    light = lock.light / 2**stops
    if light >= period_us * least_gain:
        return _steadied(_Exposure(lock.time_us, light / lock.time_us), period_us, least_gain)
    return _Exposure(light / least_gain, least_gain)


def grey_in(planes: "NDArray[np.uint8]", size_px: tuple[int, int]) -> "NDArray[np.uint8]":
    """A copy of the grey plane, shape `(height, width)`, of planes whose rows may be longer."""
    import numpy as np

    width, height = size_px
    return np.array(planes[:height, :width], order="C")


def colour_in(planes: "NDArray[np.uint8]", size_px: tuple[int, int], form: str) -> "NDArray[np.uint8]":
    """
    The picture in colour, SMALLER times as small: red, green, blue, shape `(height, width, 3)`.

    `form`: "YUV420", the two planes of colour one after the other, each with rows half as long; or "NV12", a row of
    pairs.
    """
    import cv2
    import numpy as np

    from lucca_pi.vision.picture import SMALLER

    width, height = size_px
    small_px = -(-width // SMALLER), -(-height // SMALLER)
    if form == "NV12":
        pairs = planes[height : height + height // 2, :width]
        blue, red = pairs[:, 0::2], pairs[:, 1::2]
    else:
        halves = planes[height:].reshape(height, -1)
        blue, red = halves[: height // 2, : width // 2], halves[height // 2 :, : width // 2]
    each = [cv2.resize(plane, small_px, interpolation=cv2.INTER_AREA) for plane in (planes[:height, :width], red, blue)]
    return np.asarray(cv2.cvtColor(cv2.merge(each), cv2.COLOR_YCrCb2RGB), np.uint8)


_CAPTURE_S = 3.0
"""
Longest capture, s; beyond, the camera hangs: a camera of 12 MP gives 14 pictures a second, in the dark one or two.
"""
_FOCUS_S = 10.0
_BUFFERS = 2
_MANUAL = 0
"""Manual focus, in libcamera's AfModeEnum."""
_FLICKER_MANUAL = 1
"""Manual flicker period, in libcamera's AeFlickerModeEnum."""
_SETTLING = 60
"""Most pictures until the automatic exposure has settled: four seconds."""
_CALM, _CALM_PART = 8, 0.02
"""Pictures in a row, and largest difference between them as a share, after which the exposure has settled."""
_DELAY = 10
"""Most pictures until a requested exposure takes effect; beyond, it is out of reach."""
_AS_ASKED = 0.1
"""Largest difference, as a share, between an exposure and the requested one: sensors have steps."""
_LIGHT_CHANGED = 1.5
"""Factor of brightness, either way, from which on the light has changed and is metered again."""
_METERED_EVERY = 16
"""Step, px along a row, between pixels that are measured for a picture's brightness."""

T = TypeVar("T")


class Sensor:
    """
    An open camera that runs.

    `number` counts from 0. `positions`: the lens's position in dioptres by the camera's name; one that is not among
    them focuses once, and is. The exposure is settled and then held, together with gain and white balance.

    Raises what picamera2 raises when there is no such camera or another program has it: RuntimeError, IndexError up to
    its version 0.3.36. Raises TimeoutError when it gives no picture.
    """

    def __init__(self, number: int, clock: Clock, mains_hz: int, positions: dict[str, float]) -> None:
        from picamera2 import Picamera2

        self._clock, self._period_us = clock, 500_000 // mains_hz  # a lamp flickers twice in a period of the mains
        self._positions = positions
        self._asked: _Exposure | None = None
        self._level = 0.0
        self._camera = Picamera2(number)
        self.name = f"pi:{number} {self._camera.camera_properties.get('Model', 'camera')}"
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        width, height = self._camera.sensor_resolution
        lens_position = self._positions.get(self.name)
        controls: dict[str, Any] = {
            "AeFlickerMode": _FLICKER_MANUAL,
            "AeFlickerPeriod": self._period_us,
            "AfMode": _MANUAL,
        }
        if lens_position is not None:
            controls["LensPosition"] = lens_position
        self._camera.configure(
            self._camera.create_still_configuration(
                main={"size": (width, height), "format": "YUV420"},
                lores={"size": (width // 8 * 2, height // 8 * 2), "format": "YUV420"},
                raw=None,
                buffer_count=_BUFFERS,
                queue=False,
                controls=self._known(controls),
            )
        )
        self._camera.start()
        if lens_position is None:
            self.focus()
        self.settle()

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """The given controls that this camera has."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    @property
    def focuses(self) -> bool:
        """True if the lens can be moved."""
        return "LensPosition" in self._camera.camera_controls

    def focus(self) -> float | None:
        """
        Focuses once and holds it. Returns the lens position, dioptres; None if the lens cannot be moved or found no
        focus.
        """
        if not self.focuses:
            return None
        sharp, position = self._autofocus(), self._metadata().get("LensPosition")
        if position is None:
            return None
        self._positions[self.name] = float(position)
        self._camera.set_controls({"AfMode": _MANUAL, "LensPosition": position})
        return float(position) if sharp else None

    def _autofocus(self) -> bool:
        try:
            return bool(self._camera.autofocus_cycle(wait=_FOCUS_S))
        except TimeoutError:
            put_away(self._step("cancel_all_and_flush"))
            return False

    def settle(self) -> None:
        """Lets the camera find exposure and white balance, then holds them."""
        self._level = 0.0
        if not {"ExposureTime", "AnalogueGain"} <= set(self._camera.camera_controls):
            return
        automatic = {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0, "AwbEnable": True}
        self._camera.set_controls(self._known(automatic))
        metadata = self._at_rest()
        gains = metadata.get("ColourGains")
        held = {"AeEnable": False, "AwbEnable": False, **({"ColourGains": gains} if gains else {})}
        self._camera.set_controls(self._known(held))
        self._expose(_steadied(_exposure(metadata), self._period_us, self._least_gain))

    def _at_rest(self) -> dict[str, Any]:
        """The camera's metadata once its exposure has settled."""
        metadata, calm = self._metadata(), 0
        for _picture in range(_SETTLING):
            before, metadata = _exposure(metadata).light, self._metadata()
            calm = calm + 1 if abs(_exposure(metadata).light - before) <= _CALM_PART * before else 0
            if calm == _CALM:
                break
        return metadata

    @property
    def _least_gain(self) -> float:
        return float(self._camera.camera_controls["AnalogueGain"][0])

    def _expose(self, exposure: _Exposure) -> None:
        """Sets time and gain together, since a missing one would stay automatic."""
        self._camera.set_controls({"ExposureTime": round(exposure.time_us), "AnalogueGain": exposure.gain})
        self._asked = exposure

    def darker(self, stops: float) -> Frame:
        """A picture darker by `stops`, within the camera's limits; then the exposure is restored."""
        if (held := self._asked) is None:
            return self.picture()
        try:
            self._expose(_darker(held, stops, self._period_us, self._least_gain))
            return self.picture()
        finally:
            self._expose(held)

    def look(self) -> Frame:
        """The table as it lies now; if the light has changed, it is metered again."""
        taken = self.picture()
        level = float(taken.grey[::_METERED_EVERY, ::_METERED_EVERY].mean()) + 1
        if self._level and not 1 / _LIGHT_CHANGED < level / self._level < _LIGHT_CHANGED:
            self.settle()
            return self.look()
        self._level = self._level or level
        return taken

    def picture(self) -> Frame:
        """A picture of the table, exposed after this request."""
        now_s = self._clock.now_s()
        return self._exposed(lambda metadata: _began_s(metadata) >= now_s, self._frame)

    def small(self) -> "NDArray[np.uint8]":
        """The next small picture, in grey, a quarter as wide and high."""
        from picamera2 import MappedArray

        def copied(request: Any) -> "NDArray[np.uint8]":
            with MappedArray(request, "lores", write=False) as mapped:
                return grey_in(mapped.array, tuple(request.config["lores"]["size"]))

        return self._exposed(lambda _metadata: True, copied)

    def _frame(self, request: Any) -> Frame:
        """Copies of the camera's buffer, which is returned to the camera."""
        from picamera2 import MappedArray

        size, form = tuple(request.config["main"]["size"]), str(request.config["main"]["format"])
        with MappedArray(request, "main", write=False) as mapped:
            return Frame(self.name, grey_in(mapped.array, size), colour_in(mapped.array, size, form))

    def _metadata(self) -> dict[str, Any]:
        return self._captured(lambda request: dict(request.get_metadata()))

    def _exposed(self, fits: Callable[[Mapping[str, Any]], bool], take: Callable[[Any], T]) -> T:
        """The result of `take` for the first picture with the requested exposure that `fits`."""

        def if_so(request: Any) -> T | None:
            metadata = request.get_metadata()
            return take(request) if fits(metadata) and self._is_as_asked(metadata) else None

        until_s, others = self._clock.now_s() + _CAPTURE_S, 0
        while (taken := self._captured(if_so)) is None:
            others += 1
            if others == _DELAY:
                self._asked = self._asked and _exposure(self._metadata())
            if self._clock.now_s() > until_s:
                raise TimeoutError
        return taken

    def _is_as_asked(self, metadata: Mapping[str, Any]) -> bool:
        return not self._asked or abs(_exposure(metadata).light / self._asked.light - 1) <= _AS_ASKED

    def _captured(self, take: Callable[[Any], T]) -> T:
        request = self._camera.capture_request(wait=_CAPTURE_S)
        try:
            return take(request)
        finally:
            request.release()

    def close(self) -> None:
        """Closes the camera, even if it hangs or fails."""
        put_away(*map(self._step, ("cancel_all_and_flush", "stop", "close")))

    def _step(self, name: str) -> Callable[[], object]:
        """Calls a method that some versions of picamera2 lack."""
        return partial(methodcaller(name), self._camera)


def _exposure(metadata: Mapping[str, Any]) -> _Exposure:
    return _Exposure(float(metadata["ExposureTime"]), float(metadata["AnalogueGain"]))


def _began_s(metadata: Mapping[str, Any]) -> float:
    """Start of the exposure on the monotonic clock, s; some cameras do not report its length."""
    return float(metadata["SensorTimestamp"] / 1e9 - metadata.get("ExposureTime", 0) / 1e6)


_NO_FOCUS: Mapping[str, float] = MappingProxyType({})
GIVE_UP_S = 30.0
_BRACKETS = (2, 3)
"""Stops by which further pictures are darker, to see through reflections (docs/measured/eyes.md); most useful first."""


class PiCamera(Camera):
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

    def look(self, number: int = 0) -> Frame:  # noqa: ARG002
        """The table as it lies now. Raises LookError if the camera is gone, DeviceError if it hangs."""
        return self._frame(lambda sensor: sensor.look())

    def live(self) -> "NDArray[np.uint8] | None":
        """The next picture, small; None if the camera is gone. Raises DeviceError if it hangs."""

        def small(sensor: "Sensor") -> "NDArray[np.uint8]":
            picture = sensor.small()
            self._standstill.repeats(picture)
            return picture

        try:
            return live_picture(self._taken(small))
        except LookError:
            return None

    def closer(self, number: int = 0) -> Iterator[Frame]:  # noqa: ARG002
        """Darker pictures; if the exposure cannot be set, the next pictures, which differ in their noise."""
        for stops in _BRACKETS:
            yield self._frame(methodcaller("darker", stops))

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

    def _frame(self, take: "Callable[[Sensor], Frame]") -> Frame:
        def frame(sensor: "Sensor") -> Frame:
            taken = take(sensor)
            self._standstill.repeats(taken.grey)
            return taken

        return self._taken(frame)

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
