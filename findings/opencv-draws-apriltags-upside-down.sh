#!/bin/sh
# The AprilTag dictionary of OpenCV 4.14.0.94 (cv2.aruco.DICT_APRILTAG_36h11) holds every tag turned by 180 degrees: what
# generateImageMarker draws upright is upside down for AprilTag's own reader (pupil-apriltags 1.0.4.post11), and what a generator of
# AprilTags draws (moms-apriltag 2023.1.15) is read by OpenCV as turned by 180 degrees. Number and place agree, so it is noticed only by
# whoever uses the direction of a tag: cards printed with one and read with the other all lie the wrong way round.
# Guessed before: both call the same corner the first one, perhaps counted the other way round.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check opencv-python-headless==4.14.0.94 numpy==2.4.6 pupil-apriltags==1.0.4.post11
"$place/bin/pip" install --quiet --disable-pip-version-check --no-deps moms-apriltag==2023.1.15
"$place/bin/python" - <<'END'
import cv2
import numpy as np
from moms_apriltag import TagGenerator2
from pupil_apriltags import Detector

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
APRILTAG = Detector(families="tag36h11")


def read_by_opencv(picture):
    """The number, and by how many degrees the tag is turned: its first two corners are the upper ones of an upright tag."""
    corners, numbers, _ = cv2.aruco.ArucoDetector(DICTIONARY).detectMarkers(picture)
    along = corners[0][0][1] - corners[0][0][0]
    return int(numbers.ravel()[0]), round(float(np.degrees(np.arctan2(along[1], along[0])))) % 360


def read_by_apriltag(picture):
    """The same by the tag's homography, whose x axis runs to the right of an upright tag."""
    (found,) = APRILTAG.detect(picture)
    return found.tag_id, round(float(np.degrees(np.arctan2(found.homography[1, 0], found.homography[0, 0])))) % 360


for number in (0, 5, 17, 101):
    drawn = {
        "OpenCV": cv2.aruco.generateImageMarker(DICTIONARY, number, 240),
        "moms-apriltag": np.kron(np.asarray(TagGenerator2("tag36h11").generate(number), np.uint8), np.ones((30, 30), np.uint8)),
    }
    told = {by: tuple(read(np.pad(tag, 60, constant_values=255)) for read in (read_by_opencv, read_by_apriltag)) for by, tag in drawn.items()}
    for by, (opencv, apriltag) in told.items():
        print(f"tag {number} drawn by {by}: OpenCV reads {opencv}, AprilTag reads {apriltag}")
    assert told["OpenCV"] == ((number, 0), (number, 180)), "what OpenCV draws is upright for AprilTag now"
    assert told["moms-apriltag"] == ((number, 180), (number, 0)), "what a generator of AprilTags draws is upright for OpenCV now"
END
