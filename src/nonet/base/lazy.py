"""Names of a package that load on first use, so that a program which needs few of them starts quickly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module

__all__ = ["lazy"]


def lazy(
    package: str, names: Mapping[str, Iterable[str]], *, modules: Iterable[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions of a package for a name that is not loaded yet and for ``dir``, which knows its ``__all__``.

    ``names`` are the names by the module of the package that defines them; ``modules`` are themselves attributes.
    ``scripts/lazy_names.py`` writes the names of most packages from their imports.

    >>> get, names = lazy("nonet.lab", {"fairness": ["verified"]}, modules=["orders"])
    >>> get("verified").__module__, get("orders").__name__, names()[:2]
    ('nonet.lab.fairness', 'nonet.lab.orders', ['CORE', 'WORST_CASE'])
    """
    places = {name: module for module, each in names.items() for name in each}
    places |= dict.fromkeys(modules, "")

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not places[name]:
            return import_module(f"{package}.{name}")
        value: object = getattr(import_module(f"{package}.{places[name]}"), name)
        setattr(sys.modules[package], name, value)  # found there from now on
        return value

    return get, lambda: list(sys.modules[package].__all__)
