"""How much a request may take: its time, and its place among the others.

Requests are answered by processes (`nonet.web.processes`), each of which is asked by a thread of the server. A request
gets a slice of time at once. What takes longer begins again among the slow ones, which have a lower priority: so a hint
does not wait for searches that take seconds. When the queue is full, or a request has waited in it until its time was
over, the answer is "busy". The time of a request begins when it has been read.

A lane has as many processes as it needs at a time, up to a number. The one that was used last is used first, and what
has rested for a while is ended, with its memory. One quick process is always ready.
"""

from __future__ import annotations

import contextlib
import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue

from nonet.web import answering
from nonet.web.answering import busy
from nonet.web.processes import GRACE, Crashed, Flags, Worker
from nonet.web.verbs import Verb
from nonet.web.wire import RequestError, error_object

__all__ = [
    "HEAVY",
    "QUEUE",
    "QUICK",
    "REST",
    "SLICE",
    "SLOW",
    "Job",
    "Pool",
]

QUICK, SLOW, HEAVY = 8, 4, 2
"""The most processes: for requests at first, for those that take longer, and for verbs that always do."""

QUEUE = 512
"""The most requests without an answer, beside as many as there are quick processes; a further one gets "busy"."""

SLICE = 0.1
"""Seconds until a request counts as slow."""

REST = 2.0
"""Seconds without a question until a process is ended."""


def crashed(error: Crashed) -> RequestError:
    """Return the error of a request whose process ended by itself."""
    message = f"the process that looked for the answer has ended ({error}); others go on"
    return RequestError(message, code="crashed", status=500)


class Job:
    """One request on its way: the verb, the body, the time at which it must be answered, and the answer."""

    def __init__(self, verb: Verb, body: bytes) -> None:
        self.verb = verb
        self.body = body
        self.deadline = time.monotonic() + verb.seconds
        self.end = self.deadline - verb.seconds + answering.seconds_of(verb)
        """When the work must end."""
        self.answer: Future[tuple[int, bytes]] = Future()
        self.cancelled = math.inf
        """When it was cancelled."""
        self.worked = 0.0
        """The most seconds that a process was given for it at a time."""
        self._lock = threading.Lock()
        self._stop: Flags | None = None  # the byte of the process that answers

    def cancel(self) -> None:
        """Stop the work, whether it runs or waits."""
        with self._lock:
            self.cancelled = min(self.cancelled, time.monotonic())
            if self._stop is not None:
                self._stop[0] = 1

    @contextlib.contextmanager
    def stopped_by(self, stop: Flags) -> Iterator[None]:
        """Set a byte when the work is cancelled, inside a ``with`` block."""
        with self._lock:
            self._stop = stop
            stop[0] = self.cancelled < math.inf
        try:
            yield
        finally:
            with self._lock:
                self._stop = None

    @property
    def is_wanted(self) -> bool:
        """Whether the client waits for the answer."""
        return self.cancelled == math.inf and not self.answer.done()

    def fail(self, error: BaseException) -> None:
        """Answer with an error."""
        status, data = error_object(error)
        self.answer.set_result((status, answering.packed(data)))

    def begin(self) -> bool:
        """Whether there is work to do. Without time left for it, the answer is "busy"."""
        if not self.answer.running() and not self.answer.set_running_or_notify_cancel():
            return False
        if not self.is_wanted or self.end <= time.monotonic():
            self.fail(busy())
            return False
        return True

    def out_of_time(self) -> BaseException:
        """Return the error of a request whose time is over."""
        return answering.out_of_time(self.verb, self.worked)


class _Lane:
    """Jobs of one kind that wait, and the processes that do them: each job for up to ``at_first`` seconds."""

    def __init__(
        self, most: int, *, at_first: float = math.inf, slower: _Lane | None = None
    ) -> None:
        self._most, self._slice, self._slower = most, at_first, slower
        self._kept = 0 if slower is None else 1  # processes that stay when there is nothing to do
        self._lock = threading.Lock()
        self._waiting: deque[Job] = deque()
        self._doing: set[Job] = set()
        self._free: list[SimpleQueue[Job | None]] = []  # of the threads; the last one was used last
        self._threads: set[threading.Thread] = set()
        self._is_open = True
        self.is_ready = threading.Event()
        """Set when a process was started before there was a job."""

    def put(self, job: Job | None) -> None:
        """Have a job done: by a free process, by another one, or as soon as one is free. Without a job, be ready."""
        with self._lock:
            if self._free and self._is_open:
                self._free.pop().put(job)
            elif len(self._threads) < self._most and self._is_open:
                thread = threading.Thread(
                    target=self._serve, args=(job,), name="nonet", daemon=True
                )
                self._threads.add(thread)
                thread.start()
            elif job is not None:
                self._waiting.append(job)
        if self._waiting:
            self._drop()

    def _drop(self) -> None:
        """Drop the jobs that wait for nothing, and their requests: the clients have left, or the lane is closed."""
        with self._lock:
            kept = deque(job for job in self._waiting if self._is_open and job.is_wanted)
            dropped = set(self._waiting).difference(kept)
            self._waiting = kept
        for job in dropped:
            if job.begin():
                job.fail(busy())

    def _serve(self, job: Job | None) -> None:
        """Do jobs with one process, until there was nothing to do for a while."""
        worker = Worker(gives_way=self._slower is None)
        jobs: SimpleQueue[Job | None] = SimpleQueue()
        while self._is_open:
            tell = self._readied(worker) if job is None else self._done(worker, job)
            job, goes_on = self._next(jobs, tell)
            if not goes_on:
                break
        worker.end()

    def _next(
        self, jobs: SimpleQueue[Job | None], tell: Callable[[], None]
    ) -> tuple[Job | None, bool]:
        """Return the next job, none after a while, and whether this thread continues.

        ``tell`` sends the last answer when this thread is free again, so that it gets what follows.
        """
        with self._lock:
            job = self._waiting.popleft() if self._waiting else None
            goes_on = self._is_open
            if job is None and goes_on:
                self._free.append(jobs)
        tell()
        if job is not None or not goes_on:
            return job, goes_on
        with contextlib.suppress(Empty):
            return jobs.get(timeout=REST), True
        with self._lock:
            if jobs not in self._free:  # a job comes at this moment
                return jobs.get(), True
            self._free.remove(jobs)
            if len(self._threads) <= self._kept:
                return None, True
            self._threads.discard(threading.current_thread())
            return None, False

    def _readied(self, worker: Worker) -> Callable[[], None]:
        """Have a process ready for the next job."""
        with contextlib.suppress(OSError, Crashed):  # it is tried again with the next job
            worker.start()
        self.is_ready.set()
        return lambda: None

    def _done(self, worker: Worker, job: Job) -> Callable[[], None]:
        """Do a job for its slice of time; return a function that sends the answer or passes the job on."""
        if not job.begin():
            return lambda: None
        with self._lock:
            self._doing.add(job)
        try:
            worker.start()
            begin = time.monotonic()
            left = job.end - begin
            if left <= 0:  # the process took too long to start
                return partial(job.fail, busy())
            job.worked = min(left, self._slice)
            done = worker.ask(job, job.worked)
            if self._slower is not None and self._slice <= min(time.monotonic() - begin, left):
                return partial(self._slower.put, job)
            if done is None:
                return partial(job.fail, job.out_of_time())
            return partial(job.answer.set_result, done)
        except Crashed as error:
            print(f"nonet: a process ended ({error}) at the verb {job.verb.name}", file=sys.stderr)
            return partial(job.fail, crashed(error))
        except BaseException as error:
            answering.failure(error)  # prints it
            return partial(job.fail, error)
        finally:
            with self._lock:
                self._doing.discard(job)

    def close(self) -> Sequence[threading.Thread]:
        """Drop what waits and stop what runs; return the threads that end now."""
        with self._lock:
            self._is_open = False
            for job in self._doing:
                job.cancel()
            for jobs in self._free:
                jobs.put(None)
            threads = tuple(self._threads)
        self._drop()
        return threads


class Pool:
    """The processes that answer, with a queue of bounded length."""

    def __init__(
        self, quick: int = QUICK, *, slow: int = SLOW, heavy: int = HEAVY, queue: int = QUEUE
    ) -> None:
        self._slow = _Lane(slow)
        self._heavy = _Lane(heavy)
        self._quick = _Lane(quick, at_first=SLICE, slower=self._slow)
        self._most = quick + queue
        self._lock = threading.Lock()
        self._open = 0  # requests without an answer

    def start(self) -> None:
        """Wait until a process is ready for the first request; the time of a request does not begin before."""
        self._quick.put(None)
        self._quick.is_ready.wait()

    def submit(self, job: Job) -> Future[tuple[int, bytes]]:
        """Start a job as soon as a process is free; raise "busy" if the queue is full."""
        with self._lock:
            if self._open >= self._most:
                raise busy()
            self._open += 1
        job.answer.add_done_callback(self._end)
        (self._heavy if job.verb.heavy else self._quick).put(job)
        return job.answer

    def _end(self, answer: Future[tuple[int, bytes]]) -> None:
        with self._lock:
            self._open -= 1

    def close(self) -> None:
        """End the processes; what waits is dropped."""
        lanes = (self._quick, self._slow, self._heavy)
        threads = [thread for lane in lanes for thread in lane.close()]
        end = time.monotonic() + 3 * GRACE
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
