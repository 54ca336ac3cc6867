"""The place that was requested last is shown, however late the others arrive."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.waiting import drawn, until

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1..."
OTHER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Held:
    """Requests of a page that wait until the test lets them go."""

    def __init__(self, page: Any, *patterns: str) -> None:
        self.page, self.is_open = page, False
        self.waiting: list[Any] = []
        for pattern in patterns:
            page.route(pattern, self._take)

    def _take(self, route: Any) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.waiting.append(route)

    def arrived(self, count: int = 1) -> None:
        until(self.page, lambda: len(self.waiting) >= count)

    def release(self) -> None:
        self.is_open = True
        for route in self.waiting:
            route.continue_()


def go(page: Any, *fragments: str) -> None:
    """Change the address, once for each fragment, as quickly as a script can."""
    page.evaluate("(all) => all.forEach((hash) => (location.hash = hash))", list(fragments))


def only(page: Any, place: str) -> None:
    """Expect one place, that of the bar, with its content."""
    expect(page.locator(f".place.{place}")).to_be_visible()
    expect(page.locator(".place:not([hidden])")).to_have_count(1)
    if place != "many":
        expect(page.locator("#bar [aria-current=page]")).to_have_attribute("data-place", place)
    until(page, lambda: len(page.locator(f".place.{place}").inner_text().strip()) > 20)


def test_a_module_that_comes_late_is_not_shown_over_the_place_wanted_last(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".cell")).to_have_count(81)
    held = Held(page, "**/js/learn/learn.js", "**/js/lab/lab.js", "**/js/set/setter.js")
    for place in ("learn", "lab", "set", "many"):
        go(page, f"#{place}")
        drawn(page)
    held.arrived(3)
    only(page, "many")
    held.release()
    page.wait_for_timeout(300)
    only(page, "many")
    expect(page).to_have_title(re.compile("^Many puzzles"))
    for place in ("set", "lab", "learn", "play"):
        go(page, f"#{place}")
        only(page, place)


def test_quick_clicks_end_at_the_last_one(open_page: Callable[..., Any]) -> None:
    page = open_page()
    expect(page.locator(".cell")).to_have_count(81)
    names = ["learn", "lab", "set", "play", "lab", "learn", "set"]
    for last in ("learn", "play", "set"):
        page.evaluate(
            """async (names) => {
                for (const name of names) {
                    document.querySelector(`#bar [data-place=${name}]`).click();
                    await new Promise((done) => setTimeout(done, Math.random() * 15));
                }
            }""",
            [*names, last],
        )
        only(page, last)
        page.wait_for_timeout(400)
        only(page, last)


def test_back_while_a_place_is_loaded_leads_back(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".cell")).to_have_count(81)
    go(page, "#learn")
    only(page, "learn")
    held = Held(page, "**/js/lab/lab.js")
    go(page, "#lab")
    held.arrived()
    page.go_back()
    only(page, "learn")
    page.go_back()
    only(page, "play")
    held.release()
    page.wait_for_timeout(300)
    only(page, "play")
    expect(page.locator(".play .cell")).to_have_count(81)
    page.go_forward()
    page.go_forward()
    only(page, "lab")


def test_of_two_lessons_the_last_one_is_shown(open_page: Callable[..., Any]) -> None:
    page = open_page("#learn")
    only(page, "learn")
    held = Held(page, "**/examples.json")
    go(page, "#learn/xy_wing")
    held.arrived()
    go(page, "#learn")
    page.wait_for_timeout(100)
    held.release()
    page.wait_for_timeout(300)
    expect(page.locator(".learn .families")).to_be_visible()
    expect(page.locator(".learn .lesson")).to_have_count(0)
    go(page, "#learn/x_wing", "#learn/xy_wing", "#learn/swordfish")
    expect(page.locator(".lesson h1")).to_have_text("Swordfish")
    expect(page).to_have_title(re.compile("Swordfish"))


def test_of_two_puzzles_the_last_one_is_shown(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".cell")).to_have_count(81)
    held = Held(page, "**/api/read")
    go(page, f"#play?p=diagonals:{PUZZLE}")
    held.arrived()
    go(page, f"#play?p={OTHER}")
    expect(page.locator(".cell").first).to_have_text("5")
    held.release()
    page.wait_for_timeout(300)
    expect(page.locator(".cell").first).to_have_text("5")
    assert OTHER in page.evaluate("location.hash")


def test_an_answer_that_comes_late_leads_nowhere(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".cell")).to_have_count(81)
    held = Held(page, "**/api/read")
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        f"diagonals\n{OTHER}",
    )
    held.arrived()
    go(page, "#learn")
    only(page, "learn")
    held.release()
    page.wait_for_timeout(300)
    only(page, "learn")
    assert page.evaluate("location.hash") == "#learn"


def test_of_two_languages_the_last_one_is_shown(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".cell")).to_have_count(81)
    held = Held(page, "**/words/fr.json")
    language = page.get_by_label("Language")
    language.select_option("fr")
    held.arrived()
    language.select_option("vi")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    held.release()
    page.wait_for_timeout(300)
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    only(page, "play")


def test_a_place_that_failed_while_another_was_shown_is_there_later(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    page.expected_errors = "ERR_FAILED|Failed to fetch|lab"
    expect(page.locator(".cell")).to_have_count(81)
    waiting: list[Any] = []
    page.route("**/js/lab/shelf.js", lambda route: waiting.append(route))
    go(page, "#lab")
    until(page, lambda: bool(waiting))
    go(page, "#learn")
    only(page, "learn")
    waiting[0].abort()
    page.unroute("**/js/lab/shelf.js")
    page.wait_for_timeout(200)
    only(page, "learn")
    go(page, "#lab")
    only(page, "lab")
    expect(page.locator(".lab .shelf")).to_be_visible()
