"""The app for a folder on a disk: a page and scripts that carry what browsers do not load from there.

From `file:` a browser loads pages, styles, pictures and classic scripts, but no modules, workers, JSON or WebAssembly.
`open.html` is the page of the app for that, and each script carries a file, compressed, as text. `js/disk.js` makes
addresses of them. The modules and the words travel together in `disk/app.js`; what is large or rare has its own script.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

__all__ = ["PAGE", "disk_files"]

PAGE = "open.html"
"""The page that opens the app from a disk; `index.html` leads to it there."""

_FOLDER = "disk"
_APP = "app"
_POLICY = (
    "default-src 'none'; script-src file: blob: 'wasm-unsafe-eval'; style-src file:; img-src file: data: blob:; "
    "connect-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
)
_META = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)')
_NOT_LOADED = re.compile(r' *<link rel="(?:manifest|preload|modulepreload)"[^>]*>\n')
_START = '<script type="module" src="js/main.js"></script>'
_HTML = '<html lang="en"'
_PLACES = '<main id="places"></main>'
_NOTE = (
    '<p class="empty">This page opens nonet from a folder on a disk. '
    'Here, <a href="index.html">open the app</a>.</p>'
)

_CLASSIC = ("js/early.js",)  # loaded as they are
_APART = re.compile(r"core\.wasm|(?:learn|examples)\.json|words/lessons/.*|traces/.*\.trace")
_IMPORT = re.compile(r'^((?:import|export)\b[^;"]*?\bfrom |import )"(\.[^"]+)"', re.MULTILINE)


def disk_files(app: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that open the app from a disk: the page, and a script for each file that it needs.

    ``app`` is the content of a site by address. Raises `ValueError` if its page or a module is not as expected.
    """
    modules = {
        name: _named_imports(name, body.decode(), app)
        for name, body in app.items()
        if name.startswith("js/") and name.endswith(".js") and name not in _CLASSIC
    }
    apart = {name: body for name, body in app.items() if _APART.fullmatch(name)}
    lists = {
        name: body.decode()
        for name, body in app.items()
        if name.endswith(".json") and name not in apart
    }
    together = json.dumps({**modules, **lists}, ensure_ascii=False, sort_keys=True)
    scripts = {PAGE: _page(app["index.html"].decode()).encode()}
    for name, body in sorted({**apart, _APP: together.encode()}.items()):
        scripts[f"{_FOLDER}/{name}.js"] = _script(name, body)
    return scripts


def _named_imports(name: str, source: str, app: Mapping[str, bytes]) -> str:
    """Return a module that names what it imports from the folder of the app.

    >>> _named_imports("js/play/play.js", 'import { element } from "../dom.js";', {"js/dom.js": b""})
    'import { element } from "nonet:js/dom.js";'
    """

    def named(match: re.Match[str]) -> str:
        other = normpath(join(dirname(name), match[2]))
        if other not in app:
            raise ValueError(f"{name} imports {match[2]}, which is missing")
        return f'{match[1]}"nonet:{other}"'

    return _IMPORT.sub(named, source)


def _script(name: str, body: bytes) -> bytes:
    packed = body if name.endswith(".trace") else gzip.compress(body, 9, mtime=0)
    return f'nonetDisk.carry("{name}", "{base64.b64encode(packed).decode()}");\n'.encode()


def _page(index: str) -> str:
    page, policies = _META.subn(rf"\g<1>{_POLICY}\g<2>", _NOT_LOADED.sub("", index))
    for old, new in (
        (_HTML, f"{_HTML} data-disk"),
        (_START, '<script src="js/disk.js"></script>'),
        (_PLACES, _PLACES.replace("><", f">{_NOTE}<")),
    ):
        if page.count(old) != 1 or policies != 1:
            raise ValueError(f"index.html has no single {old!r}, or no policy")
        page = page.replace(old, new)
    return page
