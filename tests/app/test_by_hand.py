"""Photographs in a game: several of one look are joined, and a place that is cut off is named."""

from dataclasses import replace

import numpy as np
import pytest
from evening import LAST, looks
from twins import Presses, TableCamera, app_with

from lucca_pi.app.looking import are_of_one_table
from lucca_pi.config import Config
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


SENT = {
    "each is a look": (("0", "1", "2"), 3, 3, ""),
    "one that is wrong": (("0", ""), 2, 1, "It is too dark."),
    "OK without one": (("0",), 2, 1, "Take one."),
    "a place is cut off": (("0", "1 without 102"), 2, 1, "Buonvisi"),
    "two show all places together": (("0", "1 without 102", "1 without 103"), 3, 2, ""),
    "two of different tables": (("0", "3 without 102", "1 without 103"), 3, 1, "is not in the photograph"),
}


@pytest.mark.parametrize(("names", "oks", "looks", "problem"), SENT.values(), ids=SENT)
def test_a_photograph_is_a_look_or_what_is_wrong_with_it_is_said(names, oks, looks, problem):
    app, _ = played(*names, presses=["ok"] * (oks - len(names)))
    assert app.state.course.looks == looks
    assert problem in str(app.state.mode.problems[0]) if problem else app.state.mode is None


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
