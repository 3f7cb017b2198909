"""A camera that gives the same picture for ever: its stream goes on, and no reading fails."""

from typing import TYPE_CHECKING
from zlib import crc32

from lucca_pi.language import _
from lucca_pi.ports import Clock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STILL_S = 2.0
"""Longest time, s, for which the same picture may come again; beyond, the camera counts as frozen."""


class StandstillError(TimeoutError):
    """The camera hangs in such a way that its last picture comes again and again."""

    def __init__(self) -> None:
        super().__init__(_("its picture stands still"))


class Standstill:
    """
    Recognises a picture that a camera gives again, byte for byte: a sensor's noise never repeats.

    Pictures of one size are compared with each other; those of one grey value alone show nothing that could repeat.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[tuple[int, ...], tuple[int, float]] = {}
        """For each size the last picture's checksum, and when it came first, s."""

    def repeats(self, picture: "NDArray[np.uint8]", file: "NDArray[np.uint8] | None" = None) -> bool:
        """
        True if the picture before was the same; `file`: as the camera gave it, if that is smaller.

        Raises StandstillError if the same has come for STILL_S.
        """
        import numpy as np

        mark, now_s = crc32(np.ascontiguousarray(picture if file is None else file).data), self._clock.now_s()
        before, since_s = self._since.get(picture.shape, (None, now_s))
        if mark != before or not np.ptp(picture):
            self._since[picture.shape] = mark, now_s
            return False
        if now_s > since_s + STILL_S:
            raise StandstillError
        return True
