"""Steps inside proofs that are made when they are read.

A proof can have a thousand lines, and most of them are a step of their own, with the words of a constraint. A program
that follows a path to its end reads none of them, and finding them takes as long as finding the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonet.rules import Rules
from nonet.steps.step import Step

__all__ = ["deferred"]


def deferred(make: Callable[[], Step]) -> Step:
    """Return the step that a function makes, and call it when the first of its attributes is read.

    >>> from nonet.steps import Placement, technique
    >>> step = deferred(lambda: Step(technique("full_house"), 1.0, places=Placement(8, 7)))
    >>> type(step) is Step, step.places.digit, type(step) is Step
    (False, 7, True)
    """
    step = object.__new__(_Deferred)
    object.__setattr__(
        step, "rules", make
    )  # a slot that cannot be read before `__class__` is `Step`
    return step


class _Deferred(Step):
    """A step without attributes. It has no slots of its own, so it can become a `Step`."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        make = Step.__dict__["rules"].__get__(self)
        if not isinstance(make, Rules):  # else another thread, or one that was interrupted, set all
            made = make()
            for slot in _RULES_LAST:
                object.__setattr__(self, slot, getattr(made, slot))
        object.__setattr__(self, "__class__", Step)
        return getattr(self, name)


_RULES_LAST = sorted(Step.__slots__, key="rules".__eq__)
"""As long as the function is in its slot, the others do not count."""
