"""Compile the core to WebAssembly, for the web app without a server: two modules from the same objects.

``src/nonet/web/static/core.wasm`` has what JavaScript calls: classic boards, at once.
``src/nonet/web/python/core.wasm`` has every function of the core, for nonet's Python in a page, which loads it when it
is needed.

    python scripts/wasm.py           clang and wasm-ld of one version if they are here, else zig from the package index
    python scripts/wasm.py --zig     zig

The core needs no C library. ``core/wasm`` has the few functions of one that it calls, and the door: what JavaScript
calls. The objects lie below ``build/wasm``; only what has changed is compiled.

A new function of core.wasm
===========================

1. Its row in `core/door.hpp`: the modules know each row, and their callers read them. Those for Python alone are
   called in `src/nonet/web/python/_core.py`.
2. For JavaScript a method of `Core` in `js/engine/core.js`: it calls the row by its name, and turns a bad call into
   a `CoreError` with a sentence. `generate` is the one to start from.
3. Its answers beside those of the native core in `tests/test_wasm.py`, where `core.call("name", …)` calls the
   method; its bad calls there too. If it searches, it stops in `test_a_deadline_stops_every_search`.
4. `make wasm`, then `make test TESTS="tests/test_wasm.py"`. Commit no `core.wasm`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parent.parent
CORE = HOME / "core"
OBJECTS = HOME / "build" / "wasm"
WEB = HOME / "src" / "nonet" / "web"
MODULE = WEB / "static" / "core.wasm"
WHOLE = WEB / "python" / "core.wasm"
ZIG = "ziglang>=0.13"

STACK = 2**20
MEMORY = 512 * 2**20  # js/engine/memory.js says it to people

# Folders of the core that a page does not need.
LEAVE_OUT = {"bind", "fuzz", "tables"}
FLAGS = ["-std=gnu++20", "-msimd128", "-mbulk-memory", "-fvisibility=hidden", "-ffunction-sections"]
FLAGS += ["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-Wall", "-Wextra", "-O3"]
# The search for other boards than classic ones is two thirds of the code.
CLASSIC = ["-DNONET_CLASSIC"]
ANY_HOUSES = {
    "any": ["-DNONET_ANY_HOUSES"],
    "medium": ["-DNONET_ANY_HOUSES", "-DNONET_LARGE_BOARDS=16"],
    "large": ["-DNONET_ANY_HOUSES", "-DNONET_LARGE_BOARDS=36"],
}
MODULES = {MODULE: CLASSIC, WHOLE: []}
# What decides which parts are linked: compiled for each module.
APART = [CORE / "wasm" / "door.cpp", CORE / "logic" / "logic.cpp"]
LINK = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first"]
LINK += ["-z", f"stack-size={STACK}", f"--max-memory={MEMORY}"]


class Tools(NamedTuple):
    """The commands of a compiler and its linker."""

    compiler: list[str]
    linker: list[str]


def clang() -> Tools | None:
    """Return clang and its linker, the newest version that knows WebAssembly."""
    found = {""} | {
        match[1]
        for folder in os.environ.get("PATH", "").split(os.pathsep)
        for path in Path(folder).glob("wasm-ld-*")
        if (match := re.fullmatch(r"wasm-ld(-\d+)", path.name))
    }
    for version in sorted(found, key=lambda version: -int(version[1:] or 1000)):
        names = shutil.which(f"clang{version}"), shutil.which(f"wasm-ld{version}")
        if not all(names):
            continue
        compiler, linker = map(str, names)
        targets = subprocess.run([compiler, "--print-targets"], capture_output=True, text=True)
        if "wasm32" in targets.stdout:
            return Tools([compiler, "--target=wasm32", "-nostdlibinc"], [linker])
    return None


def zig() -> Tools:
    """Return the compiler of zig, which is fetched into ``build`` if it is not installed."""
    directory = HOME / "build" / "ziglang"
    sys.path.append(str(directory))
    if importlib.util.find_spec("ziglang") is None:
        print(f"Fetching {ZIG} into {directory.relative_to(HOME)}", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--target", str(directory), ZIG]
        subprocess.run(pip, check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise SystemExit("wasm: the compiler of zig is missing; install clang and lld instead")
    command = str(Path(spec.origin).parent / ("zig.exe" if os.name == "nt" else "zig"))
    target = ["-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory+simd128"]
    compiler = [command, "c++", *target, "-fno-sanitize=undefined", "-nostdinc++", "-nostdlibinc"]
    return Tools(compiler, [command, "wasm-ld"])


def sources() -> list[Path]:
    """Return the sources in the order in which they are linked."""
    found = (
        path
        for path in CORE.rglob("*.cpp")
        if path.relative_to(CORE).parts[0] not in LEAVE_OUT and path.name != "any_houses.cpp"
    )
    return sorted(found, key=lambda path: path.relative_to(CORE).as_posix())


def any_houses() -> list[Path]:
    """Return the sources of the human solver that are compiled for boards with any houses."""
    own = "namespace nonet::NONET_LOGIC"
    found = [path for path in (CORE / "logic").rglob("*.cpp") if own in path.read_text("utf-8")]
    return sorted(found)


def command_for(tools: Tools, source: Path) -> list[str]:
    """Return the command that compiles a source, without its output. Both modules have all but a few in common."""
    own = ["-fno-builtin"] if source.name == "libc.cpp" else []
    include = ["-isystem", str(CORE / "wasm" / "include"), "-I", str(CORE)]
    return [*tools.compiler, *FLAGS, *own, *include, "-c", str(source)]


def included() -> Iterator[bytes]:
    """Return the contents of all headers: an object depends on each of them."""
    for path in sorted(CORE.rglob("*")):
        if path.is_file() and path.suffix != ".cpp" and path.parent.name not in LEAVE_OUT:
            yield path.read_bytes()


def compile_source(command: list[str], source: Path, headers: bytes, variant: str = "") -> Path:
    """Compile a source unless its object was made from the same text by the same command; return the object."""
    text = b"\0".join([headers, source.read_bytes(), "\0".join(command).encode()])
    stamp = hashlib.sha256(text).hexdigest()[:16]
    name = "-".join([*source.relative_to(CORE).with_suffix("").parts, *filter(None, [variant])])
    path = OBJECTS / f"{name}.{stamp}.o"
    if not path.exists():
        for old in OBJECTS.glob(f"{name}.*.o"):
            old.unlink(missing_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")  # two builds may run at once
        subprocess.run([*command, "-o", str(part)], check=True, env=environment())
        part.replace(path)
    return path


def environment() -> dict[str, str]:
    """Return the environment of the tools: zig keeps its caches below ``build``."""
    cache = str(HOME / "build" / "zig" / "cache")
    return {**os.environ, "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}


def build(tools: Tools | None = None) -> list[Path]:
    """Compile and link the modules; return their paths."""
    tools = tools or clang() or zig()
    OBJECTS.mkdir(parents=True, exist_ok=True)
    headers = hashlib.sha256(b"\0".join(included())).digest()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [
            (command_for(tools, source), source, "") for source in sources() if source not in APART
        ]
        for name, flags in ANY_HOUSES.items():
            for source in any_houses():
                commands.append(([*command_for(tools, source), *flags], source, name))
        jobs = [
            pool.submit(compile_source, command, source, headers, name)
            for command, source, name in commands
        ]
        objects = [str(job.result()) for job in jobs]
    for module, flags in MODULES.items():
        parts = [
            compile_source(
                [*command_for(tools, source), *flags], source, headers, module.parent.name
            )
            for source in APART
        ]
        part = module.with_suffix(f".{os.getpid()}.part")
        command = [*tools.linker, *LINK, *objects, *map(str, parts), "-o", str(part)]
        subprocess.run(command, check=True, env=environment())
        part.replace(module)
    return list(MODULES)


def main() -> int:
    """Build the modules."""
    parser = argparse.ArgumentParser(description="Compile the core to WebAssembly.")
    parser.add_argument("--zig", action="store_true", help="build with zig even if clang is here")
    options = parser.parse_args()
    for module in build(zig() if options.zig else None):
        print(f"{module.relative_to(HOME)}: {module.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
