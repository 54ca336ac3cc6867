"""Learn on the page: the list of techniques, a page for each, and the position of a hint on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nonet
from nonet.steps import TECHNIQUES, technique

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

STATIC = Path(nonet.__file__).parent / "web" / "static"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

Open = Callable[..., Any]

# All in the page: questions from outside would take longer than the pages themselves.
WALK = """async (expected) => {
    const { body } = document;
    const all = (selector) => [...body.querySelectorAll(`.learn ${selector}`)];
    const text = (selector) => all(selector)[0]?.textContent ?? "";
    const isDrawn = () => all(".drawing .spot:not(:has(.plain, .context))").length > 0;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const shown = [];
    for (const [name, , hasExample] of expected) {
        const isThere = () => text("h1") === name && (isDrawn() || !hasExample);
        for (let end = Date.now() + 20_000; !isThere() && Date.now() < end; ) await frame();
        shown.push([text("h1"), text(".lesson-about"), isDrawn() && all(".board").length === 1]);
        all(".lesson-turns .harder a")[0]?.click();
    }
    return shown;
}"""


def climb(page: Any, *levels: str) -> None:
    """Ask for a hint, level by level."""
    for level in levels:
        page.keyboard.press("h")
        expect(page.locator(".rung[aria-current]")).to_have_text(level)


def test_the_list_has_every_technique_and_is_searched_by_any_name(open_page: Open) -> None:
    page = open_page("#learn")
    links = page.locator(".technique")
    expect(links).to_have_count(len(TECHNIQUES))
    page.get_by_role("searchbox").fill("y wing")
    expect(page.locator(".technique:visible .technique-name")).to_have_text(
        ["XY-wing", "ALS-XY-wing"]
    )
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.get_by_text("No technique is called “nothing like it”.")).to_be_visible()
    page.get_by_role("searchbox").fill("X-Wing")
    page.get_by_role("link", name=re.compile("^X-wing")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("X-wing")


def test_the_page_of_each_technique_shows_its_example(open_page: Open) -> None:
    page = open_page("#learn/full_house")
    entries = json.loads((STATIC / "learn.json").read_text("utf-8"))
    examples = json.loads((STATIC / "examples.json").read_text("utf-8"))
    expected = [
        [each.name, each.about(), each.id in examples]
        for each in (technique(entry["id"]) for entry in entries)
    ]
    assert page.evaluate(WALK, expected) == expected


def test_a_lesson_is_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page("#learn/full_house", locale="fr")
    find = page.get_by_role("heading", name="Comment la trouver").locator("+ ol")
    expect(find).to_contain_text("Cherchez parmi les")
    assert find.get_attribute("lang") is None


def test_a_lesson_that_is_missing_is_english_and_marked_so(open_page: Open) -> None:
    page = open_page(locale="fa")
    page.expected_errors = "404"
    page.route("**/words/lessons/fa.json", lambda route: route.fulfill(status=404))
    page.goto(page.url.partition("#")[0] + "#learn/full_house")
    find = page.locator(".lesson ol[lang=en]").first
    expect(find).to_contain_text("Look along rows")
    expect(find).to_have_attribute("dir", "ltr")


def test_an_example_can_be_climbed(open_page: Open) -> None:
    page = open_page("#learn/x_wing")
    expect(page.locator(".ladder")).to_contain_text("so r6c9 cannot be 9.")
    expect(page.locator(".drawing .cross")).to_have_count(1)
    page.get_by_role("button", name="Nudge").click()
    expect(page.locator(".ladder")).to_contain_text("A digit has the same two places")
    expect(page.locator(".drawing .cross")).to_have_count(0)


def test_a_hint_leads_to_the_page_with_its_position_and_back(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}")
    expect(page.locator(".hint-bar .main")).to_be_visible()
    climb(page, "Nudge", "Name", "Where", "Why")
    said = page.locator(".ladder .said").inner_text()
    page.get_by_role("link", name="About: Hidden single in a box").click()
    expect(page.get_by_role("button", name="Your position")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".ladder .said")).to_have_text(said)
    page.get_by_role("button", name="Easy").click()
    expect(page.locator(".ladder .said")).not_to_have_text(said)
    page.go_back()
    expect(page.locator(".hint-bar .main")).to_be_visible()


def test_practise_makes_a_puzzle_whose_hardest_step_is_the_technique(open_page: Open) -> None:
    page = open_page("#learn/pointing")
    page.get_by_role("button", name="Practise").click()
    expect(page.locator(".head h1")).to_have_text("Pointing", timeout=15_000)
    code = page.url.partition("p=")[2][:81]
    from nonet import Puzzle

    assert Puzzle(code).rate().hardest == technique("pointing")


def test_the_example_can_be_played_on(open_page: Open) -> None:
    page = open_page("#learn/x_wing")
    page.get_by_role("link", name="Play on from the example").click()
    expect(page.locator(".hint-bar .main")).to_be_visible()
    climb(page, "Nudge", "Name")
    expect(page.locator(".ladder h2")).to_have_text("X-wing")


def test_learn_has_no_fault_of_access(
    open_page: Open, faults_of_access: Callable[[Any], list[str]]
) -> None:
    page = open_page("#learn")
    expect(page.locator(".technique")).to_have_count(len(TECHNIQUES))
    assert not faults_of_access(page)
    page.goto(page.url + "/forcing_chain")
    expect(page.locator(".proof-lines")).to_be_visible()
    assert not faults_of_access(page)
