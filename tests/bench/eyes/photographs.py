"""Public photographs: tags of another dictionary to read, and scenes without our markers."""

from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.vision.codes import Markers
from lucca_pi.vision.detect import detect
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.readers import Read, Readings, opencv, ours, pupil, tuned_reader

DICTIONARIES = {
    "36h11": cv2.aruco.DICT_APRILTAG_36h11,
    "25h9": cv2.aruco.DICT_APRILTAG_25h9,
    "16h5": cv2.aruco.DICT_APRILTAG_16h5,
}
ENDINGS = {".jpg", ".jpeg", ".png", ".bmp", ".pnm"}
WHERE = """\
Give a folder of photographs. Public ones stand in these repositories on GitHub:
  AprilTag 36h11: swatbotics/apriltag (images), AprilRobotics/apriltag (test/data), duckietown/lib-dt-apriltags (test),
                  PhotonVision/photonvision (test-resources/testimages/2024 and /apriltag)
  no markers:     PhotonVision/photonvision (test-resources/testimages/2019 to /2022, calibrationSquaresImg)"""


def bench(dictionary: list[str], scenes: Path | None) -> None:
    """`dictionary`: its name and the folder of photographs."""
    if scenes:
        bench_scenes(scenes)
    elif len(dictionary) != 2 or dictionary[0] not in DICTIONARIES or not Path(dictionary[1]).is_dir():
        raise SystemExit(f"{WHERE}\nThe dictionary is one of {', '.join(DICTIONARIES)}.")
    else:
        bench_tags(dictionary[0], Path(dictionary[1]))


def bench_tags(name: str, folder: Path) -> None:
    """
    Reads each photograph in the folder with every reader that knows the dictionary.

    What is in the photographs nobody wrote down: a tag counts as there when any two readers read it at one place.
    """
    family = DICTIONARIES[name]
    every = dict(_readers(name, family))
    found = [{reader: read(grey) for reader, read in every.items()} for _, grey in photographs(folder)]
    tags = [_agreed(list(readings.values())) for readings in found]
    print(f"{len(found)} photographs, {sum(len(there) for there in tags)} tags that two readers agree upon")
    for reader in every:
        hits = sum(_count(there, readings[reader]) for there, readings in zip(tags, found, strict=True))
        alone = sum(len(readings[reader]) for readings in found) - hits
        print(f"{reader:24} reads {hits:5}, and {alone} that no other reads")


def bench_scenes(folder: Path) -> None:
    """What our reader finds in photographs that hold none of our markers."""
    pictures = 0
    for file, grey in photographs(folder):
        pictures += 1
        for code, middle in ours(grey):
            print(f"  {file}: {code} at {middle.round()}")
    print(f"{pictures} photographs without our markers were looked at; what was read in them stands above, if anything")


def photographs(folder: Path) -> Iterator[tuple[Path, Grey]]:
    """Every picture in the folder and those below it."""
    for file in sorted(file for file in folder.rglob("*") if file.suffix.lower() in ENDINGS):
        grey = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        if grey is not None:
            yield file, np.asarray(grey, np.uint8)


def _readers(name: str, family: int) -> Iterator[tuple[str, Read]]:
    markers = cv2.aruco.getPredefinedDictionary(family)
    side = markers.markerSize + 2
    bitmaps = [cv2.aruco.generateImageMarker(markers, code, side) for code in range(len(markers.bytesList))]
    yield "lucca-pi", partial(_ours, markers=Markers(np.array(bitmaps)))
    if find_spec("pupil_apriltags"):
        yield "pupil-apriltags", pupil(f"tag{name}")
    yield "OpenCV, tuned", lambda grey: opencv(tuned_reader(15, max(grey.shape), markers))(grey)
    yield "OpenCV, as it comes", opencv(cv2.aruco.ArucoDetector(markers))


def _ours(grey: Grey, markers: Markers) -> Readings:
    return [(one.code, one.corners_px.mean(0)) for one in detect(grey, range(markers.codes), markers).read]


def _agreed(readings: list[Readings]) -> Readings:
    """What at least two of the readers read."""
    agreed: Readings = []
    for number, mine in enumerate(readings):
        for one in mine:
            others = sum(_count([one], other) for other in readings[number + 1 :])
            if others and not _count([one], agreed):
                agreed.append(one)
    return agreed


def _count(there: Readings, readings: Readings) -> int:
    """How many of those that are there were read."""
    return sum(any(code == other and np.linalg.norm(at - where) < 8 for other, where in readings) for code, at in there)
