"""
An owner who enrols a box of the printed deck by photographs: lays its cards out, and answers at the terminal.

And a whole box as it is kept once all its cards were photographed twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.box.draft_files import draft_file, new_draft
from lucca_pi.box.photo_store import Gathered, packed
from lucca_pi.box.photo_store import Photographed as Kept
from lucca_pi.box.terminal import Dialogue
from lucca_pi.games.citta.paper.deck import back_piece
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.printed.pen import picture
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, STICKER_MM, Rgb, printed_faces
from tests.faces.views import Laid, Photographed, photographed

TOWERS_AND_BACK = (97, 98, 99, 100, 111)


@cache
def back() -> Rgb:
    """The back, without its code."""
    face = np.array(picture(back_piece(Layout(*SIZE_MM, STICKER_MM, "aruco")), round(DOTS_PER_MM * 25.4)))
    half = round((STICKER_MM + 2) / 2 * DOTS_PER_MM)
    rows, columns = face.shape[0] // 2, face.shape[1] // 2
    face[rows - half : rows + half, columns - half : columns + half] = face[rows - 2 * half, columns]
    return face


def face(code: int | None) -> Rgb | None:
    """The face of a card, of 111 the back; None for none."""
    return None if code is None else back() if code == 111 else printed_faces()[code]


def laid(rng: np.random.Generator, codes: Sequence[int | None], how: Laid) -> Photographed:
    """A picture of these cards."""
    return photographed(rng, [face(code) for code in codes], how)


def pictures(
    seed: int, passes: Sequence[Sequence[Sequence[int | None]]], how: Laid, faces: Mapping[int, Rgb]
) -> Iterator[Rgb]:
    """The bare ground, then each picture of each pass, from one place; of five cards four are in the first row."""
    every = [codes for some in passes for codes in some]
    places = max(len(codes) for codes in every)
    for number, codes in enumerate(every):
        rng = np.random.default_rng([seed, number])
        row = [*codes[:4], *[None] * (how.columns - 4), *codes[4:]] if len(codes) == 5 else [*codes]
        cards = [None if code is None else faces[code] for code in row] + [None] * (places - len(row))
        shown = photographed(rng, cards, replace(how, ground=seed))
        if number == 0:
            yield shown.bare
        yield shown.rgb


class Owner:
    """Hears what is asked, and answers as the printed deck is."""

    def __init__(self, truth: Sequence[int], corrections: Sequence[str] = ()) -> None:
        """`truth`: the street number of each card in the order of laying; `corrections` once all is shown."""
        self.said, self.truth, self.answers = StringIO(), truth, 0
        self._corrections = [*corrections]

    @property
    def dialogue(self) -> Dialogue:
        return Dialogue(self, self.said)  # type: ignore[arg-type]

    def readline(self) -> str:
        """The answer to what was asked last."""
        self.answers += 1
        answer = self._answer(self.said.getvalue().rpartition("\n")[2])
        self.said.write(f"{answer}\n")
        return f"{answer}\n"

    def _answer(self, asked: str) -> str:
        if card := re.match(r"Card (\d+), .*: its street number and its windows", asked):
            right = reference_deck()[self.truth[int(card[1]) - 1]]
            return f"{right.number} {right.colour}{right.windows}"
        if card := re.match(r"Card (\d+), .*, (\d) windows?\? Enter", asked):
            right = reference_deck()[self.truth[int(card[1]) - 1]]
            is_right = int(card[2]) == right.windows and f" {right.colour}," in asked
            return "" if is_right else f"{right.number} {right.colour}{right.windows}"
        if card := re.match(r"Card (\d+), (.*): windows", asked):
            right = reference_deck()[self.truth[int(card[1]) - 1]]
            known = card[2].split()
            return (
                f"{right.number} {right.colour}{right.windows}"
                if known[:1] != [str(right.number)]
                else f"{right.colour}{right.windows}"
            )
        if card := re.match(r"Card (\d+), .*: its street number", asked):
            return str(self.truth[int(card[1]) - 1])
        if asked.startswith("Which is wrong?") and self._corrections:
            return self._corrections.pop(0)
        return ""


class Says(Owner):
    """Answers one question after another with what was given, then always the same."""

    def __init__(self, typed: Sequence[str], then: str = "") -> None:
        super().__init__([])
        self._typed, self._then = [*typed], then

    def _answer(self, _asked: str) -> str:
        return self._typed.pop(0) if self._typed else self._then


def text_of(owner: Owner) -> str:
    """All that the owner was told."""
    return owner.said.getvalue()


@cache
def snapped(code: int, seed: int) -> bytes:
    """A photograph of a card as it is kept."""
    return _snapped(code, seed)


def _snapped(code: int, seed: int) -> bytes:
    rng = np.random.default_rng([code, seed])
    card = cv2.resize(face(code), (236, 364))
    soft = cv2.GaussianBlur(card, (0, 0), 1.1) * rng.uniform(0.6, 0.9) + rng.normal(0, 3, card.shape)
    return packed(np.clip(soft, 0, 255).astype(np.uint8))


def whole_box() -> Gathered:
    """All cards, photographed twice, the first 20 in order of their numbers."""
    order = enumerate(laid_in_order(), start=1)
    cards = {at: Kept([snapped(code, 1), snapped(code, 2)], (1, 1, at), at) for at, code in order}
    special = {code: Kept([snapped(code, 1), snapped(code, 2)], (9, 1, 1), 0) for code in TOWERS_AND_BACK}
    return Gathered({**cards, **special}, 10, 96, turned=False)


def laid_in_order() -> list[int]:
    """The street number of each card in the order of laying."""
    return [*range(1, 21), *(int(one) + 21 for one in np.random.default_rng(2).permutation(76))]


def begun(file: Path) -> None:
    """The usual answers were given before."""
    draft_file(file).write_text(new_draft().text())
