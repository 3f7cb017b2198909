"""
A game's file (`lucca-game/1`, a ZIP) read: its members, its claims, and the journal's evidence for each: pictures, and
the players' answers.

Nothing in it is trusted: not its sizes, not its names, not that it is a ZIP.
"""

import json
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from lucca_pi.calibration.file import Calibration, CalibrationError, calibration_in
from lucca_pi.contract.claims import JOURNAL, MANIFEST, Claimed, Claims
from lucca_pi.contract.game import Game
from lucca_pi.contract.history import SETTLED_BY_PLAYERS
from lucca_pi.errors import RuleError, UnreadableError, reason_of
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.journal import Begun, look_from_json, plugin_of
from lucca_pi.evening.judging import SETTLED
from lucca_pi.evening.resting import AT_REST
from lucca_pi.evening.stored import claims_in, journal_events
from lucca_pi.files import open_file
from lucca_pi.outside import Node, read_json, shown
from lucca_pi.table.sighting import Look

Pictures = tuple[tuple[str, ...], ...]
"""
The pictures of each look: the first, and those joined with it; all looks but the last are of the resting table before.
"""
_BY_MACHINE = (SPLIT, SETTLED, AT_REST)
"""Notes on turns without an answer of players."""
_TAKEN_BACK = ("dealt", "played", "adjusted", "corrected")
"""Events that can be taken back."""
_LONGEST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    The journal's evidence for the deal, a turn or an adjustment.

    `kind` is the journal's word: dealt, played or adjusted. `looked`: it had looks, even if their pictures were not
    stored; for an adjustment, the look of the turn before it. `said`: what players answered, corrected or settled.
    `split`: one of several turns inferred from one look; `again`: a later look at rest corrected it. `told`: the
    journal's looks with the cards that players identified where the look was ambiguous; `which`: their answer, the
    cards `named` by it. `guessed`: the turn was not settled yet.
    """

    kind: str
    pictures: Pictures = ()
    looked: bool = True
    said: str = ""
    split: bool = False
    again: bool = False
    told: tuple[Look, ...] = ()
    which: str = ""
    named: frozenset[str] = frozenset()
    guessed: bool = False


def evidence_of(events: Sequence[Node], pictures: Mapping[int, Pictures]) -> list[Evidence]:
    """
    The evidence of each deal, turn and adjustment that was not taken back; `pictures` by the number of the event.

    Raises UnreadableError.
    """
    found: list[Evidence] = []
    last: list[Node] = []
    for number, event in standing(events):
        kind = event.key("event").text()
        if kind == "corrected":
            _correct(found, event)
        elif kind in ("dealt", "played"):
            found.append(_evidence(kind, event, pictures.get(number, ())))
            last = event.key("looks").list()
        elif kind == "adjusted":
            found.append(_adjustment(event, last))
    return found


def standing(events: Sequence[Node]) -> list[tuple[int, Node]]:
    """The events that were not taken back, each with its number, from 1. Raises UnreadableError."""
    found: list[tuple[int, Node]] = []
    for number, event in enumerate(events, start=1):
        if event.key("event").text() == "taken-back":
            _take_back(found)
        else:
            found.append((number, event))
    return found


def _take_back(found: list[tuple[int, Node]]) -> None:
    """Removes the last event that can be taken back, if there is one."""
    for index in reversed(range(len(found))):
        if found[index][1].key("event").value in _TAKEN_BACK:
            del found[index]
            return


def _evidence(kind: str, event: Node, pictures: Pictures) -> Evidence:
    looked, note, said = bool(event.key("looks").list()), _note(event), _said(event)
    if kind == "played" and not looked and note != SPLIT:
        said = said or "told by the players"
    which = "; ".join(_answered(one) for one in _identified(event))
    told = tuple(_look(one) for one in event.key("looks").list()) if which else ()
    others = event.get("others")
    named = frozenset(name for one in _identified(event) if (name := _given(one)))
    guessed = bool(others and others.list())
    return Evidence(
        kind, pictures, looked, said, split=note == SPLIT, told=told, which=which, named=named, guessed=guessed
    )


def _identified(event: Node) -> list[Node]:
    """The questions about ambiguous cards of the looks."""
    asked = event.get("identified")
    return asked.list() if asked else []


def _look(data: Node) -> Look:
    """A look from a journal's data. Raises UnreadableError."""
    try:
        return look_from_json(data.value)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise data.wrong("it is no look") from None


def _adjustment(event: Node, last: Sequence[Node]) -> Evidence:
    """The evidence of an adjustment; `last`: the looks of the turn before it."""
    looks = [look.value for look in event.key("looks").list()]
    same = bool(looks) and looks == [look.value for look in last[-1:]]
    return Evidence("adjusted", looked=same, said=SETTLED_BY_PLAYERS)


def _correct(found: list[Evidence], event: Node) -> None:
    """Applies a correction to the turn that it names, counting from 1."""
    turns = [index for index, one in enumerate(found) if one.kind == "played"]
    number = event.key("number")
    if not 1 <= number.whole() <= len(turns):
        raise number.wrong(f"there are {len(turns)} turns before it")
    at = turns[number.whole() - 1]
    again = found[at].again or _note(event) == AT_REST
    said = _said(event) or ("" if _note(event) in _BY_MACHINE else "corrected by the players")
    if len(event.key("turns").list()) < len(turns[number.whole() - 1 :]):  # it was no turn
        found[at] = Evidence("adjusted", looked=False, said=said)
        return
    found[at] = replace(found[at], said=said or found[at].said, again=again)


def _said(event: Node) -> str:
    """The question with the answer given, or the note on the players' entry."""
    asked = event.get("asked")
    if asked and asked.value is not None:
        return _answered(asked)
    note = _note(event)
    return "" if note in _BY_MACHINE else shown(note, _LONGEST_WORDS)


def _note(event: Node) -> str:
    note = event.get("note")
    return note.text() if note else ""


def _answered(asked: Node) -> str:
    question, answer = asked.key("question").text(), _given(asked)
    if answer is None:
        return f"told by the players when asked: {shown(question, _LONGEST_WORDS)}"
    return f"answered by the players: {shown(question, _LONGEST_WORDS)} {shown(answer, _LONGEST_WORDS)}"


def _given(asked: Node) -> str | None:
    """The answer given; None if no answer offered was right."""
    answers, given = asked.key("answers").list(), asked.key("given")
    if given.value is None:
        return None
    if not 0 <= given.whole() < len(answers):
        raise given.wrong(f"there are {len(answers)} answers")
    return answers[given.whole()].text()


_LARGEST_TEXT = 16_000_000
"""Most bytes of a text: the journal of a whole game has under 2 million."""
LARGEST_PICTURE = 100_000_000
"""Most bytes of a picture: a PNG of 12 megapixels has 4 million."""
LARGEST_WHOLE = 8_000_000_000
"""Most bytes of all members together, unpacked: 2,000 pictures of 4 million."""
_LARGEST_CALIBRATION = 2_000
"""Most bytes of a calibration: five seats have under a thousand. Reading malicious TOML takes time with the square."""
LARGEST_LIST = 1_000_000
"""Most bytes of the ZIP's list of members: some ten thousand of them."""
_GAMES_IN_A_BACKUP = 100
"""How many games of the largest size a backup may hold."""
_LONGEST_REASON = 120
DAMAGED = "damaged, or not a game that `lucca-pi games export` wrote"
_END, _END_BYTES, _LONGEST_REMARK = b"PK\x05\x06", 22, 65_535
_END_OF_LARGE, _END_OF_LARGE_BYTES = b"PK\x06\x07", 20
"""End records of a ZIP, and of one of more than 4 GB, with their sizes."""
_LISTED_OF_LARGE_BYTES = 56
"""Bytes of the record before the latter, which says how long the list is."""


class Archive:
    """The members of a ZIP by name. Any fault in it raises UnreadableError."""

    def __init__(self, file: Path, *, is_backup: bool = False) -> None:
        """`is_backup`: it may hold as much as all games of a machine."""
        self.file, times = file, _GAMES_IN_A_BACKUP if is_backup else 1
        with self.explained():
            with open_file(file) as stream:
                listed = _listed_bytes(stream)
            if listed > times * LARGEST_LIST:  # opening it would fill the memory
                raise UnreadableError("lists far more files than a game has")
            self._zip = ZipFile(file)
            self._members = {info.filename: info for info in self._zip.infolist() if not info.is_dir()}
            _check_members(self._zip.infolist(), times * LARGEST_WHOLE)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def within(self, folder: str) -> list[str]:
        """The names of all members in a folder, "" for all, without the folder's own."""
        return [name.removeprefix(folder) for name in self._members if name.startswith(folder)]

    def json(self, name: str) -> Node:
        """The document in a member."""
        text = self.text(name)
        with self.explained(name):
            return read_json(text)

    def text(self, name: str) -> str:
        """The text in a member."""
        with self.explained(name):
            return self._bytes(name, _LARGEST_TEXT).decode()

    def picture(self, name: str) -> bytes:
        """The bytes of a member that should be a picture; not checked."""
        with self.explained(name):
            return self._bytes(name, LARGEST_PICTURE)

    def calibration(self, name: str) -> Calibration:
        """The calibration in a member."""
        with self.explained(name):
            try:
                return calibration_in(self._bytes(name, _LARGEST_CALIBRATION))
            except CalibrationError as error:
                raise UnreadableError(shown(error, _LONGEST_REASON)) from None

    def _bytes(self, name: str, most: int) -> bytes:
        info = self._members.get(name)
        if info is None:
            raise UnreadableError("is missing: export the game again")
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise UnreadableError("is packed in a way that no export uses")
        with self._zip.open(info) as member:
            data = member.read(most + 1)
        if len(data) > most:
            raise UnreadableError(f"has more than {most:,} bytes")
        return data

    @contextmanager
    def explained(self, name: str = "") -> Iterator[None]:
        """Turns any error in a ZIP into a line that names the file and the member."""
        try:
            yield
        except UnreadableError as error:
            place = error.place if error.file else ": ".join(filter(None, (name, error.place)))
            raise UnreadableError(error.message, place, str(self.file)) from None
        except RuleError as error:
            raise UnreadableError(error.message, name, str(self.file)) from None
        except UnicodeDecodeError:
            raise UnreadableError("not UTF-8 text", name, str(self.file)) from None
        except OSError as error:
            raise UnreadableError(f"cannot be read: {reason_of(error)}", name, str(self.file)) from None
        except (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error, struct.error):
            raise UnreadableError(DAMAGED, name, str(self.file)) from None


def _listed_bytes(stream: IO[bytes]) -> int:
    before = max(0, stream.seek(0, 2) - _END_BYTES - _LONGEST_REMARK - _END_OF_LARGE_BYTES - _LISTED_OF_LARGE_BYTES)
    stream.seek(before)
    tail = stream.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        raise BadZipFile
    listed: int = struct.unpack_from("<I", tail, at + 12)[0]
    if tail[max(0, at - _END_OF_LARGE_BYTES) : at].startswith(_END_OF_LARGE):
        large = at - _END_OF_LARGE_BYTES - _LISTED_OF_LARGE_BYTES
        if struct.unpack_from("<Q", tail, at - _END_OF_LARGE_BYTES + 8)[0] != before + large:
            raise BadZipFile  # there are two lists, and another may be read than was measured
        listed = struct.unpack_from("<Q", tail, large + 40)[0]
    return listed


def _check_members(members: list[ZipInfo], largest_whole: int) -> None:
    """Raises UnreadableError for names and sizes that no export has."""
    if sum(info.file_size for info in members) > largest_whole:
        raise UnreadableError(f"has more than {largest_whole:,} bytes when it is unpacked")
    names = Counter(info.filename for info in members)
    for name, count in names.items():
        if count > 1:
            raise UnreadableError(f"holds {shown(name)} {count} times")
        if not _is_inside(name):
            raise UnreadableError(f"holds {shown(name)}, a name that points outside it")
    if len({info.header_offset for info in members}) < len(members):
        raise UnreadableError("gives one member several names")


def _is_inside(name: str) -> bool:
    r"""
    True if the name of a member stays within the ZIP.

    >>> [_is_inside(name) for name in ("looks/000-deal.jpg", "../deck.json", "/etc/passwd", "a\\..\\b", "C:x", "")]
    [True, False, False, False, False, False]
    """
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and not set("\\:\0") & set(name)


FORMAT = "lucca-game/1"
LOOKS = "looks/"
"""Folder of the pictures."""
CHECK = "check.json"
"""The member that a check of a table has in place of the manifest (`lucca_pi/checking/kept.py`)."""
STYLES = ("aruco", "qr", "auto")
_MOST_PICTURES = 2000
"""Most pictures of a game: one with every look in doubt has a few hundred."""


@dataclass(frozen=True, slots=True)
class Step:
    """A claimed turn or settlement, with the journal's evidence for it."""

    claimed: Claimed
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class GameFile:
    """
    The content of the file.

    `style`: that of the codes in its pictures. `evidence`: the start's, then each entry's, to the end of the journal.
    """

    game: str
    style: str
    plugin: Game
    claims: Claims
    evidence: tuple[Evidence, ...]

    @property
    def begun(self) -> Begun:
        """The arrangement of the game."""
        now = self.claims.arrangement
        return Begun(self.plugin, now.setup, now.players, now.names, date="")

    def steps(self) -> Iterator[Step]:
        """The entries of the record; those beyond the journal's end have no pictures."""
        rest = iter(self.evidence[1:])
        for claimed in self.claims.entries:
            yield Step(claimed, next(rest, Evidence("played" if claimed.is_turn else "adjusted")))


def read_game_file(archive: Archive) -> GameFile:
    """The game in a file. Raises UnreadableError."""
    if MANIFEST not in archive and CHECK in archive:
        raise UnreadableError("this is a check of a table, not a game: use check import.", file=str(archive.file))
    with archive.explained(MANIFEST):
        root = archive.json(MANIFEST)
        root.key("format").only(FORMAT)
        style = root.key("codes")
        if style.text() not in STYLES:
            raise style.wrong(f"expected {' or '.join(STYLES)}")
        name, pictures = root.key("game").text(), _pictures(root.key("looks"))
    with archive.explained(JOURNAL):
        events = journal_events(archive)
        game = events[0].get("game") if events else None
        plugin = plugin_of({"game": game.text()} if game else {})
    claims = claims_in(plugin, archive)
    with archive.explained(JOURNAL):
        evidence = evidence_of(events, pictures)
    return GameFile(name, style.text(), plugin, claims, tuple(evidence))


def _pictures(events: Node) -> dict[int, Pictures]:
    found: dict[int, Pictures] = {}
    names: Counter[str] = Counter()
    for one in events.list():
        number, named = one.key("event"), one.key("pictures").list()
        looks = tuple(tuple(LOOKS + picture.text() for picture in look.list()) for look in named)
        if number.whole() in found:
            raise number.wrong("is there twice")
        found[number.whole()] = looks
        names.update(name for joined in looks for name in joined)
    if names.total() > _MOST_PICTURES:
        raise events.wrong(f"names more than {_MOST_PICTURES} pictures")
    for name, count in names.items():
        if count > 1:
            raise events.wrong(f"names {shown(name)} {count} times: each look has pictures of its own")
    return found


def written(document: Any) -> bytes:
    """A document of JSON data as it stands in a file."""
    return f"{json.dumps(document, indent=1)}\n".encode()
