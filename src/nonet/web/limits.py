"""How much a request may take: its time, and its place among the others.

Requests run on threads; the core works without the interpreter's lock. Every request gets a slice of time at once. What
takes longer begins again among the slow ones, which have a lower priority: so a hint does not wait for searches that
take seconds, and neither does the thread that talks to the clients. When the queue is full, or a request has waited in
it until its time was over, the answer is "busy". The time of a request begins when it has been read.

Work is stopped in two ways. The core looks at a time limit and at a byte, about every millisecond. Python code that
runs on after that gets an exception from outside.

Each thread keeps the workspace of its last calls of the core, 50 MB for hints. A server without requests gives it back.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from nonet.base.errors import LimitReached
from nonet.web import answering
from nonet.web.verbs import Verb
from nonet.web.wire import RequestError, error_object

__all__ = [
    "HEAVY",
    "QUEUE",
    "REST",
    "SLICE",
    "SLOW",
    "WORKERS",
    "Job",
    "Pool",
    "busy",
]

WORKERS = 8
SLOW = 8
HEAVY = 2
QUEUE = 512
SLICE = 0.25
"""Seconds until a request counts as slow."""

REST = 10.0
"""Seconds without requests until memory is given back."""

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
_RECURSION = 4 * 36 * 36 + 500  # what the algorithms need for the largest board


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
        self._end = self.deadline - verb.seconds + answering.seconds_of(verb)  # of the work
        self._stop = bytearray(1)
        self._lock = threading.Lock()
        self._thread: int | None = None  # while it runs

    def cancel(self) -> None:
        """Stop the work, whether it runs or waits."""
        self._stop[0] = 1
        with self._lock:
            if self._thread is not None:
                _raise_in(self._thread, _Interrupted)

    def run(self, slice: float | None = None) -> tuple[int, bytes] | None:
        """Return the HTTP status and the JSON of the answer; None if it takes longer than a slice of its time."""
        begin = time.monotonic()
        try:
            self._thread = threading.get_ident()
            try:
                left = self._end - begin
                status, found = self._answer(left if slice is None else min(left, slice))
                if slice is not None and slice <= time.monotonic() - begin and slice < left:
                    return None
                return status, answering.packed(found)
            finally:
                with self._lock:
                    # From here on nobody interrupts, and what was sent before is taken back.
                    thread, self._thread = self._thread, None
                    _raise_in(thread, None)
        except _Interrupted:
            status, found = error_object(self.too_long())
            return status, answering.packed(found)

    def too_long(self) -> LimitReached:
        """Return the error of a request that takes too long."""
        return answering.too_long(self.verb)

    def _answer(self, seconds: float) -> tuple[int, Mapping[str, Any]]:
        if seconds <= 0 or self._stop[0]:
            return error_object(busy())
        return answering.answer(self.verb, self.body, seconds, self._stop)


def _raise_in(thread: int | None, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; None takes one back that waits."""
    if thread is not None:
        error = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


class Pool:
    """The threads that answer, with a queue of bounded length."""

    def __init__(
        self, workers: int = WORKERS, queue: int = QUEUE, *, slow: int = SLOW, heavy: int = HEAVY
    ) -> None:
        # The limit belongs to the process. An algorithm that raises and restores it would disturb the other threads.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self._sizes = workers, slow, heavy
        self._most = workers + queue
        self._lock = threading.Lock()
        self._open = 0  # requests without an answer
        self._used = False  # since memory was given back
        self._ended = time.monotonic()
        # All threads share one heap: a heap for each of them is never given back whole.
        _ask_glibc("mallopt", _ARENA_MAX, 1)
        self._start_threads()

    def _start_threads(self) -> None:
        workers, slow, heavy = self._sizes
        self._quick = ThreadPoolExecutor(workers, "nonet")
        self._slow = ThreadPoolExecutor(slow, "nonet-slow", _lower_priority)
        self._heavy = ThreadPoolExecutor(heavy, "nonet-heavy")

    def submit(self, job: Job) -> Future[tuple[int, bytes]]:
        """Start a job as soon as a thread is free; raise "busy" if the queue is full."""
        with self._lock:
            if self._open >= self._most:
                raise busy()
            self._open += 1
            self._used = True
        answer: Future[tuple[int, bytes]] = Future()
        answer.add_done_callback(self._end)
        if job.verb.heavy:
            self._heavy.submit(self._run, job, answer, None)
        else:
            self._quick.submit(self._run, job, answer, SLICE)
        return answer

    def _end(self, answer: Future[tuple[int, bytes]]) -> None:
        with self._lock:
            self._open -= 1
            self._ended = time.monotonic()

    async def rest(self) -> None:
        """Give memory back after each time of requests, until cancelled; runs on the loop that submits."""
        while True:
            await asyncio.sleep(REST / 4)
            with self._lock:
                idle = self._open == 0 and time.monotonic() - self._ended >= REST
            if idle and self._used:
                self._used = False
                ended = self._threads
                self._start_threads()
                await asyncio.to_thread(_give_back, ended)

    def _run(self, job: Job, answer: Future[tuple[int, bytes]], slice: float | None) -> None:
        """Run a job on this thread, and on a slow one if a slice does not suffice."""
        if not answer.running() and not answer.set_running_or_notify_cancel():
            return  # cancelled while it waited
        try:
            found = job.run(slice)
            if found is None:
                self._slow.submit(self._run, job, answer, None)
            else:
                answer.set_result(found)
        except BaseException as error:
            status, failed = answering.failure(error)
            answer.set_result((status, answering.packed(failed)))

    def close(self) -> None:
        """End the threads; what waits is dropped."""
        for threads in self._threads:
            threads.shutdown(wait=False, cancel_futures=True)

    @property
    def _threads(self) -> tuple[ThreadPoolExecutor, ...]:
        return self._quick, self._slow, self._heavy


def _ask_glibc(name: str, *numbers: int) -> None:
    """Call a function of malloc, if this is the C library that has it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            getattr(ctypes.CDLL(None), name)(*numbers)


def _give_back(idle: tuple[ThreadPoolExecutor, ...]) -> None:
    """End threads that wait for nothing, and return to the system what they held and what nothing uses."""
    for threads in idle:
        threads.shutdown()
    gc.collect()
    _ask_glibc("malloc_trim", 0)


def _lower_priority() -> None:
    """Give this thread less of the processor than the others, where threads have priorities of their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
