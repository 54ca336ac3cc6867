"""Verbs that misbehave, for the processes of the server: they are imported there by the name of this module."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from typing import Any

from nonet import Puzzle

Answer = dict[str, Any]


def endless(request: Any) -> Answer:
    """Never look at a flag, and never call the core."""
    while True:
        time.sleep(0.001)


def searching(request: Any) -> Answer:
    """Search for ever, in the core."""
    return {"count": Puzzle("." * 81, rules="diagonals").count(10**15)}


def waiting(request: Any) -> Answer:
    """Answer after some seconds."""
    time.sleep(request["seconds"])
    return {"process": os.getpid()}


def faulty(request: Any) -> Answer:
    """Have a fault."""
    raise RuntimeError("a fault")


def no_json(request: Any) -> Answer:
    """Answer with what JSON has no value for."""
    return {"odd": {"set": {1}, "number": float("nan")}[request["what"]]}


def killed(request: Any) -> Answer:
    """End by a signal."""
    os.kill(os.getpid(), request["signal"])
    time.sleep(60)
    return {}


def crashing(request: Any) -> Answer:
    """Read where nothing is."""
    ctypes.string_at(0)
    return {}


def leaving(request: Any) -> Answer:
    """Exit."""
    sys.exit(3)


def greedy(request: Any) -> Answer:
    """Take memory without an end, in pieces."""
    held = []
    while True:
        held.append(bytearray(request["bytes"]))


def large(request: Any) -> Answer:
    """Take 300 MB, and give them back."""
    held = b"x" * (300 << 20)
    return {"bytes": len(held), "process": os.getpid()}


def modules(request: Any) -> Answer:
    """Say what is imported."""
    return {"modules": sorted(sys.modules)}


def unkillable(request: Any) -> Answer:
    """Ignore what ends a process politely."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return endless(request)
