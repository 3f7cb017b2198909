"""
What was read, and what to change at the table, derived from what was seen in all layings together, in words for people.

A piece that was not read has its reason: it lay outside the picture, it was too dark, light blinded the camera there,
it was too small; or the whole picture could not be read, or shows other pieces; or none of these, and then, in several
layings, it is the piece's own sticker.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from statistics import median
from typing import Literal, TypeVar, cast

from lucca_pi.checking.compare import Compared, Outcome, Shown, State
from lucca_pi.checking.plan import Asked, PieceName
from lucca_pi.language import Text, _, listed
from lucca_pi.table.pieces import FINE_STICKER_PX, sticker_for, sticker_px, sticker_verdict
from lucca_pi.table.shades import Shade, apart

_HEIGHT_BY_WIDTH = 0.77
"""Height of a camera by the width that it sees, for a lens of 66 degrees; a wider one needs less of every change."""
_STEP_CM, _A_LITTLE = 5, 1.1
"""Distances are given in such steps; a seat that is nowhere to be seen is looked for in a picture so much as wide."""
_FEWEST_OF_DECK, _PART_OF_DECK = 3, 0.5
"""Least cards, and part of those asked for, that look otherwise than in the deck if another deck lies there."""
_CLEARLY = 12.0
"""Least lead of another colour over the deck's own, as distances of shades, from which a card looks otherwise."""
_AS_SMALL, _NEARLY_ALL = 0.95, 0.8
"""Pieces that show at least this part of another's millimetres in a pixel, and part of them: size is no reason then."""
_CROOKED_DEG = 8.0
"""Turn, each time and the same way, from which a sticker is crooked; the others' is half of it at most."""
_DARK, _DARKER = 64.0, 0.5
"""Grey value of the brightest twentieth below which it is too dark, and part of the mean of the brightest picture."""
_BLOWN = 0.001
"""Least part of a picture, blown out, that may hide a seat."""
_Reason = Literal["unseen", "outside", "dark", "blown", "small", ""]
_VAGUE: tuple[_Reason, ...] = ("unseen", "small", "")
"""Reasons that may be none, if the whole picture could not be read."""
_OTHERS = 0.5
"""Least pieces that nobody asked for, as a part of those missed, if something else was laid than drawn."""
_ORDER: tuple[_Reason, ...] = ("unseen", "outside", "dark", "blown", "small", "")
_STATES: Mapping[State, Text] = {
    "missed": _("not read"),
    "unsure": _("not sure"),
    "elsewhere": _("read elsewhere"),
    "wrong": _("read as another piece"),
}
_Key = TypeVar("_Key")
_One = TypeVar("_One")


def _grouped(pairs: Iterable[tuple[_Key, _One]]) -> dict[_Key, list[_One]]:
    found = defaultdict[_Key, list[_One]](list)
    for key, one in pairs:
        found[key].append(one)
    return dict(found)


def _names(pieces: Iterable[PieceName], asked: Asked) -> Text:
    return listed([asked.called.pieces.get(one, str(one)) for one in dict.fromkeys(pieces)])


def line(one: Compared, asked: Asked) -> Text:
    """How many pieces of a laying were read, and for each seat which were not."""
    told = [_("{read} of {all}", read=len(one.those("read")), all=len(one.outcomes))]
    others = _grouped(((other.lay.seat, other.state), other) for other in one.outcomes if other.state != "read")
    for (seat, state), outcomes in others.items():
        pieces = _names((other.lay.piece for other in outcomes), asked)
        told.append(_("{seat}: {pieces} {state}", seat=asked.called.places[seat], pieces=pieces, state=_STATES[state]))
    read = [*one.extra, *(other.instead for other in one.outcomes if other.instead is not None)]
    if read:
        told.append(_("also read: {pieces}", pieces=_names(read, asked)))
    return listed([*told, *([one.problem] if one.problem else [])], "; ")


def totals(results: Sequence[Compared], asked: Asked) -> Iterator[Text]:
    """What was read of all that lay at each seat."""
    seats = _grouped((one.lay.seat, one.state == "read") for result in results for one in result.outcomes)
    for seat, read in sorted(seats.items()):
        yield _("{seat}: {read} of {all} read", seat=asked.called.places[seat], read=sum(read), all=len(read))


def advice(results: Sequence[Compared], asked: Asked) -> Iterator[Text]:
    """What to change, the weightiest first; nothing if all was read."""
    if foreign := _of_another_deck(results, asked):
        yield _(
            "These are not the cards of this deck ({pieces} look otherwise): choose the deck that lies there (--deck).",
            pieces=_names(foreign, asked),
        )
    why, view = _Reasons(results, asked), _View(results, asked)
    every = [
        (why.of(one, result), result, one)
        for result in results
        for one in result.those("missed", "unsure", "wrong")
        if one.lay.piece not in foreign
    ]
    is_vague = all(reason in _VAGUE for reason, _result, _one in every)
    if is_vague and not any(result.those("read", "elsewhere") or result.problem for result in results):
        yield _("Nothing was read: choose the game, deck and codes that lie there (--game, --deck, --codes).")
        return
    wholes = _grouped((_of_all(result), result.laying) for reason, result, _one in every if reason in _VAGUE)
    for whole, layings in wholes.items():
        if whole:
            names = listed([str(asked.layings.index(one) + 1) for one in dict.fromkeys(layings)])
            yield _("Laying {numbers}: {advice}", numbers=names, advice=whole)
    missed = _grouped(
        ((reason, one.lay.seat), one) for reason, result, one in every if not (reason in _VAGUE and _of_all(result))
    )
    for (reason, seat), outcomes in sorted(missed.items(), key=lambda item: (_ORDER.index(item[0][0]), item[0][1])):
        if reason:
            pieces = _names((one.lay.piece for one in outcomes), asked)
            shown = [one.shown for one in outcomes if one.shown]
            yield _("{seat}: {advice}", seat=asked.called.places[seat], advice=view.advice(reason, pieces, shown))
    if moved := [one.lay.piece for result in results for one in result.those("elsewhere")]:
        yield _("{pieces} lie otherwise than drawn: lay them so, and look again.", pieces=_names(moved, asked))
    unexplained = (one for key, some in missed.items() if not key[0] for one in some)
    yield from _of_stickers(results, asked, unexplained)


def _of_all(result: Compared) -> Text | str:
    """Why a whole laying could not be read, or that others lie there; "" if neither."""
    if result.problem:
        return result.problem
    if len(result.extra) > _OTHERS * len(result.those("missed")):
        return _("other pieces lie there than drawn: lay it so, and look again.")
    return ""


class _Reasons:
    """Why pieces were not read, by what the pictures show."""

    def __init__(self, results: Sequence[Compared], asked: Asked) -> None:
        every = [one for result in results for one in result.outcomes]
        self._sticker_mm, self._small = asked.pieces.sticker_mm, asked.pieces.loose
        self._brightest = max((one.light.mean for one in results if one.light), default=0.0)
        self._seen = {one.lay.seat for one in every if one.state == "read" and one.lay.piece == one.lay.seat}
        self._loose = [one for one in every if one.lay.piece != one.lay.seat]

    def of(self, one: Outcome, result: Compared) -> _Reason:
        """Why that piece of that laying was not read; "" if nothing in the picture says it."""
        light, shown, was_seen = result.light, one.shown, one.lay.seat in self._seen
        if shown and shown.beyond > 1:
            return "outside"
        if light and (light.bright < _DARK or light.mean < _DARKER * self._brightest):
            return "dark"
        if shown is None and light and light.blown > _BLOWN and (result.problem or was_seen):
            return "blown"
        if shown is None:
            return "" if was_seen else "unseen"
        if shown.is_blown or (result.problem and light and light.blown > _BLOWN):
            return "blown"
        is_large = one.lay.piece not in self._small or sticker_verdict(self._sticker_mm, shown.mm_per_px) == "fine"
        return "" if result.problem or is_large or self._are_read(one, shown) else "small"

    def _are_read(self, one: Outcome, shown: Shown) -> bool:
        """True if nearly all other pieces that are as small in the picture were read."""
        others = [other for other in self._loose if other.lay.piece != one.lay.piece]
        small = [other for other in others if other.shown and other.shown.mm_per_px > _AS_SMALL * shown.mm_per_px]
        return sum(other.state == "read" for other in small) > _NEARLY_ALL * len(small)


class _View:
    """The camera over the table, as far as the pictures tell: how high it hangs, and what it could show otherwise."""

    def __init__(self, results: Sequence[Compared], asked: Asked) -> None:
        self._sticker_mm, self._has_stickers = asked.pieces.sticker_mm, not asked.pieces.photographs
        shown = [one.shown for result in results for one in result.outcomes if one.shown]
        self._coarsest = max((one.mm_per_px for one in shown if one.beyond <= 1), default=0.0)
        self._widest = max((one.beyond for one in shown), default=1.0)
        self._height_cm = _HEIGHT_BY_WIDTH * median([one.wide_mm for one in results if one.wide_mm] or [0.0]) / 10

    def advice(self, reason: _Reason, pieces: Text, shown: Sequence[Shown]) -> Text:
        """What to do about pieces that were missed for that reason."""
        if reason == "unseen":
            rise = self._rise_cm(_A_LITTLE)
            return _(
                "in no picture. Is its code covered or dirty? Else move the seat inwards, "
                "or raise the camera by {number} cm.",
                number=rise,
            )
        if reason == "dark":
            return _("too dark to read {pieces}: switch a light on.", pieces=pieces)
        if reason == "blown":
            return _("light blinds the camera at {pieces}: turn the lamp, or move it aside.", pieces=pieces)
        if reason == "outside":
            worst = max(shown, key=lambda one: one.beyond)
            return _("{pieces} outside the picture: {advice}.", pieces=pieces, advice=self._wider(worst))
        worst = max(shown, key=lambda one: one.mm_per_px)
        return _("{pieces} too small in the picture: {advice}.", pieces=pieces, advice=self._larger(worst))

    def _rise_cm(self, times: float) -> int:
        """How much higher the camera hangs to see so many times as wide."""
        return _rounded(self._height_cm * (times - 1))

    def _wider(self, shown: Shown) -> Text:
        """How to see what is outside: a seat moves where a camera so high would see stickers too small."""
        raised, moved = self._rise_cm(shown.beyond), _rounded(shown.way_mm / 10)
        if self._coarsest and sticker_verdict(self._sticker_mm, self._coarsest * shown.beyond) == "too far":
            return _("move the seat {number} cm towards the middle", number=moved)
        numbers = {"raised": raised, "moved": moved}
        return _("raise the camera by {raised} cm, or move the seat {moved} cm towards the middle", **numbers)

    def _larger(self, shown: Shown) -> Text:
        """How to see stickers larger; the camera goes down only as far as all that was laid stays in sight."""
        part = sticker_px(self._sticker_mm, shown.mm_per_px) / FINE_STICKER_PX
        if self._widest < part:
            return _("lower the camera by {number} cm", number=_rounded(self._height_cm * (1 - part)))
        larger = sticker_for(shown.mm_per_px) if self._has_stickers else None
        if larger:
            return _("take stickers of {number} mm, or a camera with more pixels", number=f"{larger:.0f}")
        return _("take a camera with more pixels")


def _rounded(cm: float) -> int:
    return max(1, ceil(cm / _STEP_CM)) * _STEP_CM


def _of_another_deck(results: Sequence[Compared], asked: Asked) -> list[PieceName]:
    """The cards that look otherwise than in the deck, if they are so many that another deck lies there."""
    cards = {one.lay.piece for result in results for one in result.outcomes} & asked.pieces.loose
    known, seen = asked.called.shades, _grouped(item for result in results for item in result.shades.items())
    other: list[PieceName] = [code for code, some in seen.items() if code in known and _is_unlike(some, code, known)]
    other += [one.lay.piece for result in results for one in result.those("wrong")]
    other += [one.lay.piece for result in results if result.foreign for one in result.those("missed")]
    found = [*dict.fromkeys(piece for piece in other if piece in cards)]
    return found if len(found) >= max(_FEWEST_OF_DECK, _PART_OF_DECK * len(cards)) else []


def _is_unlike(seen: Sequence[Shade], code: int, known: Mapping[int, Shade]) -> bool:
    """True if a card is clearly nearer to another colour of the deck than to its own."""
    shade = cast(Shade, tuple(map(median, zip(*seen, strict=True))))
    return min(apart(shade, other) for other in known.values()) + _CLEARLY < apart(shade, known[code])


def _of_stickers(results: Sequence[Compared], asked: Asked, unexplained: Iterable[Outcome]) -> Iterator[Text]:
    """Pieces that are missed for no reason but their own, and those whose sticker is crooked."""
    read = [one for result in results for one in result.those("read", "elsewhere")]
    times = _grouped((one.lay.piece, one) for one in unexplained)
    bad = [
        piece
        for piece, some in times.items()
        if len(some) > max(1, sum(one.lay.piece == piece for one in read)) and piece not in asked.pieces.shared
    ]
    if bad and asked.pieces.photographs:
        named = _names(bad, asked)
        yield _("{pieces} not read where others are: photograph the faces anew, or cover less of them.", pieces=named)
    elif bad:
        yield _(
            "{pieces} not read where others are: the sticker is crooked, dirty or badly printed; print it anew.",
            pieces=_names(bad, asked),
        )
    if once := [piece for piece in times if piece not in bad]:
        yield _("{pieces} not read, and nothing in the picture says why: lay it once more.", pieces=_names(once, asked))
    own = asked.pieces.loose - asked.pieces.anchors - asked.pieces.shared
    turns = _grouped((one.lay.piece, one.off.heading_deg) for one in read if one.off and one.lay.piece in own)
    usual_deg = median([abs(turn) for some in turns.values() for turn in some] or [0.0])
    for piece, some in turns.items():
        is_one_way = len(some) > 1 and len({turn > 0 for turn in some}) == 1
        if is_one_way and min(map(abs, some)) >= max(_CROOKED_DEG, 2 * usual_deg):
            yield _(
                "{piece}: its sticker is crooked, by {number} degrees: stick it on straight.",
                piece=_names([piece], asked),
                number=round(abs(median(some))),
            )
