"""Write which names of a package load on first use, and its ``__all__``, from the imports that type checkers read.

    .venv/bin/python scripts/lazy_names.py

The imports of a package, eager ones and those below ``if _TYPE_CHECKING``, are its one list of names. A test compares
the rest of the file with what this would write.
"""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "nonet"
PACKAGES = ("batch", "formats", "render")
_WIDTH = 100


def text_of(package: str) -> str:
    """Return the ``__init__.py`` of a package."""
    lines = (SOURCE / package / "__init__.py").read_text("utf-8").split("\n")
    body = ast.parse("\n".join(lines)).body
    lazy, names = {}, []
    for node in body:
        if isinstance(node, ast.If):
            for each in node.body:
                assert isinstance(each, ast.ImportFrom) and each.module is not None
                lazy[each.module.removeprefix(f"nonet.{package}.")] = _names(each)
        elif isinstance(node, ast.ImportFrom):
            names += [name for name in _names(node) if name[0] != "_"]
    names = sorted([*names, *(name for found in lazy.values() for name in found)], key=_order)
    places = [f'        "{module}": {_tuple(module, found)},' for module, found in lazy.items()]
    written = {
        "__all__": ["__all__ = [", *(f'    "{name}",' for name in names), "]"],
        "__getattr__": [
            "__getattr__, __dir__ = _lazy(",
            "    __name__,",
            "    {",
            *places,
            "    },",
            ")",
        ],
    }
    for node in reversed(body):
        if isinstance(node, ast.Assign):
            first = next(
                each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)
            )
            lines[node.lineno - 1 : node.end_lineno] = "\n".join(written[first]).split("\n")
    return "\n".join(lines)


def _names(node: ast.ImportFrom) -> list[str]:
    return [alias.asname or alias.name for alias in node.names]


def _order(name: str) -> tuple[int, str]:
    """Return the place of a name in ``__all__``: constants, classes, functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def _tuple(module: str, names: list[str]) -> str:
    quoted = [f'"{name}"' for name in names]
    line = f"({', '.join(quoted)}{',' * (len(names) == 1)})"
    if len(line) + len(module) + 13 <= _WIDTH:
        return line
    return "\n".join(["(", *(f"            {name}," for name in quoted), "        )"])


if __name__ == "__main__":
    for name in PACKAGES:
        (SOURCE / name / "__init__.py").write_text(text_of(name), encoding="utf-8")
