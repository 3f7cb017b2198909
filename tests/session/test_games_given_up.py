"""A game given up, a new one begun, and advice for who wants it."""

from dataclasses import replace

from evening import LAST, after, kept, press

from lucca_pi.contract.screens import Advice, PageAddress
from lucca_pi.evening.step import Begin
from lucca_pi.evening.views import current_page


def test_a_game_is_given_up_only_when_that_is_meant():
    state, _ = press(after(3), "up", "ok", "up", "ok")
    assert [option.words for option in state.mode.options] == ["No, go on", "Yes, a new game"]
    assert press(state, "ok")[0].course == after(3).course
    _, effects = press(state, "down", "ok")
    assert (kept(effects), effects[-1]) == (["GivenUp"], Begin())


def test_after_its_end_a_new_game_begins_at_once():
    _, effects = press(after(LAST + 1), "up", "ok", "up", "ok")
    assert effects == [Begin()]


def test_advice_is_the_second_screen_where_it_is_wanted():
    advised = press(replace(after(9), advice=True), "down")[0]
    assert isinstance(current_page(advised).screen(), Advice)
    assert not isinstance(current_page(press(after(9), "down")[0]).screen(), Advice)


def test_what_no_journal_tells_goes_from_one_state_to_the_next():
    address = PageAddress("http://lucca.local:8000/", ())
    state = replace(after(3), advice=True, page_address=address, people=("Ada",), beginnings=(after(3).begun,))
    assert after(3).set_as(state) == state
