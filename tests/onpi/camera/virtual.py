"""The unmodified picamera2 on libcamera's virtual cameras, which are no Pi's; and which tables these show."""

import builtins
import shutil
import sys
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

HEAP = "/dev/dma_heap/system"


def adapt() -> None:
    """Before anything else imports picamera2: the five things in which a Pi's camera differs."""
    sys.modules.setdefault("pykms", _without_a_screen())
    import picamera2
    from picamera2 import dma_heap

    dma_heap.heapNames.append(HEAP)
    picamera2.Picamera2._get_raw_modes = _modes
    picamera2.picamera2.next = _as_if_well
    begin = picamera2.Picamera2.__init__

    def begin_with_two_planes(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named, allocator=_two_planes())

    picamera2.Picamera2.__init__ = begin_with_two_planes


def _without_a_screen() -> types.ModuleType:
    """picamera2 imports pykms to draw on a screen, which nobody here does."""

    class Names:
        def __getattr__(self, name: str) -> str:
            return name

    module = types.ModuleType("pykms")
    module.PixelFormat = Names()  # type: ignore[attr-defined]
    return module


def _modes(camera: Any) -> list[dict[str, Any]]:
    """The virtual camera has no raw pictures: its modes are those in which it shows some."""
    from libcamera import StreamRole

    formats = camera.camera.generate_configuration([StreamRole.Viewfinder]).at(0).formats
    largest = [(form, formats.range(form).max) for form in formats.pixel_formats]
    return [{"format": str(form), "size": (size.width, size.height)} for form, size in largest]


def _as_if_well(buffers: Iterator[Any]) -> Any:
    """
    In picamera2's own module, the first of a picture's buffers, which says whether it is one.

    The virtual camera never sets that: what stood in memory before decides, and now and then every picture is dropped.
    """
    from libcamera import FrameMetadata

    assert builtins.next(buffers)
    return types.SimpleNamespace(metadata=types.SimpleNamespace(status=FrameMetadata.Status.Success))


def _two_planes() -> Any:
    """The virtual camera writes grey and colour into two planes; picamera2 gives a buffer one, as a Pi has it."""
    from picamera2.allocators import DmaAllocator, dmaallocator

    class TwoPlanes(DmaAllocator):  # type: ignore[misc]
        def allocate(self, libcamera_config: Any, use_case: Any) -> None:
            with mock.patch.object(dmaallocator.libcamera, "FrameBuffer", _split_buffer(dmaallocator.libcamera)):
                super().allocate(libcamera_config, use_case)

    return TwoPlanes()


def _split_buffer(libcamera: Any) -> Any:
    real = libcamera.FrameBuffer

    def buffer(planes: Any) -> Any:
        grey, colour = planes[0], real.Plane()
        length = grey.length * 2 // 3
        colour.fd, colour.offset, colour.length = grey.fd, length, grey.length - length
        grey.length = length
        return real([grey, colour])

    buffer.Plane = real.Plane  # type: ignore[attr-defined]
    return buffer


CONFIGURATION = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
"""Compiled into libcamera: it looks nowhere else."""
FRAMES = Path("/srv/virtual")
CAMERA = """"camera {place}":
  supported_formats:
  - {{width: 4608, height: 2592, frame_rates: [14]}}
  - {{width: 1152, height: 648, frame_rates: [14]}}
  frames: {{path: "{folder}/"}}
  location: "CameraLocationBack"
  model: "table {number}"
"""


def show(pictures: Sequence[Path]) -> None:
    """From the next process on there are so many cameras, each before one picture."""
    shutil.rmtree(FRAMES, ignore_errors=True)
    cameras = []
    for number, picture in enumerate(pictures):
        folder = FRAMES / str(number)
        folder.mkdir(parents=True)
        shutil.copy(picture, folder / "0.jpg")
        cameras.append(CAMERA.format(place=len(pictures) - number, number=number, folder=folder))
    CONFIGURATION.parent.mkdir(parents=True, exist_ok=True)
    CONFIGURATION.write_text("%YAML 1.1\n---\n" + "".join(cameras), encoding="ascii")
