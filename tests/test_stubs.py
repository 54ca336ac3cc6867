"""Compare `_core.pyi` in the tree with what nanobind generates from the native module.

After a change of `core/bind.cpp`, ``make stub`` writes it again.
"""

from __future__ import annotations

import difflib
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

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


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        STUB.write_text(generated(Path(name)), encoding="utf-8")
    print(f"Wrote {STUB}")
