"""Games' files that are damaged, huge or made to harm: one clear line each."""

import json
import struct
from copy import copy
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from claimed import evening_of
from evening import record

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.rules.deck import deck_file_json, reference_deck_file
from lucca_pi.games.citta.rules.record import record_json
from lucca_pi.proof import game_file
from lucca_pi.proof.verify import verify_game

LOOK = "looks/000-deal.jpg"
CALIBRATION = "looks/calibration/000-deal.toml"


@pytest.fixture
def members():
    """The members of a game that ends with the deal."""
    claims = evening_of().claims
    told = {**record_json(record()), "rounds": [], "seats": dict(claims.started.seats)}
    manifest = {"format": "lucca-game/1", "game": "g", "codes": "aruco", "swap": False, "looks": []}
    score = {"format": "lucca-citta-score/1", "players": {}, "lines": []}
    deck = deck_file_json(reference_deck_file())
    events = [{"event": "begun"}, {"event": "dealt", "looks": []}]
    return {
        "manifest.json": {**manifest, "looks": [{"event": 2, "pictures": [["000-deal.jpg"]]}]},
        "record.json": told,
        "score.json": score,
        "deck.json": deck,
        "journal.jsonl": "".join(json.dumps(event) + "\n" for event in events),
        LOOK: b"no picture",
    }


@pytest.fixture
def refused(members, tmp_path):
    """Writes the game with members changed (None: left out), and gives what verifying it says."""

    def with_members(changes=None, packed=ZIP_DEFLATED):
        file = tmp_path / "game.zip"
        with ZipFile(file, "w", packed) as made:
            for name, content in {**members, **(changes or {})}.items():
                if content is not None:
                    made.writestr(name, content if isinstance(content, str | bytes) else json.dumps(content))
        return said_of(file)

    return with_members


def said_of(file):
    with pytest.raises(UnreadableError) as error:
        verify_game(file)
    text = str(error.value)
    assert text.startswith(f"{file}: ")
    assert len(text.splitlines()) == 1
    return text.removeprefix(f"{file}: ")


def test_a_picture_that_is_none_is_no_reason_to_refuse_the_file(members, tmp_path):
    with ZipFile(tmp_path / "game.zip", "w") as made:
        for name, content in members.items():
            made.writestr(name, content if isinstance(content, str | bytes) else json.dumps(content))
    deal, *_ = verify_game(tmp_path / "game.zip").checks
    assert (deal.word, deal.why) == ("unseen", f"{LOOK} is not a readable picture")


@pytest.mark.parametrize("name", ["manifest.json", "record.json", "score.json", "deck.json", "journal.jsonl", LOOK])
def test_a_missing_member_is_named(refused, name):
    assert refused({name: None}) == f"{name}: is missing: export the game again"


NO_JSON = {
    "no JSON": (b"{", "not JSON"),
    "no text": (b"\xff\xfe", "not UTF-8 text"),
    "nested too deeply": (b"[" * 100_000, "nested too deeply"),
    "another kind": (b"[1]", "expected an object, not a list"),
    "nothing": (b"", "not JSON"),
    "a key twice": (b'{"format": 1, "format": 2}', "given twice"),
}


@pytest.mark.parametrize("name", ["manifest.json", "record.json", "score.json"])
@pytest.mark.parametrize(("content", "complaint"), NO_JSON.values(), ids=NO_JSON)
def test_what_is_no_document_is_named(refused, name, content, complaint):
    said = refused({name: content})
    assert said.startswith(f"{name}: ")
    assert complaint in said


WRONG = {
    "another format": ("manifest.json", {"format": "lucca-game/2"}, 'format: expected "lucca-game/1"'),
    "unknown codes": ("manifest.json", {"codes": "bar"}, "codes: expected aruco or qr or auto"),
    "swap that is neither": ("manifest.json", {"swap": "yes"}, "swap: expected true or false"),
    "too many pictures": (
        "manifest.json",
        {"looks": [{"event": 2, "pictures": [[f"{number}.jpg" for number in range(3000)]]}]},
        "looks: names more than 2000 pictures",
    ),
    "a picture twice": (
        "manifest.json",
        {"looks": [{"event": event, "pictures": [["a.jpg"]]} for event in (2, 3)]},
        "looks: names looks/a.jpg 2 times: each look has pictures of its own",
    ),
    "event twice": ("manifest.json", {"looks": [{"event": 2, "pictures": []}] * 2}, "looks[1].event: is there twice"),
    "pictures that are no list": ("manifest.json", {"looks": [{"event": 2, "pictures": [[7]]}]}, "expected text"),
    "an edition that is none": ("record.json", {"edition": "french"}, "edition: there is no edition"),
    "no seats": ("record.json", {"seats": None}, "seats: expected a quarter of their own for each player"),
    "seats that are no quarters": ("record.json", {"seats": {"Alex": [101]}}, "seats: expected a quarter"),
    "a deck by an unknown name": ("record.json", {"deck": "other"}, "deck: expected"),
    "a deck of other cards than the record's": (
        "deck.json",
        {"cards": [{**deck_card, "windows": 0} for deck_card in deck_file_json(reference_deck_file())["cards"]]},
        "holds other cards than the deck of record.json",
    ),
    "a deck that is none": ("deck.json", {"cards": []}, "a deck has 96 palace cards"),
    "a kind of points that is none": (
        "score.json",
        {"lines": [{"round": 1, "player": "Alex", "kind": "luck", "points": 9}]},
        "lines[0].kind: expected completion",
    ),
    "points that are no number": (
        "score.json",
        {"lines": [{"round": 1, "player": "Alex", "kind": "walls", "points": "9"}]},
        "lines[0].points: expected a whole number",
    ),
}


@pytest.mark.parametrize(("name", "changes", "complaint"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_in_a_document_is_named_with_its_place(refused, members, name, changes, complaint):
    said = refused({name: {**members[name], **changes}})
    assert said.startswith(f"{name}: ")
    assert complaint in said


EVENTS = {
    "no JSON": ("{", "line 1: not JSON"),
    "no event": ("7", "line 1: expected an object"),
    "an event without a kind": ("{}", 'line 1: the key "event" is missing'),
    "an answer that was not offered": (
        '{"event": "played", "looks": [], "asked": {"question": "?", "answers": ["a"], "given": 1}}',
        "line 1.asked.given: there are 1 answers",
    ),
    "a correction of no turn": ('{"event": "corrected", "number": 1, "note": ""}', "line 1.number: there are 0 turns"),
}


@pytest.mark.parametrize(("line", "complaint"), EVENTS.values(), ids=EVENTS)
def test_what_is_wrong_in_the_journal_is_named_with_its_line(refused, line, complaint):
    assert refused({"journal.jsonl": line}).startswith(f"journal.jsonl: {complaint}")


CALIBRATIONS = {
    "no TOML": (b"nonsense", "no calibration (Expected '='"),
    "no text": (b"\xff\xfe", "no calibration ('utf-8' codec can't decode"),
    "nothing": (b"", "no calibration ('format' is missing)"),
    "nested too deeply": (b"a = " + b"[" * 1_900, "no calibration ("),
    "a format with much in it": (b'format = """' + b"x\n" * 900 + b'"""', "no calibration (its format is x x x"),
    "too large": (b"#" * 2_001, "has more than 2,000 bytes"),
}


@pytest.mark.parametrize(("content", "complaint"), CALIBRATIONS.values(), ids=CALIBRATIONS)
def test_a_damaged_calibration_is_named(refused, content, complaint):
    said = refused({CALIBRATION: content})
    assert said.startswith(f"{CALIBRATION}: {complaint}")
    assert len(said) < 200


@pytest.mark.parametrize("name", ["../../evil.sh", "/etc/passwd", "looks/../../x", "a\\..\\b", "C:x"])
def test_a_name_that_leads_out_of_the_file_is_refused(refused, name):
    assert refused({name: b""}) == f"holds {name}, a name that points outside it"


def test_a_member_that_stands_twice_is_refused(refused, tmp_path):
    refused({"deck.json": None})
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(tmp_path / "game.zip", "a") as made:
        made.writestr("score.json", "{}")
    assert said_of(tmp_path / "game.zip") == "holds score.json 2 times"


def test_a_member_under_several_names_is_refused(refused, tmp_path):
    refused({"deck.json": None})
    file = tmp_path / "game.zip"
    with ZipFile(file, "a") as made:
        again = copy(made.getinfo(LOOK))
        again.filename = "looks/again.jpg"
        made.filelist.append(again)
        made._didModify = True
    assert said_of(file) == "gives one member several names"


def test_a_member_that_unpacks_without_end_is_refused(refused, monkeypatch):
    assert refused({"journal.jsonl": b" " * 17_000_000}) == "journal.jsonl: has more than 16,000,000 bytes"
    monkeypatch.setattr(game_file, "LARGEST_PICTURE", 1_000_000)
    assert refused({LOOK: bytes(1_000_001)}) == f"{LOOK}: has more than 1,000,000 bytes"


def test_a_member_packed_in_an_unusual_way_is_refused(refused):
    assert refused(packed=ZIP_BZIP2) == "manifest.json: is packed in a way that no export uses"


def test_a_list_of_members_without_end_is_refused(refused, members, monkeypatch):
    monkeypatch.setattr(game_file, "LARGEST_LIST", 100)
    assert refused() == "lists far more files than a game has"


@pytest.mark.parametrize("content", [b"", b"no ZIP", b"PK\x05\x06", b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_zip_is_refused(tmp_path, content):
    file = tmp_path / "game.zip"
    file.write_bytes(content)
    assert said_of(file) in (game_file.DAMAGED, "lists far more files than a game has")


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert said_of(tmp_path / "none.zip") == "cannot be read: No such file or directory"
    assert said_of(tmp_path) == "cannot be read: Is a directory"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_or_with_a_wrong_byte_is_damaged(refused, tmp_path, share):
    file = tmp_path / "game.zip"
    refused({LOOK: None})
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    assert said_of(file) == game_file.DAMAGED
    at = int(len(whole) * 0.1)
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
    assert game_file.DAMAGED in said_of(file)


def test_an_encrypted_member_is_refused(refused, tmp_path):
    file = tmp_path / "game.zip"
    refused({LOOK: None})
    whole = bytearray(file.read_bytes())
    entry = whole.index(b"PK\x01\x02")
    struct.pack_into("<H", whole, entry + 8, 1)
    struct.pack_into("<H", whole, 6, 1)
    file.write_bytes(whole)
    assert said_of(file) == f"manifest.json: {game_file.DAMAGED}"


def test_a_file_that_unpacks_to_more_than_any_game_is_refused_before_it_is_unpacked(refused, monkeypatch):
    monkeypatch.setattr(game_file, "LARGEST_WHOLE", 1_000_000)
    assert refused({f"looks/{number}.jpg": bytes(100_000) for number in range(11)}) == (
        "has more than 1,000,000 bytes when it is unpacked"
    )
