"""A finished puzzle: what it was, the solve once more, how it is shared, and what stays on the device."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.waiting import drawn, until
from nonet import Puzzle
from nonet.generating import daily

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LANGUAGES = ("en", "fa")
NO_SHARING = "delete Navigator.prototype.share"
SHARING = "navigator.share = async (what) => { window.shared = what; }"

Open = Callable[..., Any]


def empty(puzzle: str) -> list[int]:
    return [index for index, character in enumerate(puzzle) if character == "."]


def moves(puzzle: str, without: int = 1) -> str:
    """Return the moves that solve a puzzle, as in a link, but for the last ones."""
    solution = Puzzle(puzzle).solution()
    cells = empty(puzzle)
    return ";".join(
        f"r{cell // 9 + 1}c{cell % 9 + 1}={solution[cell]}"
        for cell in cells[: len(cells) - without]
    )


def finish(page: Any, puzzle: str = PUZZLE) -> Any:
    """Place what is missing; return the ending."""
    expect(page.locator(".hint-bar .main")).to_be_attached()
    solution = Puzzle(puzzle).solution()
    for cell in empty(puzzle):
        node = page.locator(".play .cell").nth(cell)
        if node.locator(".digit").count() == 0:
            node.click()
            page.keyboard.press(str(solution[cell]))
            expect(node.locator(".digit")).to_be_attached()
    ending = page.locator(".flyout-ending")
    expect(ending).to_be_visible()
    expect(ending.locator(".button.main")).to_be_visible()  # the rating has come
    return ending


def open_nearly(open_page: Open, puzzle: str = PUZZLE, without: int = 1, **options: Any) -> Any:
    return open_page(f"#play?p={puzzle}&t=Monday&m={moves(puzzle, without)}", **options)


def fact(ending: Any, name: str) -> Any:
    return ending.locator(f".ending-facts > div:has(dt:text-is('{name}')) dd")


def test_an_ending_says_how_it_went(open_page: Open) -> None:
    page = open_nearly(open_page, without=2)
    page.locator(".hint-bar .main").click()
    expect(page.locator(".rung").first).to_be_visible()
    page.locator(".hint-bar .quiet").click()
    ending = finish(page)
    expect(fact(ending, "Time")).to_have_text(re.compile(r"\d:\d\d"))
    expect(fact(ending, "Hints")).to_have_text("1")
    hardest = fact(ending, "Hardest technique").get_by_role("link")
    expect(hardest).to_have_text("Hidden single in a box")
    expect(hardest).to_have_attribute("href", "#learn/hidden_single_box")
    line = ending.get_by_role("img", name=re.compile("51 cells filled in .*, 1 hint"))
    expect(line).to_be_visible()
    expect(line.locator(".hinted")).to_have_count(1)
    expect(fact(ending, "Best time without hints")).to_have_count(0)  # there was a hint


def test_the_ending_leaves_with_an_undo_and_returns_with_the_puzzle(open_page: Open) -> None:
    page = open_nearly(open_page)
    ending = finish(page)
    page.keyboard.press("u")
    expect(ending).to_have_count(0)
    page.keyboard.press("r")
    expect(ending).to_be_visible()
    page.keyboard.press("Escape")
    expect(ending).to_have_count(0)
    page.get_by_role("button", name="Solved in").click()
    expect(ending).to_be_visible()
    page.reload()
    expect(ending).to_be_visible()


def test_next_is_another_puzzle_of_the_same_difficulty(open_page: Open) -> None:
    page = open_nearly(open_page)
    finish(page).get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Easy")
    expect(page).to_have_url(re.compile("p="))
    assert PUZZLE not in page.url


def test_a_solve_is_watched_with_pauses(open_page: Open) -> None:
    page = open_nearly(open_page)
    ending = finish(page)
    shown = page.locator(".play .cell:not(.given) .digit")
    expect(shown).to_have_count(51)
    ending.get_by_role("button", name="Watch my solve").click()
    until(page, lambda: 0 < shown.count() < 40)
    ending.get_by_role("button", name="Pause").click()
    drawn(page)
    here = shown.count()
    page.keyboard.press("u")  # the game takes no moves meanwhile
    page.wait_for_timeout(700)
    assert shown.count() == here
    ending.get_by_role("slider", name="Move").fill("7")
    expect(shown).to_have_count(7)
    expect(ending.locator(".moment")).to_have_attribute("d", re.compile("M"))
    ending.get_by_role("button", name="Continue").click()
    until(page, lambda: shown.count() > 9)
    ending.get_by_role("button", name="End the replay").click()
    expect(shown).to_have_count(51)
    expect(ending.get_by_role("button", name="Watch my solve")).to_be_focused()


def test_a_solve_is_shared_without_its_digits(open_page: Open) -> None:
    page = open_nearly(open_page, script=SHARING)
    ending = finish(page)
    expect(fact(ending, "Hardest technique")).to_be_visible()
    ending.get_by_role("button", name="Share").click()
    until(page, lambda: page.evaluate("Boolean(window.shared)"))
    shared = page.evaluate("window.shared")
    assert re.fullmatch(
        r"nonet · Monday · Hidden single in a box\nSolved in \d:\d\d, without hints", shared["text"]
    )
    assert shared["url"].endswith(f"/#play?p={PUZZLE}&t=Monday")


def test_where_nothing_shares_it_is_copied(open_page: Open) -> None:
    page = open_nearly(
        open_page, script=NO_SHARING, permissions=["clipboard-read", "clipboard-write"]
    )
    finish(page).get_by_role("button", name="Share").click()
    expect(page.locator(".flyout-ending [role=status]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("nonet · Monday · ")


def test_best_times_and_days_are_kept_and_deleted(open_page: Open) -> None:
    today = datetime.date.today()
    puzzle = daily(today).givens.text()
    page = open_page("#play/today", script=SHARING)
    expect(page.get_by_role("grid")).to_be_visible()
    page.evaluate(
        """(day) => localStorage.setItem("nonet.records", JSON.stringify({best: {easy: 1}, days: [day]}))""",
        str(today - datetime.timedelta(days=1)),
    )
    page.goto(f"{page.url.split('#')[0]}#play?p={puzzle}&m={moves(puzzle)}")
    ending = finish(page, puzzle)
    expect(fact(ending, "Puzzle of the day")).to_have_text("2 days in a row")
    level = daily(today).info["difficulty"].title()
    ending.get_by_role("button", name="Share").click()
    until(page, lambda: page.evaluate("Boolean(window.shared)"))
    assert page.evaluate("window.shared.url").endswith(f"/#play/{today}")
    page.keyboard.press("Escape")
    page.locator("[data-flyout=settings]").click()
    records = page.locator(".records")
    expect(fact(records, level)).to_have_text(re.compile(r"0:\d\d"))
    expect(fact(records, "Easy")).to_have_text("0:01" if level != "Easy" else re.compile("0:0"))
    expect(records.get_by_role("status")).to_contain_text("2 days in a row")
    records.get_by_role("button", name="Delete").click()
    expect(records.locator("dd")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('nonet.records')") is None
    records.get_by_role("button", name="Undo").click()
    expect(fact(records, "Easy")).to_be_visible()


def test_how_a_game_went_goes_with_it(open_page: Open) -> None:
    page = open_nearly(open_page)
    finish(page)
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('nonet.story')).length"
    assert page.evaluate(kept) == 1
    page.keyboard.press("Escape")
    page.locator("[data-flyout=new]").click()
    page.get_by_role("button", name="Delete Monday").click()
    assert page.evaluate(kept) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_an_ending_has_no_fault(
    open_page: Open, faults_of_access: Callable[[Any], list[str]], language: str, width: int
) -> None:
    page = open_nearly(
        open_page, locale=language, viewport={"width": width, "height": 800}, color_scheme="dark"
    )
    ending = finish(page)
    assert faults_of_access(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ending.get_by_role("button").nth(1).click()
    expect(ending.get_by_role("slider")).to_be_visible()
    assert faults_of_access(page) == []
