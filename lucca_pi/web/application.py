"""What every site's application is made of: handlers by path, forms read, files of ours, refusals in a sentence."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route

from lucca_pi.web.guard import Body, RefusedError, refusal

Handler = Callable[[Request], Awaitable[Response]]
FORM = Body(most_bytes=4096, most_s=10.0)
"""What a form may send."""
MOST_FIELDS = 16


def application(looks: Mapping[str, Handler], does: Mapping[str, Handler]) -> Starlette:
    """
    `looks` answers GET and HEAD by path, `does` POST.

    All handlers are coroutines: others would get a thread each.
    """
    routes = [Route(path, handler) for path, handler in looks.items()]
    routes += [Route(path, handler, methods=["POST"]) for path, handler in does.items()]
    handlers = {RefusedError: _refused, ClientDisconnect: _refused, 404: _nothing, 405: _no_method}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return app


async def form_in(request: Request) -> dict[str, str]:
    """The fields that a form sends, each once. Raises RefusedError."""
    try:
        body = (await request.body()).decode()
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise RefusedError(HTTPStatus.BAD_REQUEST) from None
    return {name: values[0] for name, values in fields.items()}


def file(path: Path, kind: str) -> Handler:
    """Answers with the file, a text of that kind."""
    content = path.read_bytes()

    async def handle(_: Request) -> Response:
        return answered(content, kind)

    return handle


def answered(
    content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """An answer that is text."""
    return Response(content, status, headers, media_type=f"{kind}; charset=UTF-8")


async def _nothing(_: Request, __: Exception | None) -> PlainTextResponse:
    return refusal(HTTPStatus.NOT_FOUND)


async def _no_method(request: Request, __: Exception) -> PlainTextResponse:
    """Says which methods the path has."""
    routes = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    allowed = {method for route in routes for method in route.methods}
    return refusal(HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": ", ".join(sorted(allowed))})


async def _refused(_: Request, error: Exception) -> PlainTextResponse:
    return refusal(error.status if isinstance(error, RefusedError) else HTTPStatus.BAD_REQUEST)
