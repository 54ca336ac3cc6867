"""Who may import whom: the floors of the house, read from the imports themselves.

A module imports from lower floors only, also for types; on its own floor it imports from its own package alone.
`engine` alone sees the native core, `teach` never sees `engine`, and `import nonet` brings in nothing heavy.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import lazy_names

HOME = Path(__file__).parents[1]
SOURCE = HOME / "src" / "nonet"
CORE = HOME / "core"

FLOORS = (
    ("base",),
    ("words",),
    ("rules",),
    ("boards",),
    ("steps",),
    ("verbs",),
    ("engine", "deduction"),
    ("puzzle",),
    ("game", "teach"),
    ("formats", "render", "lab"),
    ("tables",),
    ("batch",),
    ("generating",),
    ("play", "web"),
    ("cli",),
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}
APPS = LEVEL["web"]  # the floors of programs: each loads only what its command needs
TOP = len(FLOORS)  # the shop window and `python -m nonet` may see everything
# Paths that programs know, each a few lines that hand on the names of a module in its room.
FACES = {"errors": "base", "cells": "base", "constraints": "rules", "variants": "rules"}
FACES |= {"grid": "boards", "transforms": "boards", "model": "puzzle"}
FACES |= {"difficulty": "steps", "cluster": "batch"}
WINDOWS = ("__init__", "__main__", *FACES)

# What may be imported inside a function: heavy, and not needed by everybody.
HEAVY = {"numpy", "rich", "typer", "pyarrow", "fpdf", "cv2", "dask", "distributed"}
HEAVY |= {"textual", "fastapi", "uvicorn", "pysat", "ortools", "pandas", "PIL"}
# Parts of nonet that solving a board of houses does not need: they may be imported inside a function, too.
LATER = ("nonet.rules.constraints", "nonet.steps", "nonet.words")
# Plain lines and CSV of classic boards are read without the readers of the other forms.
READERS_LATER = ("tables", "formats")


class Import(NamedTuple):
    """One import statement, as far as it concerns us."""

    module: str  # dotted, absolute
    line: int
    function: str | None  # the enclosing function
    typing_only: bool


def modules() -> list[Path]:
    """Return every Python file of the package."""
    return sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    """Return the module or package below `nonet` that a file belongs to."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Return the imports of a file, absolute, one by one."""
    package = ["nonet", *path.relative_to(SOURCE).parts[:-1]]

    def walk(node: ast.AST, function: str | None, typing_only: bool) -> Iterator[Import]:
        if isinstance(node, ast.expr):
            return
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, function, typing_only)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *(node.module or "").split(".")] if node.module else base
            for alias in node.names:
                yield Import(".".join([*base, alias.name]), node.lineno, function, typing_only)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for child in ast.iter_child_nodes(node):
                yield from walk(child, node.name, typing_only)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                yield from walk(child, function, True)
            for child in node.orelse:
                yield from walk(child, function, typing_only)
        else:
            for child in ast.iter_child_nodes(node):
                yield from walk(child, function, typing_only)

    return tuple(walk(ast.parse(path.read_text(encoding="utf-8")), None, False))


def own(found: Import) -> str | None:
    """Return the part of nonet that is imported, `nonet` for the shop window itself, or None for other packages."""
    names = found.module.split(".")
    if names[0] != "nonet":
        return None
    if len(names) > 1 and (names[1] in LEVEL or names[1] == "_core"):
        return names[1]
    return "nonet"


# One test asks all files: three tests for each of 300 files took three seconds to be counted and reported.


def test_imports_go_down() -> None:
    assert [wrong for path in modules() for wrong in _imports_up(path)] == []


def _imports_up(path: Path) -> Iterator[str]:
    part, name = part_of(path), path.relative_to(HOME).as_posix()
    if part not in LEVEL and part not in WINDOWS:
        yield f"{name} has no floor in {__name__}.FLOORS"
    level = LEVEL.get(part, TOP)
    for found in imports(path):
        where = f"{name}:{found.line}"
        target = own(found)
        if target is None or target == part or part in WINDOWS:
            continue
        if target == "_core":
            if part != "engine":
                yield f"{where}: only engine sees _core"
        elif target == "nonet":
            if level < APPS or found.module.split(".")[1] in FACES:
                yield f"{where}: imports the shop window, {found.module}"
        elif target == "engine" and part == "teach":
            yield f"{where}: teach is the second opinion, not the engine's voice"
        elif LEVEL[target] >= level:
            yield f"{where}: {part}, floor {level}, imports {target}"


def test_imports_inside_functions_are_heavy() -> None:
    wrong = [
        f"{path.relative_to(HOME)}:{found.line}: {found.module}"
        for path in modules()
        for found in imports(path)
        if found.function is not None
        and own(found) is not None
        and part_of(path) not in WINDOWS
        and LEVEL.get(part_of(path), TOP) < APPS  # a command loads its own part only
        and own(found) != part_of(path)
        and not found.module.startswith(LATER)
        and (part_of(path), own(found)) != READERS_LATER
    ]
    assert not wrong, "to the top of the file with\n" + "\n".join(wrong)


def test_modules_named_in_strings_are_of_the_same_package() -> None:
    """A package loads its own parts by name; what is above it, only `nonet` itself may name (`base/later.py`)."""
    wrong = [
        f"{path.relative_to(HOME)}: {part}"
        for path in modules()
        if part_of(path) not in WINDOWS
        for part in re.findall(r"import_module\(f?\"nonet\.(\w+)", path.read_text("utf-8"))
        if part != part_of(path)
    ]
    assert wrong == []


def test_heavy_packages_wait_until_they_are_needed() -> None:
    wrong = [
        f"{path.relative_to(HOME)}:{found.line}: {found.module}"
        for path in modules()
        if LEVEL.get(part_of(path), TOP) < APPS or part_of(path) in WINDOWS
        for found in imports(path)
        if found.module.split(".")[0] in HEAVY and found.function is None and not found.typing_only
    ]
    assert not wrong, "into the functions with\n" + "\n".join(wrong)


def test_the_floors_are_written_down_for_contributors() -> None:
    """The table of CONTRIBUTING.md names each part of the package once, from the lowest floor to the highest."""
    page = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("| floor | packages |")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", table))
    parts = {part_of(path) for path in modules()} - set(WINDOWS)
    assert parts - set(named) == set(), "CONTRIBUTING.md has no floor for these"
    assert set(named) - parts == set(), "CONTRIBUTING.md has a floor for these, which are not there"
    assert len(named) == len(set(named)), "CONTRIBUTING.md names a part twice"
    levels = [LEVEL[name] for name in named]
    assert levels == sorted(levels), "CONTRIBUTING.md has them in another order"


def loaded_by(statement: str) -> set[str]:
    """Return the top-level packages and the parts of nonet that a fresh interpreter has loaded after a statement."""
    names = "m for m in sys.modules if '.' not in m or m.startswith('nonet.')"
    script = f"{statement}; import sys; print(*sorted({names}))"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return set(done.stdout.split())


def test_import_nonet_is_light() -> None:
    assert "nonet" in loaded_by("import nonet")
    assert not loaded_by("import nonet") & (HEAVY | {"pandas", "polars", "requests", "asyncio"})


def test_one_puzzle_needs_no_arrays() -> None:
    board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    loaded = loaded_by(f"import nonet; p = nonet.Puzzle({board!r}); str(p.solution()), p.count()")
    assert not loaded & {*HEAVY, *LATER}


# -- the core ------------------------------------------------------------------------------------

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
# A runtime that the core does without; it is to become WebAssembly as it is.
BINDING = "bind"  # for Python, of which the core knows nothing
RUNTIME = {"iostream", "ostream", "istream", "fstream", "sstream", "string", "vector", "map"}
RUNTIME |= {"exception", "stdexcept", "typeinfo", "memory", "functional", "thread"}


def code_of(path: Path) -> str:
    """Return a C++ file without its comments and strings."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)


def core_files() -> list[Path]:
    """Return the C++ files of the core."""
    return sorted(p for p in CORE.rglob("*") if p.suffix in (".h", ".hpp", ".cpp"))


@pytest.mark.parametrize("path", core_files(), ids=lambda p: p.relative_to(CORE).as_posix())
def test_the_core_knows_no_python_and_no_runtime(path: Path) -> None:
    included = set(INCLUDE.findall(path.read_text(encoding="utf-8")))
    if path.parent.name == BINDING:
        inside = {name for name in included if (CORE / name).exists()}
        own = {f"{BINDING}/{other.name}" for other in path.parent.iterdir()}
        assert inside <= {"core.h", "door.hpp", *own}, "the binding goes through the door"
        return
    assert not {name for name in included if name == "Python.h" or name.startswith("nanobind")}
    assert not included & RUNTIME
    assert not re.search(r"\b(throw|try|catch|dynamic_cast|typeid)\b", code_of(path))


def test_the_fuzz_target_goes_through_the_door() -> None:
    files = sorted(path for path in CORE.glob("fuzz/*"))
    assert len(files) >= 2
    for path in files:
        included = INCLUDE.findall(path.read_text(encoding="utf-8"))
        inside = {name for name in included if (CORE / name).exists()}
        assert {name for name in inside if not name.startswith("fuzz/")} <= {"core.h"}


@pytest.mark.parametrize("package", lazy_names.PACKAGES)
def test_the_names_of_a_package_follow_from_its_imports(package: str) -> None:
    text = (SOURCE / package / "__init__.py").read_text(encoding="utf-8")
    assert text == lazy_names.text_of(package), "run scripts/lazy_names.py"
    module = importlib.import_module(f"nonet.{package}")
    assert [name for name in dir(module) if not hasattr(module, name)] == []


def test_core_h_is_c() -> None:
    included = INCLUDE.findall((CORE / "core.h").read_text(encoding="utf-8"))
    assert set(included) <= {"stddef.h", "stdint.h"}


def test_only_core_h_is_seen_from_outside() -> None:
    inner = {path.name for path in core_files()} - {"core.h"}
    suffixes = {".h", ".hpp", ".c", ".cc", ".cpp", ".pyx", ".py"}
    for top in ("src", "tests", "benchmarks", "examples", "scripts"):
        for path in (HOME / top).rglob("*"):
            if path.suffix in suffixes and path.is_file():
                found = INCLUDE.findall(path.read_text(encoding="utf-8"))
                assert not {Path(name).name for name in found} & inner, path
