"""One request, answered within its time: the JSON of its body to the JSON of its answer.

The server does this in its processes (`nonet.web.worker`), nonet's Python in a page in its worker (`answer_text`).
Both give the same answers and errors.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

from nonet import engine
from nonet.base.errors import NonetError, TimeLimitReached
from nonet.engine.time_limits import Stop
from nonet.web.verbs import VERBS, Verb
from nonet.web.wire import RequestError, error_object, read_json

__all__ = [
    "PAGE_SECONDS",
    "PATIENCE",
    "answer",
    "answer_text",
    "busy",
    "failure",
    "out_of_time",
    "packed",
    "seconds_of",
]

_REACHED = str(TimeLimitReached())

PATIENCE = 0.5
"""Seconds between the end of the work and the deadline: Python code needs time to end, and the answer to leave."""


def seconds_of(verb: Verb) -> float:
    """Return the seconds in which the work of a verb must end."""
    return verb.seconds - min(PATIENCE, verb.seconds / 4)


def answer(
    verb: Verb, body: bytes, seconds: float, stop: Stop | None = None
) -> tuple[int, Mapping[str, Any]]:
    """Return the HTTP status and the object of an answer; work that ``stop`` ends has none."""
    try:
        with engine.time_limit(seconds, stop):
            return 200, verb.answer(read_json(body))
    except TimeLimitReached as error:
        return error_object(out_of_time(verb, seconds, str(error)))
    except Exception as error:
        return failure(error)


def out_of_time(verb: Verb, seconds: float, sentence: str = _REACHED) -> NonetError:
    """Return the error of a request without an answer after so many seconds of work.

    It takes too long, but for one that had less than half of its time, as others or the start of a process took the
    rest: then the server is busy.
    """
    if seconds < seconds_of(verb) / 2:
        return busy()
    limit = f"the time limit of {verb.seconds:g} seconds is reached"
    return TimeLimitReached(sentence.replace(_REACHED, limit))


def busy() -> RequestError:
    """Return the error of a request for which there is no time."""
    return RequestError("the server is busy; try again", code="busy", status=503)


def failure(error: BaseException) -> tuple[int, Mapping[str, Any]]:
    """Return the answer to a request that failed; what is a fault of nonet is printed, shortened."""
    status, error_answer = error_object(error)
    if status == 500:
        print("".join(traceback.format_exception(error, limit=-8, chain=False)), file=sys.stderr)
    return status, error_answer


def packed(data: Mapping[str, object] | Sequence[object]) -> bytes:
    """Return an object as JSON; raise `TypeError` for what JSON has no value for."""
    try:
        return json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
    except ValueError as error:  # which would be the fault of who asks
        raise TypeError(str(error)) from None


# -- in a page ------------------------------------------------------------------------------------

PAGE_SECONDS = 20.0
"""The time of every verb in a page: Python takes some times as long there, and there are no other clients."""

if not hasattr(time, "thread_time"):  # a page has one thread
    time.thread_time = time.process_time


def answer_text(verb: str, body: str) -> str:
    """Return the reply to a question of a page: ``{"answer": …}`` or ``{"error": …}`` as JSON.

    >>> answer_text("count", '{"puzzle": "1... .... .... ...1", "limit": 5}')
    '{"answer":{"count":5,"exact":false}}'
    """
    timed = VERBS[verb]._replace(seconds=PAGE_SECONDS)
    status, reply = answer(timed, body.encode(), seconds_of(timed))
    return packed({"answer": reply} if status == 200 else reply).decode()
