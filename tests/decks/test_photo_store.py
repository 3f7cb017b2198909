"""Photographs in a deck file or its draft, perhaps somebody else's: what no card can be known by is refused."""

import json
from base64 import b64encode
from functools import partial
from io import BytesIO

import numpy as np
import pytest
from lucca import Runner
from PIL import Image

from lucca_pi.box.photo_store import Gathered, Photographed, gathered_text, packed, read_gathered
from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import deck_file_json, read_deck_file, reference_deck_file


def photograph(width=236, height=364):
    """A picture with something on it, packed."""
    dots = np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)
    file = BytesIO()
    Image.fromarray(dots).save(file, "JPEG")
    return file.getvalue()


def text_with(*faces):
    """The reference deck with photographs, each face a code and its packed pictures."""
    photographs = [{"code": code, "pictures": [b64encode(one).decode() for one in some]} for code, some in faces]
    return json.dumps({**deck_file_json(reference_deck_file()), "photographs": photographs})


def blank():
    file = BytesIO()
    Image.new("RGB", (236, 364), "grey").save(file, "JPEG")
    return file.getvalue()


SOUND = photograph()
UNUSABLE = {
    "cut short": (SOUND[: len(SOUND) // 2], "truncated"),
    "empty": (b"", "not a picture"),
    "no picture": (b"a letter", "not a picture"),
    "wide": (photograph(364, 236), "not the shape of a card of 59 x 91 mm"),
    "coarse": (photograph(59, 91), "too few"),
    "of one colour": (blank(), "of one colour"),
}


@pytest.mark.parametrize(("packed", "why"), UNUSABLE.values(), ids=UNUSABLE)
def test_what_no_card_can_be_known_by_is_refused_with_its_code(tmp_path, packed, why):
    (tmp_path / "box.json").write_text(text_with((3, [SOUND]), (17, [SOUND, packed])))
    with pytest.raises(UnreadableError) as refused:
        load_deck(str(tmp_path / "box.json"))
    assert "box.json: The photograph of code 17 cannot be used" in str(refused.value)
    assert why in str(refused.value)
    assert "enrol the box again" in str(refused.value)


WRONG = {
    "a code of no face": ([(101, [SOUND])], "photographs[0].code: no face has the code 101"),
    "a code twice": ([(2, [SOUND]), (2, [SOUND])], "photographs[1].code: the photographs of code 2 are given twice"),
    "no photograph": ([(2, [])], "photographs[0].pictures: expected at least one photograph"),
}


@pytest.mark.parametrize(("faces", "told"), WRONG.values(), ids=WRONG)
def test_photographs_of_no_face_are_refused_with_their_place(faces, told):
    with pytest.raises(UnreadableError) as refused:
        read_deck_file(text_with(*faces))
    assert told in str(refused.value)


def test_deck_with_photographs_of_some_faces_is_taken(tmp_path):
    (tmp_path / "box.json").write_text(text_with((3, [SOUND]), (111, [SOUND, SOUND])))
    assert [*load_deck(str(tmp_path / "box.json")).photographs] == [3, 111]


def test_check_names_every_photograph_that_cannot_be_used(tmp_path, monkeypatch, capsys):
    (tmp_path / "box.json").write_text(text_with((3, [b"no"]), (4, [SOUND]), (17, [b"no"])))
    ran = Runner(monkeypatch, capsys)("deck", "check", tmp_path / "box.json", "--json")
    assert ran.code == 1
    errors = ran.json()["errors"]
    assert ["code 3 " in errors[0]["message"], "code 17 " in errors[1]["message"]] == [True, True]


def test_deck_whose_photographs_are_gone_is_refused(tmp_path):
    document = {**deck_file_json(reference_deck_file()), "photographs": {"sha256": "ab12"}}
    (tmp_path / "box.json").write_text(json.dumps(document))
    with pytest.raises(UnreadableError, match=r"box.json: photographs: only their digest .* Use the deck file"):
        load_deck(str(tmp_path / "box.json"))


def file_of(kind, size=(237, 365), **how):
    stream = BytesIO()
    Image.new("RGB", size, (90, 200, 40)).save(stream, kind, **how)
    return stream.getvalue()


def draft_with(data):
    return gathered_text(Gathered({17: Photographed([data], (1, 1, 1), 1)}))


def test_what_photographing_stores_is_read_again():
    noise = np.random.default_rng(1).integers(0, 255, (365, 237, 3)).astype(np.uint8)
    assert read_gathered(draft_with(packed(noise))).cards[17].pictures == [packed(noise)]


OTHERS = {kind: partial(file_of, kind) for kind in ("PNG", "WEBP", "TIFF", "BMP", "JPEG2000", "GIF")} | {
    "nothing": bytes,
    "a cut JPEG": lambda: file_of("JPEG")[:-400],
    "a head alone": lambda: file_of("JPEG")[:600],
    "a huge JPEG of few bytes": lambda: file_of("JPEG", (2100, 2100), progressive=True),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_photograph_of_another_kind_or_size_is_refused_with_its_place(other):
    with pytest.raises(UnreadableError, match="expected a photograph of a card") as refused:
        read_gathered(draft_with(other()))
    assert refused.value.place == "cards[0].pictures[0]"
