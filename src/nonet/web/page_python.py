"""nonet's own Python for a page without a server: the files below ``python/`` of a site, and where they come from.

They are Pyodide, which is Python for WebAssembly; nonet as an archive, in which ``python/_core.py`` takes the place of
the native core; and the core with all of its functions. Pyodide is a package of npm. It is fetched when a site is
written, never by a page, and each of its files must have the digest that is written here.

Another version of Pyodide: `VERSION`, `ABI` and `DIGESTS`; ``tests/test_page_python.py`` then asks it thousands of
questions.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from nonet.base.errors import NonetError
from nonet.base.outfiles import write_file

__all__ = ["DIGESTS", "FOLDER", "VERSION", "NoPython", "archive", "page_files", "pyodide"]

FOLDER = "python"
"""The folder of a site for these files."""

VERSION = "314.0.7"
ABI = "2026_0"
"""What Pyodide asks of a list of packages, of which a page has none: `abi_version` of its pyodide-lock.json."""

DIGESTS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The files of Pyodide that a page loads, and the SHA-256 of each."""

_PACKAGE = f"pyodide@{VERSION}"
_SECONDS = 120.0  # for a download
_MOST = 64 * 2**20  # bytes of a download

_HOME = Path(__file__).parents[1]
_CORE = _HOME / "web" / FOLDER / "core.wasm"
_BINDING = {"web/python/_core.py": "_core.py"}
_APPS = ("cli", "play", "batch", "cluster.py")  # nothing that a page asks for needs them
_SOURCES = (".py", ".json", ".toml", ".txt")
_THEN = (1980, 1, 1, 0, 0, 0)  # the time of every file, so that the archive is always the same

_NOTICE = f"""Pyodide {VERSION} (https://github.com/pyodide/pyodide) is under the Mozilla Public License 2.0.
It contains Python (https://www.python.org) under the license of the Python Software Foundation.
The other files of this folder belong to nonet.
"""

Progress = Callable[[str], object]


class NoPython(NonetError):
    """The files of Pyodide were not found, or are not those of its version."""


def page_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a site with nonet's Python, from those of Pyodide."""
    if not _CORE.is_file():
        raise NoPython(f"{FOLDER}/core.wasm is missing; in a checkout run make wasm")
    # All hosts know files that end in .js.
    named = {name.replace(".mjs", ".js"): body for name, body in files.items()}
    loaded = {**named, "nonet.zip": archive(), "core.wasm": _CORE.read_bytes()}
    counted = [name for name in sorted(loaded) if not name.endswith(".js")]
    sizes = {name: len(loaded[name]) for name in counted}
    index = json.dumps({"abi": ABI, "sizes": sizes}, separators=(",", ":")).encode() + b"\n"
    whole = {**loaded, "index.json": index, "NOTICE.txt": _NOTICE.encode()}
    return {f"{FOLDER}/{name}": body for name, body in whole.items()}


def archive() -> bytes:
    """Return nonet as a page unpacks it: its modules and data in a zip archive, always with the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for path in sorted(_HOME.rglob("*")):
            name = path.relative_to(_HOME).as_posix()
            if path.suffix in _SOURCES and _is_needed(name):
                info = zipfile.ZipInfo(f"nonet/{_BINDING.get(name, name)}", _THEN)
                info.compress_type = zipfile.ZIP_DEFLATED
                written.writestr(info, path.read_bytes())
    return packed.getvalue()


def _is_needed(name: str) -> bool:
    parts = name.split("/")
    return parts[0] not in _APPS and parts[:2] != ["web", "static"]


# -- where Pyodide comes from ---------------------------------------------------------------------


def pyodide(where: str | None, progress: Progress = lambda phase: None) -> dict[str, bytes]:
    """Return the files of Pyodide: from a folder, an archive or an address of its package, or from npm.

    What npm or an address gives is kept in the cache of the user. Raises `NoPython`.
    """
    if where is not None and "://" not in where:
        path = Path(where)
        return _checked(_in_folder(path) if path.is_dir() else _in_archive(_read(path)), where)
    kept = _cache()
    if kept.is_dir():
        with suppress(NoPython):  # it is fetched again
            return _checked(_in_folder(kept), str(kept))
    progress(f"fetching {_PACKAGE}")
    files = _checked(_in_archive(_fetched(where) if where else _from_npm()), where or "npm")
    _keep(files, kept)
    return files


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "nonet" / f"pyodide-{VERSION}"


def _keep(files: Mapping[str, bytes], folder: Path) -> None:
    with suppress(OSError):  # it is fetched again next time
        folder.mkdir(parents=True, exist_ok=True)
        for name, body in files.items():
            write_file(folder / name, body, packed=False)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoPython(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _in_folder(folder: Path) -> dict[str, bytes]:
    return {name: _read(folder / name) for name in DIGESTS}


def _in_archive(body: bytes) -> dict[str, bytes]:
    """Return the files in an archive of npm."""
    try:
        with tarfile.open(fileobj=io.BytesIO(body)) as packed:
            members = {Path(member.name).name: member for member in packed.getmembers()}
            files_found = {
                name: packed.extractfile(members[name]) for name in DIGESTS if name in members
            }
            return {name: file.read() for name, file in files_found.items() if file is not None}
    except (tarfile.TarError, EOFError, OSError):
        raise NoPython(f"expected an archive of {_PACKAGE}, found other data") from None


def _checked(files: dict[str, bytes], where: str) -> dict[str, bytes]:
    for name, digest in DIGESTS.items():
        if name not in files:
            raise NoPython(f"{where}: {name} is missing; expected the package {_PACKAGE}")
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise NoPython(f"{where}: {name} is not that of {_PACKAGE}")
    return files


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            body: bytes = answer.read(_MOST)
            return body
    except (OSError, ValueError) as error:
        raise NoPython(f"{address}: {error}") from None


def _from_npm() -> bytes:
    """Return the archive of the package, from the registry that npm is set up for."""
    npm = shutil.which("npm")
    if npm is None:
        raise NoPython("npm is missing")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", _PACKAGE, "--silent", "--pack-destination", folder]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=_SECONDS)
            return next(Path(folder).glob("*.tgz")).read_bytes()
        except (OSError, subprocess.SubprocessError, StopIteration):
            raise NoPython(f"npm did not fetch {_PACKAGE}") from None
