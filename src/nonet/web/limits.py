"""How much a request may take: its time, and its place among the others.

Requests run on a pool of threads. The core works without the interpreter's lock, so the processor is shared fairly: a
hint does not wait for a search that takes seconds. When the queue is full, or a request has waited in it until its time
was over, the answer is "busy". The time of a request begins when it arrives.

Work is stopped in two ways. The core looks at a time limit and at a byte, about every millisecond. Python code that
runs on after that gets an exception from outside.
"""

from __future__ import annotations

import ctypes
import json
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from nonet import engine
from nonet.errors import LimitReached
from nonet.web.verbs import Verb
from nonet.web.wire import RequestError, error_object, read_json

__all__ = ["HEAVY", "PATIENCE", "QUEUE", "WORKERS", "Job", "Pool", "busy"]

WORKERS = 32
HEAVY = 2
QUEUE = 512

PATIENCE = 0.5
"""Seconds that Python code may take after its time limit, to end by itself."""


class _Interrupted(BaseException):
    """Raised in a thread from outside. It is no `Exception`, so that no handler of the library stops it."""


def busy() -> RequestError:
    """Return the error of a request for which there is no time."""
    return RequestError("the server is busy; try again", code="busy", status=503)


class Job:
    """One request on its way: the verb, the body, and the time at which it must be answered."""

    def __init__(self, verb: Verb, body: bytes) -> None:
        self.verb = verb
        self.body = body
        self.deadline = time.monotonic() + verb.seconds
        self._stop = bytearray(1)
        self._lock = threading.Lock()
        self._thread: int | None = None  # while it runs

    def cancel(self) -> None:
        """Stop the work, whether it runs or waits."""
        self._stop[0] = 1
        with self._lock:
            if self._thread is not None:
                _raise_in(self._thread, _Interrupted)

    def run(self) -> tuple[int, bytes]:
        """Return the HTTP status and the JSON of the answer."""
        try:
            self._thread = threading.get_ident()
            try:
                status, answer = self._answer()
                return status, json.dumps(answer, separators=(",", ":")).encode()
            finally:
                with (
                    self._lock
                ):  # from here on nobody interrupts, and what was sent before is taken back
                    thread, self._thread = self._thread, None
                    _raise_in(thread, None)
        except _Interrupted:
            status, answer = error_object(self.too_long())
            return status, json.dumps(answer).encode()

    def too_long(self, sentence: str = engine.TIME_LIMIT_REACHED) -> LimitReached:
        """Return the error of a request that takes too long."""
        limit = f"the time limit of {self.verb.seconds:g} seconds is reached"
        return LimitReached(sentence.replace(engine.TIME_LIMIT_REACHED, limit))

    def _answer(self) -> tuple[int, Mapping[str, Any]]:
        try:
            left = self.deadline - time.monotonic()
            if left <= 0 or self._stop[0]:
                raise busy()
            with engine.time_limit(left, self._stop):
                return 200, self.verb.answer(read_json(self.body))
        except LimitReached as error:
            return error_object(self.too_long(str(error)))
        except Exception as error:
            return error_object(error)


def _raise_in(thread: int | None, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; None takes one back that waits."""
    if thread is not None:
        error = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


class Pool:
    """The threads that answer, a few of them for heavy verbs, with a queue of bounded length."""

    def __init__(self, workers: int = WORKERS, queue: int = QUEUE, heavy: int = HEAVY) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="nonet")
        self._heavy = ThreadPoolExecutor(heavy, thread_name_prefix="nonet-heavy")
        self._places = threading.Semaphore(workers + queue)

    def submit(self, job: Job) -> Future[tuple[int, bytes]]:
        """Start a job as soon as a thread is free; raise "busy" if the queue is full."""
        if not self._places.acquire(blocking=False):
            raise busy()
        threads = self._heavy if job.verb.heavy else self._threads
        future = threads.submit(job.run)
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """End the threads; what waits is dropped."""
        for threads in (self._threads, self._heavy):
            threads.shutdown(wait=False, cancel_futures=True)
