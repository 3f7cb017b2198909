"""Photographs in a game: several of one look are joined, and a place that is cut off is named."""

from dataclasses import replace

import numpy as np
import pytest
from evening import LAST, looks
from twins import Presses, TableCamera, app_with

from lucca_pi.app.looking import are_of_one_table
from lucca_pi.config import Config
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.setup import setup_from
from lucca_pi.games import game_named
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.ports import Frame, NoPhotographError, PhotographError

PIECES = pieces_in(reference_deck_file())
DARK = np.zeros((90, 120), np.uint8)


class Sent(TableCamera):
    """Photographs: what each shows is named; an empty name is one that is no good. Those before it are closer ones."""

    def __init__(self, *names):
        super().__init__()
        self.coming, self.before = [*names], []

    def look(self, number):
        if not self.coming:
            raise NoPhotographError("Take one.")
        self.before = self.before if number in self.looked else []
        self.looked.append(number)
        self.before.insert(0, self.coming.pop(0))
        return Frame(self.before[0], DARK, by_hand=True)

    def closer(self, number):
        return [Frame(name, DARK, by_hand=True) for name in self.before[1:]]


def see(frame, pieces, names):
    """Look 3, say, or of it only what "3 without 102" leaves."""
    number, _, missing = frame.name.partition(" without ")
    if not number:
        raise PhotographError("It is too dark.")
    look = looks()[int(number)]
    return replace(look, sightings=tuple(one for one in look.sightings if str(one.code) != missing), view_mm=())


def played(*names, presses=()):
    camera = Sent(*names)
    app = app_with(Presses(*["ok"] * len(names), *presses), camera=camera, see=see)
    app.run()
    return app, camera


def test_each_photograph_is_a_look():
    app, camera = played("0", "1", "2")
    assert camera.looked == [0, 1, 2]
    assert len(app.state.course.turns) == 2


def test_what_is_wrong_with_a_photograph_is_said_and_nothing_is_taken():
    app, _ = played("0", "")
    assert isinstance(app.state.mode, Disagreed)
    assert app.state.mode.problems == ("It is too dark.",)
    assert app.state.course.looks == 1


def test_ok_without_a_photograph_asks_for_one():
    app, _ = played("0", presses=["ok"])
    assert app.state.mode.problems == ("Take one.",)


def test_a_place_that_is_cut_off_is_named():
    app, _ = played("0", "1 without 102")
    name = next(name for name, code in app.state.course.seats.items() if code == 102)
    assert name in str(app.state.mode.problems[0])
    assert app.state.course.looks == 1


def test_two_photographs_that_show_all_places_together_make_a_look():
    app, _ = played("0", "1 without 102", "1 without 103")
    assert app.state.course.looks == 2


@pytest.mark.parametrize(
    ("older", "kept"),
    [
        (lambda look: look, True),
        (lambda look: replace(look, sightings=look.sightings[:12]), True),
        (lambda look: replace(look, sightings=()), False),
        (lambda look: looks()[9], False),
    ],
    ids=["the same", "fewer", "nothing", "three turns later"],
)
def test_only_photographs_of_one_table_are_joined(older, kept):
    first = replace(looks()[6], view_mm=())
    assert are_of_one_table([first, older(first)], Frame("", DARK), PIECES) == kept


def test_photographs_of_another_table_do_not_count():
    app, _ = played("0", "3 without 102", "1 without 103")
    assert "is not in the photograph" in str(app.state.mode.problems[0])
    assert app.state.course.looks == 1


def test_a_photograph_from_before_a_card_was_taken_away_is_not_joined():
    older = looks()[6]
    card = max(older.sightings, key=lambda one: one.code < 97)
    newer = replace(older, sightings=tuple(one for one in older.sightings if one is not card))
    assert not are_of_one_table([newer, older], Frame("", DARK), PIECES)


@pytest.mark.parametrize(
    ("game", "places"), [("citta", {101, 102, 103, 104, 105}), ("chessboard", set()), ("lucco", set())]
)
def test_only_quarters_are_places_that_may_be_cut_off(game, places):
    kind = game_named(game)
    pieces = kind.rules.pieces(setup_from(kind.rules.setup, Config(game=game).for_game()))
    assert pieces.anchors - pieces.loose == places


def test_at_the_end_a_phone_sends_no_further_photograph_and_ok_ends_the_game():
    app, _ = played(*map(str, range(LAST + 1)), presses=["ok"])
    assert (app.state.course.is_over, app._finished) == (True, True)


@pytest.mark.parametrize(("name", "advice"), [("", "the table again"), ("0 without 102", "its other side"), ("0", "")])
def test_a_complaint_says_how_to_photograph_again(name, advice):
    app, _ = played(name)
    assert advice in getattr(app.state.mode, "advice", "")
