"""What every answer bears, and the answers of a line."""

from collections.abc import Mapping
from http import HTTPStatus

from lucca_pi.language import _, say

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}
"""No other page may show, read or follow ours; nothing of it stays in a phone."""

SENTENCES = {
    HTTPStatus.BAD_REQUEST: _("This is no request that a browser makes."),
    HTTPStatus.FORBIDDEN: _("This page is for the local network, by the address that the scorer shows."),
    HTTPStatus.NOT_FOUND: _("There is nothing here. The page is at /, and as data at /snapshot.json and /events."),
    HTTPStatus.METHOD_NOT_ALLOWED: _("That method is not for this path."),
    HTTPStatus.REQUEST_TIMEOUT: _("The request did not come in time."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("That is more than this page takes."),
    HTTPStatus.REQUEST_URI_TOO_LONG: _("The request is too long."),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: _("The request is too long."),
    HTTPStatus.SERVICE_UNAVAILABLE: _("Too many are looking. Close another page, and try again."),
}


def sentence(status: HTTPStatus) -> str:
    """The sentence for people that goes with a status."""
    return f"{say(SENTENCES.get(status, status.phrase))}\n"


def extra_headers(status: HTTPStatus) -> dict[str, str]:
    """What else an answer of that status bears."""
    return {"Retry-After": "5"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}


def refusal(status: HTTPStatus) -> bytes:
    """The whole answer to a request that is not let in."""
    text = sentence(status).encode()
    headers = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Length": str(len(text)),
        **HEADERS,
        **extra_headers(status),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.0 {status.value} {status.phrase}\r\n{lines}\r\n".encode() + text
