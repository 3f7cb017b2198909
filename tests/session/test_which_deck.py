"""Cards that do not fit the deck that is set are asked about at the deal, before an order of play is told."""

from dataclasses import replace

import pytest
from evening import after, answers, begun, chosen, date, given, kept, looks, press

from lucca_pi.app.journal_writer import result
from lucca_pi.contract.questions import Choice
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Looked, Rested
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.session.which_deck import deck_fit, unread_places
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from lucca_pi.table.shades import shade_of
from lucca_pi.table.sighting import Alike, Look, Mark, Sighting
from tests.decks.wrong import COLOUR_OF, GERMAN_WORDS, OWN_WORDS, REFERENCE, WRONG, invented, permuted, swapped, worded

MINE, OTHERS = permuted(1), invented(1)


def look(number=0):
    """A look at the reference deck, with the colours beside its codes."""
    codes = [one.code for one in looks()[number].sightings if one.code in COLOUR_OF]
    marks = tuple(Mark(code, REFERENCE.square_mm, shade_of(COLOUR_OF[code])) for code in codes)
    return replace(looks()[number], marks=marks)


def unlike_all():
    """The codes of the look, all beside one colour."""
    return tuple(replace(one, shade=shade_of("red")) for one in look().marks)


def evening(deck, *known):
    """An evening with that deck set, and others known from earlier evenings."""
    setups = [replace(begun(), setup=Setup(begun().setup.edition, one)) for one in (deck, *known)]
    return replace(begin_evening(setups[0]), beginnings=tuple(setups[1:]))


def dealt(deck, *known):
    return given(evening(deck, *known), Looked(look(), date(1)))[0]


def test_the_right_deck_is_not_asked_about():
    state, done = given(evening(REFERENCE, MINE), Looked(look(), date(1)))
    assert (state.mode, kept(done)) == (None, ["Started"])


def test_of_a_wrong_deck_the_cards_are_asked_about_and_the_best_answer_comes_first():
    state = dealt(MINE, OTHERS)
    assert state.mode.text == (
        "These cards do not fit “Our box: stickers at random 1”: 17 of 18 have another colour. "
        "Which cards are on the table?"
    )
    stays = "“Our box: stickers at random 1”, as set: play on"
    others = f"Our box: {OTHERS.name}"
    assert answers(state) == ["Printed by us, with codes", "Look again", others, "Another box", stays]
    assert state.game is None


def test_if_no_deck_fits_another_look_is_marked_and_to_play_on_is_last():
    state, _ = given(evening(MINE), Looked(replace(look(), marks=unlike_all()), date(1)))
    assert (answers(state)[0], state.mode.chosen, answers(state)[-1][-7:]) == ("Look again", 0, "play on")


def test_without_a_press_it_is_asked_once_the_deal_is_complete():
    state, _ = given(evening(MINE), Rested(look(), date(1), takes=True))
    assert answers(state)[0] == "Printed by us, with codes"
    state, done = chosen(state, answers(state)[-1])
    assert (state.mode, kept(done)) == (None, ["Started"])


def test_another_deck_is_set_as_in_the_set_up_and_the_table_is_looked_at_again():
    state, done = chosen(dealt(MINE), "Printed by us, with codes")
    assert ([type(one).__name__ for one in done], kept(done)) == (["Keep", "TakeLook"], ["Begun"])
    assert (state.begun.setup.deck_file.name, state.miscoloured) == ("reference", {})
    state, done = given(state, Looked(look(), date(2)))
    assert (state.mode, kept(done), state.course.seats) == (None, ["Started"], after(1).course.seats)
    (question,) = result(state)["questions"]
    assert (question["round"], question["turn"], question["given"]) == (None, None, 0)


def test_who_says_that_it_is_the_deck_plays_on_and_is_asked_no_more():
    state, done = chosen(dealt(MINE, OTHERS), "“Our box: stickers at random 1”, as set: play on")
    assert (state.mode, kept(done)) == (None, ["Started"])
    (question,) = result(state)["questions"]
    assert (question["turn"], question["answers"][question["given"]]) == (None, answers(dealt(MINE, OTHERS))[-1])
    again, _ = given(state, Looked(look(1), date(2)))
    assert not isinstance(again.mode, Choice) or "do not fit" not in again.mode.text
    undone, _ = press(state, "undo")
    assert "do not fit" in given(undone, Looked(look(), date(3)))[0].mode.text


def test_what_the_deal_does_not_show_is_asked_about_at_the_first_turn():
    few = replace(look(), marks=())
    state, _ = given(evening(MINE), Looked(few, date(1)))
    assert state.mode is None
    state, _ = given(state, Looked(look(1), date(2)))
    assert "do not fit" in state.mode.text
    stays = "“Our box: stickers at random 1”, as set: play on"
    assert answers(state) == ["Look again", "A new game: choose the cards", stays]
    state, _ = chosen(state, stays)
    assert "do not fit" not in str(state.mode)


def without_codes(*, bare):
    """A look at quarters alone; the table is bare at those places that `bare` picks."""
    seen = tuple(one for one in looks()[0].sightings if one.code in (*QUARTER_CODES, BACK_CODE))
    one = replace(looks()[0], sightings=seen)
    places = unread_places(evening(REFERENCE).match, one)
    return replace(one, bare=tuple((spot.x_mm, spot.y_mm) for at, spot in enumerate(places) if bare(at % 6)))


# six places to a quarter: three below it, then three around it
TABLES = {
    "cards below the quarters": (lambda at: at > 2, True),
    "a bare table": (lambda _at: True, False),
    "mats, or a table that is not known": (lambda _at: False, False),
}


@pytest.mark.parametrize(("bare", "asks"), TABLES.values(), ids=TABLES)
def test_cards_of_which_none_has_a_code_are_asked_about(bare, asks):
    state, _ = given(evening(REFERENCE), Looked(without_codes(bare=bare), date(1)))
    assert isinstance(state.mode, Choice) == asks
    if asks:
        assert "no card has a code" in state.mode.text
        assert answers(state)[0] == "Printed by us, without codes"


# --- how well decks explain the cards in sight: by the colours beside their codes, and by the codes' size

CODES = range(1, 19)
"""Three cards of each colour."""


def shown(codes=CODES, square_mm=REFERENCE.square_mm, without=()):
    """A look at cards of the reference deck; `without`: codes beside which light blinds."""
    marks = tuple(Mark(code, square_mm, None if code in without else shade_of(COLOUR_OF[code])) for code in codes)
    return Look(tuple(Sighting(code, 0, 0, 0) for code in (*codes, BACK_CODE)), 0.4, (), marks=marks)


def fit(deck, look):
    return deck_fit(look, deck, REFERENCE)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_deck_does_not_fit(name):
    assert not fit(WRONG[name], shown()).fits


@pytest.mark.parametrize("words", [GERMAN_WORDS, OWN_WORDS], ids=["German", "its own"])
def test_the_right_deck_fits_in_any_words(words):
    assert fit(worded("ours", words), shown()).unlike == 0


def test_two_stickers_on_each_others_card_are_no_other_deck_and_two_colours_are():
    codes = {**REFERENCE.codes, 1: 2, 2: 1}
    stickers = fit(replace(REFERENCE, codes=codes), shown())
    assert (stickers.recoloured, stickers.fits) == ((1, 2), True)
    colours = fit(swapped("red", "orange"), shown(codes=(1, 2, 3, 4)))
    assert (len(colours.recoloured), colours.fits) == (2, False)


def test_where_light_blinds_no_colour_is_judged():
    assert fit(WRONG["stickers at random 1"], shown(without=CODES)).unlike == 0


SIZES = {1.0: True, 1.05: True, 0.95: True, 16 / 14: False, 12 / 14: False}


@pytest.mark.parametrize(("larger", "fits"), SIZES.items())
def test_codes_of_another_size_are_of_another_box(larger, fits):
    assert fit(replace(REFERENCE, name="a box"), shown(square_mm=larger * REFERENCE.square_mm)).fits == fits


@pytest.mark.parametrize(("sticker_mm", "fits"), [(12, True), (14, True), (16, True), (20, False)])
def test_our_deck_may_be_printed_in_the_sizes_that_cameras_need(sticker_mm, fits):
    assert fit(REFERENCE, shown(square_mm=sticker_mm / 14 * REFERENCE.square_mm)).fits == fits


BARE = replace(REFERENCE, name="bare", photographs=dict.fromkeys(REFERENCE.codes, (b"", b"")))


def test_a_deck_without_codes_has_few_cards_with_one():
    some = shown(codes=CODES[:4])
    known = replace(some, sightings=tuple(Sighting(code, 0, 0, 0) for code in CODES))
    assert deck_fit(some, BARE, BARE).coded == 4
    assert deck_fit(known, BARE, BARE).fits
    assert deck_fit(known, REFERENCE, BARE).uncoded == 14


def test_a_table_of_strangers_is_another_deck():
    strange = tuple(Alike((), x_mm, 0, 0) for x_mm in range(5))
    look = replace(shown(codes=()), sightings=tuple(Sighting(code, 0, 0, 0) for code in CODES[:2]), alike=strange)
    assert (deck_fit(look, BARE, BARE).strange, deck_fit(look, BARE, BARE).fits) == (5, False)


UNREAD = {"another box": (18, 1, False), "a reflection": (4, 10, True), "half in reflections": (10, 8, True)}


@pytest.mark.parametrize(("unread", "known", "fits"), UNREAD.values(), ids=UNREAD)
def test_a_table_of_cards_that_are_not_recognised_is_another_deck(unread, known, fits):
    seen = tuple(Sighting(code, 0, 0, 0) for code in range(1, known + 1))
    look = replace(shown(codes=()), sightings=seen, blinded=((0.0, 0.0),) * unread)
    assert deck_fit(look, BARE, BARE).fits == fits
    assert deck_fit(look, REFERENCE, REFERENCE).strange == 0
