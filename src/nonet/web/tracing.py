"""What the lab can ask: the runs of the teaching solvers as events, and the list of the algorithms."""

from __future__ import annotations

import inspect
from typing import Any

from nonet.teach.registry import algorithm, names

__all__ = ["algorithms"]


def algorithms() -> list[dict[str, Any]]:
    """Return the algorithms, the simplest first, with their Python source."""
    return [_algorithm_object(name) for name in names()]


def _algorithm_object(name: str) -> dict[str, Any]:
    about = algorithm(name)
    module = inspect.getmodule(about.solve)
    assert module is not None
    return {
        "name": about.name,
        "title": about.title,
        "idea": about.idea,
        "source": about.source,
        "worst_case": about.worst_case,
        "shines": about.shines,
        "complete": about.is_complete,
        "extra": about.extra,
        "code": inspect.getsource(module),
    }
