"""All that a verb can need, loaded: a process of the server imports this before it takes its first question.

Where processes can be forked, one process without threads imports this module once, and the others begin as copies of
it. A module is imported here because of its package, and `_ELSEWHERE` has what functions import from other packages; a
test asks every verb and finds nothing that was imported later. OR-tools alone is left to the run that asks for it: it
takes 100 MB, and starts threads, after which a process must not be forked.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

from nonet.base.errors import MissingExtra
from nonet.steps.profiles import PROFILES, profile
from nonet.words import catalogue, languages

__all__: list[str] = []

_PACKAGES = (
    *("base", "boards", "deduction", "engine", "formats", "game", "generating", "puzzle"),
    *("render", "rules", "steps", "teach", "verbs", "words"),
)
_ELSEWHERE = ("gzip", "pysat.solvers", "subprocess", "tempfile", "urllib.parse")


def _answer_once() -> None:
    """Answer questions of the usual kinds: what they keep for the next one is there for every process."""
    from nonet.formats.puzzles import EXAMPLE
    from nonet.web.answering import answer, packed
    from nonet.web.verbs import VERBS

    question = packed({"puzzle": EXAMPLE})
    for name in ("count", "hint", "rate", "all_steps"):
        answer(VERBS[name], question, VERBS[name].seconds)


def _load() -> None:
    for package in _PACKAGES:
        root = import_module(f"nonet.{package}")
        for module in walk_packages(root.__path__, f"nonet.{package}."):
            import_module(module.name)
    for name in ("nonet.web.answering", *_ELSEWHERE):
        with suppress(MissingExtra, ModuleNotFoundError):
            import_module(name)
    for name in PROFILES:
        profile(name)
    for name in languages():
        catalogue(name)
    _answer_once()
    gc.collect()
    gc.freeze()  # what is never garbage is not looked at, so that copies keep sharing it


_load()
