"""What no rule allows is named, with the card, the player and what to do; nothing is guessed."""

from dataclasses import replace

import pytest
from small_tables import LEFT, beside, judged, laid, session_at, with_more

from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.citta.rules.editions import GERMAN
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Pose, Sighting, in_axes
from lucca_pi.table.sighting import point_beside as place_beside

TAKE = "Take a triplet and play its cards, then press OK."
AGAIN = "Lay all triplets out again as they were and press OK; then play, and press OK."
BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
AFTER = BEFORE.after("red 1+8, blue 5+12; walls 1")
ON_THE_COLUMN = "Lay 8 on the red column, or turn it over"
VIOLET = "completed violet 7+14+28+35+43"


def said(state, *looks):
    verdict = judged(state, *looks)
    assert isinstance(verdict, Unexplained), verdict
    assert all(len(problem) < 100 for problem in verdict.problems)
    return verdict.problems, verdict.advice


def moved(look, **cards):
    """The look with cards elsewhere: card_5=(quarter, x_mm, y_mm) in that quarter's axes."""
    places = {int(name.removeprefix("card_")): place for name, place in cards.items()}
    stay = [seen for seen in look.sightings if seen.code not in places or seen.code == BACK_CODE]
    gone = [beside(place[0], code, *place[1:], look) for code, place in places.items()]
    return replace(look, sightings=(*stay, *gone))


# what is wrong, and what makes it right: cards that lie elsewhere after Ada has built 8 and 12 and walled 10
MOVED = {
    ("Ada: blue 5 lies among the completed palaces, but is not complete", "Put 5 under construction"): {
        "card_5": (101, -100, -60)
    },
    ("Ada: blue 5 is opened, but was never completed", "Put 5 under construction"): {"card_5": (101, 100, -60)},
    ("Ada: red 8 lies among the opened palaces, where it cannot be played", "Put 8 under construction"): {
        "card_8": (101, 60, -20)
    },
    ("Ada: red 8 lies among the completed palaces, face up where only a wall may lie", ON_THE_COLUMN): {
        "card_8": (101, -110, -100)
    },
    ("Ada: 4 lies under construction; three cards of one triplet are played", "Put 4 back in the centre"): {
        "card_4": (101, 100, 60)
    },
    ("Ada: 1 face-down card too many", "Take it away"): {"card_111": (101, -200, -100)},
    ("Ben: 1 face-down card too many", "Take it away"): {"card_111": (102, -100, -60)},
    ("Ben: violet 93 is opened, but was never completed", "Put 93 under construction"): {"card_93": (102, 80, -20)},
    (
        "Ben: violet 93 lies among the opened palaces with Cid, but should be under construction with Ben",
        "Put 93 under construction with Ben",
    ): {"card_93": (103, 80, -20)},
    ("Ben: violet 93 lies in the centre, but should be under construction", "Put 93 under construction with Ben"): {
        "card_93": (101, 0, -400)
    },
    ("77 lies under construction, but was in no triplet", "Take 77 away"): {"card_77": (101, 120, 60)},
    ("77 lies under construction with Cid, but was in no triplet", "Take 77 away"): {"card_77": (103, 120, 60)},
}


@pytest.mark.parametrize(("wrong", "cards"), MOVED.items(), ids=[wrong[0] for wrong in MOVED])
def test_a_card_that_cannot_lie_there_is_named_with_what_makes_it_right(wrong, cards):
    problem, remedy = wrong
    assert said(session_at(BEFORE), moved(AFTER.look(), **cards)) == ((problem,), f"{remedy}, then press OK.")


def test_before_the_first_turn_a_card_that_lies_in_place_of_one_that_was_dealt_is_named_with_it():
    look = AFTER.look()
    kept = replace(look, sightings=tuple(replace(one, code=77) if one.code == 93 else one for one in look.sightings))
    problem = "77 lies under construction with Ben, but 93 was dealt"
    assert said(session_at(BEFORE), kept) == ((problem,), "Lay 93 in place of 77, then press OK.")
    assert not any("dealt" in problem for problem in said(session_at(BEFORE, turns=1), kept)[0])


BUILT = "blue 5+12, yellow 10, red 8"
TRIPLETS = ((8, 12, 10), (40, 9, 6), (47, 21, 24), (30, 31, 33))

# how Ada and the others lay before, and after; what is wrong, and what makes it right
PALACES = {
    ("Ada: green 26 lies among the completed palaces, but was opened", "Put 26 among the opened palaces"): (
        ("blue 5; opened green 4+11+18+19+26", ""),
        (f"{BUILT}; completed green 4+11+18+19+26", ""),
    ),
    ("Ada: red 8 is opened; only a palace completed before this turn may be", "Put 8 among the completed palaces"): (
        ("blue 5, red 1+15+22+29", ""),
        ("blue 5+12, yellow 10; opened red 1+15+22+29+8", ""),
    ),
    (
        "Ben: violet 43 is opened; only a palace completed before this turn may be",
        "Put 43 among the completed palaces",
    ): (("blue 5", f"Ben: {VIOLET} | Cid: orange 95"), (BUILT, "Ben: opened violet 7+14+28+35+43 | Cid: orange 95")),
    ("Ben: 14 should lie over 93, nearer to the player", "Lay 14 over 93"): (
        ("blue 5", "Ben: violet 93+14 | Cid: orange 95"),
        (BUILT, "Ben: violet 14+93 | Cid: orange 95"),
    ),
    (
        "Ada: tower T1 lies in the centre, but should be among the completed palaces",
        "Lay T1 among the completed palaces",
    ): (("blue 5; towers T1", ""), (BUILT, "")),
}


@pytest.mark.parametrize(("wrong", "table"), PALACES.items(), ids=[wrong[0] for wrong in PALACES])
def test_a_palace_in_a_wrong_area_is_named_with_the_rule(wrong, table):
    (problem, remedy), ((ada, others), (after, others_after)) = wrong, table
    before = laid(ada, *TRIPLETS, others=others)
    look = before.after(after, *(["T1"] if "T1" in problem else []), others=others_after).look()
    problems, advice = said(session_at(before), look)
    assert (problems[0], advice) == (problem, f"{remedy}, then press OK.")


PULLED_BACK = {
    "Ada: violet 43 is under construction, but is already complete": (VIOLET, "Put 43 among the completed palaces"),
    "Ada: violet 43 lies under construction, but was opened": (
        VIOLET.replace("completed", "opened"),
        "Put 43 among the opened palaces",
    ),
}


@pytest.mark.parametrize(("problem", "case"), PULLED_BACK.items(), ids=PULLED_BACK)
def test_a_palace_does_not_go_back_under_construction(problem, case):
    palace, remedy = case
    before = laid(f"blue 5; {palace}", *TRIPLETS)
    look = moved(before.after(f"{BUILT}; {palace}").look(), card_43=(101, 150, 200))
    assert said(session_at(before), look) == ((problem,), f"{remedy}, then press OK.")


def pushed(x_mm, y_mm, turned_deg):
    """The look at the triplets with the first of them pushed aside, turned as one around its first card."""
    look = BEFORE.look()
    first = next(seen for seen in look.sightings if seen.code == 8)
    to = Pose(first.x_mm + x_mm, first.y_mm + y_mm, first.heading_deg + turned_deg)

    def there(seen):
        own = in_axes(seen, first)
        return Sighting(seen.code, *place_beside(to, (own.x_mm, own.y_mm)), to.heading_deg + own.heading_deg)

    return replace(look, sightings=tuple(there(seen) if seen.code in (8, 12, 10) else seen for seen in look.sightings))


@pytest.mark.parametrize("turned_deg", [0, 15, -15])
def test_a_triplet_pushed_aside_is_not_taken(turned_deg):
    problems, _ = said(session_at(BEFORE), pushed(60, 0, turned_deg))
    assert problems == ("Ada: no triplet has been taken",)


@pytest.mark.parametrize("lay", [(0, -120, 5), (200, 0, 0), (-300, -60, 20)])
def test_a_triplet_that_lies_elsewhere_as_it_was_laid_out_is_asked_about(lay):
    verdict = judged(session_at(BEFORE), pushed(*lay))
    assert {(one.card, one.way) for one in verdict.turn.play} == {(card, "discard") for card in (8, 10, 12)}
    assert verdict.fits_badly


def test_a_triplet_laid_to_other_discards_is_discarded():
    before = replace(BEFORE, discards=(51,))
    look = before.look()
    discard = next(seen for seen in look.sightings if seen.code == 51)
    first = next(seen for seen in look.sightings if seen.code == 8)
    beside_it = pushed(discard.x_mm + 70 - first.x_mm, discard.y_mm - first.y_mm, 0)
    verdict = judged(session_at(before), with_more(beside_it, discard))
    assert not verdict.fits_badly


@pytest.mark.parametrize("lay", [(50, 30, 15), (50, 40, 15), (40, 40, 12)])
def test_triplets_that_lay_pushed_together_are_told_apart_once_they_are_laid_out_again(lay):
    state = session_at(BEFORE, instead=pushed(*lay))
    said(state, BEFORE.look())
    assert judged(state, BEFORE.look(), AFTER.look()) == judged(session_at(BEFORE), AFTER.look())


def test_cards_of_two_triplets_are_refused():
    mixed = moved(BEFORE.look(), card_8=(101, -53, 103), card_12=(101, 10, 103), card_4=(101, 100, 60))
    problems, _ = said(session_at(BEFORE), mixed)
    assert problems == ("Ada: 4 lies under construction; three cards of one triplet are played",)


def test_the_player_out_of_turn_cannot_take_the_triplet():
    taken = moved(BEFORE.look(), card_8=(102, -53, 60), card_12=(102, 60, 60), card_10=(102, 120, 60))
    problems, _ = said(session_at(BEFORE), taken)
    assert len(problems) == 3
    assert all("with Ben" in problem for problem in problems)


def test_in_the_german_edition_a_tower_is_neither_wall_nor_discard():
    before = laid("red 1", (8, 12, "T1"), *LEFT)
    state = session_at(before, edition=GERMAN)
    walled, discarded = before.after("red 1+8, blue 12; walls 1"), before.after("red 1+8, blue 12", "T1")
    assert said(state, walled.look())[0] == ("Ada: 1 face-down card too many",)
    assert said(state, discarded.look())[0] == (
        "Ada: tower T1 lies in the centre, but should be among the completed palaces",
    )


def test_a_discard_does_not_come_back():
    before = laid("red 1", (8, 12, 10), *LEFT, discards=(50,))
    look = moved(before.after("red 1+8, blue 12; walls 1").look(), card_50=(101, 120, 60))
    problem = "50 lies under construction, but counts as a wall or discarded"
    assert said(session_at(before), look) == ((problem,), "Take 50 away, or undo, then press OK.")


def test_a_triplet_whose_third_card_was_never_read_cannot_become_a_wall_unseen():
    state = session_at(BEFORE, without=[10])
    problem = "Ada: the triplet with 8 and 12 had a card that was never in sight"
    assert said(state, AFTER.look()) == ((problem,), AGAIN)
    assert said(state, AFTER.look(without=[4])) == ((problem,), AGAIN)


def test_a_discard_of_a_triplet_not_read_whole_tells_that_the_one_cleared_away_was_not_taken():
    before = laid("red 1, blue 5", *BEFORE.triplets[:2])
    after = replace(before.after("red 1, blue 5; walls 2", 8), triplets=())
    problem = "Ada: the triplet with 8 and 12 had a card that was never in sight"
    assert said(session_at(before, turns=2, without=[10]), after.look()) == ((problem,), AGAIN)


def test_a_triplet_that_was_never_seen_cannot_be_guessed():
    problem = "Ada: the triplet with 8 and 12 had a card that was never in sight"
    assert said(session_at(laid("red 1, blue 5")), AFTER.look()) == ((problem,), AGAIN)


def test_laying_the_triplets_out_again_teaches_the_card_that_was_never_read():
    state = session_at(BEFORE, without=[10])
    for look in (AFTER.look(), BEFORE.look(without=[4]), BEFORE.look()):
        state, _ = step(state, Looked(look, ""))
        assert isinstance(state.mode, Disagreed)
    state, _ = step(state, Looked(AFTER.look(), ""))
    assert state.mode is None
    assert {(play.card, play.way) for play in state.course.turns[0].play} == {
        (8, "palace"),
        (12, "palace"),
        (10, "wall"),
    }


def test_a_card_seen_twice_is_named():
    look = AFTER.look()
    again = replace(next(seen for seen in look.sightings if seen.code == 93), x_mm=900.0)
    assert "93 is visible in 2 places" in said(session_at(BEFORE), with_more(look, again))[0]


def test_all_triplets_laid_out_for_the_first_time_or_untouched_are_no_turn():
    problem = "Ada: no triplet has been taken"
    assert said(session_at(laid("red 1, blue 5")), BEFORE.look())[0] == (problem,)
    assert said(session_at(BEFORE), BEFORE.look(without=[8, 4, 18])) == ((problem,), TAKE)
