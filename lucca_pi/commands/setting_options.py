"""The options of commands that are settings, too: each is made from its entry among the settings."""

import os
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lucca_pi.commands.options import EXISTING, option
from lucca_pi.config import SHARED, Config, every_setting, setting_named
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.here import Choice, choices, is_pi

if TYPE_CHECKING:
    from lucca_pi.table.pieces import Pieces


def setting_option(name: str, sentence: str | None = None) -> Callable[[Any], Any]:
    """The option of a setting; `sentence`: its help instead of that of play, "" for none."""
    setting = setting_named(name)
    flag = name.replace("_", "-")
    sentence = setting.help if sentence is None else sentence
    if not setting.metavar:
        return option(f"--{flag}/--no-{flag}", name, default=None, help=sentence)
    kind = EXISTING if setting.kind is Path else setting.kind
    return option(f"--{flag}", name, type=kind, metavar=setting.metavar, help=sentence)


def setting_options(command: Any) -> Any:
    """Gives a command the options of all settings that have one, a game's own beside the choice of the game."""
    shared, every = [*SHARED], every_setting()
    behind = shared.index("game") + 1
    names = [*shared[:behind], *(name for name in every if name not in SHARED), *shared[behind:]]
    for name in reversed(names):
        if every[name].help:
            command = setting_option(name)(command)
    return command


STATE, DECK, CALIBRATION = map(setting_option, ("state", "deck", "calibration"))


def pieces_of(config: Config) -> "Pieces":
    """The pieces of the game in the settings. Raises UnreadableError and RuleError."""
    from lucca_pi.games import game_named

    kind = game_named(config.game)
    return kind.rules.pieces(setup_from(kind.rules.setup, config.for_game()))


def found_here(config: Config, asked: Collection[str], *, page: bool) -> tuple[Config, tuple[Choice, ...]]:
    """The configuration with the devices of this machine, unless it is a Pi, for those not `asked` for; each choice."""
    chosen = () if is_pi(os.environ) else choices(asked, page=page)
    picked: dict[str, Any] = {one.setting: one.value for one in chosen}
    return replace(config, **picked), chosen
