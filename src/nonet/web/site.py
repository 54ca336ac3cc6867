"""The web app as a folder of static files: for a host that sends files and answers nothing.

The page is that of `nonet serve`. It carries a mark that there is no server, and its content security policy in its
head. With `page_python.py` it has nonet's own Python, which answers what the server would. What takes long is written
here: the lists of the API and the runs of the Lab. `site.json` lists the files of a site, so that a later one replaces
them and nothing else. `disk.py` adds what opens the app without a host.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path, PurePosixPath
from typing import NamedTuple, cast

from nonet import __version__
from nonet.base.errors import NonetError
from nonet.base.outfiles import write_file
from nonet.engine import threads_available
from nonet.puzzle import Puzzle
from nonet.teach import names
from nonet.teach.board import DigitOrder
from nonet.web import files, pages, traces
from nonet.web.disk import disk_files
from nonet.web.files import STATIC, File
from nonet.web.guard import POLICY
from nonet.web.verbs import LISTS

__all__ = ["Run", "SiteError", "runs", "write_site"]

_LIST = "site.json"
_CORE = "core.wasm"
_EVENTS = 120_000  # that a recorded run keeps
_SHELF_STEPS = 1_000_000  # of a run that the shelf shows
_STEPS = 40_000  # of any other run
_IN_HEADERS_ALONE = "frame-ancestors"  # browsers report it as a mistake in a page
_KEPT = ("", ".git")  # what an empty folder may have

Progress = Callable[[str], object]

_HTML = '<html lang="en">'
_CHARSET = '<meta charset="utf-8">'
_PICTURE = 'property="og:image" content="preview.png"'
_NOSCRIPT = "nonet needs JavaScript to show its boards."


class SiteError(NonetError):
    """A site that cannot be written: a part of the app is missing, or the folder has other files."""


class Run(NamedTuple):
    """A run of the Lab: the name of its board, the board and the run as in a link, and the steps that it may take."""

    board: str
    code: str
    run: str
    budget: int

    @property
    def file(self) -> str:
        """The name of its file.

        >>> Run("worst", "..1", "backtracking:descending", 1).file
        'worst.backtracking-descending.trace'
        """
        return f"{self.board}.{self.run.replace(':', '-')}.trace"

    @property
    def is_on_shelf(self) -> bool:
        """Whether the shelf shows it; other runs are chosen by the reader."""
        return self.budget == _SHELF_STEPS


def write_site(
    folder: Path,
    *,
    python: Mapping[str, bytes] | None = None,
    recorded: Iterable[Run] | None = None,
    address: str = "",
    progress: Progress = lambda phase: None,
) -> dict[str, int]:
    """Write the app to a folder, which is empty or an earlier site; return the size of each file.

    ``python`` are the files of `nonet.web.page_python.page_files`; without them the page answers classic boards alone.
    ``recorded`` are the runs of the Lab to record (default: `runs()`). ``address`` is where the site will be:
    with it, a link to the page has its picture in other programs. ``progress`` is called with a few words for
    what is done now, such as "recorded 3 of 92 runs". Nothing is written if a part is missing or the folder has files
    of others.

    Raises `SiteError`, and `OSError` where a file cannot be written.
    """
    earlier = _earlier(folder)
    content = _content(
        python or {}, tuple(runs() if recorded is None else recorded), address, progress
    )
    for name in sorted(content.keys() - earlier):
        if (folder / name).exists():
            raise SiteError(f"{folder / name} is not a file of the earlier site; move it first")
    progress("writing the files")
    # Until all is done, the list has the files of both sites: an interrupted site can be written again.
    _write(folder, _LIST, _list(earlier | content.keys()))
    for name, body in content.items():
        _write(folder, name, body)
    for name in earlier - content.keys():
        _remove(folder, name)
    _write(folder, _LIST, _list(content.keys()))
    return {name: len(body) for name, body in content.items()}


# -- the folder -----------------------------------------------------------------------------------


def _earlier(folder: Path) -> set[str]:
    """Return the files of the site in a folder; raise `SiteError` if it has files but no site."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise SiteError(f"{folder} is a file, expected a folder")
    if not (folder / _LIST).is_file():
        if any(path.name not in _KEPT for path in folder.iterdir()):
            raise SiteError(f"{folder} has other files; choose an empty folder or an earlier site")
        return set()
    try:
        found = json.loads((folder / _LIST).read_text("utf-8"))
        listed: list[str] = found["files"]
        is_ours = isinstance(found["nonet"], str) and isinstance(listed, list)
        is_ours = is_ours and all(_is_inside(folder, name) for name in listed)
    except (ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours:
        raise SiteError(f"{folder / _LIST} is not the list of a site; choose an empty folder")
    return set(listed)


def _is_inside(folder: Path, name: str) -> bool:
    path = PurePosixPath(name)
    is_relative = (
        path.name and not path.is_absolute() and ".." not in path.parts and "\\" not in name
    )
    return bool(is_relative) and (folder / name).resolve().is_relative_to(folder.resolve())


def _list(listed: Iterable[str]) -> bytes:
    return _json({"nonet": __version__, "files": sorted({*listed, _LIST})})


def _write(folder: Path, name: str, body: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, body, packed=False)


def _remove(folder: Path, name: str) -> None:
    """Remove a file, and the folders below the site that are empty then."""
    path = folder / name
    path.unlink(missing_ok=True)
    while (path := path.parent) != folder and path.is_dir() and not any(path.iterdir()):
        path.rmdir()


# -- the files ------------------------------------------------------------------------------------


def _content(
    python: Mapping[str, bytes], recorded: tuple[Run, ...], address: str, progress: Progress
) -> dict[str, bytes]:
    """Return every file of a site by its address. ``python`` are those that the page loads when it needs them."""
    if files.find(_CORE) is None:
        raise SiteError(
            f"{_CORE} is missing; in a checkout run make wasm, then .venv/bin/nonet site"
        )
    app = {name: file.body for name, file in files.every_file().items()}
    page = _index(app["index.html"].decode(), address)
    mark = ' data-server="none"'
    with_python = page.replace(f"{mark}>", f'{mark} data-python="here">', 1)
    app["index.html"] = (with_python if python else page).encode()
    for name, content in LISTS.items():
        app[f"{name}.json"] = _json(content())
    index, shelf, others = _traces(recorded, progress)
    app["traces/index.json"] = _json(index)
    app |= shelf
    kept = {name: File(body, None, "", files.etag_of(body)) for name, body in sorted(app.items())}
    progress("making the pages of the techniques")
    plain = {name: text.encode() for name, text in pages.technique_pages()}
    later = {name: files.etag_of(body) for name, body in sorted(python.items())}
    worker = files.service_worker(kept, later).body
    site = {**app, **others, **plain, **python, "sw.js": worker, ".nojekyll": b""}
    progress("packing the app for a disk")
    return {**site, **disk_files({**app, **others, "index.html": page.encode()})}


def _index(page: str, address: str) -> str:
    """Return the page of the app with what the server says in headers, and the mark that there is none.

    Other programs take a picture only by its whole address: without one the page names none.
    """
    policy = "; ".join(
        part for part in POLICY.split("; ") if not part.startswith(_IN_HEADERS_ALONE)
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '  <meta name="referrer" content="no-referrer">'
    )
    lessons = f'<a href="{pages.FOLDER}/index.html">The techniques</a> can be read without it.'
    for old, new in (
        (_HTML, _HTML.replace(">", ' data-server="none">')),
        (_CHARSET, f"{_CHARSET}\n  {head}"),
        (_NOSCRIPT, f"{_NOSCRIPT} {lessons}"),
        (_PICTURE, _PICTURE),
    ):
        if page.count(old) != 1:
            raise SiteError(f"index.html has no single {old!r}")
        page = page.replace(old, new)
    if address:
        return page.replace(_PICTURE, _PICTURE.replace('="pre', f'="{address.rstrip("/")}/pre'), 1)
    return re.sub(r' *<meta property="og:image.*\n', "", page)


def _json(found: object) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# -- runs of the Lab ------------------------------------------------------------------------------


def runs() -> Iterator[Run]:
    """Yield the runs that a site records: those of the shelf, and each installed algorithm on each of its boards."""
    exhibits = json.loads((STATIC / "shelf.json").read_text("utf-8"))
    boards: dict[str, str] = {}
    for exhibit in exhibits:
        boards.setdefault(exhibit["code"], exhibit["name"])
    shelf = {(one["code"], run) for one in exhibits for run in one["runs"].split(",")}
    installed = [name for name in names() if traces.is_installed(name)]
    for code, board in boards.items():
        shown = sorted(run for other, run in shelf if other == code)
        for run in dict.fromkeys([*shown, *installed]):
            if run.partition(":")[0] in installed:
                budget = _SHELF_STEPS if (code, run) in shelf else _STEPS
                yield Run(board, code, run, budget)


def _traces(
    recorded: tuple[Run, ...], progress: Progress
) -> tuple[dict[str, dict[str, str]], dict[str, bytes], dict[str, bytes]]:
    """Return the file of each run by board and run, and the files: of the shelf, and of the other runs."""
    index: dict[str, dict[str, str]] = {}
    found: dict[bool, dict[str, bytes]] = {True: {}, False: {}}
    progress(f"recorded 0 of {len(recorded)} runs")
    for done, (run, body) in enumerate(zip(recorded, _recordings(recorded), strict=True), 1):
        index.setdefault(run.code, {})[run.run] = run.file
        found[run.is_on_shelf][f"traces/{run.file}"] = body
        progress(f"recorded {done} of {len(recorded)} runs")
    return index, found[True], found[False]


def _recordings(recorded: tuple[Run, ...]) -> Iterator[bytes]:
    """Yield the files of runs, recorded on all processors."""
    processes = min(len(recorded) // 4, threads_available())
    if processes < 2:
        yield from map(_recording, recorded)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(_recording, recorded)


def _recording(run: Run) -> bytes:
    """Return a run as the Lab reads it, compressed."""
    shape, _, cells = run.code.rpartition(":")
    name, _, order = run.run.partition(":")
    answer: Mapping[str, object] = traces.trace(
        Puzzle(cells, rules=shape or None),
        name,
        digits=cast(DigitOrder, order or "ascending"),
        events=_EVENTS,
        budget=run.budget,
    )
    return gzip.compress(_json(answer), 9, mtime=0)
