"""Set up `.venv` for the Makefile: the requirements of nonet and its tests, and nonet itself, built in place.

The installation is editable: a changed Python file takes effect at once, and `make` runs this again after a change of
the core. The build runs without pip's isolation, so it uses one directory (``build``), compiles only what has changed
and needs no network. That is why the build requirements are installed first.

Debian has the headers of Python in a separate package. If they are missing, that package is unpacked below
``build/python``; this needs no privileges and installs nothing. ``pip install`` never does this.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
VENV = HOME / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

ASK_BACKEND = """
import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
sys.path[:0] = project["build-system"]["backend-path"]
import nonet_build
print("\\n".join(nonet_build.get_requires_for_build_editable()))
"""


def pip(*arguments: str) -> None:
    """Run pip in the environment."""
    subprocess.run([str(PYTHON), "-m", "pip", "-qq", *arguments], check=True, cwd=HOME)


def fetch_headers(own: Path, directory: Path) -> Path | None:
    """Return a directory with the headers that ``own`` lacks, from Debian's package; None if that fails."""
    root = directory / "root"
    found = root / "usr" / "include" / own.name
    if (found / "Python.h").is_file():
        return found
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return None
    package = f"lib{own.name}-dev"
    print(f"Fetching the headers of Python: {package}", flush=True)
    lists, cache = directory / "lists", directory / "cache"
    for needed in (lists / "partial", cache / "archives" / "partial"):
        needed.mkdir(parents=True, exist_ok=True)
    apt = ["apt-get", "-qq", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={cache}"]
    apt += ["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="]
    try:
        subprocess.run([*apt, "update"], check=True, cwd=directory)
        subprocess.run([*apt, "download", package], check=True, cwd=directory)
        for archive in directory.glob(f"{package}_*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(archive), str(root)], check=True)
    except subprocess.CalledProcessError:
        return None
    return found if (found / "Python.h").is_file() else None


def main() -> None:
    """Create the environment if it does not exist, then bring it up to date."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the message for an older one
        found = ".".join(map(str, sys.version_info[:2]))
        raise SystemExit(f"nonet needs Python 3.11 or newer, got {found}: make PYTHON=python3.12")
    import tomllib

    if subprocess.call([str(PYTHON), "-c", ""]) if PYTHON.exists() else True:
        print("Creating .venv", flush=True)
        venv.create(VENV, with_pip=True, clear=True)
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    print("Installing the requirements", flush=True)
    pip("install", *project["build-system"]["requires"])
    asked = subprocess.run(
        [str(PYTHON), "-c", ASK_BACKEND], check=True, cwd=HOME, stdout=subprocess.PIPE, text=True
    )
    if asked.stdout.split():
        pip("install", *asked.stdout.split())
    own = Path(sysconfig.get_path("include"))
    if not (own / "Python.h").is_file() and "NONET_PYTHON_INCLUDE" not in os.environ:
        headers = fetch_headers(own, HOME / "build" / "python")
        if headers:
            os.environ["NONET_PYTHON_INCLUDE"] = str(headers)
    print("Building nonet", flush=True)
    pip("install", "--no-build-isolation", "--editable", ".[dev]")
    # The extras have wheels for common machines only. Where one is missing, its tests are skipped.
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    for name in extras.keys() - {"all", "dev"}:
        try:
            pip("install", "--only-binary", ":all:", *extras[name])
        except subprocess.CalledProcessError:
            print(f"Continuing without the extra {name!r}: {', '.join(extras[name])}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
