"""The documentation as a site: every kind of page can be read by everybody, on a phone and a screen, light and dark."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from .conftest import Host

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect


sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import docs_site  # noqa: E402

KINDS = {
    "home": "index.html",
    "list": "contents.html",
    "technique": "techniques/x_wing.html",
    "techniques": "techniques/index.html",
    "algorithm": "algorithms/norvig.html",
    "guide": "guides/teacher.html",
    "reference": "api/nonet.html",
    "errors": "api/errors.html",
    "commands": "cli.html",
    "source": "source/src/nonet/teach/norvig.py.html",
}
COLOURS = ("color-contrast", "link-in-text-block")
WEIGHT = 150_000
"""Bytes of a page with its styles and scripts, compressed as hosts do it."""
SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const each of list.getEntries())
            window.shifts.push([each.value, String(each.sources[0]?.node?.className)]);
    }).observe({ type: "layout-shift", buffered: true });
"""

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def root(make_root: Callable[..., Path]) -> Path:
    """Return a folder that has the pages, without the web app, in a folder below."""
    if find_spec("material") is None:
        pytest.skip('needs MkDocs: pip install "nonet[docs]"')
    return make_root("docs", make)


def make(site: Path) -> None:
    """Make the pages."""
    assert docs_site.build_pages(site)


def weight(page: Any, root: Path) -> int:
    """Return the size of a page and all that it has loaded but pictures, compressed."""
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    files = [root / unquote(urlsplit(url).path).lstrip("/") for url in {page.url, *loaded}]
    return sum(len(gzip.compress(file.read_bytes())) for file in files if file.suffix != ".svg")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_kind_of_page_can_be_read_by_everybody(
    root: Path,
    host: Host,
    open_page: Open,
    faults_of_access: Callable[..., list[str]],
    width: int,
    scheme: str,
) -> None:
    found: dict[str, Any] = {}
    for kind, address in KINDS.items():
        for _ in range(
            2
        ):  # beside other work a page may be measured while it is drawn; a fault is there twice
            page = open_page(
                address,
                url=host.url,
                script=SHIFTS,
                viewport={"width": width, "height": 800},
                color_scheme=scheme,
            )
            page.wait_for_load_state("networkidle")
            dark = page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
            wrong = faults_of_access(page, () if scheme == "light" else COLOURS)
            wrong += [] if dark == (scheme == "dark") else [f"the page is not {scheme}"]
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append("the page is wider than the screen")
            wrong += [f"moved: {each}" for each in page.evaluate("shifts") if each[0] > 0.001]
            if (size := weight(page, root)) > WEIGHT:
                wrong.append(f"{size:,} bytes")
            page.context.close()
            if not wrong:
                break
        else:
            found[kind] = wrong
    assert found == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_pages_are_read_without_scripts(host: Host, open_page: Open, width: int) -> None:
    size = {"width": width, "height": 800}
    page = open_page(KINDS["technique"], url=host.url, java_script_enabled=False, viewport=size)
    expect(page.get_by_role("heading", level=1)).to_contain_text("X-wing")
    expect(page.get_by_text("The two rows must use different columns")).to_be_visible()
    pictures = page.locator("article img")
    expect(pictures).to_have_count(3)  # an easy example, a harder one and a nasty one
    for picture in pictures.all():
        expect(picture).to_be_visible()
    expect(page.get_by_role("link", name="See it step by step")).to_be_visible()
    page.locator("article").get_by_role("link", name="naked pair").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Naked pair")


def test_the_search_finds_a_page(host: Host, open_page: Open) -> None:
    page = open_page(url=host.url)
    loaded = (
        "performance.getEntriesByType('resource').some((each) => each.name.endsWith('index.json'))"
    )
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(loaded), "the index is loaded before anybody searches"
    page.get_by_role("textbox", name="Search").fill("naked quadruple")
    page.locator(".md-search-result__link").first.click()
    expect(page).to_have_url(f"{host.url}/techniques/naked_quadruple.html?h=naked+quadruple")


def test_an_algorithm_runs_beside_the_text(host: Host, open_page: Open) -> None:
    page = open_page(KINDS["algorithm"], url=host.url)
    page.expected_errors = "404"  # the web app is not there
    page.wait_for_load_state("networkidle")
    page.get_by_role("link", name="Watch it run").click()
    frame = page.locator(".run iframe")
    expect(frame).to_have_attribute("title", "Watch it run")
    shown = frame.get_attribute("src")
    assert shown.startswith(f"{host.url}/app/index.html#lab?p=") and shown.endswith("&a=norvig")
    expect(page.get_by_role("link", name="Open it alone")).to_have_attribute(
        "href", f"../app/index.html{shown[shown.index('#') :]}"
    )
