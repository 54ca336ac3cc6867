"""The core as WebAssembly, in Node: what the tests of it share."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

HOME = Path(__file__).parents[1]
STATIC = HOME / "src" / "nonet" / "web" / "static"
MODULE = STATIC / "core.wasm"
RUNNER = Path(__file__).with_name("wasm_runner.mjs")

KINDS = {"u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "f64": np.float64, "u64": np.uint64}
OLDEST_NODE = 18


def missing() -> str | None:
    """Return why the module cannot be run here, None if it can."""
    if not MODULE.exists():
        return "core.wasm is not built: make wasm"
    node = shutil.which("node")
    if node is None:
        return "Node is missing"
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return None if int(version[1:].split(".")[0]) >= OLDEST_NODE else f"Node {version} is too old"


class CoreError(Exception):
    """The core refused a call; `code` says why."""

    def __init__(self, name: str, code: str | None, message: str) -> None:
        super().__init__(message)
        self.name, self.code = name, code


class Core:
    """The class `Core` of js/engine/core.js: each of its methods by name, with arrays of NumPy."""

    def __init__(self, module: Path = MODULE) -> None:
        command = ["node", str(RUNNER), str(STATIC), str(module)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        """End Node."""
        self.process.communicate()

    def call(self, name: str, *values: Any, deadline: float | None = None) -> Any:
        """Call a method and return its answer. ``deadline`` is in milliseconds from now."""
        assert self.process.stdin and self.process.stdout
        request: dict[str, Any] = {"call": [name, *map(_write, values)]}
        if deadline is not None:
            request["deadline"] = deadline
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise CoreError(answer["error"], answer["code"], answer["message"])
        return _read(answer.get("answer"))


def _write(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        kind = next(key for key, kind in KINDS.items() if value.dtype == kind)
        return {kind: base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()}
    if isinstance(value, dict):
        return {key: _write(item) for key, item in value.items()}
    if isinstance(value, int) and not isinstance(value, bool) and value >= 2**53:
        return {"big": str(value)}
    return [_write(item) for item in value] if isinstance(value, list) else value


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and (key := next(iter(value))) in KINDS:
        return np.frombuffer(base64.b64decode(value[key]), KINDS[key])
    return {key: _read(item) for key, item in value.items()}
