"""Hints on the page: each press says more, a wrong digit comes first, and a proof is walked line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from nonet import Puzzle

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..1..4.......6.3.5...9.....8.....7.3.......285...7.6..3...8...6..92......4...1..."

Open = Callable[..., Any]


def main_button(page: Any) -> Any:
    return page.locator(".hint-bar .main")


def test_each_press_says_more_and_the_last_one_does_the_step(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}")
    step = Puzzle(EASY).hint()
    assert step is not None and step.places is not None
    expect(main_button(page)).to_have_text("Hint")
    for text in (step.text("nudge"), step.text("name"), step.text("where"), step.text("full")):
        main_button(page).click()
        expect(page.locator(".ladder")).to_contain_text(text)
        expect(page.locator("#live")).to_have_text(text)
    expect(page.locator(".ladder h2")).to_have_text(step.title())
    expect(page.locator(".drawing .placed")).to_have_count(1)
    main_button(page).click()
    cell = page.get_by_role("gridcell").nth(step.places.cell)
    expect(cell).to_contain_text(str(step.places.digit))
    expect(page.locator(".hint-note")).to_have_text("Done: r1c6 is 8.")
    expect(page.locator(".drawing .spot")).to_have_count(0)


def test_hints_by_keyboard_solve_the_puzzle(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}")
    expect(main_button(page)).to_be_visible()
    for left in range(EASY.count("."), 0, -1):
        expect(page.locator(".head .note")).to_contain_text(str(left))
        page.keyboard.press("h")
        expect(page.locator(".ladder h2")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".ladder h2")).to_have_count(0)
    expect(page.get_by_role("gridcell").nth(80)).to_contain_text("9")
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("Solved. Well done.")


def test_a_wrong_digit_comes_first_and_is_shown_only_when_asked(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}&m=r1c3=4;r1c4=2")
    expect(main_button(page)).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("A digit is wrong.")
    expect(page.locator(".cell.wrong")).to_have_count(0)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hint-note")).to_have_text("Look at r1c4.")
    expect(page.locator(".cell.wrong")).to_have_count(1)
    page.get_by_role("button", name="Back to the last right position").click()
    expect(page.get_by_role("gridcell").nth(2)).to_contain_text("4")
    expect(page.get_by_role("gridcell").nth(3)).to_have_text("")


def test_a_missing_mark_is_as_wrong_as_a_digit(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}&m=r1c3%2B1,r1c3%2B2;r1c4%2B6")
    expect(page.locator(".hint-body")).to_be_attached()
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("A cell lacks a pencil mark that it needs.")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hint-note")).to_have_text("Look at r1c3.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".cell.wrong")).to_have_count(0)


def test_a_change_of_the_board_ends_the_hint(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}")
    main_button(page).click()
    expect(page.locator(".ladder h2")).to_be_visible()
    page.get_by_role("gridcell").nth(2).click()
    page.keyboard.press("4")
    expect(page.locator(".ladder h2")).to_have_count(0)


def test_a_proof_is_walked_line_by_line_and_the_picture_follows(open_page: Open) -> None:
    page = open_page(f"#play?p={HARD}")
    expect(main_button(page)).to_be_visible()
    for level in ("Nudge", "Name", "Where", "Why"):
        page.keyboard.press("h")
        expect(page.locator(".rung[aria-current]")).to_have_text(level)
    lines = page.locator(".proof-lines > li")
    count = lines.count()
    assert count > 5
    expect(page.locator(".drawing .cross")).not_to_have_count(0)
    # The key of the hint never enters anything: on the last level it continues the proof.
    page.keyboard.press("h")
    expect(page.locator(".walk-bar .place-of")).to_have_text(f"Line 1 of {count}")
    page.get_by_role("button", name="Whole proof").click()
    page.locator(".proof-lines").focus()
    for number in range(1, count + 1):
        page.keyboard.press("ArrowDown")
        current = page.locator(".proof-lines > li[aria-current]")
        expect(current).to_contain_text(re.compile(rf"^{number}\. "))
        expect(page.locator("#live")).to_contain_text(re.compile(rf"^{number}\. "))
        expect(page.locator(".walk-bar .place-of")).to_have_text(f"Line {number} of {count}")
        arrows = page.locator(".drawing .arrow.now")
        expect(arrows).to_have_count(0) if number == 1 else expect(arrows).not_to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".proof-lines > li[aria-current]")).to_have_count(0)
    page.get_by_role("button", name="Previous line").click()
    expect(page.locator(".proof-lines > li[aria-current]")).to_contain_text(f"{count}. ")


def test_the_hint_has_no_fault_of_access(
    open_page: Open, faults_of_access: Callable[[Any], list[str]]
) -> None:
    page = open_page(f"#play?p={HARD}")
    expect(main_button(page)).to_be_visible()
    for _ in range(4):
        page.keyboard.press("h")
        page.locator(".rung[aria-current]").wait_for()
    assert not faults_of_access(page)
