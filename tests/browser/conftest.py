"""Fixtures for the tests of the web app: a real server, a real Chromium, and a page that reports every fault.

Without Chromium or the extras the tests are skipped with a reason; where ``NONET_BROWSER`` is "required", they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from locks import locked

HOME = Path(__file__).parents[2]
MODULE = HOME / "src" / "nonet" / "web" / "static" / "core.wasm"
NO_ENGINE = "delete window.Worker"
"""A script for `open_page`, after which the server answers everything."""
AXE = HOME / ".cache" / "node" / "node_modules" / "axe-core" / "axe.min.js"

# Chromium asks its maker's hosts for updates unless it is kept from it.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000
"""Milliseconds until what a test expects must be seen: long, since the tests share a machine with others."""
BUSY = "status of 503"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test below this directory."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


def _lacking(what: str) -> None:
    if os.environ.get("NONET_BROWSER") == "required":
        pytest.fail(f"{what} is missing, and the tests in a browser are required here")
    pytest.skip(f"needs {what}")


class Server:
    """`nonet serve` in a process of its own, on a free port of the loopback interface."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "nonet", "serve", "--port", "0", "--no-open", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        printed = ""
        for line in self.process.stdout:
            printed += line
            if match := re.search(r"http://[\w.:\[\]]+:(\d+)", line):
                self.port = int(match[1])
                self.url = f"http://127.0.0.1:{self.port}"
                return
        raise RuntimeError(f"the server ended: {printed}")

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def start_server() -> Iterator[Callable[..., Server]]:
    """Return a function that starts a server; all are stopped at the end."""
    for package in ("fastapi", "uvicorn"):
        if find_spec(package) is None:
            _lacking(package)
    started: list[Server] = []

    def start(*options: str) -> Server:
        started.append(Server(*options))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(start_server: Callable[..., Server]) -> Server:
    """Return a server that all tests share."""
    return start_server()


FOLDER = "below/the root"
"""Where a site is in the folder that a `Host` sends."""


class Host:
    """`python -m http.server`: it sends the files of a site, and answers nothing."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"port (\d+)", self.process.stdout.readline())
        assert found is not None
        self.url = f"http://127.0.0.1:{found[1]}/{FOLDER.replace(' ', '%20')}"

    def stop(self) -> None:
        """End the server; calling it again does nothing."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def make_root(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return a function that returns a folder with a site in it, which one of the test processes makes for all."""

    def root_of(name: str, make: Callable[[Path], object]) -> Path:
        folder = tmp_path_factory.getbasetemp()
        if "PYTEST_XDIST_WORKER" in os.environ:
            folder = folder.parent
        root, made = folder / name, folder / f"{name}.made"
        with locked(root.with_suffix(".lock")):
            if not made.exists():
                make(root / FOLDER)
                made.touch()
        return root

    return root_of


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    """Return a web server for the site of a module: its fixture ``root`` is what `make_root` made."""
    started = Host(root)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return Chromium, without a window."""
    if find_spec("playwright") is None:
        _lacking("playwright")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _lacking("Chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page with an empty store; its options are those of Playwright's contexts.

    ``script`` runs before those of the page. The service worker, which would fetch and keep all files for each test,
    is there with ``service_workers="allow"``.

    A test fails if a page writes an error to its console, throws, or asks another origin for anything. Tests that
    provoke errors set ``page.expected_errors`` to a pattern of the errors that are meant.
    """
    contexts: list[Any] = []
    pages: list[Any] = []

    def open_one(
        fragment: str = "", *, url: str = server.url, script: str = "", **options: Any
    ) -> Any:
        usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
        context = browser.new_context(**{**usual, "service_workers": "block", **options})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.faults, page.expected_errors = [], None
        page.on("console", lambda m: m.type == "error" and page.faults.append(_said(m)))
        page.on("pageerror", lambda error: page.faults.append(f"thrown: {error}"))
        page.on("request", lambda request: _same_origin(page, request.url, url))
        pages.append(page)
        page.goto(f"{url}/{fragment}")
        return page

    yield open_one
    faults = [fault for page in pages for fault in page.faults if not _is_expected(page, fault)]
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def _said(message: Any) -> str:
    return f"console: {message.text} ({message.location['url']})"


def _same_origin(page: Any, asked: str, url: str) -> None:
    parts = urlsplit(asked)
    if parts.scheme in ("http", "https", "ws") and parts.netloc != urlsplit(url).netloc:
        page.faults.append(f"a request left the origin: {asked}")


def _is_expected(page: Any, fault: str) -> bool:
    """Whether a test means a fault, or it is a busy server, which the page asks again: the tests share a machine."""
    if BUSY in fault:
        return True
    return page.expected_errors is not None and re.search(page.expected_errors, fault) is not None


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    """Return a page that shows the app as a first visitor sees it."""
    return open_page()


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe, which finds faults of access."""
    if not AXE.exists():
        _lacking("axe-core (make check installs it where npm is)")
    return AXE.read_text("utf-8")


@pytest.fixture
def faults_of_access(axe: str) -> Callable[..., list[str]]:
    """Return a function that lists what axe finds on a page: rule, what to do, where. ``only`` are names of rules."""

    def found(page: Any, only: Sequence[str] = ()) -> list[str]:
        # What is still fading in has less contrast than it will have.
        page.emulate_media(reduced_motion="reduce")
        # The page's policy forbids scripts that are not its own; the debugger's door is not subject to it.
        if not page.evaluate("Boolean(window.axe)"):
            page.evaluate(axe)
        # Fragments are addresses of places here: a link in a part that has scrolled away is not a skip link.
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        options |= {"runOnly": only} if only else {"rules": {"skip-link": {"enabled": False}}}
        result = page.evaluate("(options) => axe.run(options)", options)
        return [
            f"{each['id']}: {each['help']}: {', '.join(str(n['target']) for n in each['nodes'])}"
            for each in result["violations"]
        ]

    return found
