"""
What to change at the table, derived from what was seen in all layings together, in words for people.

A piece that was not read has its reason: it lay outside the picture, light blinded the camera there, it was too small;
or none of these, and then, in several layings, it is the piece's own sticker. Distances are rounded up to 5 cm.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil, hypot
from statistics import median
from typing import Literal

from lucca_pi.checking.compare import Compared, Outcome, Shown
from lucca_pi.checking.plan import Asked
from lucca_pi.language import Text, _, listed
from lucca_pi.table.density import FINE_STICKER_PX, sticker_for, sticker_px, verdict
from lucca_pi.table.laying import PieceName
from lucca_pi.table.shades import Shade, apart
from lucca_pi.vision.stickers import miscoloured

_HEIGHT_BY_WIDTH = 0.77
"""Height of a camera by the width that it sees, for a lens of 66 degrees; a wider one needs less of every change."""
_STEP_CM, _A_LITTLE = 5, 1.1
"""Distances are given in such steps; a seat that is nowhere to be seen is looked for in a picture so much as wide."""
_FEWEST_OF_DECK, _PART_OF_DECK = 3, 0.5
"""Least cards, and part of those asked for, that look otherwise than in the deck if another deck lies there."""
_AS_SMALL, _NEARLY_ALL = 0.95, 0.8
"""Pieces that show at least this part of another's millimetres in a pixel, and part of them: size is no reason then."""
_CLEARLY = 12.0
"""Least lead of another colour over the deck's own, as distances of shades, from which a card is of another deck."""
_CROOKED_DEG, _ASIDE_MM = 8.0, 10.0
"""Turn and distance, each time, from which a sticker is not where it belongs; the others' are half of it at most."""
_Reason = Literal["unseen", "outside", "dark", "blown", "small", ""]
_DARK, _DARKER = 64.0, 0.5
"""Grey value of the brightest twentieth below which it is too dark, and part of the mean of the brightest picture."""
_BLOWN = 0.001
"""Least part of a picture, blown out, that may hide a seat."""


def line(one: Compared, asked: Asked) -> Text:
    """How many pieces of a laying were read, and for each seat which were not."""
    told = [_("{read} of {all}", read=len(one.those("read")), all=len(one.outcomes))]
    for seat, outcomes in _by_seat(one.outcomes).items():
        told += [_("{seat}: {pieces}", seat=asked.plan.places[seat], pieces=listed(list(_said(outcomes, asked))))]
    if one.extra:
        told.append(_("also read: {pieces}", pieces=_names(one.extra, asked)))
    return listed([*told, *([one.problem] if one.problem else [])], "; ")


def _said(outcomes: Iterable[Outcome], asked: Asked) -> Iterator[Text]:
    """Each piece with what became of it."""
    for one in outcomes:
        name = asked.called(one.lay.piece)
        if one.state == "wrong" and one.instead is not None:
            yield _("{piece} read as {other}", piece=name, other=asked.called(one.instead))
        elif one.state == "elsewhere":
            yield _("{piece} read elsewhere", piece=name)
        elif one.state == "unsure":
            yield _("{piece} not sure", piece=name)
        else:
            yield _("{piece} not read", piece=name)


def _by_seat(outcomes: Iterable[Outcome]) -> Mapping[int, list[Outcome]]:
    """What was not read as asked for, by seat."""
    found = defaultdict[int, list[Outcome]](list)
    for one in outcomes:
        if one.state != "read":
            found[one.lay.seat].append(one)
    return found


def totals(results: Sequence[Compared], asked: Asked) -> Iterator[Text]:
    """What was read of all that lay at each seat."""
    outcomes = [outcome for one in results for outcome in one.outcomes]
    for seat, place in asked.plan.places.items():
        here = [one for one in outcomes if one.lay.seat == seat]
        read = sum(one.state == "read" for one in here)
        if here:
            yield _("{seat}: {read} of {all} read", seat=place, read=read, all=len(here))


def _names(pieces: Iterable[PieceName], asked: Asked) -> Text:
    return listed([asked.called(one) for one in dict.fromkeys(pieces)])


def advice(results: Sequence[Compared], asked: Asked) -> Iterator[Text]:
    """What to change, the weightiest first; nothing if all was read."""
    if foreign := _of_another_deck(results, asked):
        yield _(
            "These are not the cards of this deck ({pieces} look otherwise): choose the deck that lies there (--deck).",
            pieces=_names(foreign, asked),
        )
    missed, why = defaultdict[tuple[_Reason, int], list[Outcome]](list), _Reasons(results, asked)
    for result in results:
        for one in result.those("missed", "unsure", "wrong"):
            if one.lay.piece not in foreign:
                missed[why.of(one, result), one.lay.seat].append(one)
    view = _View(results, asked)
    for (reason, seat), outcomes in sorted(missed.items(), key=lambda item: _ORDER.index(item[0][0])):
        place, pieces = asked.plan.places[seat], _names((one.lay.piece for one in outcomes), asked)
        if reason == "unseen":
            yield _(
                "{seat}: in no picture. Move it inwards, or raise the camera by {number} cm, and look again.",
                seat=place,
                number=view.rise_cm(_A_LITTLE),
            )
        elif reason == "outside":
            worst = max((one.shown for one in outcomes if one.shown), key=lambda shown: shown.beyond)
            yield _(
                "{seat}: {pieces} outside the picture: {advice}.",
                seat=place,
                pieces=pieces,
                advice=view.raised(worst.beyond, worst.way_mm),
            )
        elif reason == "dark":
            yield _("{seat}: too dark to read {pieces}: switch a light on.", seat=place, pieces=pieces)
        elif reason == "blown":
            yield _(
                "{seat}: light blinds the camera at {pieces}: turn the lamp, or move it aside.",
                seat=place,
                pieces=pieces,
            )
        elif reason == "small":
            worst = max((one.shown for one in outcomes if one.shown), key=lambda shown: shown.mm_per_px)
            yield _(
                "{seat}: {pieces} too small in the picture: {advice}.",
                seat=place,
                pieces=pieces,
                advice=view.lowered(worst),
            )
    if moved := [one.lay.piece for result in results for one in result.those("elsewhere")]:
        yield _("{pieces} lie otherwise than drawn: lay them so, and look again.", pieces=_names(moved, asked))
    yield from _of_stickers(results, asked, [one for key, some in missed.items() if not key[0] for one in some])


_ORDER: tuple[_Reason, ...] = ("unseen", "outside", "dark", "blown", "small", "")


class _Reasons:
    """Why pieces were not read, by what the pictures show."""

    def __init__(self, results: Sequence[Compared], asked: Asked) -> None:
        self._sticker_mm = asked.pieces.sticker_mm
        self._brightest = max((one.light.mean for one in results if one.light), default=0.0)
        read = (one.lay for result in results for one in result.those("read"))
        self._seen = {lay.seat for lay in read if lay.piece == lay.seat}
        every = (one for result in results for one in result.outcomes)
        self._loose = [one for one in every if one.lay.piece != one.lay.seat]

    def of(self, one: Outcome, result: Compared) -> _Reason:
        """Why that piece of that laying was not read; "" if nothing in the picture says it."""
        light, shown = result.light, one.shown
        if shown and shown.beyond > 1:
            return "outside"
        if light and (light.bright < _DARK or light.mean < _DARKER * self._brightest):
            return "dark"
        if shown is None:
            is_hidden = light is not None and light.blown > _BLOWN and (result.problem or one.lay.seat in self._seen)
            return "blown" if is_hidden else "" if one.lay.seat in self._seen else "unseen"
        if shown.is_blown:
            return "blown"
        return "" if verdict(self._sticker_mm, shown.mm_per_px) == "fine" or self._are_read(one, shown) else "small"

    def _are_read(self, one: Outcome, shown: Shown) -> bool:
        """True if nearly all other pieces that are as small in the picture were read."""
        alike = [
            other.state == "read"
            for other in self._loose
            if other.lay.piece != one.lay.piece and other.shown and other.shown.mm_per_px > _AS_SMALL * shown.mm_per_px
        ]
        return sum(alike) > _NEARLY_ALL * len(alike)


def _of_another_deck(results: Sequence[Compared], asked: Asked) -> list[PieceName]:
    """The cards that look otherwise than in the deck, if they are so many that another deck lies there."""
    cards = {one.lay.piece for result in results for one in result.outcomes} & asked.pieces.loose
    seen = defaultdict[int, list[Shade]](list)
    for result in results:
        for code, shade in result.shades.items():
            seen[code].append(shade)
    shades = {code: tuple(map(median, zip(*some, strict=True))) for code, some in seen.items()}
    other: list[PieceName] = [one.code for one in miscoloured(shades, asked.pieces)]
    printed = asked.plan.shades
    other += [
        code for code, one in shades.items() if code in printed and _is_unlike(one, printed[code], printed.values())
    ]
    other += [one.lay.piece for result in results for one in result.those("wrong")]
    if sum(result.foreign for result in results):
        other += [one.lay.piece for result in results if result.foreign for one in result.those("missed")]
    found = [*dict.fromkeys(piece for piece in other if piece in cards)]
    return found if len(found) >= max(_FEWEST_OF_DECK, _PART_OF_DECK * len(cards)) else []


def _is_unlike(shade: Shade, own: Shade, known: Collection[Shade]) -> bool:
    """True for a shade that is clearly nearer to another colour's than to its own."""
    return min(apart(shade, other) for other in known) + _CLEARLY < apart(shade, own)


class _View:
    """The camera over the table, as far as the pictures tell: how high it hangs, and what it could show otherwise."""

    def __init__(self, results: Sequence[Compared], asked: Asked) -> None:
        self._sticker_mm, self._has_stickers = asked.pieces.sticker_mm, not asked.pieces.photographs
        shown = [one.shown for result in results for one in result.outcomes if one.shown]
        self._coarsest = max((one.mm_per_px for one in shown if one.beyond <= 1), default=0.0)
        self._widest = max((one.beyond for one in shown), default=1.0)
        widths = [one.wide_mm for one in results if one.wide_mm]
        self._height_cm = _HEIGHT_BY_WIDTH * median(widths or [0.0]) / 10

    def rise_cm(self, times: float) -> int:
        """How much higher the camera hangs to see so many times as wide."""
        return _rounded(self._height_cm * (times - 1))

    def raised(self, times: float, way_mm: float) -> Text:
        """How to see so many times as wide, or this much farther: a seat moves where stickers would be too small."""
        raised, moved = self.rise_cm(times), _rounded(way_mm / 10)
        if self._coarsest and verdict(self._sticker_mm, self._coarsest * times) == "too far":
            return _("move it {number} cm towards the middle", number=moved)
        return _(
            "raise the camera by {raised} cm, or move it {moved} cm towards the middle", raised=raised, moved=moved
        )

    def lowered(self, shown: Shown) -> Text:
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


def _of_stickers(results: Sequence[Compared], asked: Asked, unexplained: Sequence[Outcome]) -> Iterator[Text]:
    """Pieces that are missed for no reason but their own, and those whose sticker sits crooked or aside."""
    times = defaultdict[PieceName, int](int)
    for one in unexplained:
        times[one.lay.piece] += 1
    read = [outcome for result in results for outcome in result.those("read", "elsewhere")]
    often = {one: count for one, count in times.items() if count > sum(other.lay.piece == one for other in read)}
    bad = [one for one, count in often.items() if count > 1 and one not in asked.pieces.shared]
    if bad:
        yield _(
            "{pieces} not read where others are: the sticker is crooked, dirty or badly printed; print it anew.",
            pieces=_names(bad, asked),
        )
    if once := [one for one in times if one not in bad]:
        yield _("{pieces} not read, and nothing in the picture says why: lay it once more.", pieces=_names(once, asked))
    yield from _of_crooked_stickers(read, asked)


def _of_crooked_stickers(read: Sequence[Outcome], asked: Asked) -> Iterator[Text]:
    offs = defaultdict[PieceName, list[tuple[float, float]]](list)
    for one in read:
        if one.off and one.lay.piece in asked.pieces.loose - asked.pieces.anchors - asked.pieces.shared:
            offs[one.lay.piece].append((one.off.heading_deg, hypot(one.off.x_mm, one.off.y_mm)))
    usual_deg = median([abs(turn) for some in offs.values() for turn, _far in some] or [0.0])
    usual_mm = median([far for some in offs.values() for _turn, far in some] or [0.0])
    for piece, some in offs.items():
        turns, fars = [turn for turn, _far in some], [far for _turn, far in some]
        least_deg = min(map(abs, turns)) if len({turn > 0 for turn in turns}) == 1 else 0.0
        if len(some) > 1 and least_deg >= max(_CROOKED_DEG, 2 * usual_deg):
            yield _(
                "{piece}: its sticker is crooked, by {number} degrees: stick it on straight.",
                piece=asked.called(piece),
                number=round(abs(median(turns))),
            )
        elif len(some) > 1 and min(fars) >= max(_ASIDE_MM, 2 * usual_mm):
            yield _(
                "{piece}: its sticker is {number} mm from where it belongs: stick it on anew.",
                piece=asked.called(piece),
                number=round(median(fars)),
            )
