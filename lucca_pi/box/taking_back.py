"""Takes back what was photographed by mistake: a picture, a card, towers and back, or a whole pass."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from lucca_pi.box.photo_store import Gathered, Photographed, Place, Step
from lucca_pi.games.citta.rules.deck import TOWERS_AND_BACK


def given_by(gathered: Gathered) -> dict[int, dict[Place, tuple[int, bytes]]]:
    """The card and its photograph at each place of each picture, the latest picture first, then row by row."""
    every = [
        (place, (code, data)) for code, card in gathered.cards.items() for place, data in _photographs(card) if place
    ]
    pictures = sorted({place[0] for place, _card in every}, reverse=True)
    return {number: dict(sorted(one for one in every if one[0][0] == number)) for number in pictures}


def without_picture(gathered: Gathered, picture: int) -> Gathered:
    """
    All photographs but those of a picture. Of a card with another photograph that one becomes the first.

    Towers and back go together: a picture shows all of them or none.
    """
    kept = {code: card for code, one in gathered.cards.items() if (card := _without(one, picture))}
    lost = {code: card for code, card in gathered.cards.items() if card.where[0] == picture}
    if not lost.keys().isdisjoint(TOWERS_AND_BACK):
        kept = _palaces(kept)
    after = replace(gathered, places=_places(gathered, lost, kept), forgotten=[*gathered.forgotten, picture])
    return _with(after, kept)


def without_card(gathered: Gathered, code: int) -> Gathered:
    """All cards but one; towers and back go together."""
    if code in TOWERS_AND_BACK:
        return without_step(gathered, "towers")
    return _with(gathered, {other: card for other, card in gathered.cards.items() if other != code})


def without_step(gathered: Gathered, step: Step) -> Gathered:
    """All photographs but those of a step and, of the first pass, of the steps after it."""
    if step == "cards":
        return _with(gathered, {})
    if step == "towers":
        pictures = {card.where[0] for card in gathered.special.values()} - {*gathered.forgotten}
        again = {card.second[0] for card in gathered.special.values() if card.second}
        marks = _may_come_again(gathered, {*range(gathered.taken + 1)} - again)
        forgotten = [*gathered.forgotten, *sorted(pictures)]
        return _with(replace(gathered, forgotten=forgotten, looked_at=marks), _palaces(gathered.cards))
    cards = {
        code: replace(card, pictures=card.pictures[:1], second=None, nearly=False, shown_apart=False)
        for code, card in gathered.cards.items()
        if not card.late
    }
    first = {card.where[0] for card in cards.values()}
    return _with(replace(gathered, looked_at=_may_come_again(gathered, first)), cards)


def _may_come_again(gathered: Gathered, kept: Collection[int]) -> list[str]:
    """The digests, without those of pictures that are not kept."""
    before = gathered.taken - len(gathered.looked_at) + 1
    return [mark if picture in kept else "" for picture, mark in enumerate(gathered.looked_at, start=before)]


def _with(gathered: Gathered, cards: dict[int, Photographed]) -> Gathered:
    """The same with these cards; with none, which way up they are is asked anew, and all pictures may come again."""
    if not cards:
        return Gathered(taken=gathered.taken, looked_at=[""] * len(gathered.looked_at), forgotten=gathered.forgotten)
    return replace(gathered, cards=_linked(cards))


def _palaces(cards: Mapping[int, Photographed]) -> dict[int, Photographed]:
    return {code: card for code, card in cards.items() if code not in TOWERS_AND_BACK}


def _photographs(card: Photographed) -> list[tuple[Place | None, bytes]]:
    return [*zip((card.where, card.second), card.pictures, strict=False)]


def _without(card: Photographed, picture: int) -> Photographed | None:
    """The card without its photograph in that picture; None if there is no other."""
    kept = [(place, data) for place, data in _photographs(card) if place is None or place[0] != picture]
    if not kept or (first := kept[0][0]) is None:
        return None
    second = kept[1][0] if len(kept) > 1 else None
    order = card.order if first == card.where else 0
    return replace(card, pictures=[data for _, data in kept], where=first, second=second, order=order, nearly=False)


def _places(gathered: Gathered, lost: Mapping[int, Photographed], kept: Mapping[int, Photographed]) -> int:
    """
    The places of the first pass that are left: those before the lost cards if these were its last.

    Then the cards that are photographed instead get their places in the order of numbers.
    """
    first_row = [card for code, card in _palaces(lost).items() if card.where[1] == 1 and not card.late]
    if not first_row:
        return gathered.places
    before = first_row[0].order - first_row[0].where[2]
    is_last = all(card.order <= before for card in _palaces(kept).values() if not card.late)
    return before if is_last else gathered.places


def _linked(cards: Mapping[int, Photographed]) -> dict[int, Photographed]:
    """The cards; if the earlier card that some may be is gone, the first of these takes its place."""
    heirs: dict[int, int] = {}
    linked = {}
    for code, card in cards.items():
        perhaps = card.perhaps
        if perhaps is not None and perhaps not in cards:
            heir = heirs.setdefault(perhaps, code)
            perhaps = None if heir == code else heir
        linked[code] = replace(card, perhaps=perhaps)
    return linked
