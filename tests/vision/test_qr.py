import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest
from evening import after
from synthetic import PIECES, TABLE, Lens, marker, picture_of
from zxingcpp import read_barcodes

from lucca_pi.app.devices import Devices
from lucca_pi.app.eyes import Eyes
from lucca_pi.app.looking import Looking
from lucca_pi.app.watching import Watching
from lucca_pi.config import Config
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision import qr
from lucca_pi.vision.detect import flipped
from lucca_pi.vision.look import MirroredError
from lucca_pi.vision.qr import detect_qr, regions
from lucca_pi.vision.reader import Reader, with_names

LENS = Lens(size_px=(4608, 2592), distance_mm=800, turn_deg=20)
PLACES = [(17, -150, 150, 0), (42, 100, 100, 100), (64, -100, -80, 200), (96, 150, 0, 300)]
CARDS = [Sighting(*place) for place in PLACES]
NAMES = {201: "Ada", 202: "Bartholomäus", 203: "Ada"}
NAMED = [Sighting(201, 120, 100, 0), Sighting(202, -150, -20, 200), Sighting(203, -150, 100, 45)]


def bitmap_of(code):
    """Cards bear a QR code with one module of white around it, all else its marker."""
    if code not in PIECES.faces:
        return marker(code)
    return cv2.QRCodeEncoder.create().encode(f"LUCCA:{code}")[1:-1, 1:-1]


def table():
    return picture_of([TABLE[0], *CARDS], LENS, lambda code: 20.0 if code in PIECES.faces else 30.0, bitmap_of)


@pytest.fixture(params=["both readers", "zxing-cpp without zbar", "zbar alone"])
def _readers(request, monkeypatch):
    if request.param == "zxing-cpp without zbar":
        monkeypatch.setitem(sys.modules, "pyzbar.pyzbar", None)  # as where its library is missing
    if request.param == "zbar alone":
        monkeypatch.setattr(qr, "symbols", lambda grey: iter(()))


@pytest.mark.usefixtures("_readers")
@pytest.mark.parametrize("style", ["qr", "auto"])
def test_cards_with_qr_codes_are_seen_in_the_axes_of_the_marked_quarter(style):
    *cards, quarter = Reader(PIECES, style).read(table()).look.sightings
    assert quarter.code == 101
    for seen, card in zip(cards, CARDS, strict=True):
        assert seen.code == card.code
        assert (seen.x_mm, seen.y_mm) == pytest.approx((card.x_mm, card.y_mm - 250), abs=3)
        assert (seen.heading_deg - card.heading_deg + 180) % 360 - 180 == pytest.approx(0, abs=1.5)


@pytest.mark.usefixtures("_readers")
@pytest.mark.parametrize("style", ["qr", "auto"])
def test_a_mirrored_picture_is_named_as_one_though_its_qr_codes_are_read(style):
    assert detect_qr(flipped(table()), {17})
    with pytest.raises(MirroredError):
        Reader(PIECES, style).read(flipped(table()))


def test_a_qr_code_that_is_no_piece_is_not_seen():
    assert {one.code for one in detect_qr(table(), {17, 42, 101})} == {17, 42}


def test_more_small_codes_are_read_than_in_the_whole_picture():
    lens = Lens(size_px=(4608, 2592), distance_mm=1850)
    grey = picture_of([TABLE[0], *CARDS], lens, lambda _: 20.0, bitmap_of)
    assert len(read_barcodes(grey)) < len(detect_qr(grey, PIECES.faces))


def test_little_of_the_picture_is_looked_at():
    grey = table()
    assert sum(region.size for *_, region in regions(grey)) < 0.05 * grey.size


@pytest.mark.parametrize("side_px", [180, 540, 800])
def test_a_large_qr_code_is_read(side_px):
    code = np.pad(cv2.QRCodeEncoder.create().encode("LUCCA:17")[2:-2, 2:-2], 1, constant_values=255)
    picture = np.full((900, 1200), 160, np.uint8)
    wide = round(side_px * 23 / 21)
    picture[:wide, 100 : 100 + wide] = cv2.resize(code, (wide, wide), interpolation=cv2.INTER_NEAREST)
    (found,) = detect_qr(cv2.GaussianBlur(picture, (0, 0), 1.0), {17})
    assert np.ptp(found.corners_px, axis=0) == pytest.approx([side_px] * 2, rel=0.05)


@pytest.mark.parametrize(("style", "seen"), [("aruco", {17, 42, 101}), ("auto", {17, 42, 101}), ("qr", {101})])
def test_in_the_style_qr_a_marker_on_a_card_is_no_card_and_on_a_quarter_it_is_one(style, seen):
    grey = picture_of([TABLE[0], *CARDS[:2]], LENS, lambda code: 20.0 if code in PIECES.faces else 30.0)
    assert {one.code for one in Reader(PIECES, style).detect(grey).read} == seen


def name_on(code):
    if code not in NAMES:
        return marker(code)
    parameters = cv2.QRCodeEncoder.Params()
    parameters.mode, parameters.version = cv2.QRCodeEncoder_MODE_ECI, 2
    return cv2.QRCodeEncoder.create(parameters).encode(f"LUCCA:NAME:{NAMES[code]}")


def with_names_on_it(mm_per_px=0.5):
    lens = Lens(size_px=(2304, 1296), distance_mm=mm_per_px * 0.72 * 2304, turn_deg=20)
    side_mm = dict.fromkeys(NAMES, 45 * 29 / 25)
    return picture_of([Sighting(101, 0, 0, 0), *NAMED], lens, lambda code: side_mm.get(code, 30.0), name_on)


def look_at(grey):
    return with_names(Reader(PIECES).read(grey), grey)


@pytest.mark.parametrize("mm_per_px", [0.3, 0.5, 0.7])
def test_every_name_card_is_seen_where_it_lies(mm_per_px):
    seen = sorted(look_at(with_names_on_it(mm_per_px)).names, key=lambda card: (card.name, card.x_mm))
    assert [card.name for card in seen] == ["Ada", "Ada", "Bartholomäus"]
    for card, place in zip(seen, (NAMED[2], NAMED[0], NAMED[1]), strict=True):
        assert (card.x_mm, card.y_mm) == pytest.approx((place.x_mm, place.y_mm), abs=4)


def test_names_are_looked_for_until_the_deal_and_no_longer():
    frame, clock = Frame("table", with_names_on_it()), HandClock()
    devices = Devices(None, None, None, None, clock, NoAlbum())
    looking = Looking(devices, Eyes(Config()), Watching(None, clock, devices.supervisor))
    seen = [len(looking.seen(frame, state).names) for state in (after(0), after(1), replace(after(2), page=1))]
    assert seen == [3, 0, 0]
