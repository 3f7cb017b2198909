"""What is known of cards with stickers, typed and proposed from photographs; nothing counts unseen."""

import pytest
from box import START, answer, entered, run, table

from lucca_pi.box.desk import ShownCard
from lucca_pi.box.draft_files import Sizes
from lucca_pi.box.proposals import SymbolCount
from lucca_pi.box.sticker_desk import StickerDesk, see_cards
from lucca_pi.games.citta.rules.deck import Card, reference_deck

DECK = reference_deck()
CODES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
FIVE, OTHERS, SOME = CODES[:5], CODES[5:], (3, 7, 8, 11)


@pytest.fixture(scope="module")
def cards():
    return see_cards(table(CODES), Sizes())


def on_the_desk(file, cards):
    desk = StickerDesk(file)
    desk.lay(cards)
    return desk


@pytest.fixture(scope="module")
def taught(tmp_path_factory, cards):
    """A desk on which five of twelve cards were answered."""
    desk = on_the_desk(tmp_path_factory.mktemp("desk") / "box.json", cards)
    for code in FIVE:
        desk.type([code], answer(code))
    return desk


def test_from_five_answers_the_other_cards_are_proposed_and_none_counts_yet(taught):
    assert taught.proposed == {code: DECK[code] for code in OTHERS}
    assert taught.draft.typed == {code: DECK[code] for code in FIVE}
    assert (taught.draft.cards, taught.untyped) == ({}, ())


def test_one_card_of_each_colour_that_nobody_has_named_is_asked_about(taught):
    named = {DECK[code].colour for code in FIVE}
    asked = [DECK[code].colour for code in taught.unsure]
    assert sorted(asked) == sorted({DECK[code].colour for code in OTHERS} - named)


def test_proposals_go_with_their_photographs_when_the_command_is_given_anew(taught):
    again = StickerDesk(taught.file)
    assert ([*again.draft.typed], again.proposed) == ([*FIVE], {})


def test_what_is_not_sure_is_not_proposed(tmp_path, cards, monkeypatch):
    desk = on_the_desk(tmp_path / "box.json", cards)
    monkeypatch.setattr(desk._learnt, "counted", lambda _: dict.fromkeys(CODES, SymbolCount(1, 2, is_sure=False)))
    desk.type([1], answer(1))
    assert desk.proposed == {}


def test_at_the_terminal_proposals_are_confirmed_corrected_and_taken(tmp_path):
    file, unnamed = tmp_path / "box.json", {DECK[code].colour for code in OTHERS} - {DECK[code].colour for code in FIVE}
    lines = [*START, *(answer(code) for code in FIVE), *[""] * len(unnamed), "x", "12: red0", ""]
    _made, said = run(file, lines, iter([table(CODES)]))
    assert entered(file) == {**{code: DECK[code] for code in CODES}, 12: Card(12, "red", 0, 3)}
    assert said.count("? Enter: yes; if not, the number of windows") == len(unnamed)
    assert said.count("Which is wrong? Its label") == 3


def test_card_is_shown_as_proposed_typed_or_entered_also_from_the_drafts_text(tmp_path, cards):
    desk, seven = on_the_desk(tmp_path / "box.json", cards), DECK[7]
    assert desk.shown(7) == ShownCard(7, "proposed", Card(7, seven.colour, 0, 0))
    assert desk.type(SOME, "".join(str(DECK[code].windows) for code in SOME)) == SOME
    assert desk.shown(7) == ShownCard(7, "typed", seven)
    desk.take([3])
    desk.forget(8)
    standings = [[one.shown(code).standing for code in SOME] for one in (desk, StickerDesk(desk.file))]
    assert standings == [["entered", "typed", "proposed", "typed"]] * 2


@pytest.mark.parametrize(
    ("codes", "text", "problem"),
    [
        (SOME, "21030", "5 for 4"),
        (SOME, "2x", "Type the windows"),
        (SOME, "2 x", "Code 7: Type the windows"),
        (SOME, "29", "Code 7: Type 0 to 3 windows"),
        ((7,), "3 2", "2 for 1"),
        ((7,), "3 red2", "3 is already on another card"),
    ],
)
def test_what_cannot_be_understood_changes_nothing(tmp_path, cards, codes, text, problem):
    desk = on_the_desk(tmp_path / "box.json", cards)
    desk.give(3, DECK[3])
    with pytest.raises(ValueError, match=problem):
        desk.type(codes, text)
    assert desk.draft.typed == {3: DECK[3]}
