"""What was photographed by mistake is taken back, a card that is not of the box taken out: what is kept and said."""

from dataclasses import replace

import numpy as np
import pytest
from photographing import (
    ALIKE,
    CODES,
    SHUFFLED,
    after_first_pass,
    lines,
    nearly_another,
    take,
    taken,
)

from lucca_pi.box.answers import FORGET, OUT, taking_back
from lucca_pi.box.draft_files import UnwritableError, draft_file, load_draft, write_safely
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.gathering import Gathering
from lucca_pi.box.photo_store import (
    Gathered,
    Photographed,
    decoded_picture,
    gathered_text,
    keep,
    load,
    packed,
    read_gathered,
)
from lucca_pi.box.same_card import CutCard, look_at
from lucca_pi.box.terminal import enrol
from lucca_pi.games.citta.rules.deck import TOWERS_AND_BACK, reference_deck
from lucca_pi.language import use
from lucca_pi.vision.faces.known import with_margin
from lucca_pi.vision.faces.laid_out import CardInRow, LaidOut
from tests.faces.owner import Owner, Says, begun, laid, laid_in_order, snapped, text_of, whole_box
from tests.faces.printed_faces import SIZE_MM
from tests.faces.views import Laid


def on(gathered: Gathered) -> Gathering:
    """Photographing goes on from there, as after the command was given anew."""
    return Gathering(read_gathered(gathered_text(gathered)), SIZE_MM)


def shown(gathered: Gathered) -> dict[int, int]:
    """The number of photographs of each card by its code."""
    return {code: len(card.pictures) for code, card in gathered.cards.items()}


def towers_with(back: bytes, seed: int, gathering: Gathering) -> list[str]:
    """The messages on a picture of the four towers and, below, this as the back."""
    every = [*(snapped(code, seed) for code in TOWERS_AND_BACK[:4]), back]
    places = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    cuts = [
        CutCard(row + 1, column + 1, with_margin(decoded_picture(data)))
        for (row, column), data in zip(places, every, strict=True)
    ]
    return lines(gathering.take(LaidOut(tuple(CardInRow(*place, np.eye(3)) for place in places), ()), cuts))


def test_wrong_back_leaves_a_card_without_its_second_photograph_until_towers_and_back_are_begun_again() -> None:
    gathering = after_first_pass()
    wrong = packed(np.ascontiguousarray(decoded_picture(snapped(111, 1))[::-1, :, ::-1]))
    assert towers_with(wrong, 1, gathering) == []
    told = [line for seed in (2, 3) for line in towers_with(snapped(111, seed), seed, gathering)]
    assert told[0].startswith("Row 2, card 1: not like any card of the first pass")
    assert (shown(gathering.gathered)[111], shown(gathering.gathered)[9]) == (1, 2)
    gathering = on(gathering.gathered.without_step("towers"))
    assert [towers_with(snapped(111, seed), seed, gathering) for seed in (4, 5)] == [[], []]
    assert {code: shown(gathering.gathered)[code] for code in TOWERS_AND_BACK} == dict.fromkeys(TOWERS_AND_BACK, 2)
    assert 9 not in gathering.gathered.cards


def test_card_nearly_like_a_tower_that_was_photographed_once_says_which_way_leads_out() -> None:
    gathering = Gathering(Gathered({99: Photographed([snapped(19, 0)], (1, 1, 1), 0)}, turned=False), SIZE_MM)
    gathering._same._unlike = [0.02] * 6
    (told,) = lines(taken(gathering, nearly_another()))
    assert "If that one is wrong, begin towers and back again" in told


def test_palace_card_in_the_place_of_the_back_is_named_and_nothing_counts() -> None:
    gathering = on(replace(after_first_pass().gathered, turned=None))
    gathering.gathered.cards = {code: gathering.gathered.cards[code] for code in (1, 2)}  # too few to know their plan
    assert towers_with(snapped(CODES[0], 3), 3, gathering)[0].startswith("Row 2, card 1: a palace card that you")
    assert gathering.gathered.special == {}


def test_first_pass_goes_on_after_towers_that_were_photographed_before_most_palace_cards() -> None:
    gathered = whole_box()
    assert gathered.is_first_pass_over
    for card in gathered.special.values():
        card.where = (1, 1, 1)
    assert not gathered.is_first_pass_over


def test_first_picture_that_is_taken_back_leaves_nothing_and_the_same_file_may_come_again() -> None:
    before = replace(after_first_pass().gathered, looked_at=["a"])
    after = before.without_picture(1)
    assert after == Gathered(taken=1, looked_at=[""], forgotten=[1])


def test_last_picture_of_the_first_pass_gives_its_places_back() -> None:
    gathering = after_first_pass()
    take(gathering, [*range(25, 31)], 3)
    assert len(gathering.gathered.cards) == 14
    after = on(gathering.gathered.without_picture(2))
    assert (shown(after.gathered), after.gathered.places) == (shown(after_first_pass().gathered), 8)
    take(after, [*range(31, 37)], 4)
    assert [card.order for card in after.gathered.cards.values()][8:] == [*range(9, 15)]


def test_second_photographs_of_a_picture_go_and_come_again() -> None:
    gathering = after_first_pass()
    take(gathering, [*SHUFFLED], 2)
    assert [code for code, _data in gathering.gathered.given[2].values()] != []
    after = on(gathering.gathered.without_picture(2))
    assert shown(after.gathered) == shown(after_first_pass().gathered)
    assert (len(take(after, [*SHUFFLED], 3).codes), after.gathered.once) == (8, [])


def test_of_a_card_whose_first_photograph_goes_the_second_becomes_the_first() -> None:
    gathering = after_first_pass()
    take(gathering, [*SHUFFLED], 2)
    second = gathering.gathered.cards[3].pictures[1]
    card = gathering.gathered.without_picture(1).cards[3]
    assert (card.pictures, card.where[0], card.second, card.order) == ([second], 2, None, 0)


def test_second_pass_is_begun_again_with_the_same_files() -> None:
    gathering = after_first_pass()
    gathering.gathered.looked_at = ["a"]
    take(gathering, [*SHUFFLED[:7], ALIKE[1]], 2)
    gathering.gathered.looked_at += ["b"]
    after = gathering.gathered.without_step("second")
    assert (shown(after), after.looked_at) == (dict.fromkeys(range(1, 9), 1), ["a", ""])


def test_cards_that_may_be_one_that_is_forgotten_are_cards_of_their_own() -> None:
    gathered = after_first_pass().gathered
    for code in (3, 4):
        gathered.cards[code].perhaps = 2
    assert gathered.without_card(2).doubled == {}


def test_towers_and_back_go_together_and_those_of_a_picture_do_not_come_back_with_its_file() -> None:
    gathered = replace(whole_box(), forgotten=[])
    for after in (gathered.without_card(98), gathered.without_picture(9), gathered.without_step("towers")):
        assert (after.special, len(after.palaces), after.forgotten) == ({}, 96, [9] if after.forgotten else [])


@pytest.fixture
def file(tmp_path):
    begun(tmp_path / "box.json")
    return tmp_path / "box.json"


def some_cards() -> Gathered:
    """Eight cards, photographed twice."""
    gathering = after_first_pass()
    take(gathering, [*SHUFFLED], 2)
    return gathering.gathered


def test_what_is_taken_back_is_on_the_disk_and_comes_back_with_its_answers(file) -> None:
    keep(file, some_cards())
    desk = FaceDesk(file)
    desk.forget_picture(2)
    assert [*map(str, desk.told)] == ["Picture 2 is forgotten. Palace cards 8 of 96. Photograph its cards again."]
    assert shown(load(file)) == dict.fromkeys(range(1, 9), 1)
    assert (desk.can_undo, desk.undo(), desk.undo()) == (True, True, False)
    assert load(file) == some_cards()
    desk.draft = desk.draft.entered({3: reference_deck()[15], 4: reference_deck()[16]})
    desk.forget(3)
    assert [*load_draft(draft_file(file)).cards] == [4]
    desk.undo()
    assert [*load_draft(draft_file(file)).cards] == [3, 4]


WAYS = {
    "forget": (["forget"], 8, 8),
    "forget 1": (["forget 1"], 8, 8),
    "forget 1 2 3": (["forget 1 2 3"], 7, 14),
    "undone": (["forget 1", "undo"], 8, 16),
    "a label": (["3: out"], 7, 14),
    "second pass": (["again", "4"], 8, 8),
    "all": (["again", "2"], 0, 0),
    "no such thing": (["forget 9", "forget 1 9 9", "forget x", "T9: out", "99: out", "what"], 8, 16),
    "no step": (["again", ""], 8, 16),
}


@pytest.mark.parametrize(("typed", "cards", "photographs"), WAYS.values(), ids=WAYS)
def test_words_at_the_terminal_take_back(file, typed, cards, photographs) -> None:
    keep(file, some_cards())
    owner = Says(typed)
    assert not enrol(file, None, owner.dialogue, faces=True)
    after = shown(load(file))
    assert (len(after), sum(after.values())) == (cards, photographs)
    assert "Was anything wrong? (to take back: forget or again; Enter: no)" in text_of(owner)


def test_ground_that_was_none_is_taken_back(file) -> None:
    keep(file, Gathered())
    desk, picture = FaceDesk(file), np.full((200, 300, 3), 90, np.uint8)
    desk.photograph(picture)
    desk.forget_picture()
    assert (desk.bare, str(desk.told[0])) == (None, "That picture no longer counts as the empty surface.")


WORDS = {
    "vergiss 11": ("de", (FORGET, [11])),
    "scarta": ("it", (FORGET, [])),
    "שכח 11 2 5": ("he", (FORGET, [11, 2, 5])),
    "forget 3": ("he", (FORGET, [3])),
    "forget 1 2": ("en", None),
    "17: weg": ("de", (OUT, [17])),
    "17 : OUT": ("de", (OUT, [17])),
    "weg": ("de", (OUT, [])),
    "t2: out": ("de", (OUT, [98])),
    "T5: out": ("de", None),
    "x: out": ("de", None),
    "17: 117 red2": ("de", None),
}


@pytest.mark.parametrize("text", WORDS)
def test_words_and_labels_are_taken_in_english_and_in_the_language_in_use(text) -> None:
    language, meant = WORDS[text]
    use(language)
    assert taking_back(text) == meant


TRUTH = dict(enumerate(laid_in_order(), start=1))


def answered(file) -> FaceDesk:
    """A whole box, of which each card was answered."""
    draft = load_draft(draft_file(file))
    cards = {code: reference_deck()[number] for code, number in TRUTH.items()}
    write_safely(draft_file(file), draft.entered(cards).text())
    return FaceDesk(file)


def full_disk(_file, _text) -> None:
    raise UnwritableError


def photographed(gathering: Gathering, code: int, seed: int) -> None:
    """One card alone is photographed."""
    shown = laid(np.random.default_rng(seed), [code], Laid(columns=1, mm_per_px=0.4, tilt_deg=6))
    gathering.take(*look_at(shown.rgb, shown.bare, SIZE_MM))


def test_missing_card_takes_the_place_and_all_others_keep_codes_photographs_and_answers(whole) -> None:
    desk = answered(whole)
    desk.forget(17)
    (told,) = desk.told
    assert told.startswith("Card 17 is removed: 95 of 96 cards are left. Photograph the missing one")
    draft, gathering = load_draft(draft_file(whole)), Gathering(load(whole), SIZE_MM)
    assert draft.cards == {code: reference_deck()[number] for code, number in TRUTH.items() if code != 17}
    photographed(gathering, TRUTH[17], 1)
    assert (gathering.gathered.once, gathering.gathered.is_whole) == ([17], False)
    photographed(gathering, TRUTH[17], 2)
    assert gathering.gathered.is_whole
    before, after = whole_box().cards, gathering.gathered.cards
    assert [*gathering.gathered.palaces] == [*range(1, 97)]
    assert all(after[code].pictures == before[code].pictures for code in before if code != 17)


def test_answers_do_not_outlive_their_card_where_photographs_cannot_be_written(whole, monkeypatch) -> None:
    desk = answered(whole)
    monkeypatch.setattr("lucca_pi.box.photo_store.write_safely", full_disk)
    with pytest.raises(UnwritableError):
        desk.forget(17)
    assert 17 not in load_draft(draft_file(whole)).cards
    assert 17 in desk.gathered.cards
    assert load(whole).is_whole


def test_card_is_taken_out_by_its_label_and_what_was_proposed_beside_it_does_not_count_before_it_is_proposed_anew(
    whole,
) -> None:
    owner = Owner(laid_in_order(), ["3: out", "3: out", "50: out"])
    assert not enrol(whole, None, owner.dialogue, faces=True)
    said, draft = text_of(owner), load_draft(draft_file(whole))
    assert "is the same as another: 17: out." in said
    assert "Card 50 is removed: 94 of 96 cards are left. Photograph the missing ones" in said
    assert "2 palace cards are still missing.\n" in said
    assert (whole.parent / "box-cards.png").exists()
    assert {*TRUTH} - {*load(whole).cards} == {3, 50}
    assert draft.cards == {}
    assert draft.answered.items() <= {code: reference_deck()[number] for code, number in TRUTH.items()}.items()


@pytest.mark.parametrize(("answer", "out"), [("1: out", 1), ("out", 2)])
def test_card_whose_number_is_on_another_one_is_taken_out_where_it_is_asked_for(whole, answer, out) -> None:
    gathered = whole_box()
    gathered.cards[1], gathered.cards[2] = (replace(gathered.cards[code], order=500) for code in (1, 2))
    keep(whole, gathered)
    desk = FaceDesk(whole)
    desk.answer("1 blue1")
    with pytest.raises(ValueError, match="is already on another card") as refused:
        desk.answer("1 blue1")
    assert str(refused.value.args[1]).endswith("Remove it: 2: out or 1: out.")
    desk.answer(answer)
    assert desk.told[0].startswith(f"Card {out} is removed: 95 of 96 cards")
