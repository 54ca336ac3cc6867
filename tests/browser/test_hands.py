"""Fingers and ears: the focus is the cursor, Back closes what lies over the game, a hint dims what it is not about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.waiting import drawn, until

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINK = f"#play?p={PUZZLE}"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LANGUAGES = ("en", "fa")

Open = Callable[..., Any]


def open_play(open_page: Open, **options: Any) -> Any:
    page = open_page(LINK, **options)
    expect(page.locator(".hint-bar .main")).to_be_attached()
    return page


def cell(page: Any, index: int) -> Any:
    return page.locator(".play .cell").nth(index)


def test_a_digit_goes_where_the_focus_is(open_page: Open) -> None:
    """A screen reader moves the focus itself; no key and no press tells the page."""
    page = open_play(open_page)
    cell(page, 40).click()
    cell(page, 2).evaluate("(cell) => cell.focus()")
    expect(cell(page, 2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("4")
    expect(cell(page, 2).locator(".digit")).to_have_text("4")
    expect(cell(page, 40).locator(".digit")).to_have_count(0)


def test_several_cells_stay_selected(open_page: Open) -> None:
    page = open_play(open_page)
    cell(page, 2).click()
    cell(page, 3).click(modifiers=["Control"])
    cell(page, 10).click(modifiers=["Control"])
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_back_closes_a_sheet_and_keeps_the_game(open_page: Open, language: str) -> None:
    page = open_play(open_page, **PHONE, locale=language)
    before = page.evaluate("history.length")
    page.locator("[data-flyout=settings]").tap()
    expect(page.locator(".flyout-settings")).to_be_visible()
    page.go_back()
    expect(page.locator(".flyout")).to_have_count(0)
    expect(page.get_by_role("grid")).to_be_visible()
    page.locator(".tools .narrow").tap()
    expect(page.locator(".rest.open")).to_be_visible()
    page.go_back()
    expect(page.locator(".rest.open")).to_have_count(0)
    page.locator("[data-flyout=share]").tap()
    page.locator(".flyout-head button").tap()
    expect(page.locator(".flyout")).to_have_count(0)
    until(page, lambda: not page.evaluate("Boolean(history.state?.sheet)"))
    assert page.evaluate("history.length") <= before + 1


def test_back_from_a_puzzle_that_a_sheet_led_to(open_page: Open) -> None:
    page = open_play(open_page, **PHONE)
    page.locator("[data-flyout=new]").tap()
    page.locator(".flyout").get_by_role("link", name="Easy").tap()
    expect(page.locator(".flyout")).to_have_count(0)
    until(page, lambda: PUZZLE not in page.url and "p=" in page.url)
    page.go_back()
    until(page, lambda: PUZZLE in page.url)
    until(page, lambda: not page.evaluate("Boolean(history.state?.sheet)"))
    expect(cell(page, 0)).to_have_accessible_name("row 1 column 1, 5, given")


def test_a_mouse_has_no_entry_for_a_panel(open_page: Open) -> None:
    page = open_play(open_page)
    before = page.evaluate("history.length")
    page.locator("[data-flyout=settings]").click()
    expect(page.locator(".flyout-settings")).to_be_visible()
    assert page.evaluate("history.length") == before


def test_back_closes_a_panel_on_a_tablet(open_page: Open) -> None:
    page = open_play(open_page, viewport={"width": 768, "height": 1024}, has_touch=True)
    page.locator("[data-flyout=settings]").tap()
    expect(page.locator(".flyout-settings")).to_be_visible()
    page.go_back()
    expect(page.locator(".flyout")).to_have_count(0)
    expect(page.get_by_role("grid")).to_be_visible()


def test_what_a_hint_did_does_not_cover_the_pad(open_page: Open) -> None:
    """The message is where the hint was; Back, its button and the next move lead to the pad."""
    page = open_play(open_page, **PHONE)
    closes: tuple[Callable[[], object], ...] = (
        lambda: page.go_back(),
        lambda: page.locator(".hint-bar").get_by_role("button", name="Close").tap(),
        lambda: page.locator(".pad:not(.colours) .key").first.tap(),
    )
    for close in closes:
        cell(page, 2).tap()
        page.locator(".tools .narrow").tap()
        for rung in range(4):
            expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
            page.locator(".hint-bar .main").tap()
        expect(page.locator(".hint-note")).to_contain_text("Done:")
        close()
        expect(page.locator(".rest")).to_be_hidden()
    page.locator(".pad:not(.colours) .key").nth(8).tap()
    expect(cell(page, 2).locator(".digit")).to_have_text("9")


def test_back_in_set_keeps_what_was_set(open_page: Open) -> None:
    """What lies over Set is closed; the address has followed the board meanwhile, and stays with it."""
    page = open_page("#set", **PHONE)
    items = page.get_by_role("list", name="Constraints of this puzzle").get_by_role("listitem")
    for number, column in enumerate((1, 4), 1):
        page.get_by_role("button", name="Killer cage", exact=True).first.tap()
        expect(page.locator(".set-placing.active")).to_be_visible()
        page.get_by_role("gridcell", name=f"row 1 column {column},").tap()
        page.get_by_role("button", name="7, 9 left").tap()
        page.get_by_role("button", name="Place", exact=True).tap()
        page.wait_for_url(re.compile(f"r1c{column}"))
        page.go_back()
        expect(page.locator(".set-placing.active")).to_have_count(0)
        expect(items).to_have_count(number)
    page.get_by_role("button", name="Export").tap()
    expect(page.locator(".flyout-export")).to_be_visible()
    page.go_back()
    expect(page.locator(".flyout")).to_have_count(0)
    assert "r1c1" in page.url and "r1c4" in page.url
    expect(items).to_have_count(2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_dims_what_it_is_not_about(
    open_page: Open, faults_of_access: Callable[[Any], list[str]], language: str
) -> None:
    page = open_play(open_page, locale=language)
    main = page.locator(".hint-bar .main")
    for rung in range(3):
        main.click()
        expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
    expect(page.locator(".with-step .in-step")).to_have_count(9)  # a box
    colour = "(cell) => getComputedStyle(cell.querySelector('.digit')).color"
    inside = page.locator(".in-step.given").first.evaluate(colour)
    outside = page.locator(".cell.given:not(.in-step)").first.evaluate(colour)
    assert inside != outside
    assert faults_of_access(page) == []
    page.locator(".hint-bar .quiet").click()
    drawn(page)
    expect(page.locator(".with-step, .in-step")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["", "2x2:", "3x4:"])
def test_digits_have_44_pixels_on_a_phone(open_page: Open, language: str, size: str) -> None:
    rows = {"": 9, "2x2:": 4, "3x4:": 12}[size]
    page = open_page(f"#play?p={size}{'.' * rows**2}", **PHONE, locale=language)
    keys = page.locator(".pad:not(.colours) :is(.key, .eraser):visible")
    expect(keys).to_have_count(rows + 1)  # and one that erases
    for box in keys.evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
    ):
        assert box["width"] >= 44 and box["height"] >= 44, box
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_line_keeps_the_colour_of_its_pen(open_page: Open) -> None:
    """The file of a picture has the same colours, and a link brings them back."""
    page = open_page(LINK)
    expect(page.locator(".mode").first).to_be_visible()
    page.locator("[data-key=mode_draw]").click()
    for pen, (start, end) in ((3, (2, 3)), (6, (11, 12))):
        page.locator(".colours .key").nth(pen - 1).click()
        cell(page, start).click()
        page.keyboard.press("Shift+1")
        cell(page, end).click()
        page.keyboard.press("Shift+1")
    lines = page.locator(".lines .pen:not(.draft)")
    expect(lines).to_have_count(2)
    strokes = lines.evaluate_all("(all) => all.map((each) => getComputedStyle(each).stroke)")
    assert len(set(strokes)) == 2
    assert "r1c3.1~r1c4.1#3" in page.evaluate("JSON.stringify(localStorage)")


def test_large_boards_show_letters_or_numbers(open_page: Open) -> None:
    """The board, the pad and the keys follow the setting; a number is typed digit by digit."""
    page = open_page(f"#play?p=4x4:P{'.' * 255}")
    keys = page.locator(".pad:not(.colours) .key-digit")
    expect(keys).to_have_text(list("ABCDEFGHIJKLMNOP"))
    expect(cell(page, 0)).to_have_accessible_name("row 1 column 1, P, given")
    page.locator("[data-flyout=settings]").click()
    page.get_by_label(re.compile("^Digits above")).select_option(label="Numbers")
    expect(keys).to_have_text([str(digit) for digit in range(1, 17)])
    expect(cell(page, 0).locator(".digit")).to_have_text("16")
    cell(page, 1).click()
    page.keyboard.press("1")
    expect(cell(page, 1).locator(".digit")).to_have_text("1")
    page.keyboard.press("0")
    expect(cell(page, 1).locator(".digit")).to_have_text("10")
    page.keyboard.press("7")  # no board has 107 digits
    expect(cell(page, 1)).to_have_accessible_name("row 1 column 2, 7")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+1")
    page.keyboard.press("Control+2")
    expect(cell(page, 2)).to_have_accessible_name("row 1 column 3, empty, marks 12")
    page.keyboard.press("u")  # a letter is a command now
    page.keyboard.press("?")
    expect(page.locator(".flyout-help kbd").get_by_text("1…16", exact=True)).to_be_visible()
    assert "=16" not in page.url and "r1c2=7" in page.evaluate("JSON.stringify(localStorage)")
