"""Build wheels in ``dist`` and check that they run on other machines.

    python scripts/wheels.py                                  for this processor and for aarch64
    python scripts/wheels.py --target x86_64                  for one processor
    python scripts/wheels.py --python python3.11 --python python3.12

Python 3.11 has its own wheels; one wheel, built with Python 3.12, serves all later versions. On Linux zig compiles
them against glibc 2.17, so they run on every distribution since 2014. Each wheel is checked for the symbols that it
needs from the C library, and for the core as WebAssembly, which is compiled first (`wasm.py`).
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
GLIBC = (2, 17)
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"}


def build(machine: str | None, directory: Path, python: str = sys.executable, **more: str) -> Path:
    """Build a wheel for a processor under Linux and return its path; ``None`` builds for this machine alone.

    ``more`` are environment variables.
    """
    if machine:
        more["NONET_ZIG_TARGET"] = f"{machine}-linux-gnu.{'.'.join(map(str, GLIBC))}"
    command = [python, "-m", "pip", "wheel", "-qq", "--no-deps", "--wheel-dir"]
    before = set(directory.glob("*.whl"))
    subprocess.run([*command, str(directory), str(HOME)], check=True, env={**os.environ, **more})
    built = set(directory.glob("*.whl"))
    return max(built - before or built, key=lambda path: path.stat().st_mtime)


def problems(wheel: Path) -> list[str]:
    """Return what a wheel for Linux needs that an older system lacks."""
    found = []
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".so")]
        code = b"".join(archive.read(name) for name in names)
    if len(names) != 1:
        found.append(f"expected one native module, found {len(names)}")
    versions = {
        tuple(map(int, v.split(b"."))) for v in re.findall(rb"\0GLIBC_([\d.]+)(?=\0)", code)
    }
    found += [f"needs glibc {'.'.join(map(str, v))}" for v in sorted(versions) if v[:2] > GLIBC]
    asked = {name.decode() for name in re.findall(rb"\0(lib[\w+-]+\.so[.\d]*)(?=\0)", code)}
    found += [f"needs {name}" for name in sorted(asked - LIBRARIES)]
    return found


def missing(wheel: Path) -> list[str]:
    """Return the files of the web app that a wheel lacks."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    needed = [
        f"nonet/web/{name}"
        for name in ("static/index.html", "static/core.wasm", "python/core.wasm")
    ]
    return [f"lacks {name}" for name in needed if name not in names]


def main() -> int:
    """Build and check; return 1 if a wheel asks for too much or lacks a file."""
    import wasm  # beside this file

    own = platform.machine() if sys.platform == "linux" else None
    parser = argparse.ArgumentParser(description="Build wheels in dist.")
    parser.add_argument("--target", action="append", help="x86_64 or aarch64")
    parser.add_argument("--python", action="append", help="an interpreter to build for")
    options = parser.parse_args()
    targets = options.target or ([own] if own is None else sorted({own, "aarch64"}, key=own.__ne__))
    failed = 0
    wasm.build()
    for python in options.python or [sys.executable]:
        for machine in targets:
            wheel = build(machine, HOME / "dist", python)
            found = missing(wheel) + (problems(wheel) if machine else [])
            print(f"{wheel.relative_to(HOME)}: {'; '.join(found) or 'ok'}", flush=True)
            failed |= bool(found)
    return failed


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
