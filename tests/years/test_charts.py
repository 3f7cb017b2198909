"""Charts of a game, and its end in figures: everybody's points from turn to turn, for every game that is played."""

from xml.etree.ElementTree import fromstring

import pytest
from evening import LAST, after
from pebbles import GAME, Turn, played

from lucca_pi.contract.history import Played
from lucca_pi.evening.phones import state_overview
from lucca_pi.years.charts import CHARTS

PEBBLES = played(GAME, *(Played(Turn(who, taken), (), None, "") for who, taken in (("Ada", (1, 2)), ("Ben", (3,)))))
GAMES = {"with points": after(LAST + 1), "without points": PEBBLES, "just begun": after(1)}


def words(svg):
    return [one.text for one in fromstring(svg).iter() if one.text]


@pytest.mark.parametrize("state", GAMES.values(), ids=GAMES)
def test_a_chart_names_everybody_and_runs_no_script(state):
    course = CHARTS["course"](state)
    assert {*state.game.players} <= {*words(course)}
    assert b"<script" not in course


def test_the_points_by_kind_are_those_of_the_score():
    state = after(LAST + 1)
    score = state.plugin.score_json(state.match)["players"]
    for kind, figures in state.plugin.show.tally(state.match).points.items():
        assert figures == {player: told[kind] for player, told in score.items()}
    assert "Points by kind" in words(CHARTS["kinds"](state))


def test_the_end_tells_in_which_kinds_the_winner_was_furthest_ahead():
    assert state_overview(after(LAST))["ended"] is None
    ended, (first, second, *_others) = (state_overview(after(LAST + 1))[key] for key in ("ended", "ranking"))
    leads = [one["figures"][first["player"]] - one["figures"][second["player"]] for one in ended["deciding"]]
    assert leads == sorted(leads, reverse=True) and 0 < len(leads) <= 3 and min(leads) > 0
    totals = [sum(one["figures"][player["player"]] for one in ended["table"]) for player in (first, second)]
    assert totals == [first["total"], second["total"]]
