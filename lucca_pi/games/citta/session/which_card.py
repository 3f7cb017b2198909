"""
Questions about cards with ambiguous faces, asked while they lie free: at the deal, and in new triplets.

Also about a card of a triplet that no look shows, which players enter.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.questions import Choice, Disagreed, Leave, Option, ThisCard, ThisIsThere
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.centre import sorted_names
from lucca_pi.games.citta.referee.deal import Dealt, Unseen, explain_deal
from lucca_pi.games.citta.referee.evidence import STILL_MM
from lucca_pi.games.citta.referee.memory import TableMemory, groups_of
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.rules.position import triplets_laid_out
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET
from lucca_pi.games.citta.session.by_hand import TOWER, by_colour, colour_words
from lucca_pi.games.citta.session.memory import SeenTable, ground_before, players_of, seen_by_referee
from lucca_pi.games.citta.table.areas import likeliest, quarters_in
from lucca_pi.games.citta.table.narrowing import codes_of, each_way, lay_there, left_open
from lucca_pi.games.citta.table.reading import TableReading, read_table, triplets_among
from lucca_pi.language import Text, _, listed
from lucca_pi.table.sighting import Alike, Look, Sighting, Told, apart_mm, in_axes

NONE_OF_THESE = _("None of these")
_NOT_KNOWN = _("I cannot tell which card it is")
_LAY_FREE = _("Turn the lamp, or lay it so that its whole face is visible, then press OK.")


@dataclass(frozen=True, slots=True)
class _Open:
    """
    An ambiguous card: `one` in the game's axes, `raw` in the look's; it may be any of `codes`.

    `owner`: the code of the quarter in whose reach it is; None: it is in the centre.
    """

    one: Alike
    raw: Alike
    codes: tuple[int, ...]
    owner: int | None


@dataclass(frozen=True, slots=True)
class _Table(SeenTable):
    """The table as a look shows it; `raw`: the look in its own axes."""

    match: Match
    raw: Look

    def open_cards(self) -> list[_Open]:
        """The ambiguous cards, those of players first."""
        raw = [one for one in self.raw.alike if one.codes]
        sets = [one for one in self.look.alike if one.codes]
        left = left_open(self.look, self.known, self.around)
        found = [_Open(one, was, codes, self._owner(one)) for one, was, codes in zip(sets, raw, left, strict=True)]
        return sorted((card for card in found if len(card.codes) > 1), key=lambda card: card.owner is None)

    def in_centre(self) -> list[Sighting]:
        """The faces in the centre that are still in play; an ambiguous one as the likeliest card."""
        taken = _taken_as_likeliest(self.narrowed()).sightings
        faces = (seen for seen in taken if self.match.pieces.is_face(seen.code))
        return [seen for seen in faces if self.around.is_centre(seen) and seen.code not in self.known.out]

    def strange(self) -> Iterator[int | None]:
        """Owners of cards that the deck does not have, by the quarter's code, None for the centre."""
        yield from (self._owner(one) for one in self.narrowed().alike if not one.codes)

    def _owner(self, one: Alike) -> int | None:
        return None if self.around.is_centre(one) else self.around.owner(one)

    def player(self, quarter: int | None) -> str:
        """The player at a quarter; "" if there is none."""
        return players_of(self.match).get(quarter or 0, "")

    def name(self, code: int) -> str:
        """A card's name for people."""
        return str(self.match.pieces.name(code))


def table_of(match: Match, looks: Looks) -> _Table:
    """The table as the last of the looks shows it."""
    ground = ground_before(match, looks) if match.game else TableMemory()
    seen = seen_by_referee(match, looks[-1], ground)
    return _Table(seen.look, seen.around, seen.known, match, looks[-1])


def open_cards_words(match: Match, looks: Looks) -> Iterator[str]:
    """A line for each card that the last look leaves ambiguous."""
    table = table_of(match, looks)
    for card in table.open_cards() if table.look.alike else ():
        where = f"with {table.player(card.owner)}" if card.owner else "in the centre"
        yield f"left open: a card {where} may be {' or '.join(map(table.name, card.codes))}"


def unidentified_card(match: Match, looks: Looks, *, rests: bool = False) -> Choice | Disagreed | None:
    """
    A question about an ambiguous card of a new triplet, or a complaint about a foreign card; None if neither is needed.

    At rest it is asked once all triplets are complete; before the start, once the deal is.
    """
    if not looks[-1].alike or not quarters_in(looks[-1]):
        return None
    if match.game is None:
        is_asked = rests and not isinstance(deal_in(match, looks[-1]), Unexplained)
        return unidentified_at_the_deal(match, looks) if is_asked else None
    table = table_of(match, looks)
    strange = None if rests else _strange(table, looks)
    new = [card for card in table.open_cards() if card.owner is None and any(map(table.known.is_new, card.codes))]
    if strange or not new or (rests and not _are_laid_out(table)):
        return strange
    return _which_card(table, new[0], looks)


def unidentified_at_the_deal(match: Match, looks: Looks, *, strange: bool = True) -> Choice | Disagreed | None:
    """A question about an ambiguous card of the deal; with `strange`, also a complaint about a foreign card."""
    if not looks[-1].alike:
        return None
    table = table_of(match, looks)
    cards, wrong = table.open_cards(), _strange(table, looks) if strange else None
    return wrong or (_which_card(table, cards[0], looks) if cards else None)


def deal_in(match: Match, look: Look, unseen: Sequence[Unseen] = ()) -> Dealt | Unexplained:
    """
    The deal, by the first way to take the ambiguous cards that makes one; what is wrong, if none does.

    `unseen`: cards that players entered.
    """
    verdicts = [explain_deal(one, match.arrangement.players, unseen) for one in readings_at_the_deal(match, look)]
    return next((one for one in verdicts if not isinstance(one, Unexplained)), verdicts[0])


def readings_at_the_deal(match: Match, look: Look) -> list[TableReading]:
    """Readings of a look, one for each way to take its ambiguous cards."""
    return [read_table(way, match.pieces, match.setup.swap) for way in _ways_at_the_deal(match, look)]


def _ways_at_the_deal(match: Match, look: Look) -> list[Look]:
    """The look for each way to take its ambiguous cards; if there are too many ways, for the likeliest."""
    if not look.alike:
        return [look]
    left = table_of(match, (look,)).narrowed()
    return each_way(left) or [_taken_as_likeliest(left)]


def _taken_as_likeliest(left: Look) -> Look:
    """The look with each ambiguous card taken for its likeliest card."""
    found = [*left.sightings]
    for one in left.alike:
        free = next((code for code in one.codes if code not in {seen.code for seen in found}), None)
        found += [Sighting(free, one.x_mm, one.y_mm, one.heading_deg)] if free else []
    return replace(left, sightings=tuple(found), alike=())


def _strange(table: _Table, looks: Looks) -> Disagreed | None:
    """A complaint about a foreign card; None if there is none, or if players have read it and press again."""
    owners = [*table.strange()]
    if not owners:
        return None
    player = table.player(owners[0])
    with_player = _("{player} has a card that is not in this deck", player=player)
    problem = with_player if player else _("A card in the centre is not in this deck")
    if isinstance(table.match.mode, Disagreed) and table.match.mode.problems == (problem,):
        return None
    return Disagreed((problem,), _("Take it away, then press OK."), looks)


def left_by_rules(match: Match, look: Look) -> list[Sighting]:
    """
    Ambiguous cards in a look that can be only one card: all others are where they were before the turn.

    In the look's axes. Empty before the deal, when nothing has been confirmed.
    """
    if match.game is None:
        return []
    table = table_of(match, (look,))
    lay = [seen for seen in table.look.sightings if lay_there(seen, table.known.lay.get(seen.code))]
    there = {seen.code for seen in lay}
    several = [one for one in look.alike if len(one.codes) > 1 and not table.known.out.issuperset(one.codes)]
    left = [(one, [code for code in one.codes if code not in there]) for one in several]
    alone = [(one, codes[0]) for one, codes in left if len(codes) == 1]
    twice = Counter(code for _, code in alone) + Counter(seen.code for seen in look.sightings)
    return [Sighting(code, one.x_mm, one.y_mm, one.heading_deg) for one, code in alone if twice[code] == 1]


def _are_laid_out(table: _Table) -> bool:
    """True if all of a round's triplets are there and complete."""
    count = triplets_laid_out(len(table.match.game.players))
    return sum(len(group) == 3 for group in _groups(table)) >= count


def _groups(table: _Table) -> list[tuple[Sighting, ...]]:
    """The triplets in the centre."""
    return [*triplets_among(table.in_centre(), table.match.pieces)]


def _which_card(table: _Table, card: _Open, looks: Looks) -> Choice:
    """The question which card an ambiguous one is."""
    names = tuple(table.name(code) for code in card.codes)
    text = _which(table, card, {"cards": ", ".join(names[:-1]), "last": names[-1]})
    raw = card.raw
    seen = [Sighting(code, raw.x_mm, raw.y_mm, raw.heading_deg) for code in card.codes]
    answers = (Option(name, ThisCard(one)) for name, one in zip(names, seen, strict=True))
    none = Option(NONE_OF_THESE, Disagreed((_NOT_KNOWN,), _LAY_FREE, looks))
    return Choice.kept("", text, answers, looks, none)


def _which(table: _Table, card: _Open, cards: Mapping[str, str]) -> str:
    """The text of the question, with the cards beside it; if none of them is known, its place counted from the left."""
    around = _beside(table, card)
    open_places = {(one.x_mm, one.y_mm) for one in table.look.alike}
    known = ", ".join(table.name(seen.code) for seen in around if (seen.x_mm, seen.y_mm) not in open_places)
    player = table.player(card.owner)
    if known and player:
        words = {**cards, "player": player, "others": known}
        return _("Which card is this: {cards} or {last}? It lies with {player}, beside {others}.", **words)
    if known:
        return _("Which card is this: {cards} or {last}? It lies beside {others}.", **cards, others=known)
    nearest = min(table.around.quarters, key=lambda one: hypot(one.x_mm - card.one.x_mm, one.y_mm - card.one.y_mm))
    mine, *others = (in_axes(one, nearest).x_mm for one in (likeliest(card.one), *around))
    where = {"number": 1 + sum(other < mine for other in others), "player": table.player(nearest.code)}
    return _(
        "Which card is this: {cards} or {last}? Nearest to {player}, number {number} from the left.", **cards, **where
    )


def _beside(table: _Table, card: _Open) -> list[Sighting]:
    """The other cards of its triplet, or the other card that the player was dealt."""
    place = card.one.x_mm, card.one.y_mm
    if card.owner is None:
        groups = (group for group in _groups(table) if any((seen.x_mm, seen.y_mm) == place for seen in group))
        return [seen for seen in next(groups, ()) if (seen.x_mm, seen.y_mm) != place]
    faces = [seen for seen in table.look.sightings if table.match.pieces.is_face(seen.code)]
    faces += [likeliest(one) for one in table.look.alike if one.codes]
    own = [seen for seen in faces if not table.around.is_centre(seen) and table.around.owner(seen) == card.owner]
    return [seen for seen in own if (seen.x_mm, seen.y_mm) != place]


_MOST_UNSEEN = 3
"""
Most unseen cards of the triplets that players are asked about; if there are more, they are asked to lay them free.
"""

_Seen = tuple[CardName, ...]
"""The cards of a triplet that are seen or entered, the lowest number first, towers last."""


@dataclass(frozen=True, slots=True)
class TripletCard:
    """A card of a triplet, being entered: it lies beside these cards and has this colour."""

    beside: _Seen
    colour: str


def laid_unseen(match: Match, looks: Looks, players: int) -> Choice | None:
    """
    The question which card of a triplet is not seen, if nearly all cards of the triplets are in sight.

    None if there is nothing to ask, or if players could not answer and press again.
    """
    short = short_triplets(match, looks, players)
    return _triplet_colour(match, short[0], looks) if short and not _is_given_up(match, short[0]) else None


def next_of_triplet(match: Match, draft: TripletCard, looks: Looks) -> Choice:
    """The question which card of that colour lies in the triplet."""
    beside = _listed(draft.beside)
    text = _("Which {colour} card lies with {cards}?", colour=draft.colour, cards=beside)
    text = _("Which tower lies with {cards}?", cards=beside) if draft.colour == TOWER else text
    names = _free(match, looks)[draft.colour]
    codes = codes_of(match.pieces)
    lies = _in_sight(match, draft.beside, looks)
    answers = (Option(str(name), ThisIsThere(Told(codes[name], lies))) for name in names)
    none = Option(NONE_OF_THESE, Disagreed((_unknown(draft.beside),), _LAY_FREE, looks))
    return Choice.kept("", text, answers, looks, none)


def _triplet_colour(match: Match, beside: _Seen, looks: Looks) -> Choice:
    text = _("I cannot see one card of the triplet with {cards}. What colour is it?", cards=_listed(beside))
    colours = (
        Option(colour_words(colour), Leave(TripletCard(beside, colour))) for colour in sorted(_free(match, looks))
    )
    none = Option(_("There is no card"), Disagreed((_missing(beside),), _("Lay it there, then press OK."), looks))
    without = Option(_("Go on without it"), ThisIsThere(Told(None, _in_sight(match, beside, looks))))
    return Choice.kept("", text, [without], looks, *colours, none)


def _in_sight(match: Match, names: _Seen, looks: Looks) -> tuple[int, ...]:
    """The codes of these cards that the look shows."""
    shown = (one.code for one in table_of(match, looks).in_centre())
    return tuple(code for code in shown if match.pieces.name(code) in names)


def _missing(beside: _Seen) -> Text:
    return _("The triplet with {cards} is one card short", cards=_listed(beside))


def _unknown(beside: _Seen) -> Text:
    return _("I cannot tell which card lies with {cards}", cards=_listed(beside))


def _listed(names: _Seen) -> Text:
    return listed([*map(str, names)])


def _is_given_up(match: Match, beside: _Seen) -> bool:
    return isinstance(match.mode, Disagreed) and match.mode.problems in ((_missing(beside),), (_unknown(beside),))


def _free(match: Match, looks: Looks) -> dict[str, list[CardName]]:
    """The cards that no look has shown yet, by colour."""
    table = table_of(match, looks)
    seen = {*(one.code for one in table.narrowed().sightings), *(one.code for one in looks[-1].told)}
    away = {match.pieces.name(code) for code in match.pieces.codes if code in seen or not table.known.is_new(code)}
    deck = match.setup.deck_file.deck
    return by_colour(deck, (name for name in (*sorted(deck.cards), *TOWERS) if name not in away))


def short_triplets(match: Match, looks: Looks, players: int) -> list[_Seen]:
    """
    The triplets in the centre after the turn that have a card which was never seen and is to be entered.

    Empty if the cards there cannot be all triplets: a whole one is not seen, or they are being laid out or taken; also
    if more than `_MOST_UNSEEN` cards are not seen.
    """
    if not quarters_in(looks[-1]):
        return []
    table, game, name = table_of(match, looks), match.game, match.pieces.name
    lying = {name(seen.code): seen for seen in table.in_centre()}
    offered = {name: seen for name, seen in lying.items() if table.known.is_new(seen.code)}
    count = triplets_laid_out(players)
    if game and game.turns + 1 < players:
        offered, count = {**offered, **ground_before(match, looks).offered}, count - game.turns - 1
    groups = [group for group in groups_of(offered, match.pieces) if any(_stays(group, offered, lying))]
    if len(groups) != count or CARDS_IN_A_TRIPLET * count - sum(map(len, groups)) > _MOST_UNSEEN:
        return []
    entered = [{name(one.code), *map(name, one.beside)} for one in looks[-1].told if one.code is not None]
    groups = [group.union(*(more for more in entered if group & more)) for group in groups]
    unsaid = _unsaid(match, looks)
    short = (group for group in groups if len(group) < CARDS_IN_A_TRIPLET and not group & unsaid)
    return [sorted_names(group) for group in short if all(_stays(group & offered.keys(), offered, lying))]


def _unsaid(match: Match, looks: Looks) -> frozenset[CardName]:
    """The cards beside a card that players did not name."""
    codes = (code for one in looks[-1].told if one.code is None for code in one.beside)
    return ground_before(match, looks).unsaid.union(map(match.pieces.name, codes))


def _stays(
    group: Iterable[CardName], offered: Mapping[CardName, Sighting], lying: Mapping[CardName, Sighting]
) -> Iterator[bool]:
    """For each card of a triplet, True if it is where it was laid out."""
    return (name in lying and apart_mm(lying[name], offered[name]) < STILL_MM for name in group)
