"""The instruction sets of the lock-step engine on this machine, and the choice between them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from nonet import _core

__all__ = ["compiler", "instruction_set", "instruction_sets", "using_instruction_set"]


def instruction_sets() -> dict[str, int]:
    """Return the instruction sets that this machine supports, fastest first, each with its number of lanes.

    The fastest one is used unless the environment variable ``NONET_ISA`` names another.
    """
    return dict(_core.isa_names())


def instruction_set() -> str:
    """Return the name of the instruction set in use."""
    return list(instruction_sets())[_core.isa_current()]


def compiler() -> str:
    """Return the compiler that built the core, for benchmarks: figures of two compilers differ by a tenth."""
    return _core.compiler()


@contextmanager
def using_instruction_set(name: str) -> Iterator[None]:
    """Use another instruction set in all threads, inside a ``with`` block: for tests and benchmarks."""
    before = _core.isa_current()
    _core.isa_use(_isa_index(name))
    try:
        yield
    finally:
        _core.isa_use(before)


def _isa_index(name: str) -> int:
    names = list(instruction_sets())
    if name not in names:
        raise ValueError(f"unknown instruction set {name!r}; this machine has {', '.join(names)}")
    return names.index(name)


if os.environ.get("NONET_ISA"):
    # The core ignores a name that it does not know. A user should get an error.
    _isa_index(os.environ["NONET_ISA"])
