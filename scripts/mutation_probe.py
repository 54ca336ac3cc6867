"""Change the project in small ways that a user would notice, and see whether the tests notice too.

`mutants.toml` has the changes: a limit that is off, a default the other way, a sentence that names the wrong cell. Each
is made in a copy of the project, never in the project itself; then the test files that should notice it first are run
until one test fails. A change that no test notices has *survived*, and is the place for a test of what its user sees.

`make mutants` tries all of them but those of the core. Words name some: an area, or a part of a file's name or text.

    make mutants MUTANTS="render themes.py"
    make mutants MUTANTS="--core core"       also compile what has changed; up to a minute for each
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

HOME = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_name("mutants.toml")
COPIED = ("core", "docs", "examples", "scripts", "src", "tests")
PYTEST = ("-x", "-q", "-p", "hypothesispytest", "-p", "no:logging", "-p", "no:cacheprovider")
CHOSEN = ("--hypothesis-profile", "quick", "-m", "not slow and not browser")

# The editable installation finds the modules of the project before any path; in the copy it must not.
HOOK = """
import sys
sys.meta_path[:] = [each for each in sys.meta_path if not type(each).__module__.startswith("_editable")]
"""


class Mutant(NamedTuple):
    """A change of one place in a file, and why a user would notice it."""

    area: str
    file: str
    old: str
    new: str
    notice: str
    tests: tuple[str, ...]

    @property
    def is_native(self) -> bool:
        """Whether it is in the core, which has to be compiled."""
        return self.file.startswith("core/")

    def problem(self, home: Path = HOME) -> str | None:
        """Return why it cannot be made, None if it can."""
        found = (home / self.file).read_text("utf-8").count(self.old)
        if found != 1:
            return f"{self.file} has {self.old!r} {found} times, expected it once"
        for test in self.tests:
            name, _, function = test.partition("::")
            path = home / "tests" / name
            if not path.is_file() or f"def {function}" not in path.read_text("utf-8"):
                return f"{self.file}: there is no {test}"
        return None

    def __str__(self) -> str:
        place = f"{self.file}: "
        return f"{place}{self.old} -> {self.new}" if len(self.old) < 60 else f"{place}{self.notice}"


def mutants() -> list[Mutant]:
    """Return all changes of the table."""
    table = tomllib.loads(TABLE.read_text("utf-8"))
    return [
        Mutant(area, row["file"], row["old"], row["new"], row["notice"], tuple(row["tests"]))
        for area, rows in table.items()
        for row in rows
    ]


class Copy:
    """A copy of the project, in which the changes are made."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "project"
        self._build = folder / "build"
        for name in COPIED:
            shutil.copytree(HOME / name, self.home / name)
        for path in HOME.iterdir():
            if path.is_file() and not path.name.startswith(".git"):
                shutil.copy2(path, self.home)
        self._core = self.home / "src" / "nonet" / _compiled_core().name
        shutil.copy2(_compiled_core(), self._core)
        hook = folder / "hook"
        hook.mkdir()
        (hook / "sitecustomize.py").write_text(HOOK)
        paths = os.pathsep.join([str(self.home / "src"), str(hook)])
        self._environment = {
            **os.environ,
            "PYTHONPATH": paths,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Have a change in the copy for a while."""
        path = self.home / mutant.file
        text, kept = path.read_text("utf-8"), path.stat()
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        try:
            if mutant.is_native:
                self._compile(mutant.file)
            yield
        finally:
            path.write_text(text, "utf-8")
            os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))
            if mutant.is_native:
                shutil.copy2(_compiled_core(), self._core)

    def failing(self, tests: Sequence[str]) -> str | None:
        """Return the first of some tests that fails, None if all pass."""
        files = [f"tests/{test}" for test in tests]
        command = [sys.executable, "-m", "pytest", *PYTEST, *CHOSEN, *files]
        ran = subprocess.run(
            command, cwd=self.home, env=self._environment, capture_output=True, text=True
        )
        if ran.returncode == 0:
            return None
        found = re.search(r"^(?:FAILED|ERROR) tests/(.*?)(?: - |$)", ran.stdout, re.MULTILINE)
        if found is None:
            raise RuntimeError(f"pytest ended with {ran.returncode}:\n{ran.stdout[-3000:]}")
        return found[1]

    def _compile(self, file: str) -> None:
        """Compile the objects that contain a file of the core as the last build did, and link them."""
        build = next(HOME.glob("build/cp*/build.ninja")).parent
        shutil.rmtree(self._build, ignore_errors=True)
        shutil.copytree(build, self._build)
        cache = (build / "CMakeCache.txt").read_text("utf-8")
        built = next(x for x in cache.splitlines() if x.startswith("CMAKE_HOME_DIRECTORY"))
        source = built.partition("=")[2]  # where that build found the sources

        def ninja(*words: str) -> str:
            command = ["ninja", "-t", *words]
            return subprocess.run(
                command, cwd=build, capture_output=True, text=True, check=True
            ).stdout

        needing = {
            block.partition(":")[0]
            for block in ninja("deps").split("\n\n")
            if f"\n    {source}/{file}\n" in f"{block}\n"
        }
        commands = [each for each in json.loads(ninja("compdb")) if each["output"] in needing]
        steps = [each["command"] for each in commands]
        steps.append(ninja("commands", "-s", self._core.name).strip())
        for step in steps:
            step = step.replace(f"{source}/core", f"{self.home}/core")
            subprocess.run(step, cwd=self._build, shell=True, check=True)
        shutil.copy2(self._build / self._core.name, self._core)


def _compiled_core() -> Path:
    """Return the compiled core of this environment."""
    from nonet import _core

    assert _core.__file__ is not None
    return Path(_core.__file__)


def chosen(words: list[str], *, native: bool) -> list[Mutant]:
    """Return the changes that the words name, all without words; those of the core only with `--core`."""
    found = [each for each in mutants() if native or not each.is_native]
    areas = {each.area for each in found}

    def is_named(mutant: Mutant, word: str) -> bool:
        return mutant.area == word if word in areas else word in f"{mutant.file}: {mutant.old}"

    return [each for each in found if not words or any(is_named(each, word) for word in words)]


def main() -> int:
    """Try the changes and print which of them are noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("words", nargs="*", help="areas, or parts of a file's name or of a text")
    parser.add_argument("--core", action="store_true", help="those of the core too")
    asked = parser.parse_args()
    found = chosen(asked.words, native=asked.core)
    problems = [problem for each in found if (problem := each.problem())]
    if problems or not found:
        print("\n".join(problems) or "no change has these words", file=sys.stderr)
        return 2
    total, killed = Counter(each.area for each in found), Counter[str]()
    killers: list[str] = []
    with TemporaryDirectory(prefix="nonet-mutants-") as folder:
        copy = Copy(Path(folder))
        for mutant in found:
            begun = time.monotonic()
            with copy.changed(mutant):
                failed = copy.failing(mutant.tests)
            word = "killed  " if failed else "SURVIVED"
            print(f"{word} {time.monotonic() - begun:4.0f} s  {mutant}")
            print(f"                 {failed or mutant.notice}", flush=True)
            if failed:
                killers.append(failed)
                killed[mutant.area] += 1
        if killers and (failed := copy.failing(killers)):
            print(f"{failed} fails without any change", file=sys.stderr)
            return 2
    for area, number in total.items():
        print(f"{area:12} {killed[area]:2} of {number}")
    print(f"{'all':12} {killed.total():2} of {len(found)}: {killed.total() / len(found):.0%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
