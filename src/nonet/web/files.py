"""The files of the page, as the server sends them: from two folders, compressed once, with a fingerprint each.

Only files of the listed types are served, so nothing else that lies in a folder can leave it. The words of a language
are one file for the page, and its lessons another, put together from all of its files. The service worker is sent with
the list of all files and a digest of them before it, so a browser notices when one has changed. The page of an app
without `core.wasm` says so, and does not ask for it.

Something new on the page
=========================

1. Its module in the folder of its place: at most 250 lines, opening with why it exists, typed in comments (`make
   check` runs `tsc`). A module that the first screen imports is listed in `index.html`; `tests/test_web_page.py`
   says which is missing.
2. A constant that Python has is never typed again: `scripts/engine_data.py` writes those that the page needs, and
   names the scripts that write the others. The head of such a file says which.
3. Its English words in `src/nonet/words/en/app/`. A key is a row in `src/nonet/game/keys.json`, which help and
   tooltips read, with a label in the group `keys` of the words and a command of the same name
   (`js/play/commands.js`, or the module that owns it). A key of the terminal player changes `docs/play.md` too.
4. Colours from the properties of `css/theme.css` only (`scripts/theme_css.py` writes them from the themes), lengths
   by logical properties: the page also runs from right to left. A name for a screen reader, 44 pixels for a finger,
   and a look at 360 pixels, dark and in forced colours.
5. What outlives its elements (listeners of the window or of media, timers, watchers) belongs to `app.owner`
   (`js/owner.js`), which ends it with the view. What comes from outside is read by `js/outside.js`; what the page
   keeps in the browser is in `js/kept.js`.
6. A test in `tests/browser/` of what a person does, by role and name. The page must write no error and ask no other
   host; the fixture watches.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from nonet import words

__all__ = ["STATIC", "File", "etag_of", "every_file", "every_name", "find", "service_worker"]

_HOME = Path(__file__).parents[1]
STATIC = _HOME / "web" / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
}
_INDEX, _CORE = "index.html", "core.wasm"
_COMPRESSED = (".png", ".ico")  # already
_NOT_KEPT = ("sw.js", "jsconfig.json", "jsconfig.worker.json")
_NAME = re.compile(r"(?:[a-z0-9_][a-z0-9_.-]*/)*[a-z0-9_][a-z0-9_.-]*", re.IGNORECASE)
_ELSEWHERE = {
    "keys.json": _HOME / "game" / "keys.json",
    "stock.json": _HOME / "generating" / "stock.json",
    "technique_stock.json": _HOME / "generating" / "technique_stock.json",
}
_WORDS = re.compile(r"words/(lessons/)?([a-z]{2,3}(?:-[a-z]+)?)\.json")


_NOTHING: Mapping[str, str] = {}


class File(NamedTuple):
    """A file to send: its bytes, its gzip form or None, its type and its fingerprint."""

    body: bytes
    compressed: bytes | None
    type: str
    etag: str


def find(name: str) -> File | None:
    """Return the file of an address without its first slash, or None.

    >>> find("../../pyproject.toml"), find("api.py"), find("/etc/passwd")
    (None, None, None)
    """
    if name == "sw.js":
        return service_worker(every_file())
    if match := _WORDS.fullmatch(name):
        return _words(match[2], is_lessons=bool(match[1]))
    path = _path_of(name or _INDEX)
    try:
        if path is None or not path.is_file():
            return None
        state = path.stat()
    except OSError:
        return None
    lacks_core = path.name == _INDEX and not (STATIC / _CORE).is_file()
    return _file(path, state.st_mtime_ns, state.st_size, lacks_core)


def _path_of(name: str) -> Path | None:
    """Return where the file of a name is; no name leads out of the folders."""
    if name in _ELSEWHERE:
        return _ELSEWHERE[name]
    path = STATIC / name
    if not _NAME.fullmatch(name) or path.suffix not in _TYPES:
        return None
    return path if path.resolve().is_relative_to(STATIC.resolve()) else None


def every_name() -> list[str]:
    """Return the addresses of all files that the page can ask for, but for the service worker itself.

    >>> {"index.html", "words/en.json", "words/lessons/en.json"} <= set(every_name())
    True
    """
    return list(every_file())


def every_file() -> dict[str, File]:
    """Return these files by their addresses."""
    paths = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*")]
    for language in words.languages():
        paths += [f"words/{language}.json", f"words/lessons/{language}.json"]
    names = sorted(name for name in (*paths, *_ELSEWHERE) if name not in _NOT_KEPT)
    return {name: file for name in names if (file := find(name)) is not None}


def _words(language: str, *, is_lessons: bool) -> File | None:
    """Return the words of a language, or its lessons, or None."""
    if language not in words.languages():
        return None
    parts = [*words.files_of(language), *words.files_of("en")]
    states = tuple((state.st_mtime_ns, state.st_size) for state in map(Path.stat, parts))
    return _words_at(language, is_lessons, states)


@lru_cache(maxsize=64)
def _words_at(language: str, is_lessons: bool, states: tuple[tuple[int, int], ...]) -> File:
    """Put the words of a language together; they are read again when one of their files has changed."""
    texts = words.texts(language)
    lessons = texts.pop("lessons", {})
    body = json.dumps(
        lessons if is_lessons else texts, ensure_ascii=False, separators=(",", ":")
    ).encode()
    return File(body, gzip.compress(body, 9, mtime=0), _TYPES[".json"], etag_of(body))


def service_worker(kept: Mapping[str, File], later: Mapping[str, str] = _NOTHING) -> File:
    """Return the service worker that keeps these files, and others by their fingerprints once they were loaded."""
    etags = tuple((name, file.etag) for name, file in kept.items())
    return _service_worker_for(etags, tuple(later.items()), (STATIC / "sw.js").read_bytes())


@lru_cache(maxsize=2)
def _service_worker_for(
    etags: tuple[tuple[str, str], ...], later: tuple[tuple[str, str], ...], code: bytes
) -> File:
    """Return the service worker for these files; it is made again when a file has changed."""
    lines = "\n".join(f"{name} {etag}" for name, etag in etags)
    digest = hashlib.sha256(lines.encode()).hexdigest()[:16]
    # "./" is the page itself, as a browser asks for it.
    listed = {"version": digest, "files": ["./", *(name for name, _ in etags)]}
    head = json.dumps({**listed, "later": {name: etag.strip('"') for name, etag in later}})
    body = f"self.NONET = {head};\n".encode() + code
    return File(body, gzip.compress(body, 9, mtime=0), _TYPES[".js"], etag_of(body))


@lru_cache(maxsize=512)
def _file(path: Path, changed: int, size: int, lacks_core: bool) -> File:
    """Read and compress a file; a changed file is read again."""
    body = path.read_bytes()
    if lacks_core:
        body = body.replace(b"<html ", b'<html data-core="none" ', 1)
    packed = None if path.suffix in _COMPRESSED else gzip.compress(body, 9, mtime=0)
    smaller = packed if packed is not None and len(packed) < len(body) else None
    return File(body, smaller, _TYPES[path.suffix], etag_of(body))


def etag_of(body: bytes) -> str:
    """Return the fingerprint of a file."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'
