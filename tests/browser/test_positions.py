"""Positions in the browser: what is pasted is on the board, with its digits and marks, and is played on from there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import nonet
from nonet import Position, Puzzle
from nonet.formats import format
from nonet.game.saves import read_save

Open = Callable[..., Any]

EASY = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
MEDIUM = Puzzle("...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1...")
HARD = Puzzle("..51286.3....5.....1...6.2...13....9.264.....5.....8......73.5.......3...7......4")
SCREENS = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})


def later(puzzle: Puzzle, steps: int) -> Position:
    """Return the position after some steps of the path."""
    position = Position(puzzle)
    for _, step in zip(range(steps), puzzle.steps(), strict=False):
        position = position.after(step)
    return position


def paste(page: Any, text: str) -> None:
    """Paste a text beside all fields."""
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
        }""",
        text,
    )


def ready(open_page: Open, fragment: str = "", **options: Any) -> Any:
    page = open_page(fragment, **options)
    expect(page.locator(".hint-bar .main")).to_be_attached()
    return page


def expect_on_board(page: Any, position: Position) -> None:
    """Expect the digits of a position and its marks, given or not as it says."""
    cells = page.locator(".play .cell")
    for at, digit in enumerate(position.grid):
        row, column = at // 9 + 1, at % 9 + 1
        what = str(digit)
        if position.givens[at]:
            what += ", given"
        elif not digit:
            left = " ".join(map(str, sorted(position.candidates()[at])))
            what = (
                f"empty, marks {left}"
                if position.removed or position.marks is not None
                else "empty"
            )
        expect(cells.nth(at)).to_have_accessible_name(f"row {row} column {column}, {what}")


def kept_game(page: Any) -> Position:
    """Return the position of the game that the browser keeps."""
    kept = page.evaluate(
        "Object.entries(localStorage).filter(([name]) => name.includes('game.')).map(([, kept]) => kept)"
    )
    [save] = [json.loads(one)["save"] for one in kept]
    return read_save(save).position


def look(page: Any, name: str) -> None:
    """Keep a picture of the page if the environment names a folder for it."""
    if folder := os.environ.get("NONET_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}-{page.viewport_size['width']}.png")


@pytest.mark.parametrize("viewport", SCREENS, ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["pm", "hodoku"])
def test_a_pasted_position_is_played_on(open_page: Open, name: str, viewport: Any) -> None:
    text = format(later(HARD, 12), name)
    position = Position.of(nonet.parse(text))
    page = ready(open_page, viewport=viewport)
    paste(page, text)
    expect_on_board(page, position)
    assert kept_game(page) == position
    look(page, f"{name}-pasted")
    step = position.hint()
    assert step is not None
    page.keyboard.press("h")
    expect(page.locator(".ladder")).to_contain_text(step.text("nudge"))
    for rung in range(3):
        expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
        page.locator(".hint-bar .main").click()
    expect(page.locator(".ladder h2")).to_have_text(step.title())
    expect(page.locator(".ladder")).to_contain_text(step.text("full"))
    look(page, f"{name}-hint")
    page.locator(".hint-bar .main").click()
    expect(page.locator(".hint-note")).to_contain_text("Done")
    expect_on_board(page, position.after(step))
    page.reload()
    expect_on_board(page, position.after(step))
    page.keyboard.press("Control+z")
    expect_on_board(page, position)
    page.keyboard.press("Control+z")
    expect(page.locator(".play .cell").nth(0)).to_have_accessible_name("row 1 column 1, empty")


def test_what_was_played_before_is_a_save_point(open_page: Open) -> None:
    page = ready(open_page, f"#play?p={HARD.givens.text()}")
    page.locator(".play .cell").nth(0).click()
    page.keyboard.press("9")
    position = later(HARD, 6)
    paste(page, format(position, "susser"))
    expect_on_board(page, position)
    page.keyboard.press("s")
    page.get_by_role("button", name="Restore Before opening").click()
    expect(page.locator(".play .cell").nth(0)).to_have_accessible_name("row 1 column 1, 9")


def test_puzzles_made_of_candidates_are_kept_apart(open_page: Open) -> None:
    puzzles = [Puzzle(puzzle.candidates()) for puzzle in (EASY, MEDIUM)]
    page = ready(open_page)
    for puzzle in puzzles:
        paste(page, format(puzzle, "sukaku"))
        step = puzzle.hint()
        assert step is not None and step.places is not None
        expect_on_board(page, Position(puzzle))
        page.keyboard.press("h")
        for rung in range(3):
            expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
            page.locator(".hint-bar .main").click()
        expect(page.locator(".ladder")).to_contain_text(step.text("full"))
        page.locator(".hint-bar .main").click()
        expect(page.locator(".hint-note")).to_contain_text("Done")
    assert (
        page.evaluate("Object.keys(localStorage).filter((name) => name.includes('game.')).length")
        == 2
    )


def test_a_wrong_digit_in_a_sukaku_is_named(open_page: Open) -> None:
    puzzle = Puzzle(HARD.candidates())
    page = ready(open_page)
    paste(page, format(puzzle, "sukaku"))
    solution = HARD.solution()
    wrong = next(digit for digit in HARD.candidates()[0] if digit != solution[0])
    page.locator(".play .cell").nth(0).click()
    page.keyboard.press(str(wrong))
    page.keyboard.press("k")
    page.get_by_role("button", name="Show").last.click()
    expect(page.locator(".cell.wrong")).to_have_count(1)
    expect(page.locator("#live")).to_have_text("Look at r1c1.")


def test_set_takes_the_givens_of_a_position(open_page: Open) -> None:
    page = open_page("#set")
    expect(page.locator(".set-entry textarea")).to_be_visible()
    position = later(HARD, 12)
    note = page.locator("#set-note")
    paste(page, format(position, "susser"))
    expect(note).to_have_text(
        "Placed digits and pencil marks are left out: a puzzle has givens only."
    )
    expect(page).to_have_url(f"{page.url.split('#')[0]}#set?p={HARD.givens.text()}")
    paste(page, format(position, "pm"))
    expect(note).to_have_text("All filled cells are taken as givens; pencil marks are left out.")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#set?p={position.grid.text()}")
    paste(page, format(Puzzle(HARD.candidates()), "sukaku"))
    expect(note).to_have_text(
        "A puzzle made of candidates can be played, but not set: a puzzle here has givens."
    )


def test_a_lesson_about_a_hint_is_there_after_a_reload(open_page: Open) -> None:
    position = Position.of(nonet.parse(format(later(HARD, 12), "pm")))
    page = ready(open_page)
    paste(page, format(position, "pm"))
    expect_on_board(page, position)
    page.keyboard.press("h")
    page.locator(".hint-bar .main").click()
    page.get_by_role("link", name="About: X-wing").click()
    expect(page.locator(".lesson h1")).to_have_text("X-wing")
    page.reload()
    expect(page.get_by_role("button", name="Your position")).to_have_attribute(
        "aria-pressed", "true"
    )
    step = position.hint()
    assert step is not None
    expect(page.locator(".lesson .ladder")).to_contain_text(step.text("full"))


def test_the_path_goes_on_from_a_grid_of_candidates(open_page: Open) -> None:
    position = Position.of(nonet.parse(format(later(HARD, 12), "pm")))
    page = ready(open_page)
    paste(page, format(position, "pm"))
    expect_on_board(page, position)
    page.get_by_role("button", name="Steps").click()
    page.get_by_role("button", name="Solution path").click()
    page.locator(".steps-list.path .step-row").nth(5).click()
    for _, step in zip(range(5), position.steps(), strict=False):
        position = position.after(step)
    expect_on_board(page, position)
