"""Compare `_core.pyi` in the tree with what nanobind generates from the native module, and the module with `core.h`.

After a change of `core/door.hpp` or `core/bind`, ``make stub`` writes the stub again.
"""

from __future__ import annotations

import difflib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "core"
STUB = Path(__file__).parents[1] / "src" / "nonet" / "_core.pyi"


def generated(directory: Path) -> str:
    """Return the stub of the module that is installed."""
    target = directory / "_core.pyi"
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q"]
    subprocess.run([*stubgen, "-m", "nonet._core", "-o", str(target)], check=True)
    return target.read_text(encoding="utf-8")


@pytest.mark.skipif(
    importlib.util.find_spec("nanobind") is None, reason="nanobind is not installed here"
)
def test_the_stub_matches_the_module(tmp_path: Path) -> None:
    kept, now = STUB.read_text(encoding="utf-8"), generated(tmp_path)
    changes = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="")
    assert kept == now, "run `make stub`:\n" + "\n".join(changes)


def test_every_function_of_the_core_has_a_caller() -> None:
    header = re.sub(r"/\*.*?\*/", "", (CORE / "core.h").read_text(encoding="utf-8"), flags=re.S)
    functions = set(re.findall(r"\b(nonet_\w+)\(", header))
    callers = [CORE / "door.hpp", *(CORE / "bind").iterdir()]
    text = "\n".join(path.read_text(encoding="utf-8") for path in callers)
    rows = {f"nonet_{name}" for name in re.findall(r"NONET_ROW\((\w+)", text)}
    assert functions == (rows | set(re.findall(r"\bnonet_\w+\b", text))) & functions


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        STUB.write_text(generated(Path(name)), encoding="utf-8")
    print(f"Wrote {STUB}")
