"""What comes from outside is checked: links, and what the browser has kept. None of it leaves an empty page."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from browser.waiting import until

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1..."
JS = Path(__file__).parents[2] / "src" / "nonet" / "web" / "static" / "js"
PLACES = ("play", "learn", "lab", "set", "many")
REFUSED = r"status of (400|413|422)|Service Worker"
"""What the browser writes where the server refuses a text."""


def go(page: Any, fragment: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", fragment)


def shown(page: Any) -> Any:
    return page.locator(".place:not([hidden])")


def keep(values: dict[str, str]) -> str:
    """Return a script that keeps texts in the browser before the page starts, once."""
    return f"""if (!sessionStorage.kept) {{
        sessionStorage.kept = "yes";
        for (const [name, text] of Object.entries({json.dumps(values)})) localStorage.setItem("nonet." + name, text);
    }}"""


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("#play?p=100x100:1", "The largest board is 36\u00d736."),
        ("#play?p=6x7+diagonals:1", "make a board of 42\u00d742"),
        (f"#play?p={'1' * 200_000}", "a puzzle of 200000 characters"),
        ("#lab?p=100x100:1", "The largest board is 36\u00d736."),
        ("#set?p=100x100:1", "The largest board is 36\u00d736."),
        ("#learn/%", "There is no technique “%”."),
        ("#learn/%E0%A4%A", "There is no technique"),
        ("#nowhere/at?all=1", "The link leads to “nowhere/at”"),
        ("#%", "The link leads to “%”"),
        ("#constructor", "The link leads to “constructor”"),
    ],
)
def test_a_link_that_leads_nowhere_says_why(
    open_page: Callable[..., Any], link: str, sentence: str
) -> None:
    page = open_page(link)
    page.expected_errors = REFUSED
    expect(shown(page)).to_contain_text(sentence)
    expect(shown(page).get_by_role("link").first).to_be_visible()
    assert page.evaluate("location.hash").startswith(link[:12])


def test_a_place_that_is_not_there_offers_ways_on(open_page: Callable[..., Any]) -> None:
    page = open_page("#nowhere")
    expect(page).to_have_title(re.compile("Not found"))
    expect(shown(page).get_by_role("link")).to_have_text(["Play", "Learn", "Lab", "Set"])
    expect(page.locator("#bar nav [aria-current]")).to_have_count(0)
    shown(page).get_by_role("link", name="Learn").click()
    expect(shown(page)).to_contain_text("Techniques")
    page.go_back()
    expect(shown(page)).to_contain_text("there is no such page")


def test_a_server_that_was_busy_is_asked_again(open_page: Callable[..., Any]) -> None:
    page = open_page()
    error = {"error": {"code": "busy", "message": "the server is busy; try again"}}
    refused: list[str] = []

    def answer(route: Any) -> None:
        if len(refused) < 2:
            refused.append(route.request.url)
            route.fulfill(status=503, json=error)
        else:
            route.continue_()

    page.route("**/api/inspect", answer)
    go(page, "#set?p=2x2:1" + "." * 15)
    expect(shown(page)).to_contain_text("solutions")
    expect(shown(page)).not_to_contain_text("busy")
    assert len(refused) == 2


def test_a_place_that_fails_says_so_and_is_there_again_later(
    open_page: Callable[..., Any],
) -> None:
    page = open_page("#many")
    expect(shown(page)).to_contain_text("Many puzzles")
    page.expected_errors = r"."
    page.route("**/learn/learn.js", lambda route: route.abort())
    go(page, "#learn")
    expect(shown(page)).to_contain_text("This page did not load.")
    expect(shown(page).get_by_role("link", name="Play")).to_be_visible()
    page.route("**/shelf.json", lambda route: route.fulfill(status=500, body="no"))
    go(page, "#lab")
    expect(shown(page)).to_contain_text("This page could not be shown: shelf.json: 500")
    page.unroute("**/shelf.json")
    page.unroute("**/learn/learn.js")
    go(page, "#many")
    expect(shown(page)).to_contain_text("Many puzzles")
    go(page, "#lab")
    expect(shown(page)).to_contain_text("Newspaper")


def addresses() -> list[str]:
    """Return links with nonsense places, values and characters."""
    rng = random.Random(1)
    pieces = [
        *("%", "%00", "%zz", "%E0%A4", ":", "~", "/", "+", "&", "=", "?", "#", " ", "é", "\u06f5", "💥", "\u202e"),
        *("__proto__", "constructor", "null", "NaN", "-1", "1e999", "0x0", "36x36", "99x99", "1x1", "jigsaw:"),
        *("killer:", "diagonals", "house:=r1c1", "r1c1=1", ";;", "r0c0=0", "!r1c1.1~r1c1.1", PUZZLE, PUZZLE[:40]),
        *("." * 16, "." * 729, "1" * 5000, "<b>", '"', "'", "\\", "javascript:"),
    ]  # fmt: skip
    names = ["p", "m", "t", "d", "k", "a", "n", "s", "at", "by", "x"]
    found = []
    for _ in range(60):
        path = rng.choice(["", "/" + "".join(rng.choices(pieces, k=rng.randrange(3)))])
        values = {
            rng.choice(names): "".join(rng.choices(pieces, k=rng.randrange(1, 4))) for _ in range(3)
        }
        raw = rng.random() < 0.5
        query = "&".join(f"{name}={text if raw else quote(text)}" for name, text in values.items())
        found.append(f"#{rng.choice(PLACES)}{path}?{query}")
    return found


def test_no_address_leaves_an_empty_page(open_page: Callable[..., Any]) -> None:
    page = open_page("#many")
    page.expected_errors = REFUSED
    for link in addresses():
        go(page, link)
        place = re.match(r"#(\w+)", link)
        assert place is not None
        until(page, lambda name=place[1]: page.locator(f".place.{name}:visible").count() == 1)  # type: ignore[misc]
        until(page, lambda: len(shown(page).inner_text().strip()) > 20)
        assert not page.locator(".lost").count(), link
    go(page, f"#play?p={PUZZLE}")
    expect(page.locator(".cell").nth(3)).to_have_text("5")


KEYS = re.findall(
    r"^  (\w+): ", (JS / "kept.js").read_text("utf-8").partition("KEPT = ")[2], re.MULTILINE
)
DAMAGED = {
    "no JSON": "{",
    "null": "null",
    "a number": "1e999",
    "a text": '"constructor"',
    "a list": "[null, {}, []]",
    "an object": '{"__proto__": {"theme": 1}, "theme": [], "a": null, "save": 1, "steps": [null]}',
    "huge": json.dumps("9" * 400_000),
    "entries": json.dumps({PUZZLE: None, "b": {"title": {}, "at": "now"}, "c": []}),
    "a game": json.dumps({"save": '{"nonet": 1, "moves": [7]}', "change": 1, "tab": "a"}),
    "a plan": json.dumps({"code": PUZZLE, "answer": {"steps": [None], "solution": "no"}}),
}


def test_the_page_keeps_what_is_tested_here() -> None:
    assert {"settings", "game", "played", "last", "set", "plan"} <= set(KEYS)


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED.keys())
def test_damaged_storage_breaks_nothing(open_page: Callable[..., Any], text: str) -> None:
    values = {f"{key}.{PUZZLE}" if key in ("game", "story") else key: text for key in KEYS}
    page = open_page(f"#play?p={PUZZLE}", script=keep(values))
    page.expected_errors = REFUSED
    expect(page.locator(".note")).to_contain_text("Part of what this browser had stored is damaged")
    page.locator(".cell").nth(0).click()
    page.keyboard.press("4")
    expect(page.locator(".cell").nth(0)).to_have_text("4")
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".history li")).to_have_count(1)
    expect(page.locator(".flyout").get_by_role("link", name="Medium")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(".flyout-settings select").first).to_have_value("auto")
    for place in ("learn", "lab", "set", "many"):
        go(page, f"#{place}")
        until(page, lambda: len(shown(page).inner_text().strip()) > 20)
        assert not page.locator(".lost").count(), place
    page.reload()
    go(page, f"#play?p={PUZZLE}")
    expect(page.locator(".cell").nth(0)).to_have_text("4")


def test_a_damaged_last_puzzle_does_not_come_back(open_page: Callable[..., Any]) -> None:
    page = open_page(script=keep({"last": '"17 hens"'}))
    page.expected_errors = REFUSED
    expect(shown(page).get_by_role("alert")).to_be_visible()
    page.reload()
    expect(page.locator(".note")).to_contain_text("empty cells")


def test_a_damaged_entry_does_not_cost_the_others(open_page: Callable[..., Any]) -> None:
    one = {"title": "Mine", "filled": 3, "cells": 50, "seconds": 70, "solved": False, "at": 5}
    text = json.dumps({"a": None, PUZZLE: one, "b": {**one, "cells": "many"}})
    page = open_page(f"#play?p={PUZZLE}", script=keep({"played": text}))
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".history a")).to_have_text("Mine")
    expect(page.get_by_text("left out: the history.")).to_be_visible()


def test_settings_keep_what_is_sound(open_page: Callable[..., Any]) -> None:
    text = json.dumps({"theme": "dark", "marks": 7, "timer": False, "language": "__proto__"})
    page = open_page(f"#play?p={PUZZLE}", script=keep({"settings": text}))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".time")).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator(".flyout-settings select").nth(2)).to_have_value("position")
