"""Run a piece of JavaScript that imports the modules of the web app, in Node or else in Chromium."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

import nonet

STATIC = Path(nonet.__file__).parent / "web" / "static"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def run(body: str, data: Any) -> Any:
    """Return what a function body returns that is given ``data`` and the function ``load(module)``; both ways are JSON.

    The test is skipped where there is neither Node nor Chromium.
    """
    if node := shutil.which("node"):
        return _in_node(node, body, data)
    return _in_chromium(body, data)


def _in_node(node: str, body: str, data: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        # A folder of its own says that the files are modules; the app has no package.json.
        shutil.copytree(STATIC / "js", Path(folder) / "js")
        (Path(folder) / "package.json").write_text('{"type": "module"}', "utf-8")
        (Path(folder) / "data.json").write_text(json.dumps(data), "utf-8")
        script = (
            'import fs from "node:fs";\n'
            'const data = JSON.parse(fs.readFileSync(new URL("data.json", import.meta.url)));\n'
            "const load = (name) => import(`./js/${name}.js`);\n"
            f"const answer = await (async () => {{ {body} }})();\n"
            'fs.writeFileSync(new URL("answer.json", import.meta.url), JSON.stringify(answer ?? null));\n'
        )
        (Path(folder) / "run.js").write_text(script, "utf-8")
        ran = subprocess.run(
            [node, f"{folder}/run.js"], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads((Path(folder) / "answer.json").read_text("utf-8"))


def _in_chromium(body: str, data: Any) -> Any:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs node, or playwright")
    if CHROMIUM is None:
        pytest.skip("needs node or chromium")
    handler = functools.partial(_Quiet, directory=str(STATIC))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with playwright.sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/js/words/messages.js")
            script = "async (data) => { const load = (name) => import(`/js/${name}.js`); %s }"
            return page.evaluate(script % body, data)
    finally:
        server.shutdown()
        server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        """Write nothing."""
