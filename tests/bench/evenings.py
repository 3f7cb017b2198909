"""
`./lucca bench evenings GAME ... [--deck NAME] [--light NAME]`: whole evenings before drawn pictures, without stickers.

A game is one of the simulator's, by its faults, style and seed: `planned:7`, `opened-late+careless:31`. What its people
lay is drawn, read by codes and faces and judged, with closer pictures where play takes them; questions are answered
truly. `--tell` says what happens.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from time import process_time

import cv2

from tests.faces.decks import number_only, printed
from tests.faces.played import DrawnPlayers, Read, Table
from tests.faces.whole_tables import LIGHTS
from tests.sim.conditions import Condition, Outcome, judged

DECKS = {"printed": printed, "number": number_only}


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each game."""
    parser = ArgumentParser("./lucca bench evenings", description="Whole evenings before drawn pictures.")
    parser.add_argument("games", nargs="*", default=["planned:7", "careless:8"], metavar="GAME", help="faults:seed")
    parser.add_argument("--deck", choices=DECKS, default="printed")
    parser.add_argument("--light", choices=LIGHTS, default="easy")
    parser.add_argument("--surface", choices=("wood", "cloth"))
    parser.add_argument("--tell", action="store_true", help="say what happens")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    light = replace(LIGHTS[asked.light], surface=asked.surface) if asked.surface else LIGHTS[asked.light]
    for game in asked.games:
        condition, _, seed = game.rpartition(":")
        evening = replace(Condition(condition).evening(int(seed)), deck_file=DECKS[asked.deck]())
        start_s = process_time()
        table = Table.of(evening, evening.deck_file, light)
        outcome = judged(condition, evening, DrawnPlayers(evening, table, print if asked.tell else None))
        cost_s = process_time() - start_s
        print(f"{game} {asked.deck} {asked.light}: {_told(outcome, table.read)}; {cost_s:.0f} s", flush=True)


def _told(outcome: Outcome, read: Read) -> str:
    """What the evening came to."""
    notes, wrong = outcome.notes, "WRONG" if outcome.silent else "right"
    came_to = f"stuck: {notes.stuck}" if notes.stuck else " ".join([wrong, *outcome.wrong_turns])
    looked = f"{read.pictures} pictures, {read.alone} cards alone, {read.sets} sets, {read.strange} strange"
    return f"{came_to}, {len(notes.ranks)} asked, {notes.told} complaints, {looked}, {read.wrong} wrong"
