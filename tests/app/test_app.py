"""The app with twins: looks instead of pictures, a store in memory, buttons pressed by a list."""

import json
from collections import deque
from dataclasses import replace
from functools import cache

import cv2
import pytest
from evening import LAST, begun, covered, drawn_aside, looks, record
from twins import Paper, Presses, TableCamera, app_with, see

from lucca_pi.app.beginnings import new_game
from lucca_pi.app.devices import Devices
from lucca_pi.app.loop import App
from lucca_pi.app.notices import looking
from lucca_pi.app.result import result
from lucca_pi.app.summary import summary, without_looks
from lucca_pi.devices.album import FolderAlbum, NoAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.store import MemoryStore
from lucca_pi.evening.journal import GivenUp, event_json, events_from_json
from lucca_pi.evening.modes import Choice, Option, Settle
from lucca_pi.evening.snapshot import Snapshot
from lucca_pi.evening.state import resumed
from lucca_pi.games.citta.kind import KIND
from lucca_pi.games.citta.rules.editions import GERMAN, HEBREW
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.ports import LookError
from lucca_pi.screens.draw import pages
from lucca_pi.table.sighting import Look


def played(*arguments, **more):
    app = app_with(*arguments, **more)
    app.run()
    return app


@cache
def finished():
    """A whole game: its result, and what the store held at the end."""
    store = MemoryStore()
    app = played(AutoButtons(), store=store)
    return result(app.state), tuple(store.events(app.game))


def store_of_a_finished_game():
    store = MemoryStore()
    for event in finished()[1]:
        store.append("2026-05-01T2000", event)
    return store


def test_a_whole_game_gives_its_record_back():
    result, _ = finished()
    theirs = score_json(score(replay(record())))["players"]
    assert [*result["score"]["players"].values()] == [*theirs.values()]
    assert result["score"] == score_json(score(replay(read_record(json.dumps(result["record"])))))
    assert result["questions"] == []


def test_when_the_pictures_end_play_stops_as_at_power_off():
    app = played(AutoButtons(), TableCamera(ends=5))
    assert app.state.course.looks == 5
    assert not result(app.state)["score"]["finished"]


ENDS = {"there is no further picture": LAST + 1, "the table lies as it did": LAST + 2}


@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_a_game_is_over_where_its_last_look_shows_the_same_or_there_is_none(ends):
    camera = TableCamera(ends)
    buttons = Presses(*["ok"] * (LAST + 2), "up")
    app = played(buttons, camera, see=lambda one, *_, **__: looks()[min(int(one.name), LAST)])
    assert (camera.looked[-1], buttons.coming) == (LAST + 1, deque(["up"]))
    assert result(app.state)["record"]["rounds"] == finished()[0]["record"]["rounds"]


def test_as_many_oks_as_looks():
    camera = TableCamera()
    assert played(Presses("ok", "ok", "ok"), camera).state.course.looks == 3
    assert camera.looked == [0, 1, 2]


def test_a_look_that_is_not_confirmed_sees_the_same_picture_again():
    camera = TableCamera(lost=["picture 0 holds no quarter", "nor does this"])
    assert played(Presses("ok", "ok", "ok", "ok"), camera).state.course.looks == 2
    assert camera.looked == [0, 0, 0, 1]


class Pane(Paper):
    """A display that shows one picture at a time, and notes how often the camera had looked by then."""

    keeps = False

    def __init__(self, camera):
        super().__init__(MemoryStore())
        self.camera, self.seen = camera, []

    def show(self, picture):
        self.seen.append((len(self.camera.looked), picture.tobytes()))


def test_that_a_look_is_taken_is_shown_before_the_camera_is_asked():
    camera = TableCamera()
    display = Pane(camera)
    played(Presses("ok", "ok"), camera, display=display)
    shown = pages(Snapshot(looking("")))[0].tobytes()
    assert [looks for looks, picture in display.seen if picture == shown] == [0, 1]


class Impatient(Presses):
    """Presses once more while a look is taken."""

    def forget(self):
        self.coming.popleft()


def test_a_press_that_falls_into_a_look_is_none():
    camera = TableCamera()
    assert played(Impatient("ok", "ok", "ok", "ok"), camera).state.course.looks == 2
    assert camera.looked == [0, 1]


class Recording(TableCamera):
    """Its pictures have names; it notes for which looks it was told to go on."""

    def __init__(self, **more):
        super().__init__(**more)
        self.gone_on = []

    def file_of(self, number):
        return f"{number}.jpg"

    def go_on(self, number):
        self.gone_on.append(number)


def test_an_ok_to_a_complaint_about_a_picture_goes_on_to_the_next_and_nothing_else_does():
    camera = Recording()
    app = played(Presses("ok", "up", "ok"), camera, see=lambda frame, pieces, names: looks()[0])
    assert camera.gone_on == []
    app = played(Presses("ok", "ok", "ok"), camera, see=lambda frame, pieces, names: looks()[0])
    assert (camera.gone_on, app.state.mode.sentences[-1]) == ([1], "Seen in 1.jpg; OK goes on to the next one.")


def test_a_full_disk_is_no_complaint_about_a_picture():
    camera = Recording()
    app = app_with(Presses("ok", "ok", "ok"), camera, FullStore(room=1))
    with pytest.raises(StoreError):
        app.run()
    assert camera.gone_on == []


def test_undo_looks_at_the_same_number_again():
    camera = TableCamera()
    assert played(Presses("ok", "ok", "undo", "ok"), camera).state.course.looks == 2
    assert camera.looked == [0, 1, 1]


def test_a_table_that_nobody_moves_stops_auto_with_its_reason():
    app = played(AutoButtons(), see=lambda frame, pieces, names: looks()[0])
    assert app.state.mode.problems[0].endswith("no triplet has been taken")


@pytest.mark.parametrize("cut", [1, 5, 19])
def test_a_game_cut_off_goes_on_where_it_was(cut):
    store = MemoryStore()
    first = played(Presses(*["ok"] * cut), store=store)
    camera = TableCamera()
    second = played(AutoButtons(), camera, store)
    assert second.resumed
    assert second.game == first.game
    assert camera.looked[0] == cut
    assert result(second.state)["record"]["rounds"] == finished()[0]["record"]["rounds"]


def test_a_finished_game_makes_room_for_a_new_one():
    store = store_of_a_finished_game()
    app = app_with(Presses(), store=store)
    assert not app.resumed
    assert store.games() == ["2026-05-01T2000", "2026-05-01T2000-2"]


def test_a_game_taken_back_after_its_end_is_unfinished_again():
    store = store_of_a_finished_game()
    store.append("2026-05-01T2000", {"event": "taken-back", "date": ""})
    app = app_with(Presses(), store=store)
    assert app.resumed
    assert app.state.course.looks == LAST


def test_every_turn_is_in_the_store_before_any_screen_shows_it():
    store = MemoryStore()
    display = Paper(store)
    app = App(Devices(TableCamera(), Presses("ok", "ok"), display, store, HandClock(), NoAlbum()), see, begun())
    app.run()
    assert [event["event"] for event in store.events(app.game)] == ["begun", "dealt", "played"]
    kept = [events for events, _ in display.shown]
    assert kept == sorted(kept)
    assert kept[0] == 1


class FullStore(MemoryStore):
    """Has room for so many events."""

    def __init__(self, room):
        super().__init__()
        self.room = room

    def append(self, game, event):
        if not self.room:
            raise StoreError("The disk is full.")
        self.room -= 1
        super().append(game, event)


class WithRoom(Presses):
    """Its "room" is no press: somebody makes room on the disk."""

    def __init__(self, store, *buttons):
        super().__init__(*buttons)
        self.store = store

    def press(self, snapshot, wait_s):
        button = super().press(snapshot, wait_s)
        if button != "room":
            return button
        self.store.room = 99
        return None


def test_what_cannot_be_kept_is_not_shown_and_stops_a_game_without_people():
    store = FullStore(room=1)
    app = app_with(AutoButtons(), store=store)
    with pytest.raises(StoreError):
        app.run()
    assert len(store.events(app.game)) == 1


def test_a_full_disk_is_said_and_once_there_is_room_the_game_goes_on():
    store = FullStore(room=2)
    app = played(WithRoom(store, "ok", "ok", "ok", "room", "ok", "ok"), store=store)
    assert [event["event"] for event in store.events(app.game)] == ["begun", "dealt", "played", "played"]
    assert app.state.course.looks == 3


def test_while_the_disk_is_full_the_screen_says_so_and_nothing_confirmed_is_lost():
    store = FullStore(room=2)
    app = app_with(Presses("ok", "ok"), store=store)
    with pytest.raises(StoreError, match="The disk is full"):
        app.run()
    assert (app.state.mode.problems, app.state.course.looks) == (("The disk is full.",), 1)
    assert [event["event"] for event in store.events(app.game)] == ["begun", "dealt"]


def test_a_machine_with_a_full_disk_can_be_switched_off():
    app = played(Presses("ok", "ok", "off", "ok"), store=FullStore(room=2))
    assert app.is_switched_off


class GoneCamera(TableCamera):
    """Is unplugged while `notice` says so."""

    notice = "The camera is gone."

    def look(self, number):
        if self.notice:
            raise LookError("no picture")
        return super().look(number)

    def closer(self, number):
        yield self.look(number)


class Plugging(Presses):
    """Its "plug" is no press: somebody plugs the camera in."""

    def __init__(self, camera, *buttons):
        super().__init__(*buttons)
        self.camera = camera

    def press(self, snapshot, wait_s):
        button = super().press(snapshot, wait_s)
        if button != "plug":
            return button
        self.camera.notice = ""
        return None


def test_a_look_without_a_camera_says_so_and_the_next_one_with_it_goes_on():
    camera = GoneCamera()
    app = app_with(Plugging(camera, "ok"), camera)
    app.run()
    assert app.state.mode.problems == ("The camera is gone.",)
    assert played(Plugging(camera, "ok", "plug", "ok", "ok"), camera).state.course.looks == 2


BROKEN = {"OpenCV": cv2.error("remap"), "numpy": ValueError("shapes"), "memory": MemoryError()}


@pytest.mark.parametrize("error", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("number", [0, 1], ids=["the deal", "a turn"])
def test_whatever_goes_wrong_with_a_picture_refuses_it_and_the_game_goes_on(error, number):
    failing = deque([error])

    def breaks_once(frame, pieces, names):
        if int(frame.name) == number and failing:
            raise failing.popleft()
        return looks()[int(frame.name)]

    app = played(Presses(*["ok"] * (number + 1)), see=breaks_once)
    assert f"{number} cannot be looked at" in " ".join(app.state.mode.problems)
    failing.append(error)
    assert played(Presses(*["ok"] * (number + 2)), see=breaks_once).state.course.looks == number + 1


def test_tables_at_rest_are_seen_once_before_their_look():
    seen = []

    def noted(frame, pieces, names):
        seen.append(frame.name)
        return looks()[int(frame.name)]

    played(Presses("ok", "back", "ok", "ok"), TableCamera(at_rest={1: ["0"], 2: ["1"]}), see=noted)
    assert seen == ["0", "0", "1", "1", "2"]


def test_a_rested_table_that_cannot_be_read_is_passed_over():
    def one_is_dark(frame, pieces, names):
        if frame.name == "7":
            raise LookError("too dark")
        return looks()[int(frame.name)]

    assert played(Presses("ok", "ok"), TableCamera(at_rest={1: ["7"]}), see=one_is_dark).state.course.looks == 2


class CameraWithFiles(TableCamera):
    """Its pictures are files of its own; nothing but the number stands in them."""

    def look(self, number):
        return replace(super().look(number), file=b"\xff\xd8" + bytes([number]))


def test_the_journal_names_the_picture_of_each_confirmed_look_and_undo_sets_it_aside(tmp_path):
    store, album = MemoryStore(), FolderAlbum(tmp_path, 1, waiting=9)
    app = played(Presses("ok", "ok", "undo", "ok", "ok", "undo"), CameraWithFiles(), store, album=album)
    album.close()
    named = [event.get("pictures") for event in store.events(app.game)]
    second, third = [["001-r1-t1.jpg"]], [["002-r1-t2.jpg"]]
    assert named == [None, [["000-deal.jpg"]], second, None, second, third, None]
    kept = sorted((tmp_path / app.game).glob("*.jpg"))
    assert [file.read_bytes()[-1] for file in kept] == [0, 1]


def test_a_last_turn_that_was_opened_again_keeps_the_picture_of_the_last_look(tmp_path):
    store, album = MemoryStore(), FolderAlbum(tmp_path, 1, waiting=9)
    for event in finished()[1][:-1]:
        store.append("2026-05-01T2000", event)
    shown = {LAST: drawn_aside(42), LAST + 1: looks()[LAST]}
    camera = CameraWithFiles(LAST + 2)
    app = played(Presses("ok", "ok"), camera, store, lambda one, *_, **__: shown[int(one.name)], album=album)
    album.close()
    *_, early, back, last = store.events(app.game)
    assert (early["event"], back["event"], last["event"]) == ("played", "taken-back", "played")
    (*_, (name,)) = last["pictures"]
    assert name == early["pictures"][-1][0]
    assert (tmp_path / app.game / name).read_bytes()[-1] == LAST + 1
    assert result(app.state)["record"]["rounds"] == finished()[0]["record"]["rounds"]


def test_questions_come_with_round_turn_answers_and_what_was_given():
    def first_covered(frame, pieces, names):
        return covered(1) if frame.name == "1" else looks()[int(frame.name)]

    camera = TableCamera(ends=2)
    (question,) = result(played(Presses("ok", "ok", "ok", "down", "ok"), camera, see=first_covered).state)["questions"]
    assert {**question, "question": "", "answers": len(question["answers"])} == {
        "round": 1,
        "turn": 1,
        "question": "",
        "answers": 3,
        "given": 1,
    }


@pytest.mark.parametrize("first", ["no quarter", "a card is missed"])
def test_a_look_that_leaves_a_doubt_is_joined_with_more_pictures_before_anything_is_asked(first):
    def glaring(frame, pieces, names):
        if frame.name == "1" and first == "no quarter":
            raise LookError("no quarter")
        look = looks()[1 if frame.name == "darker" else int(frame.name)]
        newest = min(play.card for play in record().rounds[0][0].play if play.way == "palace")
        return Look(tuple(seen for seen in look.sightings if frame.name != "1" or seen.code != newest), 0.4, ())

    app = played(Presses("ok", "ok"), TableCamera(more={1: ["darker"]}), see=glaring)
    assert (app.state.course.looks, app.state.mode, result(app.state)["questions"]) == (2, None, [])


@pytest.mark.parametrize(("lost", "looked"), [(2, [0, 0, 0, 1]), (3, [0, 0, 0])])
def test_auto_looks_again_at_a_disagreement_but_not_for_ever(lost, looked):
    camera = TableCamera(ends=1, lost=["a hand covers the quarters"] * lost)
    played(AutoButtons(), camera)
    assert camera.looked == looked


def test_before_the_deal_there_is_no_record():
    assert result(played(Presses()).state) == {"record": None, "score": None, "questions": []}


def test_a_new_game_begins_where_one_was_given_up():
    store = MemoryStore()
    give_up = ("up", "ok", "up", "ok", "down", "ok")
    app = played(Presses("ok", "ok", *give_up, "ok"), store=store)
    assert [len(store.events(game)) for game in store.games()] == [4, 2]
    assert app.state.course.looks == 1
    assert played(Presses(), store=store).game == app.game


def test_names_and_decks_of_the_last_evening_are_remembered():
    store = MemoryStore()
    store.append("2026-04-01T2000", event_json(replace(begun(), names={102: "Ada", 103: "Ben"}), KIND))
    store.append("2026-04-01T2000", event_json(GivenUp(""), KIND))
    state = app_with(Presses(), store=store).state
    assert (state.begun.names, state.people) == ({102: "Ada", 103: "Ben"}, ("Ada", "Ben"))
    assert {setup.deck_file.name for setup in state.setups} == {"reference"}


def test_rules_chosen_at_the_table_are_chosen_again_until_the_configuration_changes():
    store = MemoryStore()
    store.append("2026-04-01T2000", event_json(begun(), KIND))
    store.append("2026-04-01T2000", event_json(replace(begun(), setup=replace(begun().setup, edition=GERMAN)), KIND))
    for day in ("2026-04-02", "2026-04-03"):
        name, state = new_game(store, replace(begun(), date=f"{day}T20:00:00+02:00"))
        again = resumed(events_from_json(store.events(name)))
        assert state.begun.setup.edition == again.begun.setup.edition == GERMAN
    _, state = new_game(
        store, replace(begun(), setup=replace(begun().setup, edition=HEBREW), date="2026-04-04T20:00:00+02:00")
    )
    assert state.begun.setup.edition == HEBREW


def test_who_listens_is_told_each_state_once_it_is_kept():
    store, told = MemoryStore(), []
    devices = Devices(TableCamera(), Presses("ok", "ok"), Paper(store), store, HandClock(), NoAlbum())

    def tell(game, state, notices):
        told.append((state.course.looks, len(store.events(game))))

    App(devices, see, begun(), tell=tell).run()
    assert list(dict.fromkeys(told)) == [(0, 1), (1, 2), (2, 3)]


def test_who_listens_is_told_what_was_said_to_the_last_press():
    store, told = MemoryStore(), []
    devices = Devices(TableCamera(), Presses("ok", "ok", "undo", "ok"), Paper(store), store, HandClock(), NoAlbum())
    App(devices, see, begun(), tell=lambda _, __, notices: told.append(notices)).run()
    (undone,) = {notices for notices in told if notices and not notices[0].startswith("Looking")}
    assert "".join(undone).startswith("Taken back: ")
    assert not told[-1]


NOTED = ((1, 1, "corrected by the players"),)
CORRECTED = {"nobody presses": ([], NOTED), "other buttons": (["ok", "down", "up"], NOTED), "Back": (["back"], ())}


@pytest.mark.parametrize(("pressed", "notes"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_with_many_turns_after_it_is_carried_to_its_end_unless_it_is_left(pressed, notes):
    store = MemoryStore()
    played(Presses(*["ok"] * LAST), store=store)
    app = app_with(Presses("ok", *pressed), store=store)
    settle = Settle(1, app.state.course.turns[0])
    app.state = replace(app.state, mode=Choice("", "", (Option("Yes", settle),)))
    app.run()
    assert (app.state.mode, app.state.course.notes) == (None, notes)
    assert len(app.state.course.turns) == LAST - 1


class LostStore(MemoryStore):
    """Its disk is taken away after so many events."""

    def __init__(self, keeps):
        super().__init__()
        self.keeps = keeps

    @property
    def lost(self):
        kept = sum(len(self.events(game)) for game in self.games())
        return "" if kept < self.keeps else "games.sqlite3: is gone or replaced."


@pytest.mark.parametrize("buttons", [AutoButtons(), Presses("ok", "ok", "ok", "ok")])
def test_a_disk_that_is_taken_away_in_mid_game_is_told_and_does_not_end_well(buttons):
    told = []
    app = app_with(buttons, store=LostStore(keeps=3), tell=lambda game, state, notices: told.append(notices))
    with pytest.raises(StoreError, match="is gone or replaced"):
        app.run()
    assert ("games.sqlite3: is gone or replaced.",) in told


def test_a_machine_whose_disk_was_taken_away_can_be_switched_off():
    assert played(Presses("ok", "off", "ok"), store=LostStore(keeps=1)).is_switched_off


class SummedStore(MemoryStore):
    """Keeps what games have come to, with the number of events they had then."""

    def __init__(self):
        super().__init__()
        self.summed = {}

    def sum_up(self, game, summary):
        self.summed[game] = len(self.events(game)), summary

    def unsummed(self, most):
        return [game for game in self.games() if game not in self.summed][:most]


def test_what_a_game_has_come_to_is_kept_with_each_of_its_events():
    store = SummedStore()
    app = played(AutoButtons(), store=store)
    events, came_to = store.summed[app.game]
    assert events == len(store.events(app.game))
    assert came_to == summary(app.state) == summary(without_looks(store.events(app.game)))
    assert (came_to["finished"], came_to["totals"]) == (True, dict(score(app.state.game).totals))


def test_a_game_that_was_given_up_is_summed_up_so():
    store = SummedStore()
    app = played(Presses("ok", "ok", "up", "ok", "up", "ok", "up", "ok"), store=store)
    first, second = store.games()
    assert (store.summed[first][1]["given_up"], app.game) == (True, second)


def test_games_that_are_not_summed_up_are_so_at_the_next_start():
    store = SummedStore()
    app = played(Presses("ok", "ok"), store=store)
    before = store.summed.pop(app.game)
    played(Presses(), store=store)
    assert store.summed[app.game] == before
