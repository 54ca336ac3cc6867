"""The list of algorithms, and what is known about each.

An algorithm is a module with a generator ``solve(board, watch)``, which yields one solution after the other, and an
``ALGORITHM`` that describes it. A caller who wants one solution stops the generator; one who wants all exhausts it.

A new algorithm
===============

1. A module in `src/nonet/teach/` with a generator `solve(board, watch)` and an `ALGORITHM` that says what it is;
   its docstring gives the idea in three sentences, the source and the worst case. `backtracking.py` is a good one to
   start from.
2. Its name in `teach/registry.py`, at its place from the simplest to the others. Options of its own, such as
   `seed`, are keyword arguments of `solve`, and `ALGORITHM.options` describes each.
3. Its counters and facts in `tests/test_teach_facts.py`. The comparison with the oracle finds it by itself. One
   that does not prove its result, or that runs a package, belongs in a list at the top of
   `tests/test_teach_more.py` instead.
4. Its page and film: `.venv/bin/python scripts/algorithm_pages.py <name>` writes them and the index.
5. Its title and idea for the Lab, `algorithms.<name>.title` and `.idea` in `src/nonet/words/en/app/lab.json`. They
   are those of `ALGORITHM`. The Lab offers it by itself; ``NONET_GOLDEN=write pytest tests/browser/test_access.py
   -k "screen_reader and lab"`` writes what a screen reader finds there.
6. The number of algorithms in `README.md` and `docs/guides/teacher.md`.

``pytest tests/test_completeness.py -k <name>`` says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from nonet.base.suggestions import suggestion

__all__ = ["Algorithm", "algorithm", "names"]

_MODULES = (
    "backtracking",
    "backtracking_walking",
    "backtracking_iterative",
    "rules_then_search",
    "smallest_domain",
    "norvig",
    "preemptive_sets",
    "exact_cover",
    "sat",
    "constraint_programming",
    "annealing",
    "iterated_local_search",
    "row_permutation",
)

_ALIASES = {
    "brute force": "backtracking",
    "dlx": "exact_cover",
    "dancing links": "exact_cover",
    "algorithm x": "exact_cover",
    "mrv": "smallest_domain",
    "csp": "constraint_programming",
    "simulated annealing": "annealing",
    "ils": "iterated_local_search",
}
"""Names under which tutorials know an algorithm."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: its idea in three sentences, its source, its worst case, and when it ``shines``.

    ``is_complete`` is whether it proves that there is no (further) solution; the others may search forever.
    ``constraints`` is whether it solves boards with constraints, because it asks for each digit whether the board can
    have it. ``in_reading_order`` is whether it fills the cells row by row, so that the first row says how far it came.
    ``extra`` is the optional dependency that it needs. ``options`` are its own options, each with a sentence.
    """

    name: str
    title: str
    source: str
    idea: str
    worst_case: str
    shines: str
    solve: Callable[..., Iterator[Sequence[int]]] = field(repr=False)
    is_complete: bool = True
    constraints: bool = False
    in_reading_order: bool = False
    extra: str | None = None
    options: dict[str, str] = field(default_factory=dict, hash=False)


def names() -> tuple[str, ...]:
    """Return the names of all algorithms, the simplest first.

    >>> names()[:2]
    ('backtracking', 'backtracking_walking')
    """
    return _MODULES


def algorithm(name: str) -> Algorithm:
    """Return the algorithm of this name, in any spelling.

    Raises `ValueError` for an unknown name.

    >>> algorithm("backtracking").title
    'Recursive backtracking, scanning form'
    >>> algorithm("Exact Cover").name, algorithm("dancing links").name
    ('exact_cover', 'exact_cover')
    """
    words = " ".join(re.split(r"[\s_-]+", str(name).strip().casefold()))
    module = _ALIASES.get(words, words.replace(" ", "_"))
    if module not in _MODULES:
        hint = suggestion(str(name), _MODULES, otherwise=f"choose one of {', '.join(_MODULES)}")
        raise ValueError(f"unknown algorithm {name!r}; {hint}")
    algorithm_found = import_module(f"nonet.teach.{module}").ALGORITHM
    assert isinstance(algorithm_found, Algorithm)
    return algorithm_found
