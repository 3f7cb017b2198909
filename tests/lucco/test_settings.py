"""The settings of Lucco, and what they ask for."""

import pytest

from lucca_pi.config import ConfigError, load_config
from lucca_pi.contract.setup import read_setup, settings_of, setup_from, setup_json
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.session.setup import Setup

COLOURS = ["violet", "yellow", "green", "red", "black"]


def setup(tmp_path, **given):

    config = load_config(None, {"game": "lucco", "state": str(tmp_path), **given})
    return setup_from(GAME.rules.setup, config.for_game())


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        ({}, (1, 2, 3)),
        ({"players": 2}, (1, 2)),
        ({"players": 5}, (1, 2, 3, 4, 5)),
        ({"names": {4: "Ada", 2: "Ben"}}, (4, 2)),
    ],
)
def test_who_plays_follows_from_names_or_their_number(tmp_path, given, seats):
    assert setup(tmp_path, **given).seats == seats


def test_all_is_asked_for_again_by_its_settings(tmp_path):
    one = setup(tmp_path, tiles="square", colours=COLOURS, passes=False, players=4)
    assert (one.tiles, one.colours[0], one.passes) == ("square", "violet", False)
    assert setup(tmp_path, **settings_of(one)) == one == read_setup(Setup, setup_json(one))


@pytest.mark.parametrize(
    "given",
    [{"players": 1}, {"tiles": "free"}, {"colours": ["blue", "red"]}, {"names": {101: "Ada"}}, {"passes": "yes"}],
)
def test_what_cannot_be_is_said(tmp_path, given):
    with pytest.raises(ConfigError):
        setup(tmp_path, **given)


@pytest.mark.parametrize("seats", [(1,), (1, 1), (1, 6)])
def test_each_player_has_another_colour(seats):
    with pytest.raises(RuleError):
        Setup(seats=seats)


def test_free_tiles_are_refused_for_play_and_it_says_what_works():
    with pytest.raises(UnreadableError, match=r"hexagon or square; real Walongs .free. are for records"):
        setup_from(Setup, {"tiles": "free"})
