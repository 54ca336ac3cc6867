"""A view ends with all that it began: changing the language or the place leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.waiting import drawn, until

expect: Any = pytest.importorskip("playwright.sync_api").expect

PLACES = ("play", "learn", "learn/x_wing", "lab", "set", "many", "nowhere")
CHANGES = 100


class Counts:
    """How many listeners and nodes there are, after garbage has been collected."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable")
        self.session.send("HeapProfiler.enable")

    def now(self) -> tuple[int, int]:
        for _ in range(3):
            drawn(self.page)
            self.session.send("HeapProfiler.collectGarbage")
        found = self.session.send("Performance.getMetrics")["metrics"]
        metrics = {each["name"]: int(each["value"]) for each in found}
        return metrics["JSEventListeners"], metrics["Nodes"]

    def settle(self, listeners: int, nodes: int) -> None:
        """Wait until there are no more than this many: requests under way end without help."""

        def holds() -> bool:
            now = self.now()
            self.last = now
            return now[0] <= listeners and now[1] <= nodes

        try:
            until(self.page, holds)
        except AssertionError:
            pytest.fail(f"{self.last} listeners and nodes, expected {(listeners, nodes)}")


def show(page: Any, place: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", f"#{place}")
    name = "lost" if place == "nowhere" else place.partition("/")[0]
    expect(page.locator(f".place.{name}:visible")).not_to_be_empty()
    if name == "lab":
        expect(page.locator(".films > *").first).to_be_visible()


def speak(page: Any, language: str) -> None:
    page.locator(".bar-language select").select_option(language)
    expect(page.locator(".bar-language select")).to_have_value(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".place:visible")).not_to_be_empty()


def test_changes_of_language_leave_nothing(open_page: Callable[..., Any]) -> None:
    page = open_page()
    counts = Counts(page)
    for place in PLACES:
        show(page, place)
        for language in ("fr", "en"):
            speak(page, language)
    show(page, "play")
    expect(page.locator(".mode").first).to_be_visible()
    before = counts.now()
    for number in range(CHANGES):
        if number % 10 == 0:
            show(page, PLACES[number // 10 % len(PLACES)])
        speak(page, ("fr", "en")[number % 2])
    show(page, "play")
    expect(page.locator(".mode").first).to_be_visible()
    listeners, nodes = before
    counts.settle(listeners + 20, nodes + 100)


def test_changes_of_place_leave_nothing(open_page: Callable[..., Any]) -> None:
    page = open_page()
    counts = Counts(page)
    for place in (*PLACES, "play"):
        show(page, place)
    expect(page.locator(".mode").first).to_be_visible()
    before = counts.now()
    for _ in range(CHANGES // len(PLACES) + 1):
        for place in PLACES:
            show(page, place)
    show(page, "play")
    expect(page.locator(".mode").first).to_be_visible()
    listeners, nodes = before
    counts.settle(listeners + 20, nodes + 100)
