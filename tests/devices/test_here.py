"""What is taken where nobody says what to play with."""

import socket

import pytest

from lucca_pi.devices import here


@pytest.fixture
def webcam(monkeypatch):
    monkeypatch.setattr(here, "webcams", lambda: [(2, "HD Webcam")])


@pytest.mark.parametrize(
    ("model", "environment", "is_pi"),
    [("Raspberry Pi 4 Model B\0", {}, True), ("ThinkPad", {}, False), ("", {"STATE_DIRECTORY": "/var"}, True)],
)
def test_a_pi_and_the_service_keep_their_defaults(tmp_path, model, environment, is_pi):
    (tmp_path / "model").write_text(model)
    assert here.is_pi(environment, tmp_path / "model") == is_pi
    assert not here.is_pi({}, tmp_path / "none")


def test_what_nobody_named_is_what_is_here(webcam):
    chosen = {one.setting: one.value for one in here.choices((), page=False)}
    assert chosen == {"camera": "usb:2", "buttons": "keyboard", "display": "text"}


def test_what_somebody_named_is_left_alone(webcam):
    assert here.choices(("camera", "buttons", "display", "page"), page=True) == ()


def test_without_a_webcam_a_phone_is_the_camera_and_the_page_is_served_for_it(monkeypatch):
    monkeypatch.setattr(here, "webcams", list)
    chosen = here.choices(("buttons", "display"), page=False)
    assert [one.setting for one in chosen] == ["camera", "page"]
    assert chosen[0].value == "phone"
    assert len(here.choices(("buttons", "display", "page"), page=False)) == 1


def test_what_is_no_video_device_is_no_webcam(tmp_path):
    (tmp_path / "video0").touch()
    (tmp_path / "video-of-the-game").touch()
    assert here.webcams(tmp_path) == []


def test_the_page_is_where_a_port_is_free(webcam, monkeypatch):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(here, "PORTS", (port, 0))
        assert here.choices(("camera", "buttons"), page=True)[-1].value == "0"


def test_all_that_was_taken_is_said_with_what_else_there_is(webcam, tmp_path):
    lines = here.in_lines(here.choices((), page=False), tmp_path / "lucca.toml").splitlines()
    assert lines[1:4] == [
        "  camera: the webcam HD Webcam  (or --camera phone, --camera folder:DIR)",
        "  buttons: the keyboard  (or --buttons keys)",
        "  display: this terminal, in words  (or --display terminal, --display none)",
    ]
    assert str(tmp_path / "lucca.toml") in lines[-1]


@pytest.mark.parametrize("name", ["{by_id}/usb-Maker_HD-index0", "usb-Maker_HD-index0", "hd pro", "{dev}/video3", 3])
def test_a_webcam_is_found_by_names_that_last(tmp_path, monkeypatch, name):
    by_id = tmp_path / here.BY_ID
    by_id.mkdir(parents=True)
    (tmp_path / "video3").touch()
    (by_id / "usb-Maker_HD-index0").symlink_to("../../video3")
    monkeypatch.setattr(here, "webcams", lambda _: [(1, "Other"), (3, "HD Pro Webcam C920")])
    called = name.format(by_id=by_id, dev=tmp_path) if isinstance(name, str) else name
    assert here.video_number(called, tmp_path) == 3
    assert here.lasting_name(3, tmp_path) == str(by_id / "usb-Maker_HD-index0")
    assert (here.video_number("none", tmp_path), here.lasting_name(4, tmp_path)) == (None, "")
