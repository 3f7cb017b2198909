"""What takes long to make is made once, and anew when the file cannot be trusted."""

from pathlib import Path

import pytest

from lucca_pi import files
from lucca_pi.files import kept


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that was made, in order."""
    monkeypatch.setattr(files, "state_directory", lambda _environment: tmp_path / "state")
    return []


def ask(made: list[bytes], *inputs: bytes) -> bytes:
    def make() -> bytes:
        made.append(b"+".join(inputs))
        return made[-1]

    return kept("sum", inputs, make)


def test_is_made_once_for_the_same_inputs(made: list[bytes]) -> None:
    assert [ask(made, b"1", b"2"), ask(made, b"1", b"2"), ask(made, b"12", b"")] == [b"1+2", b"1+2", b"12+"]
    assert made == [b"1+2", b"12+"]


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"short"])
def test_damaged_file_is_made_anew(made: list[bytes], tmp_path: Path, damage: bytes) -> None:
    ask(made, b"1")
    (file,) = (tmp_path / "state" / "made").iterdir()
    file.write_bytes(damage)
    assert [ask(made, b"1"), ask(made, b"1")] == [b"1", b"1"]
    assert len(made) == 2


def test_another_program_makes_it_anew(made: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    ask(made, b"1")
    monkeypatch.setattr(files, "_program", lambda: b"another")
    assert ask(made, b"1") == b"1"
    assert len(made) == 2


def test_nothing_is_kept_where_nothing_can_be_written(made: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, no folder")
    assert [ask(made, b"1"), ask(made, b"1")] == [b"1", b"1"]
    assert len(made) == 2
