"""The web app over HTTP: a thin adapter from the table of verbs to FastAPI, and the files of the page.

``create_app()`` is an ASGI application; `nonet serve` runs it. Every answer is JSON, errors too. The address
``/api/openapi.json`` describes all verbs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from nonet import __version__
from nonet.base.errors import MissingExtra
from nonet.web import files
from nonet.web.answering import packed
from nonet.web.guard import Guard
from nonet.web.limits import Job, Pool
from nonet.web.verbs import LISTS, VERBS, Verb
from nonet.web.wire import RequestError, error_object

try:
    from fastapi import FastAPI, Request, Response
    from fastapi.openapi.utils import get_openapi
    from pydantic import BaseModel
    from pydantic.json_schema import models_json_schema
    from starlette.requests import ClientDisconnect

    from nonet.web.schemas import ANSWERS, REQUESTS, ErrorAnswer
except ImportError as error:
    raise MissingExtra("web", "the web app") from error

__all__ = ["create_app"]

_UPLOAD = 10.0  # seconds until the body of a request must have arrived


def create_app(*, names: Sequence[str] = (), pool: Pool | None = None) -> Guard:
    """Return the web app. ``names`` are hosts under which it is reached besides those of this machine alone.

    It answers in processes of its own, so a program that runs it begins its work below ``if __name__ == "__main__":``,
    as with all of `multiprocessing`.
    """
    answers = pool if pool is not None else Pool()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.starting = asyncio.create_task(asyncio.to_thread(answers.start))
        yield
        await asyncio.to_thread(answers.close)

    app = FastAPI(
        title="nonet",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    for verb in VERBS.values():
        app.add_api_route(
            f"/api/{verb.name}", _endpoint(verb, answers), methods=["POST"], name=verb.name
        )
    for name, content in LISTS.items():
        app.add_api_route(f"/api/{name}", _list_endpoint(content), methods=["GET"], name=name)
    app.openapi = lambda: _description(app)  # type: ignore[method-assign]
    app.add_api_route("/{name:path}", _file, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_exception_handler(404, _not_found)
    app.add_exception_handler(405, _wrong_method)
    app.add_exception_handler(RequestError, _refused)
    return Guard(app, names)


def _description(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description of the verbs."""
    if app.openapi_schema is None:
        description = get_openapi(title="nonet", version=__version__, routes=app.routes)
        models: list[type[BaseModel]] = [*REQUESTS.values(), *ANSWERS.values(), ErrorAnswer]
        _, types = models_json_schema(
            [(model, "validation") for model in dict.fromkeys(models)],
            ref_template="#/components/schemas/{model}",
        )
        description["components"] = {"schemas": types["$defs"]}
        for name, verb in VERBS.items():
            about = description["paths"][f"/api/{name}"]["post"]
            about["summary"] = verb.about
            about["requestBody"] = {"required": True, "content": _typed(REQUESTS[name])}
            about["responses"] = {
                "200": {"description": "the answer", "content": _typed(ANSWERS[name])},
                "default": {"description": "an error", "content": _typed(ErrorAnswer)},
            }
        app.openapi_schema = description
    return app.openapi_schema


def _typed(model: type[BaseModel]) -> dict[str, object]:
    """Return the content of a JSON body whose type is described among the components."""
    reference = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"application/json": {"schema": reference}}


def _json(status: int, data: Mapping[str, object] | Sequence[object]) -> Response:
    return Response(packed(data), status, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    return _json(*error_object(error))


async def _not_found(request: Request, error: Exception) -> Response:
    message = f"nothing is at {request.url.path[:200]}"
    return _json(404, {"error": {"code": "not_found", "message": message}})


async def _wrong_method(request: Request, error: Exception) -> Response:
    verb = request.url.path.removeprefix("/api/")
    if verb != request.url.path and verb not in VERBS and verb not in LISTS:
        return await _not_found(request, error)
    message = f"{request.url.path[:200]} does not answer {request.method}"
    return _json(405, {"error": {"code": "wrong_method", "message": message}})


# -- verbs ----------------------------------------------------------------------------------------


def _endpoint(verb: Verb, pool: Pool) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            body = await _body(request, verb.body)
            if starting := getattr(request.app.state, "starting", None):
                await asyncio.shield(starting)
            job = Job(verb, body)
        except ClientDisconnect:
            return Response(status_code=400)  # it is not read
        work = pool.submit(job)
        future = asyncio.wrap_future(work)
        left = asyncio.ensure_future(_left(request))
        try:
            waiting: set[asyncio.Future[Any]] = {future, left}
            await asyncio.wait(
                waiting,
                timeout=max(0.0, job.deadline - time.monotonic()),
                return_when=asyncio.FIRST_COMPLETED,
            )
            if future.done():
                status, body = future.result()
                return Response(body, status, media_type="application/json")
            work.cancel()
            return _json(*error_object(job.out_of_time()))
        finally:
            left.cancel()
            if not work.done():
                job.cancel()
                future.cancel()

    return endpoint


async def _left(request: Request) -> None:
    """Wait until the client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request, if it is not too large and not too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(_UPLOAD):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RequestError(
                        f"the request has more than {most // 1024:,} KB",
                        code="too_large",
                        status=413,
                    )
    except TimeoutError:
        raise RequestError(
            f"the request did not arrive within {_UPLOAD:.0f} seconds",
            code="too_slow",
            status=408,
        ) from None
    return bytes(body)


def _list_endpoint(
    content: Callable[[], Mapping[str, object] | Sequence[object]],
) -> Callable[[], Awaitable[Response]]:
    async def endpoint() -> Response:
        return _json(200, await asyncio.to_thread(content))

    return endpoint


# -- files ----------------------------------------------------------------------------------------


async def _file(name: str, request: Request) -> Response:
    """Send a file of the page, compressed if the client can read that."""
    if name.removeprefix("api/") in VERBS:
        return await _wrong_method(request, KeyError(name))
    file = files.find(name)
    if file is None:
        return await _not_found(request, KeyError(name))
    headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if file.etag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.compressed is not None and _reads_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = file.compressed
    if request.method == "HEAD":
        headers["Content-Length"] = str(len(body))
        body = b""
    return Response(body, headers=headers, media_type=file.type)


def _reads_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header has gzip.

    >>> _reads_gzip("br, gzip;q=0.8"), _reads_gzip("gzip;q=0"), _reads_gzip("")
    (True, False, False)
    """
    for one in accepted.lower().split(","):
        name, _, weight = one.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
