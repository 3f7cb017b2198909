"""
A check as one ZIP (`lucca-check/1`, docs/checking.md), and the test that it becomes in a checkout of this project.

    check.json      the game, the settings of the reading, camera, light and versions
    truth.json      the layings that were looked at, in the order of the pictures, as `check table --plan --json` prints
    readings.json   what was read of each
    deck.json       the deck, without its name, if the game has one
    pictures/       the pictures, as `--camera folder:` reads them

Nothing in it tells a name, a place or a path.
"""

import json
import platform
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.check import Check, stripped
from lucca_pi.checking.compare import Compared
from lucca_pi.checking.plan import asked, laying_of
from lucca_pi.config import SHARED, Config, ConfigError, settings
from lucca_pi.contract.claims import MANIFEST
from lucca_pi.contract.setup import settings_of
from lucca_pi.devices.camera import FolderCamera
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.state import resumed
from lucca_pi.files import read_text, write_file
from lucca_pi.games import PLAYED, game_named
from lucca_pi.language import _
from lucca_pi.outside import Node, read_json, shown
from lucca_pi.ports import CameraEndedError
from lucca_pi.proof.export import Members, export_game, write_zip
from lucca_pi.proof.game_file import CHECK, DAMAGED, LOOKS, STYLES, Archive, written
from lucca_pi.proof.game_file import FORMAT as GAME_FORMAT
from lucca_pi.proof.past_games import game_in, library
from lucca_pi.proof.verify import verify_game
from lucca_pi.version import version
from lucca_pi.vision.picture import PictureError, picture_in
from lucca_pi.years.people import forgotten, seats_of

FORMAT = "lucca-check/1"
TRUTH, READINGS, DECK, PICTURES = "truth.json", "readings.json", "deck.json", "pictures/"
GAME = "game.zip"
"""A recorded evening in a folder of tests."""
_ALLOWED = re.compile(
    r"(check|truth|readings|deck)\.json|pictures/((closer|colour|closer/colour)/)?[\w.-]+\.(jpe?g|png)"
    r"|pictures/calibration/[\w.-]+\.toml"
)
"""The names that a member may have."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


def documents(check: Check, config: Config) -> dict[str, Any]:
    """The documents of the ZIP as JSON data, by the names of their members."""
    rules, setup = game_named(check.asked.game).rules, check.asked.setup
    looked = [number for number in sorted(check.results) if check.picture(number)]
    given = {name: value for name, value in settings_of(setup).items() if value is not None}
    about = {
        "format": FORMAT,
        "game": check.asked.game,
        "settings": {**given, "codes": config.codes},
        "camera": config.camera.partition(":")[0],
        "pictures": [_about_picture(check, number) for number in looked],
        "versions": _versions(),
    }
    decks = {name: {**document, "name": "deck"} for name, document in rules.files(setup).items()}
    truth = [{"game": check.asked.game, **asdict(check.results[number].laying)} for number in looked]
    return {CHECK: about, TRUTH: truth, READINGS: [check.results[number].to_json() for number in looked], **decks}


def _about_picture(check: Check, number: int) -> dict[str, Any]:
    result = check.results[number]
    return {"name": result.laying.name, **check.pictures[number], **(asdict(result.light) if result.light else {})}


def _versions() -> dict[str, str]:
    """What read the pictures: this program, and what it stands on."""
    import cv2
    import numpy as np

    own = {"lucca-pi": version(), "python": platform.python_version(), "machine": platform.machine()}
    return {**own, "opencv": cv2.__version__, "numpy": np.__version__}


def listed_members(check: Check, config: Config) -> Iterator[str]:
    """A line for each thing that the ZIP would hold, with its size, before it is kept."""
    for name, document in documents(check, config).items():
        yield f"{name}: {len(written(document)):,} bytes"
    files = _files(check)
    yield f"{PICTURES}: {len(files)} files, {sum(file.stat().st_size for file in files.values()):,} bytes"


def _files(check: Check) -> Mapping[str, Path]:
    folder = check.folder
    return {f"{PICTURES}{file.relative_to(folder)}": file for file in sorted(folder.rglob("*.*"))} if folder else {}


def write_check(check: Check, config: Config, file: Path) -> None:
    """Writes the ZIP. Raises ExportError."""
    told = ((name, written(document)) for name, document in documents(check, config).items())
    write_zip(file, chain(told, ((name, picture.read_bytes()) for name, picture in _files(check).items())))


def reread(folder: Path) -> tuple[list[Compared], list[Mapping[str, Any]]]:
    """What is read of a kept check now, and what was when it was kept, laying by laying. Raises UnreadableError."""
    about, truth, readings = (read_json(read_text(str(folder / name))) for name in (CHECK, TRUTH, READINGS))
    config = _config(about, folder)
    now = asked(config, tuple(map(laying_of, truth.list())))
    if unknown := {lay.seat for laying in now.layings for lay in laying.lay} - {*now.called.places}:
        raise truth.wrong(f"names seats that the game has not: {shown(unknown)}")
    check = Check(now, FolderCamera(folder / PICTURES), Eyes(config))
    try:
        while check.laying:
            check.look()
            check.number += 1
    except CameraEndedError:
        raise UnreadableError("has fewer pictures than layings", file=str(folder)) from None
    return [*check.results.values()], [one.object() for one in readings.list()]


def _config(about: Node, folder: Path) -> Config:
    """The settings of the reading: of all that settings can be, only the game's own and the style of the codes."""
    about.key("format").only(FORMAT)
    game, given = about.key("game"), about.key("settings").object()
    if game.text() not in PLAYED or given.get("codes") not in STYLES:
        raise game.wrong("is no game or style of codes that is known here")
    own = {name: value for name, value in given.items() if name in settings(game.text()) and name not in SHARED}
    deck = {"deck": str(folder / DECK)} if (folder / DECK).exists() else {}
    try:
        return Config(game=game.text(), state=folder).changed({**own, **deck, "codes": given["codes"]})
    except ConfigError as error:
        raise about.wrong(str(error)) from None


def import_check(file: Path, checkout: Path, name: str | None = None) -> str:
    """
    Makes a ZIP a folder of tests in a checkout, and returns in a line what is read of it here.

    A recorded evening, as `play --record` writes it, becomes one too. Without a `name` the test's is made from
    that of the file. Raises UnreadableError, also for a ZIP that was damaged or made to do harm, and where there is no
    checkout.
    """
    if not (checkout / "lucca_pi" / "__init__.py").exists() or not (checkout / "tests").is_dir():
        raise UnreadableError(
            _("this is no checkout of lucca-pi: run it in the folder that git clone made."), file=str(checkout)
        )
    name = (re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:60] or "table") if name is None else name
    if not _NAME.fullmatch(name):
        raise UnreadableError(f"{shown(name)}: a test's name has small letters, digits and hyphens: give --name NAME.")
    tables = checkout / "tests" / "tables"
    if (tables / name).exists():
        raise UnreadableError("is there already: give another name, with --name NAME.", file=str(tables / name))
    tables.mkdir(exist_ok=True)
    with _of_a_check(), TemporaryDirectory(dir=tables, prefix=".import-") as made:
        told = _evening(file, Path(made)) if _is_evening(file) else _unpacked(file, Path(made))
        shutil.copytree(made, tables / name)
    return f"tests/tables/{name}: {told}"


@contextmanager
def _of_a_check() -> Iterator[None]:
    """Says of a damaged file what it should have been."""
    try:
        yield
    except UnreadableError as error:
        is_damaged = error.message == DAMAGED
        message = "damaged, or not what check table or play --record wrote" if is_damaged else error.message
        raise UnreadableError(message, error.place, error.file) from None


def _is_evening(file: Path) -> bool:
    with Archive(file) as archive:
        return MANIFEST in archive and archive.json(MANIFEST).object().get("format") == GAME_FORMAT


def _evening(file: Path, folder: Path) -> str:
    proof = verify_game(file)
    shutil.copyfile(file, folder / GAME)
    write_file(folder / READINGS, json.dumps(proof.to_json(), indent=1).encode(), with_folder=True)
    agree = sum(check.word in ("agrees", "told") for check in proof.checks)
    return f"a game; {agree} of {len(proof.checks)} of its turns and points follow from its pictures"


def _unpacked(file: Path, folder: Path) -> str:
    with Archive(file) as archive:
        for name in archive.within(""):
            with archive.explained(name):
                if not _ALLOWED.fullmatch(name):
                    raise UnreadableError("is nothing that a check holds")
                data = archive.picture(name)
                if name.endswith(".toml"):
                    archive.calibration(name)
                elif not name.endswith(".json"):
                    _check_picture(data)
                write_file(folder / name, data, with_folder=True)
        missing = [name for name in (CHECK, TRUTH, READINGS) if name not in archive]
    if missing:
        raise UnreadableError(f"is no check: {', '.join(missing)} is missing", file=str(file))
    try:
        now, _kept = reread(folder)
    except (UnreadableError, RuleError) as error:
        raise UnreadableError(error.message, getattr(error, "place", ""), str(file)) from None
    read = sum(len(one.those("read")) for one in now)
    return f"{len(now)} layings, {read} of {sum(len(one.outcomes) for one in now)} pieces read"


def _check_picture(data: bytes) -> None:
    try:
        picture_in(data)
    except PictureError as error:
        raise UnreadableError(str(error)) from None


def record_evening(directory: Path, names: Sequence[str], file: Path) -> Iterator[str]:
    """
    Writes the games of that state directory to the file, further ones beside it; gives a line on each.

    Raises StoreError and ExportError.
    """
    with library(directory) as store:
        games = [game for name in names if (game := game_in(store, name)).state.game is not None]
        for number, game in enumerate(games, start=1):
            place = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
            # with the places' own names, and without the phones that answered
            events: list[Any] = [{key: value for key, value in event.items() if key != "by"} for event in game.events]
            events = [{**one, "deck": {**one["deck"], "name": "deck"}} if "deck" in one else one for one in events]
            for player in seats_of(events).values():
                events = forgotten(events, player)
            state = resumed(events_from_json(store.with_photographs(events)))
            told = replace(game, name="evening", events=events, state=state)
            yield export_game(told, place, through=_for_record).text()


def _for_record(members: Members) -> Members:
    """The members of a game's file, with what read its pictures; these without what a camera tells in them."""
    yield "versions.json", written(_versions())
    for name, content in members:
        yield name, (stripped(content) or content) if name.startswith(LOOKS) else content
