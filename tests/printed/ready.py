"""What `docs/print/` holds: sheets made by the program, for who wants to print before anything is installed."""

import re
import zlib
from collections.abc import Mapping
from pathlib import Path

from lucca_pi.games import game_module
from lucca_pi.language import LANGUAGES, use
from lucca_pi.printed.common import COMMON
from lucca_pi.printed.prints import Options, pdf_of
from lucca_pi.printed.stickers import CodeStyle

READY = Path(__file__).parents[2] / "docs" / "print"
SHEETS: Mapping[str, tuple[str, str]] = {
    "deck": ("citta", "deck"),
    "deck-without-codes": ("citta", "deck"),
    "stickers": ("citta", "stickers"),
    "inserts": ("citta", "inserts"),
    "quickcard": ("citta", "quickcard"),
    "rules": ("citta", "rules"),
    "commands": ("citta", "commands"),
    "chessboard-board": ("chessboard", "board"),
    "chessboard-mat": ("chessboard", "mat"),
    "chessboard-corners": ("chessboard", "corners"),
    "chessboard-bricks": ("chessboard", "bricks"),
    "chessboard-rules": ("chessboard", "rules"),
    "chessboard-quickcard": ("chessboard", "quickcard"),
    "lucco-tiles": ("lucco", "tiles"),
    "lucco-squares": ("lucco", "squares"),
    "lucco-rules": ("lucco", "rules"),
    "lucco-quickcard": ("lucco", "quickcard"),
}
"""By the file's name: the game, and the sheets."""
FOLDERS: Mapping[str, tuple[str, str]] = {
    **{language: (language, "a4") for language in LANGUAGES},
    "letter": ("en", "letter"),
}
"""By the folder's name: the language, and the paper."""
STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


def files() -> list[str]:
    """Where each lies within `docs/print/`."""
    return [f"{folder}/{name}.pdf" for folder in FOLDERS for name in SHEETS]


def checked() -> list[str]:
    """Those that a test compares: a deck without codes takes long, and its words are those of the deck with codes."""
    return [file for file in files() if "without-codes" not in file or file.startswith(("en/", "letter/"))]


def made(file: str) -> bytes:
    """The sheets of that file as they are printed now."""
    folder, name = file.removesuffix(".pdf").split("/")
    (language, paper), (game, sheets) = FOLDERS[folder], SHEETS[name]
    style: CodeStyle | None = None if name.endswith("-without-codes") else "aruco"
    use(language)
    prints = game_module(game, "paper").printables(None) | COMMON
    return pdf_of(prints.made(sheets, Options(style, paper_name=paper)))


def content(data: bytes) -> list[bytes]:
    """What is drawn, the fonts, and how a reader should print it, without how it was packed."""
    asks = [b"unscaled" if re.search(rb"/PrintScaling\s*/None", data) else b""]
    return asks + [zlib.decompressobj().decompress(stream) for stream in STREAM.findall(data)]
