"""The exit codes of the command line, and how SIGTERM ends a command.

Keep it light: it is imported before anything else.
"""

from __future__ import annotations

import signal

__all__ = [
    "CLOSED",
    "ENDED",
    "FINE",
    "INTERRUPTED",
    "MEANINGS",
    "PROBLEM",
    "USAGE",
    "end_when_asked",
    "stopped",
]

FINE, PROBLEM, USAGE = 0, 1, 2
INTERRUPTED = 128 + 2  # SIGINT
CLOSED = 128 + 13  # SIGPIPE
ENDED = 128 + 15  # SIGTERM

MEANINGS = {
    FINE: "fine",
    PROBLEM: "something is wrong with a puzzle or a file",
    USAGE: "wrong usage",
    INTERRUPTED: "stopped by Ctrl-C",
    CLOSED: "the reader of the output has closed it",
    ENDED: "stopped by SIGTERM",
}
"""The table in docs/cli.md."""

_asked: list[int] = []
"""The signals that asked the process to end."""


def stopped() -> int:
    """Return the exit code of a command that was interrupted, by Ctrl-C or by SIGTERM."""
    return ENDED if _asked else INTERRUPTED


def end_when_asked() -> None:
    """Let SIGTERM end a command as Ctrl-C does, whatever Ctrl-C does at the time."""
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: object) -> None:
    _asked.append(number)
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        raise KeyboardInterrupt
    interrupt(signal.SIGINT, frame)  # type: ignore[arg-type]
