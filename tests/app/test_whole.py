import os
from errno import EIO, ENOSPC

import pytest

from lucca_pi.whole import whole


def test_a_file_is_there_whole_under_its_name_and_nothing_beside_it(tmp_path):
    with whole(tmp_path / "a.zip") as stream:
        stream.write(b"new")
        assert not (tmp_path / "a.zip").exists()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"new")]


@pytest.mark.parametrize("error", [OSError(ENOSPC, "full"), OSError(EIO, "pulled out"), KeyboardInterrupt()])
def test_what_fails_before_it_is_on_the_disk_leaves_what_was_there(tmp_path, monkeypatch, error):
    (tmp_path / "a.zip").write_bytes(b"old")

    def fails(_):
        raise error

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(type(error)), whole(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"old")]
