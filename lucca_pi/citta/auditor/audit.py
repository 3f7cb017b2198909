"""
The certificate: whether the looks prove that turns were played, before they are taken without a word.

The auditor knows the rules, the table's axes and its own memory; nothing of the referee, which proposes the turns. It
weighs nothing: a claim is shown by what is seen, or it is missing from the certificate.
"""

from collections.abc import Iterable, Iterator, Sequence

from lucca_pi.citta.auditor.certificate import Certificate, Gap
from lucca_pi.citta.auditor.memory import (
    NEAR_MM,
    Back,
    Piece,
    is_covered,
    lies_near,
    may_lie_in_the_centre,
    out_of_sight,
    owned,
    piles_in,
    walls_seen,
)
from lucca_pi.citta.auditor.scene import Scene
from lucca_pi.citta.rules.deck import TOWERS, CardName
from lucca_pi.citta.rules.game import going_on, play_turn
from lucca_pi.citta.rules.palace import Palace
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.citta.rules.turn import Play, Turn
from lucca_pi.language import _, ngettext
from lucca_pi.table.areas import CENTRE, Place, in_axes
from lucca_pi.table.triplets import triplets_among

PUSHED_MM = 200.0
"""A wall is pushed no farther than this by accident."""
NEWER_MM = 5.0
"""The newest card of a column lies at least this much nearer to the player than the older ones."""


def audit(scene: Scene, turns: Iterable[Turn]) -> Certificate:
    """Whether the looks prove that these turns were played, one after the other. Raises RuleError for illegal ones."""
    return _Audit(scene, tuple(turns)).certificate()


class _Audit:
    """One audit. Each check yields what it misses."""

    def __init__(self, scene: Scene, turns: tuple[Turn, ...]) -> None:
        self.scene, self.turns, self.game = scene, turns, scene.game
        for turn in turns:
            self.game = play_turn(going_on(self.game), turn)
        self.plays = {play.card: (turn.player, play) for turn in turns for play in turn.play}
        self.movers = {scene.seats[turn.player] for turn in turns}
        self.belongs = owned(self.game.position, scene.seats)
        self.backs, *self.backs_before = (walls_seen(one, scene.memory, self.movers) for one in reversed(scene.looks))
        self.unseen: list[CardName] = []

    def certificate(self) -> Certificate:
        shown = {name: self._shown(*played) for name, played in self.plays.items()}
        gaps = (*self._plays(shown), *self._triplets(), *self._on_offer(), *self._faces(), *self._columns())
        gaps += (*self._piles(), *self._backs(), *self._last_turn(), *self._come_to_light())
        proofs = tuple(f"{name}: {proof}" for name, proof in shown.items() if proof)
        return Certificate(proofs, tuple(dict.fromkeys(gaps)), tuple(self.unseen))

    def _plays(self, shown: dict[CardName, str]) -> Iterator[Gap]:
        """Each card played is seen in its place, or nothing else can have become of it."""
        for name, (player, play) in self.plays.items():
            if not shown[name] and play.way == "wall" and self._lacks_walls(player, name):
                yield self._walls_hidden(player, frozenset({name}))
            elif not shown[name]:
                yield Gap(self._why_not(player, play), frozenset({name}))

    def _shown(self, player: str, play: Play) -> str:
        """What proves that a card was played so; nothing if nothing does."""
        name, lies = play.card, self.scene.lies(play.card)
        if play.way == "wall":
            return "the walls have grown by it" if lies is None and self._walls_agree(player) else ""
        if play.way == "discard" and lies is None:
            put_away = self.scene.was_laid_in_the_centre(name) and self._walls_agree(player)
            return "was seen in the centre" if put_away else ""
        if play.way == "discard":
            return "seen in the centre" if lies == CENTRE and not self.scene.lies_where_it_lay(name) else ""
        if lies is None:
            return "under a palace that is complete with it" if self._is_under(player, name) else ""
        return "seen in its place" if lies == self.belongs[name] else ""

    def _lacks_walls(self, player: str, name: CardName) -> bool:
        return self.scene.lies(name) is None and self._count(player, self.backs) < self._quarter(player).walls

    def _why_not(self, player: str, play: Play) -> str:
        card, lies = play.card, self.scene.lies(play.card)
        if lies is None:
            return _("{player}: I do not see {card}", player=player, card=card)
        return _("{player}: {card} does not lie as it was played", player=player, card=card)

    def _is_under(self, player: str, name: CardName) -> bool:
        """Whether the card is under the seen top of a palace completed in these turns, which needs it."""
        quarter = self._quarter(player)
        piles = (*quarter.completed.values(), *quarter.opened.values())
        palace = next((one for one in piles if any(card.number == name for card in one.cards)), None)
        if palace is None or palace.number == name:
            return False
        return self.scene.lies(palace.number) == self.belongs[palace.number] and not any(self._instead(palace, name))

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
        found = triplets_among([*offered.values()], self.scene.pieces)
        threes = [{codes[seen.code] for seen in three} for three in found]
        for turn in self.turns:
            cards = frozenset(play.card for play in turn.play)
            if cards <= offered.keys() and cards not in threes:
                yield Gap(_("{player}: the three cards were not laid out together", player=turn.player), cards)

    def _on_offer(self) -> Iterator[Gap]:
        """What nobody took is in sight still, unless the round has ended; it matters where a card played is not."""
        if self.game.round_is_whole or self.game.round > self.scene.game.round:
            return
        hidden = any(name not in self.scene.now for name in self.plays)
        for name, known in self.scene.memory.offered(self.scene.game).items():
            if name not in self.plays and name not in self.scene.now:
                if hidden and not self.scene.is_covered(known):
                    yield Gap(_("{card}, which was not taken, is not in sight", card=name))
                self.unseen.append(name)

    def _faces(self) -> Iterator[Gap]:
        """Every face in sight is seen once, and lies where it belongs after the turns; nobody's lie in the centre."""
        for name, spots in self.scene.now.items():
            if len(spots) > 1:
                yield Gap(_("{card} is seen at {places} places", card=name, places=len(spots)))
            place, may_stay = self.scene.lies(name), self.scene.lies_where_it_lay(name)
            lies_free = name not in self.belongs and (may_stay or may_lie_in_the_centre(spots[0], self.scene.looks[-1]))
            if name not in self.plays and place != self.belongs.get(name, CENTRE) and not lies_free:
                yield Gap(_("{card} does not lie where it should", card=name))

    def _columns(self) -> Iterator[Gap]:
        """The newest card of a column that has grown lies nearest to its player; others out of sight are noted."""
        for player, quarter in self.game.position.quarters.items():
            for palace in quarter.construction.values():
                names = [card.number for card in palace.cards]
                self.unseen += [name for name in names if name not in self.plays and self._is_away(name)]
                if not self.plays.keys().isdisjoint(names) and not self._is_newest(player, *names):
                    text = _("{player}: {card} does not lie nearest to the player", player=player, card=names[-1])
                    yield Gap(text, frozenset(name for name in names if name in self.plays))
            self.unseen += [name for name in quarter.towers if name not in self.plays and self._is_away(name)]

    def _is_away(self, name: CardName) -> bool:
        """Whether a card is neither seen nor under one that is."""
        known = self.scene.memory.faces.get(name)
        return name not in self.scene.now and not (known and self.scene.is_covered(known))

    def _is_newest(self, player: str, *names: CardName) -> bool:
        axes = self.scene.looks[-1].quarters[self.scene.seats[player]]
        down = {name: in_axes(self.scene.now[name][0], axes).y_mm for name in names if name in self.scene.now}
        newest = down.pop(names[-1], None)
        return newest is not None and all(newest - mm >= NEWER_MM for mm in down.values())

    def _piles(self) -> Iterator[Gap]:
        """Of a mover's piles one card at least is seen where the pile belongs: it may have been opened, or not."""
        for player, area, palace in piles_in(self.game.position):
            place, known = Place(self.scene.seats[player], area), self.scene.memory.faces.get(palace.number)
            if palace.number in self.plays or any(self.scene.lies(card.number) == place for card in palace.cards):
                continue
            stayed = known and known.place == place and (known.is_lost or self.scene.is_covered(known))
            if place.owner in self.movers and not stayed:
                told = {"player": player, "colour": palace.colour, "card": palace.number}
                yield Gap(_("{player}: I do not see {colour} {card}", **told), frozenset({palace.number}))
            self.unseen.append(palace.number)

    def _backs(self) -> Iterator[Gap]:
        """Each back in a player's reach lies where walls lie, and nobody has more of them than walls."""
        names = {code: player for player, code in self.scene.seats.items()}
        for back in self.backs:
            if not back.was and back.place.area not in (None, "completed"):
                player = names.get(back.place.owner or 0, "")
                yield Gap(_("{player}: a face-down card does not lie among the completed palaces", player=player))
        for player, quarter in self.game.position.quarters.items():
            yield from _too_many(player, self._count(player, self.backs) - quarter.walls)
        if any(play.way == "wall" for _player, play in self.plays.values()):
            new = [back for back in self.backs if not back.was and back.place.owner]
            yield from (*self._turned_over(new), *self._from_others(new))

    def _turned_over(self, new: Sequence[Back]) -> Iterator[Gap]:
        """No card is missing where a new wall lies."""
        for name, known in self.scene.memory.faces.items():
            gone = name not in self.scene.now and name in self.belongs and name not in self.plays
            if gone and any(lies_near(known.middle(self.scene.pieces), back.seen, NEAR_MM) for back in new):
                yield Gap(_("{card} may have been turned over", card=name))

    def _from_others(self, new: Sequence[Back]) -> Iterator[Gap]:
        """No wall of another player has just gone from near a new one."""
        for player, gone in self._walls_gone():
            near = any(lies_near(wall.seen, back.seen, PUSHED_MM) for wall in gone for back in new)
            if near and self.scene.seats[player] not in self.movers:
                yield self._walls_hidden(player)

    def _last_turn(self) -> Iterator[Gap]:
        """What the turn before has laid lies there still: else its player may have thought again."""
        last = self.scene.memory.last
        under = {card.number for _player, _area, palace in piles_in(self.game.position) for card in palace.cards[:-1]}
        for name, known in self.scene.memory.faces.items():
            if known.is_new and name in self.belongs and name not in under and self._is_away(name):
                yield Gap(_("{card} of the last turn is no longer in sight", card=name), last, is_earlier=True)
        for player, gone in self._walls_gone():
            if any(wall.is_new for wall in gone):
                yield self._walls_hidden(player, last, is_earlier=True)

    def _come_to_light(self) -> Iterator[Gap]:
        """No card that was walled lies face up in the centre as a wall of its player goes."""
        for player, _gone in self._walls_gone():
            for name, seat in self.scene.memory.hidden.items():
                if seat == self.scene.seats[player] and name in self.scene.now and name not in self.belongs:
                    text = _("{card} lies face up, and a wall of {player} is not in sight", card=name, player=player)
                    yield Gap(text, frozenset({name}), is_earlier=True)

    def _walls_gone(self) -> Iterator[tuple[str, list[Piece]]]:
        """The players who have fewer walls in sight than walls, with those of them that have just gone."""
        lost = [wall for wall in out_of_sight(self.scene.memory, self.backs) if not wall.is_lost]
        for player, seat in self.scene.seats.items():
            gone = [wall for wall in lost if wall.place.owner == seat and not self.scene.is_covered(wall)]
            if gone and self._count(player, self.backs) < self._quarter(player).walls:
                yield player, gone

    def _walls_hidden(self, player: str, cards: frozenset[CardName] = frozenset(), *, is_earlier: bool = False) -> Gap:
        told = {"seen": self._count(player, self.backs), "walls": self._quarter(player).walls}
        text = _("{player}: I see {seen} walls, not {walls}", player=player, **told)
        return Gap(text, cards, _("Lay all walls of {player} in sight", player=player), is_earlier)

    def _quarter(self, player: str) -> Quarter:
        return self.game.position.quarters[player]

    def _walls_agree(self, player: str) -> bool:
        """
        Whether as many backs lie with the player as the turns leave walls; those still covered as before count.

        In an earlier look since it may be as well: walls do not become fewer.
        """
        counts = (self._count(player, backs) for backs in self.backs_before)
        now = self._count(player, self.backs) + self._still_covered(player)
        return self._quarter(player).walls in (now, *counts)

    def _count(self, player: str, backs: Sequence[Back]) -> int:
        return sum(1 for back in backs if back.place.owner == self.scene.seats[player])

    def _still_covered(self, player: str) -> int:
        """Walls that were out of sight before, under cards that have not moved since."""
        lost = [one for one in out_of_sight(self.scene.memory, self.backs) if one.is_lost]
        own = [one for one in lost if one.place.owner == self.scene.seats[player]]
        return sum(is_covered(one.seen, self.scene.unmoved, self.scene.pieces) for one in own)


def _too_many(player: str, backs: int) -> Iterator[Gap]:
    if backs > 0:
        yield Gap(
            ngettext(
                "{player}: {number} face-down card too many",
                "{player}: {number} face-down cards too many",
                backs,
                player=player,
            )
        )
