"""Build the fuzz target of the core and run it.

    python scripts/fuzz.py [ROWS [SEED [PROCESSES [SUBJECT]]]]

The environment variable CXX chooses the compiler: Clang's sanitizers find what GCC's do not, and the other way round.

Without a SUBJECT everything is tested. ``general`` tests boards of any size, ``models`` constraints and their reasons,
``lists`` constraints with long lists,
``logic`` the human solver, ``making`` the generator and the canonical forms, ``counting`` exact counts.
`tests/test_fuzz.py` uses the same `build` for its short run.

When it finds something
=======================

It prints the number of the case and the row. `build/fuzz/c++/nonet_fuzz case <number>` repeats that case alone, for
a debugger. Write a test of the row in `tests/`, then fix the fault. Clang's sanitizers find what GCC's do not:
`CXX=clang++ .venv/bin/python scripts/fuzz.py 100000`. With Clang there is a libFuzzer target too:

    CXX=clang++ cmake -S . -B build/libfuzzer -DNONET_FUZZ=ON
    cmake --build build/libfuzzer --target nonet_libfuzzer
    build/libfuzzer/nonet_libfuzzer -max_total_time=60
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


class Unable(Exception):
    """This machine lacks what the fuzz target needs."""


def has_sanitizers(compiler: str) -> bool:
    """Return whether a compiler builds a program with the sanitizers, and the program runs."""
    with tempfile.TemporaryDirectory() as name:
        source, program = Path(name, "a.cpp"), Path(name, "a")
        source.write_text("int main() { return 0; }\n")
        flags = ["-std=c++20", "-fsanitize=address,undefined", str(source), "-o", str(program)]
        for command in ([compiler, *flags], [str(program)]):
            if subprocess.run(command, capture_output=True).returncode:
                return False
    return True


def compiler(names: Iterable[str] = ("c++", "g++", "clang++")) -> str:
    """Return the first of some C++ compilers that is on the path and has the sanitizers."""
    for name in names:
        if shutil.which(name) and has_sanitizers(name):
            return name
    raise Unable(f"needs a C++ compiler with the sanitizers; tried {', '.join(names)}")


def cmake() -> str:
    """Return the CMake on the path, or the one beside this Python."""
    beside = Path(sys.executable).with_name("cmake")
    program = shutil.which("cmake") or (str(beside) if beside.exists() else None)
    if program is None:
        raise Unable("needs cmake")
    return program


def build(*names: str, directory: Path = HOME / "build" / "fuzz") -> Path:
    """Build the target and return the program; raise `Unable` if this machine lacks something.

    ``names`` are the compilers to try, instead of the usual ones.
    """
    program, name = cmake(), compiler(names) if names else compiler()
    where = directory / Path(name).name
    define = ["-DNONET_FUZZ=ON", f"-DCMAKE_CXX_COMPILER={name}"]
    for command in (
        [program, "-S", str(HOME), "-B", str(where), *define],
        [program, "--build", str(where), "--parallel", "2"],
    ):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError(f"the fuzz target was not built:\n{done.stdout[-4000:]}")
    return where / "nonet_fuzz"


def rebuilt(program: Path, source: Path, directory: Path) -> Path:
    """Return a program like a built one, but with one source of the core from another copy of it."""
    where = program.parent
    core, name = source.parents[1], source.relative_to(source.parents[1]).as_posix()
    made = where / "CMakeFiles" / "nonet_core.dir"
    flags = dict(
        line.split(" = ", 1)
        for line in (made / "flags.make").read_text("utf-8").splitlines()
        if " = " in line
    )
    words = [flags[f"CXX_{kind}"] for kind in ("DEFINES", "INCLUDES", "FLAGS")]
    words = shlex.split(" ".join(words).replace(f"{HOME}/core", str(core)))
    target, fresh = directory / "loose.o", directory / program.name
    cxx = shutil.which(where.name) or where.name
    subprocess.run([cxx, *words, "-c", str(source), "-o", str(target)], check=True)
    link = (where / "CMakeFiles" / f"{program.name}.dir" / "link.txt").read_text("utf-8")
    old = f"CMakeFiles/nonet_core.dir/core/{name}.o"
    command = [str(target) if word == old else word for word in shlex.split(link)]
    command[command.index("-o") + 1] = str(fresh)
    subprocess.run(command, cwd=where, check=True)
    return fresh


if __name__ == "__main__":
    try:
        fuzz = build(*([os.environ["CXX"]] if os.environ.get("CXX") else []))
    except (RuntimeError, Unable) as error:
        raise SystemExit(f"nonet: {error}") from None
    raise SystemExit(subprocess.call([str(fuzz), *sys.argv[1:]]))
