"""What goes wrong, as an error object for programs and a line or two for people."""

from collections.abc import Mapping
from typing import Any

EXIT_NO = 1
"""The answer is no: an illegal record, a doubtful table."""
EXIT_UNUSABLE = 2
"""Bad usage, or input that cannot be read."""

KINDS: Mapping[str, tuple[str, int]] = {
    "UnreadableError": ("unreadable", EXIT_UNUSABLE),
    "PictureError": ("unreadable", EXIT_UNUSABLE),
    "NoAnchorError": ("no-quarter", EXIT_NO),
    "NoGameError": ("no-game", EXIT_NO),
    "RuleError": ("illegal-record", EXIT_NO),
    "ConfigError": ("usage", EXIT_UNUSABLE),
    "CalibrationError": ("calibration", EXIT_UNUSABLE),
    "LookError": ("device", EXIT_UNUSABLE),
    "QrReaderError": ("device", EXIT_UNUSABLE),
    "DeviceError": ("device", EXIT_UNUSABLE),
    "PrintError": ("usage", EXIT_UNUSABLE),
    "EnrolError": ("usage", EXIT_UNUSABLE),
    "ExportError": ("file", EXIT_UNUSABLE),
    "UnwritableError": ("file", EXIT_UNUSABLE),
    "NoSuchGameError": ("no-such-game", EXIT_UNUSABLE),
    "NoSuchTurnError": ("no-such-turn", EXIT_UNUSABLE),
    "NoPictureError": ("no-picture", EXIT_UNUSABLE),
    "OSError": ("file", EXIT_UNUSABLE),
    "NotFinishedError": ("not-finished", EXIT_NO),
    "NotOfferedError": ("usage", EXIT_UNUSABLE),
}
"""The code and exit code of each error, by the name of its class: to name a class here would import its library."""


def problem_of(error: Exception) -> tuple[dict[str, Any], int]:
    """The error object and the exit code for an error; one that nobody foresaw is raised again."""
    names = [kind.__name__ for kind in type(error).__mro__]
    known = next((KINDS[name] for name in names if name in KINDS), None)
    if known is None:
        raise error
    code, exit_code = known
    return {"code": code, "message": str(error), **_details(error)}, exit_code


def _details(error: Exception) -> dict[str, Any]:
    """What the error knows besides its text: file and place; or the rule, where it was broken, and the position."""
    named = {name: getattr(error, name) for name in ("file", "place", "rule") if getattr(error, name, None)}
    position = getattr(error, "position", "")
    return {**named, **getattr(error, "where", {}), **({"position": position} if position else {})}


def problem_text(problem: Mapping[str, Any]) -> str:
    """The error for people, on one or two lines."""
    file = str(problem.get("file", ""))
    message = str(problem["message"])
    return f"lucca-pi: {message}" if not file or message.startswith(file) else f"lucca-pi: {file}: {message}"
