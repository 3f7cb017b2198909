"""What holds for all tests."""

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from kept import forget_old, kept, pickled

from lucca_pi.language import SOURCE, use

if TYPE_CHECKING:
    from lucca_pi.vision.faces.box import Box

# A slow machine is no failure; thirty examples, each time others, keep the whole suite within five minutes.
settings.register_profile("any machine", deadline=None, max_examples=30)
settings.load_profile("any machine")

# Tests run on every core already: a second thread for sums only waits.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Whatever is spoken where they run.
os.environ["LC_ALL"] = "C.UTF-8"


# While tests are collected, hardly anything becomes garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """What has been imported stays: the garbage collector need not go through it, and through the rest less often."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture(autouse=True)
def _in_the_source_language() -> Iterator[None]:
    yield
    use(SOURCE)


@lru_cache(maxsize=8)
def _enrolled(photographs: tuple[tuple[int, tuple[bytes, ...]], ...], size_mm: tuple[float, float]) -> "Box":
    from lucca_pi.vision.faces.box import box_of  # NumPy reads the number of threads when it is imported

    return box_of(dict(photographs), size_mm)


@lru_cache(maxsize=512)
def _decoded(data: bytes, most_px: int) -> Any:
    from lucca_pi.vision.picture import colour_of_jpeg  # as above

    picture = colour_of_jpeg(data, most_px)
    picture.flags.writeable = False  # the next test gets the same one
    return picture


@pytest.fixture(scope="session", autouse=True)
def _made_once_for_all_runs(pytestconfig: pytest.Config) -> Iterator[None]:
    """What many tests begin with stays from one run to the next: pictures, random games, and what enrolment sees."""
    import ready
    from kept_drawings import drawings, packed
    from oracles import spoiling

    from lucca_pi.drawn.painter import Painter
    from lucca_pi.games.citta import drawn
    from lucca_pi.vision.faces import box
    from tests import held
    from tests.faces import boxes, owner, views
    from tests.lucco import sim

    with pytest.MonkeyPatch.context() as patched:
        if found := getattr(pytestconfig, "cache", None):  # which can be switched off
            folder = found.mkdir("made")
            forget_old(folder)
            paper = "lucca_pi/games/citta lucca_pi/printed"
            printed = kept(folder, paper, drawn._png.__wrapped__, lambda one: repr(one.looks).encode())
            registered = kept(folder, "lucca_pi/vision", box.registered, _images)
            photographed = kept(folder, "tests/faces lucca_pi/vision", boxes._photographed, _faces)
            patched.setattr(drawn, "_png", lru_cache(maxsize=256)(printed))
            patched.setattr(box, "registered", registered)
            patched.setattr(box, "_sharper_first", _sharper_first(folder))
            patched.setattr(boxes, "_photographed", photographed)
            snapped = kept(folder, f"{paper} tests/faces lucca_pi/box/photo_store.py", owner._snapped)
            patched.setattr(owner, "_snapped", snapped)
            state = found.mkdir("state")
            patched.setattr("lucca_pi.files.state_directory", lambda _environment: state)
            patched.setattr(views, "_packed", kept(folder, "tests/faces", views._packed))
            patched.setattr(held, "_taken", kept(folder, "tests/held.py", held._taken))
            patched.setattr("lucca_pi.drawn.painter.stored", packed)
            patched.setattr(Painter, "_drawn", drawings(folder))
            board, tiles = (f"lucca_pi/games/{game}/rules tests/{game}/playing.py" for game in ("chessboard", "lucco"))
            records = f"tests/oracles {board} {tiles}"
            patched.setattr(spoiling, "random_record", kept(folder, records, spoiling.random_record, _record))
            played = kept(folder, tiles, sim.random_game)
            patched.setattr(sim, "random_game", played)
            patched.setattr(ready, "made", kept(folder, "lucca_pi tests/printed/ready.py", ready.made))
            for name in _LOOKS:
                module, _, function = name.rpartition(".")
                patched.setattr(name, kept(folder, "lucca_pi/vision", getattr(import_module(module), function)))
            patched.setattr("lucca_pi.box.same_card.KnownCards", _known_cards(folder))
        patched.setattr("lucca_pi.box.photo_store.colour_of_jpeg", _decoded)
        yield


_LOOKS = (
    "lucca_pi.box.same_card.laid_out",
    "lucca_pi.box.proposals.learnt",
    "lucca_pi.box.proposals.heaps",
    "lucca_pi.box.proposals.read_street_numbers",
)
"""What enrolment asks vision, whose own tests ask vision itself."""


def _known_cards(folder: Path) -> Callable[..., Any]:
    """Cards photographed before, that are compared with the same picture once only."""
    from lucca_pi.vision.faces.known import KnownCards

    def match(_before: bytes, card: Any, cards: Callable[[], KnownCards]) -> Any:
        return cards().match(card)

    matched = kept(folder, "lucca_pi/vision", match, lambda before, card, _cards: before + card.tobytes())

    def known_cards(*arguments: Any) -> Any:
        before = pickled(*arguments)
        cards = cache(lambda: KnownCards(*arguments))
        return SimpleNamespace(match=lambda card: matched(before, card, cards))

    return known_cards


@pytest.fixture(scope="session", autouse=True)
def _nothing_loses_power() -> Iterator[None]:
    """The disk need not have written before a test goes on; tests of that put their own `fsync` in this one's place."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda opened: None)
        yield


def _images(first: Sequence[Any], second: Sequence[Any], size_mm: tuple[float, float]) -> bytes:
    return repr(size_mm).encode() + b"".join(one.tobytes() + repr(one.shape).encode() for one in (*first, *second))


def _record(_rng: Random, game: Any, seed: int) -> bytes:
    return repr((game.record_json.__module__, seed)).encode()


def _sharper_first(folder: Path) -> Callable[..., Any]:
    """The order alone is kept of a card's photographs."""
    from lucca_pi.vision.faces.box import _sharper_first as sharper_first

    def order(code: int, pictures: tuple[bytes, ...]) -> list[int]:
        return [pictures.index(one) for one in sharper_first(code, pictures)]

    kept_order = kept(folder, "lucca_pi/vision", order)
    return lambda code, pictures: tuple(pictures[at] for at in kept_order(code, pictures))


def _faces(faces: Mapping[int, Any], seed: int) -> bytes:
    return repr((seed, *faces)).encode() + b"".join(face.tobytes() for face in faces.values())


@pytest.fixture(scope="session", autouse=True)
def _same_photographs_same_box() -> Iterator[None]:
    """Enrolling a whole box takes seconds, and many tests enrol the same one: only the first does."""

    def enrolled(
        photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float], *, is_kept: bool = False
    ) -> "Box":
        return _enrolled(tuple(photographs.items()), size_mm)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lucca_pi.vision.faces.following.box_of", enrolled)
        patched.setattr("lucca_pi.box.proposals.box_of", enrolled)
        yield
