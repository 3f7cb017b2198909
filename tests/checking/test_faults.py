"""Faults put into drawn layings: each is named, and the advice is the right one."""

import json
from dataclasses import replace

import pytest
from faulty import SMALL, badly_stuck, checked, drawn, easy, moved_away

from lucca_pi.config import Config
from lucca_pi.drawn.things import Sticker
from lucca_pi.games.citta.rules.deck import deck_file_json, reference_deck_file

NEAR = replace(SMALL, width_px=2732, height_px=2048)
FAULTS = {
    "none": (easy(), None, ["column", "far corner"], []),
    "a seat too far": (
        easy(view=NEAR),
        moved_away(250),
        ["far corner"],
        [
            "seat 3 (Burlamacchi): 3, 4, 5, 6 outside the picture: raise the camera by 15 cm, or move the seat 10 cm "
            "towards the middle."
        ],
    ),
    "a seat out of sight": (
        easy(view=NEAR),
        moved_away(600),
        ["far corner"],
        [
            "seat 3 (Burlamacchi): in no picture. Is its code covered or dirty? Else move the seat inwards, or raise "
            "the camera by 10 cm."
        ],
    ),
    "a crooked sticker": (
        easy(),
        badly_stuck(3, Sticker(1.5, 1.0, 22)),
        ["column", "turned"],
        ["3: its sticker is crooked, by 22 degrees: stick it on straight."],
    ),
    "a dirty sticker": (
        easy(),
        badly_stuck(3, Sticker(specks=90)),
        ["column", "turned"],
        ["3 not read where others are: the sticker is crooked, dirty or badly printed; print it anew."],
    ),
    "too few pixels": (
        easy(view=replace(SMALL, width_px=800, height_px=450)),
        None,
        ["column"],
        ["seat 1 (Guinigi): 1, 2, 3, 4 too small in the picture: take a camera with more pixels."],
    ),
    "no light": (
        easy(exposure=0.03),
        None,
        ["wall"],
        ["seat 1 (Guinigi): too dark to read Guinigi, wall: switch a light on."],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_with_what_to_do(fault, tmp_path):
    conditions, change, layings, said = FAULTS[fault]
    one = checked(drawn(conditions, change), layings, Config(state=tmp_path))
    told = [line for line in one.lines() if not line.endswith(" read") and "Not looked at" not in line]
    assert [line for line in told if line in said] == said
    assert bool(told) == bool(said)


def test_light_is_named_where_no_darker_picture_sees_through_it(tmp_path, monkeypatch):
    said = []
    for _closer in range(2):
        camera = drawn(easy(sheens=3, glare=400))
        said.append([*checked(camera, ["opened"], Config(state=tmp_path)).lines()])
        monkeypatch.setattr(type(camera), "closer", lambda _camera, _number: iter(()))
    assert not any("blinds" in line for line in said[0])
    assert "seat 1 (Guinigi): light blinds the camera at 6, 7: turn the lamp, or move it aside." in said[1]


def test_another_deck_is_named_by_its_colours(tmp_path):
    document = deck_file_json(reference_deck_file())
    printed = [{name: card[name] for name in ("colour", "windows", "shields")} for card in document["cards"]]
    for number, card in enumerate(document["cards"]):
        card.update(printed[(number + 31) % len(printed)])
    (tmp_path / "other.json").write_text(json.dumps(document))
    other = Config(state=tmp_path).changed({"deck": str(tmp_path / "other.json")})
    camera = drawn(easy(), config=other)
    wrong, right = (checked(camera, ["triplets"], config) for config in (Config(state=tmp_path), other))
    assert any("not the cards of this deck" in line for line in wrong.lines())
    assert not any("deck" in line for line in right.lines())


@pytest.mark.parametrize("game", ["citta", "chessboard", "lucco"])
def test_all_that_is_drawn_right_is_read(game, tmp_path):
    config = Config(game=game, state=tmp_path)
    camera = drawn(easy(view=SMALL, haze=20.0), config=config)
    one = checked(camera, ["seats", "block", "supply", "branch", "die"], config)
    assert one.results
    assert [outcome for result in one.results.values() for outcome in result.outcomes if outcome.state != "read"] == []
