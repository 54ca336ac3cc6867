"""Who may ask the server, and what a browser may do with its answers.

The server has no password: all who reach it may use it. Two things must not: a page of another site that a browser on
this machine shows (its requests carry its ``Origin``), and a name on the internet that points at this machine (DNS
rebinding: the ``Host`` is then that name). Both are refused. Every answer carries a content security policy that allows
the page its own files and nothing else.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

__all__ = ["HEADERS", "LOOPBACK", "POLICY", "Guard"]

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data: blob:; "
    "worker-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a browser may do with the page: load its own files, and nothing else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer carries."""

_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
ANY_ADDRESS = ("0.0.0.0", "::")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine that no other machine reaches."""


class Guard:
    """An ASGI application around another: it refuses requests that are not for this server."""

    def __init__(self, app: App, names: Iterable[str] = ()) -> None:
        given = {name.lower().strip("[]") for name in names}
        self._app = app
        self._names = LOOPBACK | given
        self._any_address = not given.isdisjoint(ANY_ADDRESS)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        problem = self.problem(scope["method"], dict(scope["headers"]))
        if problem is None:
            await self._app(scope, receive, guarded)
            return
        error = {"error": {"code": "forbidden", "message": problem}}
        body = json.dumps(error).encode()
        headers = [(b"content-type", b"application/json")]
        headers.append((b"content-length", str(len(body)).encode()))
        await guarded({"type": "http.response.start", "status": 403, "headers": headers})
        await guarded({"type": "http.response.body", "body": body})

    def problem(self, method: str, headers: dict[bytes, bytes]) -> str | None:
        """Return why a request is refused, None if it is not."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = _name_of(host)
        if name not in self._names and not (self._any_address and _is_address(name)):
            return f"unknown host {name[:100]!r}; start the server with --name to allow it"
        if method in ("GET", "HEAD"):
            return None
        site = headers.get(b"sec-fetch-site", b"none").decode("latin-1")
        if site not in ("none", "same-origin"):
            return "requests from pages of other sites are refused"
        origin = headers.get(b"origin")
        if origin is not None:
            _, _, own = origin.decode("latin-1").lower().partition("://")
            if own != host:
                return "requests from pages of other sites are refused"
        return None


def _name_of(host: str) -> str:
    """Return a Host header without its port.

    >>> _name_of("localhost:8181"), _name_of("[::1]:8181"), _name_of("::1")
    ('localhost', '::1', '::1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name, colon, _ = host.rpartition(":")
    return name if colon and ":" not in name else host


def _is_address(name: str) -> bool:
    """Whether a name is the number of a machine: no other site can take it as its own."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
