"""Reasons for the turns of a stored game: its journal judged again, and the findings drawn on its stored pictures."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lucca_pi.app.journal_writer import look_name
from lucca_pi.devices.album import calibration_of, closer_of, colours_of, is_kept
from lucca_pi.evening.why import Why, places, why_each, why_json, why_line, why_look, why_text, why_turn
from lucca_pi.outside import Node
from lucca_pi.proof.export import Stored, pictures_of
from lucca_pi.proof.game_file import evidence_of
from lucca_pi.proof.past_games import open_game
from lucca_pi.proof.replayable import style_in
from lucca_pi.table.looks import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Marked

if TYPE_CHECKING:
    from lucca_pi.vision.look import Inspected
    from lucca_pi.vision.reader import Style

_NO_CODE = -1
"""The code that stands for a place without a piece."""


def _marks(why: Why, look: Look, pieces: Pieces) -> tuple[Marked, ...]:
    """The marks in the axes of the picture's own look."""
    if why.explanation is None:
        return ()
    known = {seen.code: seen for seen in look.sightings if seen.code not in pieces.shared}
    before, marked = why.explanation.known, why.explanation.marks
    unknown = [replace(one.seen, code=_NO_CODE) for one in marked]
    moved = anchored(Look((*before, *unknown), 1.0, ()), known, pieces.anchors).sightings[len(before) :]
    return tuple(replace(one, seen=there) for there, one in zip(moved, marked, strict=True))


_KEEPS = "`lucca-pi play --pictures MB` saves them"


class NoSuchTurnError(Exception):
    """The game has no such turn."""


class NoPictureError(Exception):
    """The requested picture was not stored."""


@dataclass(frozen=True, slots=True)
class _Told:
    """
    The reasons for a turn of a stored game, or for a look that still waits; `picture`: the look's picture, if stored.
    """

    game: Stored
    why: Why
    picture: Path | None

    def text(self) -> str:
        """The reasons for people, in several lines."""
        picture = f"picture: {self.picture}" if self.picture else f"no picture of it was saved: {_KEEPS}"
        return f"{why_text(self.why, self.game.state)}\n\n{picture}"

    def line(self) -> str:
        """The same on one line."""
        return why_line(self.why, self.game.state)

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {**why_json(self.why, self.game.state), "picture": str(self.picture) if self.picture else None}


@dataclass(frozen=True, slots=True)
class _WhyGame:
    """The reasons for each turn, then for the look that waits, if it was stored; `waits` says so in a sentence."""

    turns: tuple[_Told, ...]
    waiting: _Told | None
    waits: str
    trouble: str = ""
    """The part of its journal that cannot be read; empty if all can."""

    def text(self) -> str:
        """A line for each turn, and the look that waits at the end."""
        heading = f"{'turn':<5} {'player':<12} {'fits':<8} {'weight'} {'how':<15} taken; next best"
        lines = [heading, *(told.line() for told in self.turns), "", self.waits]
        return "\n".join([*lines, *([self.trouble] if self.trouble else [])])

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data."""
        waiting = self.waiting.to_json() if self.waiting else None
        trouble = {"trouble": self.trouble} if self.trouble else {}
        return {"turns": [told.to_json() for told in self.turns], "waiting": waiting, "waits": self.waits, **trouble}


def why_game(place: Path | None, name: str) -> _WhyGame:
    """The reasons for each turn of the game of that name. Raises as `open_game` does, and PictureError."""
    game = open_game(place, name)
    turns = tuple(_Told(game, why, _picture_of(game, why)) for why in why_each(game.state))
    waiting = _waiting(game)
    return _WhyGame(turns, waiting, _waits(game, waiting), game.trouble)


def why_one(place: Path | None, name: str, round_number: int | None, turn: int) -> _Told:
    """The reasons for a turn, or for the look that waits for one; `round_number` None: in a game without rounds."""
    game = open_game(place, name)
    _check_rounds(game, round_number)
    when, known, played = (round_number, turn), places(game.state), len(game.state.course.turns)
    if when not in known:
        last = f"its last is {_turn_of(*known[played - 1])}" if played else "nobody has played yet"
        raise NoSuchTurnError(f"the game {name} has no {_turn_of(*when)}; {last}")
    if when in known[:played]:
        why = why_turn(game.state, known.index(when) + 1)
        return _Told(game, why, _picture_of(game, why))
    waiting = _waiting(game)
    if waiting is None:
        raise NoSuchTurnError(f"{_turn_of(*when)} is not scored yet. {_waits(game, None)}")
    return waiting


def _check_rounds(game: Stored, round_number: int | None) -> None:
    """Raises NoSuchTurnError if a round is missing, or given in a game without rounds."""
    now = game.state.game
    if now is None or (now.round is None) == (round_number is None):
        return
    which = "no rounds: give TURN alone" if round_number is not None else "rounds: give ROUND and TURN"
    raise NoSuchTurnError(f"the game {game.name} has {which}")


def _turn_of(round_number: int | None, turn: int) -> str:
    return f"turn {turn}" if round_number is None else f"turn {turn} of round {round_number}"


def _waits(game: Stored, waiting: _Told | None) -> str:
    """The sentence or two on the next thing the game waits for."""
    now = game.state.game
    if now is None:
        return f"The game is {game.state.plugin.show.unstarted}."
    if now.player_in_turn is None:
        return "Nothing is pending: the game is over."
    whose = f"It is {now.player_in_turn}'s turn ({_turn_of(now.round, now.turns + 1)})"
    if waiting:
        when = f"{now.turns + 1}" if now.round is None else f"{now.round} {now.turns + 1}"
        command = f"lucca-pi games why {game.name} {when}"
        return f"{whose}. A look waits:\n{waiting.line()}\n`{command}` explains it."
    return f"{whose}. No waiting look was saved: {_KEEPS}."


def _waiting(game: Stored) -> _Told | None:
    """The look that play stopped in doubt of, read again from its picture; None if the game has none."""
    now = game.state.game
    if now is None or now.player_in_turn is None:
        return None
    for suffix in (".jpg", ".png"):
        name = f"{look_name(game.state.course)}{suffix}"
        if is_kept(game.folder, name):
            look = _look(game, game.folder / name)
            return _Told(game, why_look(game.state, (look,)), game.folder / name)
    return None


def _look(game: Stored, picture: Path) -> "Look":
    """The look in a picture, joined with the further pictures of the same look."""
    from lucca_pi.table.looks import joined
    from lucca_pi.vision.look import NoAnchorError

    looks = [_inspected(game, picture).look]
    for one in closer_of(picture):
        with suppress(NoAnchorError):
            looks.append(_inspected(game, one).look)
    return joined(looks, game.state.pieces) if len(looks) > 1 else looks[0]


def _inspected(game: Stored, picture: Path) -> "Inspected":
    """The reading of a stored picture, with the lens that play knew. Raises PictureError, NoAnchorError and others."""
    from lucca_pi.calibration.file import read_calibration
    from lucca_pi.errors import refusing
    from lucca_pi.vision.faces.following import Faces
    from lucca_pi.vision.picture import PictureError, load_colour, load_picture
    from lucca_pi.vision.reader import Reader

    with refusing(str(picture), PictureError):
        calibration, colours = calibration_of(picture), colours_of(picture)
        lens = read_calibration(calibration).lens if calibration.is_file() else None
        shown = load_picture(picture)
        colour = load_colour(colours) if colours.is_file() else shown.colour
        return Reader(game.state.pieces, _style(game.folder), faces=Faces()).read(shown.grey, colour, lens)


def _style(folder: Path) -> "Style":
    """The style of the cards' codes, from the settings beside the pictures."""
    try:
        return cast("Style", style_in(folder))
    except (OSError, ValueError):
        return "aruco"


def _picture_of(game: Stored, why: Why) -> Path | None:
    """The picture of the look that the turns taken were read from, if it was stored."""
    named = ((tuple(map(str, joined)) for joined in pictures_of(event)) for event in game.events)
    told = evidence_of([Node(event) for event in game.events], dict(enumerate(map(tuple, named), start=1)))
    turns = [moment.pictures for moment in told if moment.kind == "played"]
    pictures = turns[places(game.state).index((why.round, why.turn)) + len(why.taken) - 1]
    name = pictures[-1][0] if pictures and pictures[-1] else None
    return game.folder / name if name and is_kept(game.folder, name) else None


def draw(told: _Told, file: Path) -> None:
    """
    Draws the findings on the stored picture, each at its place, and writes it to the file (.png or .jpg).

    Raises NoPictureError if no picture was stored, PictureError, NoAnchorError and OSError.
    """
    from lucca_pi.vision.debug import plain, write_debug_image
    from lucca_pi.vision.picture import load_picture

    if told.picture is None:
        raise NoPictureError(f"no picture of that look was saved: {_KEEPS}")
    state, inspected = told.game.state, _inspected(told.game, told.picture)
    explained, marked = told.why.explanation, _marks(told.why, inspected.look, state.pieces)
    noted = (*(explained.lines[:1] if explained else ()), *told.why.remedies)
    drawn = state.plugin.show.drawn(state.match, inspected, noted, marked) or plain(inspected, noted, marked)
    write_debug_image(file, load_picture(told.picture).grey, inspected, state.pieces, drawn)
