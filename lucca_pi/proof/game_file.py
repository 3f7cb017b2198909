"""A game's file read (`lucca-game/1`, a ZIP): what it claims, and which pictures and words each claim rests on."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lucca_pi.evening.claims import claims_in, journal_events
from lucca_pi.evening.journal import Begun, kind_of
from lucca_pi.games.contract.claims import JOURNAL, MANIFEST, Claimed, Claims
from lucca_pi.games.contract.game import Game
from lucca_pi.proof.archive import Archive
from lucca_pi.proof.evidence import Evidence, Pictures, evidence_of
from lucca_pi.strict import Node, shown

FORMAT = "lucca-game/1"
LOOKS = "looks/"
"""Where the pictures are."""
STYLES = ("aruco", "qr", "auto")
MOST_PICTURES = 2000
"""A game with every look in doubt has a few hundred."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """How the pictures are to be read, and which belong to which event of the journal, counting from 1."""

    game: str
    style: str
    pictures: Mapping[int, Pictures]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn, or what players settled, as it is claimed, and what the journal keeps of it."""

    claimed: Claimed
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class GameFile:
    """All that the file tells. `evidence`: the start's, then each entry's, as far as the journal goes."""

    manifest: Manifest
    kind: Game
    claims: Claims
    evidence: tuple[Evidence, ...]

    @property
    def begun(self) -> Begun:
        """How the game was arranged."""
        now = self.claims.arrangement
        return Begun(self.kind, now.setup, now.players, now.names, date="")

    def steps(self) -> Iterator[Step]:
        """The entries of the record; those that the journal does not get to have no pictures."""
        rest = iter(self.evidence[1:])
        for claimed in self.claims.entries():
            yield Step(claimed, next(rest, Evidence("played" if claimed.is_turn else "adjusted")))


def read_game_file(archive: Archive) -> GameFile:
    """The game in a file. Raises UnreadableError."""
    with archive.explained(MANIFEST):
        manifest = _manifest(archive.json(MANIFEST))
    with archive.explained(JOURNAL):
        events = journal_events(archive)
        kind = _kind(events)
    claims = claims_in(kind, archive)
    with archive.explained(JOURNAL):
        evidence = evidence_of(events, manifest.pictures)
    return GameFile(manifest, kind, claims, tuple(evidence))


def _manifest(root: Node) -> Manifest:
    if root.key("format").text() != FORMAT:
        raise root.key("format").wrong(f'expected "{FORMAT}", not "{shown(root.key("format").value)}"')
    style = root.key("codes")
    if style.text() not in STYLES:
        raise style.wrong(f"expected {' or '.join(STYLES)}")
    return Manifest(root.key("game").text(), style.text(), _pictures(root.key("looks")))


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


def _kind(events: list[Node]) -> Game:
    """The game, which the journal's first event names."""
    game = events[0].get("game") if events else None
    return kind_of({"game": game.text()} if game else {})
