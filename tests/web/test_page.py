"""The page itself: what stands on it, and that nothing from outside is needed or let in."""

import re
from dataclasses import replace
from math import cos, radians, sin
from pathlib import Path

import pytest
from evening import LAST, after, begun, given, looks, press, questioned, unsettled
from PIL import ImageFont

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.plan_drawing import NAME_MM, drawing, extents, labels, width_mm
from lucca_pi.games.citta.session.overview import Plan
from lucca_pi.language import LANGUAGES, SOURCE, _InUse, use
from lucca_pi.printed.pen import FONTS
from lucca_pi.web import page as html
from lucca_pi.web.news import Published


def page(told, viewer="none", **more):
    """The page of a game of Lucca Città."""
    return html.page(Published(GAME.show.page, told, **more), viewer)


WEB = Path(__file__).parents[2] / "lucca_pi" / "web"


def disagreed():
    return given(after(1), Looked(looks()[0], ""))[0]


STANDS = {
    "before the deal": (lambda: after(0), ["New game", "Two cards below each quarter"]),
    "a turn": (lambda: after(9), ["’s turn", "Round 3 of 7", "Last turn", "Order of play", "The table"]),
    "a turn in doubt": (unsettled, ["Not sure yet (Round 1)", "The next look may settle it."]),
    "a question": (questioned, ["A question", 'class="chosen"', "None of these"]),
    "a disagreement": (disagreed, ["Look at the table", "no triplet has been taken"]),
    "a pause": (lambda: press(disagreed(), "down")[0], ["What would you like to do?"]),
    "the end": (
        lambda: after(LAST + 1),
        ["has won", "Walls and towers", "Order of the final scoring"],
    ),
}


@pytest.mark.parametrize(("state", "words"), STANDS.values(), ids=STANDS)
def test_what_stands_on_the_page(state, words):
    text = page(state_overview(state()))
    assert [word for word in words if word not in text] == []


def test_what_is_wrong_with_a_device_stands_with_what_is_to_do():
    text = page(state_overview(after(3)), notices=("The OLED is gone.",))
    assert '<p class="doubt">The OLED is gone.</p></section>' in text


def test_a_name_before_a_question_is_there_once():
    told = state_overview(questioned())
    now = {**told["now"], "player": "Ben", "text": "Ben: one face-down card too many. Sure?"}
    assert '<p class="asked">Ben: one face-down card too many. Sure?</p>' in page({**told, "now": now})


def test_every_line_of_points_is_there_with_its_reason():
    told = state_overview(after(LAST + 1))
    text = page(told)
    assert len(told["score"]["lines"]) > 5
    assert [line["reason"] for line in told["score"]["lines"] if line["reason"] not in text] == []


def test_advice_is_there_when_it_is_on():
    hints = [hint["text"] for hint in state_overview(replace(after(9), advice=True))["advice"]]
    assert all(hint in page(state_overview(replace(after(9), advice=True))) for hint in hints)
    assert not any(hint in page(state_overview(after(9))) for hint in hints)


@pytest.fixture
def in_german():
    use("de")
    yield
    use(SOURCE)


def test_it_speaks_the_players_language_and_the_data_stay_english(in_german):
    told = state_overview(after(9))
    text = page(told)
    assert '<html lang="de" dir="ltr">' in text
    assert "ist am Zug" in text
    assert " to " in told["last"]["moves"][0]
    assert " zu " in text


def test_a_language_from_right_to_left_has_its_page_mirrored(monkeypatch):
    monkeypatch.setattr(_InUse, "language", "he")
    assert '<html lang="he" dir="rtl">' in page(state_overview(after(9)))


def test_who_may_answer_may_change_the_language_each_by_its_own_name():
    offered = page(state_overview(after(1)), viewer="answers").split('class="languages"')[1]
    assert re.findall(r"<button[^>]*>([^<]+)</button>", offered) == [*LANGUAGES.values()]
    assert 'lang="en" aria-pressed="true"' in offered
    assert 'class="languages"' not in page(state_overview(after(1)), viewer="looks")


def test_the_same_state_in_another_language_is_news():
    state = state_overview(after(1))
    english = Published(GAME.show.page, state)
    use("it")
    italian = Published(GAME.show.page, state)
    assert (english == italian, english.json == italian.json) == (False, True)


def test_a_name_is_never_markup():
    called = begin_evening(begun({101: "<b>Ada</b>", 102: 'B"en', 103: "C&d"}))
    text = page(state_overview(given(called, Looked(looks()[0], ""))[0]))
    assert "<b>Ada" not in text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in text


def test_a_name_turns_and_hides_nothing():
    called = begin_evening(begun({101: "A\u202eda", 102: "\u3164", 103: "C\u200bid"}))
    text = page(state_overview(given(called, Looked(looks()[0], ""))[0]))
    assert not {"\u202e", "\u3164", "\u200b"} & set(text)
    assert all(name in text for name in ("A?da", "C?id"))


@pytest.mark.parametrize("confirmed", [0, 9, LAST + 1])
def test_nothing_comes_from_outside_and_nothing_stands_in_the_page_that_its_policy_forbids(confirmed):
    new = Published(GAME.show.page, state_overview(after(confirmed)), b"a picture")
    text = html.page(new)
    ours = ["/icon.svg", "/page.css", new.picture_path, "/board", "/games", "/sending.js", "/page.js"]
    ours += ["/drawing.js", "/old.js"]
    assert re.findall(r'(?:src|href)="([^"]*)"', text) == ours
    assert not re.search(r" style=| on\w+=|<style|<script>", text)
    others = [
        (WEB / name).read_text() for name in ("page.css", "sending.js", "page.js", "past.js", "drawing.js", "old.js")
    ]
    assert not any("//" in one.replace("// ", "") or "url(" in one or "@import" in one for one in others)


def test_without_a_script_the_page_is_loaded_anew():
    assert '<noscript><meta http-equiv="refresh"' in page(state_overview(after(1)))


OLD_BROWSERS_STOP_AT = {
    "optional chaining": r"\?\.(?!\d)",
    "nullish": r"\?\?",
    "catch without a name": r"catch\s*\{",
    "spread in an object": r"[{,]\s*\.\.\.\w+\s*[,}]",
    "a form's button": r"new FormData\([^()]*,",
    "functions of later years": r"replaceChildren|replaceAll|AbortSignal|\.at\(|\.finally\(|fromEntries|\.flat",
}


@pytest.mark.parametrize("script", [*sorted(WEB.glob("*.js")), WEB.parent / "box/enrol.js"])
def test_scripts_are_in_words_that_browsers_of_2017_know(script):
    assert [name for name, found in OLD_BROWSERS_STOP_AT.items() if re.search(found, script.read_text())] == []


def test_a_browser_that_stops_in_the_page_s_script_loads_the_page_anew():
    assert "window.isRenewing = true" in (WEB / "page.js").read_text().splitlines()[-1]
    assert "location.reload()" in (WEB / "old.js").read_text()
    assert not re.search(r"=>|const |let |`", (WEB / "old.js").read_text())


def test_a_finished_game_can_be_kept_in_bg_stats():
    link = page(state_overview(after(LAST + 1)), bgstats="https://app.example/play?data=1&x")
    assert '<a href="https://app.example/play?data=1&amp;x" rel="noreferrer">' in link
    assert "BG Stats" not in page(state_overview(after(LAST + 1)))


def test_parts_keep_their_places_whatever_there_is_to_show():
    """The script replaces part by part."""
    parts = [
        re.findall(r'<(?:section|header)[^>]* id="(\w+)"', page(state_overview(after(n)))) for n in (0, 5, LAST + 1)
    ]
    assert parts[0] == parts[1] == parts[2]


def test_the_drawing_has_each_card_with_its_number_and_each_name():
    plan = state_overview(after(6))["plan"]
    svg = drawing(plan, state_overview(after(6))["colours"], "Guinigi")
    numbers = re.findall(r'class="number">(\w+)<', svg)
    assert numbers == [str(one["card"]) for one in plan["cards"] if one["card"] != "back"]
    assert re.findall(r'class="name[^>]*>(\w+)<', svg) == [one["player"] for one in plan["quarters"]]


def with_walls(plan, at):
    """The plan with walls in a row past a quarter, on the side where its name stands."""
    quarter = plan["quarters"][at]
    turn = radians(quarter["heading_deg"])
    wall = {**plan["cards"][0], "card": "back", "colour": None, "player": quarter["player"], "area": "completed"}
    spots = [(right, 90.0) for right in (-70.0, 0.0, 70.0)]
    places = [
        (quarter["x_mm"] + x * cos(turn) + y * sin(turn), quarter["y_mm"] + x * sin(turn) - y * cos(turn))
        for x, y in spots
    ]
    return {**plan, "cards": [*plan["cards"], *({**wall, "x_mm": x, "y_mm": y} for x, y in places)]}


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("confirmed", [1, 9, LAST + 1])
def test_a_name_covers_no_card_and_no_other_name(at, confirmed):
    plan = with_walls(state_overview(after(confirmed))["plan"], at)
    named = labels(plan)
    boxes = [*extents(plan), *(label.box for label in named)]
    covered = [label for label in named for box in boxes if label.box.covers(box) and box != label.box]
    assert covered == []


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_name_that_cards_keep_from_its_quarter_has_a_line_to_it(at):
    plan = state_overview(after(9))["plan"]
    one, (width, height) = plan["quarters"][at], plan["card_mm"]
    wall = {**plan["cards"][0], "card": "back", "heading_deg": 0.0}
    around = [(x, y) for x in range(-4, 5) for y in range(-2, 3) if (x, y) != (0, 0)]
    ring = [{**wall, "x_mm": one["x_mm"] + x * width * 1.7, "y_mm": one["y_mm"] + y * height * 1.1} for x, y in around]
    alone = {**plan, "quarters": [one], "cards": []}
    assert ("leader" in drawing(alone, (), None), "leader" in drawing({**alone, "cards": ring}, (), None)) == (
        False,
        True,
    )


@pytest.mark.parametrize("name", ["Ada", "Tom W.", "Burlamacchi", "MAMMA", "Mimi", "Zoë", "Ольга"])
def test_a_name_is_taken_to_be_as_wide_as_bold_letters_are(name):
    bold = ImageFont.truetype(FONTS / "sans-bold.ttf", 100)
    assert bold.getlength(name) / 100 * NAME_MM <= width_mm(name) <= 2 * bold.getlength(name) / 100 * NAME_MM


@pytest.mark.parametrize(("x_mm", "y_mm"), [(700.0, 0.0), (0.0, 700.0), (-700.0, -300.0)])
def test_what_lies_is_inside_the_drawing(x_mm, y_mm):
    plan = state_overview(after(1))["plan"]
    far: Plan = {**plan, "cards": [{**plan["cards"][0], "x_mm": x_mm, "y_mm": y_mm}], "quarters": plan["quarters"][:1]}
    left, top, width, height = map(float, re.search(r'viewBox="([^"]*)"', drawing(far, (), None))[1].split())
    for one in (*far["cards"], *far["quarters"]):
        assert left < one["x_mm"] - 45 < one["x_mm"] + 45 < left + width
        assert top < one["y_mm"] - 45 < one["y_mm"] + 45 < top + height
    assert min(width, height) < 500


@pytest.mark.parametrize(
    ("by_photograph", "shows_look", "heading"),
    [
        (True, False, "The photograph"),
        (True, True, "Look at the table"),
        (False, False, "Look at the table"),
    ],
)
def test_a_complaint_without_a_look_is_about_the_photograph_if_phones_are_the_camera(
    by_photograph, shows_look, heading
):
    state = replace(after(3), mode=Disagreed(("It is too dark.",), "Then photograph the table again."))
    put = {**phone_question("a game", state), "photograph": by_photograph}
    text = page(state_overview(state), asks=put, picture_is_asked=shows_look)
    assert f'<h1 tabindex="-1">{heading}</h1>' in text
