"""Which card is this? The page shows the photographs of those that it may be, and the card as it lies."""

import json
from contextlib import closing
from dataclasses import replace

import cv2
import numpy as np
from asking import HERE, ask, published
from evening import begun, looks

from lucca_pi.app.live_page import LivePage, corners_mm
from lucca_pi.devices.album import NoAlbum
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Looked, step
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Alike
from lucca_pi.web.address import Binding
from lucca_pi.web.page import page
from lucca_pi.web.picture import CROP_PX

LOOK = looks()[0]
CARD = next(seen for seen in LOOK.sightings if seen.code <= 96)
OTHER = next(code for code in range(1, 97) if code not in {seen.code for seen in LOOK.sightings})
PHOTOGRAPHS = {CARD.code: (b"\x89PNG one", b"two"), OTHER: (b"\xff\xd8 three", b"four")}


def left_open():
    sightings = tuple(seen for seen in LOOK.sightings if seen is not CARD)
    alike = Alike((CARD.code, OTHER), CARD.x_mm, CARD.y_mm, CARD.heading_deg)
    return replace(LOOK, sightings=sightings, alike=(alike,))


def asked(look=None):
    state = begin_evening(begun())
    state = replace(state, pieces=replace(state.pieces, photographs=PHOTOGRAPHS))
    return step(state, Looked(look or left_open(), ""))[0]


def test_the_overview_tells_the_card_of_each_answer():
    now = state_overview(asked())["now"]
    assert (now["kind"], now["faces"], len(now["answers"])) == ("question", [CARD.code, OTHER, None], 3)
    assert state_overview(begin_evening(begun()))["now"]["faces"] == []


def test_the_page_serves_the_photographs_of_the_cards_in_question_alone():
    with closing(LivePage(Binding(HERE, 0), NoAlbum(), picture=True)) as live:
        live.tell("game", asked(), ())
        served = live._server
        one, other = ask(served, f"/face/{CARD.code}"), ask(served, f"/face/{OTHER}")
        told = json.loads(ask(served, "/snapshot.json").body)
        assert (one.status, one.headers["Content-Type"], one.body) == (200, "image/png", b"\x89PNG one")
        assert (other.headers["Content-Type"], other.headers["Cache-Control"]) == ("image/jpeg", "no-store")
        assert {*told["faces"]} == {str(CARD.code), str(OTHER)}
        live.tell("game", begin_evening(begun()), ())
        assert [ask(served, f"/face/{name}").status for name in (CARD.code, 96, "card")] == [404, 404, 404]


def test_beside_each_answer_stands_its_photograph():
    new = published(asked(), faces={str(OTHER): b"x", "card": b"y"})
    html, paths = page(new), new.faces_paths
    assert f'<img src="{paths[str(OTHER)]}" alt="" class="face">{OTHER}</li>' in html
    assert f'<img src="{paths["card"]}" alt="The card on the table" class="face">' in html


def test_the_card_is_cut_out_of_the_picture_as_it_lies_there():
    with closing(LivePage(Binding(HERE, 0), NoAlbum(), picture=True)) as live:
        look = left_open()
        live.album.new_look(0)
        live.album.take(Frame("a frame", pictured(look)))
        live.album.became(look)
        crop = live._faces(asked(look))["card"]
    grey = cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey.shape == CROP_PX[::-1]
    assert (grey[20:-20, 20:-20].mean() > 180, grey.mean() > 170) == (True, True)


def pictured(look):
    """A dark table, 1600 dots wide, with the card on it in white."""
    width, height = 1600, 1200
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_px = cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), corners)
    card = cv2.perspectiveTransform(np.array([corners_mm(CARD, asked().pieces)], np.float32), to_px)
    picture = np.full((height, width), 40, np.uint8)
    cv2.fillConvexPoly(picture, card[0].round().astype(np.int32), 200)
    return picture
