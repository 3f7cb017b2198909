"""Before play begins: no command, the recorded game, the first start, a kept game that goes on otherwise."""

import json
import os
import pty
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from twins import Presses, app_with

from lucca_pi.app.resume import goes_on_otherwise
from lucca_pi.cli import welcome
from lucca_pi.commands.start import first_run, is_first_run
from lucca_pi.config import Config, load_config
from lucca_pi.contract.setup import choices, setup_from
from lucca_pi.devices.system import SystemClock
from lucca_pi.evening.journal import Begun
from lucca_pi.games import game_named
from lucca_pi.games.citta.game import GAME as CITTA
from lucca_pi.games.citta.rules.deck import deck_file_json, reference_deck_file
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.language import LANGUAGES, LOCALE, use
from lucca_pi.play import _offered


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_command_it_says_what_can_be_done(run, monkeypatch, language):
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert "lucca-pi play --example" in ran.out
    assert ran.out == (LOCALE / language / "welcome.txt").read_text().replace("./lucca", "lucca-pi")


@pytest.mark.parametrize("spoken", [*(f"{language}_XX.UTF-8" for language in LANGUAGES), "C.UTF-8", "xx", ""])
def test_the_script_of_a_clone_says_the_same_before_anything_is_installed(monkeypatch, spoken):
    monkeypatch.setenv("LC_ALL", spoken)
    said = subprocess.run(
        ["sh", Path(__file__).parents[2] / "lucca"], capture_output=True, text=True, check=True
    ).stdout
    assert said == welcome({"LC_ALL": spoken})


def test_the_recorded_game_is_played_with_its_deck_and_names(run):
    ran = run("play", "--example", "--buttons", "auto", "--display", "none", "--json")
    assert ran.code == 0
    assert ran.json()["record"]["seats"] == {"Alex": 101, "Charlie": 102, "Bruno": 103}
    assert ran.json()["score"]["finished"]
    assert "22 pictures" in ran.err


def test_the_recorded_game_takes_no_other_deck(run):
    ran = run("play", "--example", "--deck", "reference")
    assert (ran.code, "leave out --camera, --deck, --game" in ran.err) == (2, True)


@contextmanager
def typing(monkeypatch, text):
    """Somebody at a terminal who types that."""
    ours, theirs = pty.openpty()
    os.write(ours, text.encode() + 4 * b"\x04")
    with os.fdopen(theirs) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        yield
    os.close(ours)
    use("en")


TYPED = {
    "numbers": ("2\n3\n2\n2\n", {"pictures": 0, "deck": "printed", "language": "de", "edition": "hebrew"}),
    "Enter alone": ("\n\n\n", {"language": "en", "edition": "english", "deck": "reference"}),
    "words": ("eng\ngerm\n", {"language": "en", "edition": "german"}),
    "German rules for who speaks German": ("2\n\n", {"language": "de", "edition": "german"}),
    "Hebrew rules for who speaks Hebrew": ("עבר\n\n", {"language": "he", "edition": "hebrew"}),
    "nonsense first": ("7\n1\n2\n", {"language": "en", "edition": "german"}),
}


@pytest.mark.parametrize(("typed", "settings"), TYPED.values(), ids=TYPED)
def test_the_first_start_asks_for_language_rules_and_cards_and_remembers_them(monkeypatch, tmp_path, typed, settings):
    file = tmp_path / "lucca" / "lucca.toml"
    with typing(monkeypatch, typed):
        config = first_run(Config(language="en"), (), file)
    kept = load_config(file, {})
    for name, value in settings.items():
        assert config.for_game()[name] == kept.for_game()[name] == value


def test_pictures_are_kept_unless_somebody_says_no(monkeypatch, tmp_path):
    with typing(monkeypatch, "\n\n\n\n"):
        assert first_run(Config(language="en"), (), tmp_path / "lucca.toml").pictures == 2000


CARDS = {
    "a box that is enrolled": ("\n", "3 Our box: Nonna's  4 Another box  [3]", "box.json"),
    "ours, although a box is enrolled": ("1\n", "3 Our box: Nonna's", "reference"),
    "Another box": ("another\n", "Enrol your box first", None),
}


@pytest.mark.parametrize("case", CARDS.values(), ids=CARDS)
def test_the_cards_are_those_of_a_box_that_is_found_or_enrolled_first(monkeypatch, tmp_path, capsys, case):
    typed, said, deck = case
    file = deck_file_json(replace(reference_deck_file(), name="Nonna's"))
    (tmp_path / "box.json").write_text(json.dumps(file), encoding="utf-8")
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with typing(monkeypatch, typed):
        first_run(Config(language="en", state=tmp_path), ("language", "edition"), tmp_path / "lucca" / "lucca.toml")
    assert said in capsys.readouterr().err
    kept = load_config(tmp_path / "lucca" / "lucca.toml", {}) if deck else Config()
    assert Path(kept.for_game()["deck"]).name == (deck or "reference")


def test_every_deck_that_the_first_start_lists_can_be_chosen_at_the_table_if_it_can_be_used(monkeypatch, tmp_path):
    whole = deck_file_json(replace(reference_deck_file(), name="Nonna's"))
    for name, deck in {"box": whole, "broken": {**whole, "name": "Half", "cards": []}}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(deck), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    offered = [*_offered(load_config(None, {"state": tmp_path}), SystemClock())]
    app = app_with(Presses(), offered=offered)
    assert [one.words for one in choices(app.state.match, "deck").options][-2:] == ["Our box: Nonna's", "Another box"]


def test_what_is_set_already_is_not_asked(monkeypatch, tmp_path):
    with typing(monkeypatch, ""):
        first_run(Config(language="en"), ("language", "edition", "deck", "pictures"), tmp_path / "lucca.toml")
    assert not (tmp_path / "lucca.toml").exists()


def test_only_who_plays_before_a_table_for_the_first_time_is_asked(tmp_path):
    first = Config(camera="usb:0", buttons="keyboard", state=tmp_path)
    assert is_first_run(first, tmp_path / "lucca.toml")
    for other in ({"camera": "folder:x"}, {"camera": "drawn:x"}, {"buttons": "auto"}, {"buttons": "gpio"}):
        assert not is_first_run(replace(first, **other), tmp_path / "lucca.toml")
    (tmp_path / "games").mkdir()
    assert not is_first_run(first, tmp_path / "lucca.toml")


def begun(edition="english", deck="reference", game="citta"):
    if game != "citta":
        kind = game_named(game)
        return Begun(kind, setup_from(kind.rules.setup, {"tiles": "hexagon", "passes": True, "players": 3}), 3, {}, "")
    deck_file = replace(reference_deck_file(), name=deck)
    return Begun(CITTA, Setup(EDITIONS[edition], deck_file), None, {}, "2026-01-01")


OTHERWISE = {
    "as asked": (begun("german"), {"edition"}, ""),
    "other rules": (
        begun(),
        {"edition"},
        "A game is unfinished: English rules, cards “Printed by us, with codes”. You asked for: German",
    ),
    "rules nobody asked for": (begun(), set(), ""),
    "other cards": (begun("german", "my box"), {"deck"}, "A game is unfinished: German rules, cards “Our box: my box”"),
    "another game": (begun(game="lucco"), {"game"}, "A game of Lucco is not finished, and you asked for Lucca Città."),
}


@pytest.mark.parametrize(("kept", "asked", "said"), OTHERWISE.values(), ids=OTHERWISE)
def test_a_kept_game_that_goes_on_otherwise_than_asked_for_says_so(kept, asked, said):
    words = goes_on_otherwise(kept, begun("german"), asked)
    assert words.startswith(said)
    assert bool(words) == bool(said)
