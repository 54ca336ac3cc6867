"""Keys as they are pressed, without echo; the terminal is restored afterwards."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["Keys", "is_available", "keyboard"]

_NAMES = {
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[H": "home",
    b"\x1bOH": "home",
    b"\x1b[1~": "home",
    b"\x1b[F": "end",
    b"\x1bOF": "end",
    b"\x1b[4~": "end",
}


class Keys:
    """Reads keys: letters as they are, arrows by name; "" after the time, None if the terminal is closed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = b""

    def read(self, seconds: float | None) -> str | None:
        """Wait for a key for at most ``seconds``."""
        if not self._waiting:
            if not select.select([self._descriptor], [], [], seconds)[0]:
                return ""
            self._waiting = os.read(self._descriptor, 1024)
            if not self._waiting:
                return None
        for code, name in _NAMES.items():
            if self._waiting.startswith(code):
                self._waiting = self._waiting[len(code) :]
                return name
        if self._waiting[:1] == b"\x1b":  # another key, which has no use here
            self._waiting = b""
            return "escape"
        key, self._waiting = self._waiting[:1], self._waiting[1:]
        return key.decode("ascii", "replace")


def is_available() -> bool:
    """Whether the terminal can read single keys."""
    return sys.platform != "win32" and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def keyboard() -> Iterator[Keys]:
    """Read keys from the terminal until the block ends.

    Standard input may be a pipe with the puzzle, so the terminal itself is opened. Raises OSError if
    there is none.
    """
    import termios
    import tty

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    descriptor = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    before = termios.tcgetattr(descriptor)
    handler = signal.signal(signal.SIGTERM, end)
    try:
        tty.setcbreak(descriptor)
        yield Keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, handler)
        os.close(descriptor)
