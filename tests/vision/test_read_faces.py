"""`read` of a single photograph knows cards by their faces, and says what it leaves open."""

import json
from dataclasses import replace

from lucca_pi.commands.reading import Wanted, answers
from lucca_pi.games.citta.rules.deck import deck_file_json
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.faces.small_tables import camera, card, few_faces, jpeg


def test_photograph_of_cards_without_codes_is_read_and_drawn(tmp_path):
    alike = {**few_faces().photographs, 80: few_faces().photographs[42]}
    deck = replace(few_faces(), photographs=alike)
    (tmp_path / "box.json").write_text(json.dumps(deck_file_json(deck)))
    cards = card(17, -60, 80), card(42, 20, -80, 90), card(BACK_CODE, -230, -100)
    (tmp_path / "table.jpg").write_bytes(jpeg(camera(cards).look(0)))
    wanted = Wanted(str(tmp_path / "box.json"), "aruco", None, tmp_path / "drawn", None, None, None)
    (answer,), _ = answers([str(tmp_path / "table.jpg")], wanted)
    told = answer.to_json("table.jpg")
    assert (told["quarters"][0]["construction"], told["quarters"][0]["walls"]) == ({"yellow": [17]}, 1)
    (doubt,) = told["doubts"]
    assert doubt in [f"A card may be {either}: its face does not decide it." for either in ("42 or 80", "80 or 42")]
    assert [(sorted(one["cards"]), one["owner"], one["area"]) for one in told["open"]] == [([42, 80], 102, "completed")]
    assert (tmp_path / "drawn" / "table.jpg").exists()
