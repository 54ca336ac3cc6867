"""How much of a long test `make test` runs: a part of its cases and examples; `make test-all` runs them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings


def some(cases: Sequence[Any], every: int, first: int = 0, rare: int = 1) -> list[Any]:
    """Return the cases; all but one of each ``every`` are slow, and all but one of each ``rare`` of these long."""
    slow, long = [pytest.mark.slow], [pytest.mark.slow, pytest.mark.long]
    return [
        case
        if number % every == first
        else pytest.param(case, marks=long if number % rare else slow)
        for number, case in enumerate(cases)
    ]


def examples(number: int) -> int:
    """Return this number of examples for a property, a part of it under the profile of `make test`."""
    return max(1, number * settings().max_examples // 100)
