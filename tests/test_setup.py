"""What `./lucca` and `pip install` rely on."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
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


def _pinned(lines: list[str]) -> dict[str, set[str]]:
    """Each package with the versions that stand behind it, whatever the system."""
    versions: dict[str, set[str]] = {}
    for line in lines:
        if found := re.match(r"([A-Za-z0-9._-]+)[=<]=([^ ]+)", line):
            versions.setdefault(canonicalize_name(found[1]), set()).add(found[2])
    return versions


@pytest.mark.parametrize("name", ["run", "pi", "test", "bench"])
def test_every_package_of_a_list_has_hashes_and_the_version_that_is_pinned(name: str) -> None:
    text = (ROOT / "hashes" / f"{name}.txt").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if "win32" not in line]
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []
    pinned = _pinned((ROOT / "constraints.txt").read_text().splitlines())
    listed = {package: versions for package, versions in _pinned(lines).items() if package != "numpy"}
    assert listed == {package: pinned[package] for package in listed}


def test_the_lists_hold_all_that_is_installed_and_what_builds_the_project() -> None:
    text = "".join((ROOT / "hashes" / f"{name}.txt").read_text() for name in ("pi", "test", "bench"))
    assert _all_needed() <= set(_pinned(text.splitlines()))
    for file in set((ROOT / "hashes").glob("*.txt")) - {ROOT / "hashes/pairs.txt", ROOT / "hashes/newest.txt"}:
        assert {"setuptools", "click", "numpy"} <= set(_pinned(file.read_text().splitlines())), file


def test_the_pairs_of_numpy_and_opencv_that_are_promised_are_those_that_are_installed() -> None:
    rows = re.findall(
        r"^\| (.+?) \| 3\..* \| (\S+) \| (\S+) \|$", (ROOT / "docs/appliance.md").read_text(), re.MULTILINE
    )
    lists = {name: _pinned((ROOT / "hashes" / f"{name}.txt").read_text().splitlines()) for name in ("pi", "run")}
    assert {numpy for _, numpy, _ in rows} == lists["pi"]["numpy"]
    assert rows[-1] == ("everywhere else", *lists["run"]["numpy"], *lists["run"]["opencv-python-headless"])
    assert lists["pi"]["opencv-python-headless"] == {opencv for _, _, opencv in rows}


def test_every_file_beside_the_code_is_shipped() -> None:
    package = ROOT / "lucca_pi"
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["lucca_pi"]
    shipped = {file for pattern in patterns for file in package.glob(pattern)}
    beside = {file for file in package.rglob("*") if file.is_file() and file.suffix not in {".py", ".pyc"}}
    assert beside <= shipped
