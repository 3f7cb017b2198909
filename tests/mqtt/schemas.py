"""What a JSON document has against a schema, of docs/schemas/ or others': the part of JSON Schema that they use."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
NAMES = sorted(file.stem for file in FOLDER.glob("*.json"))
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": int | float, "boolean": bool}
_UNCHECKED = {"$schema", "$defs", "$id", "title", "description", "default", "examples", "additionalItems"}
_KNOWN = {"$ref", "type", "const", "enum", "required", "properties", "additionalProperties", "items", "minimum"}
KEYWORDS = _KNOWN | _UNCHECKED | {"pattern", "anyOf"}


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def complaints(name: str, document: object) -> list[str]:
    """Where a document, as it is after JSON, differs from the schema of this name."""
    return [*complaints_in(schema(name), json.loads(json.dumps(document)), name)]


def complaints_in(whole: dict[str, Any], document: object, name: str) -> Iterator[str]:
    """Where a document differs from a schema; `name` is what the document is called."""
    return _complaints(whole, document, whole, name)


def _complaints(part: Any, value: Any, whole: Any, at: str) -> Iterator[str]:
    assert set(part) <= KEYWORDS, f"{at}: {set(part) - KEYWORDS}"
    if "$ref" in part:
        yield from _complaints(whole["$defs"][part["$ref"].removeprefix("#/$defs/")], value, whole, at)
    if "type" in part and not any(_is(value, kind) for kind in _each(part["type"])):
        yield f"{at}: {value!r} is no {part['type']}"
        return
    if value != part.get("const", value) or value not in part.get("enum", [value]):
        yield f"{at}: {value!r}"
    if "anyOf" in part and all([*_complaints(one, value, whole, at)] for one in part["anyOf"]):
        yield f"{at}: {value!r} is none of {len(part['anyOf'])}"
    yield from _inside(part, value, whole, at)


def _inside(part: Any, value: Any, whole: Any, at: str) -> Iterator[str]:
    """Complaints by the kind of the value."""
    match value:
        case str():
            if not re.search(part.get("pattern", ""), value):
                yield f"{at}: {value!r}"
        case int() | float():
            if value < part.get("minimum", value):
                yield f"{at}: {value}"
        case list():
            for number, one in enumerate(value):
                yield from _complaints(part.get("items", {}), one, whole, f"{at}[{number}]")
        case dict():
            yield from (f"{at}: no {key}" for key in part.get("required", []) if key not in value)
            for key, one in value.items():
                below = part.get("properties", {}).get(key, part.get("additionalProperties", {}))
                yield from [f"{at}: {key} is too much"] if below is False else []
                yield from _complaints({} if isinstance(below, bool) else below, one, whole, f"{at}.{key}")


def _each(kind: str | list[str]) -> list[str]:
    return [kind] if isinstance(kind, str) else kind


def _is(value: object, kind: str) -> bool:
    if kind == "null":
        return value is None
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))
