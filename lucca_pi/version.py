"""The version, and the commit that the program was made from. Git itself is not needed to read it."""

import re
from pathlib import Path

from lucca_pi import __version__

NOTED = "commit.txt"
"""The file beside this one in which the build of a package notes its commit (`setup.py`); a clone has none."""
DIGITS = 10
"""Digits of a commit that are shown."""
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


def version() -> str:
    """The version, with the commit if it is known."""
    found = commit(Path(__file__).parent)
    return f"{__version__} (commit {found})" if found else __version__


def commit(package: Path) -> str:
    """First digits of the commit noted in the package's folder, or else checked out in the clone around it, or ""."""
    try:
        return (package / NOTED).read_text().strip()
    except OSError:
        pass
    try:
        found = _checked_out(package.parent / ".git")
    except OSError:
        return ""
    return found[:DIGITS] if _COMMIT.fullmatch(found) else ""


def _checked_out(git: Path) -> str:
    """The commit that HEAD names. Raises OSError."""
    if git.is_file():  # of a second work tree, or a submodule: it names the folder
        git = git.parent / git.read_text().removeprefix("gitdir:").strip()
    head = (git / "HEAD").read_text().strip()
    branch = head.removeprefix("ref: ")
    if branch == head:
        return head
    common = git / (git / "commondir").read_text().strip() if (git / "commondir").exists() else git
    if (common / branch).exists():
        return (common / branch).read_text().strip()
    packed = (line.partition(" ") for line in (common / "packed-refs").read_text().splitlines())
    return next((found for found, _, name in packed if name == branch), "")
