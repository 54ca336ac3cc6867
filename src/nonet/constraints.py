"""The kinds of constraints: ``nonet.constraints.Thermo("r1c1 r2c1")``; they are loaded when they are first needed."""

from functools import partial as _partial
from typing import TYPE_CHECKING

from nonet.rules import constraints as _constraints

if TYPE_CHECKING:
    from nonet.rules.constraints import *  # noqa: F403

__getattr__ = _partial(getattr, _constraints)
__dir__ = _partial(dir, _constraints)
