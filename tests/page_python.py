"""nonet's Python as a page runs it: the worker of the page in Node, with the files that `nonet site` writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import engine_cases
import pytest
import wasm_core
from locks import locked

from nonet.web.page_python import NoPython, page_files, pyodide

HOME = Path(__file__).parents[1]
RUNNER = Path(__file__).with_name("page_python_runner.mjs")


@cache
def files() -> dict[str, bytes]:
    """Return the files of Pyodide, which npm fetches once for all tests; without them a test is skipped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(HOME / ".cache"))
        (HOME / ".cache").mkdir(exist_ok=True)
        try:
            with locked(HOME / ".cache" / "pyodide.lock"):
                return pyodide(None)
        except NoPython as error:
            if os.environ.get("NONET_BROWSER") == "required":
                pytest.fail(str(error))
            pytest.skip(str(error))


def replies(asked: list[engine_cases.Question], folder: Path) -> list[Any]:
    """Return what the page's Python answers."""
    if reason := wasm_core.missing():
        pytest.skip(reason)
    home = folder / "home"
    shutil.copytree(wasm_core.STATIC / "js", home / "js")
    (home / "package.json").write_text('{"type": "module"}', "utf-8")
    (home / "python").mkdir()
    for name, body in page_files(files()).items():
        (home / name).write_bytes(body)
    (folder / "asked.json").write_text(json.dumps(asked), "utf-8")
    command = list(map(str, ["node", RUNNER, home, folder / "asked.json", folder / "replies.json"]))
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: list[Any] = json.loads((folder / "replies.json").read_text("utf-8"))
    return found
