"""
The auditor: says of turns whether the looks prove them, before they are taken without a word.

It knows the position, what was remembered of the table, the looks since, and the turns; nothing of the referee, which
proposes them. It weighs nothing: a claim is shown by what is seen, or it is missing from the certificate.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lucca_pi.citta.auditor.memory import (
    NEAR_MM,
    Back,
    Memory,
    Piece,
    faces_in,
    is_covered,
    lies_near,
    may_lie_in_the_centre,
    out_of_sight,
    owned,
    piles_in,
    walls_seen,
)
from lucca_pi.citta.rules.deck import TOWERS, CardName
from lucca_pi.citta.rules.game import Game, going_on, play_turn
from lucca_pi.citta.rules.palace import Palace
from lucca_pi.citta.rules.turn import Play, Turn
from lucca_pi.language import _, ngettext
from lucca_pi.table.areas import CENTRE, Place, in_axes, place_of
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.table.triplets import triplets_among

FAR_MM = 200.0
"""A wall is pushed no farther than this by accident."""
NEWER_MM = 5.0
"""The newest card of a column lies at least this much nearer to the player than the older ones."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A claim that nothing seen proves: a sentence for players, and the cards of the turn that it is about."""

    text: str
    cards: frozenset[CardName] = frozenset()


@dataclass(frozen=True, slots=True)
class Certificate:
    """
    What proves the turns, and what is missing.

    `proofs`: a line in English for each card played, for the journal. `unseen`: known cards that are out of sight and
    on which nothing in these turns depends.
    """

    proofs: tuple[str, ...]
    gaps: tuple[Gap, ...]
    unseen: tuple[CardName, ...] = ()

    @property
    def is_signed(self) -> bool:
        """Whether the turns may be taken without a word."""
        return not self.gaps

    def without(self, told: Iterable[CardName]) -> tuple[Gap, ...]:
        """The gaps that remain where the players have told of these cards."""
        return tuple(gap for gap in self.gaps if not gap.cards or not gap.cards <= frozenset(told))


@dataclass(frozen=True)
class Scene:
    """
    What is audited: the game before the turns, what was remembered of the table then, and the looks since.

    The looks are in the game's axes, the latest last; `quarters` gives each quarter's place in them, by code.
    """

    game: Game
    seats: Mapping[str, int]
    memory: Memory
    looks: tuple[Look, ...]
    quarters: Mapping[int, Sighting]
    pieces: Pieces
    swap: bool = False
    _places: dict[Sighting, Place] = field(default_factory=dict, init=False, repr=False, compare=False)

    def place(self, seen: Sighting, known: Piece | None = None) -> Place:
        """Where a piece lies: what has not moved where it lay before, else what the table's axes say."""
        if known and lies_near(known.seen, seen):
            return known.place
        if seen not in self._places:
            self._places[seen] = place_of(seen, tuple(self.quarters.values()), self.swap)
        return self._places[seen]

    @cached_property
    def now(self) -> Mapping[CardName, tuple[Sighting, ...]]:
        """The faces in the latest look."""
        return faces_in(self.looks[-1], self.pieces)

    @cached_property
    def before(self) -> tuple[Mapping[CardName, tuple[Sighting, ...]], ...]:
        """The faces in the looks before it."""
        return tuple(faces_in(look, self.pieces) for look in self.looks[:-1])

    def lies(self, name: CardName) -> Place | None:
        """Where a card is seen; None where it is not."""
        seen = self.now.get(name)
        return self.place(seen[0], self.memory.faces.get(name)) if seen else None

    def lay(self, name: CardName, place: Place) -> bool:
        """Whether an earlier look since showed the card there, moved from where it was remembered."""
        known = self.memory.faces.get(name)
        spots = [seen[name][0] for seen in self.before if name in seen]
        return any(self.place(one) == place and not (known and lies_near(known.seen, one)) for one in spots)


def audit(scene: Scene, turns: Iterable[Turn]) -> Certificate:
    """Whether the looks prove that these turns, one after the other, were played. Raises RuleError for illegal ones."""
    return _Audit(scene, tuple(turns)).certificate()


class _Audit:
    def __init__(self, scene: Scene, turns: tuple[Turn, ...]) -> None:
        self.scene, self.turns, self.game = scene, turns, scene.game
        for turn in turns:
            self.game = play_turn(going_on(self.game), turn)
        self.plays = {play.card: (turn.player, play) for turn in turns for play in turn.play}
        self.movers = {scene.seats[turn.player] for turn in turns}
        self.belongs = owned(self.game.position, scene.seats)
        self.backs, *self.backs_before = (self._backs_in(look) for look in reversed(scene.looks))
        self.has_walled = any(play.way == "wall" for _player, play in self.plays.values())
        self.ends_the_round = self.game.round_is_whole or self.game.round > scene.game.round
        self.proofs: list[str] = []
        self.unseen: list[CardName] = []

    def _backs_in(self, look: Look) -> tuple[Back, ...]:
        return walls_seen(look, self.scene.memory, self.scene.quarters, self.movers, self.scene.swap)

    def certificate(self) -> Certificate:
        gaps = (
            *self._plays(),
            *self._triplets(),
            *self._on_offer(),
            *self._faces(),
            *self._columns(),
            *self._piles(),
            *self._backs(),
        )
        return Certificate(tuple(self.proofs), tuple(dict.fromkeys(gaps)), tuple(self.unseen))

    def _plays(self) -> Iterator[Gap]:
        """Each card played is seen in its place, or nothing else can have become of it."""
        for name, (player, play) in self.plays.items():
            shown = self._shown(player, play)
            if shown:
                self.proofs.append(f"{name}: {shown}")
            else:
                yield Gap(self._why_not(player, play), frozenset({name}))

    def _shown(self, player: str, play: Play) -> str:
        """What proves that a card was played so; nothing if nothing does."""
        lies, name = self.scene.lies(play.card), play.card
        match play.way:
            case "palace" | "tower":
                if lies is not None:
                    return "seen in its place" if lies == self.belongs[name] else ""
                return "under a palace that is complete with it" if self._is_under(player, name) else ""
            case "discard":
                if lies is not None:
                    return "seen in the centre" if lies == CENTRE and not self._still_on_offer(name) else ""
                return "was seen in the centre" if self.scene.lay(name, CENTRE) and self._walls_agree(player) else ""
            case _:
                return "the walls have grown by it" if lies is None and self._walls_agree(player) else ""

    def _why_not(self, player: str, play: Play) -> str:
        lies = self.scene.lies(play.card)
        if lies is None and play.way == "wall":
            return _("{player}: I do not see that {card} became a wall", player=player, card=play.card)
        if lies is None:
            return _("{player}: I do not see {card}", player=player, card=play.card)
        if self._still_on_offer(play.card):
            return _("{card} still lies in its triplet", card=play.card)
        return _("{player}: {card} does not lie as it was played", player=player, card=play.card)

    def _still_on_offer(self, name: CardName) -> bool:
        known, seen = self.scene.memory.faces.get(name), self.scene.now.get(name)
        return bool(known and seen and known.place == CENTRE and lies_near(known.seen, seen[0]))

    def _is_under(self, player: str, name: CardName) -> bool:
        """Whether the card is under the seen top of a palace completed in these turns, which needs it."""
        palace = self._palace_of(player, name)
        done = palace and palace.number != name and self.scene.lies(palace.number) == self.belongs[palace.number]
        return bool(done) and palace is not None and not any(self._instead(palace, name))

    def _palace_of(self, player: str, name: CardName) -> Palace | None:
        quarter = self.game.position.quarters[player]
        piles = (*quarter.completed.values(), *quarter.opened.values())
        return next((one for one in piles if any(card.number == name for card in one.cards)), None)

    def _instead(self, palace: Palace, name: CardName) -> Iterator[CardName]:
        """Cards of the palace's colour that are out of sight and may lie under it instead, for other points."""
        deck = self.game.deck
        for other, (_player, play) in self.plays.items():
            if play.way in ("wall", "discard") and other not in self.scene.now and other not in TOWERS:
                card, under = deck[int(other)], deck[int(name)]
                if card.colour == palace.colour and card.windows != under.windows:
                    yield other

    def _triplets(self) -> Iterator[Gap]:
        """The three cards of a turn were laid out together, as far as all three were seen there."""
        offered = {name: one.seen for name, one in self.scene.memory.offered(self.scene.game).items()}
        codes = {seen.code: name for name, seen in offered.items()}
        threes = [
            {codes[seen.code] for seen in three} for three in triplets_among([*offered.values()], self.scene.pieces)
        ]
        for turn in self.turns:
            cards = {play.card for play in turn.play}
            if cards <= offered.keys() and cards not in threes:
                yield Gap(
                    _("{player}: the three cards were not laid out together", player=turn.player), frozenset(cards)
                )

    def _on_offer(self) -> Iterator[Gap]:
        """What nobody took is in sight still, unless the round has ended; it matters where a card played is not."""
        if self.ends_the_round:
            return
        hidden = any(name not in self.scene.now for name in self.plays)
        for name in self.scene.memory.offered(self.scene.game).keys() - self.plays.keys() - self.scene.now.keys():
            if hidden and not self._is_covered(name):
                yield Gap(_("{card}, which was not taken, is not in sight", card=name))
            else:
                self.unseen.append(name)

    def _faces(self) -> Iterator[Gap]:
        """Every face in sight lies where it belongs after the turns; cards of nobody lie in the centre."""
        for name, spots in self.scene.now.items():
            if len(spots) > 1:
                yield Gap(_("{card} is seen at {places} places", card=name, places=len(spots)))
            place = self.scene.lies(name)
            if name in self.plays or place == self.belongs.get(name, CENTRE):
                continue
            known = self.scene.memory.faces.get(name)
            if known and lies_near(known.seen, spots[0]) and known.place == self.belongs.get(name, known.place):
                continue
            if name not in self.belongs and self._is_nobodys(spots[0]):
                continue
            yield Gap(_("{card} does not lie where it should", card=name))

    def _is_nobodys(self, seen: Sighting) -> bool:
        return may_lie_in_the_centre(seen, self.scene.quarters, self.scene.swap)

    def _columns(self) -> Iterator[Gap]:
        """The newest card of a column that has grown lies nearest to its player; others out of sight are noted."""
        for player, quarter in self.game.position.quarters.items():
            for palace in quarter.construction.values():
                names = [card.number for card in palace.cards]
                self._note_unseen(name for name in names if name not in self.plays)
                if not self.plays.keys().isdisjoint(names) and not self._is_newest(player, *names):
                    text = _("{player}: {card} does not lie nearest to the player", player=player, card=names[-1])
                    yield Gap(text, frozenset(name for name in names if name in self.plays))
            self._note_unseen(quarter.towers)

    def _note_unseen(self, names: Iterable[CardName]) -> None:
        self.unseen += [name for name in names if name not in self.scene.now and not self._is_covered(name)]

    def _is_newest(self, player: str, *names: CardName) -> bool:
        axes = self.scene.quarters[self.scene.seats[player]]
        down = {name: in_axes(self.scene.now[name][0], axes).y_mm for name in names if name in self.scene.now}
        newest = down.pop(names[-1], None)
        return newest is not None and all(newest - mm >= NEWER_MM for mm in down.values())

    def _is_covered(self, name: CardName) -> bool:
        """Whether a face that is seen, or a back that lay there before, covers the place where a card was last seen."""
        known = self.scene.memory.faces.get(name)
        return known is not None and is_covered(known.seen, self._covers, self.scene.pieces)

    @cached_property
    def _covers(self) -> list[Sighting]:
        faces = [spots[0] for spots in self.scene.now.values()]
        return [*faces, *(back.seen for back in self.backs if back.was)]

    def _piles(self) -> Iterator[Gap]:
        """Of a mover's piles one card at least is seen where the pile belongs: else it may have been opened or not."""
        for player, area, palace in piles_in(self.game.position):
            place = Place(self.scene.seats[player], area)
            if any(self.scene.lies(card.number) == place for card in palace.cards):
                continue
            known = self.scene.memory.faces.get(palace.number)
            is_new = known is None or known.place != place
            if place.owner not in self.movers or (known and known.is_lost and not is_new):
                self.unseen.append(palace.number)
            elif palace.number not in self.plays and (is_new or not self._is_covered(palace.number)):
                told = {"player": player, "colour": palace.colour, "card": palace.number}
                yield Gap(_("{player}: I do not see {colour} {card}", **told))

    def _backs(self) -> Iterator[Gap]:
        """Each back in a player's reach lies where walls lie, and nobody has more of them than walls."""
        names = {code: player for player, code in self.scene.seats.items()}
        for back in self.backs:
            if not back.was and back.place.area not in (None, "completed"):
                player = names.get(back.place.owner or 0, "")
                yield Gap(_("{player}: a face-down card does not lie among the completed palaces", player=player))
        for player, quarter in self.game.position.quarters.items():
            more = self._count(player) - quarter.walls
            if more > 0:
                text = "{player}: {number} face-down card too many"
                yield Gap(ngettext(text, "{player}: {number} face-down cards too many", more, player=player))
        if self.has_walled:
            yield from self._turned_over()
            yield from self._from_others()

    def _turned_over(self) -> Iterator[Gap]:
        """Where walls were laid, no card is missing where a new back lies."""
        new = [back.seen for back in self.backs if not back.was and back.place.owner]
        for name, known in self.scene.memory.faces.items():
            gone = name not in self.scene.now and name in self.belongs and name not in self.plays
            if gone and any(lies_near(known.middle(self.scene.pieces), back, NEAR_MM) for back in new):
                yield Gap(_("{card} may have been turned over", card=name))

    def _from_others(self) -> Iterator[Gap]:
        """Where walls were laid, none of another player's near them has just gone."""
        movers = {self.scene.seats[turn.player] for turn in self.turns}
        new = [back.seen for back in self.backs if not back.was]
        for player, quarter in self.game.position.quarters.items():
            seat = self.scene.seats[player]
            away = [one for one in out_of_sight(self.scene.memory, self.backs) if one.place.owner == seat]
            gone = [
                one for one in away if not one.is_lost and not is_covered(one.seen, self._covers, self.scene.pieces)
            ]
            near = any(lies_near(one.seen, back, FAR_MM) for one in gone for back in new)
            if seat not in movers and near and self._count(player) < quarter.walls:
                yield Gap(_("{player}: a wall is not in sight", player=player))

    def _walls_agree(self, player: str) -> bool:
        """
        Whether as many backs lie with the player as the turns leave walls; those still covered as before count.

        In an earlier look since it may be as well: walls do not become fewer.
        """
        walls = self.game.position.quarters[player].walls
        counts = (self._count(player, backs) + self._still_covered(player, backs) for backs in self.backs_before)
        return self._count(player) + self._still_covered(player, self.backs) == walls or walls in counts

    def _count(self, player: str, backs: Sequence[Back] = ()) -> int:
        return sum(1 for back in backs or self.backs if back.place.owner == self.scene.seats[player])

    def _still_covered(self, player: str, backs: Sequence[Back]) -> int:
        """Walls that were out of sight before, under cards that have not moved since."""
        unmoved = [one for one in self._covers if self._has_not_moved(one)]
        lost = [one for one in out_of_sight(self.scene.memory, backs) if one.is_lost]
        own = [one for one in lost if one.place.owner == self.scene.seats[player]]
        return sum(is_covered(one.seen, unmoved, self.scene.pieces) for one in own)

    def _has_not_moved(self, seen: Sighting) -> bool:
        known = (*self.scene.memory.faces.values(), *self.scene.memory.walls)
        return any(one.seen.code == seen.code and lies_near(one.seen, seen) for one in known)
