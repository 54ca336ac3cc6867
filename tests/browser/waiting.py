"""Wait for what no expectation of Playwright describes: the page draws and hears of other tabs in its own time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

SECONDS = 20
"""As long as the expectations: the tests share a machine with others."""


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "the condition does not hold"
        page.wait_for_timeout(20)


def drawn(page: Any) -> None:
    """Wait until the board shows the last change: it is drawn once per frame."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
    )
