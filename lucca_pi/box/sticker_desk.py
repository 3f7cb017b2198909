"""
The desk on which a box with stickers is enrolled: each photograph's cards are asked for, and soon proposed.

A card is seen by its code, with the shade beside it, and cut out upright.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.box.desk import WHICH_IS_WRONG, Desk, NothingTakenError, Prompt
from lucca_pi.box.draft_files import Sizes, draft_file
from lucca_pi.box.photo_store import packed
from lucca_pi.box.proposals import LearntSymbols, SymbolCount
from lucca_pi.box.sheets import CONTACT_PX_PER_MM, contact_sheet
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, HIGHEST_CODE
from lucca_pi.games.citta.rules.deck_check import ranges
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.shades import Shade
from lucca_pi.vision.detect import MIRRORED, Detection, detect, flipped
from lucca_pi.vision.faces.prints import PX_PER_MM, Floats, Prints
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.stickers import shade_beside

_SIZES = 1.4
"""Largest factor between a sticker's side, px, and the median side; beyond it a reading is a phantom."""
_SOFT_PX = 0.7
"""Blur of pictures, px, before codes are sought: a scan may be sharper than any lens."""
_RIVAL = 0.5
"""Least share of the strongest reading's margin at which another reading of the code is a second sticker."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a picture; `picture` is the card cut out upright, `times` how often its code was read."""

    code: int
    shade: Shade
    picture: Colour
    times: int = 1


def see_cards(picture: Colour, sizes: Sizes) -> tuple[SeenCard, ...]:
    """The palace cards in the picture, by code; neither quarter nor order is needed."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), _SOFT_PX), np.uint8)
    read = _of_one_size(detect(soft, range(1, HIGHEST_CODE + 1)).read)
    surest = {one.code: one for one in sorted(read, key=lambda one: one.margin)}
    times = Counter(one.code for one in read if one.margin >= _RIVAL * surest[one.code].margin)
    return tuple(_seen(picture, surest[code], times[code], sizes) for code in sorted(surest))


def is_mirrored(picture: Colour, sizes: Sizes) -> bool:
    """True if cards are seen once left and right are swapped."""
    return bool(see_cards(flipped(picture), sizes))


def _of_one_size(read: Sequence[Detection]) -> list[Detection]:
    """The readings whose side is near the median: all stickers are of one size, but for perspective."""
    sides = [float(np.sqrt(cv2.contourArea(one.corners_px))) for one in read]
    usual = float(np.median(sides)) if sides else 0.0
    return [one for one, side in zip(read, sides, strict=True) if usual / _SIZES <= side <= usual * _SIZES]


def _seen(picture: Colour, one: Detection, times: int, sizes: Sizes) -> SeenCard:
    """The card cut out at 96 dots to the inch; its parts outside the picture stay empty."""
    near, far = sizes.inset_mm * CONTACT_PX_PER_MM, (sizes.inset_mm + sizes.square_mm) * CONTACT_PX_PER_MM
    square = np.array([[near, near, 1], [far, near, 1], [far, far, 1], [near, far, 1]])
    onto = np.linalg.lstsq(square, one.corners_px.astype(float), rcond=None)[0].T
    size_px = round(sizes.card_mm[0] * CONTACT_PX_PER_MM), round(sizes.card_mm[1] * CONTACT_PX_PER_MM)
    card = np.asarray(cv2.warpAffine(picture, onto, size_px, flags=cv2.WARP_INVERSE_MAP | cv2.INTER_AREA), np.uint8)
    return SeenCard(one.code, shade_beside(picture, one.corners_px), card, times)


_BESIDE_MM = 2.0
"""Width around a sticker where its white margin outshines the print."""
_GREETING = _(
    "For each card type the number of its windows; three minus that are its shields. Before it, if needed, the start\n"
    "of its colour and its street number: 2, red2, 117 red2. Several cards at once, one digit each: 2103; they are\n"
    "shown before they count. Enter alone asks for one value after another.\n"
    "b goes back one card, - leaves a card out for now, q stops: all cards entered are saved, and the same command\n"
    "continues."
)


class StickerDesk(Desk):
    """
    A desk for cards known by their stickers; windows and shields are proposed once a few answers taught them.

    A restart forgets photographs, and with them what they taught.
    """

    take_out = (_("Remove this card"), None)
    more = _("Photograph 12 or 24 cards")

    def __init__(self, file: Path) -> None:
        """Goes on with the draft of before. Raises EnrolError and UnreadableError."""
        super().__init__(file)
        known = {"entered": len(self.draft.answered), "all": CARDS_IN_A_DECK, "sizes": self.draft.sizes.text}
        goes_on = [_("Continuing: {entered} of {all} cards are entered ({sizes}).", **known)] if self.is_settled else []
        self.greeting = _GREETING, *goes_on
        self._pictures: dict[int, bytes] = {}
        self._lights: dict[int, Floats] = {}
        """The upper part, which windows and shields are on, of each card photographed so far."""
        self._learnt = LearntSymbols()

    # photographs

    def _photograph(self, picture: Colour) -> None:
        cards = see_cards(picture, self.draft.sizes)
        if not cards and is_mirrored(picture, self.draft.sizes):
            raise NothingTakenError(MIRRORED)
        if not cards:
            why = _(
                "Are the square codes in sight, evenly lit and sharp? QR codes are not read here: enter those by "
                "keyboard."
            )
            raise NothingTakenError(listed([_("No card was recognised."), why], " "))
        self.lay(cards)

    def lay(self, cards: Sequence[SeenCard]) -> None:
        """Lays the cards of a photograph on the desk; messages are in `told`. Raises UnwritableError."""
        shades = {card.code: card.shade for card in cards}
        self._learn(cards)
        sheet = dict.fromkeys((*shades, *self.draft.typed))  # proposals that nobody took go; what somebody typed stays
        self._step(replace(self.draft, shades={**self.draft.shades, **shades}), sheet)
        self._pictures |= {card.code: packed(card.picture) for card in cards}
        self._left_out -= shades.keys()
        shown = _("{sheet} shows them, sorted: is each code on the right card?", sheet=contact_sheet(self.file))
        self._lead = (shown,), {code: self.shown(code).label for code in shades}
        told = [
            ngettext("{number} card recognised.", "{number} cards recognised.", len(cards)),
            ngettext("{number} is still to be entered.", "{number} are still to be entered.", len(self.untyped)),
        ]
        if proposed := len(self.proposed):
            told.append(ngettext("{number} is proposed.", "{number} are proposed.", proposed))
        self.told = (listed(told, " "), *(_seen_twice(card) for card in cards if card.times > 1))

    def _learn(self, cards: Sequence[SeenCard]) -> None:
        """Remembers the cards of a photograph, to count on them; not on the pixels of the sticker and beside it."""
        sizes = self.draft.sizes
        self._lights |= {card.code: Prints.of([(0, card.picture)], sizes.card_mm).upper.light(0) for card in cards}
        hidden = np.zeros(next(iter(self._lights.values())).shape, np.bool_)
        side = round((FROM_EDGES_MM + sizes.sticker_mm + _BESIDE_MM) * PX_PER_MM)
        hidden[:side, :side] = True
        self._learnt.see(self._lights, dict.fromkeys(self._lights, 0), hidden)

    def end_photographs(self) -> None:
        """Asks for no more photographs, but for the cards that none showed."""
        super().end_photographs()
        left = [code for code in self.draft.left if code not in self._left_out]
        if self._lights and left:
            told = _(
                "Not in any picture: the codes {codes}. Enter these cards, or q and take another picture.",
                codes=ranges(left),
            )
            self._lead = (told,), {}
        self.sheet = tuple(left)

    @property
    def pictures(self) -> Mapping[int, bytes]:
        """The cards' pictures by code, as JPEG; that of a card that was forgotten stays, in case this is undone."""
        return self._pictures

    # questions one after another

    def _asked_to_photograph(self) -> Prompt | None:
        if self._are_photographs_over or not self.draft.left:
            return None
        return Prompt(_("Lay up to 24 cards under the camera, then press Enter"), is_photograph=True)

    def _open_question(self, code: int) -> Prompt:
        """Asks for a card's windows, and for its colour if none is proposed."""
        count = len(self.draft.answered) + 1
        title = _("Code {code} ({count} of {all})", code=code, count=count, all=CARDS_IN_A_DECK)
        colour = self.usual(code).colour
        wanted = _("{word}, windows", word=colour) if colour else _("colour and windows")
        return Prompt(listed([title, wanted], ": "), *self._lead, at_length=title)

    def _check(self, typed: Iterable[int]) -> Prompt:
        """Shows what is typed and proposed, in lines and below the pictures."""
        every = {code: self.shown(code).label for code in typed}
        labels = {code: label for code, label in every.items() if code in self.pictures}
        below = [_("They are below the pictures in {sheet}, too.", sheet=contact_sheet(self.file))] if labels else []
        return Prompt(WHICH_IS_WRONG, (*(f"  {label}" for label in every.values()), *below), labels)

    def _asked_together(self, code: int) -> list[int]:
        """The card and those asked for after it."""
        left = [one for one in self.untyped if one not in self._left_out]
        return left[left.index(code) :]

    def _left_told(self) -> tuple[Text, ...]:
        if not (left := self.draft.left):
            return ()
        return (
            _("Cards left: {number}, with the codes {codes}.", number=len(left), codes=ranges(left)),
            _("The others are saved in {draft}; the same command continues.", draft=draft_file(self.file)),
        )

    # proposals

    def _symbols(self, code: int) -> SymbolCount | None:
        """
        Windows and shields that a card's photograph shows; None if they are not sure.

        If the sticker covers the shields, windows alone have been learnt wrongly: nothing is proposed then.
        """
        seen = self._learnt.counted(self.draft.answered).get(code)
        return seen if seen and seen.is_sure else None

    def _heap_of(self) -> Mapping[int, object]:
        """The word for the colour of each photographed card; "" if it is not known."""
        answered = self.draft.answered
        return {code: (answered[code] if code in answered else self.usual(code)).colour for code in self._lights}


def _seen_twice(card: SeenCard) -> Text:
    """The message that the picture shows the card's code several times."""
    return _("Code {code} is visible {times} times: is a sticker on the wrong card?", code=card.code, times=card.times)
