"""
The audit: do the looks prove that these turns were played, so that they can be taken without a question?

The auditor uses the rules, the table's axes and its own memory, and nothing of the referee, which proposes the turns.
It weighs nothing: a claim is either shown by a sighting or reported as a gap.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from lucca_pi.contract.verdict import Certificate, Gap
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.auditor.evidence import Scene, Walls, astray
from lucca_pi.games.citta.auditor.memory import RememberedPiece, lies_near, may_lie_in_the_centre, owned, piles_in
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.game import going_on, play_turn
from lucca_pi.games.citta.rules.position import Palace, triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Play, Turn
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace
from lucca_pi.games.citta.table.narrowing import under
from lucca_pi.games.citta.table.reading import triplets_among
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import in_axes

_ASIDE_MM = 90.0
"""Largest sideways distance, mm, of a card's code from its column, even upside down."""
_CROSSWISE_DEG = 45.0
"""Largest turn, degrees, of the first card of a column, upright or upside down."""
_OPENED_MM = 50.0
"""Least move, mm, of a palace that is opened; one turned or nudged in place moves less."""
_NEWER_MM = 5.0
"""Least distance, mm, by which the newest card of a column is nearer to the player than the older ones."""
_UPON_MM = 60.0
"""Largest distance, mm, middle to middle, at which a thrown card may hide another."""


def audit(scene: Scene, turns: Iterable[Turn]) -> Certificate:
    """Certificate that these turns were played in sequence. Raises RuleError if one is illegal."""
    return _Audit(scene, tuple(turns)).certificate()


def audit_ambiguous(scenes: Sequence[Scene], turns: Iterable[Turn]) -> Certificate:
    """
    Certificate of the turns if the looks leave cards open. Raises RuleError.

    A card that is only known as one of several and was seen nowhere before counts as unseen: what the rules leave of it
    is no sighting. So each card that may be there by the auditor's memory is assumed in turn, one scene each. The turns
    are signed if every scene signs them, or turns with the same points and the same table; else all gaps are reported.
    """
    if not scenes:
        return Certificate((), (Gap(_("Too many cards look alike")),))
    turns = tuple(turns)
    first, *others = (_signed_as(scene, scenes[0], turns) for scene in scenes)
    gaps = (gap for one in (first, *others) for gap in one.gaps)
    return Certificate(first.proofs, tuple(dict.fromkeys(gaps)))


def _signed_as(scene: Scene, first: Scene, turns: tuple[Turn, ...]) -> Certificate:
    """The certificate for one scene: of the same turns, or of turns that come to the same."""
    as_claimed = audit(scene, turns)
    if as_claimed.is_signed or scene is first:
        return as_claimed
    swapped = _swapped(turns, _taken_for(first, scene))
    comes_to_the_same = swapped != turns and _outcome(scene, swapped) == _outcome(scene, turns)
    other = audit(scene, swapped) if comes_to_the_same else as_claimed
    return other if other.is_signed else as_claimed


def _taken_for(first: Scene, other: Scene) -> dict[CardName, CardName]:
    """
    For each card of the first scene, by name, the card at its place in another scene; hidden ones swap places with
    them.
    """
    there = {(seen.x_mm, seen.y_mm): seen.code for seen in other.seen.look.sightings}
    both = ((seen.code, there.get((seen.x_mm, seen.y_mm))) for seen in first.seen.look.sightings)
    name = first.pieces.name
    names = {name(code): name(then) for code, then in both if then not in (None, code)}
    out_of_sight = [card for card in names.values() if card not in names]
    return {**names, **dict(zip(out_of_sight, (card for card in names if card not in names.values()), strict=True))}


def _swapped(turns: tuple[Turn, ...], names: Mapping[CardName, CardName]) -> tuple[Turn, ...]:
    return tuple(
        replace(turn, play=tuple(replace(play, card=names.get(play.card, play.card)) for play in turn.play))
        for turn in turns
    )


def _outcome(scene: Scene, turns: tuple[Turn, ...]) -> object:
    """The table and points after the turns; None if one breaks a rule."""
    game = scene.game
    try:
        for turn in turns:
            game = play_turn(going_on(game), turn)
    except RuleError:
        return None
    return game.position, game.lines, game.out


class _Audit:
    """One audit. Each check yields its gaps."""

    def __init__(self, scene: Scene, turns: tuple[Turn, ...]) -> None:
        self.scene, self.turns, self.game = scene, turns, scene.game
        for turn in turns:
            self.game = play_turn(going_on(self.game), turn)
        self.plays = {play.card: (turn.player, play) for turn in turns for play in turn.play}
        self.movers = frozenset(scene.seats[turn.player] for turn in turns)
        self.belongs = owned(self.game.position, scene.seats)
        self.under = under(self.game.position)
        self.walls = Walls(scene, self.game, self.movers)

    def certificate(self) -> Certificate:
        shown = {name: self._shown(*played) for name, played in self.plays.items()}
        gaps = (*self._plays(shown), *self._triplets(), *self._on_offer(), *self._faces(), *self._columns())
        gaps += (*self._piles(), *self._openings(), *self._backs(), *self._last_turn())
        proofs = tuple(f"{name}: {proof}" for name, proof in shown.items() if proof)
        return Certificate(proofs, tuple(dict.fromkeys(gaps)))

    def _plays(self, shown: dict[CardName, str]) -> Iterator[Gap]:
        """Gaps for cards played that are neither seen in their place nor the only ones that can be there."""
        for name, (player, play) in self.plays.items():
            is_hidden = play.way == "wall" and self.scene.lies(name) is None and self.walls.lacking(player) > 0
            if is_hidden:
                yield self.walls.hidden(player, frozenset({name}))
            elif not shown[name]:
                told = {"player": player, "card": name}
                text = _("{player}: {card} is not where it was played", **told)
                if self.scene.lies(name) is None:
                    text = _("{player}: I do not see {card}", **told)
                yield Gap(text, frozenset({name}))

    def _shown(self, player: str, play: Play) -> str:
        """Proof that a card was played in this way; None if there is none."""
        name, lies = play.card, self.scene.lies(play.card)
        if play.way == "wall":
            return "the walls have grown by it" if lies is None and self.walls.lacking(player) == 0 else ""
        if play.way == "discard":
            return "seen in the centre" if lies == IN_CENTRE and not self.scene.lies_where_it_lay(name) else ""
        if lies is None:
            return "under a palace that is complete with it" if self._is_under(player, name) else ""
        return "seen in its place" if lies == self.belongs[name] and self._is_laid(player, play) else ""

    def _is_laid(self, player: str, play: Play) -> bool:
        """True if a palace card is below its column, or begins one upright or upside down; a thrown card is neither."""
        if self.belongs[play.card].area != "construction":
            return True
        axes, palace = self.scene.seen.quarters[self.scene.seats[player]], self._palace_with(player, play.card)
        seen = [card.number for card in palace.cards if card.number in self.scene.now]
        poses = {name: in_axes(self.scene.now[name][0], axes) for name in seen}
        own = poses.pop(int(play.card))
        if poses:
            return any(abs(own.x_mm - pose.x_mm) < _ASIDE_MM for pose in poses.values())
        return not _CROSSWISE_DEG <= abs(own.heading_deg) <= 180 - _CROSSWISE_DEG

    def _palace_with(self, player: str, name: CardName) -> Palace:
        palaces = self.game.position.quarters[player].palaces()
        return next(one for one in palaces if any(card.number == name for card in one.cards))

    def _is_under(self, player: str, name: CardName) -> bool:
        """True if the card is under the visible top of a palace that was completed in these turns and needs it."""
        if name not in self.under:
            return False
        palace = self._palace_with(player, name)
        return self.scene.lies(palace.number) == self.belongs[palace.number] and not any(self._instead(palace, name))

    def _instead(self, palace: Palace, name: CardName) -> Iterator[CardName]:
        """Hidden cards of the palace's colour that may be under it instead, for other points."""
        deck = self.game.deck
        for other, (_player, play) in self.plays.items():
            if play.way in ("wall", "discard") and other not in self.scene.now and other not in TOWERS:
                card, under = deck[int(other)], deck[int(name)]
                if card.colour == palace.colour and card.windows != under.windows:
                    yield other

    def _triplets(self) -> Iterator[Gap]:
        """Gap unless the three cards of a turn, if they were seen, were laid out together, and are so no more."""
        offered = {name: one.seen for name, one in self.scene.memory.offered(self.scene.game).items()}
        codes = {seen.code: name for name, seen in offered.items()}
        found = triplets_among([*offered.values()], self.scene.pieces)
        threes = [{codes[seen.code] for seen in three} for three in found]
        for turn in self.turns:
            cards = frozenset(play.card for play in turn.play)
            if cards <= offered.keys() and cards not in threes:
                yield Gap(_("{player}: the three cards were not laid out together", player=turn.player), cards)
            centre = [self.scene.now[name][0] for name in cards if self.scene.lies(name) == IN_CENTRE]
            if not cards <= offered.keys() and triplets_among(centre, self.scene.pieces):
                yield Gap(_("{player}: no triplet has been taken", player=turn.player))

    def _on_offer(self) -> Iterator[Gap]:
        """Gap if an untaken card is out of sight before the round's end; it matters if a played card is hidden, too."""
        if self.game.round_is_whole or self.game.round > self.scene.game.round:
            return
        hidden = any(name not in self.scene.now for name in self.plays)
        for name in self.scene.memory.offered(self.scene.game) if hidden else ():
            if name not in self.plays and self.scene.is_away(name):
                yield Gap(_("{card}, which was not taken, is not in sight", card=name))

    def _faces(self) -> Iterator[Gap]:
        """Gaps for faces seen twice, or not where they belong after the turns; untaken cards belong in the centre."""
        for name, spots in self.scene.now.items():
            if len(spots) > 1:
                yield Gap(_("{card} is visible in {places} places", card=name, places=len(spots)))
            place, may_stay = self.scene.lies(name), self.scene.lies_where_it_lay(name)
            lies_free = name not in self.belongs and (may_stay or may_lie_in_the_centre(spots[0], self.scene.seen))
            if name not in self.plays and place != self.belongs.get(name, IN_CENTRE) and not lies_free:
                yield Gap(_("{card} does not lie where it should", card=name))

    def _columns(self) -> Iterator[Gap]:
        """Gap if the newest card of a column that has grown is not nearest to its player."""
        for player, quarter in self.game.position.quarters.items():
            for palace in quarter.construction.values():
                names = [card.number for card in palace.cards]
                if not self.plays.keys().isdisjoint(names) and not self._is_newest(player, *names):
                    text = _("{player}: {card} is not the card nearest to the player", player=player, card=names[-1])
                    yield Gap(text, frozenset(name for name in names if name in self.plays))

    def _is_newest(self, player: str, *names: CardName) -> bool:
        axes = self.scene.seen.quarters[self.scene.seats[player]]
        down = {name: in_axes(self.scene.now[name][0], axes).y_mm for name in names if name in self.scene.now}
        newest = down.pop(names[-1], None)
        return newest is not None and all(newest - mm >= _NEWER_MM for mm in down.values())

    def _piles(self) -> Iterator[Gap]:
        """Gap for a mover's pile of which no card is seen in its area: it may or may not have been opened."""
        for player, area, palace in piles_in(self.game.position):
            place, known = CardPlace(self.scene.seats[player], area), self.scene.memory.faces.get(palace.number)
            if palace.number in self.plays or any(self.scene.lies(card.number) == place for card in palace.cards):
                continue
            stayed = known and known.place == place and (known.is_lost or self.scene.is_covered(known))
            if place.owner in self.movers and not stayed:
                told = {"player": player, "colour": palace.colour, "card": palace.number}
                yield Gap(_("{player}: I do not see {colour} {card}", **told), frozenset({palace.number}))

    def _openings(self) -> Iterator[Gap]:
        """Gaps for a mover's palaces: opened ones must have moved, the others must not."""
        for player, quarter in self.scene.game.position.quarters.items():
            seat = self.scene.seats[player]
            for colour, palace in quarter.completed.items() if seat in self.movers else ():
                moved_mm, told = self.scene.moved_mm(palace.number, seat), {"player": player, "colour": colour}
                if self.belongs[palace.number].area == "opened" and moved_mm < _OPENED_MM:
                    yield Gap(_("{player}: {colour} has hardly been moved", **told), frozenset({palace.number}))
                elif self.belongs[palace.number].area != "opened" and _OPENED_MM <= moved_mm < inf:
                    yield Gap(_("{player}: {colour} has been moved", **told), frozenset({palace.number}))

    def _backs(self) -> Iterator[Gap]:
        """Gaps for backs: as many as walls, in the walls' area, and a new one only from the triplet."""
        yield from self.walls.amiss()
        walled = frozenset(name for name, (_player, play) in self.plays.items() if play.way == "wall")
        for gap in (*self._turned_over(), *self._next_triplets(), *self.walls.from_elsewhere()) if walled else ():
            yield replace(gap, doubts=walled)

    def _turned_over(self) -> Iterator[Gap]:
        """Gaps for cards that could be a new wall's back and are not accounted for."""
        owners = {seat: player for player, seat in self.scene.seats.items()}
        for name in astray(self.scene, self.game, {name: play for name, (_player, play) in self.plays.items()}):
            if name in self.belongs:
                told = {"player": owners[self.belongs[name].owner or 0], "card": name}
                text = _("{player}: I do not see {card}, it may lie face down", **told)
                yield Gap(text, remedy=_("Make {card} visible", card=name))
            else:
                yield Gap(_("{card} may have been turned over", card=name))

    def _next_triplets(self) -> Iterator[Gap]:
        """
        Gap if some but not all cards of the next round's triplets are there: one of them may be a new wall's back.
        """
        memory = self.scene.memory
        new = [name for name in self.scene.now if name not in memory.faces.keys() | self.game.out | memory.left_over]
        lying = len(new) + len(self.scene.seen.look.told)
        missing = CARDS_IN_A_TRIPLET * triplets_laid_out(len(self.game.players)) - lying
        if self.game.round_is_whole and new and missing > 0:
            text = ngettext(
                "{number} card of the next triplets is missing",
                "{number} cards of the next triplets are missing",
                missing,
            )
            yield Gap(text)

    def _last_turn(self) -> Iterator[Gap]:
        """Gap if something of the last turn, or a wall, is gone: the player may have changed the turn after OK."""
        last = self.scene.memory.last
        for name in (*self._laid_and_gone(), *self._closed_and_gone()):
            yield Gap(_("{card} of the last turn is no longer in sight", card=name), last | {name}, is_earlier=True)
        for palace in self._opened_for_a_while():
            text = _("{colour} {card} lay among the opened palaces", colour=palace.colour, card=palace.number)
            yield Gap(text, last | {palace.number}, is_earlier=True)
        yield from self.walls.last_turn()

    def _laid_and_gone(self) -> Iterator[CardName]:
        """Hidden cards that the last turn laid."""
        for name, known in self.scene.memory.faces.items():
            is_gone = known.is_new and name not in self.under and self.scene.is_away(name)
            if is_gone and (name in self.belongs or not self._may_be_out_of_sight(name, known)):
                yield name

    def _may_be_out_of_sight(self, name: CardName, known: RememberedPiece) -> bool:
        """True if a discard was put away, as all are at once or at a round's end, or is under a newer card."""
        kept = self.scene.game.out - self.belongs.keys() - self.scene.memory.hidden.keys() - {name}
        if not any(self.scene.lies(other) == IN_CENTRE for other in kept):
            return bool(kept) or self.scene.game.turns == 0
        new = (spots[0] for card, spots in self.scene.now.items() if not self.scene.lies_where_it_lay(card))
        upon = (RememberedPiece(seen, IN_CENTRE).middle(self.scene.pieces) for seen in new)
        return any(lies_near(known.middle(self.scene.pieces), middle, _UPON_MM) for middle in upon)

    def _closed(self) -> Iterator[Palace]:
        """Completed palaces of the last player, who may have opened one after OK."""
        quarters = self.scene.game.position.quarters
        for player, seat in self.scene.seats.items():
            if seat == self.scene.memory.mover:
                yield from quarters[player].completed.values()

    def _opened_for_a_while(self) -> Iterator[Palace]:
        """Palaces of `_closed` that a look at rest showed among the opened ones, and that are elsewhere now."""
        opened = CardPlace(self.scene.memory.mover, "opened")
        for palace in self._closed():
            if self.scene.lies(palace.number) != opened and self.scene.has_rested_at(palace.number, opened):
                yield palace

    def _closed_and_gone(self) -> Iterator[CardName]:
        """Cards of `_closed` that were seen at that OK and are out of sight now."""
        for palace in self._closed():
            known = self.scene.memory.faces.get(palace.number)
            was_seen = known is not None and not known.is_lost
            if was_seen and all(self.scene.is_away(card.number) for card in palace.cards):
                yield palace.number
