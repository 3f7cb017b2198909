"""Photographs in the draft of a box, which may be somebody else's: a small JPEG or nothing."""

from functools import partial
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from lucca_pi.box.photo_store import Gathered, Photographed, gathered_text, packed, read_gathered
from lucca_pi.errors import UnreadableError


def file_of(kind, size=(237, 365), **how):
    stream = BytesIO()
    Image.new("RGB", size, (90, 200, 40)).save(stream, kind, **how)
    return stream.getvalue()


def text_with(data):
    return gathered_text(Gathered({17: Photographed([data], (1, 1, 1), 1)}))


def test_what_photographing_stores_is_read_again():
    noise = np.random.default_rng(1).integers(0, 255, (365, 237, 3)).astype(np.uint8)
    assert read_gathered(text_with(packed(noise))).cards[17].pictures == [packed(noise)]


OTHERS = {kind: partial(file_of, kind) for kind in ("PNG", "WEBP", "TIFF", "BMP", "JPEG2000", "GIF")} | {
    "nothing": bytes,
    "a cut JPEG": lambda: file_of("JPEG")[:-400],
    "a head alone": lambda: file_of("JPEG")[:600],
    "a huge JPEG of few bytes": lambda: file_of("JPEG", (9000, 9000), progressive=True),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_photograph_of_another_kind_or_size_is_refused_with_its_place(other):
    with pytest.raises(UnreadableError, match="expected a photograph of a card") as refused:
        read_gathered(text_with(other()))
    assert refused.value.place == "cards[0].pictures[0]"
