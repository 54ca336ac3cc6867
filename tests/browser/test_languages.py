"""The page in each language: every place loads in its language, its direction and its digits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from nonet import words

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLACES = {
    "#play": "main [role=grid]",
    "#learn": ".technique",
    "#learn/xy_wing": "main [role=grid]",
    "#lab?p=2x2:1.....3..4.....2&a=backtracking": "main [role=grid]",
    "#set": "main [role=grid]",
}
# No language of nonet writes these as English does.
BUTTONS = (
    "play.undo",
    "play.redo",
    "play.erase",
    "play.check",
    "play.mode.digit",
    "play.mode.colour",
    "bar.play",
)


@pytest.fixture(params=words.languages())
def language(request: pytest.FixtureRequest) -> str:
    """Return the code of a language."""
    return str(request.param)


def shown(language: str, key: str) -> str:
    return words.catalogue(language).app(key)


def test_every_place_loads(open_page: Callable[..., Any], language: str) -> None:
    page = open_page("#play", locale=language)
    catalogue = json.loads(
        page.evaluate(f"fetch('/words/{language}.json').then((answer) => answer.text())")
    )
    for place, sign in PLACES.items():
        page.evaluate("(place) => void (location.hash = place)", place)
        expect(page.locator(sign).locator("visible=true").first).to_be_visible()
    root = page.locator("html")
    expect(root).to_have_attribute("lang", language)
    expect(root).to_have_attribute("dir", catalogue["direction"])


def test_thousands_keep_their_dot_where_tenths_follow_a_comma(
    open_page: Callable[..., Any],
) -> None:
    page = open_page("#lab", locale="vi")
    expect(page.locator(".shelf-words")).to_contain_text("4.208 lần")
    expect(page.locator(".counters")).to_contain_text("33.444")


def test_the_buttons_speak_the_language(open_page: Callable[..., Any], language: str) -> None:
    page = open_page(f"#play?p={PUZZLE}", locale=language)
    for key in BUTTONS:
        text = shown(language, key)
        expect(page.get_by_text(text, exact=True).locator("visible=true").first).to_be_visible()
    assert language == "en" or any(shown(language, key) != shown("en", key) for key in BUTTONS)


def test_digits_are_those_of_the_language(open_page: Callable[..., Any], language: str) -> None:
    page = open_page(f"#play?p={PUZZLE}", locale=language)
    written = words.catalogue(language).number
    cells = page.get_by_role("gridcell")
    expect(cells.first).to_contain_text(written(5))
    expect(page.locator(".key-digit").locator("visible=true")).to_have_text(
        [written(n) for n in range(1, 10)]
    )
    cells.nth(2).click()
    page.keyboard.press("h")
    expect(page.locator(".hints-host .rating")).to_contain_text(written("1.2"))
    if written(1) != "1":
        visible = page.locator("body").inner_text()
        assert not set(visible) & set("0123456789"), visible


@pytest.mark.parametrize("typed", ["4", "۴", "٤"])
def test_a_digit_of_any_script_is_typed(open_page: Callable[..., Any], typed: str) -> None:
    page = open_page(f"#play?p={PUZZLE}", locale="fa")
    cell = page.get_by_role("gridcell").nth(2)
    cell.click()
    # Playwright presses keys of an English keyboard only.
    cell.evaluate(
        "(cell, key) => cell.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))",
        typed,
    )
    expect(cell).to_contain_text("۴")


def test_the_board_and_the_pad_run_from_left_to_right(
    open_page: Callable[..., Any], language: str
) -> None:
    page = open_page(f"#play?p={PUZZLE}", locale=language)
    for buttons in (
        page.get_by_role("gridcell"),
        page.locator(".key-digit").locator("visible=true"),
    ):
        first, second = (buttons.nth(n).bounding_box() for n in (0, 1))
        assert first["x"] < second["x"]


def test_access(
    open_page: Callable[..., Any], faults_of_access: Callable[[Any], list[str]], language: str
) -> None:
    page = open_page("#play", locale=language)
    for place, sign in PLACES.items():
        page.evaluate("(place) => void (location.hash = place)", place)
        expect(page.locator(sign).locator("visible=true").first).to_be_visible()
        assert not faults_of_access(page), place
