"""Many puzzles at once: arrays in, arrays out, on all processors.

A row that is wrong never raises; it gets a `Status` of its own and its neighbours are solved. Input is not
copied: a C-contiguous ``(n, 81)`` uint8 array, or the bytes of a file of lines, are read where they lie. Boards of
other sizes and rules have as many columns as cells.

`solve` and `rate` answer for each row. `canonical` tells which rows are the same puzzle; `random_transforms`, `apply`
and `inverse` change their guise; `augment`, `add_givens`, `split` and `write_dataset` make data sets of them.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.batch.rows import Rows
from nonet.batch.solving import Result, solve
from nonet.engine import Stats, Status

if _TYPE_CHECKING:
    from nonet.batch.datasets import add_givens, split
    from nonet.batch.rating import RateResult, rate
    from nonet.batch.sameness import (
        AugmentResult,
        CanonicalResult,
        apply,
        augment,
        canonical,
        inverse,
        random_transforms,
    )
    from nonet.batch.writing import write_dataset

__all__ = [
    "AugmentResult",
    "CanonicalResult",
    "RateResult",
    "Result",
    "Rows",
    "Stats",
    "Status",
    "add_givens",
    "apply",
    "augment",
    "canonical",
    "inverse",
    "random_transforms",
    "rate",
    "solve",
    "split",
    "write_dataset",
]

# Whoever only solves needs none of these.
_LATER = {"RateResult": "rating", "rate": "rating", "write_dataset": "writing"}
_LATER |= {name: "datasets" for name in ("add_givens", "split")}
_LATER |= {name: "sameness" for name in ("AugmentResult", "CanonicalResult", "apply", "augment")}
_LATER |= {name: "sameness" for name in ("canonical", "inverse", "random_transforms")}


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(_import_module(f"nonet.batch.{_LATER[name]}"), name)
    raise AttributeError(f"module 'nonet.batch' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
