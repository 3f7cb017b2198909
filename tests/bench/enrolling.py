"""
`./lucca bench enrol [--deck D] [--cards N] [--tilt DEG] [--scale MM] [--seed S]`: a whole box enrolled by photographs.

All 96 cards, towers and back are laid out in rows twice and drawn, and the answers given at the terminal. Decks:
`number` is the printed one with codes painted over, whose houses come in fours that differ by the number alone;
`alike` has houses of a colour that differ in small things; `printed` is the one that is printed without codes.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import cv2
import numpy as np

from lucca_pi.box.photo_store import decoded_picture
from lucca_pi.box.terminal import enrol
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import DeckFile, read_deck_file, reference_deck
from tests.faces.boxes import deck
from tests.faces.owner import TOWERS_AND_BACK, Owner, back, pictures, text_of
from tests.faces.printed_faces import Rgb
from tests.faces.views import Laid

PIXELS = (59 * 4, 91 * 4)


def bench(given: Sequence[str] = ()) -> None:
    """Prints what came of it, with all that was said."""
    asked = ArgumentParser(prog="bench enrol")
    asked.add_argument("--deck", choices=("number", "alike", "printed"), default="number")
    asked.add_argument("--cards", type=int, default=24)
    asked.add_argument("--tilt", type=float, default=12.0)
    asked.add_argument("--scale", type=float, default=0.3, help="mm/px")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--pictures", type=int, help="stop after so many")
    wish = asked.parse_args(given)
    how = Laid(columns=6 if wish.cards > 12 else 4, mm_per_px=wish.scale, tilt_deg=wish.tilt, turn_deg=5)
    faces = faces_of(wish.deck)
    order = laid_first(wish.seed)
    owner, shown, begun_s = Owner(order), Counted(), process_time()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "box.json"
        every = pictures(wish.seed, passes(wish.seed, order, wish.cards), how, faces)
        seen = shown(islice(every, wish.pictures))
        made = enrol(file, seen, owner.dialogue, faces=True)
        print(text_of(owner))
        print(f"made: {made}; pictures {shown.pictures}, answers {owner.answers}")
        print(f"processor {process_time() - begun_s:.0f} s, with drawing")
        if made:
            tell(read_deck_file(file.read_text()), faces, file.stat().st_size)


class Counted:
    """How many pictures were taken."""

    def __init__(self) -> None:
        self.pictures = 0

    def __call__(self, some: Iterator[Rgb]) -> Iterator[Rgb]:
        for one in some:
            self.pictures += 1
            yield one


def faces_of(name: str) -> Mapping[int, Rgb]:
    """The faces of a deck by code, the back's too."""
    if name == "printed":
        return {code: decoded_picture(pictures[0]) for code, pictures in load_deck("printed").photographs.items()}
    return {**deck("printed" if name == "number" else "alike").faces, 111: back()}


def laid_first(seed: int) -> list[int]:
    """The first 20 in the order of their numbers, the others as they come."""
    return [*range(1, 21), *(int(one) + 21 for one in np.random.default_rng(seed).permutation(76))]


def passes(seed: int, order: Sequence[int], cards: int) -> list[list[list[int]]]:
    """The cards of each picture, in the order of laying, then shuffled; towers and back at the end of each pass."""
    again = [int(one) + 1 for one in np.random.default_rng(seed + 1).permutation(96)]
    return [
        [*([*some[at : at + cards]] for at in range(0, 96, cards)), list(TOWERS_AND_BACK)] for some in (order, again)
    ]


def tell(made: DeckFile, faces: Mapping[int, Rgb], size: int) -> None:
    """Whether cards and photographs are right: a photograph is of the face it is most like, of all."""
    right = sum(made.deck[number] == card for number, card in reference_deck().cards.items() if number in made.deck)
    looks = {code: _look(face) for code, face in faces.items()}
    shown = [
        (made.codes.get(code, code), _likest(decoded_picture(packed), looks))
        for code, photographs in made.photographs.items()
        for packed in photographs
    ]
    print(f"cards right {right} of 96; photographs of the right card {sum(a == b for a, b in shown)} of {len(shown)}")
    print(f"deck file {size:,} bytes")


def _likest(face: Rgb, looks: Mapping[int, "np.ndarray[tuple[int], np.dtype[np.float32]]"]) -> int:
    look = _look(face)
    return max(looks, key=lambda one: float(look @ looks[one]))


def _look(face: Rgb) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    """A face as one row of grey levels, of length 1."""
    grey = cv2.resize(cv2.cvtColor(face, cv2.COLOR_RGB2GRAY), PIXELS, interpolation=cv2.INTER_AREA)
    colours = cv2.resize(face, (12, 18), interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 2)
    rows = [soft.ravel() - soft.mean(), 8 * (colours - colours.mean()).ravel()]
    both = np.concatenate(rows)
    return np.asarray(both / np.linalg.norm(both), np.float32)
