"""The documentation as a site: every kind of page can be read by everybody, on a phone and a screen, light and dark."""

from __future__ import annotations

import gzip
import re
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
import docs_links  # noqa: E402
import docs_search  # noqa: E402
import docs_site  # noqa: E402

LANGUAGES = ("en", "fa", "fr", "vi")
KINDS = {
    "home": "index.html",
    "list": "contents.html",
    "technique": "techniques/x_wing.html",
    "techniques": "techniques/index.html",
    "algorithm": "algorithms/norvig.html",
    "guide": "guides/teacher.html",
    "tutorial": "tutorial/en/02-moves.html",
    "tutorial in Persian": "tutorial/fa/02-moves.html",
    "words": "tutorial/en/index.html",
    "words in Persian": "tutorial/fa/index.html",
    "glossary": "glossary.html",
    "decision": "decisions/0005-the-rating-is-the-search-order.html",
    "reference": "api/nonet.html",
    "errors": "api/errors.html",
    "commands": "cli.html",
    "source": "source/src/nonet/teach/norvig.py.html",
    "notebook": "source/examples/notebooks/first_steps.ipynb.html",
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


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "dark"),
        (1280, "light"),
        pytest.param(360, "light", marks=pytest.mark.long),
        pytest.param(1280, "dark", marks=pytest.mark.long),
    ],
)
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
    expect(page).to_have_url(re.compile(r"/techniques/naked_quadruple\.html\?h=naked\+quadruple"))


ASK = """async ([words, url]) => {
    const worker = new Worker(JSON.parse(document.querySelector("#__config").textContent).search);
    const { config, docs } = await (await fetch(url)).json();
    const ask = (type, data) => new Promise((resolve) => {
        worker.onmessage = (event) => resolve(event.data.data);
        worker.postMessage({ type, data });
    });
    await ask(0, { config, docs, options: { suggest: false } });
    const found = {};
    for (const word of words)
        found[word] = (await ask(2, word)).items.map((each) => each.map((entry) => entry.location));
    worker.terminate();
    return found;
}"""
"""Ask the search of the theme, in its own worker, for words, and return the places it finds, page by page."""
EVERYWHERE = {
    "04-watching": ("17,368", "17368", "18,223", "18223", "28,134", "28134", "29,501", "29501"),
    "05-order": ("31,975", "31975", "69175317"),
    "07-choosing": ("Crook",),
    "08-sizes": ("n²",),
    "09-algorithms": ("Musliu", "Winter"),
}


SMALL = re.compile(r"\b(a|from|is|it|of|the) ", re.IGNORECASE)
SEEN = 5
"""Pages that a search shows without scrolling."""


def places_of_words(language: str) -> dict[str, str]:
    """Return words that a learner brings along, and the chapter that is about each: what the table says, headings,
    figures."""
    found = {
        word: row.page
        for row in reversed(docs_search.rows_of(language))
        for word in re.split(r"[,;؛،] ", re.sub(r'["«»]', "", row.theirs))
        if re.search(r"[^\W\d]", word)  # a reader does not search for "." or -1
    }
    folder = docs_site.HOME / "docs" / "tutorial" / language
    titles: dict[str, list[str]] = {}
    for page in sorted(folder.glob("[0-9]*.md")):
        text = page.read_text("utf-8")
        for heading in docs_links.headings(text):
            title = re.sub(r"[`*]|^\w+\. ", "", heading)
            title = SMALL.sub("", title) if language == "en" else title
            titles.setdefault(title, []).append(page.name)
    for heading, pages in titles.items():
        if len(pages) == 1:  # others, such as "Exercises", are in every chapter
            found[heading] = f"tutorial/{language}/{pages[0]}"
    for chapter, figures in EVERYWHERE.items():
        found |= dict.fromkeys(figures, f"tutorial/{language}/{chapter}.md")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_other_tutorials_lead_to_their_chapter(
    host: Host, open_page: Open, language: str
) -> None:
    page = open_page(f"tutorial/{language}/index.html", url=host.url)
    expected = places_of_words(language)
    index = f"{host.url}/{docs_search.index_of(language)}"
    found = page.evaluate(ASK, [list(expected), index])
    lost = {}
    for word, chapter in expected.items():
        pages = [places[0].partition("#")[0] for places in found[word][:SEEN]]
        if chapter.replace(".md", ".html") not in pages:
            lost[word] = (chapter, pages)
    assert len(expected) > 100 and lost == {}


def test_a_chapter_is_in_its_language_and_leads_to_the_others(host: Host, open_page: Open) -> None:
    page = open_page("tutorial/fa/02-moves.html", url=host.url)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[document.documentElement.lang, document.body.dir]") == ["fa", "rtl"]
    expect(page.get_by_role("textbox", name="جستجو")).to_be_visible()
    tabs = page.get_by_role("navigation").and_(page.locator(".md-tabs"))
    expect(tabs.get_by_role("link", name="آموزش", exact=True)).to_be_visible()
    code = page.locator("article :is(pre, p code)")
    directions = code.evaluate_all("all => all.map((each) => getComputedStyle(each).direction)")
    assert len(directions) > 20 and {*directions} == {"ltr"}
    page.get_by_role("button", name="انتخاب زبان").hover()
    page.get_by_role("link", name="Français").click()
    expect(page).to_have_url(f"{host.url}/tutorial/fr/02-moves.html")
    assert page.evaluate("[document.documentElement.lang, document.body.dir]") == ["fr", "ltr"]


def test_the_search_of_a_translation_finds_its_own_pages(host: Host, open_page: Open) -> None:
    page = open_page("tutorial/fr/index.html", url=host.url)
    page.wait_for_load_state("networkidle")
    page.get_by_role("textbox", name="Rechercher").fill("retour sur trace")
    page.locator(".md-search-result__link").first.click()
    expect(page).to_have_url(re.compile("/tutorial/fr/03-backtracking.html"))


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
