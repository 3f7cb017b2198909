"""The ways to go through a check: at the terminal, on a phone's page, at the box; and an evening kept as a check is."""

import json
from itertools import combinations
from math import dist
from threading import Event
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
from faulty import drawn, easy
from lucca import Runner
from phone import look, post, text
from twins import Presses, app_with

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.at_the_box import check_at_the_box
from lucca_pi.checking.check import Check
from lucca_pi.checking.page import CheckSite
from lucca_pi.checking.plan import asked
from lucca_pi.config import Config
from lucca_pi.devices.camera import FolderCamera
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.menus import arrangements
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.lucco.rules.tiles import tiles_called
from lucca_pi.games.lucco.table.figure import touch
from lucca_pi.games.lucco.table.pieces import ACROSS_MM
from lucca_pi.web.address import Binding
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LANGUAGE", "")  # which main sets
    return Runner(monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path):
    """Pictures of the first two layings."""
    camera = drawn(easy())
    (tmp_path / "taken").mkdir()
    for number in range(2):
        cv2.imwrite(str(tmp_path / "taken" / f"{number}.jpg"), camera.painter.colour(camera.sight(number)))
    return tmp_path / "taken"


def test_pictures_taken_before_are_checked_in_their_order_and_kept_if_that_is_wanted(run, folder, tmp_path):
    told = run(
        "check", "table", "--camera", f"folder:{folder}", "--state", tmp_path, "--out", tmp_path / "t.zip", "--json"
    )
    assert [(one["name"], one["problem"]) for one in told.json()["layings"]] == [("column", ""), ("wall", "")]
    assert (told.code, told.json()["advice"][0]) == (1, "seat 1 (Guinigi): 9 of 9 read")
    assert "pictures/: 2 files" in told.err
    assert len(json.loads(ZipFile(tmp_path / "t.zip").read("truth.json"))) == 2
    assert not [*tmp_path.glob("check-*")]


def test_who_stops_before_the_first_look_gets_no_advice(folder):
    stopped = Check(asked(Config()), FolderCamera(folder), Eyes(Config()))
    assert [*stopped.lines()] == ["Not looked at: laying 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."]


def test_other_pieces_than_drawn_no_picture_and_what_was_not_looked_at_are_said_once_each(run, folder, tmp_path):
    (folder / "0.jpg").rename(folder / "2.jpg")
    (folder / "3.jpg").write_text("no picture")
    said = run("check", "table", "--camera", f"folder:{folder}", "--state", tmp_path, "--json").json()["advice"]
    assert said[3:] == [
        "Not looked at: laying 4, 5, 6, 7, 8, 9, 10, 11, 12.",
        "Laying 1, 2: other pieces lie there than drawn: lay it so, and look again.",
        f"Laying 3: {folder}/3.jpg is no JPEG or PNG picture: give a photograph of the table.",
    ]


def test_where_nothing_at_all_is_read_the_game_is_asked_for_and_no_camera_is_blamed(run, folder, tmp_path):
    for picture in folder.iterdir():
        cv2.imwrite(str(picture), np.full((1024, 1820, 3), 120, np.uint8))
    said = run("check", "table", "--camera", f"folder:{folder}", "--game", "lucco", "--state", tmp_path).out
    assert "Nothing was read: choose the game, deck and codes" in said and "camera with more pixels" not in said


def test_a_place_that_takes_no_file_is_told_before_the_first_look(run, folder, tmp_path):
    told = run("check", "table", "--camera", f"folder:{folder}", "--out", tmp_path / "none" / "t.zip")
    assert told.code == 2 and "Name another place" in told.err and not told.out


def test_the_plan_names_places_in_the_axes_of_seats(run):
    plan = run("check", "table", "--plan", "--json").json()
    keys = {"piece", "seat", "x_mm", "y_mm", "heading_deg"}
    assert {one["game"] for one in plan} == {"citta", "chessboard", "lucco"}
    assert all(set(lay) == keys for one in plan for lay in one["lay"])
    assert [one["name"] for one in plan if one["game"] == "citta"][:2] == ["column", "wall"]
    assert "T1" in run("check", "table", "--plan").out
    assert "d3: red on blue on black" in run("check", "table", "--plan", "--game", "chessboard").out


def test_hexagons_can_shut_in_a_tile_as_the_ring_is_drawn():
    ring = next(one for one in asked(Config(game="lucco")).layings if one.name == "ring")
    apart = [dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) for one, other in combinations(ring.lay, 2)]
    assert len(ring.lay) == 7
    assert min(apart) >= ACROSS_MM
    assert [touch(one, tiles_called("hexagon")) for one in apart].count("touch") == 12


@pytest.fixture
def page(folder, tmp_path):
    server, pairing, server.done = Server(Binding("127.0.0.1", 0)), Pairing(), Event()
    config = Config(state=tmp_path)
    server.check, server.cookie = Check(asked(config), FolderCamera(folder), Eyes(config), tmp_path / "kept"), ""
    server.start(lambda: CheckSite(server.check, pairing, server.done))
    server.refused = text(post(server, "/step", {"number": 0, "do": "look"}))
    server.cookie = post(server, "/pair", {"code": pairing.code}).headers["Set-Cookie"].partition(";")[0]
    yield server
    server.close()


def test_a_phone_that_was_let_in_shows_a_laying_looks_at_it_and_goes_on(page):
    assert not page.check.results
    assert all(words in text(look(page)) for words in ("A column of four", "|4      |", "Leave it out"))
    post(page, "/step", {"number": 0, "do": "look"})
    assert "7 of 7" in text(look(page))
    for _twice in range(2):  # a second tap comes late
        post(page, "/step", {"number": 0, "do": "next"})
    assert page.check.number == 1
    page.check.number = len(page.check.asked.layings)
    assert "seat 1 (Guinigi): 5 of 5 read" in text(look(page))
    post(page, "/step", {"number": page.check.number, "do": "end"})
    assert page.done.is_set()


def test_the_box_leads_through_the_layings_of_the_card_by_its_buttons(folder, tmp_path):
    config, shown = Config(state=tmp_path), []
    pressed = iter(["ok", "ok", "up", "ok", "ok", "down", "back", *["ok"] * 6])

    def asking(notice):
        shown.append((notice.title, str(notice.text)))
        return next(pressed)

    begun = Begun(GAME, Setup(), None, {}, "")
    check_at_the_box(config, Eyes(config), begun, FolderCamera(folder), asking, alive=lambda: None)
    titles = [title for title, _text in shown]
    assert titles[:7] == ["Check the table", "1/12", "Check the table", "1/12", "Check the table", "2/12", "3/12"]
    assert shown[2][1].startswith("7 of 7")
    assert ZipFile(tmp_path / "check-citta.zip").testzip() is None


def test_the_set_up_leads_to_the_check_and_back():
    checked = []
    app = app_with(Presses("up", "ok", "up", "up", "ok"), check=lambda *given: checked.append(given))
    app.run()
    assert len(checked) == 1
    assert app.state.mode.options == arrangements(app.state).options


def test_an_evening_is_kept_without_names_and_becomes_a_test(run, tmp_path, monkeypatch):
    folder, config = EXAMPLE, tmp_path / "lucca.toml"
    (tmp_path / "frames").mkdir()
    for frame in sorted((folder / "frames").iterdir())[:2]:
        (tmp_path / "frames" / frame.name).write_bytes(frame.read_bytes())
    config.write_text(f"names = {{101 = 'Anna', 102 = 'Ben'}}\ndeck = '{folder / 'deck.json'}'\nlanguage = 'en'\n")
    devices = "--camera", f"folder:{tmp_path / 'frames'}", "--buttons", "auto", "--display", "none"
    run("play", "--config", config, *devices, "--state", tmp_path / "state", "--record", tmp_path / "evening.zip")
    with ZipFile(tmp_path / "evening.zip") as archive:
        assert not any(b"Anna" in archive.read(name) for name in archive.namelist())
        assert {"versions.json", "journal.jsonl", "looks/001-r1-t1.jpg"} <= {*archive.namelist()}
    for name in ("lucca_pi", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "lucca_pi" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    told = run("check", "import", tmp_path / "evening.zip")
    assert "of its turns and points follow from its pictures" in told.out
    assert sorted(file.name for file in (tmp_path / "tests/tables/evening").iterdir()) == ["game.zip", "readings.json"]


def test_a_laptop_without_a_webcam_is_checked_through_a_phone(run, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("lucca_pi.devices.here.webcams", lambda: [])
    monkeypatch.setattr("lucca_pi.checking.page.check_from_phones", lambda check, server, _tell: opened.append(check))
    run("check", "table", "--state", tmp_path, "--page", "127.0.0.1:0")
    assert [type(check.camera).__name__ for check in opened] == ["PhoneCamera"]
