"""Hints and steps on boards with constraints: the same button, and the constraint that a step rests on stands out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from nonet import Puzzle
from nonet.words import LEVELS

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

KILLER = (
    "2x2 killer:4=r1c1r1c2 killer:7=r1c3r2c3 killer:3=r1c4r2c4 killer:9=r2c1r2c2r3c2"
    " killer:7=r3c1r4c1r4c2 killer:5=r3c3r3c4 killer:5=r4c3r4c4"
)
MIXED = "2x2 killer:5=r1c1r1c2 thermo:r2c1r3c1r4c2 antiknight"
KNIGHT = "3x3 antiknight"

Open = Callable[..., Any]


def link(rules: str, givens: str) -> str:
    return f"#play?p={quote(rules.replace(' ', '+'), safe='+:=')}:{givens}"


def main_button(page: Any) -> Any:
    return page.locator(".hint-bar .main")


@pytest.mark.parametrize("language", ["en", "fr", "fa"])
def test_each_press_says_more_and_the_cage_stands_out(open_page: Open, language: str) -> None:
    step = Puzzle("." * 16, rules=KILLER).hint()
    assert step is not None and step.basis is not None
    page = open_page(link(KILLER, "." * 16), locale=language)
    expect(main_button(page)).to_be_visible()
    for level in LEVELS:
        main_button(page).click()
        expect(page.locator("#live")).to_have_text(step.text(level, language))
        stands_out = page.locator(".board.with-focus .clues.focus text")
        expect(stands_out).to_have_count(1 if level in ("where", "full") else 0)
    tinted = page.locator(".tints rect")
    expect(tinted).to_have_count(len(step.basis.cells))
    main_button(page).click()
    expect(page.locator(".with-focus, .clues.focus text")).to_have_count(0)
    expect(page.get_by_role("gridcell").first.locator(".mark")).to_have_count(2)


def test_a_hint_of_several_solutions_says_that_it_holds_in_all(open_page: Open) -> None:
    page = open_page(link("thermo:r1c1r2c2r3c3", "." * 81))
    note = page.locator(".hint-note")
    said = "The puzzle has several solutions"
    main_button(page).click()
    expect(note).to_have_text(f"{said}; this step holds in all of them.")
    for _ in LEVELS:
        main_button(page).click()
    expect(note).to_contain_text("Done:")
    main_button(page).click()
    expect(note).to_have_text(f"{said}. No known technique finds more that all of them share.")
    page.keyboard.press("a")
    page.get_by_role("button", name="Solution path").click()
    expect(page.locator(".flyout-steps")).to_contain_text(f"{said}; these steps hold in all")


def test_all_steps_of_several_solutions_hold_in_all(open_page: Open) -> None:
    page = open_page(link("thermo:r1c1r2c2r3c3", "." * 81))
    main_button(page).click()
    expect(page.locator(".hint-note")).to_contain_text("this step holds in all of them")
    page.keyboard.press("a")
    shown = page.locator(".flyout-steps")
    expect(shown).to_contain_text("The puzzle has several solutions; these steps hold in all")


@pytest.mark.parametrize(("rules", "solution"), [(KILLER, ""), (MIXED, "4132231432411423")])
def test_hints_alone_solve_a_board_with_constraints(
    open_page: Open, rules: str, solution: str
) -> None:
    puzzle = Puzzle("." * 16, rules=rules)
    page = open_page(link(rules, "." * 16))
    expect(main_button(page)).to_be_visible()
    for _ in puzzle.steps():
        page.keyboard.press("h")
        expect(page.locator(".ladder h2")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".ladder h2")).to_have_count(0)
        expect(page.locator(".hint-note")).to_contain_text("Done:")
    expect(page.get_by_role("gridcell")).to_have_text(list(puzzle.solution().text()))
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("Solved. Well done.")


def test_the_lists_of_steps_know_constraints(open_page: Open) -> None:
    puzzle = Puzzle("." * 16, rules=KILLER)
    path = list(puzzle.steps())
    page = open_page(link(KILLER, "." * 16))
    page.get_by_role("button", name="Steps").click()
    rows = page.locator(".steps-list .step-row")
    expect(rows).to_have_count(len(puzzle.all_steps()))
    page.get_by_role("button", name="Solution path").click()
    expect(page.locator(".path > li")).to_have_count(len(path))
    expect(page.locator(".steps-rating")).to_have_count(0)
    at = next(i for i, step in enumerate(path) if step.basis is None and step.places)
    page.locator(".path .step-row").nth(at).click()
    expect(page.locator(".ladder")).to_contain_text(path[at].text("where"))
    expect(page.locator(".board.with-focus")).to_have_count(0)
    expect(page.locator(".head .note")).to_contain_text(
        str(sum(not digit for digit in (path[at].board or puzzle.candidates()).placed))
    )


def test_a_wrong_digit_is_named_by_its_cell_on_a_small_board(open_page: Open) -> None:
    page = open_page(link(MIXED, "." * 16) + "&m=r2c1=1")
    expect(main_button(page)).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("A digit is wrong.")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hint-note")).to_have_text("Look at r2c1.")


def test_cells_a_knights_move_apart_are_peers(open_page: Open) -> None:
    page = open_page(link(KNIGHT, "." * 81) + "&m=r5c5=7")
    cells = page.get_by_role("gridcell")
    cells.nth(40).click()
    expect(cells.nth(40 + 9 + 2)).to_have_class(re.compile(r"\bpeer\b"))
    expect(cells.nth(40 - 18 - 1)).to_have_class(re.compile(r"\bpeer\b"))
    expect(cells.nth(40 + 18 + 2)).not_to_have_class(re.compile(r"\bpeer\b"))
    cells.nth(40 - 18 - 1).click()
    page.keyboard.press("7")
    expect(page.locator(".cell.conflict")).to_have_count(2)
