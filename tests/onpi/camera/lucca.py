"""
lucca-pi before the virtual camera: python -m tests.onpi.camera.lucca play --camera pi ...

The environment says what happens to it. SCENES=1: look N is by camera N, as if people had played on. STALL_AFTER=N: no
more than N pictures come, with ONCE=1 until the camera is opened anew. PEAK: the file that gets the largest resident
memory of the process, in kB.
"""

import atexit
import os
import sys
from pathlib import Path
from typing import Any

from tests.onpi.camera.virtual import adapt


def change_scenes() -> None:
    """Each look opens the camera of its number, where there is one."""
    from picamera2 import Picamera2

    from lucca_pi.devices.pi_camera import PiCamera
    from lucca_pi.ports import CameraEndedError, Frame

    look, last = PiCamera.look, len(Picamera2.global_camera_info()) - 1

    def look_elsewhere(self: Any, number: int = 0) -> Frame:
        if number > last:
            raise CameraEndedError
        if number != self._number:
            self.close()
            self._number = number
        return look(self, number)

    PiCamera.look = look_elsewhere  # type: ignore[method-assign]


def stall_after(pictures: int, once: bool) -> None:
    """No further picture comes from the camera, whatever is asked; `once`: until it is opened anew."""
    from picamera2 import Picamera2
    from picamera2.picamera2 import CameraManager

    handle, close, left = CameraManager.handle_request, Picamera2.close, [pictures]

    def handle_some(self: Any, flushid: Any = None) -> None:
        left[0] -= 1
        if left[0] >= 0:
            handle(self, flushid)
        else:
            self.cms.get_ready_requests()

    def go_on(self: Any) -> None:
        close(self)
        left[0] = sys.maxsize

    CameraManager.handle_request = handle_some
    if once:
        Picamera2.close = go_on


def write_peak(file: Path) -> None:
    """The most memory that was resident."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    file.write_text(next(line.split()[1] for line in lines if line.startswith("VmHWM")), encoding="ascii")


if __name__ == "__main__":
    adapt()
    if "PEAK" in os.environ:
        atexit.register(write_peak, Path(os.environ["PEAK"]))
    if "SCENES" in os.environ:
        change_scenes()
    if "STALL_AFTER" in os.environ:
        stall_after(int(os.environ["STALL_AFTER"]), once="ONCE" in os.environ)
    from lucca_pi.cli import main

    main()
