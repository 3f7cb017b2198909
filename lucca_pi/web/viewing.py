"""Who may do what on the page, and the one sentence that only its reader sees."""

from typing import Literal

from lucca_pi.language import Text
from lucca_pi.web.markup import Markup, element

Control = Literal["nobody", "paired", "anyone"]
"""Who may answer from a phone: nobody, who was let in by the code, or anyone in the local network."""
Viewer = Literal["none", "looks", "answers"]
"""What a reader may do: look and no more, look until let in, or answer."""


def said(text: Text | str | None = None) -> Markup:
    """What came of an answer, for the one who gave it."""
    return element("p", text, id="said", role="status", hidden=text is None)


def with_said(page: bytes, text: Text | str | None) -> bytes:
    """The page, which is made once for everybody, with that sentence for one reader."""
    return page.replace(said().encode(), said(text).encode(), 1) if text else page
