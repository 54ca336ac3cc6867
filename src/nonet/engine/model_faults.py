"""Why the core refuses a model, in a sentence.

The core knows the bounds of its lists, and which of them is too long: ``search/bounds.def``. What it says are five
numbers, `nonet_model_fault` in ``core/core.h``; here they become words, and no bound is repeated here.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from nonet import _core
from nonet.base.errors import RulesError

__all__ = ["ModelFault", "fault_of"]

_KINDS = (
    *("", "the digits of a cell", "a set of different cells", "a sum", "a relation of two cells"),
    *("an automaton", "an automaton", "a count", "a counter", "an index", "equal sets", "a choice"),
    *("a connected area", "regions", "a sandwich", "a skyscraper", "a run", "a number of digits"),
)
"""The primitives by number."""

_LISTS = {5: "words", 11: "words", 12: "cells or edges", 13: "cells or edges", 16: "cells and arms"}

_TOO_MANY = {
    2: "cells",
    3: "digits",
    4: "words for all constraints",
    5: "primitives",
    6: "full houses",
    7: "choices inside each other",
    11: "moves for all cells of an automaton",
    12: "states for all cells of automata",
    13: "bytes of tables",
}
_LIST, _OUTSIDE, _TWICE = 8, 9, 10


class ModelFault(RulesError):
    """A model that the core cannot hold. ``place`` is the primitive that is at fault, None if no single one is."""

    place: int | None

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self._keep(place=place)


class _Fault(NamedTuple):
    what: int
    kind: int
    place: int
    found: int
    most: int

    @property
    def sentence(self) -> str:
        kind = _KINDS[self.kind]
        of = f" in {kind}" if kind else ""
        if self.what == _OUTSIDE:
            number = self.found - (1 << 64) if self.found >> 63 else self.found
            return f"unknown cell{of}: expected 0 to {self.most:,}, got {number:,}"
        if self.what == _TWICE:
            return f"expected different cells{of}, got cell {self.found:,} twice"
        things = _LISTS.get(self.kind, "cells") if self.what == _LIST else _TOO_MANY.get(self.what)
        if things is None:
            return f"the core does not understand {kind or 'the first digit'}"
        if self.found <= self.most:
            return f"too few {things}: expected at least 1, got {self.found:,}"
        counted = "more" if self.what == 5 else f"{self.found:,}"
        return f"too many {things}{of}: expected at most {self.most:,}, got {counted}"


def fault_of(cells: int, digits: range, words: array[int]) -> ModelFault:
    """Return what is wrong with a model, as words, that the core has refused.

    >>> fault_of(1, range(1, 10), array("q", [2, 2049] + 2049 * [0]))
    ModelFault('too many cells in a set of different cells: expected at most 2,048, got 2,049')
    """
    numbers = array("Q", [0] * 5)
    _core.model_fault(cells, len(digits), digits.start, words, numbers)
    fault = _Fault(*numbers)
    return ModelFault(fault.sentence, fault.place if fault.kind else None)
