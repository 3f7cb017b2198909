"""The phone as the camera: files that are no photographs are refused at once, and each photograph counts once."""

from datetime import datetime, timedelta
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from lucca_pi.devices.phone import (
    MOST_BYTES,
    NO_HEIC,
    NO_JPEG,
    NOT_WHOLE,
    OLD,
    OLDEST_S,
    START_OF_SCAN,
    TOO_LARGE,
    WAIT,
    PhoneCamera,
    complaint_about,
)
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import PhotographError


def photograph(width=80, height=60, orientation=1, kind="JPEG", mode="L", **how):
    picture = Image.fromarray(np.tile(np.arange(width, dtype=np.uint8), (height, 1))).convert(mode)
    exif = Image.Exif()
    exif[0x0112] = orientation
    stream = BytesIO()
    picture.save(stream, kind, exif=exif, **how)
    return stream.getvalue()


def with_size(width, height, **how):
    """A JPEG that says it is that large."""
    data = photograph(**how)
    at = data.index(b"\xff\xc2" if how else b"\xff\xc0")
    return data[: at + 5] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 9 :]


def with_head(segments):
    """A JPEG with these before its own."""
    return photograph()[:2] + segments + photograph()[2:]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (photograph(), ""),
        (b"\0\0\0\x18ftypheic" + bytes(20), NO_HEIC),
        (b"", NO_JPEG),
        (b"%PDF-1.7", NO_JPEG),
        (photograph(kind="PNG"), NO_JPEG),
        (photograph(progressive=True), ""),
        (photograph(progressive=True) + START_OF_SCAN * 100, NO_JPEG),
        (with_head(b"\xff\xfe\0\2" * 300), NO_JPEG),
        (with_head(b"\xff" * 300), NO_JPEG),
        (with_head((b"\xff\xe1\xff\xfdExif" + bytes(0xFFF7)) * 200), NO_JPEG),
        (with_head(b"\xff\xfe\0\x0a a word "), ""),
        (photograph()[:200], NOT_WHOLE),
        (photograph(mode="CMYK"), NO_JPEG),
        (with_size(5000, 5000, progressive=True), TOO_LARGE),
        (with_size(5000, 5000), ""),
        (with_size(60_000, 60_000), TOO_LARGE),
        (photograph() + bytes(MOST_BYTES), TOO_LARGE),
    ],
    ids=[
        *("jpeg", "heic", "empty", "pdf", "png", "progressive", "scans", "segments", "filling", "exif", "a comment"),
        *("cut short", "four colours", "a large progressive one", "a large one", "bomb", "bytes"),
    ],
)
def test_a_file_is_judged_before_it_is_decoded(data, said):
    assert complaint_about(data) == said


def test_without_a_photograph_people_are_asked_for_one():
    with pytest.raises(PhotographError, match="Photograph the table"):
        PhoneCamera(HandClock()).look(0)


def test_a_photograph_counts_once():
    camera = PhoneCamera(HandClock())
    assert camera.receive(photograph()) == ""
    assert camera.look(0).by_hand
    with pytest.raises(PhotographError):
        camera.look(0)


@pytest.mark.parametrize(("orientation", "shape"), [(1, (60, 80)), (3, (60, 80)), (6, (80, 60)), (8, (80, 60))])
def test_a_phone_may_be_held_in_any_way(orientation, shape):
    camera = PhoneCamera(HandClock())
    camera.receive(photograph(orientation=orientation))
    assert camera.look(0).grey.shape == shape


def test_photographs_of_one_look_are_kept_for_a_while():
    clock = HandClock()
    camera = PhoneCamera(clock)
    names = []
    for _ in range(4):
        camera.receive(photograph())
        names.append(camera.look(3).name)
    assert [frame.name for frame in camera.closer(3)] == names[2:0:-1]
    assert not list(camera.closer(4))
    clock.forward(OLDEST_S + 1)
    camera.receive(photograph())
    camera.look(3)
    assert not list(camera.closer(3))


def test_more_photographs_than_can_wait_are_refused():
    camera = PhoneCamera(HandClock())
    assert [camera.receive(photograph()) for _ in range(4)] == ["", "", "", WAIT]


def test_what_came_too_late_is_left_out():
    camera, late = PhoneCamera(HandClock()), photograph()
    camera.receive(late)
    camera.leave_out(late)
    with pytest.raises(PhotographError):
        camera.look(0)


def said_of(data):
    """What a person reads who sends the file; empty where it is looked at."""
    camera = PhoneCamera(HandClock())
    if complaint := camera.receive(data):
        return complaint
    try:
        camera.look(0)
    except PhotographError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("how", [{}, {"progressive": True}, {"orientation": 6}])
def test_a_photograph_that_was_cut_off_is_to_be_sent_again(share, how):
    data = photograph(800, 600, **how)
    assert said_of(data[: int(len(data) * share)]) == NOT_WHOLE


@pytest.mark.parametrize("how", [{}, {"progressive": True}, {"orientation": 6}])
@pytest.mark.parametrize("behind", [b"", b"\xff", b"\0\0\0\x18ftypmp42" + bytes(300) + b"\xff\x24" + bytes(300)])
def test_one_that_lacks_nothing_but_the_end_marker_is_looked_at(behind, how):
    assert said_of(photograph(800, 600, **how)[:-2] + behind) == ""


def taken_before(hours, zone):
    """A photograph that says it was taken so many hours before the clock's start, in a time zone or in none."""
    exif = Image.Exif()
    at = datetime.fromisoformat(HandClock().date()) - timedelta(hours=hours)
    exif.get_ifd(0x8769).update({0x9003: f"{at:%Y:%m:%d %H:%M:%S}", **({0x9011: zone} if zone else {})})
    stream = BytesIO()
    Image.new("L", (80, 60), 90).save(stream, "JPEG", exif=exif)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("hours", "zone", "said"),
    [
        (0.1, "+01:00", ""),
        (0.5, "+01:00", OLD),
        (0.5, "-05:00", ""),
        (9, "", ""),
        (30, "", OLD),
        (-3, "+01:00", ""),
        (1, "?", ""),
    ],
)
def test_an_old_photograph_is_asked_about_and_taken_if_it_is_sent_once_more(hours, zone, said):
    camera = PhoneCamera(HandClock())
    old = taken_before(hours, zone)
    assert (camera.receive(old), camera.receive(old)) == (said, "")
