"""The whole app before tables that are told: looks, presses, and what is asked and told."""

import json
from collections import deque
from dataclasses import replace

import pytest
from evening import LAST, covered, looks, record
from twins import Paper, Presses, TableCamera, app_with, finished, played, store_of

from lucca_pi.app.journal_writer import result
from lucca_pi.app.notices import looking
from lucca_pi.contract.questions import Choice, Option, Settle
from lucca_pi.contract.screens import Snapshot
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.displays import USUAL
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.ports import LookError
from lucca_pi.screens.pages import pages
from lucca_pi.table.sighting import Look
from tests.in_memory import MemoryStore


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
    shown = pages(Snapshot(looking("")), USUAL)[0].tobytes()
    assert [looks for looks, picture in display.seen if picture == shown] == [0, 1]


class Impatient(Presses):
    """Presses once more while a look is taken."""

    def forget(self):
        self.coming.popleft()


def test_a_press_that_falls_into_a_look_is_none():
    camera = TableCamera()
    assert played(Impatient("ok", "ok", "ok", "ok"), camera).state.course.looks == 2
    assert camera.looked == [0, 1]


def test_undo_looks_at_the_same_number_again():
    camera = TableCamera()
    assert played(Presses("ok", "ok", "undo", "ok"), camera).state.course.looks == 2
    assert camera.looked == [0, 1, 1]


def test_a_table_that_nobody_moves_stops_auto_with_its_reason():
    app = played(AutoButtons(), see=lambda frame, pieces, names: looks()[0])
    assert app.state.mode.problems[0].endswith("no triplet has been taken")


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


def test_questions_come_with_round_turn_answers_and_what_was_given():
    def first_covered(frame, pieces, names):
        return covered(1) if frame.name == "1" else looks()[int(frame.name)]

    camera = TableCamera(ends=2)
    (question,) = result(played(Presses("ok", "ok", "ok", "down", "ok"), camera, see=first_covered).state)["questions"]
    assert question.pop("question") and len(question.pop("answers")) == 3
    assert question == {"round": 1, "turn": 1, "given": 1}


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


def test_who_listens_is_told_each_state_once_it_is_kept():
    store, told = MemoryStore(), []

    def tell(game, state, notices):
        told.append((state.course.looks, len(store.events(game))))

    played(Presses("ok", "ok"), store=store, tell=tell)
    assert list(dict.fromkeys(told)) == [(0, 1), (1, 2), (2, 3)]


def test_who_listens_is_told_what_was_said_to_the_last_press():
    told = []
    played(Presses("ok", "ok", "undo", "ok"), tell=lambda _, __, notices: told.append(notices))
    (undone,) = {notices for notices in told if notices and not notices[0].startswith("Looking")}
    assert "".join(undone).startswith("Undone: ")
    assert not told[-1]


NOTED = ((1, 1, "corrected by the players"),)
CORRECTED = {"nobody presses": ([], NOTED), "other buttons": (["ok", "down", "up"], NOTED), "Back": (["back"], ())}


@pytest.mark.parametrize(("pressed", "notes"), CORRECTED.values(), ids=CORRECTED)
def test_a_correction_with_many_turns_after_it_is_carried_to_its_end_unless_it_is_left(pressed, notes):
    app = app_with(Presses("ok", *pressed), store=store_of(*finished()[1][: LAST + 1]))
    settle = Settle(1, app.state.course.turns[0])
    app.state = replace(app.state, mode=Choice("", "", (Option("Yes", settle),)))
    app.run()
    assert (app.state.mode, app.state.course.notes) == (None, notes)
    assert len(app.state.course.turns) == LAST - 1
