"""What the commands share: their options, and how they answer."""

import json
from pathlib import Path
from typing import Any

import click

EXISTING = click.Path(path_type=Path)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
STATE = click.option("--state", type=EXISTING, metavar="DIR", help="Where games are kept.")
DECK = click.option("--deck", metavar="DECK", help="The deck: reference, or a deck file.")


def print_json(document: Any) -> None:
    click.echo(json.dumps(document, indent=1))
