"""
`./lucca bench tables [--looks N] [--evening NAME]`: drawn tables without stickers, read from look to look by the faces.

Of the cards in sight are counted those that are known alone, as one of a set, wrong, missed, and what was invented;
with a look at the bare table before the deal and without. In sight is a card of whose upper half other cards cover less
than a tenth, and a back of which they cover less than a third; under a hand, too. Of the cards that lie there first are
counted those whose places were found, whatever they were known as.

Times, codes and faces, are beside those of reading the same table with stickers: the medians of the looks that show a
deal or a new row of triplets, and of the others.

`./lucca bench evenings GAME ... [--deck NAME] [--light NAME]`: whole evenings before drawn pictures, without stickers.

A game is one of the simulator's, by its faults, style and seed: `planned:7`, `opened-late+careless:31`. What its people
lay is drawn, read by codes and faces and judged, with closer pictures where play takes them; questions are answered
truly. `--tell` says what happens.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time

import numpy as np

from lucca_pi.drawn.conditions import Surface
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.look import NoAnchorError
from lucca_pi.vision.reader import LaterLooks, Reader
from tests.bench.timing import in_turns
from tests.faces.played import DrawnPlayers
from tests.faces.played import Table as PlayedTable
from tests.faces.printed_faces import number_only, printed
from tests.faces.tables import LIGHTS, Placed, Table, each_compared, placed
from tests.sim.conditions import Condition, Outcome, judged

EVENINGS: tuple[tuple[str, str, Surface | None], ...] = (
    ("4-german-easy", "easy", None),
    ("3-german-dim", "easy", "cloth"),
    ("4-english-lamp", "lamp", None),
    ("4-hebrew-window", "window", None),
    ("3-german-dim", "dim", None),
    ("4-german-easy", "glare", None),
    ("3-german-dim", "hands", None),
    ("4-german-easy", "glare and hands", None),
    ("4-german-easy", "moving glare", None),
)
DEALT = 5
"""A look at which more cards lie first is a deal, or a new row of triplets, and no turn."""
ROUNDS = 3
DECKS = {"printed": printed, "number": number_only}
BARE_FIRST = True, False
"""Whether the evening begins with a look at the bare table."""
COUNTED = ("alone", "set", "wrong", "missed", "invented")


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each deck, evening and beginning."""
    parser = ArgumentParser("./lucca bench tables", description="Whole tables without stickers.")
    parser.add_argument("--looks", type=int, default=6, help="of each evening, the deal included")
    parser.add_argument("--evening", action="append", metavar="NAME", help="this one alone; may be repeated")
    asked = parser.parse_args(arguments)
    for deck in [make() for make in DECKS.values()]:
        for record, conditions, surface in EVENINGS:
            if asked.evening and conditions not in asked.evening:
                continue
            table = Table(record, deck, conditions, surface)
            stickers = Table(record, reference_deck_file(), conditions, surface)
            stuck_s = [_stickers_s(stickers, number) for number in range(min(asked.looks, table.camera.looks))]
            for bare in BARE_FIRST:
                counts, times = _followed(table, deck, stuck_s, bare=bare)
                told = ", ".join(f"{counts[one]} {one}" for one in COUNTED)
                how = "bare table first" if bare else "no bare table"
                print(
                    f"{deck.name}, {conditions}{', ' + surface if surface else ''}, {how}: {told}; {times}", flush=True
                )


def _followed(table: Table, deck: DeckFile, stuck_s: Sequence[float], *, bare: bool) -> tuple[Counter[str], str]:
    """What is read of the first looks of an evening, and what it costs beside the seconds with stickers."""
    pieces = pieces_in(deck)
    reader, codes = FaceReader(pieces), Reader(pieces, markers=LaterLooks())
    counts: Counter[str] = Counter()
    costs: dict[str, list[float]] = {"deal": [], "turn": []}
    places = {"first look": Counter[bool](), "later": Counter[bool]()}
    before: list[Placed] = []
    for number in range(-1 if bare else 0, len(stuck_s)):
        try:
            look, taken_s = _timed(reader, codes, table.look(number))
        except NoAnchorError:
            counts["no quarter"] += 1
            continue
        if number >= 0:
            there = placed(look, table.camera.lying(number))
            new = [card for card in there if not any(map(card.lies_as, before))]
            for card, outcome in each_compared(look, there, pieces):
                counts[outcome] += 1
                if card in new and card.is_asked_about:
                    places["later" if before else "first look"][outcome != "missed"] += 1
            costs["deal" if len(new) > DEALT else "turn"].append(taken_s / stuck_s[number])
            before = there
    found = [f"{when} {found[True]} of {found.total()}" for when, found in places.items()]
    times = [f"{when} {float(np.median(ratios)):.1f} x" for when, ratios in costs.items() if ratios]
    return counts, f"places found: {', '.join(found)}; {', '.join(times)}"


def _stickers_s(table: Table, number: int) -> float:
    """The seconds that reading the codes of a look takes."""
    frame = table.look(number)
    assert frame.colour is not None
    read = partial(Reader(pieces_in(reference_deck_file())).read, frame.grey, np.ascontiguousarray(frame.colour))
    return median(in_turns({"read": read}, ROUNDS, clock=process_time)["read"])


def _timed(reader: FaceReader, codes: Reader, frame: Frame) -> tuple[Look, float]:
    """What is read by codes and faces, once: a second look would find nothing changed. With the seconds it takes."""
    assert frame.colour is not None
    colour = np.ascontiguousarray(frame.colour)
    start = process_time()
    look = reader.read(frame.grey, colour, codes.read(frame.grey, colour)).look
    return look, process_time() - start


def bench_evenings(arguments: Sequence[str] = ()) -> None:
    """A line for each game."""
    parser = ArgumentParser("./lucca bench evenings", description="Whole evenings before drawn pictures.")
    parser.add_argument("games", nargs="*", default=["planned:7", "careless:8"], metavar="GAME", help="faults:seed")
    parser.add_argument("--deck", choices=DECKS, default="printed")
    parser.add_argument("--light", choices=LIGHTS, default="easy")
    parser.add_argument("--surface", choices=("wood", "cloth"))
    parser.add_argument("--tell", action="store_true", help="say what happens")
    asked = parser.parse_args(arguments)
    light = replace(LIGHTS[asked.light], surface=asked.surface) if asked.surface else LIGHTS[asked.light]
    for game in asked.games:
        condition, _, seed = game.rpartition(":")
        evening = replace(Condition(condition).evening(int(seed)), deck_file=DECKS[asked.deck]())
        start_s = process_time()
        table = PlayedTable.of(evening, evening.deck_file, light)
        outcome = judged(condition, evening, DrawnPlayers(evening, table, print if asked.tell else None))
        cost_s = process_time() - start_s
        print(f"{game} {asked.deck} {asked.light}: {_came_to(outcome, table.read)}; {cost_s:.0f} s", flush=True)


def _came_to(outcome: Outcome, read: Counter[str]) -> str:
    """What the evening came to."""
    notes, wrong = outcome.notes, "WRONG" if outcome.silent else "right"
    came_to = f"stuck: {notes.stuck}" if notes.stuck else " ".join([wrong, *outcome.wrong_turns])
    looked = ", ".join(f"{read[one]} {one}" for one in ("pictures", *COUNTED, "strange"))
    return f"{came_to}, {len(notes.ranks)} asked, {notes.told} complaints; {looked}"
