"""`nonet serve`: the web app."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from typing import Annotated

from nonet.base.errors import MissingExtra
from nonet.base.exits import FINE
from nonet.base.options import Flag, Names, Text, Whole
from nonet.cli.options import usage

__all__ = ["serve"]

_GARBAGE = (700, 10, 10)
"""The thresholds of Python itself."""


def serve(
    *,
    host: Annotated[
        str,
        Text(
            "0.0.0.0 opens the app to every machine that reaches this one"
            " (default: {default}, this machine alone).",
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1",
    port: Annotated[int, Whole("Port (default: {default}).", 0, 65535)] = 8181,
    name: Annotated[Sequence[str], Names("A name by which others reach this machine.")] = (),
    no_open: Annotated[bool, Flag("Do not open the browser.")] = False,
) -> int:
    """Serve the web app: play, hints, algorithms, puzzles.

    The browser opens when the command runs in a terminal. There is no account and no password, and
    nothing is stored outside the browser. Ctrl-C ends the server.
    """
    from nonet.web import processes

    processes.prepare()  # while this process loads the rest
    try:
        import uvicorn

        from nonet.web.app import create_app
        from nonet.web.connections import Connection
        from nonet.web.guard import LOOPBACK
    except ImportError as error:
        if isinstance(error, MissingExtra):
            raise
        raise MissingExtra("web", "nonet serve") from error
    listener = _listener(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"nonet serves {address} (Ctrl-C ends it)", flush=True)
    if host not in LOOPBACK:
        print(f"open to every machine that reaches {host}; there is no password", file=sys.stderr)
    app = create_app(names=[host, *name])
    gc.freeze()  # what is loaded stays; beside it, a server makes garbage as long as it runs
    gc.set_threshold(*_GARBAGE)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        http=Connection,
        ws="none",
        lifespan="on",
    )
    if sys.stdout.isatty() and not no_open:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    uvicorn.Server(config).run(sockets=[listener])
    return FINE


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens; exit with a sentence if the address cannot be used."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        usage(f"--host: unknown address {host!r}")
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        usage(f"port {port} of {host}: {reason}; choose another --port")
    return listener
