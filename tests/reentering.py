"""Calls of the package from inside a call: a signal handler that runs while the core works."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Answer = TypeVar("Answer")

SECONDS = 0.003
"""The processor time from the end of one run of the handler to the next."""


@contextmanager
def entered_again(call: Callable[[], Answer]) -> Iterator[list[Answer]]:
    """Call ``call`` again and again inside the block, from a signal handler; yield the list of what it returned."""
    answers: list[Answer] = []

    def handle(number: int, frame: object) -> None:
        answers.append(call())
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)

    before = signal.signal(signal.SIGVTALRM, handle)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield answers
    finally:
        # A call that is still to be made sets the timer again: without this, its signal would end the process.
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
