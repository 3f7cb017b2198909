"""Command cards as they are printed, in pictures of a table: read at any place and heading; the look stays the same."""

import cv2
import numpy as np
import pytest
from laid_cards import laid
from twins import Presses, TableCamera, app_with

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.contract.questions import Choice
from lucca_pi.devices.system import HandClock
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.command_cards import COMMANDS, SQUARE_MM
from tests.cases import first_of

PIECES = pieces_in(load_deck(str(EXAMPLE / "deck.json")))


def table(name):
    return cv2.imread(str(EXAMPLE / "frames" / name), cv2.IMREAD_GRAYSCALE)


def looked(grey):
    eyes, frame = Eyes(Config()), Frame("drawn", grey)
    look = eyes(frame, PIECES)
    return look, eyes.commands(frame, PIECES)


def test_a_table_without_command_cards_shows_none():
    for frame in sorted((EXAMPLE / "frames").glob("*.jpg"))[::5]:
        assert looked(table(frame.name))[1] == {}


@pytest.mark.parametrize("heading_deg", first_of([37, 0, 90, 180, 251], 2))
def test_command_cards_are_read_and_change_no_look(heading_deg):
    grey = table("000-deal.jpg")
    plain, _none = looked(grey)
    high, wide = grey.shape
    for code, (x, y) in zip(COMMANDS, [(0.06, 0.1), (0.94, 0.1), (0.06, 0.9), (0.94, 0.9), (0.06, 0.5)], strict=True):
        grey = laid(grey, code, (x * wide, y * high), heading_deg, plain.mm_per_px)
    look, commands = looked(grey)
    assert [one.code for one in look.sightings] == [one.code for one in plain.sightings]
    places = [[(one.x_mm, one.y_mm) for one in each.sightings] for each in (look, plain)]
    assert np.abs(np.subtract(*places)).max() < 0.3
    assert {*commands} == {*COMMANDS}
    sides = [one.side_px * plain.mm_per_px for one in commands.values()]
    assert sides == pytest.approx([SQUARE_MM] * 5, rel=0.1)


def test_a_command_card_is_read_where_no_piece_is_in_sight():
    wood = np.full((900, 1200), 120, np.uint8)
    eyes = Eyes(Config())
    assert {*eyes.commands(Frame("bare", laid(wood, 119, (300, 600), 200, 0.6)), PIECES)} == {119}


class Filmed(TableCamera):
    """The deal of a recorded game with a command card laid into its picture, and the live picture."""

    def __init__(self, clock):
        super().__init__()
        self.clock = clock
        self.lay()

    def look(self, number):
        return Frame(str(number), self.picture)

    def live(self):
        self.clock.forward(0.1)
        small = self.small.copy()
        self.stirs -= 1
        if self.stirs > 0:
            small[40 + self.stirs % 2 * 30 :][:30, 50:90] = 255
        return small

    def lay(self, *at, heading_deg=0):
        bare = table("000-deal.jpg")
        middle_px = np.multiply(at, bare.shape[::-1]) if at else None
        self.stirs, self.picture = 5, laid(bare, 119, middle_px, heading_deg, 0.45) if at else bare
        self.small = cv2.resize(self.picture, (160, 120), interpolation=cv2.INTER_AREA)


def test_an_undo_card_is_laid_moved_covered_taken_away_and_laid_again_before_the_camera():
    clock, undone = HandClock(), []
    camera, eyes = Filmed(clock), Eyes(Config())

    def note():
        undone.append((app.state.course.looks, isinstance(app.state.mode, Choice)))

    acts = [
        *[*[None] * 20, "ok", note],
        *[lambda: camera.lay(0.06, 0.1, heading_deg=140), *[None] * 60, note],  # laid: it asks
        *[lambda: camera.lay(0.065, 0.1, heading_deg=143), *[None] * 60, note],  # moved a little
        *[camera.lay, *[None] * 40, lambda: camera.lay(0.065, 0.1, heading_deg=143), *[None] * 60, note],  # covered
        *[camera.lay, *[None] * 60, lambda: camera.lay(0.9, 0.85, heading_deg=20), *[None] * 60, note],  # laid again
    ]
    see = lambda frame, pieces, names: eyes(frame, pieces)  # noqa: E731 - names are no matter here
    app = app_with(Presses(*acts), camera, clock=clock, see=see, cards=eyes.commands)
    app.run()
    assert undone == [(1, False), (1, True), (1, True), (1, True), (0, False)]
