"""A kept game held against what was asked for: it may be another game, by other rules or with another deck."""

from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

from lucca_pi.evening.journal import Begun
from lucca_pi.language import _


def goes_on_otherwise(kept: Begun, wanted: Begun, asked: Collection[str]) -> str:
    """
    What is said of a game that goes on otherwise than somebody asked for; empty where it is as they wish.

    `asked`: the settings that somebody has a word on. What only stands so by default is nobody's wish.
    """
    told = {"kept": kept.kind.show.setup_words(kept.setup), "wanted": wanted.kind.show.setup_words(wanted.setup)}
    if kept.kind is not wanted.kind:
        games = {"game": kept.kind.title, "other": wanted.kind.title}
        return _("A game of {game} is not finished, and you asked for {other}.", **games) if "game" in asked else ""
    were, now = _settings(kept), _settings(wanted)
    if not any(name in asked and were[name] != now.get(name) for name in were):
        return ""
    return _("A game is not finished: it is played {kept}. You asked for one {wanted}.", **told)


def _settings(begun: Begun) -> Mapping[str, Any]:
    """What is arranged, by the names of settings; a file by the option that takes it."""
    files = {PurePath(name).stem: file for name, file in begun.kind.rules.files(begun.setup).items()}
    return {**begun.kind.rules.settings(begun.setup), **files}
