"""The commands: each a few lines over a function elsewhere."""

import click

from lucca_pi import __version__


@click.group()
@click.version_option(__version__)
def main() -> None:
    """Watch a game of Lucca Città and keep the score."""
