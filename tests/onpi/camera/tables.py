"""
Which tables libcamera's virtual cameras show: one camera for each picture, fewer than ten.

picamera2 counts cameras from the last name to the first.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

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
