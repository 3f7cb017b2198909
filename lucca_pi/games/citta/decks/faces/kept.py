"""What was photographed so far, kept in a file beside the draft: its photographs are many times as large."""

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.files import read_text
from lucca_pi.games.citta.decks.draft import write_whole
from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.strict import Node, read_json

FORMAT = "lucca-citta-faces-draft/1"
MARKS = ("late", "nearly", "shown_apart")
"""What is kept of a card where it is so."""


def gathered_file(file: Path) -> Path:
    """Where the photographs of a deck file in the making are kept."""
    return file.with_name(f"{file.name}.photographs")


def keep(file: Path, gathered: Gathered) -> None:
    """Writes them beside the deck file. Raises UnwritableError."""
    write_whole(gathered_file(file), text_of(gathered))


def load(file: Path) -> Gathered | None:
    """Those beside the deck file; None where there are none. Raises UnreadableError."""
    kept = gathered_file(file)
    if not kept.exists():
        return None
    try:
        return read_gathered(read_text(str(kept)))
    except UnreadableError as error:
        message = f"{error.message}. These are no photographs of a box: move the file away to begin anew"
        raise UnreadableError(message, error.place, str(kept)) from None


def text_of(gathered: Gathered) -> str:
    """All that was gathered; `read_gathered` gives it back."""
    cards = [json.dumps(_card_json(code, card)) for code, card in gathered.cards.items()]
    about = {name: getattr(gathered, name) for name in ("taken", "places", "turned", "looked_at")}
    head = json.dumps({"format": FORMAT, **about}).removesuffix("}")
    return f'{head}, "cards": [\n' + ",\n".join(cards) + "\n]}\n"


def _card_json(code: int, card: Photographed) -> dict[str, Any]:
    pictures = [b64encode(one).decode() for one in card.pictures]
    return {
        "code": code,
        "where": card.where,
        "order": card.order,
        **({} if card.perhaps is None else {"perhaps": card.perhaps}),
        **{name: True for name in MARKS if getattr(card, name)},
        "pictures": pictures,
    }


def read_gathered(text: str) -> Gathered:
    """What `text_of` wrote. Raises UnreadableError."""
    root = read_json(text)
    if root.key("format").text() != FORMAT:
        raise root.key("format").wrong(f'expected "{FORMAT}"')
    cards = {one.key("code").whole(): _card(one) for one in root.key("cards").list()}
    turned = root.key("turned")
    if turned.value is not None and not isinstance(turned.value, bool):
        raise turned.wrong("expected true, false or null")
    before = root.get("looked_at")
    looked_at = [one.text() for one in before.list()] if before else []
    return Gathered(cards, root.key("taken").whole(), root.key("places").whole(), turned.value, looked_at)


def _card(node: Node) -> Photographed:
    where = [one.whole() for one in node.key("where").list()]
    if len(where) != 3:
        raise node.key("where").wrong("expected picture, row and card")
    perhaps = node.get("perhaps")
    pictures = [_picture(one) for one in node.key("pictures").list()]
    place = where[0], where[1], where[2]
    marks = {name: node.get(name) is not None for name in MARKS}
    return Photographed(pictures, place, node.key("order").whole(), perhaps.whole() if perhaps else None, **marks)


def _picture(node: Node) -> bytes:
    try:
        return b64decode(node.text(), validate=True)
    except ValueError:
        raise node.wrong("expected a picture, packed and in base64") from None
