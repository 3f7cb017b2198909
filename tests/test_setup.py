"""What `./lucca` and `pip install` rely on."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def _needs(package: str) -> list[Requirement]:
    try:
        return [Requirement(line) for line in requires(package) or ()]
    except PackageNotFoundError:  # for other machines only
        return []


def _all_needed() -> set[str]:
    extras = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *extras["pi"], *extras["test"], *extras["bench"]]
    waiting = [Requirement(line) for line in lines]
    found: set[str] = set()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in found:
            found.add(name)
            waiting += [need for need in _needs(name) if not need.marker or need.marker.evaluate({"extra": ""})]
    return found


def test_every_package_that_is_installed_has_a_pin() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {canonicalize_name(re.split("[=<]", line)[0]) for line in lines if not line.startswith("#")}
    assert _all_needed() <= pinned


def test_every_file_beside_the_code_is_shipped() -> None:
    package = ROOT / "lucca_pi"
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["lucca_pi"]
    shipped = {file for pattern in patterns for file in package.glob(pattern)}
    beside = {file for file in package.rglob("*") if file.is_file() and file.suffix not in {".py", ".pyc"}}
    assert beside <= shipped
