"""The game that a file tells: its record, its points, and what each entry of the record rests on."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.rules.deckfile import DeckFile, read_deck_file
from lucca_pi.games.citta.rules.record import Entry, Record, read_record
from lucca_pi.games.citta.rules.score import FORMAT as SCORE_FORMAT
from lucca_pi.games.citta.rules.scoring import KINDS
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.proof.archive import Archive
from lucca_pi.proof.evidence import Evidence, Pictures, evidence_of
from lucca_pi.proof.members import DECK, FORMAT, JOURNAL, LOOKS, MANIFEST, RECORD, SCORE
from lucca_pi.strict import Node, read_json, shown

STYLES = ("aruco", "qr", "auto")
MOST_PICTURES = 2000
"""A game with every look in doubt has a few hundred."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of points; `round` is None in the final scoring."""

    round: int | None
    player: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class Claims:
    """The points that the file tells: their lines, and the whole of its score."""

    lines: tuple[ToldLine, ...]
    score: Mapping[str, Any]

    def adjusts(self, round_number: int, player: str, points: int) -> bool:
        """Whether there is a line for an adjustment by these points."""
        return ToldLine(round_number, player, "adjustment", points) in self.lines

    def of_turn(self, round_number: int | None, player: str) -> tuple[ToldLine, ...]:
        """A player's lines of a round, or of the final scoring; without adjustments."""
        own = (line for line in self.lines if (line.round, line.player) == (round_number, player))
        return tuple(line for line in own if line.kind != "adjustment")


@dataclass(frozen=True, slots=True)
class Manifest:
    """How the pictures are to be read, and which belong to which event of the journal, counting from 1."""

    game: str
    style: str
    swap: bool
    pictures: Mapping[int, Pictures]


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the record, its round and turn (an adjustment's: None), and what the journal keeps of it."""

    round: int
    turn: int | None
    entry: Entry
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class ToldGame:
    """All that the file tells. `evidence`: the deal's, then each entry's of the record, as far as the journal goes."""

    manifest: Manifest
    record: Record
    deck_file: DeckFile
    seats: Mapping[str, int]
    claims: Claims
    evidence: tuple[Evidence, ...]

    def steps(self) -> Iterator[Step]:
        """The entries of the record; those that the journal does not get to have no pictures."""
        kept = iter(self.evidence[1:])
        for number, entries in enumerate(self.record.rounds, start=1):
            turns = 0
            for entry in entries:
                played = isinstance(entry, Turn)
                turns += played
                evidence = next(kept, Evidence("played" if played else "adjusted"))
                yield Step(number, turns if played else None, entry, evidence)


def told_game(archive: Archive) -> ToldGame:
    """The game in a file. Raises UnreadableError."""
    with archive.explained(MANIFEST):
        manifest = _manifest(archive.json(MANIFEST))
    with archive.explained(RECORD):
        record = read_record(archive.text(RECORD))
        seats = _seats(record)
    with archive.explained(DECK):
        deck_file = _deck(archive.text(DECK), record)
    with archive.explained(SCORE):
        claims = _claims(archive.json(SCORE))
    with archive.explained(JOURNAL):
        events = [_event(number, line) for number, line in enumerate(archive.text(JOURNAL).splitlines(), start=1)]
        found = evidence_of(events, manifest.pictures)
    return ToldGame(manifest, record, deck_file, seats, claims, tuple(found))


def _manifest(root: Node) -> Manifest:
    _check_format(root, FORMAT)
    style, swap = root.key("codes"), root.key("swap")
    if style.text() not in STYLES:
        raise style.wrong(f"expected {' or '.join(STYLES)}")
    if not isinstance(swap.value, bool):
        raise swap.wrong("expected true or false")
    return Manifest(root.key("game").text(), style.text(), swap.value, _pictures(root.key("looks")))


def _check_format(root: Node, name: str) -> None:
    if root.key("format").text() != name:
        raise root.key("format").wrong(f'expected "{name}", not "{shown(root.key("format").value)}"')


def _pictures(events: Node) -> dict[int, Pictures]:
    found: dict[int, Pictures] = {}
    names: Counter[str] = Counter()
    for one in events.list():
        number, looks = one.key("event"), _of_event(one.key("pictures"))
        if number.whole() in found:
            raise number.wrong("stands there twice")
        found[number.whole()] = looks
        names.update(name for joined in looks for name in joined)
    if names.total() > MOST_PICTURES:
        raise events.wrong(f"names more than {MOST_PICTURES} pictures")
    for name, count in names.items():
        if count > 1:
            raise events.wrong(f"names {shown(name)} {count} times: each look has pictures of its own")
    return found


def _of_event(looks: Node) -> Pictures:
    return tuple(tuple(LOOKS + picture.text() for picture in look.list()) for look in looks.list())


def _seats(record: Record) -> dict[str, int]:
    """Player to quarter, a quarter of their own for each."""
    seats = record.extra.get("seats")
    if not isinstance(seats, dict) or set(seats) != set(record.players) or not _are_quarters([*seats.values()]):
        raise UnreadableError("expected a quarter of their own for each player", "seats")
    return {player: seats[player] for player in record.players}


def _are_quarters(codes: list[object]) -> bool:
    return all(isinstance(code, int) and code in QUARTER_CODES for code in codes) and len(set(codes)) == len(codes)


def _deck(text: str, record: Record) -> DeckFile:
    deck_file = read_deck_file(text, DECK)
    if deck_file.deck.cards != record.deck.cards:
        raise UnreadableError(f"holds other cards than the deck of {RECORD}")
    return deck_file


def _claims(root: Node) -> Claims:
    _check_format(root, SCORE_FORMAT)
    return Claims(tuple(_line(line) for line in root.key("lines").list()), root.object())


def _line(line: Node) -> ToldLine:
    number, kind = line.key("round"), line.key("kind")
    if kind.text() not in KINDS:
        raise kind.wrong(f"expected {', '.join(KINDS)}")
    in_round = None if number.value is None else number.whole()
    return ToldLine(in_round, line.key("player").text(), kind.text(), line.key("points").whole())


def _event(number: int, line: str) -> Node:
    """The event on a line of the journal."""
    try:
        return Node(read_json(line).value, f"line {number}")
    except UnreadableError as error:
        raise UnreadableError(error.message, f"line {number}") from None
