"""Ctrl-C while the command line is loaded or ends: the process ends at once, without the place where it was.

Loaded before everything else where Python runs the command `nonet`, and only there.
"""

from __future__ import annotations

import os
import signal
import sys

from nonet.base.exits import stopped

__all__ = ["end_at_once", "interrupt_again", "is_command"]


def is_command() -> bool:
    """Whether this process runs the command line."""
    words = sys.orig_argv
    if "-m" in words[:-1]:
        return words[words.index("-m") + 1] == "nonet"
    return os.path.basename(sys.argv[0] if sys.argv else "") in ("nonet", "nonet.exe")


def _end(*_: object) -> None:
    os._exit(stopped())


def end_at_once() -> None:
    """End the process at an interrupt, unless it has another meaning."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def interrupt_again() -> None:
    """Let an interrupt be an exception again."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
