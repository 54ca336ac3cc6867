"""Why a digit is in no solution of the puzzle that is set: the digits of a cell, the proof, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
RULES = "thermo:r1c1r2c2r3c3+killer:4=r9c1r9c2"
FORCED = f"{RULES}:{'.' * 81}"
TITLE = "Why not?"


def cell(page: Any, row: int, column: int) -> Any:
    return page.locator(".set .cell").nth(9 * (row - 1) + column - 1)


def digit(page: Any, number: int) -> Any:
    return flyout(page).locator(".why-digit").nth(number - 1)


def flyout(page: Any) -> Any:
    return page.locator(".flyout-why")


def ask(page: Any, row: int, column: int) -> Any:
    """Select a cell, and ask for its digits; return the flyout."""
    expect(page.locator(".set-verdict")).to_contain_text("olution")
    cell(page, row, column).click()
    page.get_by_role("button", name=TITLE).click()
    expect(flyout(page)).to_be_visible()
    return flyout(page)


def test_a_digit_of_no_solution_is_refuted_line_by_line(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={HARD}")
    shown = ask(page, 1, 2)
    expect(shown.get_by_role("button", name="1: in a solution")).to_be_visible()
    shown.get_by_role("button", name="4: in no solution").click()
    expect(shown).to_contain_text("No solution has 4 in r1c2.")
    lines = shown.get_by_role("list", name="lines").get_by_role("listitem")
    expect(lines.first).to_have_text("1. Suppose r1c2 is 4.")
    expect(shown.locator(".rungs")).to_have_count(0)
    spots = page.locator(".set .drawing .spot")
    assert spots.count() > 3  # the chain of the whole proof
    shown.get_by_role("button", name="Next line").click()
    expect(lines.first).to_have_attribute("aria-current", "step")
    expect(shown).to_contain_text("Line 1 of")
    # Another cell, another question.
    cell(page, 1, 3).click()
    expect(shown.get_by_role("group", name="r1c3: which digit")).to_be_visible()
    expect(lines).to_have_count(0)
    expect(spots).to_have_count(0)
    cell(page, 1, 1).click()
    expect(shown).to_contain_text("Select an empty cell")
    expect(shown.locator(".why-digits")).to_be_hidden()


def test_a_digit_of_a_solution_shows_one_and_a_seen_digit_what_it_sees(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#set?p={HARD}")
    shown = ask(page, 1, 2)
    digit(page, 8).click()
    expect(shown).to_contain_text("r1c2 cannot be 8: it sees r1c1, which is 8.")
    digit(page, 1).click()
    expect(shown).to_contain_text("A solution has 1 in r1c2.")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, marks 2")
    shown.get_by_role("button", name="Close").click()
    expect(cell(page, 1, 3)).not_to_have_accessible_name("row 1 column 3, empty, marks 2")


def test_a_grid_with_several_solutions_is_explored_by_keyboard_alone(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#set?p={FORCED}")
    expect(page.locator(".set-verdict")).to_contain_text("At least 1000 solutions")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("h")
    expect(digit(page, 1)).to_be_focused()
    expect(digit(page, 8)).to_have_accessible_name("8: in no solution")
    page.keyboard.press("9")
    expect(flyout(page)).to_contain_text("Digits increase along each thermometer")
    expect(flyout(page)).to_contain_text("so r1c1 cannot be 9.")
    page.keyboard.press("Escape")
    expect(flyout(page)).to_have_count(0)
    expect(cell(page, 1, 1)).to_be_focused()
    expect(page.locator(".set .drawing .spot")).to_have_count(0)


def test_a_puzzle_without_solution_has_no_true_digit(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p=killer:3=r1c1r1c2:5{'.' * 80}")
    page.expected_errors = "422"
    shown = ask(page, 1, 3)
    digit(page, 5).click()
    expect(shown).to_contain_text("No solution, so no digit is possible.")


@pytest.mark.parametrize("width", [390, 800])
def test_board_and_proof_are_seen_together(open_page: Callable[..., Any], width: int) -> None:
    page = open_page(f"#set?p={HARD}", viewport={"width": width, "height": 1.4 * width // 1 + 300})
    shown = ask(page, 1, 2)
    digit(page, 4).click()
    expect(shown).to_contain_text("No solution has 4 in r1c2.")
    sheet, board = shown.bounding_box(), page.locator(".set .grid").bounding_box()
    assert board["y"] >= 0 and board["y"] + board["height"] <= sheet["y"]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


def test_it_is_said_in_other_languages(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={FORCED}", locale="fr-FR")
    cell(page, 1, 1).click()
    page.get_by_role("button", name="Pourquoi pas").click()
    digit(page, 9).click()
    expect(flyout(page)).to_contain_text("a 9 en L1C1.")


@pytest.mark.parametrize(
    "look",
    [
        {},
        {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}},
        {"forced_colors": "active"},
    ],
)
def test_the_flyout_has_no_faults_of_access(
    open_page: Callable[..., Any],
    faults_of_access: Callable[..., list[str]],
    look: dict[str, Any],
) -> None:
    page = open_page(f"#set?p={HARD}", **look)
    shown = ask(page, 1, 2)
    assert faults_of_access(page) == []
    digit(page, 4).click()
    expect(shown).to_contain_text("No solution has 4 in r1c2.")
    assert faults_of_access(page) == []
