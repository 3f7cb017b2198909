"""
`./lucca bench decks [--deals N] [--faces N] [--wide PX] [--dealt]`: wrong decks are asked about at the deal, right ones
never.

Deals of 3 to 5 players are drawn in all conditions in turn, with our deck and with invented boxes, and judged as `play`
judges them: with the deck on the table, and with decks that are not. A deal with fewer than two cards in sight that are
unlike the wrong deck shows nothing of it, and is counted apart. `first` of the wrong ones have the right deck, which
is known from another evening, as the first answer. With `--dealt` the triplets are not laid out yet.

`--faces` deals show our deck without codes: it is set itself, or our deck with codes is set, or the other way round.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from lucca_pi.contract.questions import Choice, ThesePieces
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.deck import PRINTED, DeckFile
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.session.setup import Setup, cards_words
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.language import say
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look
from lucca_pi.vision.bare import bare_places
from lucca_pi.vision.detect import Detections
from lucca_pi.vision.faces.following import Faces
from lucca_pi.vision.look import NoAnchorError
from lucca_pi.vision.reader import Reader
from tests.decks.wrong import GERMAN_WORDS, OWN_WORDS, REFERENCE, SIXTEEN_MM, WRONG, invented, one_after_another, worded

PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eva")
ASPECT = 2592 / 4608
OURS_IN_WORDS = "our colours in German", "words of its own", "ours with 16 mm"
_LEAST = 2
"""Fewest cards unlike a deck that show it to be wrong."""


@dataclass(frozen=True)
class Deal:
    """A drawn deal: the deck on the table, the picture, and the codes found in it."""

    deck: DeckFile
    condition: str
    players: int
    dealt: frozenset[int]
    frame: Frame
    found: Detections
    looks: dict[Any, Look | None] = field(default_factory=dict)
    """Those read so far; decks of the same sizes read a picture alike."""


@dataclass
class Counts:
    """Deals judged, by what came of them and the condition, of right decks, or the name of a wrong one."""

    of: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def each(self, what: str) -> dict[str, int]:
        """How often that came of it, by name."""
        return {name: number for (kind, name), number in self.of.items() if kind == what}


def bench(arguments: Sequence[str] = ()) -> None:
    """The right decks asked about, then a line for each wrong one."""
    parser = ArgumentParser("./lucca bench decks", description="Right and wrong decks at the deal.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--faces", type=int, default=8, help="deals with our deck without codes")
    parser.add_argument("--wide", type=int, default=3456, help="width of the pictures, px")
    parser.add_argument("--dealt", action="store_true", help="the dealt cards alone are in sight")
    asked = parser.parse_args(arguments)
    counts = Counts()
    for deal in deals(asked.deals, asked.wide):
        look = _look(deal, deal.deck, alone=asked.dealt)
        if look:
            counts.of["right", deal.condition] += 1
            counts.of["asked right", deal.condition] += _asked(look, deal.deck, deal) is not None
        for deck in _wrong_for(deal.deck):
            _judge_wrong(deal, deck, counts, alone=asked.dealt)
    _print(counts)
    if asked.faces:
        _print_faces(asked.faces, asked.wide)


def _wrong_for(table: DeckFile) -> tuple[DeckFile, ...]:
    """The decks that are set although another is on the table; a box that is ours but for its words is no other one."""
    if table is REFERENCE:
        return tuple(WRONG.values())
    return () if table.name in OURS_IN_WORDS else (REFERENCE, invented(1))


def deals(number: int, wide_px: int) -> Iterator[Deal]:
    """So many deals, half of them with our deck."""
    boxes = (
        *(worded(*two) for two in zip(OURS_IN_WORDS, (GERMAN_WORDS, OWN_WORDS), strict=False)),
        replace(REFERENCE, name=OURS_IN_WORDS[2], square_mm=SIXTEEN_MM),
        *(invented(seed) for seed in (11, 12)),
        one_after_another(13),
    )
    for seed in range(number):
        yield deal_of(seed, boxes[seed // 2 % len(boxes)] if seed % 2 else REFERENCE, wide_px)


def deal_of(seed: int, deck: DeckFile, wide_px: int) -> Deal:
    """The deal of that seed, drawn; conditions and players come in turn."""
    names, chance = PLAYERS[: 3 + seed % 3], Random(f"deal {seed}")
    cards = chance.sample([*deck.deck.cards], 2 * len(names))
    dealt = {name: (cards[2 * at], cards[2 * at + 1]) for at, name in enumerate(names)}
    record = Record(ENGLISH, deck.deck, names, dealt, ())
    condition = [*CONDITIONS][seed // 3 % len(CONDITIONS)]
    one = CONDITIONS[condition]
    view = replace(one.view, width_px=wide_px, height_px=round(ASPECT * wide_px))
    frame = CittaCamera(record, deck, seed, replace(one, view=view)).look(0)
    code_of = {number: code for code, number in deck.codes.items()}
    codes = frozenset(code_of[number] for number in cards)
    return Deal(deck, condition, len(names), codes, frame, Reader(pieces_in(deck)).detect(frame.grey))


def _look(deal: Deal, deck: DeckFile, *, alone: bool, faces: Faces | None = None) -> Look | None:
    """The look at the deal with that deck set; None if it shows no quarter."""
    sizes = deck.card_mm, deck.square_mm, deck.inset_mm, bool(deck.photographs)
    if sizes not in deal.looks:
        deal.looks[sizes] = _read(deal, deck, alone=alone, faces=faces)
    return deal.looks[sizes]


def _read(deal: Deal, deck: DeckFile, *, alone: bool, faces: Faces | None) -> Look | None:
    pieces, colour = pieces_in(deck), np.ascontiguousarray(deal.frame.colour)
    try:
        inspected = Reader(pieces).locate(deal.found, deal.frame.grey, colour)
    except NoAnchorError:
        return None
    if faces:
        inspected = faces.added(inspected, deal.frame.grey, colour, pieces)
    look, gone = inspected.look, {*deck.codes} - deal.dealt if alone else set[int]()
    seen = tuple(one for one in look.sightings if one.code not in gone)
    look = replace(look, sightings=seen, marks=tuple(one for one in look.marks if one.code not in gone))
    spots = GAME.referee.unseen(_evening(deck, deal.players).match, look)
    return replace(look, bare=bare_places(colour, look, spots)) if spots else look


def _evening(deck: DeckFile, players: int, *known: DeckFile) -> State:
    begun = [Begun(GAME, Setup(ENGLISH, one), players, {}, "") for one in (deck, *known)]
    return replace(begin_evening(begun[0]), beginnings=tuple(begun[1:]))


def _asked(look: Look, deck: DeckFile, deal: Deal) -> Choice | None:
    """The question about the deck, if it is asked at the deal; the deck on the table is known."""
    state, _ = step(_evening(deck, deal.players, invented(3), deal.deck), Looked(look, ""))
    asked = state.mode if isinstance(state.mode, Choice) else None
    return asked if asked and any(isinstance(one.lead, ThesePieces) for one in asked.options) else None


def _judge_wrong(deal: Deal, deck: DeckFile, counts: Counts, *, alone: bool) -> None:
    look = _look(deal, deck, alone=alone)
    if look is None:
        return
    name = deck.name if deal.deck is REFERENCE else f"{deck.name}, a box on the table"
    asked = _asked(look, deck, deal)
    if asked is None and _shown(look, deal.deck, deck) < _LEAST:
        counts.of["unseen", name] += 1
        return
    counts.of["wrong", name] += 1
    counts.of["asked", name] += asked is not None
    counts.of["first", name] += asked is not None and say(asked.options[0].words) == say(cards_words(deal.deck))
    if asked is None:
        where = f"{deal.deck.name}, {deal.condition}, {deal.players} players, {len(look.marks)} codes"
        counts.missed.append(f"{name}: {where}")


def _shown(look: Look, table: DeckFile, deck: DeckFile) -> int:
    """The number of cards in sight whose colour differs between the decks; all, if their sizes do."""
    if abs(table.square_mm / deck.square_mm - 1) > 0.1:
        return len(look.marks)
    colours = [(table.deck[table.codes[one.code]].colour, deck.deck[deck.codes[one.code]].colour) for one in look.marks]
    return sum(one != other for one, other in colours)


def _print(counts: Counts) -> None:
    of = counts.of
    right = ", ".join(f"{name} {of['asked right', name]} of {number}" for name, number in counts.each("right").items())
    asked, every = (sum(counts.each(what).values()) for what in ("asked right", "right"))
    print(f"right decks asked about: {asked} of {every} ({right})")
    for name, number in counts.each("wrong").items():
        unseen = f"; {of['unseen', name]} more show nothing" if of["unseen", name] else ""
        print(f"{name}: asked {of['asked', name]} of {number}, first {of['first', name]}{unseen}")
    asked, every = (sum(counts.each(what).values()) for what in ("asked", "wrong"))
    print(f"wrong decks asked about: {asked} of {every}")
    for line in counts.missed:
        print(f"  missed: {line}")


def _print_faces(number: int, wide_px: int) -> None:
    """Our deck without codes: set and on the table, set alone, or on the table alone."""
    printed, asked = load_deck(PRINTED), Counter[str]()
    faces = Faces()
    for seed in range(0, 3 * number, 3):
        for name, table, deck in (
            ("printed set and on the table", printed, printed),
            ("printed set, ours with codes on the table", REFERENCE, printed),
            ("ours with codes set, printed on the table", printed, REFERENCE),
        ):
            deal = deal_of(seed, table, wide_px)
            faces_of = faces if deck.photographs else None
            look = _look(deal, deck, alone=False, faces=faces_of)
            asked[name] += look is not None and _asked(look, deck, deal) is not None
            asked[f"{name}: of"] += look is not None
    for name in [name for name in asked if not name.endswith(": of")]:
        print(f"{name}: asked {asked[name]} of {asked[f'{name}: of']}")
