"""The table of the verbs: what each is called, what answers it, and how much time and text it may take.

A new verb
==========

1. A function in `src/nonet/web/api.py` or a module beside it, and its row in `VERBS` here: seconds and bytes that it
   may take. Its parameter has the fields of a request, which are a group of options in `requests.py`; an option that a
   command has too is declared once, in `nonet.verbs`. Its answer is a type in `answers.py`. Its name in `__all__` of
   the module.
2. A request in `DESCRIBED` of `tests/test_web_http.py`.
3. `scripts/verb_pages.py` writes its row in `docs/web.md`, `scripts/engine_data.py` its limits for the page, and
   `scripts/answer_types.py` the type of its answer there. `make test-all` also sends each verb requests made from its
   description.
4. On the page, `app.ask("verb", request)` and nothing else; what is shown comes from the answer and the catalogue.
5. A site without a server answers it in nonet's own Python; nothing more is needed. Only what classic play asks for
   at once has a function in `js/engine/verbs.js` too, which throws `NeedsPython` for all else, and its
   name in `IN_PAGE` of `scripts/engine_data.py`.
6. Its name in `ASKED` of `tests/engine_cases.py`, which makes requests for all kinds of boards, and its mistakes in
   `BAD_REQUESTS` of `tests/test_web_engine.py`. `tests/test_page_python.py` and `tests/test_web_engine.py` compare the
   answers with those of the server in Node, and `tests/browser/test_engine.py` in Chromium. All need `make wasm`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, get_type_hints

from nonet import __version__
from nonet.formats import FORMATS
from nonet.generating import SYMMETRIES
from nonet.render.themes import THEMES
from nonet.steps.difficulty import BANDS
from nonet.web import api, setter, traces
from nonet.web.answers import About
from nonet.web.requests import read_request
from nonet.words import languages

__all__ = ["LISTS", "VERBS", "Verb", "about"]

_BODY = 64 * 1024
_LARGE_BODY = 1024 * 1024


class Verb(NamedTuple):
    """A verb: ``seconds`` are the time from the arrival of a request to its answer, ``body`` its most bytes.

    A verb that is ``heavy`` can need much memory or much Python, so few of its requests run at the same time. Its
    ``work`` gets the ``fields`` of this group from a request, or the request as it is. Processes send verbs.
    """

    name: str
    work: Callable[[Any], Mapping[str, object]]
    seconds: float = 10.0
    body: int = _BODY
    heavy: bool = False
    fields: object = None

    @property
    def about(self) -> str:
        """What it returns, as the docstring of its function says."""
        return " ".join((self.work.__doc__ or "").split("\n\n")[0].split())

    @property
    def answers(self) -> type[object]:
        """The type of its answers."""
        type_: type[object] = get_type_hints(self.work)["return"]
        return type_

    def answer(self, request: Mapping[str, object]) -> Mapping[str, Any]:
        """Return the object of the answer to a request."""
        return self.work(request if self.fields is None else read_request(self.fields, request))


def _verb(
    work: Callable[[Any], Mapping[str, object]],
    seconds: float = 10.0,
    body: int = _BODY,
    heavy: bool = False,
) -> Verb:
    """Return the verb that a function answers: its name, and the fields of its parameter."""
    fields = get_type_hints(work, include_extras=True)["request"]
    return Verb(work.__name__, work, seconds, body, heavy, fields)


def about() -> About:
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
            _verb(api.read, seconds=2, body=_LARGE_BODY, heavy=True),
            _verb(api.solve, seconds=2),
            _verb(api.count, seconds=2),
            _verb(api.check, seconds=2),
            _verb(api.violations, seconds=2),
            _verb(api.hint),
            _verb(api.all_steps),
            _verb(api.steps),
            _verb(api.why, heavy=True),
            _verb(api.rate),
            _verb(api.drill, heavy=True),
            _verb(setter.generate, heavy=True),
            _verb(setter.inspect, seconds=2),
            _verb(setter.odds, heavy=True),
            _verb(setter.minimise, heavy=True),
            _verb(setter.repair, heavy=True),
            _verb(setter.canonical),
            _verb(setter.convert, body=_LARGE_BODY, heavy=True),
            _verb(api.trace, heavy=True),
        )
    }
)
"""The verbs of POST /api/NAME."""

LISTS: Mapping[str, Callable[[], Mapping[str, object] | Sequence[object]]] = MappingProxyType(
    {"about": about, "algorithms": traces.algorithms}
)
"""The verbs of GET /api/NAME; their answers do not change while the server runs."""
