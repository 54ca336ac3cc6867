"""What a process of the server does: it answers one question after the other, until its pipe ends.

It has one thread, so a crash, a loss of memory or its end by the server concerns one question. It gets no signals of
the terminal, and what it starts itself, such as a SAT solver, belongs to its group, which ends with it.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from nonet.base.numbers import read_number
from nonet.engine.time_limits import Stop
from nonet.web.processes import TAKEN

if TYPE_CHECKING:
    from nonet.web.processes import Flags
    from nonet.web.verbs import Verb

if sys.platform != "win32":
    import resource

__all__ = ["GROWN", "MEMORY", "answer_questions"]

MEMORY = 2 << 30
"""Bytes of address space that a process may take beyond those of its start; then Python has no more memory."""

GROWN = 64 << 20
"""A process that was larger than at its start by so many bytes is replaced, which gives all of them back."""

_RECURSION = 4 * 36 * 36 + 500  # what the algorithms need for the largest board
_NICE = 5


def answer_questions(connection: Connection, flags: Flags, gives_way: bool) -> None:
    """Answer questions: a verb, a body and its seconds each. The answer says whether it is the last of this process."""
    _stand_alone(gives_way)
    from nonet.web import preloaded  # noqa: F401

    largest = _largest() + GROWN
    shared = memoryview(flags).cast("B")
    stop: Stop = shared[:TAKEN]
    is_last = False
    with suppress(EOFError, OSError):  # the server has ended, or has given this process up
        connection.send(None)  # ready
        while not is_last:
            verb, body, seconds = connection.recv()
            shared[TAKEN] = 1
            status, found = _answered(verb, body, seconds, stop)
            is_last = _largest() > largest
            connection.send((status, found, is_last))


def _answered(verb: Verb, body: bytes, seconds: float, stop: Stop) -> tuple[int, bytes]:
    """Return the HTTP status and the JSON of an answer."""
    from nonet.web import answering

    try:
        status, found = answering.answer(verb, body, seconds, stop)
        return status, answering.packed(found)
    except Exception as error:  # of the answer itself, which may be too large, or no JSON
        status, failed = answering.failure(error)
        return status, answering.packed(failed)


def _stand_alone(gives_way: bool) -> None:
    """Make this process independent of the others, as far as the system knows how."""
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if gives_way and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as numbers:
            most = read_number(numbers.read().split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _largest() -> int:
    """Return the most bytes of memory that this process has held; 0 where the system does not say it."""
    if sys.platform == "win32":
        return 0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size << 10
