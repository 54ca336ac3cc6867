"""One process that answers, as the server sees it: it is started, asked, stopped by a flag, ended and replaced.

A question that must end is first stopped by a byte of shared memory, at which the core looks about every millisecond.
If there is no answer soon, as in Python code that never calls the core, the process is ended. Nothing is thrown into a
thread: a thread that is ended in the middle of an import would never release its lock.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ctypes import Array, c_ubyte
    from multiprocessing.context import ForkServerContext, SpawnContext

    from nonet.web.limits import Job

__all__ = ["GRACE", "TAKEN", "Crashed", "Worker", "prepare"]

GRACE = 0.5
"""Seconds between the flag, or the end of the time, and the end of the process."""

TAKEN = 1
"""The place of the byte, behind that of the stop, which a process sets when it has taken a question."""

Flags: TypeAlias = "Array[c_ubyte]"
"""The bytes that a process and its thread share."""

_PAUSES = (0.02, 0.1, 0.5)  # seconds between tries to start a process
_TICK = 0.1  # seconds; how often a question that is not answered is looked at
_FORKS = "forkserver" in multiprocessing.get_all_start_methods()
_context: ForkServerContext | SpawnContext = (
    multiprocessing.get_context("forkserver") if _FORKS else multiprocessing.get_context("spawn")
)
# `multiprocessing` starts and counts its children without a lock of its own.
_one_at_a_time = threading.Lock()


class Crashed(Exception):
    """The process ended by itself; the message says how."""


def prepare() -> None:
    """Start the process that others are copied from, where there is one; this does not wait until it is ready."""
    if _FORKS:
        from multiprocessing.forkserver import ensure_running

        with _one_at_a_time:
            _context.set_forkserver_preload(["nonet.web.preloaded"])
            ensure_running()


class Worker:
    """A process that answers one question at a time. One thread asks; ``gives_way`` is a lower priority."""

    def __init__(self, *, gives_way: bool = False) -> None:
        self._gives_way = gives_way
        self._flags: Flags = _context.RawArray("B", 2)
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> Connection:
        """Start the process, if there is none, and wait until it has loaded all; return the way to it.

        Raises `Crashed` if that fails again and again: the process that others are copied from may be about to end.
        """
        if self._connection is None:
            for pause in _PAUSES:
                with contextlib.suppress(Crashed):
                    return self._launch()
                time.sleep(pause)
            return self._launch()
        return self._connection

    def _launch(self) -> Connection:
        prepare()
        from nonet.web.worker import answer_questions

        connection: Connection
        connection, other = _context.Pipe()
        process = _context.Process(
            target=answer_questions,
            args=(other, self._flags, self._gives_way),
            name="nonet",
            daemon=True,
        )
        try:
            with other, _one_at_a_time:
                process.start()
            connection.recv()
        except (EOFError, OSError):
            raise _ended(process, connection, patience=GRACE) from None
        self._process, self._connection = process, connection
        return connection

    def ask(self, job: Job, seconds: float) -> tuple[int, bytes] | None:
        """Return the status and the JSON of an answer; None if the process had to be ended before there was one.

        Raises `Crashed` if the process ends by itself. The next question gets another process in both cases. A process
        that ended before it took the question is replaced at once, and the question asked again.
        """
        self._flags[TAKEN] = 0
        with job.stopped_by(self._flags):
            try:
                return self._answer(job, seconds)
            except Crashed:
                if self._flags[TAKEN]:
                    raise
                return self._answer(job, seconds)

    def _answer(self, job: Job, seconds: float) -> tuple[int, bytes] | None:
        connection = self.start()
        late = time.monotonic() + seconds + GRACE
        try:
            connection.send((job.verb, job.body, seconds))
            while not connection.poll(_TICK):
                if time.monotonic() > min(late, job.cancelled + GRACE):
                    self.end()
                    return None
            status, body, is_last = connection.recv()
        except (EOFError, OSError):
            raise self.end(patience=GRACE) from None
        if is_last:
            self.end()
        return status, body

    def end(self, *, patience: float = 0.0) -> Crashed:
        """End the process, if there is one; return how it ended. The next question gets another one."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if process is None or connection is None:
            return Crashed("unknown")
        return _ended(process, connection, patience=patience)


def _ended(process: BaseProcess, connection: Connection, *, patience: float = 0.0) -> Crashed:
    """End a process, which may never have begun, and all that it started; return how it ended.

    One that ends by itself gets so many seconds to say how.
    """
    connection.close()
    if process.pid is None:
        return Crashed("it did not start")
    with _one_at_a_time:
        process.join(patience)
        code = process.exitcode
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # it has ended, or has no group yet
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()
    if code is not None and code < 0:
        return Crashed(signal.Signals(-code).name)
    return Crashed("unknown" if code is None else f"code {code}")
