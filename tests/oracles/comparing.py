"""What holds the scorers against their second readings: the same document of both, but for the sentences."""

import json
from collections.abc import Callable
from typing import Any

from lucca_pi.errors import RuleError, UnreadableError, problem_of

WORDS = {"reason", "message", "position"}


def answer(told: Callable[[str], Any], record: Any) -> Any:
    """What `score --json` would answer to a record, without its sentences; `told` makes it from the text."""
    try:
        answered = told(json.dumps(record))
    except (RuleError, UnreadableError) as error:
        answered = {"error": problem_of(error)[0]}
    return without_words(json.loads(json.dumps(answered, default=str)))


def without_words(value: Any) -> Any:
    if isinstance(value, list):
        return [without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("code") == "unreadable":
        return {"code": "unreadable"}
    return {key: without_words(one) for key, one in value.items() if key not in WORDS}


def as_json(value: Any) -> Any:
    """The value as it would be read again."""
    return json.loads(json.dumps(value))
