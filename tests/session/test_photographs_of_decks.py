"""A game whose deck has photographs: arranged, resumed, and told of where they are gone."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from evening import begun, date, looks
from stored import exported, store
from twins import Presses, app_with

from lucca_pi.devices.store import GameStore
from lucca_pi.evening.journal import Begun, event_from_json, event_json
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.evening.stored import without_looks
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.deck import deck_file_json, read_deck_file
from lucca_pi.proof.game_file import Archive, read_game_file

PHOTOGRAPHS = {5: (b"one", b"another"), 111: (b"back", b"back again")}


def photographed() -> Begun:
    """The usual beginning, with a deck that has photographs."""
    setup = begun().setup
    return replace(begun(), setup=replace(setup, deck_file=replace(setup.deck_file, photographs=PHOTOGRAPHS)))


def kept(directory: Path) -> GameStore:
    """A store with that beginning."""
    games = GameStore(directory)
    games.append("2026-01-01T2000", event_json(photographed(), GAME))
    return games


def test_resumed_game_has_them(tmp_path: Path) -> None:
    with closing(kept(tmp_path)) as games:
        app = app_with(Presses(), store=games)
    assert app.resumed
    assert app.state.pieces.photographs == PHOTOGRAPHS
    assert not GAME.rules.lacks(app.state.begun.setup)


def test_resumed_game_without_them_says_what_to_do(tmp_path: Path) -> None:
    with closing(kept(tmp_path)) as games:
        for file in (tmp_path / "photographs").iterdir():
            file.unlink()
        app = app_with(Presses(), store=games)
    assert "--deck" in GAME.rules.lacks(app.state.begun.setup)
    assert app.state.pieces.photographs == {}


def test_file_of_a_game_carries_them_once(tmp_path: Path) -> None:
    _state, effects = step(begin_evening(photographed()), Looked(looks()[0], date(1)))
    journal = [photographed(), *(effect.event for effect in effects if isinstance(effect, Keep))]
    store(tmp_path, GAME, journal, pictures=False)
    with Archive(exported(tmp_path)) as archive:
        assert archive.text("deck.json").count("photographs") == 1
        assert "pictures" not in archive.text("journal.jsonl")
        claims = read_game_file(archive).claims
    assert claims.arrangement.setup.deck_file.photographs == PHOTOGRAPHS


def test_points_of_a_game_need_none_of_them(tmp_path: Path) -> None:
    with closing(kept(tmp_path)) as games:
        state = without_looks(games.journal("2026-01-01T2000").events)
    assert state.begun.setup.deck_file.photographs == {}


def test_deck_file_keeps_the_digest_of_what_is_gone() -> None:
    document = {**deck_file_json(begun().setup.deck_file), "photographs": {"sha256": "ab12"}}
    deck_file = read_deck_file(json.dumps(document))
    assert deck_file.photographs_gone == "ab12"
    assert deck_file_json(deck_file) == document


def test_deck_chosen_at_the_table_is_chosen_again_with_its_photographs() -> None:
    plain, chosen = begun().setup, photographed().setup
    assert GAME.rules.chosen_again(plain, chosen, plain) == chosen
    assert GAME.rules.chosen_again(chosen, plain, chosen) == plain


def test_two_beginnings_share_the_pictures_in_memory(tmp_path: Path) -> None:
    with closing(kept(tmp_path)) as games:
        events = [games.events("2026-01-01T2000")[0] for _ in range(2)]
    first, second = (resumed([event_from_json(event, GAME)]).pieces.photographs for event in events)
    assert all(first[code][0] is second[code][0] for code in PHOTOGRAPHS)
