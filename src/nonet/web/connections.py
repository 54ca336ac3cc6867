"""How slow a client may be: with the head of its request, and with taking the answer.

uvicorn waits for both without an end, so that a few clients that send a byte now and then hold all connections.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.auto import AutoHTTPProtocol

__all__ = ["HEAD", "TAKEN", "Connection"]

HEAD = 10.0
"""Seconds until the head of a request must have arrived."""

TAKEN = 30.0
"""Seconds that a client may take nothing of an answer."""


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection; it is closed when the client is too slow."""

    _waiting: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Wait for the head of the first request."""
        super().connection_made(transport)
        self._waiting = self.loop.call_later(HEAD, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Wait for the head of a request, whole or the rest of it."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            if self._waiting is None:
                self._waiting = self.loop.call_later(HEAD, self.transport.abort)
        elif self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def pause_writing(self) -> None:
        """Wait for the client to take the answer."""
        super().pause_writing()
        self._sending = self.loop.call_later(TAKEN, self.transport.abort)

    def resume_writing(self) -> None:
        """Wait no longer."""
        super().resume_writing()
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the times."""
        super().connection_lost(exc)
        for timer in (self._waiting, self._sending):
            if timer is not None:
                timer.cancel()
