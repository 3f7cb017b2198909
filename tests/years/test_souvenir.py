"""A finished game as a picture to send and a page to print, and its charts."""

from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from evening import LAST, after
from pebbles import GAME, Turn, played
from PIL import Image

from lucca_pi.contract.history import Played
from lucca_pi.errors import NotFinishedError
from lucca_pi.evening.phones import state_overview
from lucca_pi.language import LANGUAGES, SOURCE, use
from lucca_pi.printed.souvenir import souvenir_pdf, souvenir_png
from lucca_pi.years.souvenir import CHARTS, souvenir_of


@pytest.fixture(params=LANGUAGES)
def language(request):
    use(request.param)
    yield request.param
    use(SOURCE)


def jpeg(colour):
    file = BytesIO()
    Image.new("RGB", (1600, 900), colour).save(file, "JPEG")
    return file.getvalue()


def test_it_is_as_large_as_phones_show_whole_and_holds_the_table(language):
    made = souvenir_of(after(LAST + 1), jpeg("#00ff00"))
    with Image.open(BytesIO(souvenir_png(made))) as picture:
        assert picture.size == (1080, 1350)
        assert picture.convert("RGB").getpixel((540, 400))[1] > 240
    assert souvenir_pdf(made).startswith(b"%PDF")


def test_its_text_has_everybody_with_points():
    state = after(LAST + 1)
    text = souvenir_of(state, None).text()
    assert all(f"{one.player} {one.total}" in text for one in state.plugin.show.standings(state.match))


def test_a_game_without_points_and_without_pictures_has_one_too():
    turns = [Turn("Ada" if at % 2 == 0 else "Ben", (at + 1,)) for at in range(7)]
    made = souvenir_of(played(GAME, *(Played(turn, (), None, "") for turn in turns)), None)
    assert "Pebbles taken" in made.text() and len(souvenir_png(made)) > 1000


def test_an_unfinished_game_has_none():
    with pytest.raises(NotFinishedError):
        souvenir_of(after(3), None)


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
