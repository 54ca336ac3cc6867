"""Constraints beyond houses: cages, lines, dots, clues outside the board, rules for the whole board.

Each kind is a class, and each family of kinds a module: `regions`, `sums`, `lines`, `dots` and others. The classes are
loaded when they are first needed. ``nonet.constraints.Thermo("r1c1 r2c1")`` is a constraint; `Rules` take them, and
`docs/variants.md` lists all kinds. ``from nonet.constraints import *`` gives the kinds and nothing else.

>>> from nonet.constraints import Cage, Thermo
>>> Thermo("r1c1 r2c1 r3c1").text()
'Digits increase along the thermometer r1c1, r2c1, r3c1.'
>>> Cage("r1c1 r1c2", sum=10).notation
'killer:10=r1c1r1c2'
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonet.rules.constraints.base import Constraint as Constraint
from nonet.rules.constraints.base import Space as Space
from nonet.rules.constraints.base import Violation as Violation

if TYPE_CHECKING:
    from nonet.rules.constraints.dots import *  # noqa: F403
    from nonet.rules.constraints.generic import *  # noqa: F403
    from nonet.rules.constraints.indexing import *  # noqa: F403
    from nonet.rules.constraints.lines import *  # noqa: F403
    from nonet.rules.constraints.outside import *  # noqa: F403
    from nonet.rules.constraints.ranks import *  # noqa: F403
    from nonet.rules.constraints.regions import *  # noqa: F403
    from nonet.rules.constraints.sets import *  # noqa: F403
    from nonet.rules.constraints.shading import *  # noqa: F403
    from nonet.rules.constraints.sums import *  # noqa: F403

FAMILIES = (
    "regions",
    "sums",
    "lines",
    "dots",
    "sets",
    "outside",
    "indexing",
    "ranks",
    "generic",
    "shading",
)
"""The modules that define kinds."""


@cache
def kinds() -> dict[str, type[Constraint]]:
    """Return all kinds by their word, in the order of the families.

    >>> kinds()["thermo"].__name__
    'Thermo'
    """
    found: dict[str, type[Constraint]] = {}
    for family in FAMILIES:
        module = import_module(f"{__name__}.{family}")
        for name in module.__all__:
            kind = getattr(module, name)
            if isinstance(kind, type) and issubclass(kind, Constraint):
                assert kind.word not in found, f"{name} has the word of {found[kind.word].__name__}"
                found[kind.word] = kind
    return found


def __getattr__(name: str) -> Any:
    """Return a kind by the name of its class; `__all__` are all of them, which are loaded only when they are needed."""
    if name == "__all__":
        return sorted(kind.__name__ for kind in kinds().values())
    if not name.startswith("_"):
        for kind in kinds().values():
            if kind.__name__ == name:
                return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(kind.__name__ for kind in kinds().values())})
