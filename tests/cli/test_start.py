"""The display has a picture before anything is loaded that takes long."""

from first_picture import HEAVY, measured


def test_the_first_picture_comes_before_the_heavy_libraries():
    assert {"numpy", "cv2", "picamera2"} <= set(HEAVY)
    assert measured()["loaded"] == []
