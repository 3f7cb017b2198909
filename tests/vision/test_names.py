"""Name cards in a picture of the table."""

from dataclasses import replace

import cv2
import pytest
from evening import after
from synthetic import PIECES, Lens, marker, picture_of

from lucca_pi.app.eyes import Eyes
from lucca_pi.app.looking import Looking
from lucca_pi.app.watching import Watching
from lucca_pi.config import Config
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.system import HandClock, NoSupervisor
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.reader import Reader, with_names

NAMES = {201: "Ada", 202: "Bartholomäus", 203: "Ada"}
PLACES = [Sighting(201, 120, 100, 0), Sighting(202, -150, -20, 200), Sighting(203, -150, 100, 45)]


def bitmap_of(code):
    if code not in NAMES:
        return marker(code)
    parameters = cv2.QRCodeEncoder.Params()
    parameters.mode, parameters.version = cv2.QRCodeEncoder_MODE_ECI, 2
    return cv2.QRCodeEncoder.create(parameters).encode(f"LUCCA:NAME:{NAMES[code]}")


def table(mm_per_px=0.5):
    lens = Lens(size_px=(2304, 1296), distance_mm=mm_per_px * 0.72 * 2304, turn_deg=20)
    side_mm = dict.fromkeys(NAMES, 45 * 29 / 25)
    return picture_of([Sighting(101, 0, 0, 0), *PLACES], lens, lambda code: side_mm.get(code, 30.0), bitmap_of)


def look_at(grey):
    return with_names(Reader(PIECES).read(grey), grey)


@pytest.mark.parametrize("mm_per_px", [0.3, 0.5, 0.7])
def test_every_name_card_is_seen_where_it_lies(mm_per_px):
    seen = sorted(look_at(table(mm_per_px)).names, key=lambda card: (card.name, card.x_mm))
    assert [card.name for card in seen] == ["Ada", "Ada", "Bartholomäus"]
    for card, place in zip(seen, (PLACES[2], PLACES[0], PLACES[1]), strict=True):
        assert (card.x_mm, card.y_mm) == pytest.approx((place.x_mm, place.y_mm), abs=4)


def test_names_are_looked_for_until_the_deal_and_no_longer():
    frame, clock, supervisor = Frame("table", table()), HandClock(), NoSupervisor()
    watching = Watching(None, clock, supervisor)
    looking = Looking(None, Eyes(Config()), NoAlbum(), clock, watching, supervisor=supervisor)
    seen = [len(looking.seen(frame, state).names) for state in (after(0), after(1), replace(after(2), page=1))]
    assert seen == [3, 0, 0]
