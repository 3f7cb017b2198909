"""An evening kept whole, as `play --record` writes it: a file for each game, without people's names."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lucca_pi.checking.kept import versions
from lucca_pi.checking.stripped import stripped
from lucca_pi.devices.store import StoredGames
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.state import resumed
from lucca_pi.proof.export import Members, Stored, export_game, written
from lucca_pi.proof.game_file import LOOKS
from lucca_pi.proof.past_games import game_in, library
from lucca_pi.years.people import forgotten, seats_of


def record_evening(directory: Path, names: Sequence[str], file: Path) -> Iterator[str]:
    """
    Writes the games of that state directory to the file, further ones beside it; gives a line on each.

    Raises StoreError and ExportError.
    """
    with library(directory) as store:
        games = [game for name in names if (game := game_in(store, name)).state.game is not None]
        for number, game in enumerate(games, start=1):
            place = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
            yield export_game(_nameless(game, store), place, through=_for_record).text()


def _for_record(members: Members) -> Members:
    """The members of a game's file, with what read its pictures; these without what a camera tells in them."""
    yield "versions.json", written(versions())
    for name, content in members:
        yield name, (stripped(content) or content) if name.startswith(LOOKS) else content


def _nameless(game: Stored, store: StoredGames) -> Stored:
    """The game with the places' own names, and without the phones that answered."""
    events: list[Any] = [{key: value for key, value in event.items() if key != "by"} for event in game.events]
    events = [{**one, "deck": {**one["deck"], "name": "deck"}} if "deck" in one else one for one in events]
    for player in seats_of(events).values():
        events = forgotten(events, player)
    return replace(game, name="evening", events=events, state=resumed(events_from_json(store.with_photographs(events))))
