"""What pyproject.toml cannot say: a built package notes its commit, and holds what installs it on a Pi."""

import sys
from pathlib import Path
from shutil import copy, copytree, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from lucca_pi.boot_card import OUTSIDE  # noqa: E402 - the build does not look for modules here
from lucca_pi.version import NOTED, commit  # noqa: E402


def note_commit(folder: str) -> None:
    """Writes the commit into the package below that folder, if it is known."""
    if found := commit(HERE / "lucca_pi"):
        (Path(folder) / "lucca_pi" / NOTED).write_text(f"{found}\n")


def add_installer(folder: Path) -> None:
    """Puts what installs the program on a Pi into the package below that folder, for `lucca-pi card`."""
    place = folder / "lucca_pi" / "installer"
    place.mkdir(parents=True)
    for name in OUTSIDE:
        (copytree if (HERE / name).is_dir() else copy)(HERE / name, place / name)


class BuildPy(build_py):
    """Builds the package with commit and installer; an installation that runs from the clone reads the clone's own."""

    def run(self) -> None:
        """Builds; what an earlier build has left would be packed too, or stand in the way, and goes."""
        if self.editable_mode:
            super().run()
            return
        base = Path(self.get_finalized_command("build").build_base)
        for left in (Path(self.build_lib) / "lucca_pi", *base.glob("bdist*")):
            rmtree(left, ignore_errors=True)
        super().run()
        note_commit(self.build_lib)
        add_installer(Path(self.build_lib))


class Sdist(sdist):
    """Packs the sources, and notes the commit."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copies the files that are packed."""
        super().make_release_tree(base_dir, files)
        note_commit(base_dir)


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist})
