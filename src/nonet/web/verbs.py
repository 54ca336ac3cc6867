"""The table of the verbs: what each is called, what answers it, and how much time and text it may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from nonet import __version__
from nonet.formats import FORMATS
from nonet.generating import SYMMETRIES
from nonet.render.themes import THEMES
from nonet.steps.difficulty import BANDS
from nonet.web import api, setter, traces
from nonet.words import languages

__all__ = ["LISTS", "VERBS", "Verb", "about"]

_BODY = 64 * 1024
_LARGE_BODY = 1024 * 1024


class Verb(NamedTuple):
    """A verb: ``seconds`` are the time from the arrival of a request to its answer, ``body`` its most bytes.

    A verb that is ``heavy`` can need much memory or much Python, so few of its requests run at the same time.
    """

    name: str
    answer: Callable[[Mapping[str, Any]], dict[str, Any]]
    seconds: float = 10.0
    body: int = _BODY
    heavy: bool = False


def about() -> dict[str, Any]:
    """Return the version, and the names that requests can use."""
    return {
        "version": __version__,
        "languages": list(languages()),
        "formats": [
            {"name": one.name, "reads": one.can_read, "writes": one.can_write}
            for one in FORMATS.values()
        ],
        "themes": list(THEMES),
        "difficulties": [band.name for band in BANDS],
        "symmetries": list(SYMMETRIES),
    }


VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        verb.name: verb
        for verb in (
            Verb("read", api.read, seconds=2, body=_LARGE_BODY, heavy=True),
            Verb("solve", api.solve, seconds=2),
            Verb("count", api.count, seconds=2),
            Verb("check", api.check, seconds=2),
            Verb("violations", api.violations, seconds=2),
            Verb("hint", api.hint),
            Verb("all_steps", api.all_steps),
            Verb("steps", api.steps),
            Verb("rate", api.rate),
            Verb("generate", setter.generate, heavy=True),
            Verb("inspect", setter.inspect, seconds=2),
            Verb("odds", setter.odds, heavy=True),
            Verb("minimise", setter.minimise, heavy=True),
            Verb("repair", setter.repair, heavy=True),
            Verb("canonical", setter.canonical),
            Verb("convert", setter.convert, body=_LARGE_BODY, heavy=True),
            Verb("trace", api.trace, heavy=True),
        )
    }
)
"""What is asked with POST /api/NAME."""

LISTS: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {"about": about, "algorithms": traces.algorithms}
)
"""What is asked with GET /api/NAME, and does not change while the server runs."""
