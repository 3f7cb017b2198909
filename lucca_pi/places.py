"""The places of a machine's settings and games, by its environment."""

from collections.abc import Mapping
from pathlib import Path


def state_directory(environment: Mapping[str, str]) -> Path:
    """Directory of games: the service's StateDirectory, else the user's state directory."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"])
    base = environment.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    return Path(base) / "lucca"


def halt_file(environment: Mapping[str, str]) -> Path | None:
    """File that makes the system halt, in the service's RuntimeDirectory; None elsewhere."""
    return Path(environment["RUNTIME_DIRECTORY"]) / "halt" if "RUNTIME_DIRECTORY" in environment else None


def config_file(environment: Mapping[str, str]) -> Path:
    """Usual place of the configuration file."""
    if "CONFIGURATION_DIRECTORY" in environment:
        return Path(environment["CONFIGURATION_DIRECTORY"]) / "lucca.toml"
    base = environment.get("XDG_CONFIG_HOME") or str(Path("~/.config").expanduser())
    return Path(base) / "lucca" / "lucca.toml"
