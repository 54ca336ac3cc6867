"""All steps and the solution path on the page, and hints from the plan while the server is away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nonet import Puzzle

from .conftest import NO_ENGINE

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MIDDLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

Open = Callable[..., Any]


def open_steps(page: Any) -> None:
    expect(page.locator(".hint-bar .main")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".steps-group").first).to_be_visible()


def test_all_steps_are_grouped_and_each_can_be_shown_and_done(open_page: Open) -> None:
    page = open_page(f"#play?p={EASY}")
    open_steps(page)
    steps = Puzzle(EASY).all_steps()
    names = list(dict.fromkeys(step.technique.name for step in steps))
    groups = page.locator(".steps-group")
    expect(groups).to_have_count(len(names))
    expect(groups.locator("summary span:first-child")).to_have_text(names)
    expect(page.locator(".step-row")).to_have_count(len(steps))
    step = next(step for step in steps if step.technique.id == "naked_single")
    assert step.places is not None
    page.get_by_role("combobox", name="Technique").select_option("naked_single")
    expect(page.locator(".steps-group:visible")).to_have_count(1)
    page.locator(".step-row:visible").first.click()
    expect(page.locator(".ladder h2")).to_have_text(step.title())
    expect(page.locator(".drawing .placed")).to_have_count(1)
    page.keyboard.press("Enter")
    cell = page.get_by_role("gridcell").nth(step.places.cell)
    expect(cell).to_contain_text(str(step.places.digit))


def test_the_path_leads_to_any_point_with_one_move(open_page: Open) -> None:
    page = open_page(f"#play?p={MIDDLE}")
    open_steps(page)
    page.get_by_role("button", name="Solution path").click()
    path = list(Puzzle(MIDDLE).steps())
    rows = page.locator(".path .step-row")
    expect(rows).to_have_count(len(path))
    rating = Puzzle(MIDDLE).rate()
    expect(page.locator(".steps-rating")).to_contain_text(f"ER {rating.er:.1f}")
    at = next(at for at, step in enumerate(path) if at > 5 and step.removes)
    rows.nth(at).click()
    expect(page.locator(".ladder .said")).to_have_text(path[at].text("where"))
    board = Puzzle(MIDDLE).candidates()
    for step in path[:at]:
        board = board.after(step)
    placed = [str(digit) for digit in board.placed if digit]
    expect(page.locator(".cell > .digit")).to_have_text(placed)
    open_steps(page)
    page.get_by_role("button", name="Solution path").click()
    expect(page.locator(".path [aria-current]")).to_contain_text(f"{at + 1}. ")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    empty = MIDDLE.count(".")
    expect(page.locator(".head .note")).to_contain_text(str(empty))


def test_without_the_server_hints_come_from_the_plan(
    open_page: Open, start_server: Callable[..., Any]
) -> None:
    server = start_server()
    page = open_page(f"#play?p={MIDDLE}", url=server.url, script=NO_ENGINE, service_workers="allow")
    page.expected_errors = "Failed to load resource|net::|Service Worker|Failed to fetch"
    expect(page.locator(".hint-bar .main")).to_be_visible()
    with page.expect_response("**/api/steps"):
        page.keyboard.press("h")
        page.locator(".rung[aria-current]").wait_for()
    path = list(Puzzle(MIDDLE).steps())
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    page.keyboard.press("Enter")
    for step in path[1:6]:
        expect(page.locator(".rung")).to_have_count(0)
        page.keyboard.press("h")
        page.get_by_role("button", name="Why").click()
        expect(page.locator(".ladder h2")).to_have_text(step.title())
        page.keyboard.press("Enter")
    # After a reload the app comes from the service worker, and the plan from the store.
    page.reload()
    expect(page.locator(".hint-bar .main")).to_be_visible()
    page.keyboard.press("h")
    page.get_by_role("button", name="Why").click()
    expect(page.locator(".ladder h2")).to_have_text(path[6].title())
