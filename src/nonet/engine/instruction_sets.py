"""The instruction sets that the lock-step core has on this machine, and the choice between them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from nonet import _core

__all__ = ["instruction_set", "instruction_sets", "using_instruction_set"]


def instruction_sets() -> dict[str, int]:
    """Return the instruction sets that this machine runs, best first, each with its lanes.

    The best one is used unless the environment variable ``NONET_ISA`` names another.
    """
    return dict(_core.isa_names())


def instruction_set() -> str:
    """Return the name of the instruction set in use."""
    return list(instruction_sets())[int(_core.isa_current())]


@contextmanager
def using_instruction_set(name: str) -> Iterator[None]:
    """Use another instruction set for a while, in all threads: for tests and benchmarks."""
    before = _core.isa_current()
    _core.isa_use(_isa_index(name))
    try:
        yield
    finally:
        _core.isa_use(before)


def _isa_index(name: str) -> int:
    names = list(instruction_sets())
    if name not in names:
        raise ValueError(f"{name!r} is not an instruction set of this machine; it has {names}")
    return names.index(name)


if os.environ.get("NONET_ISA"):
    # The core ignores a name it does not know; a user wants to be told.
    _isa_index(os.environ["NONET_ISA"])
