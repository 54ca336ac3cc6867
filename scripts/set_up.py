"""Set up `.venv` for the Makefile: what nonet needs, what its tests need, and nonet itself, built in place.

The installation is editable: a changed Python file counts at once, and `make` runs this again after a change of the
core. The build goes without pip's isolation, so that it takes place in one directory (``build``), compiles
only what has changed and needs no network; the build requirements therefore have to be installed first.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
VENV = HOME / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

EXTRAS = "sat", "cp", "pictures", "data"

ASK_BACKEND = """
import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
sys.path[:0] = project["build-system"]["backend-path"]
import nonet_build
print("\\n".join(nonet_build.get_requires_for_build_editable()))
"""


def pip(*arguments: str) -> None:
    """Run pip inside the environment."""
    subprocess.run([str(PYTHON), "-m", "pip", "--quiet", *arguments], check=True, cwd=HOME)


def main() -> None:
    """Create the environment where there is none, then bring it up to date."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this is where an older one is told
        found = ".".join(map(str, sys.version_info[:2]))
        raise SystemExit(f"nonet needs Python 3.11 or newer, not {found}: make PYTHON=python3.12")
    import tomllib

    if subprocess.call([str(PYTHON), "-c", ""]) if PYTHON.exists() else True:
        print("creating .venv", flush=True)
        venv.create(VENV, with_pip=True, clear=True)
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    print("installing what is needed", flush=True)
    pip("install", *project["build-system"]["requires"])
    asked = subprocess.run(
        [str(PYTHON), "-c", ASK_BACKEND], check=True, cwd=HOME, stdout=subprocess.PIPE, text=True
    )
    if asked.stdout.split():
        pip("install", *asked.stdout.split())
    print("building nonet", flush=True)
    pip("install", "--no-build-isolation", "--editable", ".[dev]")
    # The extras come as wheels for the usual machines only; where one is missing, its tests are skipped.
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    for name in EXTRAS:
        try:
            pip("install", "--only-binary", ":all:", *extras[name])
        except subprocess.CalledProcessError:
            print(f"going on without the extra {name!r}: {', '.join(extras[name])}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
