"""The kinds of constraints: ``nonet.constraints.Thermo("r1c1 r2c1")``; they are loaded when they are first needed."""

from typing import TYPE_CHECKING, Any

from nonet.rules import constraints as _constraints

if TYPE_CHECKING:
    from nonet.rules.constraints import *  # noqa: F403


def __getattr__(name: str) -> Any:
    return getattr(_constraints, name)


def __dir__() -> list[str]:
    return dir(_constraints)
