import cv2
import numpy as np
import pytest
from synthetic import TABLE, Lens, photograph

from lucca_pi.vision.detect import detect

ALL = range(1, 112)


def texture(kind):
    """Pictures that hold no marker but much that looks like one."""
    noise = np.random.default_rng(3).integers(0, 256, (900, 1200), np.uint8)
    if kind == "noise":
        return noise
    blocks = cv2.resize(noise[:150, :200], (1200, 900), interpolation=cv2.INTER_NEAREST)
    return blocks if kind == "blocks" else cv2.GaussianBlur(noise, (0, 0), 4) // 40 * 40


@pytest.mark.parametrize("kind", ["noise", "blocks", "wood"])
def test_what_only_looks_like_markers_is_read_as_none(kind):
    assert detect(texture(kind), ALL).read == ()


def test_each_marker_is_read_once():
    found = detect(photograph(TABLE, Lens(size_px=(3456, 1944))), ALL)
    assert sorted(one.code for one in found.read) == [17, 42, 64, 73, 97, 101, 103, 111, 111]


def test_markers_that_opencv_misses_are_read_at_the_closer_look():
    blurred = cv2.GaussianBlur(photograph(TABLE, Lens(size_px=(3456, 1944), turn_deg=60)), (0, 0), 1.3)
    found = detect(blurred, ALL).read
    assert sorted(one.code for one in found) == [17, 42, 64, 73, 97, 101, 103, 111, 111]
    assert {one.source for one in found} == {"opencv", "likeness"}


def test_a_clean_marker_has_a_full_margin():
    found = detect(photograph(TABLE, Lens(size_px=(4608, 2592))), ALL)
    assert min(one.margin for one in found.read) > 0.6
