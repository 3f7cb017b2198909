"""
The state of a table as one JSON document, sealed with the table's key (`docs/schemas/table-state.json`).

The seal is the HMAC-SHA256 over the canonical JSON of all other keys: sorted keys, no spaces, UTF-8. Whoever has the
key, 32 random bytes as 64 hexadecimal digits, can tell a genuine state from a forged or a changed one.
"""

import hmac
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

FORMAT = "lucca-table-state/1"
_SEAL = "seal"


def digest(document: Mapping[str, Any]) -> str:
    """
    The SHA-256 of a document's canonical JSON, hexadecimal.

    >>> digest({"b": 1, "a": "é"}) == digest({"a": "é", "b": 1})
    True
    """
    return sha256(_canonical(document)).hexdigest()


def sealed(state: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The state with its seal under the table's key, which is hexadecimal. Raises ValueError if the key is not."""
    return {**state, _SEAL: _seal_of(state, key)}


def is_genuine(state: object, key: str) -> bool:
    """
    True if the value, as read from JSON, is an object of this format whose seal was made with this key.

    Anything else is False, whatever it holds; its keys are not checked further.

    >>> state = sealed({"format": FORMAT, "table": "1"}, "00" * 32)
    >>> is_genuine(state, "00" * 32), is_genuine(state, "01" * 32), is_genuine(state | {"table": "2"}, "00" * 32)
    (True, False, False)
    """
    if not isinstance(state, dict) or state.get("format") != FORMAT or not isinstance(state.get(_SEAL), str):
        return False
    try:
        expected = _seal_of(state, key)
    except (ValueError, RecursionError):  # half a character, a number of thousands of digits, nested too deeply
        return False
    return hmac.compare_digest(expected.encode(), state[_SEAL].encode("utf-8", "replace"))


def _seal_of(state: Mapping[str, Any], key: str) -> str:
    rest = {name: value for name, value in state.items() if name != _SEAL}
    return hmac.new(bytes.fromhex(key), _canonical(rest), sha256).hexdigest()


def _canonical(document: Mapping[str, Any]) -> bytes:
    """Raises ValueError if a text holds half a character, or a number is not finite."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
