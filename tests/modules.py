"""The modules of the package, for tests of all modules."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import nonet
from nonet.base.errors import MissingExtra

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(nonet.__path__, "nonet.", onerror=lambda name: None)
    if not module.name.endswith("._core") and not module.name.endswith("__main__")
)


def load(name: str) -> ModuleType:
    """Import a module, or skip the test where its extra is not installed."""
    try:
        return importlib.import_module(name)
    except MissingExtra as error:
        pytest.skip(str(error))
