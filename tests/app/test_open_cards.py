"""A whole game at the table in which looks leave cards open: asked, answered, kept, and gone on with."""

from dataclasses import replace

from evening import looks, record
from twins import CameraWithFiles, Presses, TableCamera, app_with

from lucca_pi.app.journal_writer import result
from lucca_pi.devices.album import FolderAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.table.sighting import Alike
from tests.in_memory import MemoryStore

ASKED = (record().rounds[0][0].play[0].card, record().rounds[1][1].play[2].card)
"""A card on offer at the deal, and one of the second round's triplets."""


def open_(look, *codes):
    """The look in which each of the cards may be another, too, that nobody has seen yet; the true one comes first."""
    seen = {one.code for look in looks()[:9] for one in look.sightings}
    unseen = [code for code in range(96, 0, -1) if code not in seen]
    for at, code in enumerate(codes):
        one = next((seen for seen in look.sightings if seen.code == code), None)
        if one:
            others = tuple(seen for seen in look.sightings if seen is not one)
            left = Alike((code, unseen[at]), one.x_mm, one.y_mm, one.heading_deg)
            look = replace(look, sightings=others, alike=(*look.alike, left))
    return look


def see(frame, pieces, names):
    return open_(looks()[int(frame.name)], *ASKED)


def played(*arguments, **more):
    app = app_with(*arguments, see=see, **more)
    app.run()
    return app


def test_a_whole_game_whose_cards_are_left_open_at_every_look_is_asked_twice():
    told = result(played(AutoButtons()).state)
    whole = app_with(AutoButtons())
    whole.run()
    assert told["record"]["rounds"] == result(whole.state)["record"]["rounds"]
    assert [(one["round"], one["turn"], one["given"]) for one in told["questions"]] == [(None, None, 0), (1, 3, 0)]


def test_the_pictures_of_a_look_in_which_a_card_was_told_are_its_own(tmp_path):
    store, album = MemoryStore(), FolderAlbum(tmp_path, 1, waiting=9)
    app = played(Presses("ok", "ok", "ok"), CameraWithFiles(), store, album=album)
    album.close()
    named = [event.get("pictures") for event in store.events(app.game)]
    assert named == [None, [["000-deal.jpg"]], [["001-r1-t1.jpg"]]]


def test_a_game_cut_off_after_an_answer_does_not_ask_again():
    store = MemoryStore()
    played(Presses("ok", "ok"), store=store)
    second = played(AutoButtons(), TableCamera(), store)
    assert second.resumed
    assert len(result(second.state)["questions"]) == 2


def test_a_game_cut_off_before_the_answer_asks_again():
    store = MemoryStore()
    first = played(Presses("ok"), store=store)
    assert "Which card is this" in first.state.mode.text
    assert len(result(played(AutoButtons(), TableCamera(), store).state)["questions"]) == 2
