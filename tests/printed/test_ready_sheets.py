import pytest
from ready import READY, content, files, made

MOST_BYTES = 4_000_000


@pytest.mark.parametrize("file", files())
def test_a_ready_sheet_is_what_the_program_prints(file):
    assert content((READY / file).read_bytes()) == content(made(file)), "python tests/printed/renew.py"


def test_nothing_else_lies_among_the_ready_sheets():
    kept = [file for file in READY.rglob("*") if file.is_file()]
    assert {file.relative_to(READY).as_posix() for file in kept} == {*files()}
    assert sum(file.stat().st_size for file in kept) < MOST_BYTES
