"""How much a request may take: its time, and the place that it has among the others.

Requests run on a pool of threads. The core works without the interpreter's lock, so the processor is shared fairly: a
hint does not wait for a search that takes seconds. When the queue is full, or a request has waited in it until its time
was over, the answer is "busy". The time of a request begins when it arrives.
"""

from __future__ import annotations

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

__all__ = ["QUEUE", "WORKERS", "Job", "Pool", "busy"]

WORKERS = 32
QUEUE = 512


def busy() -> RequestError:
    """Return the error of a request for which there is no time."""
    return RequestError("the server is busy; try again", code="busy", status=503)


class Job:
    """One request on its way: the verb, the body, the time at which it must be answered, and whether to stop it."""

    def __init__(self, verb: Verb, body: bytes) -> None:
        self.verb = verb
        self.body = body
        self.deadline = time.monotonic() + verb.seconds
        self.stop = bytearray(1)

    def cancel(self) -> None:
        """Stop the work: nobody waits for the answer."""
        self.stop[0] = 1

    def run(self) -> tuple[int, bytes]:
        """Return the HTTP status and the JSON of the answer."""
        status, answer = self._answer()
        return status, json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()

    def _answer(self) -> tuple[int, Mapping[str, Any]]:
        try:
            left = self.deadline - time.monotonic()
            if left <= 0 or self.stop[0]:
                raise busy()
            with engine.time_limit(left, self.stop):
                return 200, self.verb.answer(read_json(self.body))
        except LimitReached as error:
            seconds = f"the time limit of {self.verb.seconds:g} seconds is reached"
            sentence = str(error).replace(engine.TIME_LIMIT_REACHED, seconds)
            return error_object(LimitReached(sentence))
        except Exception as error:
            return error_object(error)


class Pool:
    """The threads that answer, with a queue of bounded length."""

    def __init__(self, workers: int = WORKERS, queue: int = QUEUE) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="nonet")
        self._places = threading.Semaphore(workers + queue)

    def submit(self, job: Job) -> Future[tuple[int, bytes]]:
        """Start a job as soon as a thread is free; raise "busy" if the queue is full."""
        if not self._places.acquire(blocking=False):
            raise busy()
        future = self._threads.submit(job.run)
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """End the threads; what waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
