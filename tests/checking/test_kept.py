"""A check as one ZIP: nothing in it tells of people, and it becomes a test; what is made to do harm is refused."""

import json
from io import BytesIO
from pathlib import Path
from shutil import copy
from zipfile import ZipFile

import pytest
from faulty import checked, drawn, easy
from PIL import Image
from schemas import complaints

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.check import Check, exposure_of, stripped
from lucca_pi.checking.kept import import_check, reread, write_check
from lucca_pi.checking.plan import asked
from lucca_pi.config import Config
from lucca_pi.devices.camera import FolderCamera
from lucca_pi.errors import UnreadableError
from lucca_pi.proof.verify import verify_game
from lucca_pi.vision.picture import picture_in


@pytest.fixture
def checkout(tmp_path):
    for name in ("lucca_pi", "tests"):
        (tmp_path / "checkout" / name).mkdir(parents=True)
    (tmp_path / "checkout" / "lucca_pi" / "__init__.py").touch()
    return tmp_path / "checkout"


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """The folder of a check with two layings, and its pictures."""
    folder = tmp_path_factory.mktemp("check")
    config = Config(state=folder / "Anna")
    one = checked(drawn(easy()), ["column", "far corner"], config, folder / "pictures")
    write_check(one, config, folder / "table.zip")
    return folder


@pytest.fixture
def made(once, tmp_path):
    """The ZIP of that check."""
    return Path(copy(once / "table.zip", tmp_path))


def test_a_zip_becomes_a_test_that_reads_the_same(made, checkout):
    assert import_check(made, checkout, "a-table") == "tests/tables/a-table: 2 layings, 19 of 19 pieces read"
    now, kept = reread(checkout / "tests" / "tables" / "a-table")
    assert [one.to_json() for one in now] == kept


def test_a_zip_tells_no_name_and_no_path(made):
    with ZipFile(made) as archive:
        assert complaints("check", json.loads(archive.read("check.json"))) == []
        texts = [archive.read(name) for name in archive.namelist() if name.endswith("json")]
        assert json.loads(archive.read("deck.json"))["name"] == "deck"
    assert not any(word in text for text in texts for word in (b"Anna", str(made.parent).encode(), b"reference"))


def photograph(held: int) -> bytes:
    """A photograph as phones send it: with place and exposure, and a film behind it."""
    told = Image.Exif()
    told[0x0112], told[0x010F] = held, "Anna's phone"
    told.get_ifd(0x8825)[2] = (43.0, 50.0, 0.0)
    told.get_ifd(0x8769)[33434] = 0.02
    file, dots = BytesIO(), Image.effect_noise((64, 48), 90).convert("RGB")
    dots.save(file, "JPEG", exif=told, comment=b"Anna")
    return file.getvalue() + b"film of Anna"


@pytest.mark.parametrize("held", [1, 6])
def test_a_photograph_keeps_its_dots_and_tells_nothing_else(held):
    before = photograph(held)
    after = stripped(before)
    assert (picture_in(before).grey == picture_in(after).grey).all()
    assert b"Anna" not in after
    assert (exposure_of(before), exposure_of(after)) == (
        {"exposure_s": 0.02, "iso": None},
        {"exposure_s": None, "iso": None},
    )


HARMFUL = [
    ("../evil.json", b"{}"),
    ("pictures/calibration/../../evil.toml", b""),
    ("evil.sh", b"#!/bin/sh"),
    ("pictures/99-x.jpg", b"no picture"),
    ("check.json", b'{"format": "lucca-check/1", "game": "citta", "settings": {"codes": "aruco", "edition": "/etc"}}'),
    ("truth.json", b'[{"name": "x", "lay": [{"piece": 1, "seat": 7, "x_mm": 0, "y_mm": 0, "heading_deg": 0}]}]'),
    ("truth.json", b'[{"name": "x", "lay": [{"piece": 1, "seat": 101, "x_mm": 1e300, "y_mm": 0, "heading_deg": 0}]}]'),
    ("readings.json", b"[1"),
    ("pictures/calibration/01-column.toml", b"format = 1"),
]


@pytest.mark.parametrize(("name", "data"), HARMFUL)
def test_a_zip_that_was_made_to_do_harm_is_refused_in_a_line_and_leaves_nothing(name, data, made, checkout):
    harmful = made.parent / "harmful.zip"
    with ZipFile(made) as old, ZipFile(harmful, "w") as new:
        for member in {*old.namelist(), name}:
            new.writestr(member, data if member == name else old.read(member))
    with pytest.raises(UnreadableError) as refused:
        import_check(harmful, checkout, "evil")
    assert "\n" not in str(refused.value)
    assert [*checkout.rglob("*.*")] == [checkout / "lucca_pi" / "__init__.py"]


@pytest.mark.parametrize(
    ("stem", "name"), [("Table_2 (1)", "table-2-1"), ("z_trunc", "z-trunc"), ("ש", "table"), ("a" * 90, "a" * 60)]
)
def test_a_test_is_named_after_any_file_and_takes_no_others_place(stem, name, made, checkout):
    (checkout / "tests" / "tables" / name).mkdir(parents=True)
    with pytest.raises(UnreadableError, match=f"tables/{name}: is there already"):
        import_check(made.rename(made.with_stem(stem)), checkout)


def test_a_file_that_is_cut_off_is_told_for_that_and_not_for_its_name(made, checkout):
    cut = made.with_name("z_trunc.zip")
    cut.write_bytes(made.read_bytes()[:-100])
    with pytest.raises(UnreadableError, match=r"z_trunc.zip: damaged, or not what check table"):
        import_check(cut, checkout)


def test_a_check_that_is_verified_as_a_game_is_told_for_what_it_is(made):
    with pytest.raises(UnreadableError, match=r"table.zip: this is a check of a table, not a game"):
        verify_game(made)


@pytest.mark.parametrize("name", ["", "..", "a/b", "Ä"])
def test_a_test_has_a_plain_name(name, made, checkout):
    with pytest.raises(UnreadableError, match="--name"):
        import_check(made, checkout, name)


def test_a_look_again_takes_the_place_of_the_first(once, tmp_path):
    camera = FolderCamera(once / "pictures")
    one = Check(asked(Config()), camera, Eyes(Config(state=tmp_path)), tmp_path / "again")
    one.look()
    one.look()
    assert [file.name for file in (tmp_path / "again").glob("*.*")] == ["01-column.png"]


def test_a_check_outside_of_a_checkout_becomes_no_test(made):
    with pytest.raises(UnreadableError, match="no checkout"):
        import_check(made, Path(made.parent), "a-table")
