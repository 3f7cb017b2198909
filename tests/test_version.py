"""The commit that `--version` names."""

from pathlib import Path

import pytest

from lucca_pi import __version__
from lucca_pi.version import commit

ONE, OTHER = "1a2b3c4d5e" * 4, "0" * 40
CLONES = {
    "a branch": ({".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{ONE}\n"}, ONE[:10]),
    "a packed branch": (
        {
            ".git/HEAD": "ref: refs/heads/main",
            ".git/packed-refs": f"# pack\n{OTHER} refs/heads/x\n{ONE} refs/heads/main",
        },
        ONE[:10],
    ),
    "no branch": ({".git/HEAD": f"{ONE}\n"}, ONE[:10]),
    "a second work tree": (
        {
            ".git": "gitdir: ../all/w\n",
            "../all/w/HEAD": "ref: refs/heads/b",
            "../all/w/commondir": "..",
            "../all/refs/heads/b": ONE,
        },
        ONE[:10],
    ),
    "a built package": ({"lucca_pi/commit.txt": "abcdef\n", ".git/HEAD": ONE}, "abcdef"),
    "a branch without a commit": ({".git/HEAD": "ref: refs/heads/main", ".git/packed-refs": ""}, ""),
    "no repository": ({}, ""),
    "another file": ({".git/HEAD": "hello"}, ""),
}


@pytest.mark.parametrize("name", CLONES)
def test_the_commit_is_read_without_git(name: str, tmp_path: Path) -> None:
    files, found = CLONES[name]
    for file, text in files.items():
        place = tmp_path / "clone" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    assert commit(tmp_path / "clone" / "lucca_pi") == found


def test_the_change_log_tells_of_this_version() -> None:
    headings = (Path(__file__).parents[1] / "CHANGELOG.md").read_text().split("\n## ")
    assert headings[1].startswith(__version__)
